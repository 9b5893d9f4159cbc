package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// place is where a name stands in a file.
type place struct {
	around []ast.Node // from the file to the name's identifier
	path   []string
}

// locate finds the identifier at a position.
func (src *sources) locate(pos token.Pos) (place, bool) {
	var found place
	for _, f := range src.files {
		if f.Filename != pos.Filename() {
			continue
		}
		var around []ast.Node
		ast.Walk(f, func(n ast.Node) bool {
			around = append(around, n)
			if id, ok := n.(*ast.Ident); ok && id.Pos().Offset() == pos.Offset() {
				found = place{slices.Clone(around), pathOf(around)}
			}
			return found.around == nil
		}, func(ast.Node) { around = around[:len(around)-1] })
	}
	return found, found.around != nil
}

// pathOf gives the path of the innermost of nested nodes.
func pathOf(around []ast.Node) []string {
	var path []string
	for i, n := range around[:len(around)-1] {
		switch n := n.(type) {
		case *ast.Field:
			if name, _, err := ast.LabelName(n.Label); err == nil && around[i+1] != n.Label {
				path = append(path, name)
			}
		case *ast.ListLit:
			if j := slices.IndexFunc(n.Elts, func(e ast.Expr) bool { return e == around[i+1] }); j >= 0 {
				path = append(path, strconv.Itoa(j))
			}
		}
	}
	return path
}

// whole climbs from the name over its selectors, and returns the expression with what holds it.
func (p place) whole() (ast.Expr, ast.Node) {
	i := len(p.around) - 1
	for i > 1 {
		if sel, ok := p.around[i-1].(*ast.SelectorExpr); !ok || sel.X != p.around[i] {
			break
		}
		i--
	}
	e, _ := p.around[i].(ast.Expr)
	return e, p.around[i-1]
}

// unknownName reports a name that nothing explains. Most often it is a string without quotes, or a mark without its root.
func unknownName(src *sources, schema *tree, pos token.Pos, name string) diag.Diagnostic {
	at := locOf(pos, "")
	d := diag.Errorf(at, "unknown-reference", "nothing is called %s", quote(name))
	here, ok := src.locate(pos)
	if !ok {
		return d
	}
	_, around := follow(src.tree.view(), here.path)
	d.At.Path = around.Path
	top, _ := src.tree.view().names()
	e, holder := here.whole()
	if x, ok := holder.(*ast.Interpolation); ok {
		i := slices.IndexFunc(x.Elts, func(elt ast.Expr) bool { return elt == e })
		d.At = locOf(openPos(x, max(i, 1)), around.Path)
		return src.meantMark(d, e, top)
	}
	if _, isName := e.(*ast.Ident); isName {
		def, _ := follow(schema.view().field("#Registry"), here.path)
		if w, ok := unquotedWord(d, name, shapeOf(def), holder); ok {
			return w
		}
	}
	return d.Suggest(name, top)
}

// unquotedWord explains a name that stands where a string, a bool or a list is wanted.
func unquotedWord(d diag.Diagnostic, name string, want shape, holder ast.Node) (diag.Diagnostic, bool) {
	word := quote(name)
	if low := strings.ToLower(name); low == "true" || low == "false" || low == "null" {
		return d.Note("did you mean %s?", low), true
	}
	switch holder := holder.(type) {
	case *ast.UnaryExpr:
		if holder.Op == token.SUB && slices.Contains(want.kinds, "a list") {
			return d.Note("a list stands in brackets, and strings in quotes: [%s]", word), true
		}
		return d, false
	case *ast.Field, *ast.ListLit:
	default:
		return d, false
	}
	switch {
	case slices.Contains(want.kinds, "a bool"):
		return d.Note("want true or false"), true
	case len(want.enum) > 0 && !slices.Contains(want.enum, name) && want.takes("a string"):
		return wanted(d, want).Suggest(name, want.enum), true
	case slices.Contains(want.kinds, "a string"):
		return d.Note("a string stands in quotes: %s", word), true
	case len(want.kinds) > 0 && !slices.Contains(want.kinds, "a list"):
		return wanted(d, want), want.wants() != ""
	}
	return d, false
}

// meantMark proposes the mark that a name inside a string was meant to be.
func (src *sources) meantMark(d diag.Diagnostic, e ast.Expr, top []string) diag.Diagnostic {
	name, _ := dottedName(e)
	if mark, ok := src.markFor(name); ok {
		return d.Note("write \\(%s)", mark)
	}
	head, _, _ := strings.Cut(name, ".")
	if best, ok := diag.Nearest(head, top); ok && (isMarkRoot(best) || strings.HasPrefix(best, "_")) {
		return d.Note("did you mean %q?", best)
	}
	for _, root := range []string{"input", "tool"} {
		names, _ := src.tree.view().field(declaredUnder(root)).names()
		if best, ok := diag.Nearest(head, names); ok {
			return d.Note("did you mean \\(%s.%s)?", root, best)
		}
	}
	return d.Note("want \\(input.NAME) or \\(tool.NAME)")
}

// declaredUnder is the field under which inputs or tools are declared.
func declaredUnder(root string) string { return root + "s" }

// markFor gives the mark of the input or tool that is called so.
func (src *sources) markFor(name string) (string, bool) {
	parts := strings.Split(name, ".")
	at := src.tree.view().field("inputs")
	known := true
	for _, part := range parts {
		names, _ := at.names()
		known = known && slices.Contains(names, part)
		at = at.field(part).field("item")
	}
	if known {
		return "input." + name, true
	}
	tools, _ := src.tree.view().field("tools").names()
	listed, _ := src.tree.view().field("tool").names()
	if slices.Contains(tools, name) || slices.Contains(listed, name) {
		return "tool." + name, true
	}
	return "", false
}

// dottedName gives a name with its selectors, e.g. "skills.name".
func dottedName(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name, true
	case *ast.SelectorExpr:
		head, ok := dottedName(x.X)
		name, _, err := ast.LabelName(x.Sel)
		return fmt.Sprintf("%s.%s", head, name), ok && err == nil
	}
	return "", false
}

// hyphened gives a mark whose name holds hyphens, which CUE reads as a subtraction, e.g. "tool", "hand-over".
func hyphened(e ast.Expr) (root, name string, ok bool) {
	b, isBinary := e.(*ast.BinaryExpr)
	if !isBinary || b.Op != token.SUB {
		return "", "", false
	}
	last, isName := b.Y.(*ast.Ident)
	if !isName {
		return "", "", false
	}
	if root, name, ok = hyphened(b.X); !ok {
		var head string
		if head, ok = dottedName(b.X); !ok {
			return "", "", false
		}
		if root, name, ok = strings.Cut(head, "."); !ok {
			return "", "", false
		}
	}
	return root, name + "-" + last.Name, isMarkRoot(root)
}
