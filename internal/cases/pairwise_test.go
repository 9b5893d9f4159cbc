package cases

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

func word(s string) registry.Word { return registry.Word{Text: s} }

// random is a registry of gates: some that the host sets, some that follow from an input or the toolset, with constraints
// between a few of them, and two profiles, one of which pins a gate.
func random(seed uint64) *registry.Registry {
	rnd := rand.New(rand.NewPCG(seed, 2))
	r := &registry.Registry{
		Toolsets:  []registry.Toolset{{Name: "servers"}},
		Profiles:  []registry.Profile{{Name: "big", Tools: []registry.Word{word("servers")}, Transports: []registry.Word{word("native")}}, {Name: "small", Transports: []registry.Word{word("xml")}}},
		Snapshots: registry.Snapshots{Pairwise: true, Cases: []registry.Case{{Name: "basic"}}},
	}
	s := &r.Snapshots
	n := 1 + rnd.IntN(6)
	for i := range n {
		g := registry.Gate{Name: fmt.Sprintf("g%d", i)}
		switch in := fmt.Sprintf("in%d", i); rnd.IntN(4) {
		case 0:
			kinds := []registry.FieldType{registry.String, registry.Int, registry.Bool, registry.List}
			r.Inputs = append(r.Inputs, registry.Input{Field: registry.Field{Name: in, Type: kinds[rnd.IntN(4)], Required: rnd.IntN(4) == 0}})
			g.From = word(in)
			where := []*registry.Case{&s.Fixture, &s.Cases[0]}[rnd.IntN(2)]
			where.Inputs = append(where.Inputs, registry.InputValue{Name: word(in), Value: some(&r.Inputs[len(r.Inputs)-1].Field)})
		case 1:
			g.From = word("servers")
		}
		r.Gates = append(r.Gates, g)
	}
	if rnd.IntN(2) == 0 {
		s.Fixture.Toolsets = []registry.ToolsetValue{{Name: word("servers"), Tools: []registry.HostTool{{Name: "t"}}}}
	}
	for range rnd.IntN(4) {
		g := &r.Gates[rnd.IntN(n)]
		other := word(fmt.Sprintf("g%d", rnd.IntN(n)))
		if other.Text == g.Name {
			continue
		}
		if rnd.IntN(2) == 0 {
			g.Implies = append(g.Implies, other)
		} else {
			g.Excludes = append(g.Excludes, other)
		}
	}
	if g := &r.Gates[rnd.IntN(n)]; !g.From.Given() {
		r.Profiles[1].Pins = []registry.Pin{{Gate: word(g.Name), Value: rnd.IntN(2) == 0}}
	}
	return r
}

// some is a value that counts as given.
func some(f *registry.Field) registry.Value {
	one, yes, text := int64(1), true, "x"
	switch f.Type {
	case registry.Int:
		return registry.Value{Int: &one}
	case registry.Bool:
		return registry.Value{Bool: &yes}
	case registry.List:
		return registry.Value{IsList: true, Items: [][]registry.InputValue{{}}}
	default:
		return registry.Value{Str: &text}
	}
}

// shown is how a case sets the gates of a profile, as the renderer finds out.
func shown(r *registry.Registry, p *registry.Profile, k *registry.Case) (map[string]bool, []gate.Rule) {
	gates, given := map[string]bool{}, map[string]bool{}
	for _, layer := range []*registry.Case{&r.Snapshots.Fixture, k} {
		for _, v := range layer.Gates {
			gates[v.Name.Text] = v.Value
		}
		for _, v := range layer.Inputs {
			given[v.Name.Text] = r.Input(v.Name.Text).Gives(v.Value)
		}
		for _, v := range layer.Toolsets {
			given[v.Name.Text] = len(v.Tools) > 0 && p.ListsTool(v.Name.Text)
		}
	}
	s := gate.Setting{World: gate.NewWorld(r, p, nil, "native"), Gates: gates, Given: func(path string) bool { return given[path] }}
	out := map[string]bool{}
	for i := range r.Gates {
		out[r.Gates[i].Name] = s.Holds(r.Gates[i].Name)
	}
	return out, s.Broken()
}

// every lists the settings of a profile that some case could have, by trying all of them.
func every(r *registry.Registry, p *registry.Profile) []map[string]bool {
	var out []map[string]bool
	for n := range 1 << len(r.Gates) {
		k := clone(&r.Snapshots.Cases[0])
		possible := true
		for i := range r.Gates {
			on := n>>i&1 == 1
			possible = possible && (on || !required(r, &r.Gates[i])) && set(r, &k, &r.Gates[i], on)
		}
		if gates, broken := shown(r, p, &k); possible && len(broken) == 0 {
			out = append(out, gates)
		}
	}
	return out
}

// TestPairwise compares with the table of all settings: each pair that some setting has is in a case, no case breaks a
// constraint, each has a pair that those in front of it lack, and its name says what it shows.
func TestPairwise(t *testing.T) {
	added := 0
	for seed := range uint64(1000) {
		r := random(seed)
		all := Pairwise(r)
		if diff := cmp.Diff(all, Pairwise(r)); diff != "" {
			t.Fatalf("seed %d: other cases the second time\n%s", seed, diff)
		}
		for i := range r.Profiles {
			p := &r.Profiles[i]
			met := map[string]bool{}
			meet := func(gates map[string]bool) (added bool) {
				for a, on := range gates {
					for b, also := range gates {
						key := fmt.Sprint(a, on, b, also)
						added = added || !met[key]
						met[key] = true
					}
				}
				return added
			}
			if first, broken := shown(r, p, &r.Snapshots.Cases[0]); len(broken) == 0 {
				meet(first)
			}
			for j := range all {
				k := &all[j]
				if k.Profiles[0].Text != p.Name {
					continue
				}
				gates, broken := shown(r, p, k)
				if len(broken) > 0 {
					t.Fatalf("seed %d: %s breaks %v", seed, k.Name, broken)
				}
				for s := range strings.SplitSeq(k.Name, ",") {
					if name, off := strings.CutPrefix(s, "!"); gates[name] == off {
						t.Fatalf("seed %d: %s shows %v", seed, k.Name, gates)
					}
				}
				if !meet(gates) {
					t.Fatalf("seed %d: %s has nothing new", seed, k.Name)
				}
				added++
			}
			for _, gates := range every(r, p) {
				if _, broken := shown(r, p, &r.Snapshots.Cases[0]); len(broken) > 0 {
					continue // the checks refuse such a registry
				}
				if meet(gates) {
					t.Fatalf("seed %d, %s: %v has a pair that no case has; %q", seed, p.Name, gates, names(all))
				}
			}
		}
	}
	if added < 1000 {
		t.Errorf("%d cases in all", added)
	}
}

func names(all []registry.Case) []string {
	var out []string
	for _, k := range all {
		out = append(out, k.Profiles[0].Text+" "+k.Name)
	}
	return out
}

// TestPairwiseIsSmall pins how few cases thirty gates that know nothing of each other need.
func TestPairwiseIsSmall(t *testing.T) {
	r := &registry.Registry{Profiles: []registry.Profile{{Name: "p"}}, Snapshots: registry.Snapshots{Pairwise: true, Cases: []registry.Case{{Name: "basic"}}}}
	for i := range 30 {
		r.Gates = append(r.Gates, registry.Gate{Name: fmt.Sprintf("g%02d", i)})
	}
	if got := len(Pairwise(r)); got > 15 {
		t.Errorf("%d cases", got)
	}
	r.Snapshots.Pairwise = false
	if got := Pairwise(r); got != nil {
		t.Errorf("%d cases that nobody asked for", len(got))
	}
}

func TestOverlay(t *testing.T) {
	text := "x"
	r := &registry.Registry{
		Inputs:   []registry.Input{{Field: registry.Field{Name: "cwd", Type: registry.String, Required: true}}, {Field: registry.Field{Name: "note", Type: registry.String}}, {Field: registry.Field{Name: "skills", Type: registry.List}}},
		Gates:    []registry.Gate{{Name: "browser"}, {Name: "noted", From: word("note")}, {Name: "placed", From: word("cwd")}, {Name: "served", From: word("servers")}, {Name: "skills", From: word("skills")}, {Name: "yolo"}},
		Toolsets: []registry.Toolset{{Name: "servers"}},
	}
	list := registry.Value{IsList: true, Items: [][]registry.InputValue{{}}}
	tools := []registry.HostTool{{Name: "t"}}
	r.Snapshots.Fixture = registry.Case{
		Gates:  []registry.GateValue{{Name: word("yolo"), Value: true}},
		Inputs: []registry.InputValue{{Name: word("skills"), Value: list}, {Name: word("cwd"), Value: registry.Value{Str: &text}}},
	}
	r.Snapshots.Cases = []registry.Case{{Name: "basic"}, {Name: "served", Toolsets: []registry.ToolsetValue{{Name: word("servers"), Tools: tools}}}}
	tests := []struct {
		settings string
		want     registry.Case
		err      string
	}{
		{"", registry.Case{Name: "basic"}, ""},
		{"browser, !yolo", registry.Case{Name: "basic", Gates: []registry.GateValue{{Name: word("browser"), Value: true}, {Name: word("yolo")}}}, ""},
		{"yolo,skills,placed", registry.Case{Name: "basic"}, ""},
		{"!skills", registry.Case{Name: "basic", Inputs: []registry.InputValue{{Name: word("skills"), Value: registry.Value{IsList: true}}}}, ""},
		{"!skills,skills", registry.Case{}, `gate "skills" is set twice in "!skills,skills"`},
		{"yolo !browser", registry.Case{}, `no gate named "yolo !browser"; separate gates by commas`},
		{"served", registry.Case{Name: "basic", Toolsets: r.Snapshots.Cases[1].Toolsets}, ""},
		{"!served", registry.Case{Name: "basic"}, ""},
		{"noted,!placed", registry.Case{}, "gate \"noted\" follows from \"note\", which no case gives\ngate \"placed\" follows from input \"cwd\", which is required: it is always on"},
		{"browsr,", registry.Case{}, "no gate named \"browsr\"; did you mean \"browser\"?\na gate's name is missing in \"browsr,\""},
	}
	for _, test := range tests {
		got, err := Overlay(r, &r.Snapshots.Cases[0], test.settings)
		said := ""
		if err != nil {
			said, got = err.Error(), registry.Case{}
		}
		if diff := cmp.Diff(test.err, said); diff != "" {
			t.Errorf("%s: error (-want +got)\n%s", test.settings, diff)
		}
		if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.settings, diff)
		}
	}
	if len(r.Snapshots.Cases[0].Gates) > 0 {
		t.Error("the case was changed")
	}
}
