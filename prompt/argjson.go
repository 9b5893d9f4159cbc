package prompt

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonValue is a parsed value. encoding/json is not used, because it takes the last of two equal keys, replaces what
// is not UTF-8, and rounds numbers, all in silence.
type jsonValue struct {
	kind jsonKind
	text string       // a number as it was written, a string without its escapes, "true", "false", "null"
	kids []jsonMember // of an array or object; the items of an array have no names
}

type jsonMember struct {
	name  string
	value jsonValue
}

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

// describe says in an error what was given.
func (v *jsonValue) describe() string {
	const most = 40
	switch v.kind {
	case jsonString:
		return shorten(v.text)
	case jsonArray:
		return "an array"
	case jsonObject:
		return "an object"
	}
	if len(v.text) > most {
		return v.text[:most] + "…"
	}
	return v.text
}

// appendJSON appends a value in encoding/json's fixed form. Numbers stay as they were written.
func appendJSON(dst []byte, v *jsonValue) []byte {
	open, end := byte('['), byte(']')
	switch v.kind {
	case jsonString:
		return appendString(dst, v.text)
	case jsonNull, jsonBool, jsonNumber:
		return append(dst, v.text...)
	case jsonObject:
		open, end = '{', '}'
	}
	dst = append(dst, open)
	for i := range v.kids {
		dst = comma(dst)
		if v.kind == jsonObject {
			dst = append(appendString(dst, v.kids[i].name), ':')
		}
		dst = appendJSON(dst, &v.kids[i].value)
	}
	return append(dst, end)
}

// maxNesting is how deep arrays and objects may stand in one another. No registry declares more than a tenth of it; the
// rest is for values of any type, which hosts hand on to parsers of their own.
const maxNesting = 100

// jsonParser parses one text. The first problem stands in problem and ends the parse.
type jsonParser struct {
	in      string
	at      int
	depth   int
	problem string
}

// parseJSON parses a text that holds exactly one value. The second result says what is wrong with it, or is empty.
func parseJSON(in string) (jsonValue, string) {
	if !utf8.ValidString(in) {
		return jsonValue{}, "not valid UTF-8 at byte " + strconv.Itoa(firstInvalid(in))
	}
	p := &jsonParser{in: in}
	p.space()
	v := p.value()
	p.space()
	if p.problem == "" && p.at < len(in) {
		p.fail("the end")
	}
	return v, p.problem
}

func firstInvalid(s string) int {
	for i, r := range s {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
			return i
		}
	}
	return -1
}

// fail notes what should stand at the place at hand.
func (p *jsonParser) fail(want string) {
	if p.problem != "" {
		return
	}
	got := "the end"
	if p.at < len(p.in) {
		_, size := utf8.DecodeRuneInString(p.in[p.at:])
		got = quote(p.in[p.at : p.at+size])
	}
	p.problem = "not valid JSON at byte " + strconv.Itoa(p.at) + ": want " + want + ", got " + got
}

func (p *jsonParser) space() {
	for p.at < len(p.in) && strings.IndexByte(" \t\n\r", p.in[p.at]) >= 0 {
		p.at++
	}
}

// take consumes a byte if it is next.
func (p *jsonParser) take(c byte) bool {
	if p.at < len(p.in) && p.in[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *jsonParser) value() jsonValue {
	if p.at == len(p.in) {
		p.fail("a value")
		return jsonValue{}
	}
	switch c := p.in[p.at]; {
	case c == '{':
		return p.group(jsonObject, '}')
	case c == '[':
		return p.group(jsonArray, ']')
	case c == '"':
		return jsonValue{kind: jsonString, text: p.str()}
	case c == '-' || '0' <= c && c <= '9':
		return jsonValue{kind: jsonNumber, text: p.number()}
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(p.in[p.at:], word) {
			p.at += len(word)
			if word == "null" {
				return jsonValue{kind: jsonNull, text: word}
			}
			return jsonValue{kind: jsonBool, text: word}
		}
	}
	p.fail("a value")
	return jsonValue{}
}

// group parses an array or object.
func (p *jsonParser) group(kind jsonKind, end byte) jsonValue {
	v := jsonValue{kind: kind}
	if p.depth++; p.depth > maxNesting {
		p.problem = "nested deeper than " + strconv.Itoa(maxNesting) + " levels"
		return v
	}
	p.at++
	p.space()
	for !p.take(end) && p.problem == "" {
		if len(v.kids) > 0 && !p.take(',') {
			p.fail(`"," or ` + quote(string(end)))
			return v
		}
		p.space()
		v.kids = append(v.kids, p.member(kind))
		p.space()
	}
	p.depth--
	return v
}

// member parses an item of an array, or a member of an object.
func (p *jsonParser) member(kind jsonKind) jsonMember {
	var m jsonMember
	if kind == jsonObject {
		if p.at == len(p.in) || p.in[p.at] != '"' {
			p.fail("a name in quotes")
			return m
		}
		m.name = p.str()
		p.space()
		if !p.take(':') {
			p.fail(`":"`)
			return m
		}
		p.space()
	}
	m.value = p.value()
	return m
}

func (p *jsonParser) number() string {
	start := p.at
	p.take('-')
	if !p.take('0') && !p.digits() {
		p.fail("a digit")
	}
	if p.take('.') && !p.digits() {
		p.fail("a digit")
	}
	if p.take('e') || p.take('E') {
		if !p.take('+') {
			p.take('-')
		}
		if !p.digits() {
			p.fail("a digit")
		}
	}
	return p.in[start:p.at]
}

func (p *jsonParser) digits() bool {
	start := p.at
	for p.at < len(p.in) && '0' <= p.in[p.at] && p.in[p.at] <= '9' {
		p.at++
	}
	return p.at > start
}

// str parses a string and undoes its escapes.
func (p *jsonParser) str() string {
	p.at++
	var text []byte // what stands in front of the last escape
	for p.problem == "" {
		start := p.at
		for p.at < len(p.in) && p.in[p.at] >= ' ' && p.in[p.at] != '"' && p.in[p.at] != '\\' {
			p.at++
		}
		rest := p.in[start:p.at]
		switch {
		case p.take('"'):
			if len(text) == 0 {
				return rest
			}
			return string(append(text, rest...))
		case p.take('\\'):
			text = p.escape(append(text, rest...))
		case p.at == len(p.in):
			p.fail(`a closing "\""`)
		default:
			p.fail("no control character in a string")
		}
	}
	return ""
}

// escape appends what the escape behind a backslash stands for.
func (p *jsonParser) escape(text []byte) []byte {
	if p.at < len(p.in) {
		if i := strings.IndexByte(`"\/bfnrt`, p.in[p.at]); i >= 0 {
			p.at++
			return append(text, "\"\\/\b\f\n\r\t"[i])
		}
	}
	if !p.take('u') {
		p.fail("an escape")
		return text
	}
	start := p.at - 2
	r := p.hex()
	if utf16.IsSurrogate(r) {
		low := rune(0)
		if strings.HasPrefix(p.in[p.at:], `\u`) {
			p.at += 2
			low = p.hex()
		}
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError && p.problem == "" {
			p.problem = "not valid JSON at byte " + strconv.Itoa(start) + ": half of a surrogate pair"
		}
	}
	return utf8.AppendRune(text, r)
}

// hex parses four hexadecimal digits.
func (p *jsonParser) hex() rune {
	if len(p.in)-p.at < 4 {
		p.at = len(p.in)
		p.fail("four hexadecimal digits")
		return 0
	}
	n, err := strconv.ParseUint(p.in[p.at:p.at+4], 16, 16)
	if err != nil {
		p.fail("four hexadecimal digits")
		return 0
	}
	p.at += 4
	return rune(n)
}
