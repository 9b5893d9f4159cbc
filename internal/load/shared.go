package load

import (
	"slices"
	"strconv"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
)

// ofDefinition explains a problem that CUE has with a definition of the schema, which no user knows: the value of a field
// is that definition and nothing else, because the user wrote _ there or a circle of references.
func (x *explainer) ofDefinition(p *problem) {
	defer x.src.tree.query()()
	var places [][]string
	if len(x.circles()) == 0 {
		names, _ := x.schemaRoot().names()
		for _, name := range names {
			places = append(places, x.sharing(x.src.tree.view().field(name), []string{name}, p)...)
		}
	}
	for _, path := range places {
		x.explain(&problem{path: append(path, p.path[1:]...), errs: p.errs})
	}
	if len(places) == 0 {
		x.anyCircle(p)
	}
}

// sharing gives the paths of the innermost fields and items of the user's at which a problem turns up.
func (x *explainer) sharing(user view, path []string, p *problem) [][]string {
	v := x.valueAt(path)
	if !v.Exists() || len(path) > maxDepth || !slices.ContainsFunc(errors.Errors(v.Validate(cue.Concrete(true), cue.All())), func(e errors.Error) bool {
		return slices.Equal(e.Path()[:min(1, len(e.Path()))], p.path[:1])
	}) {
		return nil
	}
	var out [][]string
	names, _ := user.names()
	if fields, err := v.Fields(); err == nil { // those whose names an expression gives, too
		for fields.Next() {
			if name := fields.Selector().Unquoted(); !slices.Contains(names, name) && user.field(name).spoken() {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		out = append(out, x.sharing(user.field(name), append(slices.Clip(path), name), p)...)
	}
	for i := range user.listLen() {
		out = append(out, x.sharing(user.item(i), append(slices.Clip(path), strconv.Itoa(i)), p)...)
	}
	if len(out) == 0 && user.spoken() {
		out = [][]string{path}
	}
	return out
}
