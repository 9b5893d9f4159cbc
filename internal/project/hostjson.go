package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// value is a JSON value whose members keep their order.
type value struct {
	raw     string // of a scalar, in the fixed form
	text    string // of a string
	kind    byte   // '{', '[', '"', 'n', 't', 'f', '0'
	members []member
}

type member struct {
	name string // "" in an array
	value
}

// parseValue reads one JSON value. An object that gives a name twice is refused.
func parseValue(data []byte) (value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := readValue(dec)
	if err != nil {
		return value{}, fmt.Errorf("is not valid JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return value{}, errors.New("is not valid JSON: it goes on behind its end")
	}
	return v, twice(&v)
}

func readValue(dec *json.Decoder) (value, error) {
	t, err := dec.Token()
	if err != nil {
		return value{}, err
	}
	switch t := t.(type) {
	case json.Delim:
		v := value{kind: byte(t)}
		for dec.More() {
			var m member
			if t == '{' {
				name, err := dec.Token()
				if err != nil {
					return v, err
				}
				m.name, _ = name.(string)
			}
			if m.value, err = readValue(dec); err != nil {
				return v, err
			}
			v.members = append(v.members, m)
		}
		_, err := dec.Token()
		return v, err
	case string:
		return value{kind: '"', text: t, raw: quoted(t)}, nil
	case json.Number:
		return value{kind: '0', raw: t.String()}, nil
	case bool:
		s := fmt.Sprint(t)
		return value{kind: s[0], raw: s}, nil
	default:
		return value{kind: 'n', raw: "null"}, nil
	}
}

func twice(v *value) error {
	seen := map[string]bool{}
	for i := range v.members {
		m := &v.members[i]
		if v.kind == '{' && seen[m.name] {
			return fmt.Errorf("gives %q twice in one object", m.name)
		}
		seen[m.name] = true
		if err := twice(&m.value); err != nil {
			return err
		}
	}
	return nil
}

// member returns the member of an object with a name, or nil.
func (v *value) member(name string) *value {
	for i := range v.members {
		if v.kind == '{' && v.members[i].name == name {
			return &v.members[i].value
		}
	}
	return nil
}

// json writes the value in the fixed form.
func (v *value) json() string {
	switch v.kind {
	case '[':
		var items []string
		for i := range v.members {
			items = append(items, v.members[i].json())
		}
		return list(items)
	case '{':
		return object(func(w *writer) {
			for i := range v.members {
				w.member(v.members[i].name, v.members[i].json())
			}
		})
	}
	return v.raw
}

// bare shows a value in text, without the quotes of a string.
func (v *value) bare() string {
	if v.kind == '"' {
		return lineFeeds(v.text)
	}
	return unescaped(v.json())
}

// string returns a string, "" for any other value and none.
func (v *value) string() string {
	if v == nil || v.kind != '"' {
		return ""
	}
	return v.text
}
