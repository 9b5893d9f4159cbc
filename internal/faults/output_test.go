package faults_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/cli"
)

// folder writes a registry into a module of its own and generates its files.
func folder(t *testing.T, f files) string {
	t.Helper()
	dir := t.TempDir()
	f.write(t, dir)
	write(t, dir, "go.mod", "module example.org/tiny\n\ngo 1.26\n")
	promptgen(t, 0, "-C", dir, "generate")
	return dir
}

func (f files) write(t *testing.T, dir string) {
	t.Helper()
	for name, text := range f {
		write(t, dir, name, text)
	}
}

// promptgen runs the command, which must exit with a code, and returns what it printed.
func promptgen(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, diagnostics bytes.Buffer
	if code := cli.Main(args, &out, &diagnostics); code != want {
		t.Fatalf("promptgen %s: exit code %d, want %d\n%s", strings.Join(args, " "), code, want, diagnostics.Bytes())
	}
	return out.String(), diagnostics.String()
}

// disk reads all files below a folder.
func disk(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path) // path stands below dir
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFault20StaleFiles pins that a changed word leaves no stale file unnamed, in code or snapshots, of any
// projection.
func TestFault20StaleFiles(t *testing.T) {
	before := base(t)
	after := before.change(t, "tools/specs/read_file.cue", "Read one file.", "Read a file.")
	old, now := before.generate(t), after.generate(t)
	var stale []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if old[name] != now[name] {
			stale = append(stale, name)
		}
	}
	for _, part := range []string{"gen/tiny/", "gen/tinytools/", "anthropic.json", "openai-chat.json", "gemini.json", "xml.en.basic.prompt.txt"} {
		if !slices.ContainsFunc(stale, func(name string) bool { return strings.Contains(name, part) }) {
			t.Errorf("nothing of %s changes", part)
		}
	}
	dir := folder(t, before)
	after.write(t, dir)
	untouched := disk(t, dir)
	_, stderr := promptgen(t, 1, "-C", dir, "generate", "--check")
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if named := strings.Contains(stderr, name+":"); named != slices.Contains(stale, name) {
			t.Errorf("%s is named: %t\n%s", name, named, stderr)
		}
	}
	if diff := cmp.Diff(untouched, disk(t, dir)); diff != "" {
		t.Errorf("the check writes:\n%s", diff)
	}
	promptgen(t, 0, "-C", dir, "generate")
	promptgen(t, 0, "-C", dir, "generate", "--check")
}

// TestFault22ForeignFiles pins that files which are not ours stay: beside ours they are left alone, in the way of ours
// they are an error and nothing is written.
func TestFault22ForeignFiles(t *testing.T) {
	f := base(t)
	dir := folder(t, f)
	foreign := map[string]string{
		"gen/tiny/extra.go":     "package tiny\n",
		"gen/tiny/notes.txt":    "Mine.\n",
		"gen/other/other.go":    "// Package other is mine.\npackage other\n",
		"gen/tinytools/data.go": "package tinytools\n",
	}
	for name, text := range foreign {
		write(t, dir, name, text)
	}
	f.change(t, "i18n/en.cue", "You change code.", "You write code.").write(t, dir)
	promptgen(t, 0, "-C", dir, "generate")
	now := disk(t, dir)
	for name, text := range foreign {
		if now[name] != text {
			t.Errorf("%s is %q, was %q", name, now[name], text)
		}
	}
	if !strings.Contains(now["snapshots/full.native.en.basic.prompt.txt"], "You write code.") {
		t.Error("the files of ours are not renewed")
	}
}

// TestFault22ForeignFileInTheWay pins that a file which we did not write is never overwritten.
func TestFault22ForeignFileInTheWay(t *testing.T) {
	for _, name := range []string{"gen/tiny/config.go", "snapshots/full.native.en.basic.prompt.txt"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			base(t).write(t, dir)
			write(t, dir, "go.mod", "module example.org/tiny\n\ngo 1.26\n")
			write(t, dir, name, "Mine.\n")
			before := disk(t, dir)
			_, stderr := promptgen(t, 1, "-C", dir, "generate")
			if !strings.Contains(stderr, name) {
				t.Errorf("want %s in:\n%s", name, stderr)
			}
			if diff := cmp.Diff(before, disk(t, dir)); diff != "" {
				t.Errorf("something is written:\n%s", diff)
			}
		})
	}
}
