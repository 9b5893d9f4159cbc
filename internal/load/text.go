package load

import (
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// The schema puts these around the name of a mark.
const (
	markOpen  = "\ue000"
	markClose = "\ue001"
)

// mark is one \(input.A.B) or \(tool.N) of the source.
type mark struct {
	name string // "input.cwd", "tool.read_file"
	pos  token.Pos
}

// marked gives a text split at its marks.
func (n node) marked() registry.Text {
	t := registry.Text{At: n.at}
	if !n.ok() {
		return t
	}
	s, err := n.v.String()
	if err != nil {
		return t
	}
	source := n.trace(s)
	var marks []mark // where the source can't be followed
	for from, k := 0, 0; ; k++ {
		lit, rest, found := strings.Cut(s[from:], markOpen)
		if lit != "" {
			t.Segs = append(t.Segs, registry.Seg{At: n.at, Lit: lit, Runs: source.within(from, from+len(lit))})
		}
		if !found {
			break
		}
		name, _, closed := strings.Cut(rest, markClose)
		if !closed || !n.l.marks[name] {
			n.report(diag.Errorf(n.at, "mark-misuse", "an expression has changed the marks in this text").
				Note("write \\(input.NAME) and \\(tool.NAME) directly inside a string that nothing works on"))
			return t
		}
		at, ok := source.mark(from + len(lit))
		if !ok {
			if marks == nil {
				marks = n.w.marks()
			}
			at = locOf(markPos(marks, k, name), n.at.Path)
		}
		t.Segs = append(t.Segs, seg(name, at, n.at))
		from += len(lit) + len(markOpen) + len(name) + len(markClose)
	}
	return t
}

func seg(name string, at, around diag.Loc) registry.Seg {
	if at.File == "" {
		at = around
	}
	if in, ok := strings.CutPrefix(name, "input."); ok {
		return registry.Seg{At: at, Input: in}
	}
	return registry.Seg{At: at, Tool: strings.TrimPrefix(name, "tool.")}
}

// markPos finds the place of the k-th mark of an evaluated text. Where an expression has put the text together in
// another order than the source shows, the first mark of the name stands.
func markPos(marks []mark, k int, name string) token.Pos {
	if k < len(marks) && marks[k].name == name {
		return marks[k].pos
	}
	for _, m := range marks {
		if m.name == name {
			return m.pos
		}
	}
	return token.NoPos
}

// marks lists the marks of a text in the order of the source.
func (v view) marks() []mark {
	defer v.t.query()()
	var out []mark
	var walk func(e ast.Expr, depth int)
	walk = func(e ast.Expr, depth int) {
		if depth > maxDepth {
			return
		}
		switch x := e.(type) {
		case *ast.Interpolation:
			for i, e := range x.Elts {
				if name, ok := markName(e); ok {
					out = append(out, mark{name, openPos(x, i)})
				} else if i%2 == 1 {
					walk(e, depth+1)
				}
			}
		case *ast.BinaryExpr:
			walk(x.X, depth+1)
			walk(x.Y, depth+1)
		case *ast.CallExpr:
			for _, a := range x.Args {
				walk(a, depth+1)
			}
		case *ast.ListLit:
			for _, a := range x.Elts {
				walk(a, depth+1)
			}
		case *ast.StructLit:
			for _, d := range x.Elts {
				if f, ok := d.(*ast.Field); ok {
					walk(f.Value, depth+1)
				}
			}
		default:
			for _, p := range v.t.operands(part{expr: e, via: depth}) {
				walk(p.expr, depth+1)
			}
		}
	}
	for _, p := range v.parts {
		walk(p.expr, 0)
	}
	return out
}

// markName gives the name of a mark, e.g. "input.skills.name", when the expression is one.
func markName(e ast.Expr) (string, bool) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	name, _, err := ast.LabelName(sel.Sel)
	if err != nil {
		return "", false
	}
	if id, ok := sel.X.(*ast.Ident); ok {
		return id.Name + "." + name, isMarkRoot(id.Name)
	}
	head, ok := markName(sel.X)
	return head + "." + name, ok && strings.HasPrefix(head, "input.")
}

func isMarkRoot(name string) bool { return name == "input" || name == "tool" }

// openPos gives the place of the backslash in front of element i of an interpolation.
func openPos(x *ast.Interpolation, i int) token.Pos {
	lit, ok := x.Elts[i-1].(*ast.BasicLit)
	if !ok {
		return x.Elts[i].Pos()
	}
	back := strings.LastIndexByte(lit.Value, '\\')
	if back < 0 {
		return x.Elts[i].Pos()
	}
	return lit.Pos().Add(back)
}

// refuseMarks reports marks in a string that takes none.
func (n node) refuseMarks() {
	at := n.at
	if ms := n.w.marks(); len(ms) > 0 {
		at = locOf(ms[0].pos, n.at.Path)
	}
	n.report(diag.Errorf(at, "mark-misplaced", "no marks are allowed here").
		Note("\\(input.NAME) and \\(tool.NAME) may stand in texts, descriptions and attribute values"))
}

// markNames lists the marks that there are, e.g. "input.skills.name", "tool.read_file".
func markNames(root node) map[string]bool {
	out := map[string]bool{}
	var add func(path string, inputs []node)
	add = func(path string, inputs []node) {
		for _, in := range inputs {
			p := path + "." + in.name
			out[p] = true
			add(p, in.field("item").fields())
		}
	}
	add("input", root.field("inputs").fields())
	for _, t := range root.field("tool").fields() {
		out["tool."+t.name] = true
	}
	return out
}
