// Package keys counts the cache keys of a registry: how many different prefixes the settings of its gates make.
//
// A provider caches a prefix by its bytes, so bytes are counted, not settings. Nothing is rendered for every setting:
// each piece of the static text and each tool is rendered for the settings of the few gates that it reads, and the
// pieces are put together as hashes.
package keys

import (
	"cmp"
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// MaxGates is how many gates may be read for the count to be exact.
const MaxGates = 20

// Count is how many keys a profile has over one transport in one locale, for the main agent.
type Count struct {
	Cache int64 // native: different pairs of tool list and static text; xml: different static texts
	Text  int64 // different static texts
	Tools int64 // native: different tool lists; 0 over xml, whose requests have none
	Exact bool  // otherwise the numbers are upper bounds
	Blame []Blame
}

// Blame says that a gate multiplies the keys: one that the text or the tools read, or that constrains such gates.
type Blame struct {
	Gate   string  // or an input, e.g. "input.skills", which no gate follows
	Factor float64 // more than 1: all keys over those that are left when the gate is pinned to its livelier side
}

// Counter counts the keys of one registry, which must be free of errors. It is not safe for concurrent use.
type Counter struct {
	r      *registry.Registry
	render *render.Renderer
}

// New returns a Counter for r.
func New(r *registry.Registry) *Counter { return &Counter{r, render.New(r)} }

// Count counts the keys of a profile.
func (c *Counter) Count(profile, transport, locale string) (Count, error) {
	p := c.r.Profile(profile)
	s := &stage{
		Counter: c,
		profile: p,
		world:   gate.NewWorld(c.r, p, nil, transport),
		cell:    Cell(c.r, profile, transport, locale),
		conds:   map[string]*node{},
	}
	s.base = s.view(nil, nil)
	if s.err != nil {
		return Count{}, s.err
	}
	text := fold(s.texts(), s.join(p.Separator))
	var tools []*node
	var out Count
	if transport == "native" {
		tools = fold(s.tools(), s.join(","))
	}
	l := s.limits()
	t := tallyOf(text, l)
	out.Text, out.Exact = t.all, t.exact
	if transport == "native" {
		listed := tallyOf(tools, l)
		out.Tools, out.Exact = listed.all, out.Exact && listed.exact
		t = bothOf(text, tools, l)
		out.Exact = out.Exact && t.exact
	}
	out.Cache = t.all
	out.Blame = s.blame(t)
	return out, s.err
}

// Cell is the case that figures are taken from: the first that runs the main agent in the profile, or else the fixture.
func Cell(r *registry.Registry, profile, transport, locale string) render.Cell {
	for i := range r.Snapshots.Cases {
		c := &r.Snapshots.Cases[i]
		if c.In(profile) && !c.Subagent.Given() {
			return render.CellOf(r, c, profile, transport, locale)
		}
	}
	return render.CellOf(r, &registry.Case{}, profile, transport, locale)
}

// total is a tally of several nodes.
type total struct {
	tally
	exact  bool
	gates  []int // that the nodes read
	judged []int // those, and what constrains them
}

// tallyOf counts what nodes tell apart together. Where they are several, each tells apart what it does whatever the
// others do, at most.
func tallyOf(nodes []*node, l *limits) total {
	t := total{exact: len(nodes) <= 1, tally: tally{all: 1, off: map[int]int64{}, on: map[int]int64{}}}
	var counts []tally
	for _, n := range nodes {
		t.exact = t.exact && !n.wide()
		t.gates = union(t.gates, n.gates)
		counts = append(counts, n.count(l))
		t.judged = union(t.judged, union(n.gates, l.beside(n.gates)))
	}
	for _, g := range t.judged {
		t.off[g], t.on[g] = 1, 1
	}
	for _, c := range counts {
		t.all = times(t.all, c.all)
		for _, g := range t.judged {
			off, reads := c.off[g]
			on := c.on[g]
			if !reads {
				off, on = c.all, c.all
			}
			t.off[g], t.on[g] = times(t.off[g], off), times(t.on[g], on)
		}
	}
	t.all = min(t.all, power2(len(t.gates)))
	return t
}

// bothOf counts pairs of a text and a tool list.
func bothOf(text, tools []*node, l *limits) total {
	if len(text) <= 1 && len(tools) <= 1 {
		all := append(slices.Clone(text), tools...)
		if all = fold(all, pair); len(all) <= 1 {
			return tallyOf(all, l)
		}
	}
	return tallyOf(append(slices.Clone(text), tools...), l)
}

// blame lists the gates that multiply the keys, the worst first.
func (s *stage) blame(t total) []Blame {
	var out []Blame
	for _, g := range t.judged {
		if most := max(t.off[g], t.on[g]); most > 0 && t.all > most && !s.ofTurn(s.atoms[g]) {
			out = append(out, Blame{s.name(s.atoms[g]), float64(t.all) / float64(most)})
		}
	}
	slices.SortFunc(out, func(a, b Blame) int { return cmp.Or(-cmp.Compare(a.Factor, b.Factor), cmp.Compare(a.Gate, b.Gate)) })
	return out
}

// ofTurn reports whether an atom changes within a session. Such a one can't be to blame, though it may constrain others.
func (s *stage) ofTurn(a gate.Atom) bool {
	if g := s.r.Gate(a.Name); a.Kind == gate.GateAtom && g != nil {
		return g.Scope == registry.TurnScope
	}
	f, in := s.r.Field(a.Name)
	return a.Kind == gate.InputAtom && f != nil && in.Scope == registry.TurnScope
}

// name calls an atom by the gate that follows it.
func (s *stage) name(a gate.Atom) string {
	if a.Kind == gate.GateAtom {
		return a.Name
	}
	for _, g := range s.r.Gates {
		if _, pinned := registry.Pinned(g.Name, s.profile, nil); g.From.Text == a.Name && !pinned {
			return g.Name
		}
	}
	if a.Kind == gate.ToolsetAtom {
		return "tool." + a.Name
	}
	return "input." + a.Name
}
