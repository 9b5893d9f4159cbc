package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// known reports each word that is not among the declared names.
func (p *pass) known(kind string, names []declared, words ...registry.Word) {
	if len(words) == 0 {
		return
	}
	there := make(map[string]bool, len(names))
	for _, n := range names {
		there[n.name] = true
	}
	for _, w := range words {
		if !there[w.Text] {
			p.add(offer(p.errorf(w.At, "no %s named %q", kind, w.Text), kind, w.Text, names))
		}
	}
}

// offer adds what an unknown name most likely means, else what there is.
func offer(d diag.Diagnostic, kind, got string, names []declared) diag.Diagnostic {
	if near := suggest(d, got, names); len(near.Notes) > len(d.Notes) {
		return near
	}
	var want []string
	if len(names) > 0 && len(names) <= maxOffer {
		want = append(want, "name one of "+diag.QuoteAll(namesOf(names)))
	}
	if field, ok := declaredUnder(kind); ok {
		want = append(want, "declare it under "+field)
	}
	if len(want) == 0 {
		return d
	}
	return d.Note("%s", strings.Join(want, ", or "))
}

// maxOffer is how many names a note lists.
const maxOffer = 8

// declaredUnder says where things of a kind are declared.
func declaredUnder(kind string) (string, bool) {
	switch kind {
	case "section or command":
		return "sections or commands", true
	case "input or toolset":
		return "inputs or toolsets", true
	case "input", "gate", "fence", "section", "tool", "toolset", "profile", "command", "subagent", "locale":
		return kind + "s", true
	}
	return "", false
}

// terms calls visit for every term of a kind in every condition that is well formed, with the place of the term.
func (p *pass) terms(kind gate.TermKind, visit func(gate.Term, registry.Word)) {
	for _, c := range p.conds {
		if c.parsed == nil {
			continue
		}
		for _, t := range c.parsed.Terms {
			if t.Kind == kind {
				visit(t, registry.Word{Text: t.Name, At: c.word.Byte(t.Offset)})
			}
		}
	}
}

// knowTerm reports the name of a term that is not among the declared ones. Where it is that of something else, the
// term for that is offered.
func (p *pass) knowTerm(kind string, names []declared, name string, at diag.Loc) {
	if declares(names, name) {
		return
	}
	d := p.errorf(at, "no %s named %q", kind, name)
	if other := p.termsFor(name); len(other) > 0 {
		p.add(proposeTerms(d, other))
		return
	}
	p.add(offer(d, kind, name, names))
}

func proposeTerms(d diag.Diagnostic, terms []declared) diag.Diagnostic {
	for _, t := range terms {
		d = propose(d, t)
	}
	return d
}

// termsFor are the terms by which a condition reads what is called so: a gate, a transport, an input, a tool or a
// profile.
func (p *pass) termsFor(name string) []declared {
	var out []declared
	if g := p.r.Gate(name); g != nil {
		out = append(out, declared{g.Name, g.At})
	}
	if t := strings.ToLower(name); t == "native" || t == "xml" {
		out = append(out, declared{name: t})
	}
	if f, _ := p.r.Field(name); f != nil {
		out = append(out, declared{"input." + name, f.At})
	}
	if t := p.r.Tool(name); t != nil {
		out = append(out, declared{"tool." + name, t.At})
	} else if t := p.r.Toolset(name); t != nil {
		out = append(out, declared{"tool." + name, t.At})
	}
	if q := p.r.Profile(name); q != nil {
		out = append(out, declared{"profile." + name, q.At})
	}
	return out
}

// openEnds reports whether something is wrong that hides what is read: a condition that can't be read as it is written,
// something that is listed and not declared, or a text that is missing. What seems unused may be read there.
func (p *pass) openEnds() bool {
	for _, c := range p.conds {
		if c.parsed == nil || slices.ContainsFunc(c.parsed.Terms, func(t gate.Term) bool { return !p.resolves(t) }) {
			return true
		}
	}
	undeclared := func(ws []registry.Word, names []declared) bool {
		return slices.ContainsFunc(ws, func(w registry.Word) bool { return !declares(names, w.Text) })
	}
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if p.listsUnknown(prof) || undeclared(prof.Tools, p.toolNames()) || undeclared(prof.Commands, p.commandNames()) {
			return true
		}
	}
	return undeclared(p.r.ToolNames, p.toolNames()) || p.textMissing()
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
