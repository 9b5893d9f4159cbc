package prompt

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Norm is a way to normalise a text.
type Norm uint8

const (
	LF                 Norm = iota + 1 // CRLF and CR become LF
	Trim                               // white space at both ends goes
	StripFinalNewlines                 // LFs at the end go
	OneFinalNewline                    // exactly one LF at the end, unless the text is empty
)

// Text normalises a value and notes a field that then isn't valid UTF-8 or holds a control character other than line
// feed and tab. It returns the normalised value.
func (e *Errs) Text(field, value string, norms ...Norm) string {
	text := normalize(value, norms)
	if at := badText(text); at >= 0 {
		e.Add(field, badTextProblem(text, at, originalOffset(value, text, at, norms)))
	}
	return text
}

// Bytes normalises a value that may hold any bytes.
func (e *Errs) Bytes(field, value string, norms ...Norm) string { return normalize(value, norms) }

// normalize applies norms in their order.
func normalize(s string, norms []Norm) string {
	for _, n := range norms {
		switch n {
		case LF:
			s = lineFeeds(s)
		case Trim:
			s = strings.TrimSpace(s)
		case StripFinalNewlines:
			s = strings.TrimRight(s, "\n")
		case OneFinalNewline:
			s = oneFinalNewline(s)
		}
	}
	return s
}

// lineFeeds turns CRLF and CR into LF.
func lineFeeds(s string) string {
	i := strings.IndexByte(s, '\r')
	if i < 0 {
		return s
	}
	dst := make([]byte, 0, len(s))
	for ; i >= 0; i = strings.IndexByte(s, '\r') {
		dst = append(append(dst, s[:i]...), '\n')
		s = strings.TrimPrefix(s[i+1:], "\n")
	}
	return string(append(dst, s...))
}

func oneFinalNewline(s string) string {
	body := strings.TrimRight(s, "\n")
	switch {
	case body == "":
		return ""
	case len(s) == len(body)+1:
		return s
	}
	return body + "\n"
}

// Words of eight bytes, for badText.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// badText returns the offset of the first byte of s that isn't valid UTF-8 or is a control character other than line
// feed and tab, or -1. It takes eight bytes at a time, because it runs over volatile values on every turn.
func badText(s string) int {
	i, ascii := 0, true
	for ; i+8 <= len(s); i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		// A byte below 0x20, 0x7f or 0xc2 (which leads the controls from U+0080 to U+009F) shows as a high bit. A
		// borrow may show one too many; the bytes are then looked at one by one.
		del, lead := w^0x7f*ones, w^0xc2*ones
		suspect := (w-0x20*ones)&^w | (del-ones)&^del | (lead-ones)&^lead
		if suspect&highs != 0 && firstControl(s[i:min(i+9, len(s))]) >= 0 {
			return firstBad(s)
		}
		ascii = ascii && w&highs == 0
	}
	if firstControl(s[i:]) >= 0 {
		return firstBad(s)
	}
	for ; i < len(s); i++ {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if ascii || utf8.ValidString(s) {
		return -1
	}
	return firstBad(s)
}

// firstControl returns the offset of the first control character that a text may not hold, or -1.
func firstControl(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ' && c != '\n' && c != '\t', c == 0x7f:
			return i
		case c == 0xc2 && i+1 < len(s) && s[i+1] >= 0x80 && s[i+1] < 0xa0:
			return i
		}
	}
	return -1
}

// firstBad is badText, rune by rune.
func firstBad(s string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || unicode.IsControl(r) && r != '\n' && r != '\t' {
			return i
		}
		i += size
	}
	return -1
}

func badTextProblem(text string, at, offset int) string {
	r, size := utf8.DecodeRuneInString(text[at:])
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("must be valid UTF-8, got the byte 0x%02x at offset %d", text[at], offset)
	}
	return fmt.Sprintf("must not hold the control character %U, got it at offset %d", r, offset)
}

// originalOffset is where the byte of text at an offset stands in the value that was given.
func originalOffset(value, text string, at int, norms []Norm) int {
	whole := value
	for _, n := range norms {
		if n == LF {
			whole = lineFeeds(value)
		}
	}
	at += max(0, strings.Index(whole, strings.TrimRight(text, "\n"))) // what was trimmed in front
	if len(whole) == len(value) {
		return at
	}
	for i := 0; i < len(value) && i <= at; i++ {
		if value[i] == '\r' && i+1 < len(value) && value[i+1] == '\n' {
			at++
			i++
		}
	}
	return at
}
