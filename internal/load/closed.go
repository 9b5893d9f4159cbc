package load

import (
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// definition is a use of a definition of the user's own, which is closed.
type definition struct {
	name string
	pos  token.Pos // where it is used
	view view      // what it holds
}

// definitions finds the user's own definitions that a value is made from.
func (v view) definitions() []definition {
	defer v.t.query()()
	var out []definition
	var walk func(p part, depth int)
	walk = func(p part, depth int) {
		if p.expr == nil || depth > maxDepth || !v.t.step() {
			return
		}
		next := v.t.operands(p)
		if name := referredTo(p.expr); strings.HasPrefix(name, "#") && isUsers(p.expr.Pos()) {
			out = append(out, definition{name, p.expr.Pos(), view{v.t, next}})
			return
		}
		if lit, ok := p.expr.(*ast.StructLit); ok {
			for _, e := range v.t.index(lit.Elts).embeds {
				q := p
				q.expr = e
				walk(q, depth+1)
			}
		}
		for _, q := range next {
			walk(q, depth+1)
		}
	}
	for _, p := range v.parts {
		walk(p, 0)
	}
	return out
}

// lacks reports whether a struct inside the definition, which is as closed, has no room for a field.
func (d definition) lacks(path []string, name string) bool {
	inner, _ := follow(d.view, path)
	names, open := inner.names()
	return inner.given() && !open && !slices.Contains(names, name) && !inner.field(name).given()
}

// takesKey reports whether the schema lets a struct of named things have one of this name.
func takesKey(def view, name string) bool {
	keys := def.keys()
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key view) bool { return !matches(key, name) })
}

// matches holds a name against the expressions of a definition like #Ident.
func matches(def view, name string) bool {
	for _, p := range def.leaves() {
		u, ok := p.expr.(*ast.UnaryExpr)
		if !ok || u.Op != token.MAT && u.Op != token.NMAT {
			continue
		}
		lit, ok := u.X.(*ast.BasicLit)
		if !ok {
			continue
		}
		pattern, err := literal.Unquote(lit.Value)
		if err != nil {
			continue
		}
		if re, err := regexp.Compile(pattern); err == nil && re.MatchString(name) != (u.Op == token.MAT) {
			return false
		}
	}
	return true
}

// referredTo gives the last name of a reference.
func referredTo(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		name, _, _ := ast.LabelName(x.Sel)
		return name
	}
	return ""
}

// closedOff reports a field of the language that a definition of the user's own, or of a value around, leaves no room for:
// definitions are closed, and the schema adds fields with defaults to what is made from them.
func (x *explainer) closedOff(parent []string, user view, name string) bool {
	for n := len(parent); n > 0; n-- {
		v, at := follow(x.src.tree.view(), parent[:n])
		for _, d := range v.definitions() {
			names, open := d.view.names()
			if n == len(parent) && (open || slices.Contains(names, name)) || n < len(parent) && user.spoken() && !d.lacks(parent[n:], name) {
				continue
			}
			x.report(diag.Errorf(locOf(d.pos, at.Path), "field-not-here", "%s is closed, and what is made from it needs fields that it does not have, e.g. %s", d.name, quote(name)).
				Note("call it %s, or add \"...\" to it", quote("_"+strings.TrimPrefix(d.name, "#"))))
			return true
		}
	}
	return false
}
