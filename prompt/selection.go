package prompt

import (
	"slices"
	"strings"
)

// HasModelSegment reports whether a segment of a model ID, e.g. "o1-mini" of "openai/o1-mini", is one of equals or
// starts with one of prefixes. The case of ASCII letters does not count.
func HasModelSegment(model string, equals, prefixes []string) bool {
	for segment := range strings.SplitSeq(model, "/") {
		is := func(e string) bool { return equalFoldASCII(segment, e) }
		starts := func(p string) bool { return hasPrefixFold(segment, p) }
		if slices.ContainsFunc(equals, is) || slices.ContainsFunc(prefixes, starts) {
			return true
		}
	}
	return false
}
