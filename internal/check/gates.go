package check

import (
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// gateRules look at the declarations of gates and at pins.
func gateRules() []rule {
	return []rule{
		{diag.Rule{ID: "gate-source", Doc: "A gate follows from a field of list items; only a whole input or toolset is given or not. Name the input."}, gateSources},
		{diag.Rule{ID: "gate-constraint", Doc: "The constraints contradict each other: a gate could never be on, or it speaks of itself. Correct implies and excludes."}, gateConstraints},
		{diag.Rule{ID: "pin-contradiction", Doc: "The pins of a profile, or of a subagent in it, break the constraints between gates, so no prompt is possible. Pin the other gate, too, or correct the constraint."}, pinContradictions},
	}
}

func gateSources(p *pass) {
	for _, g := range p.r.Gates {
		if f, in := p.r.Field(g.From.Text); f != nil && strings.Contains(g.From.Text, ".") {
			p.add(p.errorf(g.From.At, "gate %q follows from %q, a field of items", g.Name, g.From.Text).Note("want an input, e.g. %q", in.Name))
		}
	}
}

func gateConstraints(p *pass) {
	self := map[string]bool{}
	for _, r := range gate.Rules(p.r) {
		if r.Gate == r.Other {
			self[r.Gate] = true
			p.report(r.At, "remove it", "gate %q speaks of itself: %s", r.Gate, r)
		}
	}
	for _, g := range p.dead() {
		if self[g.Name] {
			continue
		}
		d := p.errorf(g.At, "gate %q can never be on", g.Name)
		for _, r := range gate.Rules(p.r) {
			if r.Gate == g.Name || r.Other == g.Name {
				d = d.Note("%s (%s)", r, r.At)
			}
		}
		p.add(d.Note("correct implies and excludes, so that both can hold"))
		return // the others follow from it, or show when it is repaired
	}
}

// deadGates returns the gates that the constraints alone keep off: every gate is free here, whatever it follows from
// and whoever pins it.
func (p *pass) deadGates() []*registry.Gate {
	free := &registry.Registry{}
	for _, g := range p.r.Gates {
		free.Gates = append(free.Gates, registry.Gate{Name: g.Name, Implies: g.Implies, Excludes: g.Excludes})
	}
	world := gate.NewWorld(free, &registry.Profile{}, nil, "native")
	var dead []*registry.Gate
	for i := range p.r.Gates {
		if f, err := world.Gate(p.r.Gates[i].Name); err == nil && world.Never(f) {
			dead = append(dead, &p.r.Gates[i])
		}
	}
	return dead
}

func pinContradictions(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		for _, w := range gate.Worlds(p.r, prof, "") {
			v := view{w}
			if v.Feasible() {
				continue
			}
			pins, at := prof.Pins, prof.At
			if v.Agent != nil {
				pins, at = v.Agent.Pins, v.Agent.At
			}
			if len(pins) > 0 {
				at = pins[0].Gate.At
			}
			d := p.errorf(at, "the pins leave no setting in %s", v)
			for _, r := range gate.Rules(p.r) {
				_, ok1 := registry.Pinned(r.Gate, prof, v.Agent)
				_, ok2 := registry.Pinned(r.Other, prof, v.Agent)
				if ok1 || ok2 {
					d = d.Note("%s (%s)", r, r.At)
				}
			}
			p.add(d.Note("pin the other gate, too, or correct the constraint"))
			break // a subagent's view repeats what is wrong with the profile
		}
	}
}
