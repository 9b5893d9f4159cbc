package gate

import (
	"go/build/constraint"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Setting is a World in which everything is decided: it evaluates conditions for one prompt. The World's transport
// must not be open, and its registry must be free of errors: a condition that is wrong does not hold.
type Setting struct {
	World *World
	Gates map[string]bool        // what the host sets; what is pinned or follows from an input is not looked up here
	Given func(path string) bool // whether an input is given, or a field of the item at hand; toolsets by name
}

// gate reports whether a gate is on.
func (s *Setting) gate(name string) bool {
	g := s.World.Registry.Gate(name)
	if g == nil {
		return false
	}
	if v, ok := registry.Pinned(name, s.World.Profile, s.World.Agent); ok {
		return v
	}
	if g.From.Given() {
		return s.Given(g.From.Text)
	}
	return s.Gates[name]
}

// Holds evaluates a condition of the source; an empty one holds.
func (s *Setting) Holds(when string) bool {
	w := s.World
	c, ok := w.conds[when]
	if !ok {
		var err error
		if c, err = Parse(when); err != nil {
			return false
		}
		w.conds[when] = c
	}
	return c.Expr == nil || s.eval(c.Expr)
}

// eval leaves out what is decided already, so that only what matters is looked up.
func (s *Setting) eval(x constraint.Expr) bool {
	switch x := x.(type) {
	case *constraint.NotExpr:
		return !s.eval(x.X)
	case *constraint.AndExpr:
		return s.eval(x.X) && s.eval(x.Y)
	case *constraint.OrExpr:
		return s.eval(x.X) || s.eval(x.Y)
	case *constraint.TagExpr:
		return s.term(TermOf(x.Tag))
	default:
		return false
	}
}

func (s *Setting) term(t Term) bool {
	switch t.Kind {
	case GateTerm:
		return s.gate(t.Name)
	case TransportTerm:
		return s.World.Transport == t.Name
	case ProfileTerm:
		return s.World.Profile.Name == t.Name
	case InputTerm:
		return s.Given(t.Name)
	case ToolTerm:
		return s.Shows(t.Name)
	case ParamTerm:
		return s.showsParam(t.Name, t.Param)
	default:
		return false
	}
}

// Shows reports whether a tool or toolset is in the prompt.
func (s *Setting) Shows(tool string) bool {
	w := s.World
	if !w.Profile.ListsTool(tool) || w.Agent != nil && !w.Agent.Allowed(tool) {
		return false
	}
	if t := w.Registry.Tool(tool); t != nil {
		return s.Holds(t.When.Text)
	}
	ts := w.Registry.Toolset(tool)
	return ts != nil && s.Given(tool) && s.Holds(ts.When.Text)
}

// showsParam reports whether a parameter is in the prompt, which needs its tool to be there.
func (s *Setting) showsParam(tool, name string) bool {
	t := s.World.Registry.Tool(tool)
	if t == nil || !s.Shows(tool) {
		return false
	}
	i := slices.IndexFunc(t.Params, func(p registry.Param) bool { return p.Name == name })
	return i >= 0 && s.Holds(t.Params[i].When.Text)
}

// Broken returns the constraints that the setting breaks.
func (s *Setting) Broken() []Rule {
	return slices.DeleteFunc(Rules(s.World.Registry), func(r Rule) bool {
		return !s.gate(r.Gate) || s.gate(r.Other) != r.Excludes
	})
}
