package request_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/prompt"
)

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

// program is what generated code would give to the run time for a rendered cell of a profile.
func program(p *registry.Profile, transport string, out *render.Result) prompt.Program[struct{}, struct{}] {
	program := prompt.Program[struct{}, struct{}]{
		Transport: map[string]prompt.Transport{"native": prompt.Native, "xml": prompt.XML}[transport],
		Tools:     prompt.NewTools(prompt.Toolbox{}, specs(project.Of("", out.Tools)), hostSpecs(out.Tools)...),
		Sections:  sections(out),
	}
	if p.TTL != nil {
		program.TTL = prompt.TTL{Static: p.TTL.Static.Text, Session: p.TTL.Session.Text}
	}
	if p.Final == "newline" {
		program.Final = "\n"
	}
	for name, mark := range map[string]prompt.Marks{"tools": prompt.MarkTools, "static": prompt.MarkStatic, "session": prompt.MarkSession, "system": prompt.MarkSystem, "turns": prompt.MarkTurns} {
		if p.Marks(name) {
			program.Marks |= mark
		}
	}
	return program
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
