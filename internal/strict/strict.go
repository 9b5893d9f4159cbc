// Package strict decides which tools of a profile the providers are to hold the model to the schema of.
//
// A strict tool costs something: its schema must lie in the subset that the provider compiles, and the strict tools of a
// request share limits. So a profile is decided as a whole, for each family of providers that the contract projects to:
// tools that demand it first, then the others in the order of the profile, each as long as no limit is passed by
// anything that one session can show. What a session can show is looked at exactly, over all gates, inputs and agents.
package strict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Set is a set of families of providers.
type Set uint8

const (
	OpenAI    Set = 1 << iota // chat completions and Responses
	Anthropic                 // Messages
)

// Families returns the families of the set, in order.
func (s Set) Families() []Set {
	return slices.DeleteFunc([]Set{OpenAI, Anthropic}, func(f Set) bool { return s&f == 0 })
}

// String names the families, e.g. "OpenAI and Anthropic".
func (s Set) String() string {
	var names []string
	for _, f := range s.Families() {
		names = append(names, map[Set]string{OpenAI: "OpenAI", Anthropic: "Anthropic"}[f])
	}
	return strings.Join(names, " and ")
}

// Projected returns the families that a contract projects to. Formats without strict tools are in none: servers that
// are compatible with OpenAI refuse the very word.
func Projected(r *registry.Registry) Set {
	var s Set
	for _, p := range r.Projected() {
		switch {
		case !p.Strict:
		case p.Family == registry.OpenAI:
			s |= OpenAI
		case p.Family == registry.Anthropic:
			s |= Anthropic
		}
	}
	return s
}

// Tool is what was decided of a tool of a profile.
type Tool struct {
	*registry.Tool
	Strict Set
	Lax    []Reason // why it is not strict in the other families that are projected, in their order
}

// Reason says why a tool is not strict in a family.
type Reason struct {
	Family Set
	At     diag.Loc // of the type or keyword that prevents it
	Why    string   // e.g. `parameter "env" is a map`
	Sum    int64    // where a limit would be passed, what a session could show
}

// Decide decides the tools of a profile, in its order and as they go over the native transport, whether the profile
// offers it or not. Conditions that are wrong are taken for false, and profiles whose constraints contradict each other
// for ones that show nothing.
func Decide(r *registry.Registry, prof *registry.Profile) []Tool {
	worlds := slices.DeleteFunc(gate.Worlds(r, prof, "native"), func(w *gate.World) bool { return !w.Feasible() })
	var tools []Tool
	var costs []cost
	for _, w := range prof.Tools {
		if t := r.Tool(w.Text); t != nil {
			tools = append(tools, Tool{Tool: t})
			costs = append(costs, measure(worlds, t))
		}
	}
	for _, family := range Projected(r).Families() {
		decide(family, worlds, tools, costs)
	}
	return tools
}

// decide decides the tools in one family. Those that demand it go first: nothing that merely may be strict takes their
// place.
func decide(family Set, worlds []*gate.World, tools []Tool, costs []cost) {
	sums := newSums(limitsOf(family), worlds)
	reasons := make([]*Reason, len(tools))
	for _, demanded := range []bool{true, false} {
		for i := range tools {
			t := &tools[i]
			if (t.Tool.Strict.Text == "require") == demanded {
				reasons[i] = join(family, sums, t.Tool, &costs[i])
			}
		}
	}
	for i, reason := range reasons {
		if reason == nil {
			tools[i].Strict |= family
		} else {
			tools[i].Lax = append(tools[i].Lax, *reason)
		}
	}
}

// join makes a tool strict in a family, or says why it can't be.
func join(family Set, sums *sums, t *registry.Tool, c *cost) *Reason {
	if t.Strict.Text == "off" {
		return &Reason{Family: family, At: t.Strict.At, Why: `it wants strict: "off"`}
	}
	for _, o := range c.obstacles {
		if o.families&family != 0 {
			return &Reason{Family: family, At: o.at, Why: o.why}
		}
	}
	if passed, sum := sums.add(c.items); passed != nil {
		why := fmt.Sprintf("with it a session could show more than %d %s", passed.most, passed.what)
		return &Reason{Family: family, At: t.Strict.At, Why: why, Sum: sum}
	}
	return nil
}

// limit is how much of something the strict tools of one request may have.
type limit struct {
	most int64
	of   func(amount) int64
	what string
}

// limitsOf lists the limits of a family. OpenAI's own words bind them to a schema; they are held against the sum of a
// request here, because the whole request would be lost.
func limitsOf(family Set) []limit {
	if family == OpenAI {
		return []limit{
			{5000, func(a amount) int64 { return a.properties }, "properties of strict tools"},
			{120_000, func(a amount) int64 { return a.characters }, "characters of names and enum values of strict tools"},
			{1000, func(a amount) int64 { return a.values }, "enum values of strict tools"},
		}
	}
	return []limit{
		{20, func(a amount) int64 { return a.tools }, "strict tools"},
		{24, func(a amount) int64 { return a.optional }, "optional parameters of strict tools"},
		{16, func(a amount) int64 { return a.unions }, "parameters of several types in strict tools"},
	}
}

// sums is what the strict tools of a family come to so far, in each world.
type sums struct {
	limits []limit
	worlds []*gate.World
	most   [][]*gate.Sums      // by world and limit
	items  [][][]gate.Weighted // what they are of
	plain  [][]int64           // the same, if everything could be shown together
}

func newSums(limits []limit, worlds []*gate.World) *sums {
	s := &sums{limits: limits, worlds: worlds}
	for _, w := range worlds {
		var most []*gate.Sums
		for range limits {
			most = append(most, w.Sums())
		}
		s.most = append(s.most, most)
		s.items = append(s.items, make([][]gate.Weighted, len(s.limits)))
		s.plain = append(s.plain, make([]int64, len(s.limits)))
	}
	return s
}

// add adds a tool if no limit is passed, else it says which one would be, and by what.
func (s *sums) add(items [][]item) (passed *limit, sum int64) {
	next, plain := make([][][]gate.Weighted, len(s.worlds)), make([][]int64, len(s.worlds))
	for i := range s.worlds {
		for j, l := range s.limits {
			all, sum := slices.Clip(s.items[i][j]), s.plain[i][j]
			for _, it := range items[i] {
				if n := l.of(it.amount); n > 0 {
					all = append(all, gate.Weighted{Formula: it.shown, Weight: n})
					sum += n
				}
			}
			next[i], plain[i] = append(next[i], all), append(plain[i], sum)
			if sum <= l.most || len(all) == len(s.items[i][j]) {
				continue
			}
			if most := s.most[i][j].Most(all); most > l.most {
				return &l, most
			}
		}
	}
	s.items, s.plain = next, plain
	return nil, 0
}
