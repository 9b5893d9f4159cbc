package keys

import (
	"encoding/json"
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// stage counts one profile over one transport in one locale.
type stage struct {
	*Counter
	profile *registry.Profile
	world   *gate.World
	cell    render.Cell // gives the inputs that session-level tools show
	atoms   []gate.Atom // by number, as nodes call gates
	conds   map[string]*node
	base    *render.View // with no gate set
	err     error        // the first
}

func (s *stage) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *stage) join(separator string) func(a, b *node) *node {
	sum := sumOf(separator, isBlank(separator))
	return func(a, b *node) *node { return joined(a, b, sum) }
}

// StaticTier reports how many sections of a profile begin its system text with static ones. Static sections behind
// these, which a fixed order allows, are in no prefix that sessions share.
func StaticTier(r *registry.Registry, p *registry.Profile) int {
	for i, w := range p.Sections {
		s := r.Section(w.Text)
		if s.Role == "system" && !s.InTail() && s.Level() != registry.Static {
			return i
		}
	}
	return len(p.Sections)
}

// texts returns the static sections. The profile's limit leaves none of them out.
func (s *stage) texts() []*node {
	var out []*node
	for _, w := range s.profile.Sections[:StaticTier(s.r, s.profile)] {
		if sec := s.r.Section(w.Text); sec.Role == "system" && !sec.InTail() {
			out = append(out, s.part(sec.Name, &sec.Part))
		}
	}
	return out
}

// part is a part under its condition.
func (s *stage) part(section string, p *registry.Part) *node {
	if p.Each.Given() || p.Limit != nil || p.Fence != nil || p.Toolset.Given() {
		return s.whole(section, p)
	}
	return where(s.cond(p.When.Text), s.body(section, p))
}

func (s *stage) body(section string, p *registry.Part) *node {
	var parts []*node
	separator := ""
	switch p.Kind {
	case registry.TextPart, registry.ValuePart:
		return leaf(nil, func([]bool) string { return s.base.Body(section, p) })
	case registry.DocsPart:
		separator = "\n\n"
		parts = s.listed(func(t project.Tool) string { return project.Docs([]project.Tool{t}) })
	case registry.NamesPart:
		separator = "\n"
		parts = s.listed(func(t project.Tool) string { return project.Names([]project.Tool{t}) })
	default:
		separator = p.Join
		for i := range p.Parts {
			parts = append(parts, s.part(section, &p.Parts[i]))
		}
	}
	n := gathered(parts, separator)
	if p.Blank == "empty" {
		n = notBlank(n)
	}
	before, after := s.base.Around(section, p)
	return between(before, n, after)
}

// whole renders a part in every setting of all that stands in it, for what can't be put together from pieces.
func (s *stage) whole(section string, p *registry.Part) *node {
	gates := s.partGates(p)
	return leaf(gates, func(on []bool) string { return s.view(gates, on).Part(section, p) })
}

func (s *stage) partGates(p *registry.Part) []int {
	gates := s.gates(p.When.Text)
	if p.Each.Given() {
		gates = union(gates, s.gates("input."+p.Each.Text))
	}
	if p.Kind == registry.DocsPart || p.Kind == registry.NamesPart {
		for _, w := range s.profile.Tools {
			gates = union(gates, s.toolGates(w.Text))
		}
	}
	for i := range p.Parts {
		gates = union(gates, s.partGates(&p.Parts[i]))
	}
	return gates
}

// tools returns the tools of a request, each as the schema that every provider's form follows from.
func (s *stage) tools() []*node {
	return s.listed(func(t project.Tool) string {
		b, err := json.Marshal([]string{t.Name, t.Doc, t.Schema()})
		if err != nil {
			s.fail(err)
		}
		return string(b)
	})
}

// listed returns the tools of the profile as text makes them.
func (s *stage) listed(text func(project.Tool) string) []*node {
	var out []*node
	for _, w := range s.profile.Tools {
		if s.r.Tool(w.Text) == nil {
			continue // what hosts give stands behind all of these, and nobody can count it
		}
		gates := s.toolGates(w.Text)
		out = append(out, leaf(gates, func(on []bool) string {
			if t, shown := s.view(gates, on).Tool(w.Text); shown {
				return text(t)
			}
			return ""
		}))
	}
	return out
}

// toolGates returns the gates that a tool, its parameters and their descriptions read.
func (s *stage) toolGates(name string) []int {
	gates := s.gates("tool." + name)
	t := s.r.Tool(name)
	if t == nil {
		return gates
	}
	fragments := func(fs []registry.Fragment) {
		for _, f := range fs {
			gates = union(gates, s.gates(f.When.Text))
			for _, seg := range f.Text.Segs {
				if seg.Input != "" {
					gates = union(gates, s.gates("input."+seg.Input))
				}
			}
		}
	}
	locale := s.cell.Locale
	fragments(s.r.ToolDoc(locale, s.profile.Name, t))
	for i := range t.Params {
		for path, p := range project.Described(&t.Params[i]) {
			gates = union(gates, s.gates(p.When.Text))
			fragments(s.r.ParamDoc(locale, s.profile.Name, t, path, p))
		}
	}
	return gates
}

// cond is the node of a condition: not empty where it holds.
func (s *stage) cond(when string) *node {
	n, ok := s.conds[when]
	if !ok {
		gates := s.gates(when)
		n = leaf(gates, func(on []bool) string {
			if s.view(gates, on).Holds(when) {
				return "holds"
			}
			return ""
		})
		s.conds[when] = n
	}
	return n
}

// gates returns the numbers of the atoms of a condition.
func (s *stage) gates(when string) []int {
	f, err := s.world.When(when)
	if err != nil {
		s.fail(err)
		return nil
	}
	var out []int
	for _, a := range s.world.Atoms(f) {
		out = append(out, s.atom(a))
	}
	slices.Sort(out)
	return out
}

func (s *stage) atom(a gate.Atom) int {
	i := slices.Index(s.atoms, a)
	if i < 0 {
		i = len(s.atoms)
		s.atoms = append(s.atoms, a)
	}
	return i
}

// view shows the prompt in a setting of a few gates.
func (s *stage) view(gates []int, on []bool) *render.View {
	cell := s.cell
	for i, g := range gates {
		cell = With(s.r, cell, s.atoms[g], on[i])
	}
	v, err := s.render.View(cell)
	if err != nil {
		s.fail(err)
	}
	return v
}

// limits returns the constraints, over all gates.
func (s *stage) limits() *limits {
	l := &limits{}
	for _, rule := range gate.Rules(s.r) {
		a, aFixed, aOn := s.literal(rule.Gate)
		b, bFixed, bOn := s.literal(rule.Other)
		a.on, b.on = true, rule.Excludes // what is forbidden: the gate with the other on, or off
		switch {
		case aFixed && !aOn || bFixed && bOn != b.on:
		case aFixed && bFixed:
			l.forbid()
		case aFixed:
			l.forbid(b)
		case bFixed:
			l.forbid(a)
		default:
			l.forbid(a, b)
		}
	}
	for _, a := range slices.Clone(s.atoms) {
		if list, _, nested := cutLast(a.Name); a.Kind == gate.InputAtom && nested {
			for _, g := range s.gates("input." + list) {
				l.forbid(literal{s.atom(a), true}, literal{g, false})
			}
		}
	}
	l.close()
	return l
}

// literal returns the number of a gate, or what it always is.
func (s *stage) literal(name string) (l literal, fixed, on bool) {
	f, err := s.world.Gate(name)
	if err != nil {
		s.fail(err)
		return l, true, false
	}
	if on, fixed = f.IsConst(); fixed {
		return l, true, on
	}
	return literal{gate: s.atom(s.world.Atoms(f)[0])}, false, false
}
