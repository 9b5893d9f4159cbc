package prompt

import (
	"fmt"
	"math/bits"
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

// badText returns the offset of the first byte of s that isn't valid UTF-8 or is a control character other than line
// feed and tab, or -1. It takes eight bytes at a time, because it runs over volatile values on every turn.
func badText(s string) int {
	for i := 0; i < len(s); {
		if i+8 <= len(s) {
			n := plainBytes(s[i : i+8])
			if i += n; n == 8 {
				continue
			}
		}
		i = skipIdeographs(s, i)
		if i == len(s) {
			break
		}
		if s[i] == '\n' || s[i] == '\t' {
			i++
			continue
		}
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if r == utf8.RuneError && size == 1 || unicode.IsControl(r) {
			return i
		}
		i += size
	}
	return -1
}

// plainBytes counts the bytes in front of the first that is no printable ASCII, of eight.
func plainBytes(s string) int {
	const ones = 0x0101010101010101
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	// The high bit of a byte is set where the byte is below 0x20, is 0x7f, or has its own high bit set. A borrow may
	// set one too many, but only behind the first that is right.
	del := w ^ 0x7f*ones
	odd := ((w - 0x20*ones) | (del-ones)&^del | w) & (0x80 * ones)
	return bits.TrailingZeros64(odd) / 8
}

// skipIdeographs returns the offset behind the characters of three bytes that stand at an offset. Only the leads behind
// which any two bytes of continuation are valid are taken, which Chinese, Japanese and Korean mostly have.
func skipIdeographs(s string, i int) int {
	for i+3 <= len(s) && s[i] > 0xe0 && s[i] < 0xf0 && s[i] != 0xed && s[i+1]&0xc0 == 0x80 && s[i+2]&0xc0 == 0x80 {
		i += 3
	}
	return i
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
