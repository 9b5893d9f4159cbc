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

// badValue reports a value that the schema does not allow, or that is none.
func (x *explainer) badValue(p *problem, user, def view, at diag.Loc) {
	want := shapeOf(def)
	var words []part // what the user wrote
	for _, l := range user.leaves() {
		if l.expr.Pos().IsValid() && l.expr.Pos().Filename() != wiringFile {
			words = append(words, l)
		}
	}
	if len(p.path) == 2 && p.path[0] == "tool" && len(words) > 0 {
		x.report(diag.Errorf(locOf(words[0].expr.Pos(), at.Path), "bad-value", "the list of tool names takes no values").
			Note("want %s: _; what the tool is stands under tools", unquoted(p.path[1])))
		return
	}
	wrongKind := slices.IndexFunc(words, func(w part) bool { return !want.takes(literalKind(w.expr)) })
	switch {
	case slices.ContainsFunc(p.errs, func(e errors.Error) bool { f, _ := e.Msg(); return strings.Contains(f, "cycle") }):
		if !x.circular(user, at) {
			x.report(diag.Errorf(at, "cue-value", "this value refers back to itself"))
		}
	case x.expression(p, words, want, at):
	case wrongKind >= 0:
		x.wrongKind(words[wrongKind].expr, def, want, lastName(p.path), at)
	case x.conflict(p, words, at):
	case x.typeName(words, want, at):
	case p.says("incomplete", "non-concrete", "unresolved disjunction") != nil:
		x.incomplete(p.path, user, def, want, at)
	case len(p.path) > 0 && len(words) > 0 && (literalText(words[0].expr) != "" || literalKind(words[0].expr) == "a list"):
		x.wrongLiteral(pick(words, want), def, want, p.path, at)
	default:
		for _, w := range words {
			if literalKind(w.expr) == "" {
				at = locOf(w.expr.Pos(), at.Path)
			}
		}
		x.report(wanted(diag.Errorf(at, "bad-value", "this expression gives nothing that is allowed here"), want))
	}
}

// typeName reports a type of CUE's that stands where the word in quotes is wanted, e.g. type: int.
func (x *explainer) typeName(words []part, want shape, at diag.Loc) bool {
	for _, w := range words {
		id, ok := w.expr.(*ast.Ident)
		if !ok || len(want.enum) == 0 {
			continue
		}
		d := diag.Errorf(locOf(id.Pos(), at.Path), "bad-value", "%s without quotes is no word", id.Name)
		if slices.Contains(want.enum, id.Name) {
			x.report(d.Note("want it in quotes: %q", id.Name))
		} else {
			x.report(suggestWord(wanted(d, want), id.Name, want.enum))
		}
		return true
	}
	return false
}

// incomplete reports a type where a value is wanted. Where the kind of a struct depends on such a field, it is the field.
func (x *explainer) incomplete(path []string, user, def view, want shape, at diag.Loc) {
	if x.circular(user, at) {
		return
	}
	v := x.valueAt(path)
	names, _ := def.names()
	for _, name := range names {
		f := user.field(name)
		if value := v.LookupPath(cue.MakePath(cue.Str(name))); f.spoken() && value.Exists() && value.IncompleteKind() == cue.StringKind && !value.IsConcrete() {
			at, want = f.at(under(at.Path, name), at), shapeOf(def.field(name))
			if x.typeName(f.leaves(), want, at) {
				return
			}
			break
		}
	}
	x.report(wanted(diag.Errorf(at, "incomplete", "no value is given, only what it may be"), want))
}

// pick chooses the literal that is to blame: the first that is not one of the allowed words.
func pick(words []part, want shape) ast.Expr {
	for _, w := range words {
		if text := unquoted(literalText(w.expr)); len(want.enum) > 0 && !slices.Contains(want.enum, text) {
			return w.expr
		}
	}
	return words[0].expr
}

func wanted(d diag.Diagnostic, want shape) diag.Diagnostic {
	if w := want.wants(); w != "" {
		return d.Note("%s", w)
	}
	return d
}

// expression reports an expression that CUE can't compute.
func (x *explainer) expression(p *problem, words []part, want shape, at diag.Loc) bool {
	for _, e := range p.errs {
		format, args := e.Msg()
		text := ""
		rule := "cue-value"
		pos := x.userPos(e)
		switch {
		case !pos.IsValid():
			continue
		case strings.HasPrefix(format, "undefined field") && len(args) == 1:
			x.undefined(fmt.Sprint(args[0]), pos, at)
			return true
		case strings.HasPrefix(format, "invalid interpolation") && x.brokenMark(words):
			return true
		case strings.HasPrefix(format, "invalid interpolation"):
			text, rule = "something in this string is unknown or is no text", "unknown-reference"
		case strings.HasPrefix(format, "invalid operands") && len(args) == 5:
			text = fmt.Sprintf("operator %v can't work on %v and %v", args[2], args[3], args[4])
		case strings.HasPrefix(format, "cannot use") && len(args) == 5:
			text = fmt.Sprintf("argument %v of %v is %v, want %v", args[3], args[4], args[1], args[2])
		case strings.HasPrefix(format, "cannot call non-function") && len(args) == 2:
			text, rule = fmt.Sprintf("no function %q", args[0]), "unknown-reference"
		case strings.HasPrefix(format, "cannot range over") && len(args) == 2:
			text = fmt.Sprintf("can't go over %v, want a list or a struct", args[1])
		case format == "%s" && len(args) == 1 && e.Position() == pos: // the user's own error("…")
			text = fmt.Sprint(args[0])
		case len(p.path) == 0:
			text = "this can't be computed"
		case blames(words, pos) && !strings.HasPrefix(format, "conflicting"):
			x.report(wanted(diag.Errorf(locOf(pos, at.Path), "cue-value", "this expression can't be computed"), want))
			return true
		default:
			continue
		}
		x.report(diag.Errorf(locOf(pos, at.Path), rule, "%s", text))
		return true
	}
	return false
}

// brokenMark reports whether a text names an input or a tool whose declaration is reported.
func (x *explainer) brokenMark(words []part) bool {
	return slices.ContainsFunc(view{x.src.tree, words}.marks(), func(m mark) bool {
		path := strings.Replace(m.name, "input.", "inputs.", 1)
		if parts := strings.Split(path, "."); len(parts) > 2 { // what is wrong with a list breaks its items
			path = strings.Join(parts[:2], ".")
		}
		for bad := range x.bad {
			if bad == path || strings.HasPrefix(bad, path+".") || bad == "inputs" || bad == "tool" {
				return true
			}
		}
		return false
	})
}

// blames reports whether a place lies in an expression that is no literal.
func blames(words []part, pos token.Pos) bool {
	return slices.ContainsFunc(words, func(w part) bool {
		var s spans
		s.add(w.expr)
		_, isName := w.expr.(*ast.Ident)
		return literalKind(w.expr) == "" && !isName && s.hold(pos)
	})
}

// userPos gives the first place of an error that lies in the user's own files.
func (x *explainer) userPos(e errors.Error) token.Pos {
	for _, pos := range append([]token.Pos{e.Position()}, errors.Positions(e)...) {
		if isUsers(pos) {
			return pos
		}
	}
	return token.NoPos
}

// undefined reports a selector that names no field.
func (x *explainer) undefined(name string, pos token.Pos, at diag.Loc) {
	d := diag.Errorf(locOf(pos, at.Path), "unknown-reference", "no field %s here", quote(name))
	for _, f := range x.src.files {
		if f.Filename != pos.Filename() {
			continue
		}
		ast.Walk(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Pos().Offset() == pos.Offset() {
				names, _ := view{x.src.tree, []part{{expr: sel.X}}}.names()
				d = d.Suggest(name, names)
			}
			return true
		}, nil)
	}
	x.report(d)
}

// conflict reports two values for one field.
func (x *explainer) conflict(p *problem, words []part, at diag.Loc) bool {
	if p.says("conflicting values", "incompatible list lengths") == nil {
		return false
	}
	for _, b := range words[min(1, len(words)):] {
		a := words[0]
		this, other := shown(a.expr), shown(b.expr)
		if this == "" || other == "" || this == other && this != "a list" {
			continue
		}
		if before(b.expr.Pos(), a.expr.Pos()) {
			a, b, this, other = b, a, other, this
		}
		d := diag.Errorf(locOf(b.expr.Pos(), at.Path), "conflict", "%s here, but %s at %s", other, this, locOf(a.expr.Pos(), ""))
		if this == other {
			d.Message = fmt.Sprintf("%s here, but another at %s", other, locOf(a.expr.Pos(), ""))
		}
		x.report(d.Note("a field has one value; remove one of them"))
		return true
	}
	return false
}

func before(a, b token.Pos) bool {
	if a.Filename() != b.Filename() {
		return a.Filename() < b.Filename()
	}
	return a.Offset() < b.Offset()
}

// shown gives a literal for a message: a scalar itself, a list or a struct by its kind.
func shown(e ast.Expr) string {
	if s := literalText(e); s != "" {
		return s
	}
	return literalKind(e)
}

// wrongKind reports a literal of a kind that is not allowed.
func (x *explainer) wrongKind(e ast.Expr, def view, want shape, field string, at diag.Loc) {
	d := diag.Errorf(at, "wrong-type", "want %s, got %s", strings.Join(want.kinds, " or "), literalKind(e))
	if pos := e.Pos(); pos.IsValid() && literalKind(e) != "a struct" {
		d.At = locOf(pos, at.Path)
	}
	x.report(remedy(d, e, def, want, field))
}

// wrongLiteral reports a literal that is not allowed.
func (x *explainer) wrongLiteral(e ast.Expr, def view, want shape, path []string, at diag.Loc) {
	text, field := literalText(e), lastName(path)
	if _, err := strconv.Atoi(path[len(path)-1]); err == nil {
		field = "an item of " + field
	}
	at = locOf(e.Pos(), at.Path)
	d := diag.Errorf(at, "bad-value", "%s can't be %s", field, text)
	switch noun := noun(lastName(path)); {
	case text == `""`:
		d.Message = field + " is empty"
		if isReason(field) {
			d.Rule = "reason-blank"
		}
	case literalKind(e) == "a list":
		x.report(diag.Errorf(at, "bad-value", "the list is empty").Note("want at least one item"))
		return
	case noun != "" && len(want.enum) > 0:
		d.Message = "unknown " + noun + " " + text
		if field == "cache" {
			d.Rule = "cache-level"
		}
	}
	d = wanted(d, want)
	if hint := def.remark("hint"); hint != "" {
		d = d.Note("%s", hint)
	}
	x.report(suggestWord(d, unquoted(text), want.enum))
}

// literalKind gives the kind of a literal in words, or "" for other expressions.
func literalKind(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StructLit:
		return "a struct"
	case *ast.ListLit:
		return "a list"
	case *ast.Interpolation:
		if strings.HasPrefix(strings.TrimLeft(pieceValue(e, 0), "#"), "'") {
			return "bytes"
		}
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
		if text := literalText(e.X); text != "" && (e.Op == token.SUB || e.Op == token.ADD) {
			return e.Op.String() + text
		}
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return e.Value
		}
		if s, err := literal.Unquote(e.Value); err == nil {
			const most = 60
			if len(s) > most {
				s = strings.ToValidUTF8(s[:most], "") + "…"
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

// lastName gives the innermost field of a path.
func lastName(path []string) string {
	for _, name := range slices.Backward(path) {
		if _, err := strconv.Atoi(name); err != nil {
			return unquoted(name)
		}
	}
	return "value"
}
