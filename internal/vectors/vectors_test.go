package vectors_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	cuejson "cuelang.org/go/encoding/json"
	"cuelang.org/go/encoding/jsonschema"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/internal/vectors"
)

const (
	root = "../.."
	want = "want/vectors.json"
)

func everything(*snapshot.Cell) bool { return true }

// TestGolden writes the vectors of each archive. PROMPTGEN_UPDATE=1 writes what comes out.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			fsys, golden := fstest.MapFS{}, ""
			out := &txtar.Archive{Comment: a.Comment}
			for _, f := range a.Files {
				if f.Name == want {
					golden = string(f.Data)
					continue
				}
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
				out.Files = append(out.Files, f)
			}
			got := document(t, loaded(t, fsys))
			valid(t, schema(t), got)
			hashes(t, got)
			if os.Getenv("PROMPTGEN_UPDATE") != "" {
				out.Files = append(out.Files, txtar.File{Name: want, Data: got})
				if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(golden, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// loaded loads a registry, which must be free of errors.
func loaded(t *testing.T, fsys fs.FS) *registry.Registry {
	t.Helper()
	r, found, err := load.Load(fsys, nil)
	if err != nil || found.HasErrors() {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	if found := check.Check(r); found.HasErrors() {
		t.Fatal(found.Text())
	}
	return r
}

// folders lists the registries of the tree.
func folders(t *testing.T) []string {
	t.Helper()
	all := []string{root}
	for _, pattern := range []string{"conformance/vocabulary/*", "examples/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern, "registry.cue"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			all = append(all, filepath.Dir(f))
		}
	}
	return all
}

// document gives the vectors of a registry, which are the same twice.
func document(t *testing.T, r *registry.Registry) []byte {
	t.Helper()
	first := once(t, r)
	if !bytes.Equal(first, once(t, r)) {
		t.Fatal("two runs give different bytes")
	}
	return first
}

func once(t *testing.T, r *registry.Registry) []byte {
	t.Helper()
	doc, err := vectors.Of(r, everything)
	if err != nil {
		t.Fatal(err)
	}
	data, err := doc.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// schema reads docs/vectors.schema.json.
func schema(t *testing.T) cue.Value {
	t.Helper()
	const page = root + "/docs/vectors.schema.json"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	expr, err := cuejson.Extract(page, data)
	if err != nil {
		t.Fatal(err)
	}
	ctx := cuecontext.New()
	file, err := jsonschema.Extract(ctx.BuildExpr(expr), &jsonschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	v := ctx.BuildFile(file)
	if err := v.Err(); err != nil {
		t.Fatal(err)
	}
	return v
}

func valid(t *testing.T, schema cue.Value, doc []byte) {
	t.Helper()
	if err := held(schema, doc); err != nil {
		t.Error(err)
	}
}

func held(schema cue.Value, doc []byte) error {
	value, err := cuejson.Extract("vectors.json", doc)
	if err != nil {
		return err
	}
	return schema.Unify(schema.Context().BuildExpr(value)).Validate(cue.Concrete(true))
}

// The schema refuses what the command never prints.
func TestSchema(t *testing.T) {
	a, err := txtar.ParseFile("testdata/small.txtar")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(a.Files[len(a.Files)-1].Data)
	s := schema(t)
	valid(t, s, []byte(doc))
	for _, change := range [][2]string{
		{`"format": 1`, `"format": 2`},
		{`"version": 3`, `"version": "3"`},
		{`"place": "tail"`, `"place": "end"`},
		{`"case": "basic",`, `"case": "basic", "more": 1,`},
		{`"case": "basic",`, ``},
		{`"separator": "",`, ``},
		{`"sha256": "`, `"sha256": "G`},
		{`"input": "left"`, `"input": "left", "tool": "Look"`},
		{`"left": 7`, `"left": 7.5`},
		{`"anthropic": "`, `"anthropic": "0`},
		{`"cwd": "/w<&>\r\n"`, `"cwd": {"base64": "é"}`},
	} {
		wrong := strings.Replace(doc, change[0], change[1], 1)
		if wrong == doc || held(s, []byte(wrong)) == nil {
			t.Errorf("%s for %s is taken", change[1], change[0])
		}
	}
}

// text is a text of the document as a reader in another language reads it.
type text string

func (x *text) UnmarshalJSON(data []byte) error {
	var coded struct{ Base64 *string }
	if json.Unmarshal(data, &coded) == nil && coded.Base64 != nil {
		b, err := base64.StdEncoding.DecodeString(*coded.Base64)
		*x = text(b)
		return err
	}
	return json.Unmarshal(data, (*string)(x))
}

// What is no text comes back from the document byte for byte, and so does what looks odd in JSON.
func TestBytes(t *testing.T) {
	a, err := txtar.ParseFile("testdata/small.txtar")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]string{}
	for _, c := range read(t, a.Files[len(a.Files)-1].Data).Cells {
		var file text
		if err := json.Unmarshal(c.Inputs["file"], &file); err != nil {
			t.Fatal(err)
		}
		if file != "" {
			got[c.Name] = [2]string{string(file), string(c.Tail[0].Text)}
		}
	}
	want := map[string][2]string{}
	for _, cells := range []string{"brief.native.en.", "brief.native.de.", "brief.xml.en.", "brief.xml.de."} {
		want[cells+"bytes"] = [2]string{"a\xff\x00\xe2\x82\n\n", "<file>\na\xff\x00\xe2\x82\n</file>"}
		want[cells+"controls"] = [2]string{"\x00\x01\ue000\u2028<>", "<file>\n\x00\x01\ue000\u2028<>\n</file>"}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// reader is what a test reads of the document.
type reader struct {
	Profiles []struct{ Name, Final string }
	Tools    map[string]json.RawMessage
	Cells    []readCell
}

type readCell struct {
	Name, Profile, Transport string
	Inputs                   map[string]json.RawMessage
	Blocks, Tail             []readText
	Turns, Commands          []readText
	Tools                    map[string]string
	Calls                    []readCall
	System                   struct {
		Bytes  int
		SHA256 string
	}
}

type readCall struct {
	Name, Sample string
	XML          text
	Arguments    json.RawMessage
}

type readText struct {
	Name, Section, Level string
	Separator            string
	Text                 text
	SHA256               string
}

func read(t *testing.T, doc []byte) *reader {
	t.Helper()
	var r reader
	if err := json.Unmarshal(doc, &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// system is the system text of a cell, put together by what docs/vectors.md says.
func (r *reader) system(c *readCell) string {
	out := joined(c.Blocks)
	for _, p := range r.Profiles {
		if p.Name == c.Profile && p.Final == "newline" && out != "" {
			out += "\n"
		}
	}
	return out
}

func joined(blocks []readText) string {
	var out strings.Builder
	for _, b := range blocks {
		out.WriteString(b.Separator + string(b.Text))
	}
	return out.String()
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

// hashes holds every hash of a document against what it is of.
func hashes(t *testing.T, doc []byte) {
	t.Helper()
	r := read(t, doc)
	used := map[string]bool{}
	for i := range r.Cells {
		c := &r.Cells[i]
		for _, list := range [][]readText{c.Blocks, c.Tail, c.Turns, c.Commands} {
			for _, x := range list {
				if got := sum(string(x.Text)); got != x.SHA256 {
					t.Errorf("%s, %s%s: the hash is %s, that of the text %s", c.Name, x.Section, x.Name, x.SHA256, got)
				}
			}
		}
		if s := r.system(c); sum(s) != c.System.SHA256 || len(s) != c.System.Bytes {
			t.Errorf("%s: the blocks make %d bytes with the hash %s, want %+v", c.Name, len(s), sum(s), c.System)
		}
		for format, key := range c.Tools {
			if used[key] = true; r.Tools[key] == nil {
				t.Errorf("%s: no tools %s for %s", c.Name, key, format)
			}
		}
	}
	for key, tools := range r.Tools {
		var wire bytes.Buffer
		if err := json.Compact(&wire, tools); err != nil || sum(wire.String()) != key || !used[key] {
			t.Errorf("tools %s: %v, the hash is %s, used: %t", key, err, sum(wire.String()), used[key])
		}
	}
}

// Every registry of the tree has vectors that keep the schema, and that are what the snapshots show.
func TestTree(t *testing.T) {
	s := schema(t)
	for _, dir := range folders(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			doc := document(t, loaded(t, os.DirFS(dir)))
			hashes(t, doc)
			r := read(t, doc)
			cells := map[string]bool{}
			for i := range r.Cells {
				c := &r.Cells[i]
				cells[c.Name+".prompt.txt"] = true
				for name, got := range r.files(t, c) {
					if want, ok := snapshotOf(t, dir, c.Name, name); ok && want != got {
						t.Errorf("%s.%s (-want +got)\n%s", c.Name, name, cmp.Diff(want, got))
					}
				}
			}
			prompts, err := filepath.Glob(filepath.Join(dir, "snapshots", "*.prompt.txt"))
			if err != nil || len(prompts) != len(cells) {
				t.Errorf("%d snapshots, %d cells, %v", len(prompts), len(cells), err)
			}
			for _, p := range prompts {
				if !cells[filepath.Base(p)] {
					t.Errorf("no cell for %s", filepath.Base(p))
				}
			}
			valid(t, s, doc)
		})
	}
}

// files are what the snapshots of a cell hold.
func (r *reader) files(t *testing.T, c *readCell) map[string]string {
	t.Helper()
	turns := ""
	for i, x := range c.Turns {
		turns += fmt.Sprintf("=== turn %d: user, %s, %d bytes ===\n%s\n", i+1, x.Level, len(x.Text), x.Text)
	}
	all := map[string]string{"prompt.txt": r.system(c), "tail.txt": joined(c.Tail), "turns.txt": turns}
	for _, x := range c.Commands {
		all["command."+x.Name+".txt"] = string(x.Text)
	}
	for format, key := range c.Tools {
		var buf bytes.Buffer
		if err := json.Indent(&buf, r.Tools[key], "", "  "); err != nil {
			t.Error(err)
		}
		all["tools."+format+".json"] = buf.String() + "\n"
	}
	return all
}

// snapshotOf reads a file of a cell. Beside the prompt there is one only where it differs from the first case's.
func snapshotOf(t *testing.T, dir, cell, file string) (string, bool) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "snapshots", cell+"."+file))
	if err != nil && (file == "prompt.txt" || !os.IsNotExist(err)) {
		t.Error(err)
	}
	return string(data), err == nil
}
