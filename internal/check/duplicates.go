package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// duplicateRules find names that stand for two things, and entries that stand twice.
func duplicateRules() []rule {
	return []rule{
		{diag.Rule{ID: "duplicate-entry", Doc: "A list names the same thing twice. Remove one of the two entries."}, duplicateEntries},
		{diag.Rule{ID: "duplicate-locale", Doc: "Two locales have the same name, or both claim a tag. Make every tag lead to one locale."}, duplicateLocales},
		{diag.Rule{ID: "duplicate-case", Doc: "Two snapshot cases have the same name, so their files would be the same. Rename one."}, duplicateCases},
		{diag.Rule{ID: "duplicate-param", Doc: "Two parameters of one tool or object have names that are equal but for case. Rename one."}, duplicateParams},
		{diag.Rule{ID: "section-command-clash", Doc: "A section and a command have the same name, but their texts share the names of the catalog. Rename one."}, sectionCommandClash},
		{diag.Rule{ID: "tool-name-clash", Doc: "Two tools, or a tool and a toolset, have names that are equal or differ in case only, which models and hosts mix up. Rename one."}, toolNameClash},
		{diag.Rule{ID: "wire-name-clash", Doc: "Two tools are called by models under one name, or by names that are equal but for case, so a call could mean either. A tool is called by its wire name, or by its key where wire is not given. Change one of the two; if it is one tool with other words in another profile, keep one and give the words under tooltext."}, wireNameClash},
	}
}

// twice reports the second of equal words.
func (p *pass) twice(what string, words []registry.Word) {
	first := map[string]diag.Loc{}
	for _, w := range words {
		at, ok := first[w.Text]
		if !ok {
			first[w.Text] = w.At
			continue
		}
		p.add(p.errorf(w.At, "%s names %q twice", what, w.Text).Note("remove one of the two; the first is at %s", at))
	}
}

func duplicateEntries(p *pass) {
	for _, prof := range p.r.Profiles {
		name := strconv.Quote(prof.Name)
		p.twice("sections of profile "+name, prof.Sections)
		p.twice("tools of profile "+name, prof.Tools)
		p.twice("commands of profile "+name, prof.Commands)
		p.twice("transports of profile "+name, prof.Transports)
	}
	for _, g := range p.r.Gates {
		p.twice("implies of gate "+strconv.Quote(g.Name), g.Implies)
		p.twice("excludes of gate "+strconv.Quote(g.Name), g.Excludes)
	}
	for _, s := range p.r.Subagents {
		p.twice("profiles of subagent "+strconv.Quote(s.Name), s.Profiles)
		p.twice("tools of subagent "+strconv.Quote(s.Name), s.Tools)
	}
	for _, l := range p.r.Locales {
		if l.Fallback != nil {
			p.twice("fallback of locale "+strconv.Quote(l.Name.Text), slices.Concat(l.Fallback.Only, l.Fallback.Except))
		}
	}
	p.fallbackTwice()
	for _, f := range p.r.Forbid {
		p.twice("profiles of pattern "+strconv.Quote(f.Name), f.Profiles)
	}
	for _, c := range p.cases() {
		p.twice("profiles of the case", c.Profiles)
	}
	p.fields(func(_ string, f *registry.Field) {
		p.twice("unique of "+strconv.Quote(f.Name), f.Unique)
		p.twice("distinct of "+strconv.Quote(f.Name), f.Distinct)
	})
	for _, f := range p.r.Fences {
		p.twice("attrs of fence "+strconv.Quote(f.Name), f.Attrs)
	}
	p.twice("projections", p.r.Contract.Projections)
	for _, n := range p.nodes {
		if w := n.part.Wrap; w != nil {
			p.twice("tag", attrNames(w.Attrs))
		}
		if u := n.part.Fence; u != nil {
			p.twice("fence", attrNames(u.Attrs))
		}
	}
}

func attrNames(attrs []registry.Attr) []registry.Word {
	var names []registry.Word
	for _, a := range attrs {
		names = append(names, registry.Word{Text: a.Name, At: a.At})
	}
	return names
}

func duplicateLocales(p *pass) {
	exact := map[string]*registry.Locale{}
	prefix := map[string]*registry.Locale{}
	claim := func(seen map[string]*registry.Locale, tag, how string, l *registry.Locale) {
		tag = strings.ToLower(strings.TrimSuffix(strings.ReplaceAll(tag, "_", "-"), "-"))
		other, ok := seen[tag]
		seen[tag] = l
		if ok && (other != l || how == "the tag") {
			p.add(p.errorf(l.Name.At, "locale %q claims %s %q, which leads to locale %q", l.Name.Text, how, tag, other.Name.Text).
				Note("remove the tag from one of them; locale %q is declared at %s", other.Name.Text, other.Name.At))
		}
	}
	for i := range p.r.Locales {
		l := &p.r.Locales[i]
		claim(exact, l.Name.Text, "the tag", l)
		claim(prefix, l.Name.Text, "the prefix", l) // a name takes the tags below it, too
		for _, tag := range l.Equals {
			claim(exact, tag, "the tag", l)
		}
		for _, tag := range l.Prefix {
			claim(prefix, tag, "the prefix", l)
		}
	}
}

func duplicateCases(p *pass) {
	first := map[string]diag.Loc{}
	for _, c := range p.r.Snapshots.Cases {
		if at, ok := first[c.Name]; ok {
			p.add(p.errorf(c.At, "case %q is declared twice", c.Name).Note("rename one of the two; the first is at %s", at))
			continue
		}
		first[c.Name] = c.At
	}
}

func duplicateParams(p *pass) {
	type key struct {
		list *registry.Param
		name string
	}
	first := map[key]docNode{}
	for _, n := range p.docs {
		if n.param == nil {
			continue
		}
		k := key{n.list, strings.ToLower(n.param.Name)}
		if other, ok := first[k]; ok {
			p.add(p.errorf(n.at, "%s has the name of %q in the same list", n, other.path).Note("rename one of the two; the first is at %s", other.at))
			continue
		}
		first[k] = n
	}
}

func sectionCommandClash(p *pass) {
	for _, c := range p.r.Commands {
		if s := p.r.Section(c.Name); s != nil {
			p.add(p.errorf(c.At, "command %q has the name of a section; their texts would be one", c.Name).
				Note("rename one of the two; the section is declared at %s", s.At))
		}
	}
}

func toolNameClash(p *pass) {
	first := map[string]declared{}
	for _, n := range p.toolNames() {
		k := strings.ToLower(n.name)
		other, taken := first[k]
		if !taken {
			first[k] = n
			continue
		}
		kind, but := "tool", ""
		if p.r.Toolset(n.name) != nil {
			kind = "toolset"
		}
		if n.name != other.name {
			but = " but for case"
		}
		p.add(p.errorf(n.at, "%s %q has the name of tool %q%s", kind, n.name, other.name, but).Note("rename one of the two; %q is declared at %s", other.name, other.at))
	}
}

func wireNameClash(p *pass) {
	first := map[string]*registry.Tool{}
	for i := range p.r.Tools {
		t := &p.r.Tools[i]
		k := strings.ToLower(t.WireName())
		other, taken := first[k]
		if !taken {
			first[k] = t
			continue
		}
		if strings.EqualFold(other.Name, t.Name) {
			continue // their keys are reported
		}
		if !t.Wire.Given() {
			t, other = other, t
		}
		p.add(p.errorf(t.Wire.At, "tool %q is %q on the wire, like tool %q", t.Name, t.WireName(), other.Name).
			Note("rename one of the two; tool %q is declared at %s", other.Name, other.At))
	}
}

// pathOf shows a way through declarations, e.g. "tool.a -> tool.b".
func pathOf(terms []string) string { return strings.Join(terms, " -> ") }
