package prompt

import "slices"

// openForm writes schemas of the host's in Gemini's older form, a small part of OpenAPI 3.0. What that has no words for is
// left out, and a value that it has no type for is asked for as JSON text.
type openForm struct{ paramReader }

func (f *openForm) schema(dst []byte, v *jsonValue) []byte {
	for _, word := range [...]string{"anyOf", "oneOf"} {
		if all := v.member(word); all != nil && all.kind == jsonArray && slices.ContainsFunc(all.kids, isBranch) {
			return f.branches(dst, all) // beside which the form takes nothing
		}
	}
	kind, null := openAPIType(v)
	if kind == "" {
		return appendOpenAny(dst, v)
	}
	dst = append(dst, `{"type":"`...)
	for i := range len(kind) {
		dst = append(dst, kind[i]-'a'+'A')
	}
	dst = append(dst, '"')
	if d := v.member("description"); d != nil && d.kind == jsonString {
		dst = appendString(append(dst, `,"description":`...), d.text)
	}
	if null {
		dst = append(dst, `,"nullable":true`...)
	}
	dst = appendOpenWords(dst, v, kind)
	switch kind {
	case "array":
		dst = append(dst, `,"items":`...)
		if items := v.member("items"); items != nil {
			dst = f.schema(dst, items)
		} else {
			dst = appendOpenAny(dst, &jsonValue{})
		}
	case "object":
		dst = f.members(dst, v)
	}
	return append(dst, '}')
}

// branches appends alternatives without null, which the form can't say there.
func (f *openForm) branches(dst []byte, all *jsonValue) []byte {
	dst = append(dst, `{"anyOf":[`...)
	for i := range all.kids {
		if isBranch(all.kids[i]) {
			dst = f.schema(comma(dst), &all.kids[i].value)
		}
	}
	return append(dst, `]}`...)
}

func isBranch(m jsonMember) bool {
	t := m.value.member("type")
	return t == nil || t.kind != jsonString || t.text != "null"
}

func appendOpenAny(dst []byte, v *jsonValue) []byte {
	text := "A value as JSON text."
	if d := v.member("description"); d != nil && d.kind == jsonString && d.text != "" {
		text = d.text + "\n" + text
	}
	dst = append(dst, `{"type":"STRING","description":`...)
	return append(appendString(dst, text), '}')
}

// openAPIType is the one type of a value, "" where there is none or the form can't hold it, and whether it may be null.
func openAPIType(v *jsonValue) (kind string, null bool) {
	switch t := v.member("type"); {
	case t == nil && openNames(v, "enum") != nil:
		kind = "string"
	case t == nil && v.member("properties") != nil:
		kind = "object"
	case t == nil && v.member("items") != nil:
		kind = "array"
	case t == nil:
	case t.kind == jsonArray:
		for i := range t.kids {
			switch name := t.kids[i].value.text; {
			case name == "null":
				null = true
			case kind != "":
				return "", false // several
			default:
				kind = name
			}
		}
	default:
		kind = t.text
	}
	if p := v.member("properties"); kind == "object" && (p == nil || p.kind != jsonObject || len(p.kids) == 0) {
		return "", false // the form refuses it
	}
	if !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object"}, kind) {
		return "", false
	}
	return kind, null
}

// openNames is a list of strings that are not empty; nil for anything else.
func openNames(v *jsonValue, member string) []string {
	l := v.member(member)
	if l == nil || l.kind != jsonArray {
		return nil
	}
	var out []string
	for i := range l.kids {
		if k := &l.kids[i].value; k.kind != jsonString || k.text == "" {
			return nil
		}
		out = append(out, l.kids[i].value.text)
	}
	return out
}

// appendOpenWords appends what the form can demand of a value of a type.
func appendOpenWords(dst []byte, v *jsonValue, kind string) []byte {
	word := func(name string, of jsonKind) {
		if m := v.member(name); m != nil && m.kind == of {
			dst = append(append(dst, ',', '"'), name...)
			dst = appendJSON(append(dst, '"', ':'), m)
		}
	}
	switch kind {
	case "string":
		if f := v.member("format"); f != nil && f.text == "date-time" {
			word("format", jsonString)
		}
		if openNames(v, "enum") != nil {
			word("enum", jsonArray)
		}
		word("minLength", jsonNumber)
		word("maxLength", jsonNumber)
		word("pattern", jsonString)
	case "integer", "number":
		word("minimum", jsonNumber)
		word("maximum", jsonNumber)
	case "array":
		word("minItems", jsonNumber)
		word("maxItems", jsonNumber)
	}
	return dst
}

// members appends the members of an object.
func (f *openForm) members(dst []byte, v *jsonValue) []byte {
	dst = append(dst, `,"properties":{`...)
	properties := v.member("properties")
	for i := range properties.kids {
		m := &properties.kids[i]
		dst = append(appendString(comma(dst), m.name), ':')
		dst = f.schema(dst, &m.value)
	}
	dst = append(dst, `},"propertyOrdering":`...)
	dst = append(appendMemberNames(dst, properties), ']')
	there := f.names(properties)
	open := `,"required":[`
	for _, name := range openNames(v, "required") { // in the order of the schema
		if there[name] {
			dst = append(dst, open...)
			dst, open = appendString(dst, name), ","
			delete(there, name) // or one that stands there twice would be required twice
		}
	}
	if open == "," {
		dst = append(dst, ']')
	}
	return dst
}
