package faults_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/pipeline"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/snapshot"
)

// own reads files and folders of this repository, without tests of other rooms.
func own(t *testing.T, names ...string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for _, name := range names {
		err := fs.WalkDir(os.DirFS(root), name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(filepath.Join(root, path))
			out[path] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// registryFiles are the files of this repository's registry, without anything generated.
func registryFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	return own(t, "registry.cue", "promptgen.cue", "profiles", "i18n", "tools")
}

func copyTo(t *testing.T, dir string, files fstest.MapFS) {
	t.Helper()
	for name, f := range files {
		write(t, dir, name, string(f.Data))
	}
}

// TestWordChanged changes a word of the English texts where nothing generated is there: each cell of the matrix is
// rendered with that word changed, and nothing else.
func TestWordChanged(t *testing.T) {
	const changed = "quokka"
	files := registryFiles(t)
	before := matrix(t, files)
	dir := t.TempDir()
	copyTo(t, dir, files)
	copyTo(t, dir, own(t, "go.mod"))
	for i, w := range words(t, files, 5) {
		data := bytes.Replace(files[w.file].Data, []byte(w.word), []byte(changed), 1)
		write(t, dir, w.file, string(data))
		after := matrix(t, os.DirFS(dir))
		if len(after) != len(before) {
			t.Errorf("%d texts, were %d", len(after), len(before))
		}
		seen := 0
		for name, text := range before {
			want := strings.ReplaceAll(text, w.word, changed)
			if want != text {
				seen++
			}
			if diff := gocmp.Diff(want, after[name]); diff != "" {
				t.Errorf("%s: %q changed to %q:\n%s", name, w.word, changed, diff)
			}
		}
		if seen == 0 {
			t.Errorf("%s: %q is in no cell", w.file, w.word)
		}
		if i == 0 && !testing.Short() {
			printed(t, dir, after)
		}
		write(t, dir, w.file, string(files[w.file].Data))
	}
}

// printed requires the command to print the first cell of each profile, transport and locale as it was rendered.
func printed(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	for name, text := range want {
		part := strings.Split(name, ".")
		if len(part) != 5 || part[3] != "basic" || part[4] != "prompt" {
			continue
		}
		stdout, _ := promptgen(t, 0, "-C", dir, "render", "--profile", part[0], "--transport", part[1], "--locale", part[2], "--case", part[3])
		if diff := gocmp.Diff(text, stdout); diff != "" {
			t.Errorf("%s: printed otherwise:\n%s", name, diff)
		}
	}
}

// matrix renders every text of every cell.
func matrix(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	reg, found, err := pipeline.Prove(pipeline.Source{FS: fsys, ImportPath: "github.com/promptgen/promptgen/gen"})
	if err != nil || reg == nil {
		t.Fatal(err, found.Text())
	}
	out := map[string]string{}
	renderer := render.New(reg)
	for _, c := range snapshot.Cells(reg) {
		r, err := renderer.Render(c.Cell)
		if err != nil {
			t.Fatal(err)
		}
		out[c.Name()+".prompt"], out[c.Name()+".tail"], out[c.Name()+".docs"] = r.System, r.Tail, project.Docs(project.Of("", r.Tools))
		for _, cmd := range r.Commands {
			out[c.Name()+".command."+cmd.Name] = cmd.Text
		}
	}
	return out
}

type word struct{ file, word string }

// words picks words of the English texts that stand once in the registry, evenly spread.
func words(t *testing.T, files fstest.MapFS, n int) []word {
	t.Helper()
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Data)
	}
	var found []word
	for _, name := range []string{"i18n/en/shared.cue", "i18n/en/lite.cue"} {
		for _, w := range regexp.MustCompile(`\b[a-z]{7,}\b`).FindAllString(string(files[name].Data), -1) {
			if strings.Count(all.String(), w) == 1 {
				found = append(found, word{name, w})
			}
		}
	}
	if len(found) < n {
		t.Fatalf("found %d words that stand once, want %d", len(found), n)
	}
	var out []word
	for i := range n {
		out = append(out, found[i*(len(found)-1)/(n-1)])
	}
	return out
}

// TestFlippedByte pins that the generated packages' own test, from what is generated alone, sees one byte of one
// constant.
func TestFlippedByte(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	files := own(t, "go.mod", "gen", "prompt", "snapshots")
	test := []string{"test", "-trimpath", "-vet=off", "./gen/..."} // what is not changed is compiled once for all runs
	dir := t.TempDir()
	copyTo(t, dir, files)
	if out, err := goCommand(dir, test...); err != nil {
		t.Fatalf("the copy fails before anything is changed: %v\n%s", err, out)
	}
	for _, name := range []string{"gen/coder/texts_en.go", "gen/coder/texts_zh_cn.go", "gen/coder/tools.go"} {
		data := bytes.Clone(files[name].Data)
		at := letter(t, data)
		data[at] ^= 0x20 // the case of a letter
		write(t, dir, name, string(data))
		out, err := goCommand(dir, test...)
		if err == nil || !strings.Contains(out, "differs at byte") {
			t.Errorf("%s: byte %d flipped, want a difference: %v\n%s", name, at, err, out)
		}
		write(t, dir, name, string(files[name].Data))
	}
}

// TestEveryTextIsPinned pins that a flipped byte would be seen wherever it is: each line of each text stands in a
// snapshot.
func TestEveryTextIsPinned(t *testing.T) {
	var shown strings.Builder
	for name, f := range own(t, "snapshots") {
		if !strings.HasSuffix(name, ".json") || len(f.Data) == 0 {
			shown.Write(f.Data)
			continue
		}
		for dec := json.NewDecoder(bytes.NewReader(f.Data)); ; {
			token, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(name, err)
			}
			if text, ok := token.(string); ok {
				shown.WriteString(text + "\n")
			}
		}
	}
	for name, f := range own(t, "gen/coder") {
		if !strings.HasPrefix(name, "gen/coder/texts_") {
			continue
		}
		for _, lit := range literals(t, f.Data) {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(shown.String(), strings.Trim(text, "\n")) {
				t.Errorf("%s: no snapshot shows %s", name, lit.Value)
			}
		}
	}
}

// literals are the strings of a Go file, without what it imports. Their positions are offsets from 1.
func literals(t *testing.T, data []byte) []*ast.BasicLit {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", data, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []*ast.BasicLit
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			out = append(out, lit)
		}
		_, imports := n.(*ast.ImportSpec)
		return !imports
	})
	return out
}

// letter finds a letter in the middle of the longest string of a Go file.
func letter(t *testing.T, data []byte) int {
	t.Helper()
	longest := slices.MaxFunc(literals(t, data), func(a, b *ast.BasicLit) int { return cmp.Compare(len(a.Value), len(b.Value)) })
	start := int(longest.Pos()) - 1
	for at := start + len(longest.Value)/2; at < start+len(longest.Value); at++ {
		if c := data[at] | 0x20; c >= 'a' && c <= 'z' && data[at-1] != '\\' {
			return at
		}
	}
	t.Fatalf("no letter in the second half of %s", longest.Value)
	return 0
}

// TestVetCatches pins that stock CUE, with no promptgen at hand, sees a misspelt name of each kind.
func TestVetCatches(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the cue command")
	}
	files := registryFiles(t)
	dir := t.TempDir()
	copyTo(t, dir, files)
	copyTo(t, dir, own(t, "go.mod", "go.sum", "cue.mod", "schema"))
	if out, err := goCommand(dir, "tool", "cue", "vet", "-c", "./..."); err != nil {
		t.Fatalf("the copy fails before anything is changed: %v\n%s", err, out)
	}
	for _, c := range []struct{ file, old, misspelt, says string }{
		{"i18n/en/shared.cue", `\(tool.read_file)`, `\(tool.raed_file)`, "raed_file"},
		{"i18n/en/shared.cue", `\(input.cwd)`, `\(input.cdw)`, "cdw"},
		{"registry.cue", `cache: "static"`, `cahce: "static"`, "cache"},
		{"registry.cue", "wrap:", "warp:", "warp"},
		{"tools/specs/read_file.cue", "description:", "descripton:", "descripton"},
		{"profiles/standard.cue", "transports:", "transport:", "transport"},
	} {
		text := string(files[c.file].Data)
		if !strings.Contains(text, c.old) {
			t.Fatalf("%s does not hold %s", c.file, c.old)
		}
		write(t, dir, c.file, strings.Replace(text, c.old, c.misspelt, 1))
		if out, err := goCommand(dir, "tool", "cue", "vet", "-c", "./..."); err == nil || !strings.Contains(out, c.says) {
			t.Errorf("%s with %s: want a failure that names it: %v\n%s", c.file, c.misspelt, err, out)
		}
		write(t, dir, c.file, text)
	}
}
