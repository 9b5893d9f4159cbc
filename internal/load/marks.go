package load

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// markChecker holds every mark of the source to one rule: input and tool may stand only as \(input.A.B) or \(tool.N)
// directly inside a string. CUE alone would let a few other uses pass, and each would change bytes silently.
type markChecker struct {
	src   *sources
	root  view
	diags diag.List
	seen  bool            // something is reported in the current field
	good  map[string]bool // marks that are known to be there
}

// checkMarks checks the marks of all files but the wiring.
func checkMarks(src *sources) diag.List {
	c := &markChecker{src: src, root: src.tree.view(), good: map[string]bool{}}
	for _, f := range src.files {
		if f.Filename == wiringFile {
			continue
		}
		for spec := range f.ImportSpecs() {
			if spec.Name != nil {
				c.name(spec.Name, "")
			}
		}
		c.decls(f.Decls, "")
	}
	return c.diags
}

func (c *markChecker) report(pos token.Pos, path, rule, format string, args ...any) *diag.Diagnostic {
	c.seen = true
	c.diags = append(c.diags, diag.Errorf(locOf(pos, path), rule, format, args...))
	return &c.diags[len(c.diags)-1]
}

// name refuses input and tool as names of anything else: text beside them would read that instead of the marks.
func (c *markChecker) name(id *ast.Ident, path string) {
	if id != nil && isMarkRoot(id.Name) {
		d := c.report(id.Pos(), path, "mark-name", "%s is the name of the marks and can't name anything else", quote(id.Name))
		*d = d.Note("where it is a key of free data, put it in quotes")
		c.src.dead.add(id)
	}
}

func (c *markChecker) decls(decls []ast.Decl, path string) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.Field:
			c.field(d, path)
		case *ast.LetClause:
			c.name(d.Ident, path)
			c.value(d.Expr, path)
		case *ast.EmbedDecl:
			c.value(d.Expr, path)
		case *ast.Comprehension:
			c.comprehension(d, path)
		case *ast.Alias:
			c.name(d.Ident, path)
			c.value(d.Expr, path)
		}
	}
}

func (c *markChecker) field(f *ast.Field, path string) {
	label := f.Label
	if a, ok := label.(*ast.Alias); ok {
		c.name(a.Ident, path)
		if l, ok := a.Expr.(ast.Label); ok {
			label = l
		}
	}
	if f.Alias != nil {
		c.name(f.Alias.Field, path)
		c.name(f.Alias.Label, path)
	}
	inside := path
	switch l := label.(type) {
	case *ast.Ident:
		inside = under(path, l.Name)
		if path != "" || l.Name == "input" {
			c.name(l, inside)
		}
	case *ast.BasicLit:
		if name, err := literal.Unquote(l.Value); err == nil {
			inside = under(path, name)
		}
	case ast.Expr:
		c.expr(l, path, false)
	}
	c.value(f.Value, inside)
}

// value checks the value of a field. What a reported mark makes worthless is not reported again by CUE.
func (c *markChecker) value(e ast.Expr, path string) {
	outer := c.seen
	c.seen = false
	c.expr(e, path, true)
	if _, isStruct := e.(*ast.StructLit); c.seen && !isStruct {
		c.src.dead.add(e)
	}
	c.seen = c.seen || outer
}

func (c *markChecker) comprehension(x *ast.Comprehension, path string) {
	for _, clause := range x.Clauses {
		switch cl := clause.(type) {
		case *ast.ForClause:
			c.name(cl.Key, path)
			c.name(cl.Value, path)
			c.expr(cl.Source, path, true)
		case *ast.IfClause:
			c.expr(cl.Condition, path, false)
		case *ast.LetClause:
			c.name(cl.Ident, path)
			c.expr(cl.Expr, path, true)
		}
	}
	c.expr(x.Value, path, true)
	if x.Fallback != nil && x.Fallback.Body != nil {
		c.expr(x.Fallback.Body, path, true)
	}
}

// shadowed reports whether input or tool stands for something of the user's own here, which is reported where it is named.
func (c *markChecker) shadowed(e ast.Expr) bool {
	id, ok := headOf(e).(*ast.Ident)
	return ok && !c.src.tree.isTop(id)
}

// headOf gives what the first selector of an expression is applied to: a of a.b.c.
func headOf(e ast.Expr) ast.Expr {
	for {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			return e
		}
		e = sel.X
	}
}

// expr checks an expression. free tells that nothing around it works on the characters of strings.
func (c *markChecker) expr(e ast.Expr, path string, free bool) {
	if name, ok := markName(e); ok {
		c.misused(e, path, name)
		return
	}
	switch x := e.(type) {
	case *ast.Ident:
		if isMarkRoot(x.Name) {
			c.misused(x, path, x.Name+".NAME")
		}
	case *ast.StructLit:
		c.decls(x.Elts, path)
	case *ast.ListLit:
		for i, item := range x.Elts {
			c.value(item, indexed(path, i))
		}
	case *ast.Ellipsis:
		if x.Type != nil {
			c.expr(x.Type, path, free)
		}
	case *ast.Comprehension:
		c.comprehension(x, path)
	case *ast.Interpolation:
		c.interpolation(x, path, free)
	case *ast.BasicLit:
		if x.Kind == token.STRING && !isValuePath(path) {
			if s, err := literal.Unquote(x.Value); err == nil {
				c.literal(x, s, path, func() []stretch { return pieceOf(x.Value, x.Value, x.Value, true, true) })
			}
		}
	default:
		c.operands(e, path, free)
	}
}

func (c *markChecker) operands(e ast.Expr, path string, free bool) {
	switch x := e.(type) {
	case *ast.ParenExpr:
		c.expr(x.X, path, free)
	case *ast.Alias:
		c.name(x.Ident, path)
		c.expr(x.Expr, path, free)
	case *ast.UnaryExpr:
		c.expr(x.X, path, free && x.Op == token.MUL)
	case *ast.PostfixExpr:
		c.expr(x.X, path, free)
	case *ast.BinaryExpr:
		free = free && (x.Op == token.ADD || x.Op == token.AND || x.Op == token.OR)
		c.expr(x.X, path, free)
		c.expr(x.Y, path, free)
	case *ast.SelectorExpr:
		c.expr(x.X, path, false)
	case *ast.IndexExpr:
		c.expr(x.X, path, free)
		c.expr(x.Index, path, false)
	case *ast.SliceExpr:
		c.expr(x.X, path, false)
		for _, i := range []ast.Expr{x.Low, x.High} {
			if i != nil {
				c.expr(i, path, false)
			}
		}
	case *ast.CallExpr:
		for _, a := range x.Args {
			c.expr(a, path, free && joins(x.Fun))
		}
	}
}

// joins reports whether a function puts its arguments together as they are.
func joins(fun ast.Expr) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, isIdent := sel.X.(*ast.Ident)
	name, _, err := ast.LabelName(sel.Sel)
	return isIdent && err == nil && slices.Contains([]string{"strings.Join", "list.Concat", "list.FlattenN", "list.Repeat"}, pkg.Name+"."+name)
}

func (c *markChecker) misused(e ast.Expr, path, name string) {
	if c.shadowed(e) {
		c.seen = true
		return
	}
	d := c.report(e.Pos(), path, "mark-misuse", "%s can only be inserted into a string, as it is", name)
	_, rest, _ := strings.Cut(name, ".")
	switch field := lastName(strings.Split(path, ".")); {
	case field == "when":
		*d = d.Note("conditions stand in quotes: %q", name)
	case !isText(field):
		*d = d.Note("want a name in quotes: %q", rest)
	default:
		*d = d.Note("it stands for text that is known at run time only: write \"\\(%s)\"", name)
	}
}

// interpolation checks the marks and the literal pieces of a string.
func (c *markChecker) interpolation(x *ast.Interpolation, path string, free bool) {
	pieces := unquotePieces(x)
	last := len(x.Elts) - 1
	isBytes := strings.HasPrefix(strings.TrimLeft(pieceValue(x, 0), "#"), "'")
	for i, e := range x.Elts {
		if i%2 == 0 {
			if lit, ok := e.(*ast.BasicLit); ok && i/2 < len(pieces) && !isValuePath(path) {
				c.literal(lit, pieces[i/2], path, func() []stretch {
					return pieceOf(lit.Value, pieceValue(x, 0), pieceValue(x, last), i == 0, i == last)
				})
			}
			continue
		}
		name, ok := markName(e)
		switch pos := openPos(x, i); {
		case !ok && c.meant(pos, path, e):
		case !ok:
			c.expr(e, path, free)
		case c.shadowed(e):
			c.seen = true
		case isValuePath(path):
			d := c.report(pos, path, "mark-misplaced", "no marks are allowed here")
			*d = d.Note("want the value itself")
		case !free || isBytes:
			d := c.report(pos, path, "mark-misuse", "nothing can work on a string that holds a mark")
			*d = d.Note("\\(%s) stands for text that is known at run time only", name)
		default:
			c.known(pos, path, name)
		}
	}
}

// isValuePath reports whether strings at the path are values for snapshots. They are data, never text.
func isValuePath(path string) bool { return strings.HasPrefix(path, "snapshots.") }

func pieceValue(x *ast.Interpolation, i int) string {
	if lit, ok := x.Elts[i].(*ast.BasicLit); ok {
		return lit.Value
	}
	return ""
}

// unquotePieces decodes the literal pieces of an interpolation.
func unquotePieces(x *ast.Interpolation) []string {
	first, last := x.Quotes()
	if first == nil || last == nil {
		return nil
	}
	q, skip, _, err := literal.ParseQuotes(first.Value, last.Value)
	if err != nil {
		return nil
	}
	var out []string
	for i := 0; i < len(x.Elts); i += 2 {
		v := pieceValue(x, i)
		if len(v) < skip {
			return nil
		}
		s, err := q.Unquote(v[skip:])
		if err != nil {
			return nil
		}
		out = append(out, s)
		skip = 1 // the closing parenthesis
	}
	return out
}

// literal checks the text of a literal, whose stretches say where its characters stand.
func (c *markChecker) literal(lit *ast.BasicLit, s, path string, stretches func() []stretch) {
	at := func(i int) token.Pos { return lit.Pos().Add(offsetOf(stretches(), i)) }
	if i := strings.IndexAny(s, markOpen+markClose); i >= 0 {
		d := c.report(at(i), path, "mark-character", "the private-use characters U+E000 and U+E001 are kept for marks")
		*d = d.Note("want the text without them")
		return
	}
	for _, m := range []string{`\(input.`, `\(tool.`} {
		if i := strings.Index(s, m); i >= 0 {
			d := c.report(at(i), path, "mark-in-raw-string", "%s is no mark here, but text", m+"…)")
			*d = d.Note("want a string without # and a single backslash in front of the parenthesis")
			return
		}
	}
}
