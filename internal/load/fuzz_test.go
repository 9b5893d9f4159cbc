package load_test

import (
	"os"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
)

// FuzzLoad lays a file over the minimal registry. Whatever it holds, there is a registry or an error with a place, and
// no word of CUE's.
func FuzzLoad(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/mistakes.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		m := readMistake(file.Data)
		f.Add([]byte("package helper\n" + m.new))
	}
	minimal, err := os.ReadFile("testdata/minimal.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range txtar.Parse(minimal).Files {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := mapFS(t, "minimal.txtar")
		fsys["i18n/en/more.cue"] = &fstest.MapFile{Data: data}
		r, diags, err := load.Load(fsys, nil)
		if err != nil {
			t.Fatal(err)
		}
		if part, _, _, err := load.Partial(fsys); err != nil || r != nil && part == nil {
			t.Fatalf("in part: %v, %v", part, err)
		}
		if r == nil && !diags.HasErrors() {
			t.Errorf("registry given: %v, diagnostics:\n%s", r != nil, diags.Text())
		}
		for _, d := range diags {
			if d.At.File == "" || d.Message == "" {
				t.Errorf("no place or no message in %q", d)
			}
		}
	})
}
