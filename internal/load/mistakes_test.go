package load_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/load"
)

// mistake is one edit of the minimal registry.
type mistake struct{ file, old, new, want string }

// readMistake reads "FILE, - old lines, + new lines, > what is said of it".
func readMistake(data []byte) mistake {
	var m mistake
	var old, add []string
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		switch {
		case i == 0:
			m.file = line
		case strings.HasPrefix(line, "-"):
			old = append(old, line[1:])
		case strings.HasPrefix(line, "+"):
			add = append(add, line[1:])
		case strings.HasPrefix(line, ">"):
			m.want += line[1:] + "\n"
		}
	}
	m.old, m.new = strings.Join(old, "\n"), strings.Join(add, "\n")
	return m
}

// edited gives the minimal registry with one place changed.
func edited(t testing.TB, m mistake) fs.FS {
	t.Helper()
	files := mapFS(t, "minimal.txtar")
	f, ok := files[m.file]
	if !ok || !strings.Contains(string(f.Data), m.old) {
		t.Fatalf("%s does not hold %q", m.file, m.old)
	}
	files[m.file] = &fstest.MapFile{Data: []byte(strings.Replace(string(f.Data), m.old, m.new, 1))}
	return files
}

// internals are words of CUE's and Go's that no user should meet.
var internals = regexp.MustCompile(`_\|_|disjunction|conflicting|incomplete value|#[A-Z]|schema/|cuelang|adt\.|<nil>|\\ue00|[\x{e000}-\x{f8ff}]`)

func TestMistakes(t *testing.T) {
	const file = "testdata/mistakes.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range archive.Files {
		m := readMistake(f.Data)
		t.Run(f.Name, func(t *testing.T) {
			r, diags, err := load.Load(edited(t, m), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := diags.Text()
			switch wrong := diags.HasErrors(); {
			case r == nil && !wrong:
				t.Error("neither a registry nor an error")
			case r != nil && wrong:
				got += "the checks look on\n"
			}
			if bad := internals.FindString(got); bad != "" {
				t.Errorf("%q in:\n%s", bad, got)
			}
			for _, d := range diags {
				if d.At.Line == 0 || d.At.Col == 0 {
					t.Errorf("no place in %q", d)
				}
			}
			if os.Getenv("PROMPTGEN_UPDATE") == "" {
				if diff := cmp.Diff(m.want, got); diff != "" {
					t.Error(diff)
				}
				return
			}
			edit, _, _ := strings.Cut(string(f.Data), "\n>")
			archive.Files[i].Data = []byte(strings.TrimSpace(edit) + "\n" + prefixed(got) + "\n")
		})
	}
	if os.Getenv("PROMPTGEN_UPDATE") != "" {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func prefixed(text string) string {
	out := ""
	for line := range strings.Lines(text) {
		out += ">" + line
	}
	return out
}

// Every rule has an id in kebab-case, words of its own, and is shown by a mistake or a file of the tests.
func TestRules(t *testing.T) {
	shown := map[string]bool{}
	for _, file := range []string{"testdata/mistakes.txtar", "files_test.go"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\[([a-z0-9-]+)\]`).FindAllStringSubmatch(string(data), -1) {
			shown[m[1]] = true
		}
	}
	var ids []string
	for _, r := range load.Rules() {
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(r.ID) || !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("rule %q: %q", r.ID, r.Doc)
		}
		if slices.Contains(ids, r.ID) {
			t.Errorf("two rules are called %s", r.ID)
		}
		if !shown[r.ID] {
			t.Errorf("no test shows rule %s", r.ID)
		}
		ids = append(ids, r.ID)
	}
}
