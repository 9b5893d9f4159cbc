package registry

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// Shared is the scope of texts that every profile uses unless it has its own.
const Shared = "shared"

// Message returns the entry of the catalog with exactly this key, or nil.
func (r *Registry) Message(locale, scope, section, key string) *Message {
	want := Message{Locale: locale, Scope: scope, Section: section, Key: key}
	i, ok := sort.Find(len(r.Messages), func(i int) int { return want.compare(&r.Messages[i]) })
	if !ok {
		return nil
	}
	return &r.Messages[i]
}

// SortTexts brings texts into the order in which they are looked up.
func (r *Registry) SortTexts() {
	slices.SortStableFunc(r.Messages, func(a, b Message) int { return a.compare(&b) })
	slices.SortStableFunc(r.ToolTexts, func(a, b ToolText) int { return a.compare(&b) })
}

func (m *Message) compare(o *Message) int {
	return cmp.Or(cmp.Compare(m.Locale, o.Locale), cmp.Compare(m.Scope, o.Scope), cmp.Compare(m.Section, o.Section), cmp.Compare(m.Key, o.Key))
}

func (t *ToolText) compare(o *ToolText) int {
	return cmp.Or(cmp.Compare(t.Locale, o.Locale), cmp.Compare(t.Scope, o.Scope), cmp.Compare(t.Tool, o.Tool))
}

// Text finds the text that a profile shows in a locale: the profile's own, then the shared one, then, where the
// locale's fallback covers the section, the first locale's. It returns nil where text is missing.
func (r *Registry) Text(locale, profile, section, key string) *Message {
	m := cmp.Or(r.Message(locale, profile, section, key), r.Message(locale, Shared, section, key))
	if m != nil || !r.fallsBack(locale, section) {
		return m
	}
	return r.Text(r.First(), profile, section, key)
}

// First is the name of the first locale, which others are compared with and fall back to.
func (r *Registry) First() string { return r.Locales[0].Name.Text }

// fallsBack reports whether the first locale's text stands in for one that a locale lacks, under a key as Covers has it.
func (r *Registry) fallsBack(locale, key string) bool {
	l := r.Locale(locale)
	return locale != r.First() && l != nil && l.Covers(key)
}

// ToolText returns the entry tooltext.LOCALE.SCOPE.TOOL, or nil.
func (r *Registry) ToolText(locale, scope, tool string) *ToolText {
	want := ToolText{Locale: locale, Scope: scope, Tool: tool}
	i, ok := sort.Find(len(r.ToolTexts), func(i int) int { return want.compare(&r.ToolTexts[i]) })
	if !ok {
		return nil
	}
	return &r.ToolTexts[i]
}

// ToolDoc finds the description of a tool as a profile shows it in a locale. It returns nil where text is missing.
func (r *Registry) ToolDoc(locale, profile string, t *Tool) []Fragment {
	for _, scope := range []string{profile, Shared} {
		if tt := r.ToolText(locale, scope, t.Name); tt != nil && len(tt.Fragments) > 0 {
			return tt.Fragments
		}
	}
	switch {
	case locale == r.First():
		return t.Fragments
	case r.fallsBack(locale, AllTools+"."+t.Name):
		return r.ToolDoc(r.First(), profile, t)
	}
	return nil
}

// ParamDoc finds the description of the parameter of t at a path, e.g. "edits.old". It returns nil where text is missing.
func (r *Registry) ParamDoc(locale, profile string, t *Tool, path string, p *Param) []Fragment {
	for _, scope := range []string{profile, Shared} {
		if pt := r.paramText(locale, scope, t.Name, path); pt != nil && pt.Description != nil {
			return []Fragment{{At: pt.Description.At, Text: *pt.Description}}
		}
	}
	switch {
	case locale == r.First():
		return p.Fragments
	case r.fallsBack(locale, AllTools+"."+t.Name):
		return r.ParamDoc(r.First(), profile, t, path, p)
	}
	return nil
}

// ParamUsage finds the placeholder that the XML documentation shows in the tag of a parameter. Placeholders need no
// translation, so the first locale's stands in for a missing one.
func (r *Registry) ParamUsage(locale, profile string, t *Tool, path string, p *Param) string {
	for _, l := range []string{locale, r.First()} {
		for _, scope := range []string{profile, Shared} {
			if pt := r.paramText(l, scope, t.Name, path); pt != nil && pt.Usage != nil {
				return *pt.Usage
			}
		}
	}
	return p.Usage
}

func (r *Registry) paramText(locale, scope, tool, path string) *ParamText {
	tt := r.ToolText(locale, scope, tool)
	if tt == nil {
		return nil
	}
	return byName(tt.Params, path, func(p *ParamText) string { return p.Path })
}

// AllTools is the key under which a fallback covers every tool.
const AllTools = "tools"

// Covers reports whether text under the key (a section, or "tools.NAME") may be missing in l.
func (l *Locale) Covers(key string) bool {
	switch f := l.Fallback; {
	case f == nil:
		return false
	case f.Only != nil:
		return f.names(f.Only, key)
	default:
		return !f.names(f.Except, key)
	}
}

// names reports whether a list of f has the key, by itself or among all tools.
func (*Fallback) names(list []Word, key string) bool {
	return Lists(list, key) || strings.HasPrefix(key, AllTools+".") && Lists(list, AllTools)
}
