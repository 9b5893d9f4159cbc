package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

const chainLevels = 5

// choice is how a level of the test is declared, and what the host chooses.
type choice struct {
	mode     string // "replace", "append", "choose"
	chosen   string
	tail     bool
	separate bool
}

func choices() []choice {
	var out []choice
	for _, tail := range []bool{true, false} {
		for _, separate := range []bool{true, false} {
			out = append(out, choice{"replace", "", tail, separate}, choice{"append", "", tail, separate},
				choice{"choose", "replace", tail, separate}, choice{"choose", "append", tail, separate})
		}
	}
	return out
}

// chained is a registry with five levels, amendments and a tail in front of and behind the last message.
func chained(levels []choice) *registry.Registry {
	trusted := func(name string) registry.Field { return registry.Field{Name: name, Type: registry.String} }
	r := &registry.Registry{
		Locales: []registry.Locale{{Name: word("en")}},
		Inputs: []registry.Input{
			{Field: registry.Field{Name: "plugins", Type: registry.List, Item: []registry.Field{trusted("add"), trusted("put")}}},
		},
		Chain: &registry.Chain{
			Amend: &registry.Amend{Each: word("plugins"), Replace: word("put"), Append: word("add"), Over: "drop"},
			Tail:  words("t0", "t1"),
		},
		Profiles: []registry.Profile{{
			Name: "p", Transports: words("native"), Separator: "|", Chain: true, Sections: words("s0", "s1", "s2", "s3"),
		}},
	}
	for i, l := range levels {
		name := fmt.Sprintf("l%d", i)
		level := registry.ChainLevel{Section: word(name), Mode: l.mode, Tail: l.tail}
		if l.separate {
			level.Separator = new("+")
		}
		r.Chain.Levels = append(r.Chain.Levels, level)
		r.Inputs = append([]registry.Input{{Field: trusted(name)}}, r.Inputs...)
		r.Sections = append(r.Sections, registry.Section{Name: name, Part: val("input." + name), Cache: word("session"), Role: "system"})
	}
	for i, level := range []string{"static", "session", "volatile", "volatile"} {
		s := registry.Section{Name: fmt.Sprintf("s%d", i), Part: val(fmt.Sprintf("S%d", i)), Cache: word(level), Role: "system"}
		if i == 2 {
			s.Place = word("system")
		}
		r.Sections = append(r.Sections, s)
	}
	r.Sections = append(r.Sections,
		registry.Section{Name: "t0", Part: val("T0"), Cache: word("volatile"), Role: "system", Place: word("system")},
		registry.Section{Name: "t1", Part: val("T1"), Cache: word("volatile"), Role: "system"})
	sortInputs(r)
	return r
}

func sortInputs(r *registry.Registry) {
	for i := range r.Inputs {
		for j := i; j > 0 && r.Inputs[j].Name < r.Inputs[j-1].Name; j-- {
			r.Inputs[j], r.Inputs[j-1] = r.Inputs[j-1], r.Inputs[j]
		}
	}
}

// naive says what a chain makes of the prompt, step by step.
func naive(levels []choice, given int, plugins [][2]string) (system, tail string) {
	fixed, live, behind, last := "S0|S1", "|S2", "S3", true
	for i, l := range levels {
		if given>>i&1 == 0 {
			continue
		}
		separator := "|"
		if l.separate {
			separator = "+"
		}
		if l.mode == "replace" || l.chosen == "replace" {
			fixed, live, behind, separator = "", "", "", ""
		}
		fixed, last = fmt.Sprintf("%s%sL%d", fixed, separator, i), l.tail
		break
	}
	for _, p := range plugins {
		if p[0] != "" {
			fixed, live, behind = p[0], "", ""
		}
		if p[1] != "" {
			fixed += "|" + p[1]
		}
	}
	system, tail = fixed+live, behind
	if last {
		system += "|T0"
		tail = strings.TrimPrefix(tail+"|T1", "|")
	}
	return system, tail
}

// TestChain goes through all sets of given levels, all ways in which the one that decides is declared and chosen, and
// some ways of the others, each under amendments.
func TestChain(t *testing.T) {
	all := choices()
	plugins := [][][2]string{nil, {{"", "A"}, {"", ""}}, {{"", "gone"}, {"P", "A"}, {"", "B"}}}
	for n := range all {
		for others := range 4 {
			levels := make([]choice, chainLevels)
			for i := range levels {
				levels[i] = all[(n+i*(1+others*3))%len(all)] // the first is n, and n goes through all
			}
			for turn := range chainLevels { // each level is the one with declaration n once
				turned := append(append([]choice{}, levels[chainLevels-turn:]...), levels[:chainLevels-turn]...)
				r := chained(turned)
				for given := range 1 << chainLevels {
					for _, ps := range plugins {
						compareChain(t, r, turned, given, ps)
					}
				}
			}
		}
	}
}

func compareChain(t *testing.T, r *registry.Registry, levels []choice, given int, plugins [][2]string) {
	t.Helper()
	c := Cell{Profile: "p", Transport: "native", Locale: "en"}
	list := registry.Value{IsList: true}
	for _, p := range plugins {
		list.Items = append(list.Items, []registry.InputValue{give("put", p[0]), give("add", p[1])})
	}
	c.Inputs = append(c.Inputs, registry.InputValue{Name: word("plugins"), Value: list})
	for i, l := range levels {
		name := fmt.Sprintf("l%d", i)
		if given>>i&1 == 1 {
			c.Inputs = append(c.Inputs, give(name, fmt.Sprintf("L%d", i)))
		}
		if l.chosen != "" {
			c.Modes = append(c.Modes, registry.ModeValue{Level: word(name), Mode: l.chosen})
		}
	}
	out, err := New(r).Render(c)
	if err != nil {
		t.Fatal(err)
	}
	system, tail := naive(levels, given, plugins)
	if out.System != system || out.Tail != tail {
		t.Fatalf("%+v, given %05b, plugins %q:\ngot  %q, tail %q\nwant %q, tail %q", levels, given, plugins, out.System, out.Tail, system, tail)
	}
}

// A level that decides needs a mode; one that does not needs none.
func TestNoMode(t *testing.T) {
	r := chained([]choice{{"replace", "", true, false}, {"choose", "", true, false}})
	c := Cell{Profile: "p", Transport: "native", Locale: "en", Inputs: []registry.InputValue{give("l1", "L1")}}
	_, err := New(r).Render(c)
	if missing, ok := errors.AsType[*NoMode](err); !ok || missing.Level != "l1" {
		t.Errorf("want that l1 has no mode, got %v", err)
	}
	c.Inputs = append(c.Inputs, give("l0", "L0"))
	if _, err := New(r).Render(c); err != nil {
		t.Error(err)
	}
}

// What amendments would take over the total is left out with a note; a replacement is judged by itself.
func TestDrop(t *testing.T) {
	r := chained(nil)
	r.Chain.Tail = nil
	r.Profiles[0].Sections = words("s0")
	r.Profiles[0].Limit = &registry.Limit{Bytes: 6, Over: "reject"}
	list := registry.Value{IsList: true, Items: [][]registry.InputValue{
		{give("put", "1234567"), give("add", "gone")},
		{give("put", "123456"), give("add", "x")},
		{give("put", "P"), give("add", "12345")},
		{give("add", "1234")},
	}}
	out, err := New(r).Render(Cell{Profile: "p", Transport: "native", Locale: "en", Inputs: []registry.InputValue{{Name: word("plugins"), Value: list}}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("P|1234", out.System); diff != "" {
		t.Error(diff)
	}
	want := []Note{{"plugins[0].put", "drop", "bytes", 7, 6}, {"plugins[2].add", "drop", "bytes", 7, 6}}
	if diff := cmp.Diff(want, out.Notes); diff != "" {
		t.Error(diff)
	}
}

func TestOverlayModes(t *testing.T) {
	r := chained([]choice{{"replace", "", true, false}, {"choose", "", true, false}})
	got, err := OverlayModes(r, nil, "l1=append")
	if diff := cmp.Diff([]registry.ModeValue{{Level: word("l1"), Mode: "append"}}, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for settings, want := range map[string]string{
		"l0=append": `no level of the chain with a mode to choose named "l0"; did you mean "l1"?`,
		"l1":        `mode "" of level "l1": want l1=replace or l1=append`,
	} {
		if _, err := OverlayModes(r, nil, settings); err == nil || err.Error() != want {
			t.Errorf("%s: want %s, got %v", settings, want, err)
		}
	}
}
