package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// nameRules find references to what does not exist.
func nameRules() []rule {
	return []rule{
		{diag.Rule{ID: "unknown-input", Doc: "A condition, list, gate or case names an input, or a field of one, that is not declared. Correct the name or declare it under inputs."}, unknownInputs},
		{diag.Rule{ID: "unknown-gate", Doc: "A condition, constraint, pin or case names a gate that is not declared. Correct the name or declare it under gates; a condition reads an input as input.NAME, a tool as tool.NAME and a profile as profile.NAME."}, unknownGates},
		{diag.Rule{ID: "unknown-fence", Doc: "A part stands in a fence that is not declared. Correct the name or declare it under fences."}, unknownFences},
		{diag.Rule{ID: "unknown-section", Doc: "A profile, a text or a locale names a section that is not declared. Correct the name or declare it under sections."}, unknownSections},
		{diag.Rule{ID: "unknown-tool", Doc: "A profile, subagent, condition or text names a tool that is not declared. Correct the name or declare it under tools."}, unknownTools},
		{diag.Rule{ID: "unknown-toolset", Doc: "A part shows, or a case fills, a toolset that is not declared. Correct the name or declare it under toolsets."}, unknownToolsets},
		{diag.Rule{ID: "unknown-param", Doc: "A condition, exclusion or tool text names a parameter that no such tool has. Correct the name, e.g. param.TOOL.NAME in a condition and edits.old in a tool text."}, unknownParams},
		{diag.Rule{ID: "unknown-profile", Doc: "A condition, text, subagent, case, pattern or selection rule names a profile that is not declared. Correct the name or declare it under profiles."}, unknownProfiles},
		{diag.Rule{ID: "unknown-command", Doc: "A profile lists or excludes a command that is not declared. Correct the name or declare it under commands."}, unknownCommands},
		{diag.Rule{ID: "unknown-subagent", Doc: "A case runs as a subagent that is not declared. Correct the name or declare it under subagents."}, unknownSubagents},
		{diag.Rule{ID: "unknown-locale", Doc: "Texts are given for a locale that is not declared. Correct the name or declare it under locales."}, unknownLocales},
		{diag.Rule{ID: "unknown-rule", Doc: "lint.allow names a rule that does not exist. Correct the name; promptgen explain lists them."}, unknownRules},
		{diag.Rule{ID: "unknown-term", Doc: "A condition holds a term that it can't read. Terms are gates, native, xml, profile.NAME, input.NAME, tool.NAME and param.TOOL.NAME; correct it."}, unknownTerms},
	}
}

func list[T any](s []T, of func(*T) declared) []declared {
	var out []declared
	for i := range s {
		out = append(out, of(&s[i]))
	}
	return out
}

func (p *pass) inputNames() []declared {
	return list(p.r.Inputs, func(i *registry.Input) declared { return declared{i.Name, i.At} })
}

func (p *pass) gateNames() []declared {
	return list(p.r.Gates, func(g *registry.Gate) declared { return declared{g.Name, g.At} })
}

func (p *pass) sectionNames() []declared {
	return list(p.r.Sections, func(s *registry.Section) declared { return declared{s.Name, s.At} })
}

func (p *pass) commandNames() []declared {
	return list(p.r.Commands, func(c *registry.Command) declared { return declared{c.Name, c.At} })
}

func (p *pass) profileNames() []declared {
	return list(p.r.Profiles, func(p *registry.Profile) declared { return declared{p.Name, p.At} })
}

// toolNames are the tools and the toolsets.
func (p *pass) toolNames() []declared {
	return append(list(p.r.Tools, func(t *registry.Tool) declared { return declared{t.Name, t.At} }), p.toolsetNames()...)
}

func (p *pass) toolsetNames() []declared {
	return list(p.r.Toolsets, func(t *registry.Toolset) declared { return declared{t.Name, t.At} })
}

// cases are the fixture and the cases.
func (p *pass) cases() []registry.Case {
	return append([]registry.Case{p.r.Snapshots.Fixture}, p.r.Snapshots.Cases...)
}

func unknownGates(p *pass) {
	names := p.gateNames()
	p.terms(gate.GateTerm, func(t gate.Term, w registry.Word) {
		p.knowTerm("gate", names, t.Name, w.At)
	})
	for _, g := range p.r.Gates {
		p.known("gate", names, slices.Concat(g.Implies, g.Excludes)...)
	}
	var pins []registry.Pin
	for _, prof := range p.r.Profiles {
		pins = append(pins, prof.Pins...)
	}
	for _, s := range p.r.Subagents {
		pins = append(pins, s.Pins...)
	}
	for _, pin := range pins {
		p.known("gate", names, pin.Gate)
	}
	for _, c := range p.cases() {
		for _, v := range c.Gates {
			p.known("gate", names, v.Name)
		}
	}
}

func unknownSections(p *pass) {
	names := p.sectionNames()
	for _, prof := range p.r.Profiles {
		p.known("section", names, prof.Sections...)
		p.known("section", names, excluded(prof.Excludes.Sections)...)
	}
	for _, d := range p.r.Digests {
		p.known("section", names, d.Sections...)
	}
	if c := p.r.Chain; c != nil {
		p.known("section", names, c.Sections()...)
	}
	both := append(names, p.commandNames()...)
	seen := map[string]bool{}
	var named []registry.Word
	for _, m := range p.r.Messages { // one mistake for all texts of one name
		if !seen[m.Section] {
			seen[m.Section] = true
			named = append(named, registry.Word{Text: m.Section, At: label(m.SectionAt, m.Text.At)})
		}
	}
	p.known("section or command", both, named...)
	for _, w := range p.differingKeys() {
		if name, _, dotted := strings.Cut(w.Text, "."); name != registry.AllTools || !dotted {
			p.known("section or command", both, registry.Word{Text: name, At: w.At})
		}
	}
	p.fallbackSections(both)
}

func excluded(es []registry.Exclusion) []registry.Word {
	var out []registry.Word
	for _, e := range es {
		out = append(out, e.Name)
	}
	return out
}

// differingKeys are the keys of texts that locales say differ: "rules", "rules.base", "tools.read_file".
func (p *pass) differingKeys() []registry.Word {
	var out []registry.Word
	for _, l := range p.r.Locales {
		out = append(out, excluded(l.Differs)...)
	}
	return out
}

func unknownTools(p *pass) {
	names := p.toolNames()
	for _, w := range p.r.ToolNames { // one without a spec is reported where the root lists it
		names = append(names, declared{w.Text, w.At})
	}
	know := func(t gate.Term, w registry.Word) { p.knowTerm("tool", names, t.Name, w.At) }
	p.terms(gate.ToolTerm, know)
	tools := list(p.r.Tools, func(t *registry.Tool) declared { return declared{t.Name, t.At} })
	for _, w := range p.r.ToolNames {
		tools = append(tools, declared{w.Text, w.At})
	}
	p.terms(gate.ParamTerm, func(t gate.Term, w registry.Word) { // those of a toolset's tools are not known
		if p.r.Toolset(t.Name) != nil {
			p.known("tool", tools, registry.Word{Text: t.Name, At: w.At})
			return
		}
		know(t, w)
	})
	for _, prof := range p.r.Profiles {
		for _, w := range prof.Tools {
			if p.r.Command(w.Text) == nil { // a rule of its own
				p.known("tool", names, w)
			}
		}
		p.known("tool", names, excluded(prof.Excludes.Tools)...)
	}
	for _, s := range p.r.Subagents {
		p.known("tool", names, s.Tools...)
	}
	seen := map[string]bool{}
	for _, tt := range p.r.ToolTexts {
		if !seen[tt.Tool] {
			seen[tt.Tool] = true
			p.known("tool", tools, registry.Word{Text: tt.Tool, At: tt.At})
		}
	}
	p.fallbackTools(tools)
	for _, w := range p.differingKeys() {
		if name, ok := strings.CutPrefix(w.Text, "tools."); ok {
			name, _, _ = strings.Cut(name, ".")
			p.known("tool", tools, registry.Word{Text: name, At: w.At})
		}
	}
}

func unknownToolsets(p *pass) {
	names := p.toolsetNames()
	for _, n := range p.nodes {
		if w := n.part.Toolset; w.Given() {
			p.known("toolset", names, w)
		}
	}
	for _, c := range p.cases() {
		for _, v := range c.Toolsets {
			p.known("toolset", names, v.Name)
		}
	}
}

func unknownParams(p *pass) {
	p.terms(gate.ParamTerm, func(t gate.Term, w registry.Word) {
		tool := p.r.Tool(t.Name)
		if tool == nil {
			return
		}
		names := list(tool.Params, func(q *registry.Param) declared { return declared{q.Name, q.At} })
		p.known(fmt.Sprintf("parameter of tool %q", tool.Name), names, registry.Word{Text: t.Param, At: w.At})
	})
	var all []declared
	paths := map[string][]declared{}
	for _, n := range p.docs {
		if n.param != nil {
			paths[n.tool.Name] = append(paths[n.tool.Name], declared{n.path, n.at})
		}
		if n.depth == 1 {
			all = append(all, declared{n.param.Name, n.at})
		}
	}
	for _, prof := range p.r.Profiles {
		p.known("parameter of any tool", all, excluded(prof.Excludes.Params)...)
	}
	for _, tt := range p.r.ToolTexts {
		if p.r.Tool(tt.Tool) == nil {
			continue
		}
		for _, pt := range tt.Params {
			p.known(fmt.Sprintf("parameter of tool %q", tt.Tool), paths[tt.Tool], registry.Word{Text: pt.Path, At: pt.At})
		}
	}
}

func unknownProfiles(p *pass) {
	names := p.profileNames()
	p.terms(gate.ProfileTerm, func(t gate.Term, w registry.Word) { p.knowTerm("profile", names, t.Name, w.At) })
	for _, s := range p.r.Subagents {
		p.known("profile", names, s.Profiles...)
	}
	for _, c := range p.cases() {
		p.known("profile", names, c.Profiles...)
	}
	for _, f := range p.r.Forbid {
		p.known("profile", names, f.Profiles...)
	}
	for _, sr := range p.r.Select.Rules {
		if sr.Profile.Given() {
			p.known("profile", names, sr.Profile)
		}
	}
	p.unknownScopes()
}

// unknownScopes reports scopes of texts that are neither shared nor a profile.
func (p *pass) unknownScopes() {
	names := append([]declared{{name: registry.Shared}}, p.profileNames()...)
	seen := map[string]bool{}
	scope := func(field, locale, scope string, at diag.Loc) {
		_, isOwner := p.ownerOf(scope)
		switch {
		case seen[scope]: // one mistake for all texts of one name
		case p.r.Profile(scope) == nil && (isOwner || p.r.Tool(scope) != nil):
			p.add(p.errorf(at, "no profile named %q", scope).Note("want %s.%s.%s.%s", field, locale, registry.Shared, scope))
		default:
			p.known("profile", names, registry.Word{Text: scope, At: at})
		}
		seen[scope] = true
	}
	for _, m := range p.r.Messages {
		scope("i18n", m.Locale, m.Scope, label(m.ScopeAt, m.Text.At))
	}
	for _, tt := range p.r.ToolTexts {
		scope("tooltext", tt.Locale, tt.Scope, label(tt.ScopeAt, tt.At))
	}
}

// label is the place of a name in the path of a text, or the text's own where that is not known.
func label(at, text diag.Loc) diag.Loc {
	if at.Line > 0 {
		return at
	}
	return text
}

func unknownCommands(p *pass) {
	for _, prof := range p.r.Profiles {
		p.known("command", p.commandNames(), prof.Commands...)
		p.known("command", p.commandNames(), excluded(prof.Excludes.Commands)...)
	}
}

func unknownSubagents(p *pass) {
	names := list(p.r.Subagents, func(s *registry.Subagent) declared { return declared{s.Name, s.At} })
	for _, c := range p.cases() {
		if c.Subagent.Given() {
			p.known("subagent", names, c.Subagent)
		}
	}
}

func unknownLocales(p *pass) {
	names := list(p.r.Locales, func(l *registry.Locale) declared { return declared{l.Name.Text, l.Name.At} })
	seen := map[string]bool{}
	know := func(locale string, at diag.Loc) {
		if !seen[locale] { // one mistake for all texts of one name
			seen[locale] = true
			p.known("locale", names, registry.Word{Text: locale, At: at})
		}
	}
	for _, m := range p.r.Messages {
		know(m.Locale, label(m.LocaleAt, m.Text.At))
	}
	for _, tt := range p.r.ToolTexts {
		know(tt.Locale, label(tt.LocaleAt, tt.At))
	}
}

func unknownRules(p *pass) {
	var names []declared
	for _, r := range Rules() {
		names = append(names, declared{name: r.ID})
	}
	for _, a := range p.r.Lint.Allow {
		p.known("rule", names, a.Rule)
	}
}

func unknownTerms(p *pass) {
	p.terms(gate.UnknownTerm, func(t gate.Term, w registry.Word) {
		d := p.errorf(w.At, "no term of conditions: %q", t.Tag)
		_, name, _ := strings.Cut(t.Tag, ".")
		p.add(proposeTerms(d, append(p.termsFor(t.Tag), p.termsFor(name)...)).
			Note("want a gate, native, xml, profile.NAME, input.NAME, tool.NAME or param.TOOL.NAME"))
	})
}
