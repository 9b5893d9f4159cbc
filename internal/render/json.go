package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
)

// span is a value of JSON and where it begins in its file.
type span struct {
	at   int
	text json.RawMessage
}

// member is a member of a JSON object.
type member struct {
	name  string
	at    int // of the name
	value span
}

// object reads the members of a JSON object in their order. A repeated name is a problem, since the last would win in
// silence.
func (o *overlay) object(path string, s span) []member {
	if kind(s.text) != "an object" {
		o.wrong(s.at, path, "want an object, not %s", kind(s.text))
		return nil
	}
	var members []member
	seen := map[string]bool{}
	dec := json.NewDecoder(bytes.NewReader(s.text))
	dec.Token() // the brace; nothing below fails, since the JSON is valid
	for dec.More() {
		from := int(dec.InputOffset())
		m := member{at: s.at + from + bytes.IndexByte(s.text[from:], '"')}
		t, _ := dec.Token()
		m.name, _ = t.(string)
		var ok bool
		if m.value, ok = next(dec, s.at); !ok {
			break
		}
		if seen[m.name] {
			o.wrong(m.at, path, "%q is given twice", m.name)
			continue
		}
		seen[m.name] = true
		members = append(members, m)
	}
	return members
}

// elements reads the elements of a JSON array.
func elements(s span) ([]span, bool) {
	if kind(s.text) != "a list" {
		return nil, false
	}
	var out []span
	dec := json.NewDecoder(bytes.NewReader(s.text))
	dec.Token() // the bracket
	for dec.More() {
		e, ok := next(dec, s.at)
		if !ok {
			return nil, false
		}
		out = append(out, e)
	}
	return out, true
}

// next reads a value. A decoder says where it ends.
func next(dec *json.Decoder, base int) (span, bool) {
	var s span
	err := dec.Decode(&s.text)
	s.at = base + int(dec.InputOffset()) - len(s.text)
	return s, err == nil
}

// whole takes data for one value. Bytes that are not UTF-8, which the decoder would replace, are a problem.
func (o *overlay) whole() (s span, ok bool) {
	at, why := 0, "not valid JSON"
	if !utf8.Valid(o.data) {
		for rest := o.data; ; {
			r, size := utf8.DecodeRune(rest)
			if r == utf8.RuneError && size <= 1 {
				break
			}
			at, rest = at+size, rest[size:]
		}
		o.wrong(at, "", "the JSON is not valid UTF-8")
		return s, false
	}
	err := json.Unmarshal(o.data, &s.text)
	if err == nil {
		return span{len(o.data) - len(bytes.TrimLeft(o.data, " \t\r\n")), s.text}, true
	}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		at, why = max(int(e.Offset)-1, 0), fmt.Sprintf("not valid JSON: %s", e)
		if strings.HasPrefix(e.Error(), "unexpected end") {
			at = len(o.data)
		}
	}
	o.wrong(at, "", "%s", why)
	return s, false
}

// loc gives the place of an offset in the file.
func (o *overlay) loc(at int) diag.Loc {
	if o.lines == nil {
		o.lines = []int{0}
		for i, b := range o.data {
			if b == '\n' {
				o.lines = append(o.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(o.lines, at+1)
	return diag.Loc{File: o.file, Line: line, Col: at - o.lines[line-1] + 1}
}

// decode reads a value that must not be null.
func decode[T any](raw []byte) (*T, bool) {
	if kind(raw) == "null" {
		return nil, false
	}
	var v T
	if json.Unmarshal(raw, &v) != nil {
		return nil, false
	}
	return &v, true
}

// kind says what a JSON value is.
func kind(raw []byte) string {
	switch b := bytes.TrimLeft(raw, " \t\r\n"); {
	case len(b) == 0:
		return "nothing"
	case b[0] == '{':
		return "an object"
	case b[0] == '[':
		return "a list"
	case b[0] == '"':
		return "a string"
	case b[0] == 't' || b[0] == 'f':
		return string(b)
	case b[0] == 'n':
		return "null"
	default:
		return "the number " + string(bytes.TrimRight(b, " \t\r\n"))
	}
}
