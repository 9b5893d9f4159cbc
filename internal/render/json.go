package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	case !utf8.Valid(data):
		o.add(path, "the JSON is not valid UTF-8")
		return nil
	case !json.Valid(data):
		o.add(path, "%s", invalid(data))
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

// invalid says where JSON stops being valid.
func invalid(data []byte) string {
	var v any
	if e, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &v)); ok {
		return fmt.Sprintf("not valid JSON at byte %d: %s", e.Offset, e)
	}
	return "not valid JSON"
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
