package importer

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// flat is a schema whose references are inlined and whose allOf is merged, each keyword once.
type flat []member

func (f flat) get(name string) *value {
	for _, m := range f {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// first is the first keyword that says more than words do.
func (f flat) first() *value {
	for _, m := range f {
		if !isWords(m.name) {
			return m.value
		}
	}
	return nil
}

// without returns f without some keywords.
func (f flat) without(names ...string) flat {
	return slices.DeleteFunc(slices.Clone(f), func(m member) bool { return slices.Contains(names, m.name) })
}

// isWords reports whether a keyword is for readers, so that one nearer to the user wins.
func isWords(name string) bool {
	return slices.Contains([]string{"description", "title", "default", "examples", "example", "$comment", "deprecated", "readOnly", "writeOnly"}, name)
}

// flatten inlines what a schema refers to. It returns that, too: none of it may stand in itself again.
func (c *conversion) flatten(v *value) (out flat, refs []*value, ok bool) {
	if v.kind != objectValue {
		if v.is("true") {
			c.used[v] = true
			return nil, nil, true
		}
		c.refuse(v, "a schema", "want an object", "it is %s", v.kind)
		return nil, nil, false
	}
	if !c.counted(v) {
		return nil, nil, false
	}
	c.used[v] = true
	j := joined{conversion: c}
	members, ok := c.meant(v.members)
	if !ok {
		return nil, nil, false
	}
	for _, m := range members {
		if isWords(m.name) {
			j.whole = append(j.whole, m)
		}
	}
	var own flat
	for _, m := range members {
		switch m.name {
		case "$ref":
			if !j.join(c.follow(m.value)) {
				return nil, nil, false
			}
		case "allOf":
			if !j.all(m.value) {
				return nil, nil, false
			}
		default:
			own = append(own, m)
		}
	}
	if !j.join(own, nil, true) {
		return nil, nil, false
	}
	if j.owners > 1 && j.closed {
		c.refuse(v, "allOf", "put the members into one object", "one of its parts allows no members but its own, so together they allow less than they list")
		return nil, nil, false
	}
	return j.whole, j.refs, true
}

// all joins the branches of allOf.
func (j *joined) all(list *value) bool {
	if list.kind != arrayValue {
		j.refuse(list, "allOf", "want a list of schemas", "it is %s", list.kind)
		return false
	}
	for _, branch := range list.items {
		if !j.join(j.flatten(branch)) {
			return false
		}
	}
	j.note(list, "allOf", Rewritten, "its parts are put together")
	return true
}

// joined is a schema as its parts are put together.
type joined struct {
	*conversion
	whole  flat
	refs   []*value
	owners int  // parts that declare members
	closed bool // one of the parts allows no others
}

// join adds a part, with what it refers to, unless that could not be read.
func (j *joined) join(part flat, refs []*value, ok bool) bool {
	if j.refs = append(j.refs, refs...); !ok {
		return false
	}
	if part.get("properties") != nil {
		j.owners++
	}
	j.closed = j.closed || part.get("additionalProperties").is("false")
	for _, m := range part {
		if !j.merge(&j.whole, m) {
			return false
		}
	}
	return true
}

// counted counts a schema that references lead to, and refuses too many. Those of the document itself are as many as it has.
func (c *conversion) counted(v *value) bool {
	if len(c.refs) == 0 {
		return true
	}
	if c.schemas++; c.schemas == maxSchemas+1 {
		c.refuse(v, "the schema", "flatten it", "its references unfold to more than %d schemas", maxSchemas)
	}
	return c.schemas <= maxSchemas
}

// follow flattens what a reference leads to.
func (c *conversion) follow(ref *value) (flat, []*value, bool) {
	target := c.resolve(ref.word())
	if target == nil {
		c.refuse(ref, "$ref", "want a reference within the tool's own schema, e.g. \"#/$defs/Point\"", "%s leads nowhere", short(string(ref.raw())))
		return nil, nil, false
	}
	if slices.Contains(c.refs, target) || target == c.root {
		c.refuse(ref, "$ref", "name the levels that are needed, or take the inner part as type any", "the schema contains itself, and types of a registry end somewhere")
		return nil, nil, false
	}
	c.note(ref, "$ref", Rewritten, "what it leads to stands here")
	c.refs = append(c.refs, target)
	f, inner, ok := c.flatten(target)
	c.refs = c.refs[:len(c.refs)-1]
	return f, append(inner, target), ok
}

// resolve finds what a reference within the schema leads to, or nil.
func (c *conversion) resolve(ref string) *value {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	pointer, err := url.PathUnescape(pointer)
	if err != nil {
		return nil
	}
	at := c.root
	if pointer == "" {
		return at
	}
	steps := strings.Split(pointer, "/")
	if steps[0] != "" {
		return nil
	}
	for _, step := range steps[1:] {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		if at.kind == arrayValue {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(at.items) || strconv.Itoa(i) != step {
				return nil
			}
			at = at.items[i]
			continue
		}
		if at = at.get(step); at == nil {
			return nil
		}
	}
	return at
}

// merge adds a keyword. Two that differ are merged where they list, and refused where they contradict.
func (c *conversion) merge(into *flat, m member) bool {
	i := slices.IndexFunc(*into, func(o member) bool { return o.name == m.name })
	if i < 0 {
		*into = append(*into, m)
		return true
	}
	old := (*into)[i].value
	switch {
	case old == m.value || same(old, m.value):
	case isWords(m.name):
		c.note(m.value, m.name, LeftOut, "the one at %s is nearer", old.loc())
	case m.name == "$defs" || m.name == "definitions":
		// References are followed from the root, whatever is merged.
	case slices.Contains([]string{"$id", "id", "$schema", "$anchor"}, m.name):
		c.note(m.value, m.name, LeftOut, "the one at %s is nearer", old.loc())
	case m.name == "required" && old.kind == arrayValue && m.value.kind == arrayValue:
		list := old.copied()
		list.items = append(list.items, m.value.items...)
		(*into)[i].value = list
	case m.name == "properties" && old.kind == objectValue && m.value.kind == objectValue:
		object := old.copied()
		for _, p := range m.value.members {
			if had := object.get(p.name); had != nil && !same(had, p.value) {
				c.refuse(p.value, "properties", "declare it once", "member %q is also declared at %s, and otherwise", short(p.name), had.loc())
				return false
			} else if had == nil {
				object.add(p)
			}
		}
		(*into)[i].value = object
	default:
		c.refuse(m.value, nameOf(m.name), "say it once", "it stands at %s, too, and otherwise", old.loc())
		return false
	}
	return true
}

// same reports whether two values are equal.
func same(a, b *value) bool {
	if a.kind != b.kind || len(a.items) != len(b.items) || len(a.members) != len(b.members) {
		return false
	}
	return bytes.Equal(a.raw(), b.raw())
}
