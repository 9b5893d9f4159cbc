package importer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/registry"
)

// maxSchemas bounds how much references may unfold to: ten short definitions can stand for a million schemas.
const maxSchemas = 20_000

// place says what a schema describes.
type place uint8

const (
	asRoot   place = iota // a tool's argument
	asMember              // a parameter or a member, which has a description
	asInner               // an item, a value, a variant: its words go to the member around it
)

// conversion turns one tool's schema into types.
type conversion struct {
	*importing
	root         *value
	table        map[string]*keyword
	nullIsAbsent bool            // OpenAI's strict form
	closes       bool            // the form has no additionalProperties: objects are closed
	refs         []*value        // what is being unfolded
	used         map[*value]bool // the schemas that were read
	schemas      int
}

// shape is what a schema becomes.
type shape struct {
	registry.Type
	description string
	describedAt *value
	title       *value
	constraints []string // for the end of the description, e.g. "multipleOf 5"
	lines       []string // for the description, in front of that
	def         *value
	examples    []*value
	read        bool    // its words were
	limits      []limit // of an integer, as its keywords give them
	int32       *value  // the format that bounds it
	null        *value  // where it is said that null is a value, unless "type" or "nullable" says it
	nullBy      string  // the keyword that says so
}

// whole is the description with what was moved into it.
func (s *shape) whole() string {
	parts := append([]string{s.description}, s.lines...)
	if s.constraints != nil {
		// Not "Constraints: ", as what projections add begins: it may follow.
		parts = append(parts, "Rules: "+strings.Join(s.constraints, "; ")+".")
	}
	// A line of its own would break the bullet that documentation makes of a description, so one line stays one.
	if slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(p, "\n") }) {
		return strings.Join(parts, "\n")
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = sentence(parts[i])
	}
	return strings.Join(parts, " ")
}

// sentence ends words so that another sentence can follow.
func sentence(words string) string {
	words = strings.TrimRight(words, " \t")
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(words, `)]}"'`+"`»”’"))
	if strings.ContainsRune(".!?:;…。！？：；", last) {
		return words
	}
	return words + "."
}

// schema converts a schema.
func (c *conversion) schema(v *value, as place) (shape, bool) {
	before := len(c.refs)
	defer func() { c.refs = c.refs[:before] }()
	switch {
	case v.is("true"):
		if as == asRoot {
			return shape{}, c.notObject(v, "it is true")
		}
		return shape{Type: registry.Type{At: v.loc(), Kind: registry.AnyType}, read: true}, true
	case v.is("false"):
		c.refuse(v, "a schema", "remove it, or say what is valid", "it is false: no value is valid")
		return shape{}, false
	}
	f, refs, ok := c.flatten(v)
	if !ok {
		return shape{}, false
	}
	c.refs = append(c.refs, refs...)
	s := shape{Type: registry.Type{At: v.loc()}}
	whole := true
	if as == asRoot {
		for _, name := range []string{"anyOf", "oneOf", "enum", "const"} {
			if m := f.get(name); m != nil {
				c.refuse(m, name, "make each alternative a tool, or a parameter of type union", "no provider takes it at the root of a tool's schema")
				f, whole = f.without(name), false
			}
		}
	}
	// Where something is refused, the rest is read all the same, as far as it can be: all that is wrong is told in one run.
	if f, ok = c.alternatives(f, &s); !ok && s.Kind == "" {
		return shape{}, false
	}
	if s.Kind == "" && !c.kindOf(f, &s, v, as) {
		return shape{}, false
	}
	if s.Kind == registry.AnyType {
		s.Nullable = false // null is one of any values
	}
	return s, c.fill(f, &s, v, as) && ok && whole
}

// nulled keeps where null was found to be a value: what becomes of it shows later, and is to be told once.
func (s *shape) nulled(v *value, by string) {
	s.Nullable = true
	if s.null == nil {
		s.null, s.nullBy = v, by
	}
}

// nullable reports what became of null where it is a value.
func (c *conversion) nullable(s *shape) {
	switch {
	case s.null == nil:
	case s.Kind == registry.AnyType:
		c.note(s.null, s.nullBy, Rewritten, "null is one of any values")
	default:
		c.note(s.null, s.nullBy, Rewritten, "nullable")
	}
}

func (c *conversion) notObject(v *value, why string) bool {
	c.refuse(v, "the schema", "want a schema of type object at the root", "%s", why)
	return false
}

// fill converts what the keywords say of a type whose kind is known.
func (c *conversion) fill(f flat, s *shape, v *value, as place) bool {
	ok := true
	if s.Kind == registry.ObjectType {
		ok = c.object(f, s, v, as)
	}
	if s.Kind == registry.ArrayType {
		ok = c.array(f, s, v) && ok
	}
	return c.keywords(f, s, as) && ok
}

// kindOf tells the kind from "type", or from what only one kind has.
func (c *conversion) kindOf(f flat, s *shape, v *value, as place) bool {
	t := f.get("type")
	names, ok := c.typeNames(t)
	if !ok {
		return false
	}
	if n := f.get("nullable"); n.is("true") {
		s.Nullable = true
	}
	if i := slices.Index(names, "null"); i >= 0 && len(names) > 1 {
		names, s.Nullable = slices.Delete(names, i, i+1), true
	}
	if len(names) == 2 && slices.Contains(names, "integer") && slices.Contains(names, "number") {
		names = []string{"number"}
		c.note(t, "type", Rewritten, "every integer is a number")
	}
	switch {
	case len(names) > 1:
		c.refuse(t, "type", "choose one of them", "a parameter has one type, and here are %s", strings.Join(names, ", "))
		return false
	case len(names) == 1:
		s.Kind = registry.TypeKind(names[0])
	default:
		s.Kind = inferred(f)
		if as == asRoot && len(f) == 0 {
			s.Kind = registry.ObjectType
		}
		if at := f.first(); at != nil && s.Kind != registry.AnyType {
			c.note(at, "type", Rewritten, "it is not given; the other keywords mean %s", s.Kind)
		}
	}
	if as == asRoot && s.Kind != registry.ObjectType {
		return c.notObject(v, "its type is "+string(s.Kind))
	}
	if s.Nullable && as == asRoot {
		s.Nullable = false
		if n := f.get("nullable"); n.is("true") {
			v = n
		}
		c.note(v, "null", LeftOut, "a call has an object for its argument")
	}
	return true
}

// typeNames reads "type", whatever its case: Gemini writes capitals.
func (c *conversion) typeNames(t *value) ([]string, bool) {
	if t == nil {
		return nil, true
	}
	items := []*value{t}
	if t.kind == arrayValue && len(t.items) > 0 {
		items = t.items
	}
	var names []string
	for _, item := range items {
		name := strings.ToLower(item.word())
		if !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object", "null"}, name) {
			c.refuse(item, "type", "want string, integer, number, boolean, array or object", "no type %s", short(string(item.raw())))
			return nil, false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 && names[0] == "null" {
		c.refuse(t, "type", "remove the parameter", "null is its only value")
		return nil, false
	}
	return names, true
}

// inferred is the kind that keywords mean where no type is given.
func inferred(f flat) registry.TypeKind {
	for _, k := range []string{"enum", "const"} {
		v := f.get(k)
		if v == nil {
			continue
		}
		values := []*value{v}
		if k == "enum" {
			values = v.items
		}
		all := func(ok func(*value) bool) bool {
			return len(values) > 0 && !slices.ContainsFunc(values, func(v *value) bool { return !ok(v) && v.kind != nullValue })
		}
		switch {
		case all(func(v *value) bool { return v.kind == stringValue }):
			return registry.StringType
		case all(func(v *value) bool { _, ok := integer(v); return ok }):
			return registry.IntegerType
		case all(func(v *value) bool { return v.kind == numberValue }):
			return registry.NumberType
		case all(func(v *value) bool { return v.kind == boolValue }):
			return registry.BooleanType
		}
	}
	switch {
	case f.get("properties") != nil || f.get("required") != nil || f.get("additionalProperties") != nil:
		return registry.ObjectType
	case f.get("items") != nil:
		return registry.ArrayType
	}
	return registry.AnyType
}

// array converts the items.
func (c *conversion) array(f flat, s *shape, v *value) bool {
	items := f.get("items")
	switch {
	case f.get("prefixItems") != nil || items != nil && items.kind == arrayValue:
		return true // the table refuses tuples
	case items == nil:
		c.note(v, "items", Rewritten, "it is not given, so items are of type any")
		s.Items = &registry.Type{At: v.loc(), Kind: registry.AnyType}
		return true
	}
	inner, ok := c.schema(items, asInner)
	s.Items = &inner.Type
	c.adopt(s, &inner, "Each item", items)
	return ok
}

// adopt moves the words of an inner type, which has no description, to the type around it.
func (c *conversion) adopt(s, inner *shape, who string, v *value) {
	c.nullable(inner)
	if inner.description != "" {
		c.note(inner.describedAt, "description", Moved, "of the parameter around it; only parameters and members have one")
		s.lines = append(s.lines, who+": "+inner.description)
	}
	for _, line := range inner.lines {
		s.lines = append(s.lines, who+": "+line)
	}
	if inner.constraints != nil {
		s.lines = append(s.lines, who+": "+strings.Join(inner.constraints, "; ")+".")
	}
	if inner.def != nil {
		c.note(inner.def, "default", LeftOut, "only parameters and members have one")
	}
	if inner.title != nil {
		c.note(inner.title, "title", LeftOut, "models are told the description")
	}
	for _, x := range inner.examples {
		c.note(x, "examples", LeftOut, "only parameters and members have them")
	}
}
