package load

import (
	"sort"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// A tracer finds in the source what an evaluated text was put together from. It goes through the literals of the
// expression in order and holds each against the text, so what it finds is never a guess: of alternatives, the one that
// the text holds is followed.
type tracer struct {
	t     *tree
	text  string
	path  string
	runs  []registry.Run
	marks []markAt
	hole  bool // an expression that can't be followed stands for something in the text
}

// markAt is a mark by its offset in the evaluated text.
type markAt struct {
	offset int
	pos    token.Pos
}

// trace finds where the bytes of an evaluated text stand in the files, or nothing.
func (n node) trace(s string) *tracer {
	defer n.w.t.query()()
	for _, holes := range []bool{false, true} {
		for _, p := range n.w.parts {
			x := &tracer{t: n.w.t, text: s, path: n.at.Path, hole: !holes}
			if p.expr != nil && x.match(p.expr, p.via, 0, func(to int) bool { return to == len(s) }) {
				return x
			}
		}
	}
	return &tracer{}
}

// match goes through an expression from an offset of the text on, and calls then with each offset that it can end at,
// until that reports true. What was found on a way that leads nowhere is forgotten.
func (x *tracer) match(e ast.Expr, depth, from int, then func(to int) bool) bool {
	if depth > maxDepth || !x.t.step() {
		return false
	}
	runs, marks, hole := len(x.runs), len(x.marks), x.hole
	if x.matchKind(e, depth, from, then) {
		return true
	}
	x.runs, x.marks, x.hole = x.runs[:runs], x.marks[:marks], hole
	return false
}

func (x *tracer) matchKind(e ast.Expr, depth, from int, then func(to int) bool) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		q, skip, ok := quotesOf(e.Value, e.Value)
		if e.Kind != token.STRING || !ok {
			return x.skip(from, then)
		}
		to, ok := x.piece(e, q, skip, from, true)
		return ok && then(to)
	case *ast.Interpolation:
		first, last := e.Quotes()
		if first == nil || last == nil {
			return false
		}
		q, skip, ok := quotesOf(first.Value, last.Value)
		return ok && x.elements(e, q, skip, 0, depth, from, then)
	case *ast.BinaryExpr:
		if e.Op == token.ADD && x.match(e.X, depth+1, from, func(to int) bool { return x.match(e.Y, depth+1, to, then) }) {
			return true
		}
	}
	followed := false
	for _, p := range x.t.operands(part{expr: e, via: depth}) {
		followed = true
		if x.match(p.expr, max(p.via, depth+1), from, then) {
			return true
		}
	}
	return !followed && x.skip(from, then)
}

// elements goes through a string with expressions in it, from one of its elements on.
func (x *tracer) elements(s *ast.Interpolation, q quotes, skip, i, depth, from int, then func(to int) bool) bool {
	if i == len(s.Elts) {
		return then(from)
	}
	next := func(to int) bool { return x.elements(s, q, 1, i+1, depth, to, then) } // 1 is the closing parenthesis
	if i%2 == 0 {
		lit, ok := s.Elts[i].(*ast.BasicLit)
		if !ok {
			return false
		}
		to, ok := x.piece(lit, q, skip, from, i == len(s.Elts)-1)
		return ok && next(to)
	}
	if name, ok := markName(s.Elts[i]); ok {
		mark := markOpen + name + markClose
		if !strings.HasPrefix(x.text[from:], mark) {
			return false
		}
		x.marks = append(x.marks, markAt{from, openPos(s, i)})
		return next(from + len(mark))
	}
	return x.match(s.Elts[i], depth+1, from, next)
}

// skip passes over what an expression made that can't be followed. With one such expression in a text, what stands
// around it says where it ends.
func (x *tracer) skip(from int, then func(to int) bool) bool {
	if x.hole {
		return false
	}
	x.hole = true
	x.runs = append(x.runs, registry.Run{Offset: from})
	for to := from; to <= len(x.text) && x.t.step(); to++ {
		runs, marks := len(x.runs), len(x.marks)
		if then(to) {
			return true
		}
		x.runs, x.marks = x.runs[:runs], x.marks[:marks]
	}
	return false
}

// piece goes through a literal, or a piece of one, and gives the offset that it ends at.
func (x *tracer) piece(lit *ast.BasicLit, q quotes, skip, from int, last bool) (to int, ok bool) {
	to = from
	for _, s := range decode(lit.Value, q, skip, last) {
		if !strings.HasPrefix(x.text[to:], s.text) {
			return 0, false
		}
		x.runs = append(x.runs, registry.Run{Offset: to, At: locOf(lit.Pos().Add(s.offset), x.path)})
		to += len(s.text)
	}
	return to, true
}

// within gives the runs of a stretch of the text, by offsets in it.
func (x *tracer) within(from, to int) []registry.Run {
	first := sort.Search(len(x.runs), func(i int) bool { return x.runs[i].Offset > from })
	var out []registry.Run
	for _, r := range x.runs[max(0, first-1):] {
		if r.Offset >= to {
			break
		}
		if r.Offset < from {
			if r.At.Line > 0 {
				r.At.Col += from - r.Offset
			}
			r.Offset = from
		}
		r.Offset -= from
		if n := len(out); n > 0 && out[n-1].Offset == r.Offset {
			out = out[:n-1] // an expression made nothing there
		}
		out = append(out, r)
	}
	return out
}

// mark gives the place of the mark at an offset.
func (x *tracer) mark(offset int) (diag.Loc, bool) {
	i := sort.Search(len(x.marks), func(i int) bool { return x.marks[i].offset >= offset })
	if i == len(x.marks) || x.marks[i].offset != offset {
		return diag.Loc{}, false
	}
	return locOf(x.marks[i].pos, x.path), true
}
