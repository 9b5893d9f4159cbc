package load

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// circle is a list of fields of which each has the next one as its value, and the last one the first.
type circle []*ast.Field

// circles finds the fields of the user's files that refer to each other in circles.
func (t *tree) circles() []circle {
	defer t.query()()
	var out []circle
	done := map[*ast.Field]bool{}
	var visit func(f *ast.Field, way circle)
	visit = func(f *ast.Field, way circle) {
		if i := slices.Index(way, f); i >= 0 {
			out = append(out, slices.Clone(way[i:]))
			return
		}
		if done[f] || len(way) > maxDepth {
			return
		}
		for _, next := range t.refersTo(f.Value) {
			visit(next, append(slices.Clip(way), f))
		}
		done[f] = true
	}
	for _, d := range t.root {
		ast.Walk(d, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok {
				visit(f, nil)
			}
			return true
		}, nil)
	}
	return out
}

// refersTo gives the fields whose value becomes, or is unified with, the value of an expression.
func (t *tree) refersTo(e ast.Expr) []*ast.Field {
	var out []*ast.Field
	switch x := e.(type) {
	case *ast.ParenExpr:
		return t.refersTo(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.AND {
			return append(t.refersTo(x.X), t.refersTo(x.Y)...)
		}
	case *ast.StructLit:
		for _, d := range x.Elts {
			if d, ok := d.(*ast.EmbedDecl); ok {
				out = append(out, t.refersTo(d.Expr)...)
			}
		}
	case *ast.Ident:
		if f := t.declares(x.Node); f != nil && !t.isTop(x) {
			return []*ast.Field{f}
		}
		return t.top[x.Name]
	case *ast.SelectorExpr, *ast.IndexExpr:
		for _, p := range t.operands(part{expr: x}) {
			if p.field != nil {
				out = append(out, p.field)
			}
		}
	}
	return slices.DeleteFunc(out, func(f *ast.Field) bool { return !isUsers(f.Pos()) })
}

// declares gives the field that an identifier stands for: CUE ties it to the field or to its value.
func (t *tree) declares(n ast.Node) *ast.Field {
	if f, ok := n.(*ast.Field); ok || n == nil {
		return f
	}
	if t.values == nil {
		t.values = map[ast.Node]*ast.Field{}
		for _, d := range t.root {
			ast.Walk(d, func(n ast.Node) bool {
				if f, ok := n.(*ast.Field); ok {
					t.values[f.Value] = f
				}
				return true
			}, nil)
		}
	}
	return t.values[n]
}

// isUsers reports whether a position lies in the user's own files.
func isUsers(p token.Pos) bool {
	return p.IsValid() && p.Filename() != wiringFile && !strings.HasPrefix(p.Filename(), schemaDir)
}

// report names the circle at its first field, and says where the others are.
func (c circle) report(path string) diag.Diagnostic {
	first := slices.MinFunc(c, func(a, b *ast.Field) int { return a.Value.Pos().Compare(b.Value.Pos()) })
	if len(c) == 1 {
		return diag.Errorf(locOf(first.Value.Pos(), path), "cue-value", "this value refers back to itself")
	}
	d := diag.Errorf(locOf(first.Value.Pos(), path), "cue-value", "fields refer to each other in a circle").Note("give one of them its value")
	for _, f := range c {
		if f != first {
			name, _, _ := ast.LabelName(f.Label)
			d = d.Note("%s is one of them (%s)", quote(name), locOf(f.Value.Pos(), ""))
		}
	}
	return d
}

// leadsInto reports whether a field gets its value from the circle.
func (c circle) leadsInto(t *tree, f *ast.Field, depth int) bool {
	return f != nil && depth < maxDepth && t.step() && (slices.Contains(c, f) ||
		slices.ContainsFunc(t.refersTo(f.Value), func(next *ast.Field) bool { return c.leadsInto(t, next, depth+1) }))
}

// circular reports the circle that a place gets its value from, if there is one.
func (x *explainer) circular(v view, at diag.Loc) bool {
	defer v.t.query()()
	for _, c := range x.circles() {
		if slices.ContainsFunc(v.parts, func(p part) bool { return c.leadsInto(v.t, p.field, 0) }) {
			x.reportOnce(c.report(""))
			x.bad[at.Path] = true
			return true
		}
	}
	return false
}

// reportOnce reports what several paths may have in common.
func (x *explainer) reportOnce(d diag.Diagnostic) {
	if !slices.ContainsFunc(x.diags, func(o diag.Diagnostic) bool { return o.At == d.At && o.Message == d.Message }) {
		x.diags = append(x.diags, d)
	}
}

// anyCircle reports the circles of a registry of which CUE can say nothing more.
func (x *explainer) anyCircle(p *problem) {
	all := x.circles()
	for _, c := range all {
		x.reportOnce(c.report(""))
	}
	if len(all) == 0 {
		x.report(diag.Errorf(x.firstPlace(p), "cue-value", "fields refer to each other in a circle").Note("give one of them its value"))
	}
}
