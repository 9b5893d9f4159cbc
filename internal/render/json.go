package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// member is a member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// object reads the members of a JSON object in their order. A repeated name is a problem, since the last would win in
// silence, and so are bytes that are not UTF-8, which the decoder would replace.
func (o *overlay) object(path string, data []byte) []member {
	switch {
	case !utf8.Valid(data) || !json.Valid(data):
		o.problems = append(o.problems, invalid(data))
		return nil
	case kind(data) != "an object":
		o.add(path, "want an object, not %s", kind(data))
		return nil
	}
	var members []member
	seen := map[string]bool{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.Token() // the brace; nothing below can fail, since the JSON is valid
	for dec.More() {
		var m member
		t, _ := dec.Token()
		m.name, _ = t.(string)
		if err := dec.Decode(&m.value); err != nil {
			o.add(path, "not valid JSON")
			return members
		}
		if seen[m.name] {
			o.add(path, "%q is given twice", m.name)
			continue
		}
		seen[m.name] = true
		members = append(members, m)
	}
	return members
}

// NotJSON says why bytes are no JSON, and where.
type NotJSON struct {
	Line, Col int // from 1; the column in bytes
	why       string
}

// Error gives the reason behind the place, e.g. "line 2, column 7: not valid JSON: …".
func (e *NotJSON) Error() string { return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.why) }

// Why gives the reason without the place.
func (e *NotJSON) Why() string { return e.why }

// invalid says where JSON stops being valid.
func invalid(data []byte) *NotJSON {
	at, why := 0, "not valid JSON"
	var v any
	if !utf8.Valid(data) {
		for rest := data; ; {
			r, size := utf8.DecodeRune(rest)
			if r == utf8.RuneError && size <= 1 {
				break
			}
			at, rest = at+size, rest[size:]
		}
		why = "the JSON is not valid UTF-8"
	} else if e, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &v)); ok {
		at, why = int(e.Offset)-1, fmt.Sprintf("not valid JSON: %s", e)
		if strings.HasPrefix(e.Error(), "unexpected end") {
			at = len(data)
		}
	}
	before := data[:min(max(at, 0), len(data))]
	line := bytes.Count(before, []byte("\n"))
	return &NotJSON{line + 1, len(before) - bytes.LastIndexByte(before, '\n'), why}
}

// elements reads the elements of a JSON array.
func elements(raw []byte) ([]json.RawMessage, bool) {
	if kind(raw) != "a list" {
		return nil, false
	}
	var out []json.RawMessage
	err := json.Unmarshal(raw, &out)
	return out, err == nil
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
