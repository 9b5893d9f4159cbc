package faults_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/output"
	"github.com/promptgen/promptgen/internal/pipeline"
)

const root = "../.."

// files is a registry: the texts of its files by path.
type files map[string]string

// base is the registry in which nothing is wrong.
func base(t *testing.T) files {
	t.Helper()
	a, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	f := files{}
	for _, file := range a.Files {
		f[file.Name] = string(file.Data)
	}
	return f
}

// change replaces a text that stands once in a file.
func (f files) change(t *testing.T, name, old, text string) files {
	t.Helper()
	if strings.Count(f[name], old) != 1 {
		t.Fatalf("%s holds %q %d times", name, old, strings.Count(f[name], old))
	}
	out := maps.Clone(f)
	out[name] = strings.Replace(f[name], old, text, 1)
	return out
}

// add writes a file, in place of one that is there.
func (f files) add(name, text string) files {
	out := maps.Clone(f)
	out[name] = text
	return out
}

// without removes a file.
func (f files) without(name string) files {
	out := maps.Clone(f)
	delete(out, name)
	return out
}

// source is the registry as it lies in the module example.org/tiny.
func (f files) source() pipeline.Source {
	fsys := fstest.MapFS{}
	for name, text := range f {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return pipeline.Source{FS: fsys, ImportPath: "example.org/tiny/gen"}
}

// generate returns the files that belong to a registry in which nothing is wrong.
func (f files) generate(t *testing.T) map[string]string {
	t.Helper()
	generated, found, err := pipeline.Generate(f.source())
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > 0 {
		t.Fatalf("want no diagnostics, got:\n%s", found.Text())
	}
	return byPath(generated)
}

func byPath(generated []output.File) map[string]string {
	out := map[string]string{}
	for _, g := range generated {
		out[g.Path] = string(g.Data)
	}
	return out
}

// refused requires a registry to be refused by one rule alone, at a place, in words that name what is wrong.
func (f files) refused(t *testing.T, rule, at string, words ...string) {
	t.Helper()
	generated, found, err := pipeline.Generate(f.source())
	if err != nil {
		t.Fatal(err)
	}
	if len(generated) > 0 {
		t.Errorf("%d files come out of a registry that is wrong", len(generated))
	}
	if len(found) != 1 || found[0].Severity != diag.Error || found[0].Rule != rule {
		t.Fatalf("want one error of the rule %s, got:\n%s", rule, found.Text())
	}
	if got := found[0].At.String(); !strings.HasPrefix(got, at+":") {
		t.Errorf("reported at %s, want %s", got, at)
	}
	for _, w := range words {
		if !strings.Contains(found.Text(), w) {
			t.Errorf("want %q in:\n%s", w, found.Text())
		}
	}
}

// snapshots returns those of the generated files that end in a suffix. There must be some.
func snapshots(t *testing.T, generated map[string]string, suffix string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(generated)) {
		if strings.HasPrefix(name, "snapshots/") && strings.HasSuffix(name, suffix) {
			out[name] = generated[name]
		}
	}
	if len(out) == 0 {
		t.Fatalf("no snapshots end in %s", suffix)
	}
	return out
}

// TestBase pins that the registry that the tests change is right before they do.
func TestBase(t *testing.T) {
	base(t).generate(t)
}
