package gate

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

func TestParse(t *testing.T) {
	c, err := Parse(" browser && (!tool.read_file || param.edit.old)\n|| input.skills.name && profile.lite && xml || session.x")
	if err != nil {
		t.Fatal(err)
	}
	want := []Term{
		{Kind: GateTerm, Name: "browser", Tag: "browser", Offset: 1},
		{Kind: ToolTerm, Name: "read_file", Tag: "tool.read_file", Offset: 14},
		{Kind: ParamTerm, Name: "edit", Param: "old", Tag: "param.edit.old", Offset: 32},
		{Kind: InputTerm, Name: "skills.name", Tag: "input.skills.name", Offset: 51},
		{Kind: ProfileTerm, Name: "lite", Tag: "profile.lite", Offset: 72},
		{Kind: TransportTerm, Name: "xml", Tag: "xml", Offset: 88},
		{Kind: UnknownTerm, Name: "session.x", Tag: "session.x", Offset: 95},
	}
	if diff := cmp.Diff(want, c.Terms); diff != "" {
		t.Error(diff)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		src    string
		offset int
		msg    string
		fix    string
	}{
		{"a &&", 4, "unexpected end of expression", ""},
		{"  a & b", 4, `"&" is no operator`, "  a && b"},
		{"a | !b", 2, `"|" is no operator`, "a || !b"},
		{"a and b", 2, `"and" is no operator`, "a && b"},
		{"(a OR b)", 3, `"OR" is no operator`, "(a || b)"},
		{"not a", 0, `"not" is no operator`, "!a"},
		{"a && not (b or c)", 5, `"not" is no operator`, "a && !(b || c)"},
		{"a, b", 1, `"," is no operator`, ""},
		{"a and b c", 2, `"and" is no operator`, ""},
		{"a\nand b", 2, `"and" is no operator`, "a && b"},
		{"a b", 2, "unexpected token b", ""},
		{"(a", 0, "missing close paren", ""},
		{"!!a", 1, "double negation not allowed", ""},
		{"a-b", 1, "invalid syntax at -", ""},
		{" ", 1, "unexpected end of expression", ""},
	} {
		_, err := Parse(tt.src)
		se, ok := errors.AsType[*SyntaxError](err)
		if !ok {
			t.Errorf("%q: error %v", tt.src, err)
			continue
		}
		if diff := cmp.Diff(&SyntaxError{tt.offset, tt.msg, tt.fix}, se); diff != "" {
			t.Errorf("%q: %s", tt.src, diff)
		}
	}
}

// words makes words without places.
func words(names ...string) []registry.Word {
	var ws []registry.Word
	for _, n := range names {
		ws = append(ws, registry.Word{Text: n})
	}
	return ws
}

func word(s string) registry.Word { return registry.Word{Text: s} }

// sample is a registry with every kind of term.
func sample() *registry.Registry {
	return &registry.Registry{
		Inputs: []registry.Input{
			{Field: registry.Field{Name: "cwd", Type: registry.String, Required: true}},
			{Field: registry.Field{Name: "note", Type: registry.String}},
			{Field: registry.Field{Name: "skills", Type: registry.List, Item: []registry.Field{
				{Name: "hint", Type: registry.String}, {Name: "name", Type: registry.String, Required: true}}}},
		},
		Gates: []registry.Gate{
			{Name: "browser"},
			{Name: "cli"},
			{Name: "run", Excludes: words("yolo")},
			{Name: "skills", From: word("skills")},
			{Name: "yolo", Implies: words("cli")},
		},
		Profiles: []registry.Profile{
			{Name: "lite", Tools: words("read"), Transports: words("xml"),
				Pins: []registry.Pin{{Gate: word("skills")}}},
			{Name: "standard", Tools: words("read", "browse", "load", "loop", "pool", "mcp"), Transports: words("native", "xml")},
		},
		Tools: []registry.Tool{
			{Name: "browse", When: word("browser"), Params: []registry.Param{{Name: "wait", When: word("yolo && tool.load")}}},
			{Name: "load", When: word("skills")},
			{Name: "loop", When: word("cli && tool.pool")},
			{Name: "pool", When: word("tool.loop")},
			{Name: "read"},
		},
		Toolsets: []registry.Toolset{{Name: "mcp"}},
		Subagents: []registry.Subagent{{Name: "explorer", Tools: words("read", "browse"),
			Pins: []registry.Pin{{Gate: word("run"), Value: true}}}},
	}
}

// world names a profile, and after a slash a subagent and a transport, where they are fixed.
func world(r *registry.Registry, name string) *World {
	parts := strings.Split(name, "/")
	var agent *registry.Subagent
	transport := ""
	for _, p := range parts[1:] {
		if a := r.Subagent(p); a != nil {
			agent = a
		} else {
			transport = p
		}
	}
	return NewWorld(r, r.Profile(parts[0]), agent, transport)
}

func TestFind(t *testing.T) {
	for _, tt := range []struct{ world, when, want string }{
		{"standard", "", "always"},
		{"standard", "browser", "with browser on"},
		{"standard", "!browser && yolo", "with browser off and yolo on"},
		{"standard", "yolo && !cli", "never"},
		{"standard", "yolo && run", "never"},
		{"standard", "!yolo || cli", "always"},
		{"standard", "input.cwd", "always"},
		{"standard", "!input.note", "with no note"},
		{"standard", "skills && input.skills", "with skills given"},
		{"standard", "skills && !input.skills", "never"},
		{"standard", "input.skills.name && !skills", "never"},
		{"standard", "input.skills.hint && !skills", "never"},
		{"standard", "input.skills.hint", "with skills.hint given"},
		{"standard", "tool.load", "with skills given"},
		{"standard", "param.browse.wait", "with browser on, yolo on and skills given"},
		{"standard", "tool.mcp", "with mcp given"},
		{"standard", "native || xml", "always"},
		{"standard", "native && browser", "with browser on over native"},
		{"standard", "xml", "over xml"},
		{"standard/native", "xml", "never"},
		{"lite", "xml", "always"},
		{"lite", "skills", "never"},
		{"lite", "input.skills", "with skills given"},
		{"lite", "tool.browse", "never"},
		{"lite", "profile.lite && !profile.standard", "always"},
		{"standard/explorer", "yolo", "never"},
		{"standard/explorer", "run", "always"},
		{"standard/explorer", "tool.load || tool.browse", "with browser on"},
	} {
		w := world(sample(), tt.world)
		f, err := w.When(tt.when)
		if err != nil {
			t.Errorf("%s: %q: %v", tt.world, tt.when, err)
			continue
		}
		got := "never"
		if c, ok := w.Find(f); ok {
			got = c.String()
		}
		if _, ok := w.Always(f); ok {
			got = "always"
		}
		if got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.world, tt.when, got, tt.want)
		}
		if never := w.Never(f); never != (tt.want == "never") {
			t.Errorf("%s: %q: Never is %v", tt.world, tt.when, never)
		}
	}
}

func TestWhenErrors(t *testing.T) {
	for _, tt := range []struct{ when, want string }{
		{"brwser", `unknown term "brwser"`},
		{"browser && tool.brows", `unknown term "tool.brows"`},
		{"param.read.x", `unknown term "param.read.x"`},
		{"input.skills.body", `unknown term "input.skills.body"`},
		{"profile.light", `unknown term "profile.light"`},
		{"session.x", `unknown term "session.x"`},
		{"tool.loop", "condition depends on itself: tool.loop -> tool.pool -> tool.loop"},
		{"a &", "\"&\" is no operator"},
	} {
		_, err := world(sample(), "standard").When(tt.when)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: error %v, want %s", tt.when, err, tt.want)
		}
	}
}

func TestInfeasible(t *testing.T) {
	r := sample()
	r.Profiles[1].Pins = []registry.Pin{{Gate: word("yolo"), Value: true}, {Gate: word("cli")}}
	if world(r, "standard").Feasible() {
		t.Error("yolo without cli is feasible")
	}
	if !world(r, "lite").Feasible() {
		t.Error("lite is infeasible")
	}
}

func TestSetting(t *testing.T) {
	given := map[string]bool{"cwd": true, "skills": true}
	s := &Setting{
		World: world(sample(), "standard/native"),
		Gates: map[string]bool{"yolo": true, "run": true, "browser": true, "skills": false},
		Given: func(path string) bool { return given[path] },
	}
	for when, want := range map[string]bool{
		"":                                true,
		"native":                          true,
		"xml || profile.lite":             false,
		"skills && input.cwd":             true,
		"tool.load && param.browse.wait":  true,
		"tool.mcp":                        false,
		"input.note || nothing":           false,
		"!(browser && !tool.browse)":      true,
		"broken &&":                       false,
		"tool.read && !tool.none && yolo": true,
	} {
		if got := s.Holds(when); got != want {
			t.Errorf("%q: %v", when, got)
		}
	}
	var broken []string
	for _, r := range s.Broken() {
		broken = append(broken, r.String())
	}
	if diff := cmp.Diff([]string{"run excludes yolo", "yolo implies cli"}, broken); diff != "" {
		t.Error(diff)
	}
}

// TestDecisionsAgree compares the decisions over random formulas of up to nine gates with plain enumeration.
func TestDecisionsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		r := &registry.Registry{Profiles: []registry.Profile{{Name: "p", Transports: words("native")}}}
		n := 1 + rng.IntN(9)
		for i := range n {
			g := registry.Gate{Name: "g" + strconv.Itoa(i)}
			if i > 0 && rng.IntN(3) == 0 {
				g.Implies = words("g" + strconv.Itoa(rng.IntN(i)))
			}
			if i > 1 && rng.IntN(3) == 0 {
				g.Excludes = words("g" + strconv.Itoa(rng.IntN(i)))
			}
			r.Gates = append(r.Gates, g)
		}
		w := NewWorld(r, &r.Profiles[0], nil, "")
		when := randomCondition(rng, n, 4)
		f, err := w.When(when)
		if err != nil {
			t.Fatal(err)
		}
		c, found := w.Find(f)
		any, all := enumerate(w, n, when, func(map[string]bool) bool { return true })
		if found != any {
			t.Errorf("%q: Find %v, want %v", when, found, any)
		}
		if _, always := w.Always(f); always != all {
			t.Errorf("%q: Always %v, want %v", when, always, all)
		}
		if !found {
			continue
		}
		if _, all := enumerate(w, n, when, func(g map[string]bool) bool { return agrees(c, g) }); !all {
			t.Errorf("%q: %q is not enough", when, c)
		}
		for i := range c {
			less := slices.Delete(slices.Clone(c), i, i+1)
			if _, all := enumerate(w, n, when, func(g map[string]bool) bool { return agrees(less, g) }); all {
				t.Errorf("%q: %q holds more than it needs", when, c)
			}
		}
	}
}

// TestLongChains decides where a whole truth table would have 2^40 rows.
func TestLongChains(t *testing.T) {
	const n = 40
	for _, excludes := range []bool{false, true} {
		r := &registry.Registry{Profiles: []registry.Profile{{Name: "p", Transports: words("native")}}}
		for i := range n {
			g, next := registry.Gate{Name: "g" + strconv.Itoa(i)}, words("g"+strconv.Itoa((i+1)%n))
			if g.Implies = next; excludes {
				g.Implies, g.Excludes = nil, next
			}
			r.Gates = append(r.Gates, g)
		}
		slices.SortFunc(r.Gates, func(a, b registry.Gate) int { return strings.Compare(a.Name, b.Name) })
		w := NewWorld(r, &r.Profiles[0], nil, "")
		f, err := w.When("g3 && !g7")
		if err != nil {
			t.Fatal(err)
		}
		if w.Never(f) == excludes { // round a ring of implications, one gate on means all of them on
			t.Errorf("excludes %v: Never is %v", excludes, !excludes)
		}
	}
}

func agrees(c Choice, gates map[string]bool) bool {
	return !slices.ContainsFunc(c, func(v Value) bool { return gates[v.Name] != v.On })
}

// enumerate says whether the condition holds in any and in all feasible settings that pass the filter.
func enumerate(w *World, n int, when string, pass func(map[string]bool) bool) (any, all bool) {
	all = true
	for bits := range 1 << n {
		gates := map[string]bool{}
		for i := range n {
			gates["g"+strconv.Itoa(i)] = bits>>i&1 == 1
		}
		s := &Setting{World: w, Gates: gates}
		if len(s.Broken()) > 0 || !pass(gates) {
			continue
		}
		holds := s.Holds(when)
		any, all = any || holds, all && holds
	}
	return any, all
}

func randomCondition(rng *rand.Rand, gates, depth int) string {
	if depth == 0 || rng.IntN(4) == 0 {
		not := []string{"", "!"}[rng.IntN(2)]
		return not + "g" + strconv.Itoa(rng.IntN(gates))
	}
	op := []string{" && ", " || "}[rng.IntN(2)]
	s := "(" + randomCondition(rng, gates, depth-1) + op + randomCondition(rng, gates, depth-1) + ")"
	if rng.IntN(4) == 0 {
		s = "!" + s
	}
	return s
}

// BenchmarkFind decides a formula over all 22 gates that a profile may have.
func BenchmarkFind(b *testing.B) {
	r := &registry.Registry{Profiles: []registry.Profile{{Name: "p", Transports: words("native")}}}
	var terms []string
	for i := range 22 {
		name := "g" + strconv.Itoa(100+i)
		terms = append(terms, name)
		r.Gates = append(r.Gates, registry.Gate{Name: name})
	}
	w := NewWorld(r, &r.Profiles[0], nil, "")
	f, err := w.When(strings.Join(terms, " && "))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, ok := w.Find(f); !ok {
			b.Fatal("not found")
		}
	}
}
