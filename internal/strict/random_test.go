package strict

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// random makes a registry of gates with constraints between them, two agents and tools whose conditions and parameters are
// drawn at random.
func random(rng *rand.Rand, gates, tools int) *registry.Registry {
	r := toolset(named(tools, func(_ int, t *registry.Tool) {
		t.Strict.Text = []string{"auto", "auto", "auto", "auto", "require", "off"}[rng.IntN(6)]
		t.When = word(condition(rng, gates, 2))
		for i := range rng.IntN(5) {
			p := gated(param("p"+strconv.Itoa(i), typ(rng, gates, 2)), condition(rng, gates, 1))
			p.Required = rng.IntN(3) > 0
			t.Params = append(t.Params, p)
		}
	})...)
	for i := range gates {
		g := registry.Gate{Name: "g" + strconv.Itoa(i)}
		if i > 0 && rng.IntN(3) == 0 {
			g.Implies = words("g" + strconv.Itoa(rng.IntN(i)))
		}
		if i > 1 && rng.IntN(3) == 0 {
			g.Excludes = words("g" + strconv.Itoa(rng.IntN(i)))
		}
		r.Gates = append(r.Gates, g)
	}
	slices.SortFunc(r.Gates, func(a, b registry.Gate) int { return cmp.Compare(a.Name, b.Name) })
	r.Subagents = []registry.Subagent{{Name: "s", Profiles: words("p"), Pins: []registry.Pin{{Gate: word("g0"), Value: rng.IntN(2) == 0}}}}
	for i := range tools {
		if rng.IntN(2) == 0 {
			r.Subagents[0].Tools = append(r.Subagents[0].Tools, word(r.Tools[i].Name))
		}
	}
	return r
}

func condition(rng *rand.Rand, gates, depth int) string {
	if rng.IntN(3) == 0 {
		return ""
	}
	return clause(rng, gates, depth)
}

func clause(rng *rand.Rand, gates, depth int) string {
	if depth == 0 || rng.IntN(2) == 0 {
		return []string{"", "!"}[rng.IntN(2)] + "g" + strconv.Itoa(rng.IntN(gates))
	}
	return "(" + clause(rng, gates, depth-1) + []string{" && ", " || "}[rng.IntN(2)] + clause(rng, gates, depth-1) + ")"
}

func typ(rng *rand.Rand, gates, depth int) registry.Type {
	kinds := 8
	if depth == 0 {
		kinds = 5
	}
	var t registry.Type
	switch rng.IntN(kinds) {
	case 0, 1:
		t = of(registry.StringType)
	case 2:
		t = of(registry.BooleanType)
	case 3:
		t = enum(1+rng.IntN(3), 2)
	case 4:
		if t = of(registry.IntegerType); rng.IntN(10) == 0 {
			t = of([]registry.TypeKind{registry.MapType, registry.AnyType}[rng.IntN(2)])
		}
	case 5:
		t = array(typ(rng, gates, depth-1))
	default:
		var members []registry.Param
		for i := range rng.IntN(3) {
			p := gated(param("m"+strconv.Itoa(i), typ(rng, gates, depth-1)), condition(rng, gates, 1))
			p.Required = rng.IntN(2) == 0
			members = append(members, p)
		}
		if t = object(members...); rng.IntN(2) == 0 {
			t = union(variant("x", members...), variant("y"))
		}
	}
	if rng.IntN(6) == 0 {
		t.Nullable = true
	}
	return t
}

// plainly decides the tools of a family by counting in every setting of every agent what each tool has there.
func plainly(r *registry.Registry, family Set) []bool {
	var settings []*gate.Setting
	for _, agent := range []*registry.Subagent{nil, &r.Subagents[0]} {
		w := gate.NewWorld(r, &r.Profiles[0], agent, "native")
		for bits := range 1 << len(r.Gates) {
			gates := map[string]bool{}
			for i := range r.Gates {
				gates[r.Gates[i].Name] = bits>>i&1 == 1
			}
			if s := (&gate.Setting{World: w, Gates: gates}); len(s.Broken()) == 0 {
				settings = append(settings, s)
			}
		}
	}
	sums := make([]amount, len(settings))
	out := make([]bool, len(r.Tools))
	try := func(i int) {
		next := slices.Clone(sums)
		for j, s := range settings {
			a, ok := plainTool(s, &r.Tools[i], family)
			next[j] = next[j].plus(a)
			n := next[j]
			if !ok || family == Anthropic && (n.tools > 20 || n.optional > 24 || n.unions > 16) || family == OpenAI && n.values > 1000 {
				return
			}
		}
		sums, out[i] = next, true
	}
	for _, strict := range []string{"require", "auto"} {
		for i := range r.Tools {
			if r.Tools[i].Strict.Text == strict {
				try(i)
			}
		}
	}
	return out
}

// plainTool counts what a tool has in one setting, and says whether its schema can be strict there.
func plainTool(s *gate.Setting, t *registry.Tool, family Set) (a amount, ok bool) {
	if !s.Shows(t.Name) {
		return amount{}, true
	}
	a.tools = 1
	ok = plainMembers(s, t.Params, family, &a)
	return a, ok
}

func plainMembers(s *gate.Setting, params []registry.Param, family Set, a *amount) bool {
	ok := true
	for i := range params {
		p := &params[i]
		if !s.Holds(p.When.Text) {
			continue
		}
		if !p.Required {
			a.optional++
			ok = ok && !(family == OpenAI && p.Nullable)
			if len(p.Enum) > 0 {
				a.values++
			}
		} else if p.Nullable && len(p.Enum) > 0 {
			a.values++
		}
		ok = plainType(s, &p.Type, family, a) && ok
	}
	return ok
}

func plainType(s *gate.Setting, t *registry.Type, family Set, a *amount) bool {
	if t.Kind == registry.MapType || t.Kind == registry.AnyType {
		return false
	}
	if t.Nullable || t.Kind == registry.UnionType {
		a.unions++
	}
	a.values += int64(len(t.Enum))
	ok := plainMembers(s, t.Params, family, a)
	for _, v := range t.Variants {
		ok = plainMembers(s, v.Params, family, a) && ok
	}
	if t.Items != nil {
		if t.Items.Nullable && len(t.Items.Enum) > 0 {
			a.values++
		}
		ok = plainType(s, t.Items, family, a) && ok
	}
	return ok
}

// TestAgainstEverySetting compares decisions over random registries with ones that go through every setting.
func TestAgainstEverySetting(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	strict, limited := 0, 0
	for range 60 {
		r := random(rng, 2+rng.IntN(5), 10+rng.IntN(50))
		got := Decide(r, &r.Profiles[0])
		for _, family := range []Set{OpenAI, Anthropic} {
			for i, want := range plainly(r, family) {
				if is := got[i].Strict&family != 0; is != want {
					t.Fatalf("%s of %d tools for %s: strict %t, want %t; %+v", got[i].Name, len(r.Tools), family, is, want, got[i].Lax)
				}
				if want {
					strict++
				}
			}
		}
		for _, d := range got {
			for _, l := range d.Lax {
				if l.Family == Anthropic && l.Sum > 0 {
					limited++
				}
			}
		}
	}
	if strict < 1000 || limited < 200 {
		t.Errorf("%d strict tools, %d over a limit: too few to tell", strict, limited)
	}
}

// TestManyTools decides 400 tools over 22 gates that depend on each other, and 400 that each stand under two gates or three.
// It takes minutes if it goes through settings one by one, or through all of them for each tool.
func TestManyTools(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	mixed, apart := random(rng, 22, 400), random(rng, 22, 400)
	for i := range apart.Gates {
		apart.Gates[i].Implies, apart.Gates[i].Excludes = nil, nil
	}
	for i := range apart.Tools {
		when := clause(rng, 22, 0)
		for range 1 + i%2 {
			when += " && " + clause(rng, 22, 0)
		}
		apart.Tools[i] = registry.Tool{Name: apart.Tools[i].Name, When: word(when), Strict: word("auto")}
	}
	for name, r := range map[string]*registry.Registry{"mixed": mixed, "apart": apart} {
		n := 0
		for _, d := range Decide(r, &r.Profiles[0]) {
			if d.Strict&Anthropic != 0 {
				n++
			}
		}
		if name == "mixed" && n < 10 || name == "apart" && n < 50 {
			t.Errorf("%s: %d tools are strict", name, n)
		}
	}
}
