package render

import (
	"strconv"

	"github.com/promptgen/promptgen/internal/registry"
)

// value is an input or a field of an item as text shows it.
type value struct {
	text  string
	given bool
	items []fields // of a list
}

// fields are the values of one level: all inputs, or the fields of one item.
type fields map[string]value

// resolve gives every input its normalised value; one that the cell leaves out is empty.
func resolve(r *registry.Registry, in []registry.InputValue) fields {
	out := fields{}
	for i := range r.Inputs {
		f := &r.Inputs[i].Field
		out[f.Name] = resolveField(f, registry.ValueOf(in, f.Name))
	}
	return out
}

func resolveField(f *registry.Field, v registry.Value) value {
	switch f.Type {
	case registry.Int:
		n := deref(v.Int)
		return value{text: strconv.FormatInt(n, 10), given: n > 0}
	case registry.Bool:
		b := deref(v.Bool)
		return value{text: strconv.FormatBool(b), given: b}
	case registry.List:
		items := make([]fields, 0, len(v.Items))
		for _, item := range v.Items {
			fs := fields{}
			for i := range f.Item {
				g := &f.Item[i]
				fs[g.Name] = resolveField(g, registry.ValueOf(item, g.Name))
			}
			items = append(items, fs)
		}
		return value{given: len(items) > 0, items: items}
	default:
		s := f.Normal(v.Text())
		return value{text: s, given: s != ""}
	}
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
