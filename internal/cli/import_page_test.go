package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/cli"
)

// TestImportPage writes the inputs of docs/import.md, runs its commands beside the registry of the guide, and compares the
// files that they write, and what they report, with the page.
func TestImportPage(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, "go.mod", "module example.org/notes\n"); err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks(t, "docs/guide.md") {
		if b.lang == "cue" {
			if err := write(dir, b.arg, b.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	page := blocks(t, "docs/import.md")
	var said string // by the last command
	t.Chdir(dir)
	for _, b := range page {
		switch b.lang {
		case "json", "md":
			if err := write(dir, b.arg, b.text); err != nil {
				t.Fatal(err)
			}
		case "sh":
			for line := range strings.Lines(b.text) {
				command, _, _ := strings.Cut(line, "  #")
				var stdout, stderr bytes.Buffer
				if code := cli.Main(strings.Fields(command)[1:], &stdout, &stderr); code != 0 {
					t.Fatalf("%s: exit code %d\n%s%s", command, code, stdout.Bytes(), stderr.Bytes())
				}
				said = stderr.String()
			}
		case "text":
			report, _, _ := strings.Cut(said, "promptgen: ")
			if diff := cmp.Diff(b.text, report); diff != "" {
				t.Errorf("the report (-page +printed)\n%s", diff)
			}
		case "cue":
			got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(b.arg)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(b.text, string(got)); diff != "" {
				t.Errorf("%s (-page +written)\n%s", b.arg, diff)
			}
		}
	}
}
