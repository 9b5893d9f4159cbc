package keys

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// With sets an atom of a cell: a gate, or whether an input is given. An input that the cell lacks gets a value.
func With(r *registry.Registry, c render.Cell, a gate.Atom, on bool) render.Cell {
	name := registry.Word{Text: a.Name}
	switch {
	case a.Kind == gate.GateAtom:
		c.Gates = append(slices.Clip(without(c.Gates, func(g registry.GateValue) bool { return g.Name.Text == a.Name })),
			registry.GateValue{Name: name, Value: on})
	case a.Kind == gate.ToolsetAtom:
		c.Toolsets = withToolset(c.Toolsets, name, on)
	case a.Kind != gate.InputAtom || strings.Contains(a.Name, "."):
		// Fields of items are told apart by no cell.
	case !on:
		c.Inputs = without(c.Inputs, func(v registry.InputValue) bool { return v.Name.Text == a.Name })
	case !given(c.Inputs, a.Name):
		c.Inputs = append(slices.Clip(without(c.Inputs, func(v registry.InputValue) bool { return v.Name.Text == a.Name })),
			registry.InputValue{Name: name, Value: anyValue(&r.Input(a.Name).Field)})
	}
	return c
}

// withToolset gives a toolset a tool, or takes away what it has.
func withToolset(all []registry.ToolsetValue, name registry.Word, on bool) []registry.ToolsetValue {
	is := func(v registry.ToolsetValue) bool { return v.Name.Text == name.Text }
	if on && slices.ContainsFunc(all, func(v registry.ToolsetValue) bool { return is(v) && len(v.Tools) > 0 }) {
		return all
	}
	all = without(all, is)
	if on {
		tool := registry.HostTool{Server: "server", Name: "tool", Schema: []byte(`{"type":"object"}`)}
		all = append(all, registry.ToolsetValue{Name: name, Tools: []registry.HostTool{tool}})
	}
	return all
}

func without[T any](all []T, out func(T) bool) []T { return slices.DeleteFunc(slices.Clone(all), out) }

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

func cutLast(path string) (list, field string, nested bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return "", path, false
	}
	return path[:dot], path[dot+1:], true
}

// given reports whether a cell has a value for an input that counts as given.
func given(in []registry.InputValue, name string) bool {
	return slices.ContainsFunc(in, func(v registry.InputValue) bool {
		x := v.Value
		return v.Name.Text == name &&
			(x.Text() != "" || x.Int != nil && *x.Int > 0 || x.Bool != nil && *x.Bool || len(x.Items) > 0)
	})
}

// anyValue is a value with which a field counts as given.
func anyValue(f *registry.Field) registry.Value {
	switch f.Type {
	case registry.Int:
		return registry.Value{Int: new(int64(1))}
	case registry.Bool:
		return registry.Value{Bool: new(true)}
	case registry.List:
		var item []registry.InputValue
		for i := range f.Item {
			if g := &f.Item[i]; g.Required {
				item = append(item, registry.InputValue{Name: registry.Word{Text: g.Name}, Value: anyValue(g)})
			}
		}
		return registry.Value{IsList: true, Items: [][]registry.InputValue{item}}
	default:
		return registry.Value{Str: new("x")}
	}
}
