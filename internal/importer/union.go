package importer

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// union converts objects that a member tells apart.
func (c *conversion) union(tag string, list *value, branches []branch, rest flat, s *shape) bool {
	if !paramName.MatchString(tag) {
		c.refuse(list, "the discriminator", "rename it: want 1 to 64 letters, digits or _, starting with a letter or _", "%q is no name that every provider takes", short(tag))
		return false
	}
	if !c.objects(rest, s) {
		return false
	}
	for _, name := range []string{"properties", "additionalProperties", "items", "enum", "const"} {
		if m := rest.get(name); m != nil {
			c.refuse(m, name, "put it into each of the alternatives", "it stands beside alternatives")
			return false
		}
	}
	c.note(list, list.step[1:], Rewritten, "a union by %q", tag)
	s.Kind, s.Discriminator = registry.UnionType, registry.Word{Text: tag, At: list.loc()}
	ok := true
	for i, b := range branches {
		one, whole := c.variant(tag, b, s, c.closes && i == 0 && rest.get("description") == nil)
		s.Variants = append(s.Variants, one)
		ok = ok && whole
	}
	return ok
}

// variant converts one of the objects. speaks says that its description is that of the union.
func (c *conversion) variant(tag string, b branch, s *shape, speaks bool) (registry.Variant, bool) {
	value := c.tag(tag, b)
	v := registry.Variant{At: b.at.loc(), Tag: registry.Word{Text: value.text, At: value.loc()}}
	if !wireName.MatchString(value.text) {
		c.refuse(value, "const", "want 1 to 64 letters, digits, _ or -, starting with a letter or _", "%q can't be the tag of a variant", short(value.text))
		return v, false
	}
	beside, _ := c.meant(b.get("properties").get(tag).members)
	c.besideConst(beside, value, "the discriminator has its tags alone")
	around := c.where
	c.where = fmt.Sprintf("%s.%s", around, value.text)
	defer func() { c.where = around }()
	before := len(c.refs)
	c.refs = append(c.refs, b.refs...)
	defer func() { c.refs = c.refs[:before] }()
	if !c.objects(b.flat, s) {
		return v, false
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if m := b.get(name); m != nil {
			c.refuse(m, name, "make each a variant", "a variant has no alternatives of its own")
			return v, false
		}
	}
	inner := shape{Type: registry.Type{At: b.at.loc(), Kind: registry.ObjectType}}
	if b.get("additionalProperties") == nil && b.get("unevaluatedProperties") == nil {
		c.closed(b.at)
	}
	ok := c.fill(without(b.flat, tag), &inner, b.at, asInner)
	if inner.Kind != registry.ObjectType {
		c.refuse(b.at, "additionalProperties", "name the members", "a variant is an object with named members")
		return v, false
	}
	v.Params = inner.Params
	c.where = around
	if s.describedAt == nil && speaks && inner.description != "" {
		// Gemini's older form takes nothing beside alternatives, so the union's description stands in the first.
		s.description, s.describedAt = inner.description, inner.describedAt
		s.def, s.Nullable = inner.def, s.Nullable || inner.Nullable
		inner.description, inner.def = "", nil
	}
	c.adopt(s, &inner, fmt.Sprintf("Where %s is %s", tag, value.text), b.at)
	return v, ok
}

// objects reads of a union or of a variant that it is an object, or null.
func (c *conversion) objects(f flat, s *shape) bool {
	t := f.get("type")
	names, ok := c.typeNames(t)
	for _, name := range names {
		if name == "null" {
			s.Nullable = true
		} else if name != "object" {
			c.refuse(t, "type", "want object", "what a member tells apart are objects, and here is %s", name)
			return false
		}
	}
	if n := f.get("nullable"); n.is("true") {
		s.Nullable = true
	}
	return ok
}

// without takes a member out of an object.
func without(f flat, name string) flat {
	out := slices.Clone(f)
	for i, m := range out {
		switch m.name {
		case "properties":
			object := *m.value
			object.index, object.own = nil, false
			object.members = slices.DeleteFunc(slices.Clone(object.members), func(p member) bool { return p.name == name })
			out[i].value = &object
		case "required":
			list := *m.value
			list.items = slices.DeleteFunc(slices.Clone(list.items), func(v *value) bool { return v.word() == name })
			out[i].value = &list
		}
	}
	if f.get("additionalProperties") == nil && f.get("unevaluatedProperties") == nil {
		// What tells it apart is a member, so the object has named members even where that is the only one.
		object := f.get("properties")
		out = append(out, member{"additionalProperties", &value{kind: boolValue, text: "false", at: object.at, doc: object.doc, parent: object.parent, step: object.step}})
	}
	return out
}
