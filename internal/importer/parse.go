package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
)

const (
	maxDepth  = 128      // how many arrays and objects may stand in each other
	maxSize   = 16 << 20 // bytes of a document
	maxDigits = 300      // characters of a number, and its exponent: within what a float holds
)

// parse reads one JSON document. It is stricter than encoding/json: a member that stands twice, text that is no UTF-8,
// half a surrogate pair and a number that no float holds are errors, because each would be changed in silence.
func parse(file string, data []byte) (*value, diag.List) {
	p := &parser{doc: newDocument(file, data)}
	if len(data) > maxSize {
		return nil, p.fail(0, "the document has %d bytes", len(data)).list("want at most %d", maxSize)
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return nil, p.fail(i, "byte %#x at offset %d is no UTF-8", data[i], i).list("save the file as UTF-8")
		}
		i += n
	}
	p.at = len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))
	v, err := p.value(nil, "", 0)
	if err == nil {
		if p.blanks(); p.at < len(data) {
			err = p.fail(p.at, "something stands behind the document")
		}
	}
	if bad, ok := errors.AsType[*badJSON](err); ok {
		return nil, bad.list("want one JSON value")
	}
	return v, nil
}

// badJSON is why a document can't be read.
type badJSON struct{ found diag.Diagnostic }

func (b *badJSON) Error() string { return b.found.Message }

func (b *badJSON) list(note string, args ...any) diag.List {
	if len(b.found.Notes) > 0 {
		return diag.List{b.found}
	}
	return diag.List{b.found.Note(note, args...)}
}

type parser struct {
	doc *document
	at  int
}

func (p *parser) fail(at int, format string, args ...any) *badJSON {
	return &badJSON{diag.Errorf(p.doc.loc(min(at, len(p.doc.data)), ""), "", format, args...)}
}

func (p *parser) blanks() {
	for p.at < len(p.doc.data) && strings.IndexByte(" \t\r\n", p.doc.data[p.at]) >= 0 {
		p.at++
	}
}

// peek is the next byte behind blanks, or 0.
func (p *parser) peek() byte {
	if p.blanks(); p.at < len(p.doc.data) {
		return p.doc.data[p.at]
	}
	return 0
}

func (p *parser) value(parent *value, step string, depth int) (*value, error) {
	c := p.peek()
	v := &value{at: p.at, doc: p.doc, parent: parent, step: step}
	switch {
	case depth > maxDepth:
		return nil, p.fail(p.at, "arrays and objects nest more than %d levels deep", maxDepth)
	case c == '{':
		v.kind = objectValue
		return v, p.object(v, depth)
	case c == '[':
		v.kind = arrayValue
		return v, p.array(v, depth)
	case c == '"':
		v.kind = stringValue
		text, err := p.text()
		v.text = text
		return v, err
	case c == 0 && p.at >= len(p.doc.data):
		return nil, p.fail(p.at, "the document ends too early")
	}
	v.text = p.word()
	switch {
	case v.text == "null":
		v.kind = nullValue
	case v.text == "true" || v.text == "false":
		v.kind = boolValue
	case v.text != "" && strings.IndexByte("-0123456789", v.text[0]) >= 0 && json.Valid([]byte(v.text)):
		v.kind = numberValue
		if !holds(v.text) {
			return nil, p.fail(v.at, "number %s is beyond what is exchanged safely", short(v.text))
		}
	default:
		return nil, p.fail(v.at, "no JSON value").noted("found %s", short(p.rest(v.at)))
	}
	return v, nil
}

func (b *badJSON) noted(format string, args ...any) *badJSON {
	b.found = b.found.Note(format, args...)
	return b
}

// rest is the start of what stands at an offset.
func (p *parser) rest(at int) string {
	line, _, _ := strings.Cut(string(p.doc.data[at:min(len(p.doc.data), at+40)]), "\n")
	return strconv.Quote(line)
}

// word reads the characters of a number or a literal.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.doc.data) && strings.IndexByte(" \t\r\n,:[]{}\"", p.doc.data[p.at]) < 0 {
		p.at++
	}
	return string(p.doc.data[start:p.at])
}

// holds reports whether a number can be computed with: a hostile one is a few bytes long and takes gigabytes.
func holds(number string) bool {
	_, exponent, ok := strings.Cut(strings.ToLower(number), "e")
	if ok {
		if n, err := strconv.Atoi(exponent); err != nil || n > maxDigits || n < -maxDigits {
			return false
		}
	}
	_, err := strconv.ParseFloat(number, 64)
	return err == nil && len(number) <= maxDigits
}

func (p *parser) array(v *value, depth int) error {
	p.at++
	if p.peek() == ']' {
		p.at++
		return nil
	}
	for {
		item, err := p.value(v, fmt.Sprintf("[%d]", len(v.items)), depth+1)
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
		switch p.peek() {
		case ',':
			p.at++
		case ']':
			p.at++
			return nil
		default:
			return p.fail(p.at, "want , or ] in an array").noted("found %s", p.rest(p.at))
		}
	}
}

func (p *parser) object(v *value, depth int) error {
	p.at++
	if p.peek() == '}' {
		p.at++
		return nil
	}
	seen := map[string]bool{}
	for {
		if p.peek() != '"' {
			return p.fail(p.at, "want the name of a member").noted("found %s", p.rest(p.at))
		}
		start := p.at
		name, err := p.text()
		if err != nil {
			return err
		}
		if seen[name] {
			return p.fail(start, "member %q stands twice in %s", short(name), whereIs(v)).noted("remove one of the two: readers differ in which one they take")
		}
		seen[name] = true
		if p.peek() != ':' {
			return p.fail(p.at, "want : behind the name of a member").noted("found %s", p.rest(p.at))
		}
		p.at++
		m, err := p.value(v, stepTo(name), depth+1)
		if err != nil {
			return err
		}
		v.members = append(v.members, member{name, m})
		switch p.peek() {
		case ',':
			p.at++
		case '}':
			p.at++
			return nil
		default:
			return p.fail(p.at, "want , or } in an object").noted("found %s", p.rest(p.at))
		}
	}
}

// whereIs calls an object by its path.
func whereIs(v *value) string {
	if path := v.path(); path != "" {
		return path
	}
	return "the document"
}

// stepTo writes the step to a member as it would be written in a query.
func stepTo(name string) string {
	word := name != ""
	for i := range len(name) {
		c := name[i]
		word = word && (c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || i > 0 && '0' <= c && c <= '9')
	}
	if word {
		return "." + name
	}
	return "[" + strconv.Quote(short(name)) + "]"
}

// nameOf is how a member is called in messages.
func nameOf(name string) string {
	if step := stepTo(strings.ReplaceAll(name, "-", "_")); step[0] == '.' {
		return name
	}
	return strconv.Quote(short(name))
}

// text reads a string.
func (p *parser) text() (string, error) {
	start := p.at
	data := p.doc.data
	for p.at++; p.at < len(data); p.at++ {
		switch c := data[p.at]; {
		case c == '"':
			p.at++
			return p.decode(start, data[start:p.at])
		case c == '\\':
			p.at++
		case c < 0x20:
			return "", p.fail(p.at, "a string holds a raw control character %#x", c).noted("write it as \\u%04x", c)
		}
	}
	return "", p.fail(start, "a string does not end")
}

// decode reads the escapes of a string.
func (p *parser) decode(at int, quoted []byte) (string, error) {
	var s string
	if err := json.Unmarshal(quoted, &s); err != nil {
		return "", p.fail(at, "a string holds an escape that JSON does not have").noted("found %s", short(string(quoted)))
	}
	if i := loneSurrogate(quoted); i >= 0 {
		return "", p.fail(at+i, "a string holds half a surrogate pair").noted("write the character, or both halves")
	}
	return s, nil
}

// loneSurrogate finds an escaped surrogate without its other half, which decoders replace in silence.
func loneSurrogate(quoted []byte) int {
	unit := func(i int) (uint64, bool) {
		if i+6 > len(quoted) || quoted[i] != '\\' || quoted[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(quoted[i+2:i+6]), 16, 32)
		return n, err == nil
	}
	for i := 0; i < len(quoted); i++ {
		if quoted[i] != '\\' {
			continue
		}
		n, ok := unit(i)
		switch {
		case !ok:
			i++ // an escape of one character
		case n >= 0xdc00 && n <= 0xdfff:
			return i
		case n >= 0xd800 && n <= 0xdbff:
			if low, ok := unit(i + 6); !ok || low < 0xdc00 || low > 0xdfff {
				return i
			}
			i += 11
		default:
			i += 5
		}
	}
	return -1
}

// short cuts what is shown of something long.
func short(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return s
}
