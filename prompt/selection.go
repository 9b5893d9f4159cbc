package prompt

import "strings"

// HasModelSegment reports whether a segment of a model ID, e.g. "o1-mini" of "openai/o1-mini", is one of equals or
// starts with one of prefixes. The case of ASCII letters does not count.
func HasModelSegment(model string, equals, prefixes []string) bool {
	for segment := range strings.SplitSeq(model, "/") {
		for _, e := range equals {
			if equalFoldASCII(segment, e) {
				return true
			}
		}
		for _, p := range prefixes {
			if len(segment) >= len(p) && equalFoldASCII(segment[:len(p)], p) {
				return true
			}
		}
	}
	return false
}

func lowerString(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
