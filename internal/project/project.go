// Package project turns tools into what models read: JSON schemas in the dialects of the providers, the tools member of
// a request, and XML documentation.
//
// A parameter is projected once, without its descriptions: they depend on the profile, the locale and the gates, and
// are put into the places that a ParamForm leaves for them.
package project

import (
	"iter"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// ParamForm is a parameter in every form in which models see it, without descriptions.
type ParamForm struct {
	// Schema is the canonical schema in encoding/json's fixed form, cut inside the quotes where descriptions go:
	// one more piece than DocPaths has entries.
	Schema []string
	// Gemini is the schema in Gemini's dialect, cut in the same places; nil where it equals Schema.
	Gemini []string
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
	f := ParamForm{
		Schema: schema(p, canonical),
		Gemini: schema(p, gemini),
		Value:  valueForm(p),
	}
	if joined(f.Schema) == joined(f.Gemini) {
		f.Gemini = nil
	}
	for path := range Described(p) {
		f.DocPaths = append(f.DocPaths, path)
	}
	if f.Value != jsonValue {
		f.Note = note(p)
	}
	return f
}

// joined makes a slice of pieces comparable; no piece holds a raw zero byte.
func joined(pieces []string) string { return strings.Join(pieces, "\x00") }

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
	members := Members(&p.Type)
	for i := range members {
		if !described(path+".", &members[i], yield) {
			return false
		}
	}
	return true
}

// Members returns the members of an object, or of the objects in an array, however deep; nil for other types.
func Members(t *registry.Type) []registry.Param {
	for t.Kind == registry.ArrayType && t.Items != nil {
		t = t.Items
	}
	if t.Kind != registry.ObjectType {
		return nil
	}
	return t.Params
}
