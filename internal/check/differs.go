package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// difference is a translation that names other things than the first locale's text.
type difference struct {
	locale *registry.Locale
	keys   []string // under which differs may name it, the longest first
	from   *registry.Text
	to     *registry.Text
	names  []named
}

func (p *pass) differences() []difference {
	var out []difference
	seen := map[diag.Loc]bool{}
	add := func(l *registry.Locale, keys []string, from, to []*registry.Text) {
		if len(from) == 0 || len(to) == 0 || seen[to[0].At] {
			return
		}
		if names := compareMarks(from, to); len(names) > 0 {
			seen[to[0].At] = true
			out = append(out, difference{l, keys, from[0], to[0], names})
		}
	}
	for _, l := range p.translations() {
		p.listedNodes(func(prof *registry.Profile, n node) {
			for _, k := range n.keys() {
				from := p.r.Text(p.r.First(), prof.Name, n.owner.name, k.Text)
				to := p.r.Text(l.Name.Text, prof.Name, n.owner.name, k.Text)
				if from != nil && to != nil && to.Locale == l.Name.Text {
					add(l, []string{n.owner.name + "." + k.Text, n.owner.name}, []*registry.Text{&from.Text}, []*registry.Text{&to.Text})
				}
			}
		})
		for _, n := range p.docs {
			keys := []string{"tools." + n.tool.Name}
			if n.param != nil {
				keys = []string{keys[0] + "." + n.path, keys[0]}
			}
			for _, prof := range p.profiles(n.owner()) {
				to := append(p.ownFragments(l.Name.Text, prof.Name, n), p.ownFragments(l.Name.Text, registry.Shared, n)...)
				if len(to) > 0 {
					add(l, keys, fragmentTexts(n.fragments(p.r, p.r.First(), prof.Name)),
						fragmentTexts(n.fragments(p.r, l.Name.Text, prof.Name)))
				}
			}
		}
	}
	return out
}

func fragmentTexts(fs []registry.Fragment) []*registry.Text {
	var out []*registry.Text
	for i := range fs {
		out = append(out, &fs[i].Text)
	}
	return out
}

// named is an input or a tool that one of two texts names.
type named struct {
	what string   // e.g. `tool "read_file"`
	at   diag.Loc // the first place
	to   bool     // it stands in the translation alone, else in the first locale's text alone
}

// compareMarks finds what only one of two texts names.
func compareMarks(from, to []*registry.Text) []named {
	a, b := marksOf(from), marksOf(to)
	without := func(ns, other []named) []named {
		return slices.DeleteFunc(slices.Clone(ns), func(n named) bool {
			return slices.ContainsFunc(other, func(o named) bool { return o.what == n.what })
		})
	}
	missing, extra := without(a, b), without(b, a)
	for i := range extra {
		extra[i].to = true
	}
	return append(missing, extra...)
}

// marksOf lists what texts name, each once.
func marksOf(ts []*registry.Text) []named {
	var out []named
	for _, t := range ts {
		for _, s := range t.Segs {
			if name := cmp.Or(s.Input, s.Tool); name != "" {
				kind := "tool"
				if s.Input != "" {
					kind = "input"
				}
				out = append(out, named{what: fmt.Sprintf("%s %q", kind, name), at: s.At})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b named) int { return cmp.Compare(a.what, b.what) })
	return slices.CompactFunc(out, func(a, b named) bool { return a.what == b.what })
}

func textDiffers(p *pass) {
	for _, d := range p.marks() {
		declared := slices.ContainsFunc(d.locale.Differs, func(e registry.Exclusion) bool { return slices.Contains(d.keys, e.Name.Text) })
		if !declared {
			p.add(p.differs(d))
		}
	}
}

// differs points at the first name that the translation has in excess, else at the translation, which lacks one.
func (p *pass) differs(d difference) diag.Diagnostic {
	at := d.to.At
	if d.names[0].to {
		at = d.names[0].at
	}
	first, locale := p.r.First(), d.locale.Name.Text
	var words []string
	for _, n := range d.names {
		has, lacks := first, locale
		if n.to {
			has, lacks = lacks, has
		}
		words = append(words, fmt.Sprintf("%q names %s, %q does not", has, n.what, lacks))
	}
	out := p.errorf(at, "text %q differs: %s", d.keys[0], strings.Join(words, "; "))
	for _, n := range d.names {
		if !n.to {
			out = out.Note("%q names %s at %s", first, n.what, n.at)
		}
	}
	if d.names[0].to {
		out = out.Note("the text in %q is at %s", first, d.from.At)
	}
	return out.Note("correct one of the two, or add differs: %q: reason: \"…\" to locale %q", d.keys[0], locale)
}

func differsUnused(p *pass) {
	all := p.marks()
	for i := range p.r.Locales {
		l := &p.r.Locales[i]
		for _, e := range l.Differs {
			used := slices.ContainsFunc(all, func(d difference) bool { return d.locale == l && slices.Contains(d.keys, e.Name.Text) })
			if !used && p.textKeyKnown(e.Name.Text) {
				p.report(e.Name.At, "remove the entry", "text %q of locale %q does not differ from the first locale's", e.Name.Text, l.Name.Text)
			}
		}
	}
}
