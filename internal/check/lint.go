package check

import (
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
)

// lintRules run last: they look at what the others have found.
func lintRules() []rule {
	return []rule{
		{diag.Rule{ID: "allow-unused", Doc: "An entry of lint.allow silences nothing: the rule reports no warning at that place. Remove it; errors can't be silenced."}, allowUnused},
	}
}

func allowUnused(p *pass) {
	for _, a := range p.r.Lint.Allow {
		known := slices.ContainsFunc(rules(), func(r rule) bool { return r.ID == a.Rule.Text })
		if !known || slices.ContainsFunc(p.found, func(d diag.Diagnostic) bool { return silences(a, d) }) {
			continue
		}
		p.report(a.At, "remove the entry; it silences warnings only, never errors", "no warning of rule %q at %q", a.Rule.Text, a.Path.Text)
	}
}
