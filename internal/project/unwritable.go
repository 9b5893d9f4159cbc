package project

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt/patterns"
)

// Unwritable names the keyword of a parameter, "enum" or "pattern", that names a value which holds the parameter's closing
// tag, or "". Over XML the value of a string ends at that tag, unless it is raw; JSON can escape it.
func Unwritable(p *registry.Param) string {
	if p.Kind != registry.StringType || p.Nullable || p.Raw {
		return ""
	}
	return unwritable(p.Name, p.Enum, p.Pattern.Text)
}

// Unwritable says which property of the root takes a value that a call over XML can't give, to be read behind "has a
// schema that", or is "".
func (h *Host) Unwritable() string {
	properties := h.root.member("properties")
	if properties == nil {
		return ""
	}
	for i := range properties.members {
		m := &properties.members[i]
		if m.member("type").string() != "string" {
			continue
		}
		enum := []member{{value: value{text: m.member("const").string()}}}
		if list := m.member("enum"); list != nil {
			enum = append(enum, list.members...)
		}
		var values []string
		for _, v := range enum {
			values = append(values, v.text)
		}
		if word := unwritable(m.name, values, m.member("pattern").string()); word != "" {
			return "has the property " + quoted(m.name) + ", whose values would end at the </" + m.name + "> in them over xml"
		}
	}
	return ""
}

func unwritable(name string, values []string, pattern string) string {
	closer := "</" + name + ">"
	switch {
	case slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, closer) }):
		return "enum"
	case patterns.Spell(pattern, closer):
		return "pattern"
	}
	return ""
}
