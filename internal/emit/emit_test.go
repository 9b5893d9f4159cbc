package emit_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/emit"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/plan"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/snapshot"
)

const (
	update = "PROMPTGEN_UPDATE"
	want   = "want/emit/" // what an archive expects below gen/
	tests  = "test/"      // tests of what is generated
)

// TestGolden compares the generated files with the archives. The first line of an archive says what it pins; a line
// "want: FILE…" says which files it holds, all of them unless there is one.
func TestGolden(t *testing.T) {
	for _, path := range archives(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a := parse(t, path)
			_, files := generate(t, a, "example.org/"+name(path)+"/gen")
			var got []txtar.File
			for _, f := range files {
				if wanted := selected(a); wanted == nil || slices.Contains(wanted, f.Path) {
					got = append(got, txtar.File{Name: want + f.Path, Data: f.Data})
				}
			}
			input, expected := split(a)
			if os.Getenv(update) != "" {
				a.Files = append(input, got...)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(contents(expected), contents(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestCompile builds, vets and runs what is generated for all archives and for the repository's own registry, each
// against the snapshots of its registry.
func TestCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := module(t)
	for _, path := range archives(t) {
		a := parse(t, path)
		r, files := generate(t, a, "example.org/"+name(path)+"/gen")
		write(t, filepath.Join(dir, name(path)), r, files)
		for _, f := range a.Files {
			if strings.HasPrefix(f.Name, tests) {
				writeFile(t, filepath.Join(dir, name(path), f.Name), f.Data)
			}
		}
	}
	r, files := build(t, os.DirFS("../.."), "example.org/own/gen")
	write(t, filepath.Join(dir, "own"), r, files)
	if out, err := goCommand(dir, "test", "-vet=all", "./..."); err != nil { // packages without tests are vetted, too
		t.Errorf("go test: %v\n%s", err, out)
	}
	if out, err := exec.Command("gofmt", "-l", dir).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt -l: %v\n%s", err, out)
	}
}

// TestMissingMethod proves that the line which the comment on Handler gives has the compiler name a method that is missing.
func TestMissingMethod(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := module(t)
	r, files := generate(t, parse(t, filepath.Join("testdata", "toolsets.txtar")), "example.org/toolsets/gen")
	write(t, filepath.Join(dir, "toolsets"), r, files)
	source, err := os.ReadFile(filepath.Join(dir, "toolsets", "gen", "toolsetstools", "dispatch.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(source), "\n//\tvar _ ")
	line, _, _ = strings.Cut(line, "\n")
	const program = `package host

import (
	"context"

	"example.org/toolsets/gen/toolsetstools"
	"github.com/promptgen/promptgen/prompt"
)

type handler struct{}

func (handler) Look(context.Context, *toolsetstools.Look) (string, error) { return "", nil }

func (handler) HostTool(context.Context, prompt.Call) (string, error) { return "", nil }

var _ `
	writeFile(t, filepath.Join(dir, "toolsets", "host", "host.go"), []byte(program+line+"\n"))
	if out, err := goCommand(dir, "build", "./toolsets/host"); err == nil || !strings.Contains(string(out), "missing method Write") {
		t.Errorf("go build: %v\n%s", err, out)
	}
}

// TestSame pins that nothing but the registry decides what is generated.
func TestSame(t *testing.T) {
	for _, path := range archives(t) {
		a := parse(t, path)
		_, first := generate(t, a, "example.org/x/gen")
		for range 10 {
			if _, again := generate(t, a, "example.org/x/gen"); !cmp.Equal(first, again) {
				t.Fatalf("%s: another run differs:\n%s", path, cmp.Diff(first, again))
			}
		}
	}
}

func archives(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	return paths
}

func name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txtar") }

func parse(t *testing.T, path string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// selected lists the files that an archive holds, nil for all.
func selected(a *txtar.Archive) []string {
	for line := range strings.Lines(string(a.Comment)) {
		if list, ok := strings.CutPrefix(line, "want: "); ok {
			return strings.Fields(list)
		}
	}
	return nil
}

func split(a *txtar.Archive) (input, expected []txtar.File) {
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, want) {
			expected = append(expected, f)
		} else {
			input = append(input, f)
		}
	}
	return input, expected
}

func contents(files []txtar.File) map[string]string {
	m := map[string]string{}
	for _, f := range files {
		m[f.Name] = string(f.Data)
	}
	return m
}

func generate(t *testing.T, a *txtar.Archive, importPath string) (*registry.Registry, []emit.File) {
	t.Helper()
	fsys := fstest.MapFS{}
	input, _ := split(a)
	for _, f := range input {
		if strings.HasPrefix(f.Name, tests) {
			continue
		}
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return build(t, fsys, importPath)
}

func build(t *testing.T, fsys fs.FS, importPath string) (*registry.Registry, []emit.File) {
	t.Helper()
	r, found, err := load.Load(fsys, nil)
	if err != nil || found.HasErrors() {
		t.Fatal(err, found.Text())
	}
	if found := check.Check(r); found.HasErrors() {
		t.Fatal(found.Text())
	}
	p, found := plan.Build(r, importPath)
	if found.HasErrors() {
		t.Fatal(found.Text())
	}
	files, err := emit.Files(p)
	if err != nil {
		t.Fatal(err)
	}
	return r, files
}

func write(t *testing.T, dir string, r *registry.Registry, files []emit.File) {
	t.Helper()
	cells, found, err := snapshot.Files(r)
	if err != nil || found.HasErrors() {
		t.Fatal(err, found.Text())
	}
	for _, f := range files {
		writeFile(t, filepath.Join(dir, "gen", filepath.FromSlash(f.Path)), f.Data)
	}
	for _, f := range cells {
		writeFile(t, filepath.Join(dir, "snapshots", f.Path), f.Data)
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// module makes a module that sees this one.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, version, _ := strings.Cut(string(own), "\ngo ")
	version, _, _ = strings.Cut(version, "\n")
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module example.org\n\ngo "+version+
		"\n\nrequire github.com/promptgen/promptgen v0.0.0\n\nreplace github.com/promptgen/promptgen => "+root+"\n"))
	return dir
}

func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}
