package load

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/literal"

	"github.com/promptgen/promptgen/internal/diag"
)

// syntaxErrors turns a parser's errors into diagnostics.
func syntaxErrors(name string, err error) diag.List {
	var out diag.List
	for _, e := range errors.Errors(err) {
		at := locOf(e.Position(), "")
		if at.File == "" {
			at.File = name
		}
		format, args := e.Msg()
		out = append(out, diag.Errorf(at, "cue-syntax", format, args...))
	}
	return out
}

// checkSyntax checks what the syntax tree alone can tell.
func checkSyntax(src *sources, schema *tree) diag.List {
	var out diag.List
	for _, f := range src.files {
		out = append(out, checkImports(f)...)
	}
	return append(out, checkTopLevel(src, schema)...)
}

// checkImports refuses imports that would have to be looked up somewhere.
func checkImports(f *ast.File) diag.List {
	var out diag.List
	for spec := range f.ImportSpecs() {
		path, err := literal.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		first, _, _ := strings.Cut(path, "/")
		if isSchema(path) || (!strings.Contains(first, ".") && first != "tool") {
			continue
		}
		out = append(out, diag.Errorf(locOf(spec.Path.Pos(), ""), "cue-import", "can't import %s", quote(path)).
			Note("a registry may import CUE's own packages, e.g. \"strings\", and %s", quote(schemaPath)))
	}
	return out
}

// checkTopLevel refuses fields that no registry has. CUE would not: a file is an open struct.
func checkTopLevel(src *sources, schema *tree) diag.List {
	var out diag.List
	known, _ := schema.view().field("#Registry").names()
	names, _ := src.tree.view().names()
	for _, name := range names {
		if strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#") || slices.Contains(known, name) {
			continue
		}
		at := src.tree.view().field(name).labelAt(name, diag.Loc{File: mainFile})
		out = append(out, diag.Errorf(at, "unknown-field", "unknown field %s", quote(name)).Suggest(name, known).
			Note("fields for your own use start with \"_\" or \"#\""))
	}
	return out
}
