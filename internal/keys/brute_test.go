package keys_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/audit"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/keys"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// brute counts keys by rendering every feasible setting of all gates that a profile leaves open.
func brute(t *testing.T, r *registry.Registry, p *registry.Profile, transport, locale string) keys.Count {
	t.Helper()
	var atoms []gate.Atom
	names := map[gate.Atom]string{}
	for _, g := range r.Gates {
		if _, pinned := registry.Pinned(g.Name, p, nil); pinned || g.Scope == registry.TurnScope {
			continue
		}
		a := gate.Atom{Kind: gate.GateAtom, Name: g.Name}
		if g.From.Given() {
			a = gate.Atom{Kind: gate.InputAtom, Name: g.From.Text}
		}
		if names[a] == "" {
			atoms, names[a] = append(atoms, a), g.Name
		}
	}
	renderer := render.New(r)
	type set map[[2]string]bool
	all := set{}
	texts, lists := map[string]bool{}, map[string]bool{}
	sides := make([][2]set, len(atoms))
	for i := range sides {
		sides[i] = [2]set{{}, {}}
	}
	for setting := range 1 << len(atoms) {
		cell := keys.Cell(r, p.Name, transport, locale)
		for i, a := range atoms {
			cell = keys.With(r, cell, a, setting>>i&1 == 1)
		}
		out, err := renderer.Render(cell)
		if err != nil {
			if !strings.Contains(err.Error(), "excludes") && !strings.Contains(err.Error(), "implies") {
				t.Fatal(err)
			}
			continue
		}
		key := [2]string{"", staticText(r, p, out)}
		if transport == "native" {
			key[0] = wire(t, out.Tools)
			lists[key[0]] = true
		}
		texts[key[1]], all[key] = true, true
		for i := range atoms {
			sides[i][setting>>i&1][key] = true
		}
	}
	count := keys.Count{Cache: int64(len(all)), Text: int64(len(texts)), Tools: int64(len(lists)), Exact: true}
	for i, a := range atoms {
		if most := max(len(sides[i][0]), len(sides[i][1])); len(all) > most {
			count.Blame = append(count.Blame, keys.Blame{Gate: names[a], Factor: float64(len(all)) / float64(most)})
		}
	}
	slices.SortFunc(count.Blame, func(a, b keys.Blame) int {
		if a.Factor != b.Factor {
			if a.Factor > b.Factor {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Gate, b.Gate)
	})
	return count
}

// staticText is the static tier at the front of the system text: up to the first section of the profile, shown or not,
// that is not static.
func staticText(r *registry.Registry, p *registry.Profile, out *render.Result) string {
	var b strings.Builder
	for _, w := range p.Sections {
		if s := r.Section(w.Text); !s.InSystem() {
			continue
		} else if s.Level() != registry.Static {
			break
		}
		if i := slices.IndexFunc(out.Sections, func(s render.Section) bool { return s.Name == w.Text }); i >= 0 {
			b.WriteString(out.Sections[i].Separator + out.Sections[i].Text)
		}
	}
	return b.String()
}

// wire is the tools member of every projection.
func wire(t *testing.T, tools []project.Tool) string {
	t.Helper()
	var b strings.Builder
	for _, p := range []string{"anthropic", "openai-chat", "gemini"} {
		s, err := project.Request(p, tools, project.Mark{})
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(s + "\n")
	}
	return b.String()
}

// TestRandom compares the counts with brute force over random registries of 1 to 10 gates.
func TestRandom(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 40
	}
	multiplied, merged := 0, 0
	for seed := range n {
		r := randomRegistry(rand.New(rand.NewPCG(uint64(seed), 7)))
		counter := keys.New(r)
		compareReport(t, r)
		for i := range r.Profiles {
			p := &r.Profiles[i]
			for _, transport := range []string{"native", "xml"} {
				got, err := counter.Count(p.Name, transport, "en")
				if err != nil {
					t.Fatal(err)
				}
				want := brute(t, r, p, transport, "en")
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("seed %d, profile %s over %s (-brute force +count)\n%s", seed, p.Name, transport, diff)
				}
				if len(got.Blame) > 0 {
					multiplied++
				}
				product := 1.0
				for _, b := range got.Blame {
					product *= b.Factor
				}
				if product > float64(got.Cache)+.5 || product < float64(got.Cache)-.5 {
					merged++
				}
			}
		}
	}
	if multiplied < n || merged < n/4 {
		t.Errorf("the registries are too tame: %d counts with blame, %d where gates do not simply multiply", multiplied, merged)
	}
}

// compareReport holds the figures of the audit against what rendering gives.
func compareReport(t *testing.T, r *registry.Registry) {
	t.Helper()
	words := func(text string) int { return len(strings.Fields(text)) }
	report, err := audit.Of(r, words, func(string, string, string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for i := range report.Profiles {
		x := &report.Profiles[i]
		p := r.Profile(x.Profile)
		out, err := render.New(r).Render(keys.Cell(r, x.Profile, x.Transport, x.Locale))
		if err != nil {
			t.Fatal(err)
		}
		static := staticText(r, p, out)
		want := []int{len(static), words(static), len(static), session(out), len(out.System), len(out.Tail)}
		got := []int{x.StaticBytes, x.StaticTokens, x.Bounds.Static, x.Bounds.Session, x.Bounds.System, x.Bounds.Tail}
		for j, s := range x.Sections {
			bytes, tokens := 0, 0
			if k := slices.IndexFunc(out.Sections, func(o render.Section) bool { return o.Name == s.Name }); k >= 0 {
				text := out.Sections[k].Separator + out.Sections[k].Text
				bytes, tokens = len(text), words(text)
			}
			turns := ""
			for _, o := range out.Turns {
				if o.Section == s.Name {
					turns += o.Text
				}
			}
			if turns != "" {
				bytes, tokens = len(turns), words(turns)
			}
			want, got = append(want, bytes, tokens), append(got, s.Bytes, s.Tokens)
			if s.Name != p.Sections[j].Text {
				t.Errorf("section %d is %s", j, s.Name)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s over %s (-rendered +audit)\n%s", x.Profile, x.Transport, diff)
		}
	}
}

// session is where the text ends that a session fixes: in front of the first volatile section that is shown.
func session(out *render.Result) int {
	end := 0
	for _, s := range out.Sections {
		if s.InTail {
			continue
		}
		if s.Level == registry.Volatile {
			break
		}
		end += len(s.Separator + s.Text)
	}
	return end
}

func word(s string) registry.Word { return registry.Word{Text: s} }

func words(s ...string) []registry.Word {
	var out []registry.Word
	for _, w := range s {
		out = append(out, word(w))
	}
	return out
}

// chooser makes pieces of a random registry.
type chooser struct {
	*rand.Rand
	gates []string
	tools []string
}

func (c chooser) one(of ...string) string { return of[c.IntN(len(of))] }

// text is one of five strings, so that equal bytes come about in several ways; one is the separator of sections.
func (c chooser) text() *registry.Text {
	return &registry.Text{Segs: []registry.Seg{{Lit: c.one("a", "b", "a\n\nb", "\n\n", " ")}}}
}

func (c chooser) when() registry.Word {
	term := func() string {
		s := c.one(c.gates...)
		if len(c.tools) > 0 && c.IntN(4) == 0 {
			s = "tool." + c.one(c.tools...)
		}
		return c.one("", "!") + s
	}
	switch c.IntN(6) {
	case 0, 1:
		return registry.Word{}
	case 2:
		return word(term() + " && " + term())
	case 3:
		return word(term() + " || " + term())
	case 4:
		return word(c.one("native", "xml", "input.given") + " || " + term())
	default:
		return word(term())
	}
}

func (c chooser) part(depth int) registry.Part {
	p := registry.Part{When: c.when(), Join: c.one("\n", "\n\n", "", "b"), Blank: c.one("", "", "keep", "empty")}
	if c.IntN(4) == 0 {
		p.Wrap = &registry.Wrap{Before: c.one("", "a", "\n\n"), After: c.one("", "b", "\n")}
	}
	if c.IntN(8) == 0 {
		p.Limit = &registry.Limit{Bytes: int64(1 + c.IntN(3)), Over: c.one("truncate", "skip")}
	}
	switch kind := c.IntN(6); {
	case kind < 2 && depth > 0:
		p.Kind = registry.PartsPart
		for range 1 + c.IntN(3) {
			p.Parts = append(p.Parts, c.part(depth-1))
		}
	case kind == 3:
		p.Kind = registry.NamesPart
	case kind == 4:
		p.Kind = registry.DocsPart
	default:
		p.Kind, p.Value = registry.ValuePart, c.text()
	}
	if c.IntN(8) == 0 {
		p.Wrap = &registry.Wrap{Tag: "t", Attrs: []registry.Attr{{Name: "n", Value: *c.text()}}}
	}
	return p
}

func (c chooser) tool(name string) registry.Tool {
	t := registry.Tool{Name: name, When: c.when()}
	for range 1 + c.IntN(2) {
		t.Fragments = append(t.Fragments, registry.Fragment{Text: *c.text(), When: c.when()})
	}
	if c.IntN(2) == 0 {
		p := registry.Param{Name: "p", Type: registry.Type{Kind: registry.StringType}, When: c.when()}
		p.Fragments = []registry.Fragment{{Text: *c.text(), When: c.when()}}
		t.Params = append(t.Params, p)
	}
	return t
}

// randomRegistry makes a registry that need not be one that the checks let through.
func randomRegistry(rng *rand.Rand) *registry.Registry {
	c := chooser{Rand: rng}
	r := &registry.Registry{Locales: []registry.Locale{{Name: word("en")}}}
	r.Inputs = []registry.Input{{Field: registry.Field{Name: "given", Type: registry.String}, Scope: registry.SessionScope}}
	for i := range 1 + rng.IntN(10) {
		name := fmt.Sprintf("g%d", i)
		g := registry.Gate{Name: name, Scope: registry.SessionScope}
		if i > 0 && rng.IntN(4) == 0 {
			g.Implies = words(c.one(c.gates...))
		}
		if i > 0 && rng.IntN(4) == 0 {
			g.Excludes = words(c.one(c.gates...))
		}
		r.Gates, c.gates = append(r.Gates, g), append(c.gates, name)
	}
	r.Gates = append(r.Gates, registry.Gate{Name: "given", From: word("given")}) // sorts behind the others
	c.gates = append(c.gates, "given")
	var names []string
	for i := range rng.IntN(4) {
		t := c.tool(fmt.Sprintf("t%d", i))
		r.Tools = append(r.Tools, t)
		c.tools, names = append(c.tools, t.Name), append(names, t.Name) // a tool may read those in front
	}
	var listed []string
	for i := range 1 + rng.IntN(6) {
		s := registry.Section{Name: fmt.Sprintf("s%d", i), Part: c.part(2), Cache: word("static"), Role: "system"}
		if rng.IntN(8) == 0 {
			s.Cache = word(c.one("session", "volatile"))
			s.Place = word(c.one("", "system"))
		}
		r.Sections, listed = append(r.Sections, s), append(listed, s.Name)
	}
	pins := []registry.Pin{{Gate: word("g0"), Value: rng.IntN(2) == 0}}
	r.Profiles = []registry.Profile{
		{Name: "open", Sections: words(listed...), Tools: words(names...), Transports: words("native", "xml"), Separator: "\n\n"},
		{Name: "pinned", Sections: words(listed...), Tools: words(names...), Transports: words("native", "xml"), Separator: c.one("\n", "a"), Pins: pins},
	}
	r.Profiles[0].Final = c.one("none", "newline")
	return r
}
