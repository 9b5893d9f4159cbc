package diag

import (
	"strconv"
	"strings"
)

// QuoteAll lists names, e.g. `"a", "b"`.
func QuoteAll(names []string) string { return strings.Join(quoted(names), ", ") }

// Either lists quoted alternatives, e.g. `"a", "b" or "c"`.
func Either(names []string) string { return Listed(quoted(names), "or") }

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strconv.Quote(n)
	}
	return out
}

// Listed joins words as a sentence does, with "and" or "or" before the last: "a", "a or b", "a, b or c".
func Listed(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
