package importer

import (
	"encoding/json"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// param makes a parameter of a converted schema.
func (c *conversion) param(m member, s *shape, required, top bool) (registry.Param, bool) {
	p := registry.Param{Type: s.Type, Name: m.name, Required: required}
	if required && s.Nullable && c.nullIsAbsent && s.def != nil && s.def.kind == nullValue {
		p.Required = false // its default says that null is a value
		c.nullable(s)
	} else if required && s.Nullable && c.nullIsAbsent {
		p.Required, p.Nullable = false, false
		if s.null == nil {
			s.null, s.nullBy = m.value, "null"
		}
		c.note(s.null, s.nullBy, Rewritten, "the strict form of an optional parameter: required false")
	} else {
		c.nullable(s)
	}
	ok := true
	if s.def != nil {
		p.Default, ok = c.defaultOf(s, p.Required, p.Nullable)
	}
	c.usage(&p, s, top)
	described := s.describedAt
	if strings.TrimSpace(s.description) == "" && s.title != nil {
		described = s.title
		s.description, ok = c.text(s.title, "title")
		c.note(s.title, "title", Rewritten, "it serves as description")
	} else if s.title != nil {
		c.note(s.title, "title", LeftOut, "models are told the description")
	}
	if strings.TrimSpace(s.description) == "" {
		if ok {
			c.refuse(m.value, "the description", "describe it: it is all that a model knows of it", "there is none")
		}
		return p, false
	}
	p.Fragments = fragments(s.whole(), described.loc())
	return p, ok
}

// defaultOf keeps a default where it can be of use.
func (c *conversion) defaultOf(s *shape, required, nullable bool) (json.RawMessage, bool) {
	switch {
	case s.def.kind == nullValue && !nullable:
		c.note(s.def, "default", LeftOut, "null stands for a parameter that is not given")
		return nil, true
	case required:
		c.note(s.def, "default", LeftOut, "a required parameter never needs one")
		return nil, true
	}
	return s.def.raw(), c.values(s.def, "default")
}

// usage moves examples into the description, which models of every transport read. The call in XML documentation shows
// the first that it can.
func (c *conversion) usage(p *registry.Param, s *shape, top bool) {
	var shown []string
	for _, x := range s.examples {
		text := x.bare()
		if reserved(text) != "" {
			c.note(x, "examples", LeftOut, "it looks like a mark")
			continue
		}
		shown = append(shown, x.inline())
		if !top || p.Usage != "" || text == "" || strings.Contains(text, "</") { // which would end the call
			c.note(x, "examples", Moved, "")
			continue
		}
		p.Usage, p.UsageAt = text, x.loc()
		c.note(x, "examples", Moved, "the call in XML documentation shows it, too")
	}
	if shown != nil {
		s.lines = append(s.lines, "Examples: "+strings.Join(shown, "; ")+".")
	}
}

// inline shows a value within a sentence. A string that would not stand out there keeps its quotes.
func (v *value) inline() string {
	text := v.bare()
	if v.kind == stringValue && (text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\r;")) {
		return string(v.raw())
	}
	return text
}

// bare shows a value without the quotes of a string.
func (v *value) bare() string {
	if v.kind == stringValue {
		return v.text
	}
	return string(v.raw())
}
