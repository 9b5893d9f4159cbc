package project

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// verdict says what a projection does with a keyword.
type verdict uint8

const (
	keep  verdict = iota // it stands in the schema as it is
	both                 // it stands in the schema and in the description, since the provider may overlook it
	prose                // it stands in the parameter's line of the XML documentation
)

// form is a column of the keyword table.
type form uint8

const (
	openai form = iota
	anthropic
	gemini
	xml
	forms // number of columns
)

// canonical is the dialect that a ParamForm calls Schema: OpenAI and Anthropic take every keyword as it is, so one
// schema serves both, and it is also the one that calls are checked against.
const canonical = anthropic

// keyword is a row of the table: a keyword of a type and what each projection does with it.
type keyword struct {
	name     string
	verdicts [forms]verdict
	value    func(*registry.Type) string // as JSON; "" where the type does not have it
	bare     func(*registry.Type) string // as prose shows it, where value is not ""
}

// keywords is the table of keywords, in the order of the schema. The members that make the structure (type, description,
// items, properties, required, additionalProperties) are the same everywhere and stand in writeType.
func keywords() []keyword {
	return []keyword{
		//                                  openai, anthropic, gemini, xml
		{"enum", [forms]verdict{keep, keep, keep, prose}, enum, enumProse},
		number("minimum", [forms]verdict{keep, keep, keep, prose}, func(t *registry.Type) *json.Number { return t.Minimum }),
		number("maximum", [forms]verdict{keep, keep, keep, prose}, func(t *registry.Type) *json.Number { return t.Maximum }),
		count("minLength", [forms]verdict{keep, keep, both, prose}, func(t *registry.Type) *int64 { return t.MinLength }),
		count("maxLength", [forms]verdict{keep, keep, both, prose}, func(t *registry.Type) *int64 { return t.MaxLength }),
		word("pattern", [forms]verdict{keep, keep, both, prose}, func(t *registry.Type) registry.Word { return t.Pattern }),
		word("format", [forms]verdict{keep, keep, both, prose}, func(t *registry.Type) registry.Word { return t.Format }),
		count("minItems", [forms]verdict{keep, keep, keep, prose}, func(t *registry.Type) *int64 { return t.MinItems }),
		count("maxItems", [forms]verdict{keep, keep, keep, prose}, func(t *registry.Type) *int64 { return t.MaxItems }),
	}
}

// defaults is the row of the keyword that belongs to a parameter and not to its type.
func defaults() [forms]verdict { return [forms]verdict{keep, keep, both, prose} }

func number(name string, v [forms]verdict, of func(*registry.Type) *json.Number) keyword {
	f := func(t *registry.Type) string {
		if n := of(t); n != nil {
			return n.String()
		}
		return ""
	}
	return keyword{name, v, f, f}
}

func count(name string, v [forms]verdict, of func(*registry.Type) *int64) keyword {
	f := func(t *registry.Type) string {
		if n := of(t); n != nil {
			return strconv.FormatInt(*n, 10)
		}
		return ""
	}
	return keyword{name, v, f, f}
}

func word(name string, v [forms]verdict, of func(*registry.Type) registry.Word) keyword {
	bare := func(t *registry.Type) string { return of(t).Text }
	value := func(t *registry.Type) string {
		if s := bare(t); s != "" {
			return quoted(s)
		}
		return ""
	}
	return keyword{name, v, value, bare}
}

// enum is the list of allowed values as JSON.
func enum(t *registry.Type) string {
	var values []string
	for _, s := range t.Enum {
		values = append(values, quoted(s))
	}
	for _, n := range t.EnumInts {
		values = append(values, strconv.FormatInt(n, 10))
	}
	if values == nil {
		return ""
	}
	return list(values)
}

// enumProse is the list of allowed values as prose shows it.
func enumProse(t *registry.Type) string {
	words := slices.Clone(t.Enum)
	for _, n := range t.EnumInts {
		words = append(words, strconv.FormatInt(n, 10))
	}
	return strings.Join(words, ", ")
}

// moved is the sentence that repeats in a description what the projection may overlook in the schema, e.g.
// "Constraints: minLength 1; default 3."; "" where there is nothing.
func moved(t *registry.Type, deflt json.RawMessage, f form) string {
	var kept []string
	for _, k := range keywords() {
		if v := k.value(t); v != "" && k.verdicts[f] == both {
			kept = append(kept, k.name+" "+k.bare(t))
		}
	}
	if deflt != nil && defaults()[f] == both {
		kept = append(kept, "default "+plain(compact(deflt)))
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
