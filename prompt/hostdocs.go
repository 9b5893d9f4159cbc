package prompt

import "slices"

// saidOfScalar reports whether the line of a scalar says what a word of its schema does, or the word demands nothing.
func saidOfScalar(word string) bool {
	switch word {
	case "type", "description", "enum", "default", "minimum", "maximum", "minLength", "maxLength", "pattern", "format",
		"title", "$comment", "deprecated", "readOnly", "writeOnly":
		return true
	}
	return false
}

// saidOfAll reports whether the documentation of a tool says what a word at the root of its schema does, or the word asks
// nothing of what a call over XML can give.
func saidOfAll(word string) bool {
	switch word {
	case "type", "properties", "required", "additionalProperties", "propertyOrdering", "$schema", "$id", "title", "$comment":
		return true
	}
	return false
}

// appendRest appends a line with what the root of a host's schema says beside its properties, e.g. the definitions that they
// refer to.
func (h *hostSchema) appendRest(dst []byte) []byte {
	var rest jsonValue
	rest.kind = jsonObject
	for _, m := range h.root.kids {
		if !saidOfAll(m.name) {
			rest.kids = append(rest.kids, m)
		}
	}
	if rest.kids == nil {
		return dst
	}
	return append(append(dst, "\nSchema of all: "...), bareJSON(&rest)...)
}

// hostNote ends the line of a scalar in the XML documentation, as that of a declared one does. Where the schema has more words
// than those, it stands behind them.
func hostNote(schema *jsonValue) string {
	var note, rest []byte
	if enum := schema.member("enum"); enum != nil && enum.kind == jsonArray && len(enum.kids) > 0 {
		note = append(note, " One of: "...)
		for i := range enum.kids {
			if i > 0 {
				note = append(note, ", "...)
			}
			note = append(note, bareJSON(&enum.kids[i].value)...)
		}
		note = append(note, '.')
	}
	switch typ := schema.member("type"); {
	case typ == nil || typ.text == "string" || len(note) > 0:
	case typ.text == "boolean":
		note = append(note, " One of: true, false."...)
	default:
		rest = append(rest, typ.text...)
	}
	if v := schema.member("default"); v != nil {
		note = append(append(append(note, " Default: "...), bareJSON(v)...), '.')
	}
	for _, word := range [...]string{"minimum", "maximum", "minLength", "maxLength", "pattern", "format"} {
		if v := schema.member(word); v != nil {
			if len(rest) > 0 {
				rest = append(rest, "; "...)
			}
			rest = append(append(append(rest, word...), ' '), bareJSON(v)...)
		}
	}
	if len(rest) > 0 {
		note = append(append(append(note, " Constraints: "...), rest...), '.')
	}
	if slices.ContainsFunc(schema.kids, func(m jsonMember) bool { return !saidOfScalar(m.name) }) {
		note = append(append(note, " Schema: "...), bareJSON(schema)...)
	}
	return string(note)
}

// bareJSON shows a value in text, without the quotes of a string.
func bareJSON(v *jsonValue) string {
	if v.kind == jsonString {
		return lineFeeds(v.text)
	}
	return plainJSON(string(appendJSON(nil, v)))
}
