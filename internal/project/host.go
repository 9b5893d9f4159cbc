package project

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Host is what a Tool has more where it is not declared but given by a host.
type Host struct {
	Toolset string
	root    value
	looked  int // names that were looked at, by which a test sees that they grow with the schema and not with its square
}

// propertyName is what Anthropic takes as the name of a property at the root.
var propertyName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

// NewHost reads the schema of a host's tool. The error says what every provider would refuse at its root, to be read
// behind "has a schema that".
func NewHost(toolset string, schema []byte) (*Host, error) {
	h := &Host{Toolset: toolset}
	var err error
	if h.root, err = parseValue(schema); err != nil {
		return nil, err
	}
	if h.root.kind != '{' || h.root.member("type").string() != "object" {
		return nil, errors.New(`has no "type":"object" at its root`)
	}
	for _, word := range []string{"oneOf", "anyOf", "allOf", "enum", "not", "const"} {
		if h.root.member(word) != nil {
			return nil, fmt.Errorf("has %q at its root", word)
		}
	}
	if p := h.root.member("properties"); p != nil {
		if p.kind != '{' {
			return nil, errors.New("has properties that are no object")
		}
		for i := range p.members {
			m := &p.members[i]
			if !propertyName.MatchString(m.name) {
				return nil, fmt.Errorf("has the property %q; want 1 to 64 letters, digits, _, . or -", m.name)
			}
			if m.kind != '{' && m.kind != 't' && m.kind != 'f' {
				return nil, fmt.Errorf("has the property %q, whose schema is no schema", m.name)
			}
		}
	}
	if r := h.root.member("required"); r != nil {
		if r.kind != '[' || slices.ContainsFunc(r.members, func(m member) bool { return m.kind != '"' }) {
			return nil, errors.New("has a required that is no list of names")
		}
		seen := map[string]bool{}
		for _, m := range r.members {
			if seen[m.text] {
				return nil, fmt.Errorf("has a required that names %q twice", m.text)
			}
			seen[m.text] = true
		}
	}
	if err := cmp.Or(badText(&h.root), badNumber(&h.root)); err != nil {
		return nil, err
	}
	return h, nil
}

// JSON is the schema as the host gave it, in the fixed form.
func (h *Host) JSON() string { return h.root.json() }

// schema writes the schema for a form. It passes as it is, but for what a form's servers would refuse a request for:
// those of OpenAI's form want properties and required, and Gemini knows no $schema, an order of properties only by
// propertyOrdering and, in its older form, few words.
func (h *Host) schema(f form) string {
	if f == geminiOpenAPI {
		return h.openAPI(&h.root)
	}
	return object(func(w *writer) {
		for i := range h.root.members {
			if m := &h.root.members[i]; f != gemini || m.name != "$schema" {
				w.member(m.name, m.json())
			}
		}
		if properties := h.root.member("properties"); f == gemini && properties != nil && h.root.member("propertyOrdering") == nil {
			var names []string
			for i := range properties.members {
				names = append(names, quoted(properties.members[i].name))
			}
			w.member("propertyOrdering", list(names))
		}
		if f == openai && h.root.member("properties") == nil {
			w.member("properties", "{}")
		}
		if f == openai && h.root.member("required") == nil {
			w.member("required", "[]")
		}
	})
}

// Params are the properties of the root as parameters of the XML transport.
func (h *Host) Params() []ToolParam {
	properties := h.root.member("properties")
	if properties == nil {
		return nil
	}
	required := h.names(h.root.member("required"))
	var out []ToolParam
	for i := range properties.members {
		h.looked++
		m := &properties.members[i]
		p := ToolParam{Name: m.name, Required: required[m.name], Form: ParamForm{Schema: []string{m.json()}, Value: jsonValue}}
		if d := m.member("description"); d != nil && d.kind == '"' {
			p.Docs = []string{lineFeeds(d.text)}
		}
		switch m.member("type").string() {
		case "string":
			p.Form.Value = ""
		case "integer", "number":
			p.Form.Value = "NumberValue"
		case "boolean":
			p.Form.Value = "BoolValue"
		}
		if p.Form.Value != jsonValue {
			p.Form.Note = m.note()
		}
		out = append(out, p)
	}
	return out
}

// names is the set of the strings of an array, or of the names of an object's members.
func (h *Host) names(v *value) map[string]bool {
	all := map[string]bool{}
	if v == nil {
		return all
	}
	for i := range v.members {
		h.looked++
		m := &v.members[i]
		if v.kind == '{' {
			all[m.name] = true
		} else {
			all[m.text] = true
		}
	}
	return all
}

// openAPI writes a schema in Gemini's older form, a small part of OpenAPI 3.0. What that has no words for is left out,
// and a value that it has no type for is asked for as JSON text.
func (h *Host) openAPI(v *value) string {
	if branches := h.branches(v); branches != nil { // beside which the form takes nothing
		return object(func(w *writer) { w.member("anyOf", list(branches)) })
	}
	typ, null := v.openType()
	if typ == "" {
		return openAny(v)
	}
	return object(func(w *writer) {
		w.word("type", strings.ToUpper(typ))
		if d := v.member("description"); d != nil && d.kind == '"' {
			w.word("description", d.text)
		}
		if null {
			w.member("nullable", "true")
		}
		v.openWords(w, typ)
		switch typ {
		case "array":
			items := v.member("items")
			if items == nil {
				items = &value{kind: 't', raw: "true"}
			}
			w.member("items", h.openAPI(items))
		case "object":
			h.openMembers(w, v)
		}
	})
}

func openAny(v *value) string {
	return object(func(w *writer) {
		w.word("type", "STRING")
		d := v.member("description").string()
		if d != "" {
			d += "\n"
		}
		w.word("description", d+"A value as JSON text.")
	})
}

// branches are the alternatives of a value, without null; nil where there are none.
func (h *Host) branches(v *value) []string {
	for _, word := range []string{"anyOf", "oneOf"} {
		alternatives := v.member(word)
		if alternatives == nil || alternatives.kind != '[' {
			continue
		}
		var out []string
		for i := range alternatives.members {
			if b := &alternatives.members[i].value; b.member("type").string() != "null" {
				out = append(out, h.openAPI(b))
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// openType is the one type of a value, "" where there is none or the form can't hold it, and whether it may be null.
func (v *value) openType() (typ string, null bool) {
	t := v.member("type")
	switch {
	case t == nil && v.words("enum") != nil:
		typ = "string"
	case t == nil && v.member("properties") != nil:
		typ = "object"
	case t == nil && v.member("items") != nil:
		typ = "array"
	case t == nil:
	case t.kind == '[':
		for i := range t.members {
			switch name := t.members[i].text; {
			case name == "null":
				null = true
			case typ != "":
				return "", false // several
			default:
				typ = name
			}
		}
	default:
		typ = t.text
	}
	properties := v.member("properties")
	switch {
	case typ == "object" && (properties == nil || properties.kind != '{' || len(properties.members) == 0):
		return "", false // the form refuses it
	case !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object"}, typ):
		return "", false
	}
	return typ, null
}

// words is a list of strings that are not empty; nil for anything else.
func (v *value) words(name string) []string {
	l := v.member(name)
	if l == nil || l.kind != '[' {
		return nil
	}
	var out []string
	for i := range l.members {
		if l.members[i].kind != '"' || l.members[i].text == "" {
			return nil
		}
		out = append(out, l.members[i].raw)
	}
	return out
}

// openWords writes what the form can demand of a value of a type.
func (v *value) openWords(w *writer, typ string) {
	var numbers []string
	switch typ {
	case "string":
		if v.member("format").string() == "date-time" {
			w.word("format", "date-time")
		}
		if enum := v.words("enum"); enum != nil {
			w.member("enum", list(enum))
		}
		numbers = []string{"minLength", "maxLength"}
	case "integer", "number":
		numbers = []string{"minimum", "maximum"}
	case "array":
		numbers = []string{"minItems", "maxItems"}
	}
	for _, name := range numbers {
		if n := v.member(name); n != nil && n.kind == '0' {
			w.member(name, n.raw)
		}
	}
	if p := v.member("pattern"); p != nil && typ == "string" && p.kind == '"' {
		w.member("pattern", p.raw)
	}
}

// openMembers writes the members of an object.
func (h *Host) openMembers(w *writer, v *value) {
	properties := v.member("properties")
	var names, required []string
	w.member("properties", object(func(w *writer) {
		for i := range properties.members {
			m := &properties.members[i]
			w.member(m.name, h.openAPI(&m.value))
			names = append(names, quoted(m.name))
		}
	}))
	there := h.names(properties)
	if v.words("required") != nil {
		for _, m := range v.member("required").members {
			if there[m.text] {
				required = append(required, m.raw)
				delete(there, m.text) // or one that stands there twice would be required twice
			}
		}
	}
	w.finishObject(names, required, geminiOpenAPI)
}
