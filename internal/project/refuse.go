package project

import (
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Refusal is a type that a projection has no form for.
type Refusal struct {
	At   diag.Loc
	What string // e.g. "a map"
}

// Refusals lists the types in a parameter for which a projection has no form, e.g. "gemini-openapi". That one knows only
// objects with named members; all others carry every type.
func Refusals(p *registry.Param, projection string) []Refusal {
	if projection != "gemini-openapi" {
		return nil
	}
	return nameless(&p.Type, nil)
}

// nameless adds the types in t that name no members.
func nameless(t *registry.Type, out []Refusal) []Refusal {
	switch {
	case t.Kind == registry.MapType:
		return append(out, Refusal{t.At, "a map"})
	case t.Kind == registry.AnyType:
		return append(out, Refusal{t.At, "a value of any type"})
	case t.Kind == registry.ObjectType && len(t.Params) == 0:
		return append(out, Refusal{t.At, "an object without members"})
	case t.Items != nil:
		return nameless(t.Items, out)
	}
	for _, members := range t.Objects() {
		for i := range members {
			out = nameless(&members[i].Type, out)
		}
	}
	return out
}
