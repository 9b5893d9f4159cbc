package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// chainRules look at what may stand in place of a profile's sections, or behind them.
func chainRules() []rule {
	return []rule{
		{diag.Rule{ID: "chain-unused", Doc: "A chain has no effect: no profile says chain: true, a profile says so and there is no chain, or the chain is empty. Remove it, or add what is missing."}, chainUnused},
		{diag.Rule{ID: "chain-level", Doc: "A section can't stand in the chain. A level is session: a static one would always decide, and a volatile one would change with every turn what stands in front of the history. No section of the chain is a user turn."}, chainLevels},
		{diag.Rule{ID: "chain-twice", Doc: "A section of the chain stands in it twice, or in a profile that uses the chain. It would be shown twice; remove one of the two."}, chainTwice},
		{diag.Rule{ID: "chain-unreachable", Doc: "The section of a level is never empty, so no level behind it and, where it replaces, no section of a profile is ever shown. Declare what it reads with required: false, give it a condition, or move the level to the end."}, chainUnreachable},
		{diag.Rule{ID: "chain-separator", Doc: "A level that replaces gives a separator, which stands in front of text that is appended. Remove it."}, chainSeparator},
		{diag.Rule{ID: "chain-docs", Doc: "A level or an amendment that replaces takes the documentation of the tools away, which models need over the XML transport. List the section that documents the tools in chain.tail, or leave \"xml\" out of the transports."}, chainDocs},
		{diag.Rule{ID: "chain-amend", Doc: "What amends the prompt can't: it is no list input of scope session, or replace and append are no two trusted strings of its items. Name such an input, and at least one of the two fields."}, chainAmend},
		{diag.Rule{ID: "case-mode", Doc: "A case chooses a mode where there is nothing to choose. Modes belong to levels of the chain that say mode: \"choose\"."}, caseModes},
	}
}

// chained lists the profiles that use the chain.
func (p *pass) chained() []*registry.Profile {
	var out []*registry.Profile
	for i := range p.r.Profiles {
		if prof := &p.r.Profiles[i]; p.r.ChainOf(prof) != nil {
			out = append(out, prof)
		}
	}
	return out
}

func chainUnused(p *pass) {
	c := p.r.Chain
	if c == nil {
		for _, prof := range p.r.Profiles {
			if prof.Chain {
				p.report(prof.ChainAt, "declare chain at the root, or remove it here", "profile %q uses the chain, and there is none", prof.Name)
			}
		}
		return
	}
	switch {
	case len(c.Levels)+len(c.Tail) == 0 && c.Amend == nil:
		p.report(c.At, "add levels, amend or tail, or remove it", "the chain is empty")
	case len(p.chained()) == 0:
		p.report(c.At, "add chain: true to a profile, or remove it", "no profile uses the chain")
	}
}

func chainLevels(p *pass) {
	c := p.r.Chain
	if c == nil {
		return
	}
	for _, w := range c.Sections() {
		if s := p.r.Section(w.Text); s != nil && s.Role == "user" {
			p.add(p.errorf(w.At, "section %q is a user turn, which no chain replaces", s.Name).Note("list it in profiles instead; it is declared at %s", s.At))
		}
	}
	for _, l := range c.Levels {
		if s := p.r.Section(l.Section.Text); s != nil && rank(s.Level()) >= 0 && s.Level() != registry.Session {
			p.add(p.errorf(l.Section.At, "section %q is %s, and levels of the chain are session", s.Name, s.Cache.Text).
				Note(`declare cache: "session" with a reason (%s)`, s.Cache.At))
		}
	}
}

func chainTwice(p *pass) {
	c := p.r.Chain
	if c == nil {
		return
	}
	p.twice("chain", c.Sections())
	for _, prof := range p.chained() {
		for _, w := range prof.Sections {
			if i := slices.IndexFunc(c.Sections(), func(o registry.Word) bool { return o.Text == w.Text }); i >= 0 {
				p.add(p.errorf(w.At, "profile %q lists section %q, which its chain shows as well", prof.Name, w.Text).
					Note("remove it here or from the chain (%s)", c.Sections()[i].At))
			}
		}
	}
}

func chainUnreachable(p *pass) {
	c := p.r.Chain
	if c == nil || len(p.chained()) == 0 {
		return
	}
	for i, l := range c.Levels {
		s := p.r.Section(l.Section.Text)
		if s == nil || !p.alwaysShown(s.Name, &s.Part) {
			continue
		}
		const mend = "declare what it reads with required: false, or give it a condition (%s)"
		if i+1 < len(c.Levels) {
			next := c.Levels[i+1].Section
			p.add(p.errorf(next.At, "level %q never decides: the section of level %q in front of it is never empty", next.Text, s.Name).Note(mend, s.At))
		} else if l.Mode == "replace" {
			p.add(p.errorf(l.Section.At, "level %q always replaces the sections of profile %q: its section is never empty", s.Name, p.chained()[0].Name).
				Note(mend, s.At))
		}
		return
	}
}

// alwaysShown reports whether a part is never empty, as far as its own words and the required inputs tell.
func (p *pass) alwaysShown(section string, part *registry.Part) bool {
	if part.When.Given() || part.Each.Given() || part.Limit != nil || len(p.r.SkippedWith(section, part)) > 0 {
		return false
	}
	switch part.Kind {
	case registry.ValuePart:
		return p.neverEmpty(part.Value)
	case registry.TextPart:
		for _, prof := range p.chained() {
			for _, l := range p.r.Locales {
				if m := p.r.Text(l.Name.Text, prof.Name, section, part.Key.Text); m == nil || !p.neverEmpty(&m.Text) {
					return false
				}
			}
		}
		return true
	}
	return slices.ContainsFunc(part.Parts, func(q registry.Part) bool { return p.alwaysShown(section, &q) })
}

func (p *pass) neverEmpty(t *registry.Text) bool {
	return slices.ContainsFunc(t.Segs, func(s registry.Seg) bool {
		f, _ := p.r.Field(s.Input)
		return strings.TrimSpace(s.Lit) != "" || s.Tool != "" || f != nil && f.Required
	})
}

func chainSeparator(p *pass) {
	if p.r.Chain == nil {
		return
	}
	for _, l := range p.r.Chain.Levels {
		if l.Mode == "replace" && l.Separator != nil {
			p.report(l.At, "remove separator", "level %q replaces, and its separator stands in front of text that is appended", l.Section.Text)
		}
	}
}

func chainDocs(p *pass) {
	for _, prof := range p.chained() {
		own := slices.ContainsFunc(prof.Sections, p.documents)
		if !own || len(prof.Tools) == 0 || !prof.Offers("xml") {
			continue
		}
		const mend = `list the section that documents the tools in chain.tail, or leave "xml" out of the transports`
		for _, l := range p.r.Chain.Levels {
			if l.Replaces() {
				p.report(l.Section.At, mend, "level %q can replace the documentation of the tools of profile %q", l.Section.Text, prof.Name)
			}
		}
		if a := p.r.Chain.Amend; a != nil && a.Replace.Given() {
			p.report(a.Replace.At, mend, "an amendment can replace the documentation of the tools of profile %q", prof.Name)
		}
	}
}

func (p *pass) documents(w registry.Word) bool {
	s := p.r.Section(w.Text)
	return s != nil && documents(&s.Part)
}

func chainAmend(p *pass) {
	if p.r.Chain == nil || p.r.Chain.Amend == nil {
		return
	}
	a := p.r.Chain.Amend
	f, in := p.r.Field(a.Each.Text)
	switch {
	case f == nil:
		return // a rule of its own
	case f.Type != registry.List || strings.Contains(a.Each.Text, "."):
		p.add(p.errorf(a.Each.At, "amendments are the items of %q, which is no list input", a.Each.Text).
			Note(`want an input with type: "list"; it is declared at %s`, f.At))
		return
	case in.Scope != registry.SessionScope:
		p.add(p.errorf(a.Each.At, "amendments are the items of %q, which is of scope %s", a.Each.Text, in.Scope).
			Note("want scope session: they change what stands in front of the history (%s)", f.At))
	case len(a.Fields()) == 0:
		p.report(a.At, "add replace or append: a field of the items", "the items of %q neither replace nor append anything", a.Each.Text)
	case a.Replace.Given() && a.Replace.Text == a.Append.Text:
		p.report(a.Append.At, "name another field, or remove one of the two", "field %q would replace and append", a.Append.Text)
	}
	for _, w := range a.Fields() {
		switch g, _ := p.r.Field(w.Text); {
		case g == nil:
		case g.Type != registry.String:
			p.add(p.errorf(w.At, "field %q is of type %s, and amendments are strings", w.Text, g.Type).Note("name a string; it is declared at %s", g.At))
		case g.Trust.Text != "trusted":
			p.add(p.errorf(w.At, "field %q becomes system text and is not declared as trusted", w.Text).
				Note(`want trust: "trusted", if nobody but the user and the host can write it (%s)`, g.At))
		}
	}
}

func caseModes(p *pass) {
	for _, c := range p.cases() {
		for _, m := range c.Modes {
			if p.r.Chain != nil {
				if l := p.r.Chain.Level(m.Level.Text); l != nil && l.Mode == "choose" {
					continue
				}
			}
			p.report(m.Level.At, `remove it, or declare the level with mode: "choose"`, "there is no mode to choose for %q", m.Level.Text)
		}
	}
}

// tailOrder reports sections of the tail that stand behind a volatile section of the system text, which the profile
// does not say.
func (p *pass) tailOrder(prof *registry.Profile, report func(tail registry.Word, s, behind *registry.Section)) {
	c := p.r.ChainOf(prof)
	if c == nil {
		return
	}
	var live *registry.Section
	for _, w := range slices.Concat(prof.Sections, c.Tail) {
		s := p.r.Section(w.Text)
		switch {
		case s == nil || s.Role == "user" || s.InTail():
		case s.Level() == registry.Volatile:
			live = s
		case live != nil && registry.Lists(c.Tail, s.Name):
			report(w, s, live)
		}
	}
}
