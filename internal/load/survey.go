package load

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// spot is one place: what the user wrote, what the schema says, and what came out.
type spot struct {
	user, def view
	v         cue.Value
	at        diag.Loc
	up        view // the definition around
}

func (s spot) field(name string) spot {
	user := s.user.field(name)
	return spot{user, s.def.field(name).where(s.v), s.v.LookupPath(cue.MakePath(cue.Str(name))), user.at(under(s.at.Path, name), s.at), s.def}
}

func (s spot) item(i int) spot {
	user := s.user.item(i)
	return spot{user, s.def.item(i), s.v.LookupPath(cue.MakePath(cue.Index(i))), user.at(indexed(s.at.Path, i), s.at), s.up}
}

// survey walks what the user wrote beside the schema, and reports fields that the schema does not know and fields that
// it demands. CUE stops looking for both where it finds something else wrong nearby.
func (x *explainer) survey(s spot, depth int) {
	known, open := s.def.names()
	if depth > maxDepth || (open && depth > 0) || !s.def.given() || !s.v.Exists() {
		return
	}
	names, _ := s.user.names()
	for _, name := range names {
		if strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#") || isMarkRoot(name) && depth == 0 {
			continue
		}
		if def := s.def.field(name); def.given() {
			f := s.field(name)
			if !f.def.given() {
				f.def = def // not allowed here, which CUE says
			}
			x.survey(f, depth+1)
		} else if len(known) > 0 && depth > 0 {
			x.unknownField(s, name, known)
		}
	}
	for i := range s.user.listLen() {
		x.survey(s.item(i), depth+1)
	}
	kind := s.v.IncompleteKind()
	if depth > 0 && s.user.spoken() && (kind == cue.StructKind || kind == cue.BottomKind && len(names) > 0) {
		x.demanded(s, known)
	}
}

// misplaced walks the same way and reports fields of the language that are not allowed where they stand, once it is known
// what is wrong with those that decide that.
func (x *explainer) misplaced(s spot, path []string) {
	if len(path) > maxDepth || !s.def.given() || !s.v.Exists() {
		return
	}
	names, _ := s.user.names()
	for _, name := range names {
		def, f, at := s.def.field(name), s.field(name), append(slices.Clip(path), name)
		if x.follows(f.at.Path) {
			continue
		}
		if def.given() && !f.def.given() && f.user.spoken() && len(path) > 0 {
			x.notHere(path, def, name, f.user.labelAt(f.at.Path, s.at))
			continue
		}
		x.misplaced(f, at)
	}
	for i := range s.user.listLen() {
		x.misplaced(s.item(i), append(slices.Clip(path), strconv.Itoa(i)))
	}
}

func (x *explainer) unknownField(s spot, name string, known []string) {
	user := s.user.field(name)
	d := diag.Errorf(user.labelAt(under(s.at.Path, name), s.at), "unknown-field", "unknown field %s", quote(name))
	best, ok := diag.Nearest(name, known)
	if !ok {
		if other := elsewhere(d, name, s); len(other.Notes) > 0 {
			x.report(other)
			return
		}
		best, ok = synonym(name, known)
	}
	if ok {
		x.bad[under(s.at.Path, best)] = true // where it is missing, it is because it is misspelt
		d = d.Note("did you mean %q?", best)
	}
	x.report(d)
}

// demanded reports fields that the schema demands under conditions that hold, and that are not there.
func (x *explainer) demanded(s spot, known []string) {
	for _, name := range known {
		f := s.field(name)
		required := slices.ContainsFunc(f.def.parts, func(p part) bool { return p.field != nil && p.field.Constraint == token.NOT })
		if required && !f.user.given() && !f.v.Exists() && !x.bad[f.at.Path] {
			x.missingField(spot{user: s.user, def: f.def, v: s.v, at: s.at}, name)
		}
	}
}

// cond is a condition of the schema: a field that is, or is not, a word.
type cond struct {
	field string
	is    bool
	word  string
	words string // the whole for a message
}

func readCondition(e ast.Expr) (cond, bool) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return cond{}, false
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return cond{}, false
	}
	c := cond{field: id.Name, is: b.Op == token.EQL, word: unquoted(literalText(b.Y))}
	c.words = quote(c.field) + " is " + quote(c.word)
	if !c.is {
		c.words = quote(c.field) + " is not " + quote(c.word)
	}
	return c, true
}

// failing gives the first condition that does not hold for a value, or can't be judged.
func failing(conds []ast.Expr, v cue.Value) (cond, bool) {
	for _, e := range conds {
		c, ok := readCondition(e)
		if !ok {
			return c, false
		}
		word, err := v.LookupPath(cue.MakePath(cue.Str(c.field))).String()
		if err != nil || (word == c.word) != c.is {
			return c, true
		}
	}
	return cond{}, false
}

// where keeps the parts of a definition whose conditions hold for the value around.
func (v view) where(around cue.Value) view {
	out := view{t: v.t}
	for _, p := range v.parts {
		if _, fails := failing(p.conds, around); !fails {
			out.parts = append(out.parts, p)
		}
	}
	return out
}

// definition gives what the schema says of a path, under the conditions that hold there.
func (x *explainer) definition(path []string) view {
	def := x.schemaRoot()
	for i, name := range path {
		def, _ = follow(def, path[i:i+1])
		if here := def.where(x.valueAt(path[:i])); here.given() && !isIndex(name) {
			def = here
		}
	}
	return def
}

func isIndex(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
}

// valueAt gives what came out at a path.
func (x *explainer) valueAt(path []string) cue.Value {
	var sels []cue.Selector
	for _, s := range path {
		if i, err := strconv.Atoi(s); err == nil {
			sels = append(sels, cue.Index(i))
		} else if strings.HasPrefix(s, "_") || strings.HasPrefix(s, "#") {
			return cue.Value{}
		} else {
			sels = append(sels, cue.Str(unquoted(s)))
		}
	}
	return x.value.LookupPath(cue.MakePath(sels...))
}
