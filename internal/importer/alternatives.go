package importer

import (
	"slices"
	"strings"
)

// alternatives resolves anyOf and oneOf: null beside one type, constants, and objects that a member tells apart.
func (c *conversion) alternatives(f flat, s *shape) (flat, bool) {
	for {
		name, list, ok := c.choice(f)
		if !ok {
			return nil, false
		}
		if list == nil {
			return f, true
		}
		branches, ok := c.branches(list, s)
		if !ok {
			return nil, false
		}
		rest := f.without(name)
		if tag := c.discriminator(f, branches); tag != "" {
			c.discriminated(f.get("discriminator"), tag)
			rest = rest.without("discriminator")
			return rest, c.union(tag, list, branches, rest, s)
		}
		if values, ok := constants(list, branches); ok {
			c.note(list, name, Rewritten, "enum")
			for _, b := range branches {
				c.besideConst(b.flat, only(b.flat), "it says nothing beside a constant")
			}
			return rest, c.merge(&rest, member{"enum", values})
		}
		if len(branches) != 1 {
			c.refuse(list, name, "choose one of them, or give objects a required member with a const of its own in each", "nothing tells its %d alternatives apart", len(branches))
			return nil, false
		}
		if len(list.items) > 1 {
			s.nulled(list, name) // all but one are null
		} else {
			c.note(list, name, Rewritten, "its only alternative stands here")
		}
		c.refs = append(c.refs, branches[0].refs...)
		for _, m := range branches[0].flat {
			if !c.merge(&rest, m) {
				return nil, false
			}
		}
		f = rest
	}
}

// choice returns the alternatives of a schema and the keyword that lists them; nil where it has none.
func (c *conversion) choice(f flat) (name string, list *value, ok bool) {
	name, list = "anyOf", f.get("anyOf")
	if other := f.get("oneOf"); other != nil {
		if list != nil {
			c.refuse(other, "oneOf", "say it in one of them", "anyOf stands beside it")
			return "", nil, false
		}
		name, list = "oneOf", other
	}
	return name, list, true
}

// branch is an alternative.
type branch struct {
	at *value
	flat
	refs []*value
}

// branches flattens alternatives and takes null out.
func (c *conversion) branches(list *value, s *shape) ([]branch, bool) {
	var out []branch
	for _, item := range list.items {
		f, refs, ok := c.flatten(item)
		if !ok {
			return nil, false
		}
		if f.get("type").word() == "null" || f.get("type").word() == "NULL" || f.get("const").is("null") {
			s.Nullable = true
			c.besideNull(f)
			continue
		}
		out = append(out, branch{item, f, refs})
	}
	if len(out) == 0 {
		c.refuse(list, "null", "remove the parameter", "null is its only value")
	}
	return out, len(out) > 0
}

// constants joins alternatives of one string or one integer each.
func constants(list *value, branches []branch) (*value, bool) {
	values := *list
	values.items = nil
	for _, b := range branches {
		one := only(b.flat)
		if one == nil || b.get("description") != nil || len(branches) == 1 {
			return nil, false
		}
		if len(values.items) > 0 && one.kind != values.items[0].kind {
			return nil, false
		}
		values.items = append(values.items, one)
	}
	return &values, true
}

// only is the one value that a schema allows, or nil.
func only(f flat) *value {
	one := f.get("const")
	if list := f.get("enum"); one == nil && list != nil && len(list.items) == 1 {
		one = list.items[0]
	}
	if one == nil || one.kind != stringValue && one.kind != numberValue {
		return nil
	}
	return one
}

// discriminator is the member whose constant tells objects apart, or "".
func (c *conversion) discriminator(f flat, branches []branch) string {
	var names []string
	if named := f.get("discriminator").get("propertyName"); named.word() != "" {
		names = []string{named.word()}
	}
	if p := branches[0].get("properties"); p != nil && p.kind == objectValue {
		for _, m := range p.members {
			names = append(names, m.name)
		}
	}
	for _, name := range names {
		p := branches[0].get("properties")
		first := p != nil && len(p.members) > 0 && p.members[0].name == name
		if (len(branches) > 1 || first) && c.tells(name, branches) {
			return name
		}
	}
	return ""
}

// discriminated reports what OpenAPI's keyword says beside the name of the member, which the objects say themselves.
func (c *conversion) discriminated(v *value, tag string) {
	switch {
	case v == nil:
	case v.get("propertyName").word() != tag:
		c.note(v, "discriminator", LeftOut, "member %q tells the objects apart", tag)
	default:
		c.leave(v.members, "the objects have their tags", "propertyName")
	}
}

// besideConst reports what a schema has beside the one value that it allows.
func (c *conversion) besideConst(f flat, one *value, why string) {
	saying := []string{"const"}
	if f.get("const") == nil {
		saying = []string{"enum"}
	}
	if t := strings.ToLower(f.get("type").word()); one.kind == stringValue && t == "string" || one.kind == numberValue && (t == "integer" || t == "number") {
		saying = append(saying, "type")
	}
	c.leave(f, why, saying...)
}

// besideNull reports what a schema has beside null, which is all that it allows.
func (c *conversion) besideNull(f flat) {
	var saying []string
	for _, m := range f {
		if m.value.is("null") || m.name == "type" && strings.EqualFold(m.value.word(), "null") {
			saying = append(saying, m.name)
		}
	}
	c.leave(f, "null is all that is left of it", saying...)
}

// leave reports the keywords that are left out of a schema which became something shorter.
func (c *conversion) leave(f flat, why string, but ...string) {
	for _, m := range f.without(but...) {
		c.note(m.value, nameOf(m.name), LeftOut, "%s", why)
	}
}

// tells reports whether a member has a constant of its own in every object.
func (c *conversion) tells(name string, branches []branch) bool {
	seen := map[string]bool{}
	for _, b := range branches {
		tag := c.tag(name, b)
		if tag == nil || seen[tag.text] {
			return false
		}
		required := b.get("required")
		if required == nil || !slices.ContainsFunc(required.items, func(v *value) bool { return v.word() == name }) {
			return false
		}
		seen[tag.text] = true
	}
	return true
}

// tag is the constant of a member, or nil. A lone alternative is a union only where it says const.
func (c *conversion) tag(name string, b branch) *value {
	p := b.get("properties").get(name)
	if p == nil || p.kind != objectValue || p.get("$ref") != nil {
		return nil
	}
	if one := only(flat(p.members)); one != nil && one.kind == stringValue {
		return one
	}
	return nil
}
