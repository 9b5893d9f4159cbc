package importer

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// object converts the members of an object, or finds that it is a map.
func (c *conversion) object(f flat, s *shape, v *value, as place) bool {
	props, rest := f.get("properties"), f.get("additionalProperties")
	if other := f.get("unevaluatedProperties"); rest == nil {
		rest = other
	} else if other != nil {
		c.note(other, "unevaluatedProperties", LeftOut, "additionalProperties says it")
	}
	named := props != nil && len(props.members) > 0
	isSchema := rest != nil && rest.kind == objectValue && len(rest.members) > 0
	switch {
	case isSchema && (named || as == asRoot):
		c.refuse(rest, "additionalProperties", "name the members, or move the others into a parameter of type map", "an object has members with names, or is a map, and not both")
		c.members(f, props, s, as)
		return false
	case isSchema:
		return c.requiresNothing(f) && c.mapOf(s, rest)
	case rest.is("false"):
	case rest != nil && (named || as == asRoot):
		c.note(rest, "additionalProperties", Rewritten, "objects of a registry are closed: a call with another member is refused")
	case rest != nil || !named && as != asRoot && !(props != nil && c.closes):
		if rest == nil {
			rest = v
			c.note(v, "additionalProperties", Rewritten, "an object without properties may hold anything, so it is a map of any")
		} else {
			c.note(rest, "additionalProperties", Rewritten, "a map of any")
		}
		s.Kind, s.Values = registry.MapType, &registry.Type{At: rest.loc(), Kind: registry.AnyType}
		return c.requiresNothing(f)
	default:
		c.closed(v)
	}
	return c.members(f, props, s, as)
}

// closed reports an object that says nothing of other members, unless its form never does.
func (c *conversion) closed(v *value) {
	if !c.closes {
		c.note(v, "additionalProperties", Rewritten, "it is not given, and objects of a registry are closed: a call with another member is refused")
	}
}

// requiresNothing refuses what a map would require: it has no members with names.
func (c *conversion) requiresNothing(f flat) bool {
	_, ok := c.required(f, nil)
	return ok
}

func (c *conversion) mapOf(s *shape, rest *value) bool {
	inner, ok := c.schema(rest, asInner)
	s.Kind, s.Values = registry.MapType, &inner.Type
	c.adopt(s, &inner, "Each value", rest)
	return ok
}

// members converts properties, in the order that the model is to see.
func (c *conversion) members(f flat, props *value, s *shape, as place) bool {
	required, ok := c.required(f, props)
	var all []member
	if props != nil {
		all = c.ordered(props.members, f.get("propertyOrdering"))
	}
	around := c.where
	defer func() { c.where = around }()
	for _, m := range all {
		c.where = strings.TrimPrefix(around+"."+m.name, ".")
		if !paramName.MatchString(m.name) {
			c.refuse(m.value, "the name", "rename it: want 1 to 64 letters, digits or _, starting with a letter or _", "%q is no name that every provider takes", short(m.name))
			ok = false
		}
		inner, whole := c.schema(m.value, asMember)
		if !whole {
			if inner.wordless() || !inner.read && !c.speaks(m.value) {
				c.undescribed(m.value)
			}
			ok = false
			continue
		}
		p, whole := c.param(m, &inner, required[m.name], around == "" && as == asRoot)
		s.Params = append(s.Params, p)
		ok = ok && whole
	}
	return ok
}

// required reads which members have to be given.
func (c *conversion) required(f flat, props *value) (map[string]bool, bool) {
	out := map[string]bool{}
	req := f.get("required")
	if req == nil {
		return out, true
	}
	if req.kind == nullValue {
		c.note(req, "required", LeftOut, "null says nothing")
		return out, true
	}
	ok := true
	for _, item := range req.items {
		if props.get(item.word()) == nil {
			c.refuse(item, "required", "declare it, or remove the entry", "there is no member %s", short(string(item.raw())))
			ok = false
		}
		out[item.word()] = true
	}
	return out, ok
}

// ordered puts members in the order that Gemini's keyword gives, for its clients sort the members themselves.
func (c *conversion) ordered(members []member, ordering *value) []member {
	if ordering == nil || ordering.kind != arrayValue {
		return members
	}
	rank := map[string]int{}
	for i, item := range ordering.items {
		if _, ok := rank[item.word()]; !ok {
			rank[item.word()] = i
		}
	}
	out := slices.Clone(members)
	slices.SortStableFunc(out, func(a, b member) int {
		at := func(m member) int {
			if i, ok := rank[m.name]; ok {
				return i
			}
			return len(rank) + len(ordering.items)
		}
		return at(a) - at(b)
	})
	return out
}
