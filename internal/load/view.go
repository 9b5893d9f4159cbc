package load

import (
	"cmp"
	"slices"

	"cuelang.org/go/cue/ast"
)

// A view is a place in the tree: every expression that contributes to one value.
type view struct {
	t     *tree
	parts []part
}

// field gives the value of a field. Fields whose label is known stand before those that an expression or a pattern names.
// The conditions of its parts are those of the struct that has it: what had to hold for that struct says nothing of it.
func (v view) field(name string) view {
	defer v.t.query()()
	var static, dynamic, pattern []part
	add := func(to *[]part, p part, fs []*ast.Field) {
		for _, f := range fs {
			*to = append(*to, part{label: f.Label.Pos(), expr: f.Value, via: p.via, conds: p.conds, field: f})
		}
	}
	for _, p := range v.parts {
		p.conds = nil
		v.t.spread(p, 0, func(p part, m *members, _ *ast.ListLit) {
			if m != nil {
				add(&static, p, m.static[name])
				add(&dynamic, p, m.dynamic)
				add(&pattern, p, m.pattern)
			}
		})
	}
	out := view{t: v.t, parts: static}
	if len(static) == 0 {
		out.parts = append(dynamic, pattern...)
	} else if len(pattern) > 0 {
		out.parts = append(static, pattern...)
	}
	slices.SortStableFunc(out.parts, func(a, b part) int { return cmp.Compare(a.via, b.via) })
	return out
}

// patterns lists the fields that stand for any name, e.g. [#Ident]: {…}.
func (v view) patterns() []*ast.Field {
	defer v.t.query()()
	var out []*ast.Field
	for _, p := range v.parts {
		v.t.spread(p, 0, func(_ part, m *members, _ *ast.ListLit) {
			if m != nil {
				out = append(out, m.pattern...)
			}
		})
	}
	return out
}

// keys lists what the schema demands of the names in a struct of named things.
func (v view) keys() []view {
	var out []view
	for _, f := range v.patterns() {
		if list, ok := f.Label.(*ast.ListLit); ok && len(list.Elts) == 1 {
			out = append(out, view{v.t, []part{{expr: list.Elts[0]}}})
		}
	}
	return out
}

// item gives the value of a list's item.
func (v view) item(i int) view {
	defer v.t.query()()
	out := view{t: v.t}
	for _, p := range v.parts {
		v.t.spread(p, 0, func(p part, _ *members, list *ast.ListLit) {
			if list == nil {
				return
			}
			for j, e := range list.Elts {
				q := part{expr: e, via: p.via}
				if x, ok := e.(*ast.Ellipsis); ok {
					q.expr = x.Type
				}
				_, isComp := e.(*ast.Comprehension)
				_, isRest := e.(*ast.Ellipsis)
				if j == i || (j < i && (isComp || isRest)) {
					if q.expr != nil {
						out.parts = append(out.parts, q)
					}
					return
				}
			}
		})
	}
	slices.SortStableFunc(out.parts, func(a, b part) int { return cmp.Compare(a.via, b.via) })
	return out
}

// names lists the fields whose labels are known, in the order of the source; open tells that there may be more.
func (v view) names() (names []string, open bool) {
	defer v.t.query()()
	seen := map[string]bool{}
	for _, p := range v.parts {
		v.t.spread(p, 0, func(_ part, m *members, _ *ast.ListLit) {
			if m == nil {
				return
			}
			open = open || len(m.dynamic) > 0 || m.open
			for _, n := range m.names {
				if !seen[n] {
					seen[n] = true
					names = append(names, n)
				}
			}
		})
	}
	return names, open
}

// leaves gives the expressions that a value is made of, references followed.
func (v view) leaves() []part {
	defer v.t.query()()
	var out []part
	var walk func(p part, depth int)
	walk = func(p part, depth int) {
		if next := v.t.operands(p); len(next) > 0 && depth < maxDepth {
			for _, q := range next {
				walk(q, depth+1)
			}
			return
		}
		out = append(out, p)
	}
	for _, p := range v.parts {
		if p.expr != nil {
			walk(p, 0)
		}
	}
	return out
}

// listLen counts the items that are written one by one.
func (v view) listLen() int {
	defer v.t.query()()
	n := 0
	for _, p := range v.parts {
		v.t.spread(p, 0, func(_ part, _ *members, list *ast.ListLit) {
			if list != nil {
				n = max(n, len(list.Elts))
			}
		})
	}
	return n
}

// spoken reports whether the user's own files speak of the place. The wiring speaks of every top-level field.
func (v view) spoken() bool {
	return slices.ContainsFunc(v.parts, func(p part) bool {
		return p.expr == nil || p.expr.Pos().IsValid() && p.expr.Pos().Filename() != wiringFile
	})
}

// given reports whether anything in the tree speaks of the place.
func (v view) given() bool { return len(v.parts) > 0 }
