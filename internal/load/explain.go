package load

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"

	"github.com/promptgen/promptgen/internal/diag"
)

// explainer turns CUE's errors into diagnostics. CUE says where something is wrong; what is wrong there is found anew,
// by looking at what the user wrote and at what the schema allows. So no wording of CUE's is ever passed on.
type explainer struct {
	src    *sources
	schema *tree
	diags  diag.List
	value  cue.Value
	bad    map[string]bool // paths that are reported, or that follow from what is reported

	circles func() []circle
}

// explain validates the registry field by field and reports what is wrong. It returns the paths that it speaks of.
func explain(src *sources, schema *tree, v cue.Value, reported diag.List) (diag.List, map[string]bool) {
	x := &explainer{src: src, schema: schema, value: v, bad: map[string]bool{}, circles: sync.OnceValue(src.tree.circles)}
	for _, d := range reported {
		if d.At.Path != "" {
			x.bad[d.At.Path] = true
		}
	}
	var errs []errors.Error
	names, _ := x.schemaRoot().names()
	// Marks come first: what they break in texts follows from them. The field input is made from inputs.
	for _, name := range append([]string{"inputs", "tool"}, names...) {
		if name == "input" {
			continue
		}
		if f := v.LookupPath(cue.MakePath(cue.Str(name))); f.Exists() {
			errs = append(errs, errors.Errors(f.Validate(cue.Concrete(true), cue.All()))...)
		}
	}
	// What CUE can't even compile has no fields: then the errors of the whole are all there is.
	compiled := v.LookupPath(cue.MakePath(cue.Str("contract"))).Exists()
	for _, e := range errors.Errors(v.Err()) {
		if path := e.Path(); !compiled || len(path) == 0 || !slices.Contains(names, path[0]) {
			errs = append(errs, e) // of a field for the user's own use, or of the whole
		}
	}
	if len(errs) == 0 {
		return nil, x.bad
	}
	whole := spot{user: src.tree.view(), def: x.schemaRoot(), v: v}
	x.survey(whole, 0)
	problems := x.problems(errs)
	for _, p := range problems {
		x.markDependents(p)
	}
	for _, p := range problems {
		x.explain(p)
	}
	x.misplaced(whole, nil)
	if len(x.diags) == 0 && !reported.HasErrors() { // CUE finds something wrong, so something must be said
		x.diags = append(x.diags, diag.Errorf(x.firstPlace(&problem{errs: errs}), "cue-value", "this can't be computed"))
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
		path := named(e.Path())
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

// named cuts a path at what has no name: CUE writes let[] for a let clause, for[] for a comprehension.
func named(path []string) []string {
	if i := slices.IndexFunc(path, func(s string) bool { return strings.HasSuffix(s, "[]") }); i >= 0 {
		return path[:i]
	}
	return path
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
	if len(p.path) > 0 && strings.HasPrefix(p.path[0], "#") {
		x.ofDefinition(p)
		return
	}
	user, at := follow(x.src.tree.view(), p.path)
	if x.follows(at.Path) || x.dead(user) {
		return
	}
	if e := p.says("cyclic references in let clause"); e != nil {
		x.report(diag.Errorf(locOf(x.userPos(e), at.Path), "cue-value", "names of let clauses refer to each other in a circle").Note("give one of them its value"))
		return
	}
	def := x.definition(p.path)
	switch {
	case len(p.path) > 0 && p.says("field not allowed") != nil:
		x.notAllowed(p.path, user, at)
	case len(p.path) > 0 && p.says("field is required", "required field missing") != nil:
		x.missing(p.path, def)
	default:
		x.badValue(p, user, def, at)
	}
}

// firstPlace is the first place in the user's own files that CUE names with a problem, else the registry's first line.
func (x *explainer) firstPlace(p *problem) diag.Loc {
	for _, e := range p.errs {
		for _, pos := range errors.Positions(e) {
			if isUsers(pos) {
				return locOf(pos, "")
			}
		}
	}
	return diag.Loc{File: "registry.cue", Line: 1, Col: 1}
}

// markDependents takes note of fields whose shape depends on one that is wrong itself, e.g. item on type.
func (x *explainer) markDependents(p *problem) {
	if len(p.path) < 2 || p.says("field not allowed", "field is required", "required field missing") != nil {
		return
	}
	outer, name := p.path[:len(p.path)-1], unquoted(p.path[len(p.path)-1])
	def, _ := follow(x.schemaRoot(), outer)
	_, at := follow(x.src.tree.view(), outer)
	known, _ := def.names()
	for _, other := range known {
		parts := def.field(other).parts
		if slices.ContainsFunc(parts, func(p part) bool {
			return slices.ContainsFunc(p.conds, func(e ast.Expr) bool {
				c, ok := readCondition(e)
				return ok && c.field == name
			})
		}) {
			x.bad[under(at.Path, other)] = true
		}
	}
}

// follows reports whether the path, or one around it, is reported already.
func (x *explainer) follows(path string) bool {
	for path != "" {
		if x.bad[path] {
			return true
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return false
}

// dead reports whether the user's words for a place are worthless for a reason that is reported.
func (x *explainer) dead(v view) bool {
	return slices.ContainsFunc(v.leaves(), func(p part) bool { return x.src.dead.hold(p.expr.Pos()) })
}

// notAllowed reports a field that the schema does not know at all, or not here.
func (x *explainer) notAllowed(path []string, user view, at diag.Loc) {
	parent, name := path[:len(path)-1], unquoted(path[len(path)-1])
	_, aroundAt := follow(x.src.tree.view(), parent)
	at = user.labelAt(at.Path, aroundAt)
	def, _ := follow(x.schemaRoot(), parent)
	known, open := def.names()
	switch want := keyWant(def); {
	case (slices.Contains(known, name) || open || takesKey(def, name)) && x.closedOff(parent, user, name):
	case slices.Contains(known, name):
		x.notHere(parent, def.field(name), name, at)
	case want != "":
		x.report(diag.Errorf(at, "bad-name", "%s can't be a name here", quote(name)).Note("%s", want))
	default:
		x.report(suggestWord(diag.Errorf(at, "unknown-field", "unknown field %s", quote(name)), name, known))
	}
}

// notHere reports a field that stands under a condition that does not hold.
func (x *explainer) notHere(parent []string, def view, name string, at diag.Loc) {
	v := x.valueAt(parent)
	around := strings.TrimSuffix(at.Path, "."+name)
	var where []string
	for _, p := range def.parts {
		c, ok := failing(p.conds, v)
		if !ok {
			continue
		}
		decides, _ := follow(x.src.tree.view(), append(slices.Clip(parent), c.field))
		if x.bad[under(around, c.field)] || x.closedOff(parent, decides, c.field) {
			return // what decides is reported itself
		}
		where = append(where, c.words)
	}
	rule := "field-not-here"
	if isReason(name) {
		rule = "reason-forbidden"
	}
	d := diag.Errorf(at, rule, "field %s is not allowed here", quote(name))
	if len(where) > 0 {
		d = d.Note("it belongs where %s", strings.Join(where, " or "))
	}
	x.report(d)
}

// keyWant gives the schema's words for the keys of a struct of named things.
func keyWant(def view) string {
	want := ""
	for _, key := range def.keys() {
		want = shapeOf(key).want
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
	x.missingField(spot{user: around, def: def, v: x.valueAt(path[:len(path)-1]), at: at}, unquoted(path[len(path)-1]))
}

// missingField reports that a struct lacks a field; s.def is the field's definition.
func (x *explainer) missingField(s spot, name string) {
	at := s.at
	for _, p := range s.def.parts {
		if len(p.conds) == 0 {
			continue
		}
		c, ok := readCondition(p.conds[len(p.conds)-1])
		if ok && s.user.field(c.field).spoken() {
			if x.bad[under(s.at.Path, c.field)] {
				return
			}
			at = s.user.field(c.field).at("", at)
		}
	}
	if at.File == "" {
		at = packageLoc(x.src.files[0])
	}
	at.Path = under(s.at.Path, name)
	rule := "missing-field"
	if isReason(name) {
		rule = "reason-missing"
	}
	x.report(hinted(wanted(diag.Errorf(at, rule, "field %s is missing", quote(name)), shapeOf(s.def)), s.def, name))
}
