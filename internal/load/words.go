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

// noun gives the word for what an enumerated field holds, e.g. "cache level", or "" where its name says it well.
func noun(field string) string {
	switch field {
	case "cache":
		return "cache level"
	case "transports", "projections", "breakpoints":
		return strings.TrimSuffix(field, "s")
	case "scope", "type", "trust", "kind", "mode", "role", "place", "escape":
		return field
	}
	return ""
}

// isReason reports whether a field of this name holds a reason, e.g. "reason", "placeReason".
func isReason(field string) bool { return strings.HasSuffix(strings.ToLower(field), "reason") }

func quote(s string) string { return strconv.Quote(s) }
