package load

import (
	"strings"

	"cuelang.org/go/cue/literal"
)

// quotes are the quotes around a string, as far as the text between them is written by their rules.
type quotes struct {
	escape string // how an escape starts: a backslash, and the # of the quotes
	closer int    // the length of the closing quotes
	multi  bool   // they stand in lines of their own
	indent string // what CUE takes off the start of each line
}

// quotesOf reads the quotes of a literal, or of the first and last piece of one. skip is where the text starts.
func quotesOf(first, last string) (q quotes, skip int, ok bool) {
	info, skip, closer, err := literal.ParseQuotes(first, last)
	if err != nil || !info.IsDouble() {
		return quotes{}, 0, false
	}
	chars := 1
	if info.IsMulti() {
		chars = 3
	}
	return quotes{`\` + strings.Repeat("#", closer-chars), closer, info.IsMulti(), info.Whitespace()}, skip, true
}

// stretch is a part of a literal's text that the source holds as it is, or that one escape stands for.
type stretch struct {
	text   string
	offset int // in the source
}

// pieceOf takes a literal, or a piece of one, apart whose first and last pieces hold the quotes. It gives nothing for bytes.
func pieceOf(src, first, last string, isFirst, isLast bool) []stretch {
	q, skip, ok := quotesOf(first, last)
	if !ok {
		return nil
	}
	if !isFirst {
		skip = len(")") // of the expression in front
	}
	return decode(src, q, skip, isLast)
}

// offsetOf gives where a byte of the text stands in the source, or 0 where nobody knows.
func offsetOf(stretches []stretch, i int) int {
	for _, s := range stretches {
		if i < len(s.text) {
			return s.offset + i
		}
		i -= len(s.text)
	}
	return 0
}

// decoder takes a literal apart.
type decoder struct {
	quotes
	src       string
	start, at int // of the stretch; the next byte
	out       []stretch
}

// decode takes a literal, or a piece of one, apart into the stretches of its text. last tells that it ends with the
// closing quotes, not with the start of an expression. Of what CUE refuses it may give anything.
func decode(src string, q quotes, skip int, last bool) []stretch {
	end := len(src) - q.closer
	switch {
	case !last:
		end = len(src) - len(q.escape) - len("(")
	case q.multi: // the last line holds the quotes alone
		end = strings.LastIndexByte(src[:max(end, 0)], '\n')
	}
	if end <= skip {
		return nil
	}
	d := decoder{quotes: q, src: src[:end], start: skip, at: skip}
	for d.at < end {
		switch rest := d.src[d.at:]; {
		case rest[0] == '\n':
			d.at++
			d.flush()
			d.drop(d.indentation())
		case rest[0] == '\r':
			d.flush()
			d.drop(1)
		case strings.HasPrefix(rest, q.escape):
			d.flush()
			d.unescape(rest)
		default:
			d.at++
		}
	}
	d.flush()
	return d.out
}

// flush ends a stretch.
func (d *decoder) flush() {
	if d.start < d.at {
		d.out = append(d.out, stretch{d.src[d.start:d.at], d.start})
	}
	d.start = d.at
}

// drop passes over bytes that are no part of the text.
func (d *decoder) drop(n int) {
	d.at += n
	d.start = d.at
}

// indentation gives the length of what CUE takes off the line that starts here.
func (d *decoder) indentation() int {
	if strings.HasPrefix(d.src[d.at:], d.indent) {
		return len(d.indent)
	}
	return 0
}

// unescape reads an escape.
func (d *decoder) unescape(rest string) {
	from := d.at
	body := rest[len(d.escape):]
	n := min(len(body), escapeLen(body))
	text, err := literal.Unquote(`"\` + body[:n] + `"`)
	d.drop(len(d.escape) + n)
	if err == nil {
		d.out = append(d.out, stretch{text, from})
	}
}

// escapeLen gives the length of an escape behind its backslash. Two in a row can stand for one character.
func escapeLen(body string) int {
	switch {
	case strings.HasPrefix(body, "U"):
		return len("U0001F600")
	case strings.HasPrefix(body, "u"):
		const unit = len("ud83d")
		if high := strings.ToLower(body); len(high) > unit && strings.Contains("89ab", high[2:3]) && high[1] == 'd' {
			return unit + len(`\`) + unit
		}
		return unit
	}
	return 1
}
