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
	// Note ends the parameter's line in the XML documentation, e.g. " One of: r, w.". It is empty where JSON is set.
	Note string
	// JSON says that the value is JSON text in XML; the line then shows the schema instead of Note.
	JSON bool
}

// Param projects a parameter of a tool.
func Param(p *registry.Param) ParamForm {
	f := ParamForm{
		Schema: schema(p, canonical),
		Gemini: schema(p, gemini),
		JSON:   structured(&p.Type),
	}
	if joined(f.Schema) == joined(f.Gemini) {
		f.Gemini = nil
	}
	for path := range Described(p) {
		f.DocPaths = append(f.DocPaths, path)
	}
	if !f.JSON {
		f.Note = note(p)
	}
	return f
}

// joined makes a slice of pieces comparable; no piece holds a raw zero byte.
func joined(pieces []string) string { return strings.Join(pieces, "\x00") }

// structured reports whether the XML transport carries values of t as JSON.
func structured(t *registry.Type) bool {
	switch t.Kind {
	case registry.StringType, registry.IntegerType, registry.NumberType, registry.BooleanType:
		return t.Nullable
	default:
		return true
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
