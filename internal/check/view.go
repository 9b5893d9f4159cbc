package check

import (
	"fmt"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// maxGates is how many gates a profile may read: every proof goes through their truth table.
const maxGates = 22

// view is what one agent sees of a profile, over every transport that the profile offers.
type view struct{ *gate.World }

// viewsOf returns the views of a profile in which things can be proved: the main agent's, then those of the
// subagents that may run in it. Constraints and pins that contradict each other, and too many gates, are reported by
// rules of their own; every proof would only repeat them.
func (p *pass) viewsOf(prof *registry.Profile) []view {
	vs, ok := p.views[prof.Name]
	if ok {
		return vs
	}
	if len(p.gatesOf(prof)) <= maxGates && len(p.dead()) == 0 {
		for _, w := range gate.Worlds(p.r, prof, "") {
			if w.Feasible() {
				vs = append(vs, view{w})
			}
		}
	}
	p.views[prof.Name] = vs
	return vs
}

// guards says when everything holds. It reports false where a condition is wrong, which rules of their own report.
func (v view) guards(gs []guard) (gate.Formula, bool) {
	all := gate.Const(true)
	for _, g := range gs {
		var f gate.Formula
		var err error
		switch {
		case g.tool != "":
			f, err = v.Tool(g.tool)
		case g.each.Given():
			f, err = v.Given(g.each.Text)
		default:
			f, err = v.When(g.when.Text)
		}
		if err != nil {
			return gate.Formula{}, false
		}
		all = gate.All(all, f)
	}
	return all, true
}

// String names the view, e.g. `profile "lite", subagent "explorer"`.
func (v view) String() string {
	s := fmt.Sprintf("profile %q", v.Profile.Name)
	if v.Agent != nil {
		s += fmt.Sprintf(", subagent %q", v.Agent.Name)
	}
	return s
}

// gatesOf returns the gates that the profile leaves open and something in it reads.
func (p *pass) gatesOf(prof *registry.Profile) []string {
	seen := map[string]bool{}
	var names []string
	for _, c := range p.conds {
		if !p.lists(prof, c.owner) || c.parsed == nil {
			continue
		}
		for _, t := range c.parsed.Terms {
			if t.Kind != gate.GateTerm || seen[t.Name] || p.r.Gate(t.Name) == nil {
				continue
			}
			seen[t.Name] = true
			if _, pinned := registry.Pinned(t.Name, prof, nil); !pinned {
				names = append(names, t.Name)
			}
		}
	}
	return names
}
