package load

import (
	"slices"
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// A tree looks at the syntax of a package as the values that it describes: fields by name, items by index, through
// references, embeddings, unifications and comprehensions. It knows where things stand, which evaluated values have
// forgotten: after unification with the schema their positions point into the schema.
//
// The same view serves the schema itself, where it says which fields, words and types are allowed at a place.
type tree struct {
	root    []ast.Decl
	top     map[string][]*ast.Field
	structs map[*ast.StructLit]*members
	values  map[ast.Node]*ast.Field // fields by their values, once somebody asks
	file    *members
	nested  int // queries that run inside one another
	fuel    int // steps that the outermost query may still take
}

// maxSteps bounds a query: references can lead in circles, or double with every step.
const maxSteps = 20_000

// query counts a query in, and out by the function that it returns.
func (t *tree) query() func() {
	if t.nested == 0 {
		t.fuel = maxSteps
	}
	t.nested++
	return func() { t.nested-- }
}

// step takes a step of the outermost query, and reports whether there was one left.
func (t *tree) step() bool {
	t.fuel--
	return t.fuel >= 0
}

// members are the declarations of one struct, sorted by how their labels can be matched.
type members struct {
	static  map[string][]*ast.Field
	names   []string     // of static, in the order of the source
	dynamic []*ast.Field // labels that an expression gives
	pattern []*ast.Field // labels in brackets
	embeds  []ast.Expr   // embedded values, bodies of comprehensions too
	open    bool         // an ellipsis
}

// part is one expression with the label or list that holds it.
type part struct {
	label token.Pos // of a field; zero for an item
	expr  ast.Expr
	via   int        // how many references lead here
	conds []ast.Expr // what must hold for the field to be there, from the outside in
	field *ast.Field
}

// maxDepth ends the walk through references that lead back to themselves.
const maxDepth = 40

func newTree(files []*ast.File) *tree {
	t := &tree{top: map[string][]*ast.Field{}, structs: map[*ast.StructLit]*members{}}
	for _, f := range files {
		t.root = append(t.root, f.Decls...)
	}
	t.file = t.index(t.root)
	t.top = t.file.static
	return t
}

// view gives the root of the tree.
func (t *tree) view() view { return view{t: t, parts: []part{{}}} }

// index sorts declarations.
func (t *tree) index(decls []ast.Decl) *members {
	m := &members{static: map[string][]*ast.Field{}}
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.Field:
			m.add(d)
		case *ast.EmbedDecl:
			m.embeds = append(m.embeds, d.Expr)
		case *ast.Comprehension:
			m.embeds = append(m.embeds, d)
		case *ast.Ellipsis:
			m.open = true
		}
	}
	return m
}

func (m *members) add(f *ast.Field) {
	label := f.Label
	if a, ok := label.(*ast.Alias); ok {
		if l, ok := a.Expr.(ast.Label); ok {
			label = l
		}
	}
	switch label.(type) {
	case *ast.ListLit:
		m.pattern = append(m.pattern, f)
	case *ast.ParenExpr, *ast.Interpolation:
		m.dynamic = append(m.dynamic, f)
	default:
		name, _, err := ast.LabelName(label)
		if err != nil {
			m.dynamic = append(m.dynamic, f)
			return
		}
		if _, ok := m.static[name]; !ok {
			m.names = append(m.names, name)
		}
		m.static[name] = append(m.static[name], f)
	}
}

// spread calls visit for every struct and list literal that contributes to the value of p.
func (t *tree) spread(p part, depth int, visit func(p part, m *members, list *ast.ListLit)) {
	if depth > maxDepth || !t.step() {
		return
	}
	if p.expr == nil { // the root
		visit(p, t.file, nil)
		t.spreadEmbeds(p, t.file, depth, visit)
		return
	}
	q := p
	switch x := p.expr.(type) {
	case *ast.StructLit:
		m, ok := t.structs[x]
		if !ok {
			m = t.index(x.Elts)
			t.structs[x] = m
		}
		visit(p, m, nil)
		t.spreadEmbeds(p, m, depth, visit)
	case *ast.ListLit:
		visit(p, nil, x)
	case *ast.Comprehension:
		q.expr = x.Value
		q.conds = slices.Clip(q.conds)
		for _, c := range x.Clauses {
			if c, ok := c.(*ast.IfClause); ok {
				q.conds = append(q.conds, c.Condition)
			}
		}
		t.spread(q, depth+1, visit)
	default:
		for _, q := range t.operands(p) {
			t.spread(q, depth+1, visit)
		}
	}
}

func (t *tree) spreadEmbeds(p part, m *members, depth int, visit func(part, *members, *ast.ListLit)) {
	for _, e := range m.embeds {
		q := p
		q.expr = e
		t.spread(q, depth+1, visit)
	}
}

// operands takes one step from an expression to those that it is made of: unification, alternatives, references.
func (t *tree) operands(p part) []part {
	if !t.step() {
		return nil
	}
	q := p
	switch x := p.expr.(type) {
	case *ast.ParenExpr:
		q.expr = x.X
		return []part{q}
	case *ast.Alias:
		q.expr = x.Expr
		return []part{q}
	case *ast.UnaryExpr:
		if x.Op == token.MUL {
			q.expr = x.X
			return []part{q}
		}
	case *ast.BinaryExpr:
		if x.Op == token.AND || x.Op == token.OR {
			r := p
			q.expr, r.expr = x.X, x.Y
			return []part{q, r}
		}
	case *ast.CallExpr:
		if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "close" && len(x.Args) == 1 {
			q.expr = x.Args[0]
			return []part{q}
		}
	case *ast.Ident:
		return t.resolve(x, p)
	case *ast.SelectorExpr:
		if name, _, err := ast.LabelName(x.Sel); err == nil {
			q.expr = x.X
			return hop(view{t, []part{q}}.field(name).parts)
		}
	case *ast.IndexExpr:
		if lit, ok := x.Index.(*ast.BasicLit); ok {
			q.expr = x.X
			return t.indexed(q, lit)
		}
	}
	return nil
}

// indexed follows an index that is written out.
func (t *tree) indexed(p part, lit *ast.BasicLit) []part {
	if i, err := strconv.Atoi(lit.Value); err == nil {
		return hop(view{t, []part{p}}.item(i).parts)
	}
	if name, err := literal.Unquote(lit.Value); err == nil {
		return hop(view{t, []part{p}}.field(name).parts)
	}
	return nil
}

// hop marks parts as found through a reference.
func hop(ps []part) []part {
	out := slices.Clone(ps)
	for i := range out {
		out[i].via++
	}
	return out
}

// resolve follows an identifier to what it stands for in the package.
func (t *tree) resolve(id *ast.Ident, p part) []part {
	p.via++
	if p.via > maxDepth {
		return nil
	}
	if fields := t.named(id.Name, p); len(fields) > 0 && t.isTop(id) {
		return fields
	}
	switch n := id.Node.(type) {
	case *ast.Field:
		p.expr = n.Value
		return []part{p}
	case *ast.LetClause:
		p.expr = n.Expr
		return []part{p}
	case *ast.ForClause, *ast.ImportSpec:
		return nil
	case *ast.Alias:
		p.expr = n.Expr
		return []part{p}
	case ast.Expr:
		p.expr = n
		return []part{p}
	}
	return t.named(id.Name, p)
}

// isTop reports whether an identifier stands for a field at the top of a file. The field may have parts elsewhere.
func (t *tree) isTop(id *ast.Ident) bool {
	return id.Node == nil || slices.ContainsFunc(t.top[id.Name], func(f *ast.Field) bool { return id.Node == f || id.Node == f.Value })
}

// named gives what all files say of a name at the top.
func (t *tree) named(name string, p part) []part {
	var out []part
	for _, f := range t.top[name] {
		q := p
		q.expr = f.Value
		out = append(out, q)
	}
	return out
}
