package project

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// subject is what keywords speak of: a type and, of a parameter, its default.
type subject struct {
	*registry.Type
	deflt json.RawMessage
}

// keyword is a row of the table: a keyword, where it applies, and what each form does with it. One that providers
// treat by its value has several rows, of which one applies.
type keyword struct {
	label string // e.g. "enum of strings": the name, and which values the row is for
	name  string
	row
	value func(subject) string // as JSON; "" where the row does not apply
	bare  func(subject) string // as prose shows it, where value is not ""
}

// keywords is the table of keywords, in the order of the schema. The members that make the structure (type, description,
// items, properties, anyOf, required, additionalProperties) stand in schema.go.
func keywords() []keyword {
	const K, N, B = keep, note, both
	return []keyword{
		//                              OpenAI        Anthropic     Gemini
		//                              open  strict  open  strict  OpenAPI  JSON  MCP  XML  canonical
		words("enum of strings", row{K, K, K, K, K, K, K, N, K}),
		integers("enum of integers", row{K, K, K, K, N, K, K, N, K}),
		number("minimum", row{K, K, K, N, K, K, K, N, K}, lowest),
		number("maximum", row{K, K, K, N, K, K, K, N, K}, highest),
		count("minLength", row{K, N, K, N, K, B, K, N, K}, func(t *registry.Type) *int64 { return t.MinLength }),
		count("maxLength", row{K, N, K, N, K, B, K, N, K}, func(t *registry.Type) *int64 { return t.MaxLength }),
		word("pattern", row{K, K, K, K, K, B, K, N, K}, simplePattern),
		word("pattern with a word boundary", row{K, K, K, N, K, B, K, N, K}, otherPattern),
		word("format date-time", row{K, K, K, K, K, B, K, N, K}, dateTime),
		word("format of another kind", row{K, K, K, K, N, B, K, N, K}, otherFormat),
		count("minItems up to 1", row{K, K, K, K, K, K, K, N, K}, upToOne),
		count("minItems above 1", row{K, K, K, N, K, K, K, N, K}, moreThanOne),
		count("maxItems", row{K, K, K, N, K, K, K, N, K}, func(t *registry.Type) *int64 { return t.MaxItems }),
		deflt("default", row{K, N, K, N, N, B, K, N, K}),
	}
}

func lowest(t *registry.Type) *json.Number  { return t.Minimum }
func highest(t *registry.Type) *json.Number { return t.Maximum }

// simplePattern is a pattern that Anthropic takes in strict schemas: one without word boundaries. Lookaround and
// backreferences never come here, because Go has none.
func simplePattern(t *registry.Type) string {
	if boundary(t.Pattern.Text) {
		return ""
	}
	return t.Pattern.Text
}

func otherPattern(t *registry.Type) string {
	if boundary(t.Pattern.Text) {
		return t.Pattern.Text
	}
	return ""
}

// boundary reports whether a pattern asks for the boundary of a word.
func boundary(pattern string) bool {
	for i := 0; i+1 < len(pattern); i++ {
		if pattern[i] == '\\' {
			i++ // what is escaped is no backslash of its own
			if pattern[i] == 'b' || pattern[i] == 'B' {
				return true
			}
		}
	}
	return false
}

// dateTime is the one format that all providers take.
func dateTime(t *registry.Type) string {
	if t.Format.Text == "date-time" {
		return t.Format.Text
	}
	return ""
}

func otherFormat(t *registry.Type) string {
	if t.Format.Text == "date-time" {
		return ""
	}
	return t.Format.Text
}

func upToOne(t *registry.Type) *int64 {
	if t.MinItems == nil || *t.MinItems > 1 {
		return nil
	}
	return t.MinItems
}

func moreThanOne(t *registry.Type) *int64 {
	if t.MinItems == nil || *t.MinItems <= 1 {
		return nil
	}
	return t.MinItems
}

// keywordOf makes a row. The keyword is the first word of its label.
func keywordOf(label string, r row, value, bare func(subject) string) keyword {
	name, _, _ := strings.Cut(label, " ")
	return keyword{label, name, r, value, bare}
}

func number(label string, r row, of func(*registry.Type) *json.Number) keyword {
	f := func(s subject) string {
		if n := of(s.Type); n != nil {
			return n.String()
		}
		return ""
	}
	return keywordOf(label, r, f, f)
}

func count(label string, r row, of func(*registry.Type) *int64) keyword {
	f := func(s subject) string {
		if n := of(s.Type); n != nil {
			return strconv.FormatInt(*n, 10)
		}
		return ""
	}
	return keywordOf(label, r, f, f)
}

func word(label string, r row, of func(*registry.Type) string) keyword {
	bare := func(s subject) string { return of(s.Type) }
	value := func(s subject) string {
		if s := bare(s); s != "" {
			return quoted(s)
		}
		return ""
	}
	return keywordOf(label, r, value, bare)
}

// words is the row of strings to choose from.
func words(label string, r row) keyword {
	bare := func(s subject) string { return strings.Join(s.Enum, ", ") }
	value := func(s subject) string {
		var values []string
		for _, v := range s.Enum {
			values = append(values, quoted(v))
		}
		return choice(values, s.Nullable)
	}
	return keywordOf(label, r, value, bare)
}

// integers is the row of integers to choose from.
func integers(label string, r row) keyword {
	all := func(s subject) []string {
		var values []string
		for _, n := range s.EnumInts {
			values = append(values, strconv.FormatInt(n, 10))
		}
		return values
	}
	bare := func(s subject) string { return strings.Join(all(s), ", ") }
	return keywordOf(label, r, func(s subject) string { return choice(all(s), s.Nullable) }, bare)
}

// choice is the value of an enum, which has to list null where null is valid.
func choice(values []string, null bool) string {
	switch {
	case values == nil:
		return ""
	case null:
		values = append(values, "null")
	}
	return list(values)
}

// deflt is the row of the keyword that belongs to a parameter and not to its type.
func deflt(label string, r row) keyword {
	value := func(s subject) string {
		if s.deflt == nil {
			return ""
		}
		return Compact(s.deflt)
	}
	return keywordOf(label, r, value, func(s subject) string { return unescaped(value(s)) })
}

// moved is the sentence that says in a description what the schema can't say, or what the provider may overlook there,
// e.g. "Constraints: minLength 1; default 3."; "" where there is nothing.
func moved(s subject, f form) string {
	var kept []string
	for _, k := range keywords() {
		if k.row[f] != keep && k.value(s) != "" {
			kept = append(kept, k.name+" "+k.bare(s))
		}
	}
	return constraints(kept)
}

// constraints joins what is kept into a sentence.
func constraints(kept []string) string {
	if kept == nil {
		return ""
	}
	return "Constraints: " + strings.Join(kept, "; ") + "."
}

// bounded gives an integer the bounds that it has by itself: those of 64 bits.
func bounded(t *registry.Type) *registry.Type {
	if t.Kind != registry.IntegerType || t.EnumInts != nil || t.Minimum != nil && t.Maximum != nil {
		return t
	}
	c := *t
	if c.Minimum == nil {
		c.Minimum = int64Number(math.MinInt64)
	}
	if c.Maximum == nil {
		c.Maximum = int64Number(math.MaxInt64)
	}
	return &c
}

func int64Number(n int64) *json.Number {
	v := json.Number(strconv.FormatInt(n, 10))
	return &v
}
