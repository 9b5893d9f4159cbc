package pipeline_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/promptgen/promptgen/internal/output"
	"github.com/promptgen/promptgen/internal/pipeline"
)

const (
	repo       = "../.."
	importPath = "github.com/promptgen/promptgen/gen"
)

func generate(t *testing.T, fsys fs.FS) []output.File {
	t.Helper()
	files, found, err := pipeline.Generate(pipeline.Source{FS: fsys, ImportPath: importPath})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > 0 {
		t.Fatalf("the registry has mistakes:\n%s", found.Text())
	}
	return files
}

// registryOnly copies the repository's registry, without anything that is generated from it.
func registryOnly(t testing.TB) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for _, root := range []string{"registry.cue", "promptgen.cue", "profiles", "i18n", "tools"} {
		err := fs.WalkDir(os.DirFS(repo), root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(filepath.Join(repo, path))
			out[path] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestUpToDate holds the committed files against the registry: every one is written again byte for byte from the
// registry alone.
func TestUpToDate(t *testing.T) {
	for _, f := range generate(t, registryOnly(t)) {
		got, err := os.ReadFile(filepath.Join(repo, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, f.Data) {
			t.Errorf("%s is stale; run \"make generate\"", f.Path)
		}
	}
}

// shuffled lists its folders in a new order each time.
type shuffled struct{ fstest.MapFS }

func (s shuffled) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := s.MapFS.ReadDir(name)
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, err
}

func (s shuffled) Open(name string) (fs.File, error) {
	f, err := s.MapFS.Open(name)
	if dir, ok := f.(fs.ReadDirFile); ok && err == nil {
		return shuffledDir{dir}, nil
	}
	return f, err
}

type shuffledDir struct{ fs.ReadDirFile }

func (d shuffledDir) ReadDir(n int) ([]fs.DirEntry, error) {
	list, err := d.ReadDirFile.ReadDir(n)
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, err
}

// TestDeterminism generates 20 times, from a map and from a folder, with listings in any order and on one and two
// processors: the bytes are the same.
func TestDeterminism(t *testing.T) {
	runs := 20
	if testing.Short() {
		runs = 4
	}
	memory := registryOnly(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, memory); err != nil {
		t.Fatal(err)
	}
	want := generate(t, memory)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range runs {
		runtime.GOMAXPROCS(1 + i/2%2)
		var fsys fs.FS = shuffled{memory}
		if i%2 == 1 {
			fsys = os.DirFS(dir)
		}
		got := generate(t, fsys)
		if !slices.EqualFunc(want, got, func(a, b output.File) bool { return a.Path == b.Path && bytes.Equal(a.Data, b.Data) }) {
			t.Fatalf("run %d differs", i)
		}
	}
}
