package plan

import (
	"reflect"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Guard is a text that names a tool: where it can appear, the tool must be shown.
type Guard struct {
	Live  Cond   // as far as the session decides
	Shown string // field of the state's tools
	Const string
	In    string // e.g. "section rules"
}

// guards plans what New checks where the host narrows the tools. A text whose own condition asks for the tool needs
// no check.
func (b *builder) guards() []Guard {
	var found namings
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		for j := range b.r.Locales {
			b.namedTools(&found, p, b.r.Locales[j].Name.Text)
		}
	}
	var out []Guard
	for _, n := range found.all {
		out = append(out, Guard{
			Live:  all(b.whereNamed(n), n.when),
			Shown: lower(n.tool),
			Const: "Name" + b.toolNames[n.tool],
			In:    n.in,
		})
	}
	return out
}

// naming is a tool that texts of one place name, below one condition.
type naming struct {
	tool, in string
	when     Cond
	locales  map[string][]string // profile -> locales
}

// namings collects namings in the order in which they are found.
type namings struct {
	all   []*naming
	index map[string][]*naming // by place and tool
}

// of returns the naming of a tool in a place below a condition.
func (ns *namings) of(tool, in string, when Cond) *naming {
	key := in + "\x00" + tool
	for _, n := range ns.index[key] {
		if reflect.DeepEqual(n.when, when) {
			return n
		}
	}
	n := &naming{tool, in, when, map[string][]string{}}
	if ns.index == nil {
		ns.index = map[string][]*naming{}
	}
	ns.all, ns.index[key] = append(ns.all, n), append(ns.index[key], n)
	return n
}

// namedTools adds the tools that a profile's texts name in a locale.
func (b *builder) namedTools(found *namings, p *registry.Profile, locale string) {
	kind := "section"
	w := &walker{b: b, profile: p, locale: locale}
	w.text = func(t registry.Text, at place) {
		for _, s := range t.Segs {
			if s.Tool == "" || b.r.Tool(s.Tool) == nil {
				continue
			}
			when := relax(at.when, true)
			if asksFor(when, b.shows(s.Tool)) {
				continue
			}
			in := kind
			if b.r.Command(at.owner) != nil && kind == "section" {
				in = "command"
			}
			in += " " + at.owner
			n := found.of(s.Tool, in, when)
			if ls := n.locales; !slices.Contains(ls[p.Name], locale) {
				ls[p.Name] = append(ls[p.Name], locale)
			}
		}
	}
	w.profileTexts()
	kind = "tool"
	for _, t := range b.listedTools(p) {
		w.tool(t)
	}
}

// whereNamed plans the profiles and locales of a naming.
func (b *builder) whereNamed(n *naming) Cond {
	everywhere := true
	for _, locales := range n.locales {
		everywhere = everywhere && len(locales) == len(b.r.Locales)
	}
	if everywhere {
		return b.inProfiles(func(p *registry.Profile) bool { return n.locales[p.Name] != nil })
	}
	var some []Cond
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		locales := n.locales[p.Name]
		if locales == nil {
			continue
		}
		var in []Cond
		for j := range b.r.Locales {
			if l := &b.r.Locales[j]; slices.Contains(locales, l.Name.Text) {
				in = append(in, Compare{Left: Ref{"x", "Locale"}, Op: "==", Right: Name{Name: localeConst(l)}})
			}
		}
		where := b.isProfile(p.Name)
		if len(b.r.Profiles) == 1 {
			where = nil
		}
		if len(in) < len(b.r.Locales) {
			where = all(where, anyOf(in...))
		}
		some = append(some, where)
	}
	return anyOf(some...)
}

// relax makes a condition that a session decides of one that reads turns and items as well: it holds wherever the
// condition can (up), or only where it must.
func relax(c Cond, up bool) Cond {
	switch c := c.(type) {
	case All:
		var out []Cond
		for _, x := range c {
			out = append(out, relax(x, up))
		}
		return all(out...)
	case Any:
		var out []Cond
		for _, x := range c {
			out = append(out, relax(x, up))
		}
		return anyOf(out...)
	case Not:
		return not(relax(c.X, !up))
	case Flag:
		return relaxed(c, c.Ref, up)
	case Compare:
		return relaxed(c, c.Left, up)
	}
	return c
}

func relaxed(c Cond, r Ref, up bool) Cond {
	switch {
	case r[0] == "x":
		return c
	case up:
		return nil
	default:
		return False{}
	}
}

// asksFor reports whether a condition has another one as one of its conjuncts.
func asksFor(c, other Cond) bool {
	if cs, ok := c.(All); ok {
		return slices.ContainsFunc(cs, func(x Cond) bool { return reflect.DeepEqual(x, other) })
	}
	return reflect.DeepEqual(c, other)
}

// closer is a tag that a value must not close.
type closer struct {
	path, tag string
	when      Cond
}

// closers plans which values must not hold which closing tags, and in which profiles. A value whose < is escaped
// can't close anything.
func (b *builder) closers() []closer {
	type key struct{ path, tag string }
	var keys []key
	profiles := map[key][]string{}
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		w := &walker{b: b, profile: p}
		w.text = func(t registry.Text, at place) {
			if at.escape == "xml-attr" || at.escape == "xml-text" {
				return
			}
			for _, s := range t.Segs {
				for _, tag := range at.closers {
					k := key{s.Input, tag}
					if f, _ := b.r.Field(s.Input); f == nil || f.Type != registry.String || slices.Contains(profiles[k], p.Name) {
						continue
					}
					if profiles[k] == nil {
						keys = append(keys, k)
					}
					profiles[k] = append(profiles[k], p.Name)
				}
			}
		}
		for j := range b.r.Locales {
			w.locale = b.r.Locales[j].Name.Text
			w.profileTexts()
		}
	}
	var out []closer
	for _, k := range keys {
		when := b.onlyInProfiles(func(p *registry.Profile) bool { return slices.Contains(profiles[k], p.Name) })
		out = append(out, closer{k.path, k.tag, when})
	}
	return out
}
