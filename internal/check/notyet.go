package check

import (
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// notYetRules refuse what the language has and the generator does not act on.
func notYetRules() []rule {
	return []rule{
		{diag.Rule{ID: "not-yet", Doc: "The registry uses a field that this version reads but does not act on. It is refused rather than ignored; leave it out."}, notYet},
	}
}

func (p *pass) later(at diag.Loc, what string, verb string) {
	p.report(at, "leave it out", "%s %s no effect yet", what, verb)
}

func notYet(p *pass) {
	for _, n := range p.nodes {
		p.laterPart(n.part)
	}
	for _, t := range p.r.Toolsets {
		p.later(t.At, "toolsets", "have")
	}
	if p.r.Snapshots.Pairwise {
		p.later(p.r.Snapshots.PairwiseAt, "pairwise", "has")
	}
	p.laterCases()
}

// laterCases leaves out what goes away with the toolsets.
func (p *pass) laterCases() {
	for _, c := range p.cases() {
		for _, w := range c.Toolsets {
			if len(p.r.Toolsets) == 0 {
				p.later(w.At, "toolsets of cases", "have")
			}
		}
	}
}

func (p *pass) laterPart(part *registry.Part) {
	if part.Toolset.Given() && len(p.r.Toolsets) == 0 {
		p.later(part.Toolset.At, "toolset", "has")
	}
}
