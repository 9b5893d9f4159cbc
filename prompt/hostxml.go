package prompt

import (
	"strings"

	"github.com/promptgen/promptgen/prompt/patterns"
)

// unwritableProperty says which property of a root takes a value that a call over XML can't give, to be read behind "has
// a schema that", or is "". A string ends there at the closing tag of its parameter; what is JSON can escape it.
func unwritableProperty(root *jsonValue) string {
	properties := root.member("properties")
	if properties == nil {
		return ""
	}
	for i := range properties.kids {
		m := &properties.kids[i]
		if closer := closeTag(m.name); valueForm(&m.value) == TextValue && namesText(&m.value, closer) {
			return "has the property " + quote(m.name) + ", whose values would end at the " + closer + " in them over XML"
		}
	}
	return ""
}

// namesText reports whether the schema of a string names a value that holds a text.
func namesText(schema *jsonValue, text string) bool {
	if v := schema.member("const"); v != nil && strings.Contains(v.text, text) {
		return true
	}
	if v := schema.member("enum"); v != nil {
		for i := range v.kids {
			if strings.Contains(v.kids[i].value.text, text) {
				return true
			}
		}
	}
	v := schema.member("pattern")
	return v != nil && patterns.Spell(v.text, text)
}
