package load

import (
	"cuelang.org/go/cue"

	"github.com/promptgen/promptgen/internal/registry"
)

func lowerSnapshots(n node) registry.Snapshots {
	pairwise := n.field("pairwise")
	return registry.Snapshots{
		At:         n.at,
		Fixture:    lowerCase(n.field("fixture")),
		Cases:      each(n.field("cases").items(), lowerCase),
		Pairwise:   pairwise.bool(),
		PairwiseAt: pairwise.at,
	}
}

func lowerCase(n node) registry.Case {
	return registry.Case{
		At:     n.at,
		Name:   n.field("name").text(),
		Inputs: each(n.field("inputs").fields(), lowerInputValue),
		Gates: each(n.field("gates").fields(), func(n node) registry.GateValue {
			return registry.GateValue{Name: n.label(), Value: n.bool()}
		}),
		Toolsets: each(n.field("toolsets").fields(), func(n node) registry.ToolsetValue {
			return registry.ToolsetValue{Name: n.label(), Tools: each(n.items(), lowerHostTool)}
		}),
		Modes: each(n.field("modes").fields(), func(n node) registry.ModeValue {
			return registry.ModeValue{Level: n.label(), Mode: n.text()}
		}),
		Subagent: n.field("subagent").word(),
		Profiles: n.field("profiles").words(),
	}
}

// lowerHostTool reads a tool of a host. Like a value, it arrives byte for byte.
func lowerHostTool(n node) registry.HostTool {
	return registry.HostTool{
		At:          n.at,
		Server:      n.field("server").text(),
		Name:        n.field("name").text(),
		Description: n.field("description").text(),
		Schema:      n.field("schema").raw(),
	}
}

func lowerInputValue(n node) registry.InputValue {
	return registry.InputValue{Name: n.label(), Value: lowerValue(n)}
}

// lowerValue reads what a case gives to an input. Its strings arrive byte for byte: nothing in them is a mark.
func lowerValue(n node) registry.Value {
	x := registry.Value{At: n.at}
	switch kind := n.v.IncompleteKind(); kind {
	case cue.StringKind:
		if s, err := n.v.String(); err == nil {
			x.Str = &s
		}
	case cue.BytesKind:
		if b, err := n.v.Bytes(); err == nil {
			x.Bytes = append([]byte{}, b...)
		}
	case cue.IntKind:
		x.Int = n.intPtr()
	case cue.BoolKind:
		if b, err := n.v.Bool(); err == nil {
			x.Bool = &b
		}
	case cue.ListKind:
		x.IsList = true
		for _, item := range n.items() {
			if item.v.IncompleteKind() != cue.StructKind {
				return registry.Value{At: item.at, Other: "a list of " + kindWord(item.v.IncompleteKind())}
			}
			x.Items = append(x.Items, each(item.fields(), lowerInputValue))
		}
	default:
		x.Other = kindWord(kind)
	}
	return x
}
