package check

import (
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// requestRules look at what the tools of one request come to.
func requestRules() []rule {
	return []rule{
		{diag.Rule{ID: "tools-many", Doc: "A session can show more tools than a provider takes that the contract projects to: 128 in OpenAI's format, 512 at Gemini (a warning). Only tools that one session can show together count, and of a toolset its limit. One without a limit counts as one tool, since how many a host will give it nobody knows before run time, where New or Request refuses too many. Split the profile, pin gates, or lower the limit."}, toolsMany},
		{diag.Rule{ID: "strict-refused", Doc: "A tool has strict: \"require\", and a provider that the contract projects to would refuse its schema as strict, or the strict tools of a request together. Change what the message points at, leave strict to other tools (\"off\"), or use \"auto\": then the tool is strict where it can be, and promptgen audit shows where."}, strictRefused},
		{diag.Rule{ID: "strict-unused", Doc: "A tool has strict: \"require\", and it is never sent to a provider that could act on it: the contract projects to none that has strict tools, or no profile that lists the tool offers the native transport. Remove strict, or add such a projection or transport."}, strictUnused},
	}
}

// capacity is how many tools a request of a family may hold.
type capacity struct {
	family   registry.Family
	provider string
	most     int64
}

func capacities() []capacity {
	return []capacity{
		{registry.OpenAI, "OpenAI's format", registry.ProjectionOf("openai-chat").Tools},
		{registry.Gemini, "Gemini", registry.ProjectionOf("gemini").Tools},
	}
}

func toolsMany(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if !prof.Offers("native") {
			continue
		}
		for _, c := range capacities() {
			if p.r.Projects(func(f registry.Projection) bool { return f.Family == c.family }) {
				p.tooMany(prof, c)
			}
		}
	}
}

func (p *pass) tooMany(prof *registry.Profile, c capacity) {
	most := int64(0)
	for _, w := range prof.Tools {
		most += p.r.AtMost(w.Text)
	}
	if most <= c.most {
		return
	}
	for _, v := range p.viewsOf(prof) {
		if n := v.together(prof); n > c.most {
			p.add(diag.Warnf(prof.At, p.rule, "a session of profile %q can show %d tools, and %s takes %d", prof.Name, n, c.provider, c.most).
				Note("split the profile, or leave tools out with a reason under excludes").Note("in %s", v))
			return
		}
	}
}

// together is how many tools of the profile one native session can show.
func (v view) together(prof *registry.Profile) int64 {
	native := gate.NewWorld(v.Registry, prof, v.Agent, "native")
	var all []gate.Weighted
	for _, w := range prof.Tools {
		if f, err := native.Tool(w.Text); err == nil {
			all = append(all, gate.Weighted{Formula: f, Weight: v.Registry.AtMost(w.Text)})
		}
	}
	return native.Sums().Most(all)
}

func demands(t registry.Tool) bool { return t.Strict.Text == "require" }

func strictRefused(p *pass) {
	if !slices.ContainsFunc(p.r.Tools, demands) {
		return
	}
	type refusal struct {
		tool string
		at   diag.Loc
		why  string
	}
	seen := map[refusal]bool{}
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if !prof.Offers("native") || len(p.viewsOf(prof)) == 0 {
			continue
		}
		for _, t := range strict.Decide(p.r, prof) {
			if !demands(*t.Tool) {
				continue
			}
			for _, lax := range t.Lax {
				at := refusal{t.Name, lax.At.Spot(), lax.Why}
				if seen[at] {
					continue
				}
				seen[at] = true
				p.add(p.refused(prof, &t, lax))
			}
		}
	}
}

func (p *pass) refused(prof *registry.Profile, t *strict.Tool, lax strict.Reason) diag.Diagnostic {
	d := p.errorf(lax.At, "tool %q can't be strict for %s: %s", t.Name, familiesOf(t.Lax, lax.Why), lax.Why)
	if lax.Sum > 0 {
		return d.Note(`use strict: "auto" here, or "off" for others; a session of profile %q could show %d`, prof.Name, lax.Sum)
	}
	return d.Note(`change it, or use strict: "auto"; strict: "require" stands at %s`, t.Tool.Strict.At).Note("in profile %q", prof.Name)
}

// familiesOf names the families for which a reason counts.
func familiesOf(lax []strict.Reason, why string) strict.Set {
	var s strict.Set
	for _, l := range lax {
		if l.Why == why {
			s |= l.Family
		}
	}
	return s
}

func strictUnused(p *pass) {
	projected := strict.Projected(p.r) != 0
	for _, t := range p.r.Tools {
		if !demands(t) {
			continue
		}
		profiles := p.profiles(owner{"tool", t.Name})
		native := slices.ContainsFunc(profiles, func(prof *registry.Profile) bool { return prof.Offers("native") })
		switch {
		case !projected:
			p.report(t.Strict.At, "remove it, or add anthropic, openai-chat or openai-responses to projections",
				`strict: "require" of tool %q has no effect: the contract projects to no provider with strict tools`, t.Name)
		case len(profiles) > 0 && !native:
			p.report(t.Strict.At, "remove it, or offer the transport in a profile",
				`strict: "require" of tool %q has no effect: no profile that lists the tool offers the transport native`, t.Name)
		}
	}
}
