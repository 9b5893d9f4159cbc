package project

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// AppendQuoted appends s as a JSON string in the fixed form of requests, that of encoding/json since Go 1.22. It is
// written out here because the bytes are a contract, which no Go release may change.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = appendInner(dst, s)
	return append(dst, '"')
}

// quoted returns s as a JSON string.
func quoted(s string) string { return string(AppendQuoted(nil, s)) }

// inner returns what stands between the quotes of s as a JSON string.
func inner(s string) string { return string(appendInner(nil, s)) }

func appendInner(dst []byte, s string) []byte {
	for len(s) > 0 {
		if n := plainPrefix(s); n > 0 {
			dst, s = append(dst, s[:n]...), s[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\b':
			dst = append(dst, `\b`...)
		case r == '\f':
			dst = append(dst, `\f`...)
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < 0x20 || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029':
			dst = appendEscape(dst, r)
		case r == utf8.RuneError && n == 1:
			dst = append(dst, `\ufffd`...)
		default:
			dst = append(dst, s[:n]...)
		}
		s = s[n:]
	}
	return dst
}

// plainPrefix is the length of the ASCII at the start of s that needs no escape, which is most of any text.
func plainPrefix(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x20 || c >= utf8.RuneSelf, c == '"', c == '\\', c == '<', c == '>', c == '&':
			return i
		}
	}
	return len(s)
}

func appendEscape(dst []byte, r rune) []byte {
	hex := strconv.FormatInt(int64(r), 16)
	dst = append(dst, `\u0000`[:6-len(hex)]...)
	return append(dst, hex...)
}

// unescaped rewrites JSON of the fixed form for text, where < > & and the two separators stand as they are.
func unescaped(fixed string) string {
	if !strings.Contains(fixed, `\u`) {
		return fixed
	}
	return strings.NewReplacer(
		`\\`, `\\`, // so that an escaped backslash is never taken for the start of an escape
		`\u003c`, "<", `\u003e`, ">", `\u0026`, "&", `\u2028`, "\u2028", `\u2029`, "\u2029",
	).Replace(fixed)
}

// writer writes one JSON value whose members keep their order. A cut ends a piece: what follows begins the next one.
type writer struct {
	pieces []string
	buf    []byte
	more   bool // a value stands in front of what comes next, on the same level
}

// raw writes bytes as they are.
func (w *writer) raw(s string) { w.buf = append(w.buf, s...) }

// text writes a string.
func (w *writer) text(s string) { w.buf = AppendQuoted(w.buf, s) }

// open begins an object or array.
func (w *writer) open(bracket string) {
	w.raw(bracket)
	w.more = false
}

// close ends an object or array.
func (w *writer) close(bracket string) {
	w.raw(bracket)
	w.more = true
}

// item stands in front of every value of an array.
func (w *writer) item() {
	if w.more {
		w.raw(",")
	}
	w.more = true
}

// key begins a member.
func (w *writer) key(name string) {
	w.item()
	w.text(name)
	w.raw(":")
}

// member writes a member whose value is JSON.
func (w *writer) member(name, value string) {
	w.key(name)
	w.raw(value)
}

// word writes a member whose value is a string.
func (w *writer) word(name, value string) {
	w.key(name)
	w.text(value)
}

// cut ends a piece.
func (w *writer) cut() {
	w.pieces = append(w.pieces, string(w.buf))
	w.buf = w.buf[:0]
}

// done returns the pieces.
func (w *writer) done() []string {
	w.cut()
	return w.pieces
}

// list writes values as an array; each is JSON.
func list(values []string) string { return "[" + strings.Join(values, ",") + "]" }
