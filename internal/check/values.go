package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// valueRules look at how texts use the values of inputs.
func valueRules() []rule {
	return []rule{
		{diag.Rule{ID: "item-outside-each", Doc: "A text or condition reads a field of list items where no item is at hand. Put it into a part with each: LIST, or name the list itself."}, itemOutsideEach},
		{diag.Rule{ID: "each-not-list", Doc: "A part repeats over an input that is no list. Name a list, or remove each."}, eachNotList},
		{diag.Rule{ID: "key-list", Doc: "unique or distinct names a field that is a list, and a list is no one value to compare. Name a string, a count or a flag."}, keyLists},
		{diag.Rule{ID: "trust-missing", Doc: "A text inserts a string that declares no trust. Say trusted, untrusted or remote at the input: it decides where the value may stand."}, trustMissing},
		{diag.Rule{ID: "heading-per-item", Doc: "A part with each has a heading that reads nothing of the item, so every item would stand under the same heading again. Put the repeated part into the parts of the one with the heading; if every item needs the same line, write it as before."}, headingPerItem},
	}
}

// itemList returns the list whose items a path reads, e.g. "skills" of "skills.name".
func itemList(path string) (string, bool) {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)], i > 0
}

func inEach(guards []guard, list string) bool {
	return slices.ContainsFunc(guards, func(g guard) bool { return g.each.Text == list })
}

func itemOutsideEach(p *pass) {
	seen := map[diag.Loc]bool{}
	look := func(path string, at diag.Loc, guards []guard) {
		l, isItem := itemList(path)
		if f, _ := p.r.Field(path); f == nil || !isItem || inEach(guards, l) || seen[at.Spot()] {
			return
		}
		seen[at.Spot()] = true
		p.add(p.errorf(at, "%q is read outside of each: %q", path, l).Note("put it into a part with each: %q", l))
	}
	for _, c := range p.conds {
		if c.parsed == nil {
			continue
		}
		for _, t := range c.parsed.Terms {
			if t.Kind == gate.InputTerm {
				look(t.Name, c.word.At, c.around)
			}
		}
	}
	marks := func(t *registry.Text, guards []guard) {
		for _, s := range t.Segs {
			if s.Input != "" {
				look(s.Input, s.At, guards)
			}
		}
	}
	for _, n := range p.nodes {
		if n.part.Each.Given() {
			look(n.part.Each.Text, n.part.Each.At, n.around)
		}
		for _, t := range p.everywhere(n, p.profiles(n.owner), p.r.Locales) {
			marks(t, n.inside)
		}
	}
	for _, t := range p.texts {
		if t.in == "tools" {
			marks(t.text, nil)
		}
	}
}

func eachNotList(p *pass) {
	for _, n := range p.nodes {
		e := n.part.Each
		if f, _ := p.r.Field(e.Text); f != nil && f.Type != registry.List {
			p.add(p.errorf(e.At, "input %q is of type %s, want a list", e.Text, f.Type).Note("remove each, or name a list; the input is declared at %s", f.At))
		}
	}
}

// inserted calls visit for every field that a text inserts.
func (p *pass) inserted(visit func(textSite, registry.Seg, *registry.Field)) {
	for _, t := range p.texts {
		for _, s := range t.text.Segs {
			if f, _ := p.r.Field(s.Input); f != nil {
				visit(t, s, f)
			}
		}
	}
}

func keyLists(p *pass) {
	p.fields(func(_ string, f *registry.Field) {
		for _, w := range slices.Concat(f.Unique, f.Distinct) {
			i := slices.IndexFunc(f.Item, func(m registry.Field) bool { return m.Name == w.Text })
			if i >= 0 && f.Item[i].Type == registry.List {
				p.report(w.At, "name a field that is a string, a count or a flag", "field %q is a list, so it tells no items apart", w.Text)
			}
		}
	})
}

func trustMissing(p *pass) {
	seen := map[*registry.Field]bool{}
	p.inserted(func(_ textSite, s registry.Seg, f *registry.Field) {
		if f.Type == registry.String && !f.Trust.Given() && !seen[f] {
			seen[f] = true
			p.add(p.errorf(f.At, "text reads input %q, which declares no trust", s.Input).
				Note("want trust: \"trusted\", \"untrusted\" or \"remote\"").Note("it is read at %s", s.At))
		}
	})
}

func headingPerItem(p *pass) {
	for _, n := range p.nodes {
		if !n.part.Each.Given() || n.part.Wrap == nil || n.part.Wrap.Heading == nil {
			continue
		}
		if f, _ := p.r.Field(n.part.Each.Text); f == nil || f.Type != registry.List {
			continue
		}
		texts := p.headings(n)
		reads := slices.ContainsFunc(texts, func(t *registry.Text) bool {
			return slices.ContainsFunc(t.Segs, func(s registry.Seg) bool { return strings.HasPrefix(s.Input, n.part.Each.Text+".") })
		})
		if len(texts) > 0 && !reads {
			p.add(p.errorf(n.part.Wrap.Heading.At, "the heading stands above every item of %q and reads nothing of the item", n.part.Each.Text).
				Note("for one heading above all items, move what repeats inside: parts: [{each: %q, …}]", n.part.Each.Text))
		}
	}
}

// headings are the texts of a part's heading in every profile and locale; there are none where they are missing.
func (p *pass) headings(n node) []*registry.Text {
	h := n.part.Wrap.Heading
	if h.Value != nil {
		return []*registry.Text{h.Value}
	}
	var out []*registry.Text
	for _, prof := range p.profiles(n.owner) {
		for _, l := range p.r.Locales {
			if m := p.r.Text(l.Name.Text, prof.Name, n.owner.name, h.Key.Text); m != nil {
				out = append(out, &m.Text)
			}
		}
	}
	return out
}
