package importer

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	cueformat "cuelang.org/go/cue/format"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// projections lists what tools are projected to, and what each loses of a tool; docs/import.md has the same list.
func projections() []projection {
	named := slices.DeleteFunc(everyKind(), func(k registry.TypeKind) bool { return k == registry.MapType || k == registry.AnyType })
	return []projection{
		{"anthropic", Anthropic, 0, everyKind(), words},
		{"anthropic", Anthropic, strict.Anthropic, named, words},
		{"openai-chat", OpenAIChat, 0, everyKind(), words},
		{"openai-chat", OpenAIChat, strict.OpenAI, named, strictly},
		{"openai-responses", OpenAIResponses, 0, everyKind(), words},
		{"openai-responses", OpenAIResponses, strict.OpenAI, named, strictly},
		{"openai-compatible", OpenAIChat, 0, everyKind(), words},
		{"gemini", Gemini, 0, everyKind(), words},
		{"gemini-openapi", Gemini, 0, named, words},
		{"mcp", MCP, 0, everyKind(), hints},
	}
}

type projection struct {
	name   string
	form   Form
	strict strict.Set
	kinds  []registry.TypeKind         // those that it projects
	losses func(*registry.Tool) []lost // makes a tool what comes back
}

// holds is what the form says of strict tools: OpenAI's is never silent, and openai-compatible has no word for it.
func (p *projection) holds() string {
	switch {
	case p.strict != 0:
		return "require"
	case p.name == "openai-chat" || p.name == "openai-responses":
		return "off"
	}
	return "auto"
}

// TestRoundTrip imports what random tools are projected to. Whatever comes back otherwise has a line in the report, where
// the input shows that it is there.
func TestRoundTrip(t *testing.T) {
	for _, p := range projections() {
		t.Run(fmt.Sprint(p.name, p.strict), func(t *testing.T) {
			seeds := uint64(500)
			if testing.Short() {
				seeds = 25
			}
			for seed := range seeds {
				r := newRandom(seed, p.kinds)
				if p.name == "gemini-openapi" {
					r.least = 1 // it has no form for an object without members
				}
				want := r.tool(int(seed))
				data, err := project.Request(p.name, []project.Tool{projected(&want, p.strict)}, project.Mark{})
				if err != nil {
					t.Fatal(err)
				}
				got, report, broken := Tools([]byte(data), Options{File: "in.json", Form: p.form})
				if broken != nil || len(got) != 1 {
					t.Fatalf("seed %d: %s%s\n%s", seed, broken.Text(), report.Diagnostics().Text(), data)
				}
				losses := p.losses(&want)
				want.Strict.Text = p.holds()
				if i := slices.IndexFunc(report, func(e Entry) bool { return e.Keyword == "strict" && e.Outcome == Rewritten }); i >= 0 {
					want.Strict.Text = "auto" // it can't be strict everywhere
				}
				if diff := cmp.Diff(want, got[0], plain()...); diff != "" {
					t.Fatalf("seed %d (-want +got)\n%s\n%s", seed, diff, data)
				}
				report.tells(t, want.WireName(), losses)
				for _, e := range report {
					if e.Outcome != Rewritten && e.Outcome != Kept {
						t.Fatalf("seed %d: %s", seed, e.Diagnostic())
					}
				}
			}
		})
	}
}

// TestEveryProjection pins that the list of losses has all projections, and those of strict tools twice.
func TestEveryProjection(t *testing.T) {
	var want, got []string
	for _, p := range registry.Projections() {
		want = append(want, p.Name+" false")
		if p.Strict {
			want = append(want, p.Name+" true")
		}
	}
	for _, p := range projections() {
		got = append(got, fmt.Sprint(p.name, " ", p.strict != 0))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-registry +round trips)\n%s", diff)
	}
}

// projected is a tool as a prompt shows it.
func projected(t *registry.Tool, set strict.Set) project.Tool {
	out := project.Tool{Strict: set, Hints: project.Hints(t), Key: t.Name, Name: t.WireName(), Doc: t.Fragments[0].Text.Segs[0].Lit}
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
		cmpopts.IgnoreTypes(diag.Loc{}), cmpopts.IgnoreFields(registry.Type{}, "Keywords"), cmpopts.IgnoreTypes([]registry.Run{}, []registry.Place{}),
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
			want = append(want, newRandom(seed, everyKind()).tool(int(seed)))
		}
		files, err := Specs("sample", want)
		if err != nil {
			t.Fatal(err)
		}
		r := loaded(t, files, want)
		for _, d := range check.Check(r) {
			if d.Severity == diag.Error && d.At.File != "registry.cue" {
				t.Errorf("seeds from %d: %s", start, d)
			}
		}
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
