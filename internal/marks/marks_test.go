package marks_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/prompt"
)

// registries are those of the archives from which code is generated, and the repository's own.
func registries(t *testing.T) map[string]*registry.Registry {
	t.Helper()
	out := map[string]*registry.Registry{}
	paths, err := filepath.Glob("../emit/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fsys := fstest.MapFS{}
		for _, f := range a.Files {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		r, found, err := load.Load(fsys, nil)
		if err != nil || r == nil {
			t.Fatalf("%s: %v\n%s", path, err, found.Text())
		}
		out[filepath.Base(path)] = r
	}
	r, found, err := load.Load(os.DirFS("../.."), nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	out["own"] = r
	return out
}

// plan is what a profile can say about marks.
type plan struct {
	names           []string
	static, session string
}

// plans are all choices of at most three places, with and without lifetimes.
func plans() []plan {
	all := []string{"tools", "static", "session", "system"}
	var out []plan
	for set := range 1<<len(all) - 1 {
		var names []string
		for i, n := range all {
			if set&(1<<i) != 0 {
				names = append(names, n)
			}
		}
		out = append(out, plan{names, "", ""}, plan{names, "1h", "5m"})
	}
	return out
}

// TestRuntimeAgrees compares with where the runtime puts the marks of every cell, for all that a profile can plan.
func TestRuntimeAgrees(t *testing.T) {
	compared := 0
	for name, r := range registries(t) {
		renderer := render.New(r)
		for _, c := range snapshot.Cells(r) {
			if name == "own" && c.Case != "basic" {
				continue // the cases differ in what is said, not in the levels that are shown
			}
			out, err := renderer.Render(c.Cell)
			if err != nil {
				t.Fatal(err)
			}
			for _, how := range plans() {
				p := planned(*r.Profile(c.Profile), how)
				for projection, provider := range map[string]prompt.Provider{"anthropic": prompt.Anthropic, "openai-chat": prompt.OpenAIChat, "gemini": prompt.Gemini} {
					var want []string
					for _, m := range marks.Of(r, &p, c.Transport, projection, out) {
						want = append(want, fmt.Sprint(m.Bytes, m.TTL))
					}
					if diff := cmp.Diff(want, placed(t, r, &p, how, c.Transport, provider, out)); diff != "" {
						t.Fatalf("%s: %s: %s with %+v (-generator +runtime)\n%s", name, c.Name(), projection, how, diff)
					}
					compared += len(want)
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d marks compared", compared)
	}
}

func planned(p registry.Profile, how plan) registry.Profile {
	p.Breakpoints = nil
	for _, n := range how.names {
		p.Breakpoints = append(p.Breakpoints, registry.Word{Text: n})
	}
	p.TTL = &registry.TTL{Static: registry.Word{Text: how.static}, Session: registry.Word{Text: how.session}}
	return p
}

// placed returns the marks of a request that the runtime makes of the rendered sections: how much of the system text
// stands in front of each, and its lifetime.
func placed(t *testing.T, r *registry.Registry, p *registry.Profile, how plan, transport string, provider prompt.Provider, out *render.Result) []string {
	t.Helper()
	names := map[string]prompt.Marks{"tools": prompt.MarkTools, "static": prompt.MarkStatic, "session": prompt.MarkSession, "system": prompt.MarkSystem}
	program := prompt.Program[struct{}, struct{}]{
		Transport: map[string]prompt.Transport{"native": prompt.Native, "xml": prompt.XML}[transport],
		TTL:       prompt.TTL{Static: how.static, Session: how.session},
		Tools:     prompt.NewTools(prompt.Toolbox{}, specs(project.Of("", out.Tools)), hostSpecs(out.Tools)...),
		Sections:  sections(out),
	}
	if p.Final == "newline" {
		program.Final = "\n"
	}
	for _, n := range how.names {
		program.Marks |= names[n]
	}
	request, err := prompt.NewAssembler(program).Request(provider, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	bytes := 0
	for _, v := range []prompt.Values{request.Tools, request.System} {
		for e := range v.All() {
			var block struct {
				Text       string
				Anthropic  *struct{ TTL string } `json:"cache_control"`
				Breakpoint *struct{ TTL string } `json:"prompt_cache_breakpoint"`
			}
			if err := json.Unmarshal([]byte(e), &block); err != nil {
				t.Fatal(err)
			}
			bytes += len(block.Text)
			for _, m := range []*struct{ TTL string }{block.Anthropic, block.Breakpoint} {
				if m != nil {
					all = append(all, fmt.Sprint(bytes, m.TTL))
				}
			}
		}
	}
	return all
}

func specs(tools []project.Tool) []prompt.ToolSpec {
	var all []prompt.ToolSpec
	for i := range tools {
		all = append(all, prompt.ToolSpec{Name: tools[i].Name, Doc: tools[i].Doc})
	}
	return all
}

// hostSpecs are the tools of the host under the names that they have on the wire.
func hostSpecs(tools []project.Tool) []prompt.HostSpec {
	set := prompt.Toolset{Name: "hosted", Wire: "{name}", AsGiven: true}
	for i := range tools {
		if t := &tools[i]; t.Host != nil {
			set.Tools = append(set.Tools, prompt.HostTool{Name: t.Name, Doc: t.Doc, Schema: prompt.JSON(t.Host.JSON())})
		}
	}
	var e prompt.Errs
	return e.HostTools(nil, []string{"hosted"}, set).Shown(func(string) bool { return true }, nil)
}

func sections(out *render.Result) []prompt.SectionSpec[struct{}] {
	levels := map[registry.Level]prompt.Level{registry.Static: prompt.Static, registry.Session: prompt.Session, registry.Volatile: prompt.Volatile}
	var all []prompt.SectionSpec[struct{}]
	for _, s := range out.Lineup {
		text := ""
		if i := slices.IndexFunc(out.Sections, func(o render.Section) bool { return o.Name == s.Name }); i >= 0 {
			text = out.Sections[i].Separator + out.Sections[i].Text // a chain has separators of its own
		}
		spec := prompt.SectionSpec[struct{}]{Name: s.Name, Level: levels[s.Level], InSystem: !s.InTail}
		if s.Level == registry.Volatile {
			spec.WriteTurn = func(b *prompt.Buf, _ *struct{}) { b.Text(text) }
		} else {
			spec.Write = func(b *prompt.Buf) { b.Text(text) }
		}
		all = append(all, spec)
	}
	return all
}

// TestFor pins which breakpoints share a mark, and what stands in front of it.
func TestFor(t *testing.T) {
	r := registries(t)["marks.txtar"]
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
