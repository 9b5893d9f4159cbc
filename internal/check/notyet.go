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

func notYet(p *pass) {
	if p.r.Snapshots.Pairwise {
		p.report(p.r.Snapshots.PairwiseAt, "leave it out", "pairwise has no effect yet")
	}
}
