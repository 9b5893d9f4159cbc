package importer

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// wordless reports whether a schema that was read has neither description nor title.
func (s *shape) wordless() bool {
	return s.read && s.title == nil && (s.describedAt == nil || s.describedAt.kind == stringValue && strings.TrimSpace(s.describedAt.text) == "")
}

// spoilt reports whether a schema has a description that was refused.
func (s *shape) spoilt() bool {
	return s.describedAt != nil && s.description == "" && strings.TrimSpace(s.describedAt.text) != ""
}

// undescribed refuses a parameter or member of which nothing is said, unless the keyword has a slip: then that is told.
func (c *conversion) undescribed(v *value) {
	if d := v.get("description"); d != nil && d.kind != stringValue {
		return // and so is that it is no text
	}
	for _, m := range v.members {
		if _, near := diag.Nearest(m.name, []string{"description"}); near && m.name != "description" && !strings.Contains(m.name, "-") {
			return
		}
	}
	c.refuse(v, "the description", "describe it: it is all that a model knows of it", "there is none")
}

// speaks reports whether a schema that could not be read has words, or may have once it can be read: from what it is put
// together of.
func (c *conversion) speaks(v *value) bool {
	seen := map[*value]bool{}
	var look func(*value) bool
	look = func(v *value) bool {
		if v == nil || v.kind != objectValue {
			return true
		}
		if seen[v] {
			return false
		}
		seen[v] = true
		for _, name := range []string{"description", "title"} {
			if strings.TrimSpace(v.get(name).word()) != "" {
				return true
			}
		}
		if ref := v.get("$ref").word(); ref != "" && look(c.resolve(ref)) {
			return true
		}
		for _, name := range []string{"allOf", "anyOf", "oneOf"} {
			if list := v.get(name); list != nil && slices.ContainsFunc(list.items, look) {
				return true
			}
		}
		return false
	}
	return look(v)
}
