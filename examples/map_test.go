package examples

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMap proves that every test that the map of rules names exists: in the example whose rule it is, else in exactly one
// of the rooms that all examples lean on, else in the room that the map names, as in examples/NAME.TestIt.
func TestMap(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	rooms, all := []string{"."}, names(t)
	for _, glob := range []string{"../prompt", "../internal/*"} {
		found, err := filepath.Glob(glob)
		if err != nil || len(found) == 0 {
			t.Fatalf("no %s: %v", glob, err)
		}
		rooms = append(rooms, found...)
	}
	where := map[string][]string{} // the rooms with a test of that name
	for _, room := range rooms {
		for _, test := range tests(t, room) {
			where[test] = append(where[test], room)
		}
	}
	for _, chapter := range strings.Split(string(data), "\n## ")[1:] {
		name, rows, _ := strings.Cut(chapter, "\n")
		if !slices.Contains(all, name) {
			continue
		}
		own := tests(t, name)
		named := regexp.MustCompile("`(?:([a-z/]+)\\.)?(Test[A-Za-z0-9_]+)`").FindAllStringSubmatch(rows, -1)
		if len(named) == 0 {
			t.Errorf("the map of %s names no test", name)
		}
		for _, m := range named {
			room, test := m[1], m[2]
			if room != "" && !slices.Contains(tests(t, filepath.Join(root, room)), test) {
				t.Errorf("README.md names %s, which %s does not have", test, room)
			}
			if at := where[test]; room == "" && !slices.Contains(own, test) && len(at) != 1 {
				t.Errorf("README.md names %s for %s, which does not have it, and these rooms do: %v", test, name, at)
			}
		}
		all = slices.DeleteFunc(all, func(n string) bool { return n == name })
	}
	if len(all) > 0 {
		t.Errorf("README.md has no map of %v", all)
	}
}

// tests are the names of the tests of a folder.
func tests(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
				out = append(out, f.Name.Name)
			}
		}
	}
	return out
}
