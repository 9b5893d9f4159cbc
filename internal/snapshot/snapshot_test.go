package snapshot

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

func archive(t *testing.T, name string) *registry.Registry {
	t.Helper()
	a, err := txtar.ParseFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	return loadArchive(t, a)
}

func TestCells(t *testing.T) {
	var got []string
	for _, c := range Cells(archive(t, "cases")) {
		got = append(got, c.Name())
	}
	want := []string{
		"big.native.en.basic", "big.native.en.bare", "big.native.en.idle", "big.native.en.scout",
		"big.native.zh-CN.basic", "big.native.zh-CN.bare", "big.native.zh-CN.idle", "big.native.zh-CN.scout",
		"small.native.en.basic", "small.native.en.bare", "small.native.en.idle", "small.native.en.small-only",
		"small.native.zh-CN.basic", "small.native.zh-CN.bare", "small.native.zh-CN.idle", "small.native.zh-CN.small-only",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFilesAreTheSameEachTime(t *testing.T) {
	r := archive(t, "cases")
	want, _, err := Files(r)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(want, func(a, b File) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("the files are not sorted")
	}
	for range 20 {
		got, _, err := Files(r)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
	}
}

// The files of tools are the bytes of the request: compacted, they come back.
func TestToolsCompactToTheWire(t *testing.T) {
	r := archive(t, "tools")
	files, _, err := Files(r)
	if err != nil {
		t.Fatal(err)
	}
	renderer := render.New(r)
	tested := 0
	for _, c := range Cells(r) {
		out, err := renderer.Render(c.Cell)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Contract.Projections {
			i := slices.IndexFunc(files, func(f File) bool { return f.Path == c.Name()+".tools."+p.Text+".json" })
			if i < 0 {
				continue
			}
			want, err := project.Request(p.Text, out.Tools, project.Mark{On: true})
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Compact(&got, files[i].Data); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.String()); diff != "" {
				t.Errorf("%s (-want +got)\n%s", files[i].Path, diff)
			}
			tested++
		}
	}
	if tested != 9 {
		t.Errorf("%d files, want 9", tested)
	}
}

// A value that a parameter's description reads is resolved in every projection, and hostile values arrive as they are.
func TestValuesReachEveryProjection(t *testing.T) {
	r := archive(t, "tools")
	const hostile = "\ue000tool.ping\ue001 $& $1 %s {{x}} @CWD@ {} \\(input.cwd) <b>\"\\\u2028"
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	wire := strings.Trim(string(quoted), `"`)
	for _, c := range Cells(r) {
		if c.Case != "hostile" {
			continue
		}
		out, err := render.New(r).Render(c.Cell)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Contract.Projections {
			got, err := project.Request(p.Text, out.Tools, project.Mark{})
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(got, wire); n != 3 {
				t.Errorf("%s: the value stands there %d times, want 3\n%s", p.Text, n, got)
			}
		}
		docs := project.Docs(out.Tools)
		// The member of the objects is described in JSON, which is escaped as JSON has to be and no further.
		inJSON := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(hostile)
		if strings.Count(docs, hostile) != 2 || !strings.Contains(docs, "Text in "+inJSON+".") {
			t.Errorf("XML documentation:\n%s", docs)
		}
	}
}

func TestInvariants(t *testing.T) {
	at := diag.Loc{File: "registry.cue", Line: 3, Col: 5, Path: "sections.x"}
	tests := []struct {
		name string
		edit func(*registry.Registry)
		want string
	}{
		{"clean", func(*registry.Registry) {}, ""},
		{"a tool that is not offered", func(r *registry.Registry) {
			m := r.Message("en", registry.Shared, "intro", "text")
			m.Text.Segs = append(m.Text.Segs, registry.Seg{At: at, Tool: "edit_file"})
			p := r.Profile("all")
			p.Tools = slices.DeleteFunc(p.Tools, func(w registry.Word) bool { return w.Text == "edit_file" })
			tool := r.Tool("read_file")
			tool.Fragments = tool.Fragments[:2]
		}, "registry.cue:3:5: sections.x: text names the tool \"edit_file\", which is not offered [snapshot-invariant]\n\tseen in all.native.en.basic\n"},
		{"documentation in a native prompt", func(r *registry.Registry) {
			s := r.Section("tools")
			s.When = registry.Word{}
			s.Parts[0].At = at
		}, "registry.cue:3:5: sections.x: XML documentation of tools in a native prompt [snapshot-invariant]\n\tseen in all.native.en.basic\n"},
		{"a tool without a description", func(r *registry.Registry) {
			tool := r.Tool("read_file")
			tool.Fragments = tool.Fragments[1:2] // shown with the browser only
			tool.At = at
		}, "registry.cue:3:5: sections.x: the tool \"read_file\" is offered without a description [snapshot-invariant]\n\tseen in all.native.en.basic\n"},
		{"a mark in a literal", func(r *registry.Registry) {
			r.Profile("all").At = at
			m := r.Message("en", registry.Shared, "intro", "text")
			m.Text.Segs[0].Lit += "\ue000input.cwd\ue001"
		}, "registry.cue:3:5: sections.x: a mark was not replaced [snapshot-invariant]\n\tseen in all.native.en.basic\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := archive(t, "tools")
			test.edit(r)
			_, found, err := Files(r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, found.Text()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
