package load

import (
	"strconv"
	"strings"

	"cuelang.org/go/cue"
)

// kindWord says a kind of value in the user's words.
func kindWord(k cue.Kind) string {
	switch k {
	case cue.NullKind:
		return "null"
	case cue.BoolKind:
		return "a bool"
	case cue.IntKind:
		return "a whole number"
	case cue.FloatKind, cue.NumberKind:
		return "a number"
	case cue.StringKind:
		return "a string"
	case cue.BytesKind:
		return "bytes"
	case cue.ListKind:
		return "a list"
	case cue.StructKind:
		return "a struct"
	}
	return "something else"
}

func quote(s string) string { return strconv.Quote(s) }

// orList joins quoted words: "a", "b" or "c".
func orList(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = quote(w)
	}
	if len(q) < 2 {
		return strings.Join(q, "")
	}
	return strings.Join(q[:len(q)-1], ", ") + " or " + q[len(q)-1]
}
