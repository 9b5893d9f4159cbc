package audit

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// Moved says which constraints of a tool's parameters a projection says in descriptions.
type Moved struct {
	Projection  string       `json:"projection"`
	Tool        string       `json:"tool"`
	Constraints []Constraint `json:"constraints"`
}

// Constraint is a keyword of a parameter.
type Constraint struct {
	Path    string `json:"path"` // e.g. "edits[].old", "tags[]"
	Keyword string `json:"keyword"`
	Kept    bool   `json:"kept"` // the schema has it as well
}

// movedIn lists them for the projections of the contract and the tools of a profile; none over xml, where no schema is.
func movedIn(r *registry.Registry, tools []strict.Tool, transport string) []Moved {
	out := []Moved{}
	if transport != "native" {
		return out
	}
	for _, p := range r.Projected() {
		for _, t := range tools {
			x := Moved{Projection: p.Name, Tool: t.Name}
			for _, m := range project.MovedIn(p.Name, t.Strict, t.Params) {
				x.Constraints = append(x.Constraints, Constraint{m.Path, m.Keyword, m.Kept})
			}
			if x.Constraints != nil {
				out = append(out, x)
			}
		}
	}
	return out
}

// text is what a projection moves, e.g. "path minLength, pattern; tags[] maxLength".
func (x *Moved) text(kept bool) string {
	var paths []string
	keywords := map[string][]string{}
	for _, c := range x.Constraints {
		if c.Kept != kept {
			continue
		}
		if !slices.Contains(paths, c.Path) {
			paths = append(paths, c.Path)
		}
		keywords[c.Path] = append(keywords[c.Path], c.Keyword)
	}
	for i, p := range paths {
		paths[i] = p + " " + strings.Join(keywords[p], ", ")
	}
	return strings.Join(paths, "; ")
}

// movedText has a line for each tool and projection. Profiles in which a tool is alike share it.
func (r *Report) movedText() string {
	var rows [][]string
	add := func(x Moved, how string, kept bool) {
		text := x.text(kept)
		row := []string{x.Projection, x.Tool, how, text}
		if text != "" && !slices.ContainsFunc(rows, func(o []string) bool { return slices.Equal(o, row) }) {
			rows = append(rows, row)
		}
	}
	for i := range r.Profiles {
		for _, x := range r.Profiles[i].Moved {
			add(x, "moved", false)
			add(x, "repeated", true)
		}
	}
	if rows == nil {
		return ""
	}
	slices.SortStableFunc(rows, func(a, b []string) int { return rank(a[0]) - rank(b[0]) })
	return "constraints in descriptions: moved there, or repeated there beside the schema\n" + indent(table(rows, "")) + "\n"
}

// rank is the place of a projection among all.
func rank(projection string) int {
	return slices.IndexFunc(registry.Projections(), func(p registry.Projection) bool { return p.Name == projection })
}
