package emit_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/promptgen/promptgen/internal/emit"
	"github.com/promptgen/promptgen/internal/plan"
)

// TestNamesOfRegistries gives registries each name that their own generated files import, declare or use, as far as a
// registry can have it. Their packages are then named so, or longer where that would not do, and compile.
func TestNamesOfRegistries(t *testing.T) {
	known := imported(t)
	contract := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	for _, archive := range []string{"small", "toolsets", "vocabulary"} {
		t.Run(archive, func(t *testing.T) {
			r, files := generate(t, parse(t, filepath.Join("testdata", archive+".txtar")), "example.org/gen")
			tried := 0
			for _, name := range usedNames(t, files) {
				if !contract.MatchString(name) {
					continue
				}
				tried++
				r.Contract.Name.Text = name
				p, found := plan.Build(r, "example.org/gen")
				if found.HasErrors() {
					t.Fatal(found.Text())
				}
				files, err := emit.Files(p)
				if err != nil {
					t.Fatal(err)
				}
				for _, err := range typeErrors(t, known, files) {
					t.Errorf("a registry named %s: %v", name, err)
				}
			}
			if tried < 50 {
				t.Errorf("%d names were tried", tried)
			}
		})
	}
}

// usedNames lists the names in files, those of imports among them, and what in front of "tools" or "test" gives one.
func usedNames(t *testing.T, files []emit.File) []string {
	t.Helper()
	var names []string
	for _, f := range files {
		ast.Inspect(syntax(t, token.NewFileSet(), f), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				names = append(names, n.Name)
			case *ast.ImportSpec:
				names = append(names, path.Base(importPath(t, n)))
			}
			return true
		})
	}
	for _, name := range names {
		for _, ending := range []string{"tools", "test"} {
			if front, ok := strings.CutSuffix(name, ending); ok {
				names = append(names, front)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func syntax(t *testing.T, fset *token.FileSet, f emit.File) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(fset, f.Path, f.Data, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func importPath(t *testing.T, spec *ast.ImportSpec) string {
	t.Helper()
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// typed are packages whose types are known, by their paths.
type typed map[string]*types.Package

// Import returns one of them.
func (k typed) Import(path string) (*types.Package, error) {
	if p := k[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("nobody generated it")
}

// imported are the packages that generated files import beside one another.
func imported(t *testing.T) typed {
	t.Helper()
	mode := packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile
	loaded, err := packages.Load(&packages.Config{Mode: mode}, append(plan.Imports(), plan.Runtime)...)
	if err != nil {
		t.Fatal(err)
	}
	known := typed{}
	for _, p := range loaded {
		known[p.PkgPath] = p.Types
	}
	return known
}

// typeErrors type-checks generated packages, each behind those that it imports.
func typeErrors(t *testing.T, known typed, files []emit.File) (found []error) {
	t.Helper()
	fset, own := token.NewFileSet(), map[string][]*ast.File{}
	for _, f := range files {
		file := syntax(t, fset, f)
		p := "example.org/gen/" + path.Dir(f.Path) + strings.TrimPrefix(file.Name.Name, path.Base(path.Dir(f.Path)))
		own[p] = append(own[p], file)
	}
	all := maps.Clone(known)
	var check func(p string)
	check = func(p string) {
		for _, f := range own[p] {
			for _, spec := range f.Imports {
				if q := importPath(t, spec); own[q] != nil && all[q] == nil {
					check(q)
				}
			}
		}
		c := types.Config{Importer: all, Error: func(err error) { found = append(found, err) }}
		all[p], _ = c.Check(p, fset, own[p], nil)
	}
	for p := range own {
		if all[p] == nil {
			check(p)
		}
	}
	return found
}
