package importer

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt/formats"
)

// verdict says what becomes of a keyword.
type verdict uint8

const (
	structure verdict = iota // it made the type already
	carried                  // the language has it, at these kinds of type
	lacking                  // a constraint that the language lacks: refused, or words
	left                     // it says nothing about values
	refused                  // it can't be said
)

// keyword is a row of the table: a keyword of JSON Schema, and what becomes of it.
type keyword struct {
	name    string
	verdict verdict
	wants   wanted              // of its value; nothing where it is refused whatever it is
	kinds   []registry.TypeKind // where it says something; everywhere when nil
	carry   func(*conversion, *shape, *value) bool
	why     string // of left and refused
}

// keywords is the table. What no row names is left out and reported.
func keywords() []keyword {
	str, arr := []registry.TypeKind{registry.StringType}, []registry.TypeKind{registry.ArrayType}
	num := []registry.TypeKind{registry.IntegerType, registry.NumberType}
	obj := []registry.TypeKind{registry.ObjectType, registry.MapType}
	scalar := append([]registry.TypeKind{registry.StringType, registry.BooleanType}, num...)
	const tuple, cond, dep = "a registry has no tuples", "a type says what is valid by itself", "no parameter depends on another"
	return []keyword{
		{name: "type", wants: wanted{words: "a type or a list", kinds: []kind{stringValue, arrayValue}}},
		{name: "anyOf", wants: listOf("schema")}, {name: "oneOf", wants: listOf("schema")},
		{name: "properties", wants: anObject(), kinds: obj}, {name: "required", wants: aList().or(nullValue), kinds: obj}, {name: "additionalProperties", wants: aSchema(), kinds: obj},
		{name: "unevaluatedProperties", wants: aSchema(), kinds: obj}, {name: "items", wants: aSchema().or(arrayValue), kinds: arr},
		{name: "$defs", wants: anObject()}, {name: "definitions", wants: anObject()}, // what nothing refers to is told at the end

		{name: "nullable", wants: aSwitch()},
		{name: "propertyOrdering", wants: aList(), verdict: carried, kinds: obj, carry: ordering},

		{name: "description", wants: aString(), verdict: carried, carry: describe},
		{name: "title", wants: aString(), verdict: carried, carry: title},
		{name: "default", wants: anything(), verdict: carried, carry: func(_ *conversion, s *shape, v *value) bool { s.def = v; return true }},
		{name: "examples", wants: aList(), verdict: carried, carry: examples},
		{name: "example", wants: anything(), verdict: carried, carry: func(_ *conversion, s *shape, v *value) bool { s.examples = append(s.examples, v); return true }},
		{name: "deprecated", wants: aSwitch(), verdict: carried, carry: deprecated},
		{name: "enum", wants: listOf("value"), verdict: carried, kinds: scalar, carry: enum},
		{name: "const", wants: anything(), verdict: carried, kinds: scalar, carry: constant},
		{name: "pattern", wants: aString(), verdict: carried, kinds: str, carry: pattern},
		{name: "format", wants: aName(), verdict: carried, kinds: scalar, carry: format},
		{name: "minLength", wants: aCount(), verdict: carried, kinds: str, carry: count(func(s *shape) **int64 { return &s.MinLength })},
		{name: "maxLength", wants: aCount(), verdict: carried, kinds: str, carry: count(func(s *shape) **int64 { return &s.MaxLength })},
		{name: "minimum", wants: aNumber(), verdict: carried, kinds: num, carry: bound(lower, closed)},
		{name: "maximum", wants: aNumber(), verdict: carried, kinds: num, carry: bound(upper, closed)},
		{name: "exclusiveMinimum", wants: openBound("minimum"), verdict: carried, kinds: num, carry: bound(lower, exclusive)},
		{name: "exclusiveMaximum", wants: openBound("maximum"), verdict: carried, kinds: num, carry: bound(upper, exclusive)},
		{name: "minItems", wants: aCount(), verdict: carried, kinds: arr, carry: count(func(s *shape) **int64 { return &s.MinItems })},
		{name: "maxItems", wants: aCount(), verdict: carried, kinds: arr, carry: count(func(s *shape) **int64 { return &s.MaxItems })},

		{name: "multipleOf", wants: aStep(), verdict: lacking, kinds: num},
		{name: "uniqueItems", wants: aSwitch(), verdict: lacking, kinds: arr},
		{name: "minProperties", wants: aCount(), verdict: lacking, kinds: obj},
		{name: "maxProperties", wants: aCount(), verdict: lacking, kinds: obj},
		{name: "propertyNames", wants: aSchema(), verdict: lacking, kinds: obj},
		{name: "contentEncoding", wants: aName(), verdict: lacking, kinds: str},
		{name: "contentMediaType", wants: aName(), verdict: lacking, kinds: str},
		{name: "contentSchema", wants: aSchema(), verdict: lacking, kinds: str},

		{name: "$schema", wants: aString(), verdict: left, why: "a registry knows its language"},
		{name: "$id", wants: aString(), verdict: left, why: "references are followed within the schema"},
		{name: "id", wants: aString(), verdict: left, why: "references are followed within the schema"},
		{name: "$anchor", wants: aString(), verdict: left, why: "references are followed by path"},
		{name: "$comment", wants: aString(), verdict: left, why: "it is for the authors of the schema"},
		{name: "$vocabulary", wants: anObject(), verdict: left, why: "it is for the authors of languages"},
		{name: "$recursiveAnchor", wants: aSwitch(), verdict: left, why: "references are followed by path"},
		{name: "discriminator", wants: anObject().or(stringValue), verdict: left, why: "there are no objects here that it tells apart"},
		{name: "readOnly", wants: aSwitch(), verdict: left, why: "an argument is always written"},
		{name: "writeOnly", wants: aSwitch(), verdict: left, why: "an argument is always written"},

		{name: "prefixItems", verdict: refused, why: tuple},
		{name: "additionalItems", verdict: refused, why: tuple},
		{name: "unevaluatedItems", verdict: refused, why: tuple},
		{name: "contains", verdict: refused, why: "an array has items of one type"},
		{name: "minContains", verdict: refused, why: "an array has items of one type"},
		{name: "maxContains", verdict: refused, why: "an array has items of one type"},
		{name: "patternProperties", verdict: refused, why: "a map has values of one type, whatever the names"},
		{name: "not", verdict: refused, why: cond},
		{name: "if", verdict: refused, why: cond},
		{name: "then", verdict: refused, why: cond},
		{name: "else", verdict: refused, why: cond},
		{name: "dependentRequired", verdict: refused, why: dep},
		{name: "dependentSchemas", verdict: refused, why: dep},
		{name: "dependencies", verdict: refused, why: dep},
		{name: "$dynamicRef", verdict: refused, why: "only references with one meaning are followed"},
		{name: "$dynamicAnchor", verdict: refused, why: "only references with one meaning are followed"},
		{name: "$recursiveRef", verdict: refused, why: "only references with one meaning are followed"},
	}
}

// rows is the table by name.
func rows() map[string]*keyword {
	out := map[string]*keyword{}
	for _, k := range keywords() {
		out[k.name] = &k
	}
	return out
}

// keywords goes through what a schema says beside its structure.
func (c *conversion) keywords(f flat, s *shape, as place) bool {
	ok := true
	for _, m := range f {
		k := c.table[m.name]
		if k == nil {
			ok = c.unknown(m) && ok
			continue
		}
		ok = c.keyword(k, s, m.value) && ok
	}
	if f.get("items") != nil && f.get("items").kind == arrayValue {
		c.refuse(f.get("items"), "items", "use an object with a member for each", "it is a list of schemas, and a registry has no tuples")
		ok = false
	}
	s.read = true
	if ok && s.describedAt != nil {
		c.readBack(f, s)
	}
	c.limited(s)
	return ok
}

// unknown reports what is no keyword. One that is almost a keyword is a mistake that would lose what it says of values.
func (c *conversion) unknown(m member) bool {
	names, harmless := []string{"$ref", "allOf"}, []string{"$defs", "definitions", "title", "deprecated", "propertyOrdering"}
	for _, k := range keywords() {
		if names = append(names, k.name); k.verdict == left {
			harmless = append(harmless, k.name)
		}
	}
	meant, near := diag.Nearest(m.name, names)
	near = near && !strings.Contains(m.name, "-") // as vendors name theirs
	if near && !slices.Contains(harmless, meant) {
		c.refuse(m.value, nameOf(m.name), fmt.Sprintf("did you mean %q? If not, remove it", meant), "there is no such keyword")
		return false
	}
	c.note(m.value, nameOf(m.name), LeftOut, "it is no keyword that is known here")
	if near {
		c.want("did you mean %q?", meant)
	}
	return true
}

func (c *conversion) keyword(k *keyword, s *shape, v *value) bool {
	if k.kinds != nil && !slices.Contains(k.kinds, s.Kind) && k.verdict != refused {
		if s.Kind == registry.AnyType {
			if v.kind == boolValue && slices.Contains(k.wants.kinds, numberValue) {
				return k.carry(c, s, v) // it opens the bound that another keyword gives
			}
			return c.lacks(s, v, k.name, ", and no type beside it")
		}
		if k.name == "enum" || k.name == "const" {
			return c.lacks(s, v, k.name, "") // the language has values to choose from for scalars
		}
		c.note(v, k.name, LeftOut, "it says nothing about type %s", s.Kind)
		return true
	}
	switch k.verdict {
	case carried:
		return k.carry(c, s, v)
	case lacking:
		if v.is("false") && k.name == "uniqueItems" {
			c.note(v, k.name, LeftOut, "false says nothing")
			return true
		}
		return c.lacks(s, v, k.name, "")
	case left:
		c.note(v, k.name, LeftOut, "%s", k.why)
	case refused:
		c.refuse(v, k.name, "say it in the description, or give the tool's handler the task", "%s", k.why)
		return false
	}
	return true
}

// lacks meets a constraint that no type here can hold a call to. Only who imports can say that words will do.
func (c *conversion) lacks(s *shape, v *value, name, more string) bool {
	words := v.bare()
	if !oneLine(words) {
		words = string(v.raw()) // a line of its own would say something by itself
	}
	return c.lacksWords(s, v, name, words, more)
}

// lacksWords is lacks for a constraint that is said otherwise than it is written.
func (c *conversion) lacksWords(s *shape, v *value, name, words, more string) bool {
	switch found := reserved(v.bare()); {
	case found != "":
		c.refuse(v, name, "write it in other words", "it holds %s, which %s", found, why(found))
		return false
	case !c.opts.Reword:
		c.refuse(v, name, "remove it, or import with --reword: the description says it then, and no call is held to it", "%s%s", short(words), more)
		return false
	}
	s.constraints = append(s.constraints, name+" "+words)
	c.note(v, name, Moved, "%s%s", short(words), more)
	return true
}

func describe(c *conversion, s *shape, v *value) bool {
	s.describedAt = v
	if v.kind != stringValue {
		return false // which is told
	}
	text, ok := c.text(v, "description")
	s.description = text
	return ok
}

func title(c *conversion, s *shape, v *value) bool {
	if v.word() == "" {
		c.note(v, "title", LeftOut, "it is no text")
		return true
	}
	s.title = v
	return true
}

func examples(c *conversion, s *shape, v *value) bool {
	s.examples = append(s.examples, v.items...)
	return true
}

// ordering tells of Gemini's keyword what orders nothing.
func ordering(c *conversion, s *shape, v *value) bool {
	for _, item := range v.items {
		named := v.parent.get("properties").get(item.word()) != nil
		if !named && !slices.ContainsFunc(s.Params, func(p registry.Param) bool { return p.Name == item.word() }) {
			c.note(item, "propertyOrdering", LeftOut, "there is no member %s", short(string(item.raw())))
		}
	}
	return true
}

// deprecated is advice, and holds a call to nothing.
func deprecated(c *conversion, s *shape, v *value) bool {
	if !v.is("true") {
		c.note(v, "deprecated", LeftOut, "only true says something")
		return true
	}
	s.lines = append(s.lines, "Deprecated.")
	c.note(v, "deprecated", Moved, "")
	return true
}

func enum(c *conversion, s *shape, v *value) bool {
	var items []*value
	seen := map[string]bool{}
	for _, item := range v.items {
		switch {
		case item.kind == nullValue && s.Nullable:
		case item.kind == nullValue:
			s.nulled(item, "null")
		case seen[string(item.raw())]:
			c.note(item, "enum", LeftOut, "the value stands twice")
		default:
			seen[string(item.raw())] = true
			items = append(items, item)
		}
	}
	if len(items) == 0 {
		c.refuse(v, "enum", "remove the parameter", "null is its only value")
		return false
	}
	return c.choose(s, v, "enum", items)
}

func constant(c *conversion, s *shape, v *value) bool {
	if s.Kind == registry.StringType || s.Kind == registry.IntegerType {
		c.note(v, "const", Rewritten, "an enum of one value")
	}
	return c.choose(s, v, "const", []*value{v})
}

// choose makes an enum of values. The language has it for strings and integers.
func (c *conversion) choose(s *shape, v *value, name string, items []*value) bool {
	for _, item := range items {
		n, whole := integer(item)
		switch {
		case s.Kind == registry.StringType && item.kind == stringValue:
			text, ok := c.text(item, name)
			if !ok {
				return false
			}
			s.Enum = append(s.Enum, text)
		case s.Kind == registry.IntegerType && whole:
			s.EnumInts = append(s.EnumInts, n)
		case s.Kind == registry.NumberType && item.kind == numberValue, s.Kind == registry.BooleanType && item.kind == boolValue:
		default:
			c.refuse(item, name, "want values of one type", "%s is no %s that a registry holds", short(string(item.raw())), s.Kind)
			return false
		}
	}
	switch {
	case s.Kind == registry.BooleanType && len(items) == 2:
		c.note(v, name, LeftOut, "a boolean has no other values")
	case s.Kind == registry.BooleanType || s.Kind == registry.NumberType:
		return c.lacks(s, v, name, "")
	}
	return true
}

// integer reads a number that int64 holds, however it is written, e.g. 1.0 or 1e3.
func integer(v *value) (int64, bool) {
	if v.kind != numberValue {
		return 0, false
	}
	r, ok := new(big.Rat).SetString(v.text)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

func pattern(c *conversion, s *shape, v *value) bool {
	text, ok := c.text(v, "pattern")
	if !ok {
		return false
	}
	if p := check.Pattern(text); p != nil {
		return c.lacks(s, v, "pattern", fmt.Sprintf(": at character %d, %s", p.At, p.Why))
	}
	s.Pattern = registry.Word{Text: text, At: v.loc()}
	return true
}

func format(c *conversion, s *shape, v *value) bool {
	switch name := v.word(); {
	case s.Kind == registry.StringType && slices.Contains(formats.Names(), name):
		s.Format = registry.Word{Text: name, At: v.loc()}
	case name == "enum" && s.Kind == registry.StringType:
		c.note(v, "format", Rewritten, "enum says it")
	case name == "int64" && s.Kind == registry.IntegerType, (name == "double" || name == "float") && s.Kind == registry.NumberType:
		c.note(v, "format", LeftOut, "every %s is one", s.Kind)
	case name == "int32" && s.Kind == registry.IntegerType:
		s.limit32(v)
	default:
		return c.lacks(s, v, "format", "")
	}
	return true
}

// count carries a number of characters or items.
func count(field func(*shape) **int64) func(*conversion, *shape, *value) bool {
	return func(c *conversion, s *shape, v *value) bool {
		n, ok := integer(v)
		if !ok {
			n, _ = digits(v)
			c.note(v, strings.TrimPrefix(v.step, "."), Rewritten, "a number")
		}
		*field(s) = &n
		return true
	}
}
