package snapshot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

const wantDir = "want/"

// TestGolden renders the registry of each archive and compares every file with want/. An archive ends each file in a
// newline, so each has one more there than in truth. PROMPTGEN_UPDATE=1 writes what is rendered.
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
			files, found, err := Files(loadArchive(t, a))
			if err != nil || len(found) > 0 {
				t.Fatal(err, found.Text())
			}
			if os.Getenv("PROMPTGEN_UPDATE") != "" {
				update(t, path, a, files)
				return
			}
			want, got := map[string]string{}, map[string]string{}
			for _, f := range a.Files {
				if name, ok := strings.CutPrefix(f.Name, wantDir); ok {
					want[name] = strings.TrimSuffix(string(f.Data), "\n")
				}
			}
			for _, f := range files {
				got[f.Path] = string(f.Data)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func loadArchive(t *testing.T, a *txtar.Archive) *registry.Registry {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, wantDir) {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	r, found, err := load.Load(fsys, nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	return r
}

func update(t *testing.T, path string, a *txtar.Archive, files []File) {
	t.Helper()
	out := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, wantDir) {
			out.Files = append(out.Files, f)
		}
	}
	for _, f := range files {
		out.Files = append(out.Files, txtar.File{Name: wantDir + f.Path, Data: append(f.Data, '\n')})
	}
	if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
		t.Fatal(err)
	}
}
