package load_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

// archive reads a registry from an archive of testdata.
func archive(t testing.TB, name string) fs.FS {
	t.Helper()
	a, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	fsys, err := txtar.FS(a)
	if err != nil {
		t.Fatal(err)
	}
	return fsys
}

func mustLoad(t testing.TB, fsys fs.FS) *registry.Registry {
	t.Helper()
	r, diags, err := load.Load(fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r == nil || len(diags) > 0 {
		t.Fatalf("want no diagnostics, got:\n%s", diags.Text())
	}
	return r
}

func TestMinimal(t *testing.T) {
	r := mustLoad(t, archive(t, "minimal.txtar"))
	got, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const file = "testdata/minimal.json"
	if os.Getenv("PROMPTGEN_UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Error(diff)
	}
}

// The model survives a round trip through JSON.
func TestRoundTrip(t *testing.T) {
	want := mustLoad(t, archive(t, "minimal.txtar"))
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got := new(registry.Registry)
	if err := json.Unmarshal(data, got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
