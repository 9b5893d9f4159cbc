package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// textRules see to it that every prompt finds its texts, in every locale, and that no text is left over.
func textRules() []rule {
	return []rule{
		{diag.Rule{ID: "missing-text", Doc: "A part needs a text that the catalog does not have in some locale. Add it under i18n.LOCALE.shared or the profile, or let the locale's fallback cover the section."}, missingTexts},
		{diag.Rule{ID: "missing-tool-text", Doc: "A tool or parameter has no description in a locale beside the first. Add it under tooltext, or let the locale's fallback cover tools.NAME, or tools, which is all of them."}, missingToolTexts},
		{diag.Rule{ID: "locale-leaf", Doc: "A profile overrides a shared text in the first locale but not in another, which would show the shared text there. Add the profile's own, or let the locale's fallback cover the section."}, localeLeaves},
		{diag.Rule{ID: "unused-text", Doc: "No part of any profile reads this text. Remove it, or correct its section, key or scope."}, unusedTexts},
		{diag.Rule{ID: "text-differs", Doc: "A translation names other inputs or tools than the first locale's text. Correct the text that is wrong, or give the reason under differs of the locale."}, textDiffers},
		{diag.Rule{ID: "differs-unused", Doc: "An entry under differs names a text whose inputs and tools are those of the first locale. Remove it."}, differsUnused},
		{diag.Rule{ID: "fallback-first", Doc: "The first locale declares a fallback, but it is the one that others fall back to. Remove it."}, fallbackFirst},
	}
}

// listedNodes calls visit for every profile and part of a section or command that it lists.
func (p *pass) listedNodes(visit func(*registry.Profile, node)) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		for _, n := range p.nodes {
			if p.lists(prof, n.owner) {
				visit(prof, n)
			}
		}
	}
}

func (p *pass) translations() []*registry.Locale {
	var out []*registry.Locale
	for i := range p.r.Locales[1:] {
		out = append(out, &p.r.Locales[i+1])
	}
	return out
}

// at gives the place of a word of a part, or the part's where the word is a default.
func (n node) at(w registry.Word) diag.Loc {
	if w.At.Line > 0 {
		return w.At
	}
	return n.part.At
}

func missingTexts(p *pass) {
	type key struct {
		at  diag.Loc
		key string
	}
	found := map[key]*diag.Diagnostic{}
	var order []*diag.Diagnostic
	p.listedNodes(func(prof *registry.Profile, n node) {
		for _, k := range n.keys() {
			for _, l := range p.r.Locales {
				if p.r.Text(l.Name.Text, prof.Name, n.owner.name, k.Text) != nil {
					continue
				}
				id := key{n.at(k), k.Text}
				d := found[id]
				if d == nil {
					e := suggest(p.errorf(id.at, "no text %q for %s", k.Text, n.owner), k.Text, p.keysOf(l.Name.Text, n.owner.name))
					d = &e
					found[id], order = d, append(order, d)
				}
				note := fmt.Sprintf("add i18n.%s.%s.%s.%s", l.Name.Text, registry.Shared, n.owner.name, k.Text)
				if !slices.Contains(d.Notes, note) {
					d.Notes = append(d.Notes, note)
				}
			}
		}
	})
	for _, d := range order {
		p.add(*d)
	}
}

// textMissing reports whether a part lacks its text in the first locale.
func (p *pass) textMissing() bool {
	missing := false
	p.listedNodes(func(prof *registry.Profile, n node) {
		for _, k := range n.keys() {
			missing = missing || p.r.Text(p.r.First(), prof.Name, n.owner.name, k.Text) == nil
		}
	})
	return missing
}

// keysOf returns the keys of a section in a locale that no part reads.
func (p *pass) keysOf(locale, section string) []declared {
	used := p.used()
	var out []declared
	for i := range p.r.Messages {
		if m := &p.r.Messages[i]; m.Locale == locale && m.Section == section && !used[m] {
			out = append(out, declared{m.Key, m.Text.At})
		}
	}
	return out
}

// usedTexts are the catalog's entries that some part of some profile reads.
func (p *pass) usedTexts() map[*registry.Message]bool {
	used := map[*registry.Message]bool{}
	p.listedNodes(func(prof *registry.Profile, n node) {
		for _, k := range n.keys() {
			for _, l := range p.r.Locales {
				if m := p.r.Text(l.Name.Text, prof.Name, n.owner.name, k.Text); m != nil {
					used[m] = true
				}
			}
		}
	})
	return used
}

func unusedTexts(p *pass) {
	used := p.used()
	// Where a text is missing, the one that nobody reads is most likely it, under another name.
	hole := map[[2]string]bool{}
	p.listedNodes(func(prof *registry.Profile, n node) {
		for _, k := range n.keys() {
			for _, l := range p.r.Locales {
				if p.r.Text(l.Name.Text, prof.Name, n.owner.name, k.Text) == nil || p.leafMissing(&l, prof.Name, n.owner.name, k.Text) {
					hole[[2]string{l.Name.Text, n.owner.name}] = true
				}
			}
		}
	})
	for i := range p.r.Messages {
		m := &p.r.Messages[i]
		o, known := p.ownerOf(m.Section)
		switch {
		case used[m] || hole[[2]string{m.Locale, m.Section}]:
		case p.r.Locale(m.Locale) == nil || !known || len(p.profiles(o)) == 0:
		case m.Scope != registry.Shared && p.r.Profile(m.Scope) == nil:
		default:
			p.report(m.Text.At, "remove it, or correct its section, key or scope", "nothing reads text %q of %s in scope %q", m.Key, o, m.Scope)
		}
	}
	for _, tt := range p.r.ToolTexts {
		prof := p.r.Profile(tt.Scope)
		if prof != nil && p.r.Tool(tt.Tool) != nil && p.r.Locale(tt.Locale) != nil && !prof.ListsTool(tt.Tool) {
			p.report(tt.At, "remove them, or list the tool there", "profile %q does not list tool %q, so nothing reads its texts", tt.Scope, tt.Tool)
		}
	}
}

// ownerOf finds the section or command of a name.
func (p *pass) ownerOf(name string) (owner, bool) {
	if s := p.r.Section(name); s != nil {
		return owner{"section", name}, true
	}
	if c := p.r.Command(name); c != nil {
		return owner{"command", name}, true
	}
	return owner{}, false
}

func missingToolTexts(p *pass) {
	for _, l := range p.translations() {
		for i := range p.r.Tools {
			t := &p.r.Tools[i]
			if p.strayParam(l.Name.Text, t) {
				continue
			}
			var missing []docNode
			for _, n := range p.docsOf(t) {
				if p.untranslated(n, l.Name.Text) {
					missing = append(missing, n)
				}
			}
			if len(missing) == 0 {
				continue
			}
			d := p.errorf(missing[0].at, "no description in locale %q for %s", l.Name.Text, missing[0])
			for _, n := range missing {
				d = d.Note("add tooltext.%s.%s.%s", l.Name.Text, registry.Shared, docKey(n))
			}
			p.add(d)
		}
	}
}

// strayParam reports whether a locale describes a parameter that the tool does not have: it is most likely the one
// whose description is missing.
func (p *pass) strayParam(locale string, t *registry.Tool) bool {
	for _, tt := range p.toolTexts[t.Name] {
		for _, pt := range tt.Params {
			known := slices.ContainsFunc(p.docsOf(t), func(n docNode) bool { return n.param != nil && n.path == pt.Path })
			if tt.Locale == locale && !known {
				return true
			}
		}
	}
	return false
}

// docKey names the entry of the catalog for a tool's or parameter's description.
func docKey(n docNode) string {
	if n.param == nil {
		return n.tool.Name + ".description"
	}
	return fmt.Sprintf("%s.params.%q.description", n.tool.Name, n.path)
}

// untranslated reports whether a profile shows a description in the first locale and has none in another.
func (p *pass) untranslated(n docNode, locale string) bool {
	for _, prof := range p.profiles(n.owner()) {
		if len(n.fragments(p.r, p.r.First(), prof.Name)) > 0 && len(n.fragments(p.r, locale, prof.Name)) == 0 {
			return true
		}
	}
	return false
}

func localeLeaves(p *pass) {
	for _, l := range p.translations() {
		locale := l.Name.Text
		p.listedNodes(func(prof *registry.Profile, n node) {
			for _, k := range n.keys() {
				if !p.leafMissing(l, prof.Name, n.owner.name, k.Text) {
					continue
				}
				own := p.r.Message(p.r.First(), prof.Name, n.owner.name, k.Text)
				if shared := p.r.Text(locale, prof.Name, n.owner.name, k.Text); shared != nil {
					d := p.errorf(own.Text.At, "profile %q has its own text %q of %s, but not in locale %q", prof.Name, k.Text, n.owner, locale).
						Note("add i18n.%s.%s.%s.%s", locale, prof.Name, n.owner.name, k.Text).Note("the shared text there is at %s", shared.Text.At)
					p.add(suggest(d, k.Text, p.keysOf(locale, n.owner.name)))
				}
			}
		})
		for _, n := range p.docs {
			p.toolLeaves(l, n)
		}
	}
}

// leafMissing reports whether a profile has a text of its own in the first locale, but not in another.
func (p *pass) leafMissing(l *registry.Locale, profile, section, key string) bool {
	return l.Name.Text != p.r.First() && !l.Covers(section) && p.r.Message(p.r.First(), profile, section, key) != nil &&
		p.r.Message(l.Name.Text, profile, section, key) == nil
}

func (p *pass) toolLeaves(l *registry.Locale, n docNode) {
	if l.Covers("tools." + n.tool.Name) {
		return
	}
	for _, prof := range p.profiles(n.owner()) {
		own := p.ownFragments(p.r.First(), prof.Name, n)
		if len(own) == 0 || len(p.ownFragments(l.Name.Text, prof.Name, n)) > 0 || len(n.fragments(p.r, l.Name.Text, prof.Name)) == 0 {
			continue
		}
		p.add(p.errorf(own[0].Text.At, "profile %q has its own description of %s, but not in locale %q", prof.Name, n, l.Name.Text).
			Note("add tooltext.%s.%s.%s", l.Name.Text, prof.Name, docKey(n)))
	}
}

// ownFragments is the description that one scope of tooltext gives.
func (p *pass) ownFragments(locale, scope string, n docNode) []registry.Fragment {
	tt := p.r.ToolText(locale, scope, n.tool.Name)
	switch {
	case tt == nil:
		return nil
	case n.param == nil:
		return tt.Fragments
	}
	for _, pt := range tt.Params {
		if pt.Path == n.path && pt.Description != nil {
			return []registry.Fragment{{At: pt.At, Text: *pt.Description}}
		}
	}
	return nil
}

// textKeyKnown reports whether the section, command or tool of a text's key exists.
func (p *pass) textKeyKnown(key string) bool {
	head, rest, _ := strings.Cut(key, ".")
	if head == "tools" {
		tool, _, _ := strings.Cut(rest, ".")
		return p.r.Tool(tool) != nil
	}
	_, ok := p.ownerOf(head)
	return ok
}

func fallbackFirst(p *pass) {
	if l := p.r.Locales[0]; l.Fallback != nil {
		p.report(l.Fallback.At, "remove it; the other locales fall back to this one", "locale %q is the first and has nothing to fall back to", l.Name.Text)
	}
}
