package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
)

func archive(t *testing.T, path string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// loaded loads the registry of an archive, whose files CUE and the loader accept.
func loaded(t *testing.T, a *txtar.Archive) *registry.Registry {
	t.Helper()
	fsys, err := txtar.FS(a)
	if err != nil {
		t.Fatal(err)
	}
	r, found, err := load.Load(fsys, nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
	return r
}

// TestMessages pins whole reports: what stands in the message, and what in the notes.
func TestMessages(t *testing.T) {
	a := archive(t, "testdata/messages.txtar")
	r := loaded(t, a)
	var want string
	for _, f := range a.Files {
		if f.Name == "want" {
			want = string(f.Data)
		}
	}
	got := check.Check(r).Text()
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s\ngot:\n%s", diff, got)
	}
	if again := check.Check(r).Text(); again != got {
		t.Error("a second run says something else")
	}
}
