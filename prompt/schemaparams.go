package prompt

import "slices"

// paramReader reads parameters from schemas. What a host brings may have any number of them, so it counts the names that it
// looks at, by which a test sees that they grow with the schema and not with its square.
type paramReader struct{ looked int }

// names is the set of the strings of an array, or of the names of an object's members.
func (r *paramReader) names(v *jsonValue) map[string]bool {
	if v == nil {
		return nil
	}
	all := make(map[string]bool, len(v.kids))
	for i := range v.kids {
		r.looked++
		if v.kind == jsonObject {
			all[v.kids[i].name] = true
		} else {
			all[v.kids[i].value.text] = true
		}
	}
	return all
}

// each calls add for each property of a root: its name, whether it is required, and its schema.
func (r *paramReader) each(root *jsonValue, add func(name string, required bool, schema *jsonValue)) {
	properties := root.member("properties")
	if properties == nil {
		return
	}
	required := r.names(root.member("required"))
	for i := range properties.kids {
		r.looked++
		m := &properties.kids[i]
		add(m.name, required[m.name], &m.value)
	}
}

// host reads the properties of a root of the host's as parameters of the XML transport.
func (r *paramReader) host(root *jsonValue) []ParamSpec {
	var out []ParamSpec
	r.each(root, func(name string, required bool, schema *jsonValue) {
		p := ParamSpec{Name: name, Required: required, Value: valueForm(schema), Schema: []string{string(appendJSON(nil, schema))}}
		if d := schema.member("description"); d != nil && d.kind == jsonString {
			p.Docs = []string{lineFeeds(d.text)}
		}
		if p.Value != JSONValue {
			p.Note = hostNote(schema)
		}
		out = append(out, p)
	})
	return out
}

// frozen reads the parameters of a schema: their names, which dispatch asks for, and what the parser of the XML transport
// needs. raw names those whose values may hold tags.
func (r *paramReader) frozen(schema string, raw []string) []ParamSpec {
	root, problem := parseJSON(schema)
	if problem != "" {
		return nil
	}
	var out []ParamSpec
	r.each(&root, func(name string, required bool, schema *jsonValue) {
		p := ParamSpec{Name: name, Required: required, Value: valueForm(schema)}
		if slices.Contains(raw, name) {
			p.Value = RawValue
		}
		out = append(out, p)
	})
	return out
}

// valueForm is how XML carries the values of a schema, unless they are raw.
func valueForm(schema *jsonValue) ValueForm {
	if t := schema.member("type"); t != nil && t.kind == jsonString {
		switch t.text {
		case "string":
			return TextValue
		case "integer", "number":
			return NumberValue
		case "boolean":
			return BoolValue
		}
	}
	return JSONValue
}

// member returns a member of an object, or nil.
func (v *jsonValue) member(name string) *jsonValue {
	for i := range v.kids {
		if v.kids[i].name == name {
			return &v.kids[i].value
		}
	}
	return nil
}
