package check

import (
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// reasonRules see to it that every reason says something.
func reasonRules() []rule {
	return []rule{
		{diag.Rule{ID: "reason-blank", Doc: "A reason consists of blanks only. Say in a sentence why this is so; reviewers and the audit read it."}, blankReasons},
	}
}

func blankReasons(p *pass) {
	for _, w := range p.reasons() {
		if w.Given() && strings.TrimSpace(w.Text) == "" {
			p.report(w.At, "say in a sentence why this is so", "the reason is blank")
		}
	}
}

func (p *pass) reasons() []registry.Word {
	var out []registry.Word
	add := func(ws ...registry.Word) { out = append(out, ws...) }
	exclusions := func(es []registry.Exclusion) {
		for _, e := range es {
			add(e.Reason)
		}
	}
	for _, s := range p.r.Sections {
		add(s.Reason, s.PlaceReason)
	}
	for _, t := range p.r.Tools {
		add(t.Reason)
	}
	for _, t := range p.r.Toolsets {
		add(t.Reason)
	}
	for _, prof := range p.r.Profiles {
		if prof.Order != nil {
			add(prof.Order.Reason)
		}
		for _, pin := range prof.Pins {
			add(pin.Reason)
		}
		for _, es := range [][]registry.Exclusion{prof.Excludes.Sections, prof.Excludes.Tools, prof.Excludes.Params, prof.Excludes.Commands} {
			exclusions(es)
		}
	}
	for _, s := range p.r.Subagents {
		for _, pin := range s.Pins {
			add(pin.Reason)
		}
	}
	for _, l := range p.r.Locales {
		exclusions(l.Differs)
	}
	for _, a := range p.r.Lint.Allow {
		add(a.Reason)
	}
	exclusions(p.r.Lint.BareNames)
	return out
}
