package check

import (
	"github.com/promptgen/promptgen/internal/diag"
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
	if p.r.Snapshots.Pairwise {
		p.later(p.r.Snapshots.PairwiseAt, "pairwise", "has")
	}
}
