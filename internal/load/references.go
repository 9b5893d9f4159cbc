package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// bury reports names that nothing explains: imports that are not there or not used, references that lead nowhere. CUE
// looks at nothing else while there are any, so they are taken out of the syntax tree; it returns whether it did so.
func bury(src *sources, schema *tree, v cue.Value) (diag.List, bool) {
	var out diag.List
	changed := false
	for _, e := range errors.Errors(v.Err()) {
		format, args := e.Msg()
		if len(args) != 1 || !e.Position().IsValid() {
			continue
		}
		name := fmt.Sprint(args[0])
		switch {
		case strings.HasPrefix(format, "reference %q not found"):
			if !src.told.hold(e.Position()) {
				out = append(out, unknownName(src, schema, e.Position(), name))
			}
			replace(src, e.Position())
		case strings.HasPrefix(format, "unreferenced alias or let clause"):
			out = append(out, unusedName(src, e.Position(), name))
		case strings.HasPrefix(format, "builtin package %q undefined"):
			out = append(out, refuseImport(e.Position(), name))
			removeImport(src, e.Position())
		case strings.HasPrefix(format, "imported and not used"):
			if slices.ContainsFunc(out, func(d diag.Diagnostic) bool { return d.At == locOf(e.Position(), "") }) {
				continue
			}
			out = append(out, diag.Errorf(locOf(e.Position(), ""), "cue-import", "import %s is not used", name).Note("remove it"))
			removeImport(src, e.Position())
		default:
			continue
		}
		changed = true
	}
	return out, changed
}

// unusedName reports a name that nothing uses, and takes it out of the syntax tree. Where it stands in front of a value,
// its equals sign was meant to be a colon.
func unusedName(src *sources, pos token.Pos, name string) diag.Diagnostic {
	d := diag.Errorf(locOf(pos, ""), "cue-syntax", "nothing uses the name %s", quote(name)).Note("remove it")
	is := func(n ast.Node) bool { return n.Pos().Filename() == pos.Filename() && n.Pos().Offset() == pos.Offset() }
	for _, f := range src.files {
		f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool { return isLet(d) && is(d) })
		ast.Walk(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StructLit:
				n.Elts = slices.DeleteFunc(n.Elts, func(d ast.Decl) bool { return isLet(d) && is(d) })
			case *ast.Field:
				if a, ok := n.Value.(*ast.Alias); ok && is(a) {
					d = diag.Errorf(locOf(pos, ""), "cue-syntax", "found '=' behind %s, want ':'", quote(name))
					n.Value = ast.NewStruct(&ast.Field{Label: a.Ident, Value: a.Expr})
					src.dead.add(a)
				}
				if a, ok := n.Label.(*ast.Alias); ok && is(a) {
					if label, ok := a.Expr.(ast.Label); ok {
						n.Label = label
					}
				}
			}
			return true
		}, nil)
	}
	src.tree = newTree(src.files)
	return d
}

func isLet(d ast.Decl) bool {
	_, ok := d.(*ast.LetClause)
	return ok
}

func refuseImport(pos token.Pos, path string) diag.Diagnostic {
	return diag.Errorf(locOf(pos, ""), "cue-import", "can't import %s", quote(path)).
		Note("a registry may import CUE's own packages, e.g. \"strings\", and %s", quote(schemaPath))
}

// refuseImports refuses imports that would have to be looked up somewhere, and takes them out of the syntax tree.
func refuseImports(src *sources) diag.List {
	var out diag.List
	for _, f := range src.files {
		for _, spec := range slices.Collect(f.ImportSpecs()) {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil { // the parser lets any string pass, the build only plain ones
				out = append(out, diag.Errorf(locOf(spec.Path.Pos(), ""), "cue-import", "the path of an import is a plain string in double quotes, not %s", spec.Path.Value).
					Note("want e.g. \"strings\""))
				removeImport(src, spec.Path.Pos())
				continue
			}
			first, _, _ := strings.Cut(path, "/")
			if isSchema(path) || (!strings.Contains(first, ".") && first != "tool") {
				continue
			}
			out = append(out, refuseImport(spec.Path.Pos(), path))
			removeImport(src, spec.Path.Pos())
		}
	}
	return out
}

// removeImport takes an import out of its file. What refers to it is worthless.
func removeImport(src *sources, pos token.Pos) {
	for _, f := range src.files {
		if f.Filename != pos.Filename() {
			continue
		}
		for _, d := range slices.Collect(f.ImportDecls()) {
			i := slices.IndexFunc(d.Specs, func(s *ast.ImportSpec) bool { return s.Path.Pos().Offset() == pos.Offset() })
			if i < 0 {
				continue
			}
			spec := d.Specs[i]
			d.Specs = slices.Delete(slices.Clone(d.Specs), i, i+1)
			if len(d.Specs) == 0 {
				f.Decls = slices.DeleteFunc(slices.Clone(f.Decls), func(x ast.Decl) bool { return x == d })
			}
			replaceAll(src, f, func(id *ast.Ident) bool { return id.Node == spec })
		}
	}
}

// replace makes the identifier at a place refer to anything.
func replace(src *sources, pos token.Pos) {
	for _, f := range src.files {
		if f.Filename == pos.Filename() {
			replaceAll(src, f, func(id *ast.Ident) bool { return id.Pos().Offset() == pos.Offset() })
		}
	}
}

// replaceAll makes identifiers refer to anything, and the innermost field around each worthless.
func replaceAll(src *sources, f *ast.File, match func(*ast.Ident) bool) {
	var around []ast.Node
	ast.Walk(f, func(n ast.Node) bool {
		around = append(around, n)
		id, ok := n.(*ast.Ident)
		if !ok || !match(id) {
			return true
		}
		id.Name, id.Node, id.Scope = "_", nil, nil
		worthless := ast.Node(id)
		for _, outer := range slices.Backward(around) {
			field, isField := outer.(*ast.Field)
			_, isComprehension := outer.(*ast.Comprehension)
			if isField && field.Value != nil {
				worthless = field.Value
			}
			if isComprehension {
				worthless = outer
			}
			if isField || isComprehension {
				break
			}
		}
		src.dead.add(worthless)
		return true
	}, func(ast.Node) { around = around[:len(around)-1] })
}
