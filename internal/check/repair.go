package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// repaired returns the registry as it is most likely meant: every unknown name is replaced by the nearest one that is
// declared. Where nothing is misspelt it is the registry itself.
func (p *pass) repaired() *registry.Registry {
	f := &fixer{p: p, memo: map[[2]string]string{}, names: map[string][]string{}}
	f.declare("input", p.inputNames())
	f.declare("source", p.sourceNames())
	f.declare("gate", p.gateNames())
	f.declare("section", p.sectionNames())
	f.declare("command", p.commandNames())
	f.declare("owner", append(p.sectionNames(), p.commandNames()...))
	f.declare("tool", p.toolNames())
	f.declare("toolset", p.toolsetNames())
	f.declare("profile", p.profileNames())
	f.declare("scope", append(p.profileNames(), declared{name: registry.Shared}))
	f.declare("locale", list(p.r.Locales, func(l *registry.Locale) declared { return declared{name: l.Name.Text} }))
	f.declare("fence", p.fenceNames())
	f.silentLocales()
	f.declare("subagent", list(p.r.Subagents, func(s *registry.Subagent) declared { return declared{name: s.Name} }))
	out := *p.r
	f.profiles(&out)
	f.catalog(&out)
	out.Gates = cloned(out.Gates, func(g *registry.Gate) {
		if p.r.Toolset(g.From.Text) == nil {
			f.source(&g.From)
		}
		f.list("gate", &g.Implies)
		f.list("gate", &g.Excludes)
	})
	out.Sections = cloned(out.Sections, func(s *registry.Section) { f.part(&s.Part) })
	out.Commands = cloned(out.Commands, func(c *registry.Command) { f.part(&c.Part) })
	out.Tools = cloned(out.Tools, f.tool)
	out.Toolsets = cloned(out.Toolsets, func(t *registry.Toolset) { f.when(&t.When) })
	f.list("tool", &out.ToolNames)
	f.cases(&out)
	f.chain(&out)
	if !f.changed {
		return p.r
	}
	return &out
}

// fixer replaces names and remembers whether there was anything to replace.
type fixer struct {
	p       *pass
	names   map[string][]string // by kind
	memo    map[[2]string]string
	changed bool
}

func (f *fixer) declare(kind string, names []declared) {
	for _, n := range names {
		f.names[kind] = append(f.names[kind], n.name)
		f.memo[[2]string{kind, n.name}] = n.name
	}
}

// silentLocales takes labels of texts that are near no locale for the locales that no text speaks of, in their order.
// What those then miss follows from the label.
func (f *fixer) silentLocales() {
	var labels []string
	spoken := map[string]bool{}
	see := func(locale string) {
		if _, near := diag.Nearest(locale, f.names["locale"]); !spoken[locale] && !near && f.p.r.Locale(locale) == nil {
			labels = append(labels, locale)
		}
		spoken[locale] = true
	}
	for i := range f.p.r.Messages {
		see(f.p.r.Messages[i].Locale)
	}
	for i := range f.p.r.ToolTexts {
		see(f.p.r.ToolTexts[i].Locale)
	}
	for _, name := range f.names["locale"] {
		if len(labels) > 0 && !spoken[name] {
			f.memo[[2]string{"locale", labels[0]}] = name
			labels = labels[1:]
		}
	}
}

// name gives the declared name of a kind that is meant by one, or the name itself.
func (f *fixer) name(kind, name string) string {
	k := [2]string{kind, name}
	best, ok := f.memo[k]
	if !ok {
		if best, ok = diag.Nearest(name, f.names[kind]); !ok {
			best = name
		}
		f.memo[k] = best
	}
	f.changed = f.changed || best != name
	return best
}

func (f *fixer) word(kind string, w *registry.Word) {
	if w.Given() {
		w.Text = f.name(kind, w.Text)
	}
}

// list replaces the unknown names of a list. One that is meant and there already goes away.
func (f *fixer) list(kind string, ws *[]registry.Word) {
	var out []registry.Word
	for _, w := range *ws {
		was := w.Text
		f.word(kind, &w)
		if w.Text == was || !registry.Lists(*ws, w.Text) && !registry.Lists(out, w.Text) {
			out = append(out, w)
		}
	}
	*ws = out
}

func (f *fixer) exclusions(kind string, es *[]registry.Exclusion) {
	*es = cloned(*es, func(e *registry.Exclusion) { f.word(kind, &e.Name) })
}

// path replaces the name of an input and that of a field of its items.
func (f *fixer) path(w *registry.Word) {
	if w.Given() {
		w.Text = f.pathOf(w.Text)
	}
}

// source repairs what a gate follows from.
func (f *fixer) source(w *registry.Word) {
	if strings.Contains(w.Text, ".") {
		f.path(w)
	} else if w.Given() {
		w.Text = f.name("source", w.Text)
	}
}

func (f *fixer) pathOf(path string) string {
	parts := strings.Split(path, ".")
	parts[0] = f.name("input", parts[0])
	in := f.p.r.Input(parts[0])
	if in == nil {
		return path
	}
	fields := in.Item
	for i := 1; i < len(parts); i++ {
		names := namesOf(list(fields, func(g *registry.Field) declared { return declared{name: g.Name} }))
		at := slices.Index(names, parts[i])
		if at < 0 {
			best, ok := diag.Nearest(parts[i], names)
			if !ok {
				break
			}
			parts[i], f.changed, at = best, true, slices.Index(names, best)
		}
		fields = fields[at].Item
	}
	return strings.Join(parts, ".")
}

// when replaces the names in a condition. One whose syntax is wrong stays as it is.
func (f *fixer) when(w *registry.Word) {
	c, err := gate.Parse(w.Text)
	if err != nil {
		return
	}
	for _, t := range slices.Backward(c.Terms) {
		if f.p.resolves(t) {
			continue
		}
		if tag := f.term(t); tag != t.Tag {
			w.Text = w.Text[:t.Offset] + tag + w.Text[t.Offset+len(t.Tag):]
			f.changed = true
		}
	}
}

// term gives the term that is meant by one that names nothing: that of another kind with the same name, or that with
// the nearest name.
func (f *fixer) term(t gate.Term) string {
	_, tail, _ := strings.Cut(t.Tag, ".")
	for _, name := range []string{t.Name, tail} {
		if other := f.p.termsFor(name); len(other) > 0 {
			return other[0].name
		}
	}
	switch t.Kind {
	case gate.GateTerm:
		return f.name("gate", t.Name)
	case gate.InputTerm:
		return "input." + f.pathOf(t.Name)
	case gate.ProfileTerm:
		return "profile." + f.name("profile", t.Name)
	case gate.ToolTerm:
		return "tool." + f.name("tool", t.Name)
	case gate.ParamTerm:
		return "param." + f.name("tool", t.Name) + "." + t.Param
	default:
		return t.Tag
	}
}

func (f *fixer) part(part *registry.Part) {
	f.when(&part.When)
	f.path(&part.Each)
	if part.Fence != nil {
		u := *part.Fence
		f.word("fence", &u.Name)
		part.Fence = &u
	}
	f.word("toolset", &part.Toolset)
	part.Parts = cloned(part.Parts, f.part)
}

func (f *fixer) tool(t *registry.Tool) {
	f.when(&t.When)
	t.Fragments = f.fragments(t.Fragments)
	t.Params = f.params(t.Params)
}

func (f *fixer) fragments(fs []registry.Fragment) []registry.Fragment {
	return cloned(fs, func(fr *registry.Fragment) { f.when(&fr.When) })
}

func (f *fixer) params(ps []registry.Param) []registry.Param {
	return cloned(ps, func(q *registry.Param) {
		f.when(&q.When)
		q.Fragments = f.fragments(q.Fragments)
		f.members(&q.Type)
	})
}

// members replaces the names in the conditions of a type's members.
func (f *fixer) members(t *registry.Type) {
	t.Params = f.params(t.Params)
	for _, inner := range []**registry.Type{&t.Items, &t.Values} {
		if *inner != nil {
			of := **inner
			f.members(&of)
			*inner = &of
		}
	}
	t.Variants = cloned(t.Variants, func(v *registry.Variant) { v.Params = f.params(v.Params) })
}

func (f *fixer) pins(pins *[]registry.Pin) {
	*pins = cloned(*pins, func(pin *registry.Pin) { f.word("gate", &pin.Gate) })
}

// profiles replaces the names in what profiles and subagents list, and in the selection.
func (f *fixer) profiles(r *registry.Registry) {
	r.Profiles = cloned(r.Profiles, func(q *registry.Profile) {
		f.list("section", &q.Sections)
		f.list("command", &q.Commands)
		f.exclusions("section", &q.Excludes.Sections)
		f.exclusions("tool", &q.Excludes.Tools)
		f.exclusions("command", &q.Excludes.Commands)
		f.pins(&q.Pins)
		if !slices.ContainsFunc(q.Tools, func(w registry.Word) bool { return f.p.r.Command(w.Text) != nil }) {
			f.list("tool", &q.Tools)
		}
	})
	r.Subagents = cloned(r.Subagents, func(s *registry.Subagent) {
		f.list("profile", &s.Profiles)
		f.list("tool", &s.Tools)
		f.pins(&s.Pins)
	})
	r.Select.Rules = cloned(r.Select.Rules, func(s *registry.SelectRule) { f.word("profile", &s.Profile) })
}

// catalog replaces the names that texts stand under, and those by which locales speak of them. A text stays where it
// is when its place is taken.
func (f *fixer) catalog(r *registry.Registry) {
	before := f.changed
	f.changed = false
	r.Messages = cloned(r.Messages, func(m *registry.Message) {
		fixed := *m
		fixed.Locale, fixed.Scope, fixed.Section = f.name("locale", m.Locale), f.name("scope", m.Scope), f.name("owner", m.Section)
		if fixed.Locale != m.Locale || fixed.Scope != m.Scope || fixed.Section != m.Section {
			if f.p.r.Message(fixed.Locale, fixed.Scope, fixed.Section, fixed.Key) == nil {
				*m = fixed
			}
		}
	})
	r.ToolTexts = cloned(r.ToolTexts, func(tt *registry.ToolText) {
		fixed := *tt
		fixed.Locale, fixed.Scope, fixed.Tool = f.name("locale", tt.Locale), f.name("scope", tt.Scope), f.name("tool", tt.Tool)
		if f.p.r.ToolText(fixed.Locale, fixed.Scope, fixed.Tool) == nil {
			*tt = fixed
		}
	})
	if f.changed {
		r.SortTexts()
	}
	f.changed = f.changed || before
	keys := func(ws []registry.Word) []registry.Word { return cloned(ws, f.fallbackKey) }
	r.Locales = cloned(r.Locales, func(l *registry.Locale) {
		if l.Fallback != nil {
			l.Fallback = &registry.Fallback{At: l.Fallback.At, Only: keys(l.Fallback.Only), Except: keys(l.Fallback.Except)}
		}
		l.Differs = cloned(l.Differs, func(e *registry.Exclusion) { f.key(&e.Name) })
	})
}

// key replaces the names in the key of a text: "rules", "rules.base", "tools.read_file".
func (f *fixer) key(w *registry.Word) {
	head, rest, dotted := strings.Cut(w.Text, ".")
	if best, ok := diag.Nearest(head, []string{"tools"}); ok && dotted && !slices.Contains(f.names["owner"], head) {
		head, f.changed = best, true
	}
	if head == registry.AllTools && !dotted {
		return
	}
	if head == registry.AllTools {
		tool, path, deep := strings.Cut(rest, ".")
		w.Text = "tools." + f.name("tool", tool)
		if deep {
			w.Text += "." + path
		}
		return
	}
	w.Text = f.name("owner", head)
	if dotted {
		w.Text += "." + rest
	}
}

// chain replaces the names in the chain.
func (f *fixer) chain(r *registry.Registry) {
	if r.Chain == nil {
		return
	}
	c := *r.Chain
	c.Levels = cloned(c.Levels, func(l *registry.ChainLevel) { f.word("section", &l.Section) })
	f.list("section", &c.Tail)
	if c.Amend != nil {
		a := *c.Amend
		f.path(&a.Each)
		for _, w := range []*registry.Word{&a.Replace, &a.Append} {
			if w.Given() {
				full := f.pathOf(a.Each.Text + "." + w.Text)
				w.Text = strings.TrimPrefix(full, a.Each.Text+".")
			}
		}
		c.Amend = &a
	}
	r.Chain = &c
}

// cases replaces the names in what cases set.
func (f *fixer) cases(r *registry.Registry) {
	fix := func(c *registry.Case) {
		c.Inputs = cloned(c.Inputs, func(v *registry.InputValue) {
			f.word("input", &v.Name)
			f.items(v.Name.Text, &v.Value)
		})
		c.Gates = cloned(c.Gates, func(v *registry.GateValue) { f.word("gate", &v.Name) })
		c.Toolsets = cloned(c.Toolsets, func(v *registry.ToolsetValue) { f.word("toolset", &v.Name) })
		f.list("profile", &c.Profiles)
		f.word("subagent", &c.Subagent)
	}
	fix(&r.Snapshots.Fixture)
	r.Snapshots.Cases = cloned(r.Snapshots.Cases, fix)
}

func (f *fixer) items(path string, v *registry.Value) {
	if len(v.Items) == 0 {
		return
	}
	v.Items = slices.Clone(v.Items)
	for i := range v.Items {
		v.Items[i] = cloned(v.Items[i], func(iv *registry.InputValue) {
			full := f.pathOf(path + "." + iv.Name.Text)
			iv.Name.Text = strings.TrimPrefix(full, path+".")
			f.items(full, &iv.Value)
		})
	}
}

// cloned returns a copy of s with every element changed.
func cloned[T any](s []T, change func(*T)) []T {
	out := slices.Clone(s)
	for i := range out {
		change(&out[i])
	}
	return out
}
