package importer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// kind is the kind of a JSON value.
type kind uint8

const (
	nullValue kind = iota
	boolValue
	numberValue
	stringValue
	arrayValue
	objectValue
)

// String gives the kind with its article, for messages.
func (k kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// value is a JSON value that knows where it stands. Objects keep the order of their members.
type value struct {
	kind    kind
	text    string // of a string, decoded; of another scalar, as it is written
	items   []*value
	members []member
	index   map[string]*value // of members, once there are many
	own     bool              // it was put together of others, and nobody else has it

	at     int // the offset of its first byte
	doc    *document
	parent *value
	step   string // from the parent, e.g. ".properties", "[0]"
}

// member is a member of an object.
type member struct {
	name  string
	value *value
}

// document is what positions are counted in.
type document struct {
	file  string
	data  []byte
	lines []int // offsets at which lines start
}

func newDocument(file string, data []byte) *document {
	d := &document{file: file, data: data, lines: []int{0}}
	for i, c := range data {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	return d
}

// loc gives the position of v and its path, e.g. "tools[0].input_schema".
func (v *value) loc() diag.Loc { return v.doc.loc(v.at, v.path()) }

func (d *document) loc(at int, path string) diag.Loc {
	line, found := slices.BinarySearch(d.lines, at)
	if found {
		line++
	}
	return diag.Loc{File: d.file, Line: line, Col: at - d.lines[line-1] + 1, Path: path}
}

// line is a line of the document, without its end. The first is line 0.
func (d *document) line(n int) []byte {
	rest := d.data[d.lines[n]:]
	if n+1 < len(d.lines) {
		rest = d.data[d.lines[n] : d.lines[n+1]-1]
	}
	return rest
}

func (v *value) path() string {
	var steps []string
	for ; v != nil; v = v.parent {
		steps = append(steps, v.step)
	}
	slices.Reverse(steps)
	return strings.TrimPrefix(strings.Join(steps, ""), ".")
}

// get returns a member of an object, or nil.
func (v *value) get(name string) *value {
	if v == nil || v.kind != objectValue {
		return nil
	}
	if len(v.members) > 16 {
		if v.index == nil {
			v.index = make(map[string]*value, len(v.members))
			for _, m := range v.members {
				v.index[m.name] = m.value
			}
		}
		return v.index[name]
	}
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// add appends a member.
func (v *value) add(m member) {
	v.members = append(v.members, m)
	if v.index != nil {
		v.index[m.name] = m.value
	}
}

// copied is v for changes: itself where it is a copy already, so that what grows is not copied each time.
func (v *value) copied() *value {
	if v.own {
		return v
	}
	out := *v
	out.own, out.index = true, nil
	out.items, out.members = slices.Clone(v.items), slices.Clone(v.members)
	return &out
}

// is reports whether v is the literal, e.g. "true".
func (v *value) is(literal string) bool {
	return v != nil && (v.kind == boolValue || v.kind == nullValue) && v.text == literal
}

// plain turns v into what encoding/json makes of it.
func (v *value) plain() any {
	switch v.kind {
	case numberValue:
		return json.Number(v.text)
	case stringValue:
		return v.text
	case boolValue:
		return v.text == "true"
	case arrayValue:
		out := make([]any, len(v.items))
		for i, item := range v.items {
			out[i] = item.plain()
		}
		return out
	case objectValue:
		out := make(map[string]any, len(v.members))
		for _, m := range v.members {
			out[m.name] = m.value.plain()
		}
		return out
	}
	return nil
}

// raw is v as compact JSON whose members are sorted, as registries keep defaults.
func (v *value) raw() json.RawMessage {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v.plain()); err != nil {
		return nil // numbers were checked when they were read, and nothing else fails
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// compact is v as JSON on one line, whose members stand as they are written.
func (v *value) compact() string {
	var inner []string
	switch v.kind {
	case arrayValue:
		for _, item := range v.items {
			inner = append(inner, item.compact())
		}
		return "[" + strings.Join(inner, ", ") + "]"
	case objectValue:
		for _, m := range v.members {
			name := value{kind: stringValue, text: m.name}
			inner = append(inner, string(name.raw())+": "+m.value.compact())
		}
		return "{" + strings.Join(inner, ", ") + "}"
	}
	return string(v.raw())
}
