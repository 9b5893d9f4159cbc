package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// meant is a set of declared names for which, most likely, an unknown name stands somewhere. That these are unused or
// missing elsewhere only follows from the misspelling, which is reported.
type meant map[string]bool

// add looks at references among names: each that is unknown stands for the nearest name.
func (m meant) add(names []declared, refs ...string) {
	var known []string
	for _, n := range names {
		known = append(known, n.name)
	}
	for _, ref := range refs {
		if slices.Contains(known, ref) {
			continue
		}
		if best, ok := diag.Nearest(ref, known); ok {
			m[best] = true
		}
	}
}

// meantIn is what a profile means to list or exclude under another name.
func (p *pass) meantIn(prof *registry.Profile, kind string) meant {
	m := meant{}
	switch kind {
	case "section":
		m.add(p.sectionNames(), slices.Concat(texts(prof.Sections), texts(excluded(prof.Excludes.Sections)))...)
	case "command":
		m.add(p.commandNames(), slices.Concat(texts(prof.Commands), texts(excluded(prof.Excludes.Commands)))...)
	case "tool":
		m.add(p.toolNames(), slices.Concat(texts(prof.Tools), texts(excluded(prof.Excludes.Tools)))...)
	}
	return m
}

// looseNames are the names that stand in terms that can't be read as they are written, wherever in the term. What is
// called so is most likely what was meant, so it is not unused.
func (p *pass) looseNames() map[string]bool {
	out := map[string]bool{}
	for _, c := range p.conds {
		for _, t := range c.terms {
			if p.resolves(t) {
				continue
			}
			_, tail, _ := strings.Cut(t.Tag, ".")
			out[t.Tag], out[tail] = true, true
			for _, name := range strings.Split(t.Tag, ".") {
				out[name] = true
			}
		}
	}
	return out
}

// readTerms calls visit for every term of a kind in every condition, even where its syntax is wrong.
func (p *pass) readTerms(kind gate.TermKind, visit func(gate.Term)) {
	for _, c := range p.conds {
		for _, t := range c.terms {
			if t.Kind == kind {
				visit(t)
			}
		}
	}
}

// resolves reports whether a term names something that is declared.
func (p *pass) resolves(t gate.Term) bool {
	switch t.Kind {
	case gate.GateTerm:
		return p.r.Gate(t.Name) != nil
	case gate.TransportTerm:
		return true
	case gate.ProfileTerm:
		return p.r.Profile(t.Name) != nil
	case gate.InputTerm:
		f, _ := p.r.Field(t.Name)
		return f != nil
	case gate.ToolTerm, gate.ParamTerm:
		return p.r.Tool(t.Name) != nil || p.r.Toolset(t.Name) != nil
	default:
		return false
	}
}

// meantTerms is what conditions mean under another name.
func (p *pass) meantTerms(kind gate.TermKind, names []declared) meant {
	var refs []string
	p.readTerms(kind, func(t gate.Term) {
		head, _, _ := strings.Cut(t.Name, ".")
		if len(p.termsFor(head)) == 0 { // it is called right, but is something else
			refs = append(refs, head)
		}
	})
	m := meant{}
	m.add(names, refs...)
	return m
}

// meantTexts is what the catalog and the locales mean under another name.
type meantTexts struct{ owners, tools, locales meant }

func (p *pass) meantTexts() meantTexts {
	m := meantTexts{meant{}, meant{}, meant{}}
	owners := append(p.sectionNames(), p.commandNames()...)
	locales := list(p.r.Locales, func(l *registry.Locale) declared { return declared{name: l.Name.Text} })
	seen := map[string]bool{}
	add := func(m meant, names []declared, ref string) {
		if !seen[ref] { // most texts share their names
			seen[ref] = true
			m.add(names, ref)
		}
	}
	for i := range p.r.Messages {
		add(m.owners, owners, p.r.Messages[i].Section)
	}
	for _, w := range p.textKeys() {
		if name, ok := strings.CutPrefix(w.Text, "tools."); ok {
			m.tools.add(p.toolNames(), name)
			continue
		}
		name, _, _ := strings.Cut(w.Text, ".")
		m.owners.add(owners, name)
	}
	clear(seen)
	for i := range p.r.Messages {
		add(m.locales, locales, p.r.Messages[i].Locale)
	}
	for i := range p.r.ToolTexts {
		m.locales.add(locales, p.r.ToolTexts[i].Locale)
		m.tools.add(p.toolNames(), p.r.ToolTexts[i].Tool)
	}
	return m
}
