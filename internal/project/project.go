// Package project turns tools into what models read: JSON schemas in the dialects of the providers, the tools member of
// a request, and XML documentation.
//
// A parameter is projected once, without its descriptions: they depend on the profile, the locale and the gates, and
// are put into the places that a ParamForm leaves for them.
package project

import (
	"iter"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// ParamForm is a parameter in every form in which models see it, without descriptions. Schemas are in encoding/json's
// fixed form, cut inside the quotes where descriptions go: one more piece than DocPaths has entries. Those of a dialect
// are nil where they equal Schema.
type ParamForm struct {
	Schema          []string // as OpenAI, Anthropic and MCP take it
	Canonical       []string // what calls are checked against
	OpenAIStrict    []string
	AnthropicStrict []string
	Gemini          []string
	GeminiOpenAPI   []string
	// DocPaths names what each description belongs to, in order of appearance, e.g. "edits", "edits.old".
	DocPaths []string
	// Note ends the parameter's line in the XML documentation, e.g. " One of: r, w.". It is empty for JSON text.
	Note string
	// Value is how the XML transport carries the value, as package prompt names it, e.g. "JSONValue"; "" is as text.
	// The line of JSON shows the schema instead of Note.
	Value string
}

// Param projects a parameter of a tool.
func Param(p *registry.Param) ParamForm {
	f := ParamForm{Schema: schema(p, plain), Value: valueForm(p)}
	differs := func(d form) []string {
		if s := schema(p, d); !slices.Equal(s, f.Schema) {
			return s
		}
		return nil
	}
	f.Canonical = differs(canonical)
	f.OpenAIStrict, f.AnthropicStrict = differs(openaiStrict), differs(anthropicStrict)
	f.Gemini, f.GeminiOpenAPI = differs(gemini), differs(geminiOpenAPI)
	for path := range Described(p) {
		f.DocPaths = append(f.DocPaths, path)
	}
	if f.Value != jsonValue {
		f.Note = docNote(p)
	}
	return f
}

// pieces returns the schema in a form.
func (p *ParamForm) pieces(f form) []string {
	own := p.Schema
	switch f {
	case canonical:
		own = p.Canonical
	case openaiStrict:
		own = p.OpenAIStrict
	case anthropicStrict:
		own = p.AnthropicStrict
	case gemini:
		own = p.Gemini
	case geminiOpenAPI:
		own = p.GeminiOpenAPI
	}
	if own == nil {
		return p.Schema
	}
	return own
}

const jsonValue = "JSONValue"

// valueForm is how the XML transport carries a parameter.
func valueForm(p *registry.Param) string {
	switch {
	case p.Nullable:
		return jsonValue
	case p.Raw:
		return "RawValue"
	case p.Kind == registry.StringType:
		return ""
	case p.Kind == registry.IntegerType, p.Kind == registry.NumberType:
		return "NumberValue"
	case p.Kind == registry.BooleanType:
		return "BoolValue"
	default:
		return jsonValue
	}
}

// Described yields whatever in a parameter has a description, with its path, in the order of the schema: the parameter
// itself, then the members of the objects that it holds.
func Described(p *registry.Param) iter.Seq2[string, *registry.Param] {
	return func(yield func(string, *registry.Param) bool) { described("", p, yield) }
}

func described(around string, p *registry.Param, yield func(string, *registry.Param) bool) bool {
	path := around + p.Name
	if !yield(path, p) {
		return false
	}
	for below, members := range p.Objects() {
		for i := range members {
			if !described(path+"."+below, &members[i], yield) {
				return false
			}
		}
	}
	return true
}
