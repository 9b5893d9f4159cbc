package load

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// explainer turns CUE's errors into diagnostics. CUE says where something is wrong; what is wrong there is found anew,
// by looking at what the user wrote and at what the schema allows. So no wording of CUE's is ever passed on.
type explainer struct {
	src    *sources
	schema *tree
	diags  diag.List
	bad    map[string]bool // paths that are reported
}

// explain validates the registry field by field and reports what is wrong. It returns the paths that it speaks of.
func explain(src *sources, schema *tree, v cue.Value) (diag.List, map[string]bool) {
	x := &explainer{src: src, schema: schema, bad: map[string]bool{}}
	names, _ := x.schemaRoot().names()
	for _, name := range names {
		if isMarkRoot(name) { // made from inputs and tools, where mistakes are reported
			continue
		}
		f := v.LookupPath(cue.MakePath(cue.Str(name)))
		if !f.Exists() {
			continue
		}
		x.add(f.Validate(cue.Concrete(true), cue.All()))
	}
	if len(x.diags) == 0 && v.Err() != nil {
		x.add(v.Err())
	}
	return x.diags, x.bad
}

func (x *explainer) schemaRoot() view { return x.schema.view().field("#Registry") }

func (x *explainer) report(d diag.Diagnostic) {
	x.bad[d.At.Path] = true
	x.diags = append(x.diags, d)
}

// problem is all that CUE says about one path.
type problem struct {
	path []string
	errs []errors.Error
}

func (x *explainer) add(err error) {
	if err == nil {
		return
	}
	var problems []*problem
	for _, e := range errors.Errors(err) {
		if x.isDead(e) {
			continue
		}
		path := e.Path()
		if format, args := e.Msg(); strings.HasPrefix(format, "required field missing") && len(args) == 1 {
			path = append(slices.Clone(path), fmt.Sprint(args[0]))
		}
		i := slices.IndexFunc(problems, func(p *problem) bool { return slices.Equal(p.path, path) })
		if i < 0 {
			i = len(problems)
			problems = append(problems, &problem{path: path})
		}
		problems[i].errs = append(problems[i].errs, e)
	}
	for _, p := range problems {
		x.explain(p)
	}
}

// isDead reports whether an error follows from a place that is reported already.
func (x *explainer) isDead(e errors.Error) bool {
	return slices.ContainsFunc(errors.Positions(e), x.src.dead.hold)
}

func (p *problem) says(prefix string) bool {
	return slices.ContainsFunc(p.errs, func(e errors.Error) bool {
		format, _ := e.Msg()
		return strings.HasPrefix(format, prefix)
	})
}

func (x *explainer) explain(p *problem) {
	user, at := follow(x.src.tree.view(), p.path)
	if x.bad[at.Path] || x.deadView(user) {
		return
	}
	def, _ := follow(x.schemaRoot(), p.path)
	switch {
	case p.says("field not allowed"):
		x.notAllowed(p.path, user, at)
	case p.says("field is required") || p.says("required field missing"):
		x.missing(p.path, def)
	default:
		x.badValue(p, user, def, at)
	}
}

func (x *explainer) deadView(v view) bool {
	return slices.ContainsFunc(v.leaves(), func(p part) bool { return x.src.dead.hold(p.expr.Pos()) })
}

// notAllowed reports a field that the schema does not know, or not here.
func (x *explainer) notAllowed(path []string, user view, at diag.Loc) {
	parent := path[:len(path)-1]
	name := unquoted(path[len(path)-1])
	around, aroundAt := follow(x.src.tree.view(), parent)
	at = user.labelAt(at.Path, aroundAt)
	def, _ := follow(x.schemaRoot(), parent)
	names, _ := def.names()
	if slices.Contains(names, name) {
		x.report(x.notHere(around, def.field(name), name, at))
		return
	}
	if want := keyWant(def); want != "" {
		x.report(diag.Errorf(at, "bad-name", "%s is no name for this", quote(name)).Note("%s", want))
		return
	}
	x.report(diag.Errorf(at, "unknown-field", "unknown field %s", quote(name)).Suggest(name, names))
}

// notHere reports a field that stands under a condition that does not hold.
func (x *explainer) notHere(around, def view, name string, at diag.Loc) diag.Diagnostic {
	d := diag.Errorf(at, "field-not-here", "field %s is not allowed here", quote(name))
	for _, p := range def.parts {
		if c, ok := p.cond.(*ast.BinaryExpr); ok {
			if field, ok := c.X.(*ast.Ident); ok {
				verb := map[token.Token]string{token.EQL: "is", token.NEQ: "is not"}[c.Op]
				return d.Note("it belongs where %s %s %s", quote(field.Name), verb, literalText(c.Y))
			}
		}
	}
	return d
}

// keyWant gives the schema's words for the keys of a struct of named things.
func keyWant(def view) string {
	for _, p := range def.parts {
		want := ""
		def.t.spread(p, 0, func(_ part, m *members, _ *ast.ListLit) {
			if m == nil {
				return
			}
			for _, f := range m.pattern {
				list, ok := f.Label.(*ast.ListLit)
				if !ok || len(list.Elts) != 1 {
					continue
				}
				key := list.Elts[0]
				if a, ok := key.(*ast.Alias); ok {
					key = a.Expr
				}
				want = shapeOf(view{def.t, []part{{expr: key}}}).want
			}
		})
		if want != "" {
			return want
		}
	}
	return ""
}

// missing reports a field that is required: at the field that demands it, else at its struct.
func (x *explainer) missing(path []string, def view) {
	parent, name := path[:len(path)-1], unquoted(path[len(path)-1])
	around, at := follow(x.src.tree.view(), parent)
	if x.bad[at.Path] || x.deadView(around) {
		return
	}
	for _, p := range def.parts {
		c, ok := p.cond.(*ast.BinaryExpr)
		if !ok {
			continue
		}
		if field, ok := c.X.(*ast.Ident); ok && around.field(field.Name).given() {
			at = around.field(field.Name).at(at.Path, at)
		}
	}
	at.Path = under(at.Path, name)
	if x.bad[at.Path] {
		return
	}
	if at.File == "" {
		at.File, at.Line, at.Col = mainFile, 1, 1
	}
	d := diag.Errorf(at, "missing-field", "field %s is missing", quote(name))
	if want := shapeOf(def).wants(); want != "" {
		d = d.Note("%s", want)
	}
	x.report(d)
}

// badValue reports a value that the schema does not allow, or that is none.
func (x *explainer) badValue(p *problem, user, def view, at diag.Loc) {
	want := shapeOf(def)
	var lits []part
	for _, l := range user.leaves() {
		if l.expr.Pos().Filename() != wiringFile {
			lits = append(lits, l)
		}
	}
	switch {
	case x.reference(p, user, at):
	case p.says("conflicting values") && x.conflict(lits, at):
	case len(lits) > 0 && literalKind(lits[0].expr) != "":
		x.wrongLiteral(lits[0].expr, want, p.path, at)
	case p.says("incomplete value") || p.says("non-concrete"):
		d := diag.Errorf(at, "incomplete", "no value is given, only a type")
		if w := want.wants(); w != "" {
			d = d.Note("%s", w)
		}
		x.report(d)
	default:
		d := diag.Errorf(at, "bad-value", "this expression gives no value that is allowed here")
		if w := want.wants(); w != "" {
			d = d.Note("%s", w)
		}
		x.report(d)
	}
}

// reference reports a reference to something that is not there.
func (x *explainer) reference(p *problem, user view, at diag.Loc) bool {
	if !p.says("invalid interpolation") && !p.says("undefined field") && !p.says("reference %q") {
		return false
	}
	for _, e := range p.errs {
		for _, pos := range errors.Positions(e) {
			if pos.Filename() == "" || strings.HasPrefix(pos.Filename(), "schema/") || pos.Filename() == wiringFile {
				continue
			}
			at = locOf(pos, at.Path)
		}
	}
	x.report(diag.Errorf(at, "unknown-reference", "a reference names nothing"))
	return true
}

// conflict reports two values for one field.
func (x *explainer) conflict(lits []part, at diag.Loc) bool {
	for _, b := range lits[min(1, len(lits)):] {
		a := lits[0]
		ka, kb := literalText(a.expr), literalText(b.expr)
		if ka == "" || kb == "" || ka == kb {
			continue
		}
		x.report(diag.Errorf(locOf(b.expr.Pos(), at.Path), "conflict", "%s here, %s elsewhere", kb, ka).
			Note("the other value stands at %s", locOf(a.expr.Pos(), "")))
		return true
	}
	return false
}

// wrongLiteral reports a literal of the wrong type, or one that is not allowed.
func (x *explainer) wrongLiteral(e ast.Expr, want shape, path []string, at diag.Loc) {
	kind, text := literalKind(e), literalText(e)
	noun := nounFor(path)
	wants := want.wants()
	switch {
	case len(want.kinds) > 0 && !slices.Contains(want.kinds, kind) && !(kind == "a whole number" && slices.Contains(want.kinds, "a number")):
		d := diag.Errorf(at, "wrong-type", "want %s, got %s", strings.Join(want.kinds, " or "), kind)
		if want.want != "" || len(want.enum) > 0 {
			d = d.Note("%s", wants)
		}
		x.report(d)
	case text == `""`:
		x.report(diag.Errorf(at, "bad-value", "%s is empty", noun))
	case kind == "a list":
		x.report(diag.Errorf(at, "bad-value", "the list is empty").Note("want at least one item"))
	default:
		rule := "bad-value"
		if noun == "cache level" {
			rule = "cache-level"
		}
		verb := noun + " " + text + " is not allowed"
		if len(want.enum) > 0 {
			verb = "unknown " + noun + " " + text
		}
		d := diag.Errorf(at, rule, "%s", verb)
		if wants != "" {
			d = d.Note("%s", wants)
		}
		x.report(d.Suggest(unquoted(text), want.enum))
	}
}

// literalKind gives the kind of a literal in words, or "" for other expressions.
func literalKind(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StructLit:
		return "a struct"
	case *ast.ListLit:
		return "a list"
	case *ast.Interpolation:
		return "a string"
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return literalKind(e.X)
		}
	case *ast.BasicLit:
		switch e.Kind {
		case token.STRING:
			if strings.HasPrefix(strings.TrimLeft(e.Value, "#"), "'") {
				return "bytes"
			}
			return "a string"
		case token.INT:
			return "a whole number"
		case token.FLOAT:
			return "a number"
		case token.TRUE, token.FALSE:
			return "a bool"
		case token.NULL:
			return "null"
		}
	}
	return ""
}

// literalText shows a scalar as the user wrote it, shortened, or "".
func literalText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return e.Op.String() + literalText(e.X)
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return e.Value
		}
		if s, err := literal.Unquote(e.Value); err == nil {
			if len(s) > 60 {
				s = strings.ToValidUTF8(s[:60], "") + "…"
			}
			return strconv.Quote(s)
		}
	}
	return ""
}

func unquoted(s string) string {
	if q, err := literal.Unquote(s); err == nil {
		return q
	}
	return s
}

// nounFor says what a field holds, in the words of the field.
func nounFor(path []string) string {
	for _, name := range slices.Backward(path) {
		if _, err := strconv.Atoi(name); err == nil {
			continue
		}
		switch name = unquoted(name); name {
		case "cache":
			return "cache level"
		case "sections", "tools", "profiles", "commands", "transports", "projections", "breakpoints":
			return strings.TrimSuffix(name, "s")
		}
		return name
	}
	return "value"
}
