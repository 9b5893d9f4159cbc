package importer

import (
	"encoding/json"
	"strings"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/registry"
)

// param makes a parameter of a converted schema.
func (c *conversion) param(m member, s *shape, required, top bool) (registry.Param, bool) {
	p := registry.Param{Type: s.Type, Name: m.name, Required: required}
	switch {
	case required && s.Nullable && c.nullIsAbsent:
		c.optional(&p, m, s, "the strict form of an optional parameter: required false")
	case !required && s.Nullable && s.def != nil && s.def.kind == nullValue:
		c.optional(&p, m, s, "null is the default of an optional parameter: required false, and null means that it is not given")
	default:
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
		text, fine := c.text(s.title, "title")
		s.description, ok = text, ok && fine
		c.note(s.title, "title", Rewritten, "it serves as description")
	} else if s.title != nil {
		c.note(s.title, "title", LeftOut, "models are told the description")
	}
	if s.wordless() {
		c.undescribed(m.value)
		return p, false
	}
	if strings.TrimSpace(s.description) == "" {
		return p, false // its title was refused
	}
	p.Fragments = fragments(s.whole(), described.loc())
	return p, ok
}

// optional makes a parameter of which null says that it is not given.
func (c *conversion) optional(p *registry.Param, m member, s *shape, why string) {
	p.Required, p.Nullable = false, false
	if s.null == nil {
		s.null, s.nullBy = m.value, "null"
	}
	c.note(s.null, s.nullBy, Rewritten, "%s", why)
	if s.def != nil && s.def.kind == nullValue {
		c.note(s.def, "default", Rewritten, "required false")
		s.def = nil
	}
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
// one, in the form in which a call has it: the first that says more than null.
func (c *conversion) usage(p *registry.Param, s *shape, top bool) {
	var shown []string
	var moved []*value
	var best *value
	for _, x := range s.examples {
		if why := c.noExample(p, x); why != "" {
			c.note(x, "examples", LeftOut, "%s", why)
			continue
		}
		moved, shown = append(moved, x), append(shown, inline(p, x))
		if top && !c.endsCall(p, x) && inCall(p, x) != "" && (best == nil || best.kind == nullValue && x.kind != nullValue) {
			best = x
		}
	}
	for _, x := range moved {
		switch {
		case x == best:
			p.Usage, p.UsageAt = inCall(p, x), x.loc()
			c.note(x, "examples", Moved, "the call in XML documentation shows it, too")
		case top && c.endsCall(p, x):
			c.note(x, "examples", Moved, "the call in XML documentation can't show it, because it holds \"</\"")
		default:
			c.note(x, "examples", Moved, "")
		}
	}
	if shown != nil {
		s.lines = append(s.lines, "Examples: "+strings.Join(shown, "; ")+".")
	}
}

// noExample says why a value is not shown to models, or nothing. One that no call may have would teach a mistake.
func (c *conversion) noExample(p *registry.Param, x *value) string {
	if reserved(x.bare()) != "" {
		return "it looks like a mark"
	}
	if x.kind == nullValue && !p.Required && !p.Nullable && p.Kind != registry.AnyType {
		return "null stands for a parameter that is not given"
	}
	if why := check.Argument(&p.Type, x.raw()); why != "" {
		return "no call may have it: " + why
	}
	return ""
}

// isText reports whether a call in XML has a value as it is. That of every other type is JSON, and so is what may be null.
func isText(p *registry.Param) bool { return p.Kind == registry.StringType && !p.Nullable }

// inCall shows a value as it stands in the tag of a parameter.
func inCall(p *registry.Param, x *value) string {
	if isText(p) {
		return x.text
	}
	return strings.ReplaceAll(x.compact(), "</", `<\/`) // which JSON reads alike, and which ends no call
}

// endsCall reports whether a value would end the call that shows it.
func (c *conversion) endsCall(p *registry.Param, x *value) bool {
	return isText(p) && strings.Contains(x.text, "</")
}

// inline shows a value within a sentence. A string that would not stand out there keeps its quotes, and so does one where
// other values are valid, too.
func inline(p *registry.Param, x *value) string {
	if isText(p) && x.text != "" && strings.TrimSpace(x.text) == x.text && !strings.ContainsAny(x.text, "\n\r;") {
		return x.text
	}
	return x.compact()
}

// bare shows a value without the quotes of a string.
func (v *value) bare() string {
	if v.kind == stringValue {
		return v.text
	}
	return string(v.raw())
}
