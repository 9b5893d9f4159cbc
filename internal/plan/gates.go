package plan

import (
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Gates are the effective gates of a session that code asks for.
type Gates []Gate

// Gate is a field of the state's gates.
type Gate struct {
	Name  string
	Field string
	Doc   []string
	Value Cond
}

// Shown is a tool with what decides whether a session shows it, beside the lists of profile and agent. Of a toolset
// When says all but whether some of its tools remain.
type Shown struct {
	Field string // of the state's tools, e.g. "readFile"
	Const string // its name's constant, e.g. "NameReadFile"
	When  Cond

	Toolset string // its name; then Const is ""
}

// Allowlist is what an agent may use.
type Allowlist struct {
	Agent string   // a constant
	Tools []string // constants
}

// gates plans the gates that code has asked for so far, and their values: what the host set or what follows from an
// input, unless profile or agent decide.
func (b *builder) gates() Gates {
	var gs Gates
	for i := range b.r.Gates {
		g := &b.r.Gates[i]
		if !b.asked[g.Name] {
			continue
		}
		gs = append(gs, Gate{g.Name, b.gateName(g.Name), docLines(g.Doc), b.effective(g, Ref{"x", "in", camel(g.Name)})})
	}
	return gs
}

// gateName names the field of a gate's effective value. Gates that no host sets have no other name in Go, so two that are
// one there get a number.
func (b *builder) gateName(name string) string {
	if b.gateNames == nil {
		b.gateNames = map[string]string{}
		taken := names{}
		for i := range b.r.Gates {
			b.gateNames[b.r.Gates[i].Name] = taken.take(lower(b.r.Gates[i].Name))
		}
	}
	return b.gateNames[name]
}

// turnGate plans the effective value of a gate of turn scope.
func (b *builder) turnGate(g *registry.Gate) Cond {
	return b.effective(g, Ref{"t", camel(g.Name)})
}

// effective plans the value of a gate; field is where the host sets it, if it can.
func (b *builder) effective(g *registry.Gate, field Ref) Cond {
	switch {
	case b.r.Toolset(g.From.Text) != nil:
		return b.pinned(g.Name, Given{g.From.Text})
	case g.From.Given():
		return b.pinned(g.Name, b.given(g.From.Text, nil))
	case b.r.Open(g.Name):
		return b.pinned(g.Name, Flag{field})
	default:
		return b.pinned(g.Name, False{})
	}
}

// pinned plans the value of a gate where profiles and agents decide it; the agent's word counts more.
func (b *builder) pinned(name string, value Cond) Cond {
	pin := func(pins []registry.Pin, is Cond) {
		for _, p := range pins {
			switch {
			case p.Gate.Text != name:
			case p.Value:
				value = anyOf(is, value)
			default:
				value = all(not(is), value)
			}
		}
	}
	for i := range b.r.Profiles {
		pin(b.r.Profiles[i].Pins, b.isProfile(b.r.Profiles[i].Name))
	}
	for i := range b.r.Subagents {
		pin(b.r.Subagents[i].Pins, b.isAgent(&b.r.Subagents[i]))
	}
	return value
}

// shown plans which tools a session shows. A tool comes after those that its condition asks for.
func (b *builder) shown() []Shown {
	var out []Shown
	done := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		t, ts := b.r.Tool(name), b.r.Toolset(name)
		if t == nil && ts == nil || done[name] {
			return
		}
		done[name] = true
		if ts != nil {
			for _, other := range b.toolsIn(ts.When.Text, nil) {
				visit(other)
			}
			out = append(out, Shown{Field: lower(name), When: b.toolsetWhen(ts), Toolset: name})
			return
		}
		for _, other := range b.toolsIn(t.When.Text, nil) {
			visit(other)
		}
		out = append(out, Shown{Field: lower(name), Const: "Name" + b.toolNames[name], When: b.when(t.When.Text, nil)})
	}
	for i := range b.r.Tools {
		visit(b.r.Tools[i].Name)
	}
	for i := range b.r.Toolsets {
		visit(b.r.Toolsets[i].Name)
	}
	return out
}

// toolsIn lists the tools that a condition asks for, those of the parameters in it included.
func (b *builder) toolsIn(src string, seen []string) []string {
	c := b.parse(src)
	if c == nil || slices.Contains(seen, src) {
		return nil
	}
	seen = append(seen, src)
	var tools []string
	for _, t := range c.Terms {
		switch t.Kind {
		case gate.ToolTerm:
			tools = append(tools, t.Name)
		case gate.ParamTerm:
			tools = append(tools, t.Name)
			if tool := b.r.Tool(t.Name); tool != nil {
				for _, p := range tool.Params {
					if p.Name == t.Param {
						tools = append(tools, b.toolsIn(p.When.Text, seen)...)
					}
				}
			}
		}
	}
	return tools
}

// allowlists plans what the agents may use that have a list.
func (b *builder) allowlists() []Allowlist {
	var lists []Allowlist
	for i := range b.r.Subagents {
		s := &b.r.Subagents[i]
		lists = append(lists, Allowlist{agentConst(s), b.toolConsts(s.Tools)})
	}
	return lists
}

func (b *builder) toolConsts(tools []registry.Word) []string {
	var consts []string
	for _, t := range tools {
		if name, ok := b.toolNames[t.Text]; ok {
			consts = append(consts, "Name"+name)
		}
	}
	return consts
}
