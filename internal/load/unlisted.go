package load

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Unlisted reads the registry at the root of fsys as Load does, as if its root listed every tool that is declared. It
// returns the names that are missing there.
//
// Imports read registries this way: the files of tools that name each other don't load until their author lists them, and
// what is imported meanwhile has to know them.
func Unlisted(fsys fs.FS) (*registry.Registry, []string, diag.List, error) {
	src, diags := readSources(fsys)
	if diags.HasErrors() {
		return nil, nil, diags.Sorted(), nil
	}
	root := src.tree.view()
	listed, open := root.field("tool").names()
	declared, _ := root.field("tools").names()
	missing := slices.DeleteFunc(declared, func(name string) bool {
		return open || slices.Contains(listed, name) || !plainKey.MatchString(name)
	})
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		text := fmt.Sprintf("package %s\n\ntool: {\"%s\": _}\n", src.pkg, strings.Join(missing, "\": _, \""))
		f, err := parser.ParseFile(mainFile, text)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("a list of tools: %w", err)
		}
		src.files = append(src.files, f)
		src.tree = newTree(src.files)
	}
	reg, diags, err := loadSources(src, diags, nil)
	return reg, missing, diags, err
}

// plainKey is a tool's name as they are allowed, or nearly. Others are reported where they stand.
var plainKey = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]*$`)

// Blank reports whether the files of a registry say nothing yet: they have package clauses, and no field.
func Blank(fsys fs.FS) bool {
	src, diags := readSources(fsys)
	return src != nil && !diags.HasErrors() && !slices.ContainsFunc(src.files, func(f *ast.File) bool {
		return f.Filename != wiringFile && slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
			switch d.(type) {
			case *ast.Package, *ast.CommentGroup, *ast.ImportDecl:
				return false
			}
			return true
		})
	})
}
