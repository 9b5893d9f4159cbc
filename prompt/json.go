package prompt

import (
	"strings"
	"unicode/utf8"
)

// JSON is one valid value in encoding/json's fixed form: compact, with < > & U+2028 U+2029 escaped. Every SDK
// slot that takes a json.Marshaler sends it unchanged. A string, because equal values are shared by all sessions.
// The empty string stands for null.
type JSON string

// MarshalJSON returns the value itself.
func (j JSON) MarshalJSON() ([]byte, error) {
	if j == "" {
		return []byte("null"), nil
	}
	return []byte(j), nil
}

const hexDigits = "0123456789abcdef"

// quote returns s as a string of JSON in the fixed form.
func quote(s string) string {
	return string(appendString(make([]byte, 0, len(s)+len(s)/16+2), s))
}

// comma appends the comma between two elements or members: none behind the bracket that has just been opened. No value
// ends with such a bracket.
func comma(dst []byte) []byte {
	if c := dst[len(dst)-1]; c == '{' || c == '[' {
		return dst
	}
	return append(dst, ',')
}

// appendString appends s as a string of JSON, with the quotes.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = appendEscaped(dst, s)
	return append(dst, '"')
}

// appendEscaped appends what encoding/json writes between the quotes of s.
func appendEscaped(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = appendEscapedByte(dst, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			dst = append(append(dst, s[start:i]...), `\u202`...)
			dst = append(dst, hexDigits[r&0xf])
			start = i + size
		}
		i += size
	}
	return append(dst, s[start:]...)
}

func appendEscapedByte(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
}

// plainJSON undoes the escapes that the fixed form has beyond those that JSON asks for. JSON that stands in prompt
// text is read by a model and goes through no SDK, so there it is plain.
func plainJSON(s string) string {
	if !strings.Contains(s, `\u`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		if plain := plainEscape(s[i:]); plain != "" {
			b.WriteString(plain)
			i += len(`\u0000`)
			continue
		}
		b.WriteString(s[i : i+2]) // both bytes, so that the second of \\ opens no escape
		i += 2
	}
	return b.String()
}

// plainEscape returns what the escape at the start of s stands for, or "" when JSON needs it.
func plainEscape(s string) string {
	if len(s) < len(`\u0000`) {
		return ""
	}
	switch s[:len(`\u0000`)] {
	case `\u003c`:
		return "<"
	case `\u003e`:
		return ">"
	case `\u0026`:
		return "&"
	case `\u2028`:
		return "\u2028"
	case `\u2029`:
		return "\u2029"
	}
	return ""
}
