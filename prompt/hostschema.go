package prompt

import "slices"

// parseRoot parses the schema of a host's tool and says what every provider would refuse at its root, to be read behind
// "has a schema that". What stands below the root is passed on as it is.
func parseRoot(in string) (jsonValue, string) {
	if in == "" {
		return jsonValue{}, "is missing"
	}
	v, problem := parseJSON(in)
	if problem != "" {
		return v, "is " + problem
	}
	if v.kind != jsonObject {
		return v, "is " + v.describe() + "; want an object with \"type\":\"object\""
	}
	if name := repeatedName(&v); name != "" {
		return v, "gives " + shorten(name) + " twice in one object"
	}
	if t := v.member("type"); t == nil || t.kind != jsonString || t.text != "object" {
		got := "no type"
		if t != nil {
			got = "type " + t.describe()
		}
		return v, "has " + got + " at its root; want \"type\":\"object\""
	}
	for _, word := range [...]string{"oneOf", "anyOf", "allOf", "enum", "not", "const"} {
		if v.member(word) != nil {
			return v, "has " + quote(word) + " at its root"
		}
	}
	return v, badProperties(&v)
}

// badProperties says what is wrong with the names of a root's properties.
func badProperties(root *jsonValue) string {
	if p := root.member("properties"); p != nil {
		if p.kind != jsonObject {
			return "has properties that are no object"
		}
		for _, m := range p.kids {
			if !isPropertyName(m.name) {
				return "has the property " + shorten(m.name) + "; want 1 to 64 letters, digits, _, . or -"
			}
			if k := m.value.kind; k != jsonObject && k != jsonBool {
				return "has the property " + quote(m.name) + ", whose schema is " + m.value.describe()
			}
		}
	}
	if r := root.member("required"); r != nil {
		if r.kind != jsonArray || slices.ContainsFunc(r.kids, func(m jsonMember) bool { return m.value.kind != jsonString }) {
			return "has a required that is no list of names"
		}
		seen := make(map[string]bool, len(r.kids))
		for i := range r.kids {
			name := r.kids[i].value.text
			if seen[name] {
				return "has a required that names " + shorten(name) + " twice"
			}
			seen[name] = true
		}
	}
	return ""
}

// isPropertyName reports whether Anthropic takes a name of a property at the root; one bad name fails the request.
func isPropertyName(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i]) && s[i] != '.' {
			return false
		}
	}
	return true
}

// repeatedName finds a name that an object gives twice, at any depth.
func repeatedName(v *jsonValue) string {
	seen := map[string]bool{}
	for i := range v.kids {
		m := &v.kids[i]
		if v.kind == jsonObject {
			if seen[m.name] {
				return m.name
			}
			seen[m.name] = true
		}
		if name := repeatedName(&m.value); name != "" {
			return name
		}
	}
	return ""
}

func appendMember(dst []byte, m *jsonMember) []byte {
	dst = appendString(comma(dst), m.name)
	dst = append(dst, ':')
	return appendJSON(dst, &m.value)
}

// appendHostSchema appends the schema of a host's tool in a dialect. It is passed on as it is, but for what a format
// would refuse a request for, or forget: without the members below, compatible servers take it for no schema, and Gemini
// knows no $schema, and the order of properties by propertyOrdering alone.
func appendHostSchema(dst []byte, root *jsonValue, form hostForm) []byte {
	dst = append(dst, '{')
	for i := range root.kids {
		if m := &root.kids[i]; form != hostGemini || m.name != "$schema" {
			dst = appendMember(dst, m)
		}
	}
	properties := root.member("properties")
	if form == hostGemini && properties != nil && root.member("propertyOrdering") == nil {
		dst = append(dst, `,"propertyOrdering":`...)
		dst = append(appendMemberNames(dst, properties), ']')
	}
	if form == hostFilled {
		if properties == nil {
			dst = append(dst, `,"properties":{}`...)
		}
		if root.member("required") == nil {
			dst = append(dst, `,"required":[]`...)
		}
	}
	return append(dst, '}')
}

// appendMemberNames appends the names of an object's members as an array that is not closed yet.
func appendMemberNames(dst []byte, v *jsonValue) []byte {
	dst = append(dst, '[')
	for i := range v.kids {
		dst = appendString(comma(dst), v.kids[i].name)
	}
	return dst
}

// hostForm is how a request format takes the schema of a host's tool.
type hostForm uint8

const (
	hostAsIs   hostForm = iota // Anthropic, MCP
	hostFilled                 // OpenAI and servers like it: with properties and required
	hostGemini                 // parametersJsonSchema
)
