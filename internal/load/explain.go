package load

import (
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// explainer turns CUE's errors into diagnostics. CUE says where something is wrong; what is wrong there is found anew,
// by looking at what the user wrote and at what the schema allows. So no wording of CUE's is ever passed on.
type explainer struct {
	src    *sources
	schema *tree
	diags  diag.List
	bad    map[string]bool // paths that are reported, or that follow from what is reported
}

// explain validates the registry field by field and reports what is wrong. It returns the paths that it speaks of.
func explain(src *sources, schema *tree, v cue.Value) (diag.List, map[string]bool) {
	x := &explainer{src: src, schema: schema, bad: map[string]bool{}}
	var errs []errors.Error
	names, _ := x.schemaRoot().names()
	for _, name := range names {
		if isMarkRoot(name) { // made from inputs and tools, where mistakes are reported
			continue
		}
		if f := v.LookupPath(cue.MakePath(cue.Str(name))); f.Exists() {
			errs = append(errs, errors.Errors(f.Validate(cue.Concrete(true), cue.All()))...)
		}
	}
	for _, e := range errors.Errors(v.Err()) {
		if path := e.Path(); len(path) == 0 || !slices.Contains(names, path[0]) {
			errs = append(errs, e) // of a field for the user's own use, or of the whole
		}
	}
	if len(errs) == 0 {
		return nil, x.bad
	}
	x.leftovers(src.tree.view(), x.schemaRoot(), diag.Loc{}, 0)
	for _, p := range x.problems(errs) {
		x.explain(p)
	}
	return x.diags, x.bad
}

func (x *explainer) schemaRoot() view { return x.schema.view().field("#Registry") }

func (x *explainer) report(d diag.Diagnostic) {
	if !x.bad[d.At.Path] || d.At.Path == "" {
		x.diags = append(x.diags, d)
	}
	x.bad[d.At.Path] = true
}

// problem is all that CUE says about one path.
type problem struct {
	path []string
	errs []errors.Error
}

// problems gathers errors by path, without those that follow from what is reported already.
func (x *explainer) problems(errs []errors.Error) []*problem {
	var out []*problem
	for _, e := range errs {
		if slices.ContainsFunc(errors.Positions(e), x.src.dead.hold) {
			continue
		}
		path := e.Path()
		if format, args := e.Msg(); strings.HasPrefix(format, "required field missing") && len(args) == 1 {
			path = append(slices.Clone(path), fmt.Sprint(args[0]))
		}
		i := slices.IndexFunc(out, func(p *problem) bool { return slices.Equal(p.path, path) })
		if i < 0 {
			i = len(out)
			out = append(out, &problem{path: path})
		}
		out[i].errs = append(out[i].errs, e)
	}
	return out
}

// says finds the error whose message has the prefix.
func (p *problem) says(prefixes ...string) errors.Error {
	for _, e := range p.errs {
		format, _ := e.Msg()
		if slices.ContainsFunc(prefixes, func(s string) bool { return strings.HasPrefix(format, s) }) {
			return e
		}
	}
	return nil
}

func (x *explainer) explain(p *problem) {
	if len(p.path) > 0 && p.path[0] == "input" {
		return // follows from inputs
	}
	user, at := follow(x.src.tree.view(), p.path)
	if x.bad[at.Path] && len(p.path) > 0 || x.dead(user) {
		return
	}
	def, _ := follow(x.schemaRoot(), p.path)
	switch {
	case len(p.path) > 0 && p.says("field not allowed") != nil:
		x.notAllowed(p.path, user, at)
	case len(p.path) > 0 && p.says("field is required", "required field missing") != nil:
		x.missing(p.path, def)
	default:
		x.badValue(p, user, def, at)
	}
}

// dead reports whether the user's words for a place are worthless for a reason that is reported.
func (x *explainer) dead(v view) bool {
	return slices.ContainsFunc(v.leaves(), func(p part) bool { return x.src.dead.hold(p.expr.Pos()) })
}

// leftovers reports fields that the schema does not know. CUE stops looking for them where it finds something else.
func (x *explainer) leftovers(user, def view, at diag.Loc, depth int) {
	known, open := def.names()
	if depth > maxDepth || (open && depth > 0) || !def.given() {
		return
	}
	names, _ := user.names()
	for _, name := range names {
		if strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#") {
			continue
		}
		path := under(at.Path, name)
		sub, subDef := user.field(name), def.field(name)
		if subDef.given() {
			x.leftovers(sub, subDef, sub.at(path, at), depth+1)
			continue
		}
		if len(known) == 0 || depth == 0 {
			continue // no struct, which CUE says; the top level is checked before
		}
		x.report(diag.Errorf(sub.labelAt(path, at), "unknown-field", "unknown field %s", quote(name)).Suggest(name, known))
		if best, ok := diag.Nearest(name, known); ok {
			x.bad[under(at.Path, best)] = true // it is missing, because it is misspelt
		}
	}
	for i := range user.listLen() {
		item := user.item(i)
		path := indexed(at.Path, i)
		x.leftovers(item, def.item(i), item.at(path, at), depth+1)
	}
}

// notAllowed reports a field that the schema does not know at all, or not here.
func (x *explainer) notAllowed(path []string, user view, at diag.Loc) {
	parent, name := path[:len(path)-1], unquoted(path[len(path)-1])
	around, aroundAt := follow(x.src.tree.view(), parent)
	at = user.labelAt(at.Path, aroundAt)
	def, _ := follow(x.schemaRoot(), parent)
	known, _ := def.names()
	switch want := keyWant(def); {
	case slices.Contains(known, name):
		x.notHere(around, def.field(name), name, at)
	case want != "":
		x.report(diag.Errorf(at, "bad-name", "%s can't be a name here", quote(name)).Note("%s", want))
	default:
		x.report(diag.Errorf(at, "unknown-field", "unknown field %s", quote(name)).Suggest(name, known))
	}
}

// notHere reports a field that stands under a condition that does not hold.
func (x *explainer) notHere(around, def view, name string, at diag.Loc) {
	var where []string
	for _, p := range def.parts {
		field, cond := condition(p.cond)
		if field == "" {
			continue
		}
		if x.bad[under(strings.TrimSuffix(at.Path, "."+name), field)] {
			return // what decides is reported itself
		}
		where = append(where, cond)
	}
	rule := "field-not-here"
	if strings.HasSuffix(strings.ToLower(name), "reason") {
		rule = "reason-forbidden"
	}
	d := diag.Errorf(at, rule, "field %s is not allowed here", quote(name))
	if len(where) > 0 {
		d = d.Note("it belongs where %s", strings.Join(where, " or "))
	}
	x.report(d)
}

// condition reads a condition of the schema: the field that decides, and the whole in words.
func condition(e ast.Expr) (field, words string) {
	c, ok := e.(*ast.BinaryExpr)
	if !ok {
		return "", ""
	}
	id, ok := c.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	verb := map[token.Token]string{token.EQL: "is", token.NEQ: "is not"}[c.Op]
	return id.Name, quote(id.Name) + " " + verb + " " + literalText(c.Y)
}

// keyWant gives the schema's words for the keys of a struct of named things.
func keyWant(def view) string {
	want := ""
	for _, p := range def.parts {
		def.t.spread(p, 0, func(_ part, m *members, _ *ast.ListLit) {
			if m == nil {
				return
			}
			for _, f := range m.pattern {
				if list, ok := f.Label.(*ast.ListLit); ok && len(list.Elts) == 1 {
					want = shapeOf(view{def.t, []part{{expr: list.Elts[0]}}}).want
				}
			}
		})
	}
	return want
}

// missing reports a field that is required: at the field that demands it, else at its struct. Where the struct is
// missing itself, that is what is reported.
func (x *explainer) missing(path []string, def view) {
	for len(path) > 1 {
		if v, _ := follow(x.src.tree.view(), path[:len(path)-1]); v.spoken() {
			break
		}
		path = path[:len(path)-1]
		def, _ = follow(x.schemaRoot(), path)
	}
	around, at := follow(x.src.tree.view(), path[:len(path)-1])
	name := unquoted(path[len(path)-1])
	parent := at.Path
	for _, p := range def.parts {
		if field, _ := condition(p.cond); field != "" && around.field(field).spoken() {
			if x.bad[under(parent, field)] {
				return
			}
			at = around.field(field).at("", at)
		}
	}
	if at.File == "" {
		at = packageLoc(x.src.files[0])
	}
	at.Path = under(parent, name)
	rule := "missing-field"
	if strings.HasSuffix(strings.ToLower(name), "reason") {
		rule = "reason-missing"
	}
	d := diag.Errorf(at, rule, "field %s is missing", quote(name))
	if want := shapeOf(def).wants(); want != "" {
		d = d.Note("%s", want)
	}
	x.report(d)
}
