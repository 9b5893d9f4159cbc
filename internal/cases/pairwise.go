package cases

import (
	"cmp"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Pairwise lists the cases that a registry asks for without declaring them: a small set in which, together with the declared
// ones, every two gates of a profile meet in every way that it allows, for most of what goes wrong between gates goes wrong
// between two. The profiles come in order. A case is named after its gates, e.g. "cli,!yolo", and is that of the main
// agent. The registry is free of errors. The same registry gives the same cases.
func Pairwise(r *registry.Registry) []registry.Case {
	if !r.Snapshots.Pairwise {
		return nil
	}
	var out []registry.Case
	for i := range r.Profiles {
		out = append(out, newCover(r, &r.Profiles[i]).cases()...)
	}
	return out
}

// literal is a gate of a cover, by its index, that is on or off.
type literal struct {
	gate int
	on   bool
}

// pair is two literals, that of the lower gate first.
type pair struct{ a, b literal }

func pairOf(a, b literal) pair {
	if a.gate > b.gate {
		a, b = b, a
	}
	return pair{a, b}
}

// cover looks for the cases of a profile.
type cover struct {
	r       *registry.Registry
	profile *registry.Profile
	world   *gate.World
	limits  gate.Formula     // what no case can turn on is off
	gates   []*registry.Gate // that may be on or off
	on      []gate.Formula   // of each gate
	met     map[pair]bool
}

func newCover(r *registry.Registry, p *registry.Profile) *cover {
	c := &cover{r: r, profile: p, world: gate.NewWorld(r, p, nil, ""), limits: gate.Const(true), met: map[pair]bool{}}
	for i := range r.Gates {
		g := &r.Gates[i]
		f, err := c.world.Gate(g.Name)
		if _, fixed := f.IsConst(); err != nil || fixed {
			continue // pinned, or of a required input
		}
		if g.From.Given() && !Gives(r, g.From.Text) {
			c.limits = gate.All(c.limits, gate.Not(f))
			continue
		}
		c.gates, c.on = append(c.gates, g), append(c.on, f)
	}
	if !c.world.Feasible() || c.world.Never(c.limits) {
		c.gates = nil // no prompt of the profile can be shown, which the cases tell
	}
	return c
}

// cases starts with what the declared cases have, and adds one for each pair that is missing yet.
func (c *cover) cases() []registry.Case {
	for i := range c.r.Snapshots.Cases {
		k := &c.r.Snapshots.Cases[i]
		if k.In(c.profile.Name) && !k.Subagent.Given() {
			c.meet(c.setting(k))
		}
	}
	missing := c.missing()
	var out []registry.Case
	for len(missing) > 0 {
		row := c.row(missing)
		c.meet(row)
		missing = slices.DeleteFunc(missing, func(p pair) bool { return c.met[p] })
		out = append(out, c.caseOf(row))
	}
	return out
}

// missing lists the pairs that are feasible and that no case has yet. A gate beside itself stands for each of its two ways.
func (c *cover) missing() []pair {
	var out []pair
	for a := range c.gates {
		for b := a; b < len(c.gates); b++ {
			for ways := range 4 {
				p := pair{literal{a, ways < 2}, literal{b, ways%2 == 0}}
				if !c.met[p] && c.feasible(p.a, p.b) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// feasible reports whether some prompt has all the literals.
func (c *cover) feasible(ls ...literal) bool {
	all := []gate.Formula{c.limits}
	for _, l := range ls {
		f := c.on[l.gate]
		if !l.on {
			f = gate.Not(f)
		}
		all = append(all, f)
	}
	return !c.world.Never(gate.All(all...))
}

// row sets every gate so that much of what is missing is met, beginning with the first missing pair: each time that literal
// that meets most with what is set, and among equals the one that is missing most.
func (c *cover) row(missing []pair) []literal {
	need := map[literal]int{}
	want := map[pair]bool{}
	for _, p := range missing {
		want[p] = true
		need[p.a]++
		need[p.b]++
	}
	row := c.start(missing[0])
	for len(row) < len(c.gates) {
		row = append(row, c.next(row, want, need))
	}
	slices.SortFunc(row, func(a, b literal) int { return cmp.Compare(a.gate, b.gate) })
	return row
}

func (c *cover) start(p pair) []literal {
	if p.a.gate == p.b.gate {
		return []literal{p.a}
	}
	return []literal{p.a, p.b}
}

// next is the literal that a row gets next.
func (c *cover) next(row []literal, want map[pair]bool, need map[literal]int) literal {
	var best literal
	most := -1
	for g := range c.gates {
		if slices.ContainsFunc(row, func(l literal) bool { return l.gate == g }) {
			continue
		}
		for _, l := range []literal{{g, false}, {g, true}} {
			score := need[l]
			for _, o := range row {
				if want[pairOf(o, l)] {
					score += len(need) * len(c.gates)
				}
			}
			if score > most && c.feasible(append(slices.Clone(row), l)...) {
				best, most = l, score
			}
		}
	}
	return best
}

func (c *cover) meet(row []literal) {
	for i, a := range row {
		for _, b := range row[i:] {
			c.met[pairOf(a, b)] = true
		}
	}
}

// setting is how a declared case sets the gates.
func (c *cover) setting(k *registry.Case) []literal {
	var row []literal
	for i, g := range c.gates {
		on := false
		for _, layer := range []*registry.Case{&c.r.Snapshots.Fixture, k} {
			if v, ok := value(c.r, layer, g); ok {
				on = v
			}
		}
		row = append(row, literal{i, on})
	}
	return row
}

// caseOf lays a row over the first case.
func (c *cover) caseOf(row []literal) registry.Case {
	k := clone(&c.r.Snapshots.Cases[0])
	k.At, k.Subagent, k.Profiles = c.r.Snapshots.PairwiseAt, registry.Word{}, []registry.Word{{Text: c.profile.Name}}
	var names []string
	for _, l := range row {
		g := c.gates[l.gate]
		if set(c.r, &k, g, l.on); l.on {
			names = append(names, g.Name)
		} else {
			names = append(names, "!"+g.Name)
		}
	}
	k.Name = strings.Join(names, ",")
	return k
}
