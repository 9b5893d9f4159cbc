package project

import (
	"slices"
	"strings"
)

// rest is a line with what the root says beside its properties that a call over XML can heed, e.g. the definitions that they
// refer to, or none.
func (h *Host) rest() []string {
	said := []string{"type", "properties", "required", "additionalProperties", "propertyOrdering", "$schema", "$id", "title", "$comment"}
	rest := value{kind: '{'}
	for _, m := range h.root.members {
		if !slices.Contains(said, m.name) {
			rest.members = append(rest.members, m)
		}
	}
	if rest.members == nil {
		return nil
	}
	return []string{"Schema of all: " + unescaped(rest.json())}
}

// note ends the line of a scalar in the XML documentation, as that of a declared parameter does. Where the schema has
// more words than those, it stands behind them.
func (v *value) note() string {
	var out string
	if enum := v.member("enum"); enum != nil && enum.kind == '[' && len(enum.members) > 0 {
		var choices []string
		for i := range enum.members {
			choices = append(choices, enum.members[i].bare())
		}
		out = " One of: " + strings.Join(choices, ", ") + "."
	}
	var kept []string
	switch typ := v.member("type").string(); {
	case typ == "boolean" && out == "":
		out = " One of: true, false."
	case typ != "string" && out == "":
		kept = []string{typ}
	}
	if d := v.member("default"); d != nil {
		out += " Default: " + d.bare() + "."
	}
	for _, word := range []string{"minimum", "maximum", "minLength", "maxLength", "pattern", "format"} {
		if k := v.member(word); k != nil {
			kept = append(kept, word+" "+k.bare())
		}
	}
	if kept != nil {
		out += " " + constraints(kept)
	}
	said := []string{"type", "description", "enum", "default", "minimum", "maximum", "minLength", "maxLength", "pattern", "format",
		"title", "$comment", "deprecated", "readOnly", "writeOnly"}
	for i := range v.members {
		if !slices.Contains(said, v.members[i].name) {
			return out + " Schema: " + unescaped(v.json())
		}
	}
	return out
}
