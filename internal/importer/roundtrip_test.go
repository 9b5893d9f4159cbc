package importer

import (
	"bytes"
	"testing"
	"testing/fstest"

	cueformat "cuelang.org/go/cue/format"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// projections lists what tools are projected to, and what each loses of a tool; docs/import.md has the same list.
func projections() []projection {
	words := func(t *registry.Tool) {
		t.Effect = registry.Effect{}
		for i := range t.Params {
			t.Params[i].Usage = "" // it stands in the XML documentation alone
		}
	}
	basic := everyKind()[:6]
	return []projection{
		{"anthropic", Anthropic, basic, false, words},
		{"openai-chat", OpenAIChat, basic, false, words},
		{"gemini", Gemini, basic, false, words},
	}
}

type projection struct {
	name   string
	form   Form
	kinds  []registry.TypeKind // those that it projects
	null   bool                // nullable types, too
	losses func(*registry.Tool)
}

// TestRoundTrip imports what random tools are projected to.
func TestRoundTrip(t *testing.T) {
	for _, p := range projections() {
		t.Run(p.name, func(t *testing.T) {
			for seed := range uint64(500) {
				want := newRandom(seed, p.kinds, p.null).tool(int(seed))
				data, err := project.Request(p.name, []project.Tool{projected(&want)}, project.Mark{})
				if err != nil {
					t.Fatal(err)
				}
				got, report, broken := Tools([]byte(data), Options{File: "in.json", Form: p.form})
				if broken != nil || len(got) != 1 {
					t.Fatalf("seed %d: %s%s\n%s", seed, broken.Text(), report.Diagnostics().Text(), data)
				}
				p.losses(&want)
				if diff := cmp.Diff(want, got[0], plain()...); diff != "" {
					t.Fatalf("seed %d (-want +got)\n%s\n%s", seed, diff, data)
				}
				for _, e := range report {
					if e.Keyword != "the name" {
						t.Errorf("seed %d: %s", seed, e.Diagnostic())
					}
				}
			}
		})
	}
}

// projected is a tool as a prompt shows it.
func projected(t *registry.Tool) project.Tool {
	out := project.Tool{Key: t.Name, Name: t.WireName(), Doc: t.Fragments[0].Text.Segs[0].Lit}
	for i := range t.Params {
		p := &t.Params[i]
		q := project.ToolParam{Name: p.Name, Required: p.Required, Form: project.Param(p)}
		for _, d := range project.Described(p) {
			q.Docs = append(q.Docs, d.Fragments[0].Text.Segs[0].Lit)
		}
		out.Params = append(out.Params, q)
	}
	return out
}

// plain leaves out where things stand.
func plain() cmp.Options {
	return cmp.Options{
		cmpopts.IgnoreTypes(diag.Loc{}), cmpopts.IgnoreFields(registry.Type{}, "Keywords"), cmpopts.IgnoreFields(registry.Word{}, "Plain"),
		cmpopts.EquateEmpty(),
	}
}

// TestSpecsLoad pins that files of random tools of the whole vocabulary come back from a registry as they were, and are
// laid out as cue fmt does.
func TestSpecsLoad(t *testing.T) {
	const batch = 25
	for start := uint64(0); start < 100; start += batch {
		var want []registry.Tool
		for seed := start; seed < start+batch; seed++ {
			want = append(want, newRandom(seed, everyKind(), true).tool(int(seed)))
		}
		files, err := Specs("sample", want)
		if err != nil {
			t.Fatal(err)
		}
		r := loaded(t, files, want)
		for _, f := range files {
			again, err := cueformat.Source(f.Data)
			if err != nil || !bytes.Equal(again, f.Data) {
				t.Errorf("%s is not laid out: %v\n%s", f.Path, err, cmp.Diff(string(again), string(f.Data)))
			}
		}
		for i := range want {
			if diff := cmp.Diff(want[i], *r.Tool(want[i].Name), plain()...); diff != "" {
				t.Fatalf("%s (-want +got)\n%s", want[i].Name, diff)
			}
		}
	}
}

// loaded loads a registry that holds files of tools.
func loaded(t *testing.T, files []File, tools []registry.Tool) *registry.Registry {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, f := range files {
		fsys[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	names, list := "", ""
	for i := range tools {
		names += tools[i].Name + ": _\n"
		list += `"` + tools[i].Name + `", `
	}
	fsys["registry.cue"] = &fstest.MapFile{Data: []byte(`package sample

contract: {name: "sample", version: 1}
locales: [{name: "en"}]
tool: {
` + names + `}
sections: rules: {cache: "static", parts: [{value: "Be brief."}]}
profiles: main: {doc: "D", sections: ["rules"], tools: [` + list + `], transports: ["native"]}
snapshots: {fixture: {}, cases: [{name: "basic"}]}
`)}
	r, found, err := load.Load(fsys, nil)
	if err != nil || r == nil {
		for _, f := range files {
			t.Logf("%s", f.Data)
		}
		t.Fatalf("%v\n%s", err, found.Text())
	}
	return r
}
