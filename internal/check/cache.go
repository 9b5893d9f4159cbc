package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// cacheRules check what is declared about caching against what is read.
func cacheRules() []rule {
	return []rule{
		{diag.Rule{ID: "cache-below-floor", Doc: "A section reads something that changes more often than its cache level says, so the provider's cache would break. Declare the livelier level with a reason, or move the text to a section of that level."}, cacheFloor},
		{diag.Rule{ID: "cache-above-ceiling", Doc: "A section declares a livelier cache level than anything that it reads. Declare the lower level, or say opaque: true where its text changes by something that is not declared, e.g. with every release."}, cacheCeiling},
		{diag.Rule{ID: "opaque-needless", Doc: "A section says opaque: true, but reads something that calls for its cache level anyway. Remove opaque: it stands where a level can't be told from what is read."}, opaqueNeedless},
		{diag.Rule{ID: "section-order", Doc: "A section stands behind one that changes more often, so it can't be cached with the prefix. Order sections static, session, volatile, or say order: {fixed: true, reason} in the profile."}, sectionOrder},
		{diag.Rule{ID: "order-needless", Doc: "A profile says order: {fixed: true}, but its sections stand in the order of their cache levels. Remove order, so that a later mistake shows."}, orderNeedless},
		{diag.Rule{ID: "tool-reads-turn", Doc: "A tool reads a turn input or a turn gate. Tools stand at the front of every request, so nothing behind them could be cached. Say it in a volatile section instead."}, toolReadsTurn},
		{diag.Rule{ID: "tool-cache", Doc: "A static tool reads a session input. Declare cache: \"session\" with a reason, or leave the input out."}, toolCache},
	}
}

// read is something that a text or condition depends on.
type read struct {
	gate    bool
	fence   bool
	toolset bool
	name    string
	scope   registry.Scope
	at      diag.Loc
}

func (r read) String() string {
	switch {
	case r.gate && !r.toolset:
		return fmt.Sprintf("gate %q", r.name)
	case r.fence:
		return fmt.Sprintf("fence %q", r.name)
	case r.toolset:
		return fmt.Sprintf("toolset %q", r.name)
	}
	return fmt.Sprintf("input %q", r.name)
}

// level is the least lively level that may hold the read, and that which counts for the ceiling.
func (r read) level() (floor, ceiling int) {
	switch {
	case r.scope == registry.TurnScope:
		return rank(registry.Volatile), rank(registry.Volatile)
	case r.gate:
		return rank(registry.Static), rank(registry.Session)
	default:
		return rank(registry.Session), rank(registry.Session)
	}
}

func levels() []registry.Level {
	return []registry.Level{registry.Static, registry.Session, registry.Volatile}
}

func rank(l registry.Level) int { return slices.Index(levels(), l) }

func (p *pass) inputRead(path string, at diag.Loc) []read {
	head, _, _ := strings.Cut(path, ".")
	in := p.r.Input(head)
	if in == nil {
		return nil
	}
	return []read{{name: path, scope: in.Scope, at: at}}
}

func (p *pass) textReads(t *registry.Text) []read {
	var out []read
	for _, s := range t.Segs {
		if s.Input != "" {
			out = append(out, p.inputRead(s.Input, s.At)...)
		}
	}
	return out
}

// condReads returns what a condition depends on, through the conditions of the tools and parameters that it names.
func (p *pass) condReads(w registry.Word) []read {
	var out []read
	seen := map[string]bool{}
	var visit func(src string)
	shown := func(tag, when string) {
		if !seen[tag] {
			seen[tag] = true
			visit(when)
		}
	}
	visit = func(src string) {
		c, err := gate.Parse(src)
		if err != nil {
			return
		}
		for _, t := range c.Terms {
			switch t.Kind {
			case gate.GateTerm:
				if g := p.r.Gate(t.Name); g != nil {
					out = append(out, read{gate: true, name: g.Name, scope: p.gateScope(g), at: w.At})
				}
			case gate.InputTerm:
				out = append(out, p.inputRead(t.Name, w.At)...)
			case gate.ToolTerm, gate.ParamTerm:
				if ts := p.r.Toolset(t.Name); ts != nil { // whether some of its tools are there counts like a gate
					out = append(out, read{gate: true, toolset: true, name: ts.Name, scope: registry.SessionScope, at: w.At})
					shown("tool."+t.Name, ts.When.Text)
				}
				tool := p.r.Tool(t.Name)
				if tool == nil {
					continue
				}
				shown("tool."+t.Name, tool.When.Text)
				for _, q := range tool.Params {
					if t.Kind == gate.ParamTerm && q.Name == t.Param {
						shown(t.Tag, q.When.Text)
					}
				}
			}
		}
	}
	visit(w.Text)
	return out
}

func (p *pass) gateScope(g *registry.Gate) registry.Scope {
	if in := p.r.Input(g.From.Text); in != nil {
		return in.Scope
	}
	if g.Scope == "" {
		return registry.SessionScope
	}
	return g.Scope
}

// sectionReads returns everything that a section reads in any profile and locale.
func (p *pass) sectionReads(s *registry.Section) []read {
	return p.readsIn(s, p.profiles(owner{"section", s.Name}), p.r.Locales)
}

// readsIn returns what a section reads in some profiles and locales.
func (p *pass) readsIn(s *registry.Section, profiles []*registry.Profile, locales []registry.Locale) []read {
	o := owner{"section", s.Name}
	var out []read
	for _, n := range p.parts[o] {
		if n.part.When.Given() {
			out = append(out, p.condReads(n.part.When)...)
		}
		if n.part.Each.Given() {
			out = append(out, p.inputRead(n.part.Each.Text, n.part.Each.At)...)
		}
		for _, t := range p.everywhere(n, profiles, locales) {
			out = append(out, p.textReads(t)...)
		}
		if u := n.part.Fence; u != nil {
			if f := p.r.Fence(u.Name.Text); f != nil {
				out = append(out, read{fence: true, name: f.Name, scope: f.Nonce, at: u.Name.At})
			}
		}
		switch shows := n.part.Kind == registry.DocsPart || n.part.Kind == registry.NamesPart; {
		case shows && n.part.Toolset.Given():
			if ts := p.r.Toolset(n.part.Toolset.Text); ts != nil {
				out = append(out, read{toolset: true, name: ts.Name, scope: registry.SessionScope, at: n.part.Toolset.At})
			}
		case shows:
			out = append(out, p.listReads(n.part, profiles)...)
		}
	}
	return out
}

// everywhere returns the texts of a part in the profiles and locales, each once.
func (p *pass) everywhere(n node, profiles []*registry.Profile, locales []registry.Locale) []*registry.Text {
	var out []*registry.Text
	for _, prof := range profiles {
		for _, l := range locales {
			for _, t := range n.shown(p.r, l.Name.Text, prof.Name) {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// listReads returns what a list or the documentation of the tools depends on.
func (p *pass) listReads(part *registry.Part, profiles []*registry.Profile) []read {
	var out []read
	for _, n := range p.docs {
		if !slices.ContainsFunc(profiles, func(prof *registry.Profile) bool { return p.lists(prof, n.owner()) }) {
			continue
		}
		for _, r := range p.docReads(n) {
			if r.scope == registry.TurnScope || !r.gate && n.tool.Cache.Text != "session" {
				continue // the tool may not read it: rules of its own
			}
			if part.Kind == registry.DocsPart || n.param == nil && r.at == n.tool.When.At {
				r.at = part.At
				out = append(out, r)
			}
		}
	}
	return out
}

// docReads returns what a tool or parameter reads by itself: in its condition and its description.
func (p *pass) docReads(n docNode) []read {
	var out []read
	own, when := n.tool.Fragments, n.tool.When
	if n.param != nil {
		own, when = n.param.Fragments, n.param.When
	}
	if when.Given() {
		out = append(out, p.condReads(when)...)
	}
	fragments := func(fs []registry.Fragment) {
		for i := range fs {
			out = append(out, p.textReads(&fs[i].Text)...)
			out = append(out, p.condReads(fs[i].When)...)
		}
	}
	fragments(own)
	for _, tt := range p.toolTexts[n.tool.Name] {
		if n.param == nil {
			fragments(tt.Fragments)
		}
		for _, pt := range tt.Params {
			if n.param != nil && pt.Path == n.path && pt.Description != nil {
				out = append(out, p.textReads(pt.Description)...)
			}
		}
	}
	return out
}

func cacheFloor(p *pass) {
	for i := range p.r.Sections {
		s := &p.r.Sections[i]
		at := rank(s.Level())
		var above []read
		floor := at
		for _, r := range p.sectionReads(s) {
			if f, _ := r.level(); f > at {
				above = append(above, r)
				floor = max(floor, f)
			}
		}
		if len(above) == 0 {
			continue
		}
		slices.SortStableFunc(above, func(a, b read) int { return a.at.Compare(b.at) })
		top := above[slices.IndexFunc(above, func(r read) bool { f, _ := r.level(); return f == floor })]
		d := p.errorf(s.Cache.At, "section %q is declared %s, but reads %s of scope %s", s.Name, s.Cache.Text, top, top.scope).
			Note("want at least %q, with a reason", levels()[floor])
		if top.fence && top.scope == registry.TurnScope {
			d = d.Note("a fence that is declared with nonce: \"session\" is read as the session is, and the host gives one number for it")
		}
		for _, r := range slices.CompactFunc(above, func(a, b read) bool { return a.at == b.at && a.name == b.name }) {
			d = d.Note("%s is read at %s", r, r.at)
		}
		p.add(d)
	}
}

func cacheCeiling(p *pass) {
	for i := range p.r.Sections {
		s := &p.r.Sections[i]
		if s.Opaque || len(p.profiles(owner{"section", s.Name})) == 0 {
			continue
		}
		ceiling := p.ceiling(s)
		if rank(s.Level()) <= ceiling || p.incomplete(s) {
			continue
		}
		d := p.errorf(s.Cache.At, "section %q is declared %s, but nothing in it varies", s.Name, s.Cache.Text)
		if ceiling > rank(registry.Static) {
			d = p.errorf(s.Cache.At, "section %q is declared %s, but nothing in it changes more often than a session", s.Name, s.Cache.Text)
		}
		p.add(d.Note("want %q, or opaque: true where it varies by something that is not declared", levels()[ceiling]))
	}
}

// ceiling is the liveliest level that what a section reads calls for.
func (p *pass) ceiling(s *registry.Section) int {
	ceiling := rank(registry.Static)
	for _, r := range p.sectionReads(s) {
		_, c := r.level()
		ceiling = max(ceiling, c)
	}
	return ceiling
}

func opaqueNeedless(p *pass) {
	for i := range p.r.Sections {
		s := &p.r.Sections[i]
		if !s.Opaque || len(p.profiles(owner{"section", s.Name})) == 0 || rank(s.Level()) > p.ceiling(s) || p.incomplete(s) {
			continue
		}
		p.add(p.errorf(s.OpaqueAt, "section %q is opaque, but what it reads calls for %q anyway", s.Name, s.Cache.Text).
			Note("remove opaque: true"))
	}
}

// incomplete reports whether something in a section is wrong that hides what it reads: a name that is not declared,
// or a missing text.
func (p *pass) incomplete(s *registry.Section) bool {
	o := owner{"section", s.Name}
	for _, n := range p.parts[o] {
		if n.part.Each.Given() {
			if f, _ := p.r.Field(n.part.Each.Text); f == nil {
				return true
			}
		}
		if u := n.part.Fence; u != nil && p.r.Fence(u.Name.Text) == nil {
			return true
		}
		for _, prof := range p.profiles(o) {
			if c, err := gate.Parse(n.part.When.Text); err != nil || !p.expands(c, prof) {
				return true
			}
			for _, l := range p.r.Locales {
				if len(n.shown(p.r, l.Name.Text, prof.Name)) < len(n.inline())+len(n.keys()) {
					return true
				}
			}
		}
	}
	return false
}

// expands reports whether every term of a condition is known.
func (p *pass) expands(c *gate.Cond, prof *registry.Profile) bool {
	_, err := gate.NewWorld(p.r, prof, nil, "").Expand(c)
	return err == nil
}

func toolReadsTurn(p *pass) {
	for _, ts := range p.r.Toolsets {
		for _, r := range p.condReads(ts.When) {
			if r.scope == registry.TurnScope {
				p.report(r.at, "ask for gates and inputs of the session only: tools stand in front of everything that is cached", "toolset %q reads %s of scope turn", ts.Name, r)
			}
		}
	}
	p.toolReads(func(n docNode, r read) {
		if r.scope == registry.TurnScope {
			p.report(r.at, "say it in a volatile section instead: tools stand in front of everything that is cached", "%s reads %s of scope turn", n, r)
		}
	})
}

func toolCache(p *pass) {
	p.toolReads(func(n docNode, r read) {
		if !r.gate && r.scope == registry.SessionScope && n.tool.Cache.Text != "session" {
			p.add(p.errorf(r.at, "%s reads %s of scope session, but the tool is static", n, r).
				Note("declare cache: \"session\" with a reason in tool %q (%s)", n.tool.Name, n.tool.At))
		}
	})
}

// toolReads calls visit for what each tool reads, each place once.
func (p *pass) toolReads(visit func(docNode, read)) {
	seen := map[read]bool{}
	for _, n := range p.docs {
		for _, r := range p.docReads(n) {
			k := r
			k.at = r.at.Spot()
			if !seen[k] {
				seen[k] = true
				visit(n, r)
			}
		}
	}
}
