package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	maxFile = 700 // lines; 400 feel right
	maxFunc = 60  // lines; reported, not refused
)

// sources parses every Go file of the module, generated ones included, by their path below its root.
func sources(t *testing.T) (*token.FileSet, map[string]*ast.File) {
	t.Helper()
	fset, out := token.NewFileSet(), map[string]*ast.File{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			hidden := strings.HasPrefix(d.Name(), ".") && rel != "."
			if hidden || slices.Contains([]string{"testdata", "bench", "conformance"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments|parser.SkipObjectResolution)
		out[rel] = f
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fset, out
}

func generated(p string) bool {
	return strings.HasPrefix(p, "gen/") || strings.Contains(p, "/gen/")
}

// TestFiles keeps files short, and keeps out what runs or changes behind the reader's back.
func TestFiles(t *testing.T) {
	fset, files := sources(t)
	documented, undocumented := map[string]bool{}, map[string]string{}
	for _, p := range slices.Sorted(maps.Keys(files)) {
		f := files[p]
		if lines := fset.File(f.FileStart).LineCount(); lines > maxFile && !generated(p) {
			t.Errorf("%s has %d lines, more than %d", p, lines, maxFile)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: func init runs behind the reader's back", fset.Position(fn.Pos()))
			}
			if lines := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1; lines > maxFunc && !strings.HasSuffix(p, "_test.go") && !generated(p) {
				t.Logf("%s: %s has %d lines", fset.Position(fn.Pos()), fn.Name.Name, lines)
			}
		}
		if dir := filepath.ToSlash(filepath.Dir(p)); !strings.HasSuffix(p, "_test.go") {
			undocumented[dir] = f.Name.Name
			documented[dir] = documented[dir] || f.Doc != nil
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(undocumented)) {
		if !documented[dir] {
			t.Errorf("package %s in %s has no package comment", undocumented[dir], dir)
		}
	}
}

// TestNames keeps out the rooms in which anything may stand.
func TestNames(t *testing.T) {
	_, files := sources(t)
	vague := []string{"utils", "util", "common", "helpers", "helper", "misc", "types", "pkg"}
	for _, p := range slices.Sorted(maps.Keys(files)) {
		for _, dir := range strings.Split(filepath.ToSlash(filepath.Dir(p)), "/") {
			if slices.Contains(vague, dir) {
				t.Errorf("%s: a room named %q could hold anything", p, dir)
			}
		}
	}
}
