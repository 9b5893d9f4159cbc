package request_test

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/request"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/prompt"
)

// TestRuntimeAgrees compares system texts and options with what the run time makes of the same sections, in the archives
// from which code is generated: there, levels come in every order and marks are planned in every way.
func TestRuntimeAgrees(t *testing.T) {
	paths, err := filepath.Glob("../emit/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	compared := 0
	for _, path := range paths {
		r := archive(t, path)
		renderer := render.New(r)
		for _, c := range snapshot.Cells(r) {
			out, err := renderer.Render(c.Cell)
			if err != nil {
				t.Fatal(err)
			}
			a := prompt.NewAssembler(program(r, &c, out))
			for _, provider := range providers() {
				want, err := a.Request(provider, struct{}{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := request.Members(r, c.Cell, provider.String(), out)
				if err != nil {
					t.Fatal(err)
				}
				want.Tools = prompt.Values{}
				got = slices.DeleteFunc(got, func(m request.Member) bool { return m.Name == "tools" })
				if diff := cmp.Diff(members(provider.String(), want), got, equateEmpty()); diff != "" {
					t.Fatalf("%s: %s: %s (-runtime +generator)\n%s", filepath.Base(path), c.Name(), provider, diff)
				}
				compared += len(got)
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d members compared", compared)
	}
}

func equateEmpty() cmp.Option {
	return cmp.Transformer("", func(all []request.Member) string { return request.Object(all) })
}

func archive(t *testing.T, path string) *registry.Registry {
	t.Helper()
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
	return r
}

// program is what generated code would give to the run time for a rendered cell.
func program(r *registry.Registry, c *snapshot.Cell, out *render.Result) prompt.Program[struct{}, struct{}] {
	p := r.Profile(c.Profile)
	program := prompt.Program[struct{}, struct{}]{
		Transport: map[string]prompt.Transport{"native": prompt.Native, "xml": prompt.XML}[c.Transport],
		Sections:  sections(out),
	}
	if p.TTL != nil {
		program.TTL = prompt.TTL{Static: p.TTL.Static.Text, Session: p.TTL.Session.Text}
	}
	if p.Final == "newline" {
		program.Final = "\n"
	}
	var specs []prompt.ToolSpec
	for i := range out.Tools {
		specs = append(specs, prompt.ToolSpec{Name: out.Tools[i].Name, Doc: out.Tools[i].Doc})
	}
	program.Tools = prompt.NewTools(prompt.Toolbox{}, specs)
	for name, mark := range map[string]prompt.Marks{"tools": prompt.MarkTools, "static": prompt.MarkStatic, "session": prompt.MarkSession, "system": prompt.MarkSystem, "turns": prompt.MarkTurns} {
		if p.Marks(name) {
			program.Marks |= mark
		}
	}
	return program
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

func providers() []prompt.Provider {
	return []prompt.Provider{
		prompt.Anthropic, prompt.OpenAIChat, prompt.OpenAIResponses, prompt.OpenAICompatible, prompt.Gemini, prompt.GeminiOpenAPI,
	}
}
