package marks_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/snapshot"
)

// TestFor pins which breakpoints share a mark, and what stands in front of it.
func TestFor(t *testing.T) {
	a, err := txtar.ParseFile("../emit/testdata/marks.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	r, found, err := load.Load(fsys, nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	renderer := render.New(r)
	want := map[string][]marks.Mark{
		"usual.native.en.basic":   {{For: []string{"tools"}}, {[]string{"static"}, "rules", 9, ""}, {[]string{"session"}, "place", 22, ""}},
		"usual.native.en.nowhere": {{For: []string{"tools"}}, {[]string{"static", "session"}, "rules", 9, ""}},
		"usual.native.en.nothing": {{For: []string{"tools", "static", "session"}}},
		"text.native.en.bare":     {{[]string{"static"}, "", 0, "1h"}},
		"whole.native.en.basic":   {{[]string{"tools"}, "", 0, "1h"}, {[]string{"system"}, "date", 36, "1h"}},
		"none.native.en.basic":    nil,
	}
	for _, c := range snapshot.Cells(r) {
		want, ok := want[c.Name()]
		if !ok {
			continue
		}
		out, err := renderer.Render(c.Cell)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, marks.Of(r, r.Profile(c.Profile), c.Transport, "anthropic", out)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.Name(), diff)
		}
	}
}

func TestMinimums(t *testing.T) {
	all, err := marks.Minimums()
	if err != nil {
		t.Fatal(err)
	}
	var projections []string
	for _, p := range all {
		projections = append(projections, p.Projections...)
		rising := slices.IsSortedFunc(p.Minimums, func(a, b marks.Minimum) int { return a.Tokens - b.Tokens })
		if len(p.Date) != len("2026-10-08") || p.Source == "" || len(p.Minimums) == 0 || !rising {
			t.Errorf("%+v", p)
		}
	}
	if diff := cmp.Diff([]string{"anthropic", "openai-chat", "openai-responses", "gemini", "gemini-openapi"}, projections); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for tokens, want := range map[int]int{0: 0, 511: 0, 512: 1, 1023: 1, 1024: 2, 4096: 4, 9999: 4} {
		met, unmet := all[0].Reached(tokens)
		if len(met) != want || len(met)+len(unmet) != len(all[0].Minimums) {
			t.Errorf("%d tokens: met %v, unmet %v", tokens, met, unmet)
		}
	}
}
