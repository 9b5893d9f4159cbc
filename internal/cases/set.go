package cases

import (
	"cmp"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Gives reports whether the fixture or some case gives an input or a toolset, so that a gate that follows from it can be
// turned on.
func Gives(r *registry.Registry, source string) bool {
	_, _, ok := given(r, source)
	return ok
}

// set turns a gate on or off in a case that is laid over the fixture. One that follows from an input or a toolset changes
// by that: off takes away what is given, on keeps it, or else takes it from the first case that gives it. It reports false
// where none does. The case says nothing that the fixture says already.
func set(r *registry.Registry, k *registry.Case, g *registry.Gate, on bool) bool {
	if v, ok := value(r, k, g); ok && v == on {
		return true
	}
	remove(k, g)
	if v, _ := value(r, &r.Snapshots.Fixture, g); v == on {
		return true
	}
	name := registry.Word{Text: cmp.Or(g.From.Text, g.Name), At: k.At}
	input, tools, ok := given(r, name.Text)
	switch in := r.Input(name.Text); {
	case !g.From.Given():
		k.Gates = append(k.Gates, registry.GateValue{Name: name, Value: on})
		return true
	case on && !ok:
		return false
	case in == nil && on:
		k.Toolsets = append(k.Toolsets, registry.ToolsetValue{Name: name, Tools: tools})
	case in == nil:
		k.Toolsets = append(k.Toolsets, registry.ToolsetValue{Name: name})
	case on:
		k.Inputs = append(k.Inputs, registry.InputValue{Name: name, Value: input})
	default:
		k.Inputs = append(k.Inputs, registry.InputValue{Name: name, Value: empty(&in.Field)})
	}
	return true
}

// clone copies a case, so that it may be changed.
func clone(k *registry.Case) registry.Case {
	out := *k
	out.Inputs, out.Gates, out.Toolsets = slices.Clone(k.Inputs), slices.Clone(k.Gates), slices.Clone(k.Toolsets)
	return out
}

// remove takes out what a case says of a gate.
func remove(k *registry.Case, g *registry.Gate) {
	k.Gates = slices.DeleteFunc(k.Gates, func(v registry.GateValue) bool { return v.Name.Text == g.Name })
	k.Inputs = slices.DeleteFunc(k.Inputs, func(v registry.InputValue) bool { return v.Name.Text == g.From.Text })
	k.Toolsets = slices.DeleteFunc(k.Toolsets, func(v registry.ToolsetValue) bool { return v.Name.Text == g.From.Text })
}

// empty is the value of an input that is not given.
func empty(f *registry.Field) registry.Value {
	switch f.Type {
	case registry.Int:
		return registry.Value{Int: new(int64)}
	case registry.Bool:
		return registry.Value{Bool: new(bool)}
	case registry.List:
		return registry.Value{IsList: true}
	default:
		return registry.Value{Str: new(string)}
	}
}

// value is how a layer sets a gate, if it does.
func value(r *registry.Registry, layer *registry.Case, g *registry.Gate) (on, ok bool) {
	if !g.From.Given() {
		i := slices.IndexFunc(layer.Gates, func(v registry.GateValue) bool { return v.Name.Text == g.Name })
		return i >= 0 && layer.Gates[i].Value, i >= 0
	}
	if in, j := r.Input(g.From.Text), find(layer, g.From.Text); in != nil && j >= 0 {
		return in.Gives(layer.Inputs[j].Value), true
	}
	i := slices.IndexFunc(layer.Toolsets, func(v registry.ToolsetValue) bool { return v.Name.Text == g.From.Text })
	return i >= 0 && len(layer.Toolsets[i].Tools) > 0, i >= 0
}

func find(layer *registry.Case, input string) int {
	return slices.IndexFunc(layer.Inputs, func(v registry.InputValue) bool { return v.Name.Text == input })
}

// given looks for what gives an input or toolset: in the fixture, then in the cases.
func given(r *registry.Registry, source string) (registry.Value, []registry.HostTool, bool) {
	layers := []*registry.Case{&r.Snapshots.Fixture}
	for i := range r.Snapshots.Cases {
		layers = append(layers, &r.Snapshots.Cases[i])
	}
	in := r.Input(source)
	for _, layer := range layers {
		if i := find(layer, source); in != nil && i >= 0 && in.Gives(layer.Inputs[i].Value) {
			return layer.Inputs[i].Value, nil, true
		}
		for _, v := range layer.Toolsets {
			if v.Name.Text == source && len(v.Tools) > 0 {
				return registry.Value{}, v.Tools, true
			}
		}
	}
	return registry.Value{}, nil, false
}
