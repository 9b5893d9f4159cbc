package strict

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

func word(s string) registry.Word { return registry.Word{Text: s} }

func words(names ...string) []registry.Word {
	var ws []registry.Word
	for _, n := range names {
		ws = append(ws, word(n))
	}
	return ws
}

// toolset makes a registry with one profile that lists the tools in the order in which they stand here.
func toolset(tools ...registry.Tool) *registry.Registry {
	r := &registry.Registry{
		Contract: registry.Contract{Projections: words("anthropic", "openai-responses")},
		Profiles: []registry.Profile{{Name: "p", Transports: words("native", "xml")}},
		Tools:    tools,
	}
	for i := range r.Tools {
		r.Profiles[0].Tools = append(r.Profiles[0].Tools, word(r.Tools[i].Name))
	}
	return r
}

// named returns n tools t000, t001, …, each made by fill.
func named(n int, fill func(i int, t *registry.Tool)) []registry.Tool {
	var tools []registry.Tool
	for i := range n {
		t := registry.Tool{Name: fmt.Sprintf("t%03d", i), Strict: word("auto")}
		fill(i, &t)
		tools = append(tools, t)
	}
	return tools
}

func tool(params ...registry.Param) registry.Tool {
	return registry.Tool{Name: "t", Strict: registry.Word{Text: "auto", At: line(1)}, Params: params}
}

func line(n int) diag.Loc { return diag.Loc{File: "f.cue", Line: n, Col: 1} }

func param(name string, t registry.Type) registry.Param {
	return registry.Param{Name: name, Type: t, Required: true}
}

func optional(p registry.Param) registry.Param {
	p.Required = false
	return p
}

func gated(p registry.Param, when string) registry.Param {
	p.When = word(when)
	return p
}

func of(kind registry.TypeKind) registry.Type { return registry.Type{Kind: kind, At: line(2)} }

func nullable(t registry.Type) registry.Type {
	t.Nullable = true
	t.Keywords = append(t.Keywords, registry.Word{Text: "nullable", At: line(3)})
	return t
}

func array(items registry.Type) registry.Type {
	return registry.Type{Kind: registry.ArrayType, At: line(2), Items: &items}
}

func object(params ...registry.Param) registry.Type {
	return registry.Type{Kind: registry.ObjectType, At: line(2), Params: params}
}

func union(vs ...registry.Variant) registry.Type {
	return registry.Type{Kind: registry.UnionType, At: line(2), Discriminator: word("kind"), Variants: vs}
}

func variant(tag string, params ...registry.Param) registry.Variant {
	return registry.Variant{Tag: word(tag), Params: params}
}

// deep is an array in an array …, n in all.
func deep(n int) registry.Type {
	t := of(registry.StringType)
	for range n {
		t = array(t)
	}
	return t
}

// enum lists n values of one length, the last of which may be longer.
func enum(n, length int, more ...int) registry.Type {
	t := registry.Type{Kind: registry.StringType, At: line(2)}
	for i := range n {
		v := strconv.Itoa(i)
		t.Enum = append(t.Enum, v+strings.Repeat("ä", length-len(v)))
	}
	for _, m := range more {
		t.Enum[n-1] += strings.Repeat("ä", m)
	}
	return t
}

// say writes a decision down, one line a tool.
func say(tools []Tool) string {
	var b strings.Builder
	for _, t := range tools {
		fmt.Fprintf(&b, "%s: %s", t.Name, t.Strict)
		for _, l := range t.Lax {
			fmt.Fprintf(&b, "; not %s: %s", l.Family, l.Why)
			if l.Sum > 0 {
				fmt.Fprintf(&b, ": %d", l.Sum)
			}
			if l.At.Line > 0 {
				fmt.Fprintf(&b, " (%d)", l.At.Line)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func decided(r *registry.Registry) string { return say(Decide(r, &r.Profiles[0])) }

func TestSchemas(t *testing.T) {
	str := of(registry.StringType)
	demanded := tool(param("a", of(registry.MapType)))
	demanded.Strict.Text = "require"
	off := tool()
	off.Strict.Text = "off"
	for _, tt := range []struct {
		name string
		tool registry.Tool
		want string
	}{
		{"no parameters", tool(), "OpenAI and Anthropic"},
		{"all that both take", tool(param("a", str), optional(param("b", of(registry.IntegerType))), param("c", nullable(of(registry.BooleanType))),
			optional(param("d", array(object(param("e", str), optional(param("f", enum(3, 1))))))), param("g", union(variant("x", param("h", str)), variant("y")))),
			"OpenAI and Anthropic"},
		{"off", off, `; not OpenAI: it wants strict: "off" (1); not Anthropic: it wants strict: "off" (1)`},
		{"map", tool(param("a", of(registry.MapType))),
			`; not OpenAI: parameter "a" is a map, and the names in it are open (2); not Anthropic: parameter "a" is a map, and the names in it are open (2)`},
		{"a demand does not help", demanded,
			`; not OpenAI: parameter "a" is a map, and the names in it are open (2); not Anthropic: parameter "a" is a map, and the names in it are open (2)`},
		{"any inside", tool(param("a", array(union(variant("x", param("b", of(registry.AnyType))))))),
			`; not OpenAI: parameter "a.x.b" is of type any (2); not Anthropic: parameter "a.x.b" is of type any (2)`},
		{"optional and nullable", tool(optional(param("a", nullable(str)))),
			`Anthropic; not OpenAI: parameter "a" is optional and nullable, and null would mean both (3)`},
		{"optional and nullable inside", tool(param("a", array(object(optional(param("b", nullable(union(variant("x"))))))))),
			`Anthropic; not OpenAI: parameter "a.b" is optional and nullable, and null would mean both (3)`},
		{"ten levels", tool(param("a", deep(9))), "OpenAI and Anthropic"},
		{"eleven levels", tool(param("a", deep(10))), `Anthropic; not OpenAI: parameter "a" nests more than 10 levels deep (2)`},
		{"250 long values", tool(param("a", enum(250, 61))), "OpenAI and Anthropic"},
		{"251 values of 15,000 characters", tool(param("a", enum(251, 59, 191))), "OpenAI and Anthropic"},
		{"251 values of 15,001 characters", tool(param("a", enum(251, 59, 192))),
			`Anthropic; not OpenAI: the enum of parameter "a" has more than 250 values and more than 15000 characters (2)`},
		{"1000 values", tool(param("a", enum(500, 3)), param("b", enum(500, 3))), "OpenAI and Anthropic"},
		{"1000 values and null", tool(param("a", enum(500, 3)), optional(param("b", enum(500, 3)))),
			`Anthropic; not OpenAI: with it a session could show more than 1000 enum values of strict tools: 1001 (1)`},
	} {
		if diff := cmp.Diff("t: "+tt.want+"\n", decided(toolset(tt.tool))); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// TestCharacters counts up to the 120,000 characters of names and values that OpenAI takes: a name and a value each.
func TestCharacters(t *testing.T) {
	long := func(n int) registry.Tool {
		p := param("a", registry.Type{Kind: registry.StringType, Enum: []string{strings.Repeat("x", n)}})
		return registry.Tool{Name: "t", Strict: word("auto"), Params: []registry.Param{p}}
	}
	if got := decided(toolset(long(119_999))); got != "t: OpenAI and Anthropic\n" {
		t.Error(got)
	}
	if got := decided(toolset(long(120_000))); got != "t: Anthropic; not OpenAI: with it a session could show more than 120000 characters of names and enum values of strict tools: 120001\n" {
		t.Error(got)
	}
}

// TestLimits has the last tool that fits, and the first that does not.
func TestLimits(t *testing.T) {
	str := of(registry.StringType)
	for _, tt := range []struct {
		name  string
		fill  func(i int, t *registry.Tool)
		fit   int
		lax   Set
		sum   int64
		gives string
	}{
		{"strict tools", func(int, *registry.Tool) {}, 20, Anthropic, 21, "more than 20 strict tools"},
		{"optional parameters, at every depth", func(_ int, t *registry.Tool) {
			t.Params = []registry.Param{optional(param("a", array(object(optional(param("b", str)))))),
				param("c", union(variant("x", optional(param("d", str)), optional(param("e", str)))))}
		}, 6, Anthropic, 28, "more than 24 optional parameters of strict tools"},
		{"parameters of several types", func(_ int, t *registry.Tool) {
			t.Params = []registry.Param{param("a", nullable(union(variant("x", param("b", nullable(str))))))}
		}, 8, Anthropic, 18, "more than 16 parameters of several types in strict tools"},
		{"properties", func(i int, t *registry.Tool) {
			for j := range 500 {
				t.Params = append(t.Params, param("p"+strconv.Itoa(j), str))
			}
		}, 10, OpenAI, 5500, "more than 5000 properties of strict tools"},
	} {
		r := toolset(named(tt.fit+1, tt.fill)...)
		for i, d := range Decide(r, &r.Profiles[0]) {
			want := OpenAI | Anthropic
			if i == tt.fit {
				want &^= tt.lax
			}
			if d.Strict != want {
				t.Errorf("%s: tool %d is strict in %q, want %q", tt.name, i, d.Strict, want)
			}
			if i == tt.fit && (len(d.Lax) != 1 || d.Lax[0].Sum != tt.sum || d.Lax[0].Why != "with it a session could show "+tt.gives) {
				t.Errorf("%s: %+v", tt.name, d.Lax)
			}
		}
	}
}

// TestFeasible counts only what one session can show.
func TestFeasible(t *testing.T) {
	count := func(r *registry.Registry, f Set) int {
		n := 0
		for _, d := range Decide(r, &r.Profiles[0]) {
			if d.Strict&f != 0 {
				n++
			}
		}
		return n
	}
	half := func(i int, t *registry.Tool) {
		if t.When = word("a"); i%2 == 1 {
			t.When = word("b")
		}
	}
	r := toolset(named(44, half)...)
	r.Gates = []registry.Gate{{Name: "a"}, {Name: "b"}}
	if n := count(r, Anthropic); n != 20 {
		t.Errorf("%d of gates that are free", n)
	}
	r.Gates[0].Excludes = words("b")
	if n := count(r, Anthropic); n != 40 {
		t.Errorf("%d of gates that exclude each other", n)
	}
	r.Subagents = []registry.Subagent{{Name: "s", Profiles: words("p"), Tools: words("t000", "t001", "t002"), Pins: []registry.Pin{{Gate: word("a"), Value: true}}}}
	if n := count(r, Anthropic); n != 40 {
		t.Errorf("%d with a subagent", n)
	}
	r.Gates[0].Excludes, r.Profiles[0].Pins = nil, []registry.Pin{{Gate: word("b")}}
	if n := count(r, Anthropic); n != 22+20 {
		t.Errorf("%d where one gate is pinned", n) // those that are never shown are in nobody's way
	}
	r = toolset(named(5, func(_ int, t *registry.Tool) {
		for i := range 10 {
			t.Params = append(t.Params, gated(optional(param("p"+strconv.Itoa(i), of(registry.StringType))), []string{"a", "!a"}[i%2]))
		}
	})...)
	r.Gates = []registry.Gate{{Name: "a"}}
	if n := count(r, Anthropic); n != 4 {
		t.Errorf("%d with five optional parameters each", n)
	}
	r = toolset(tool(gated(param("a", of(registry.MapType)), "xml"), param("b", object(gated(param("c", of(registry.AnyType)), "off")))))
	r.Gates = []registry.Gate{{Name: "off"}}
	r.Profiles[0].Pins = []registry.Pin{{Gate: word("off")}}
	if got := decided(r); got != "t: OpenAI and Anthropic\n" {
		t.Errorf("what is never shown: %s", got)
	}
}

// TestDemanded lets tools that demand it take their place before those that only may, which else go in order; one that is
// too large does not keep a smaller one behind it out.
func TestDemanded(t *testing.T) {
	large := func(n int) []registry.Param {
		var ps []registry.Param
		for i := range n {
			ps = append(ps, optional(param("p"+strconv.Itoa(i), of(registry.StringType))))
		}
		return ps
	}
	tools := named(4, func(i int, t *registry.Tool) { t.Params = large([]int{12, 12, 3, 9}[i]) })
	tools[3].Strict.Text = "require"
	want := `t000: OpenAI and Anthropic
t001: OpenAI; not Anthropic: with it a session could show more than 24 optional parameters of strict tools: 33
t002: OpenAI and Anthropic
t003: OpenAI and Anthropic
`
	if diff := cmp.Diff(want, decided(toolset(tools...))); diff != "" {
		t.Error(diff)
	}
}

func TestProjected(t *testing.T) {
	for projections, want := range map[string]Set{
		"": 0, "gemini gemini-openapi mcp openai-compatible": 0, "openai-chat": OpenAI, "openai-responses gemini": OpenAI,
		"anthropic": Anthropic, "anthropic openai-chat openai-responses": OpenAI | Anthropic,
	} {
		r := toolset(tool(param("a", of(registry.StringType))))
		r.Contract.Projections = words(strings.Fields(projections)...)
		if got := Decide(r, &r.Profiles[0])[0]; Projected(r) != want || got.Strict != want || got.Lax != nil {
			t.Errorf("%s: %q and %+v, want %q", projections, Projected(r), got, want)
		}
	}
}
