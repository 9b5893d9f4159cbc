package gate

import (
	"fmt"
	"go/build/constraint"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Rule is a constraint between two gates: Gate implies Other, or excludes it.
type Rule struct {
	At       diag.Loc // of Other in the declaration of Gate
	Gate     string
	Other    string
	Excludes bool
}

// String says the rule, e.g. "subagent_run excludes yolo".
func (r Rule) String() string {
	if r.Excludes {
		return r.Gate + " excludes " + r.Other
	}
	return r.Gate + " implies " + r.Other
}

// SetIn is where the first of some cases sets one of the gates of a constraint.
func (r Rule) SetIn(cases ...*registry.Case) (at diag.Loc, ok bool) {
	for _, c := range cases {
		for _, name := range []string{r.Gate, r.Other} {
			for _, v := range c.Gates {
				if v.Name.Text == name {
					return v.Name.At, true
				}
			}
		}
	}
	return diag.Loc{}, false
}

// Rules returns the constraints of a registry by gate, in the order of the source.
func Rules(r *registry.Registry) []Rule {
	var rules []Rule
	for i := range r.Gates {
		g := &r.Gates[i]
		for _, o := range g.Implies {
			rules = append(rules, Rule{At: o.At, Gate: g.Name, Other: o.Text})
		}
		for _, o := range g.Excludes {
			rules = append(rules, Rule{At: o.At, Gate: g.Name, Other: o.Text, Excludes: true})
		}
	}
	return rules
}

// World is what a condition is judged in: a profile of a registry, an agent, and a transport. It remembers what it
// has parsed and expanded, so it is not safe for concurrent use.
type World struct {
	Registry  *registry.Registry
	Profile   *registry.Profile
	Agent     *registry.Subagent // nil: the main agent
	Transport string             // "native", "xml"; "" where both are open

	atoms  []Atom
	index  map[Atom]int
	conds  map[string]*Cond
	tools  map[string]Formula // by key of the path, "tool.x", "param.x.y"
	path   []string           // what is being expanded, to find cycles
	rules  []Formula
	shares [][]int // atoms of each rule, sorted
}

// NewWorld makes a World. An empty transport leaves it open where the profile offers both. Constraints that name an
// unknown gate are left out.
func NewWorld(r *registry.Registry, p *registry.Profile, agent *registry.Subagent, transport string) *World {
	if transport == "" && len(p.Transports) == 1 {
		transport = p.Transports[0].Text
	}
	w := &World{Registry: r, Profile: p, Agent: agent, Transport: transport,
		index: map[Atom]int{}, conds: map[string]*Cond{}, tools: map[string]Formula{}}
	for _, rule := range Rules(r) {
		f, err1 := w.Gate(rule.Gate)
		g, err2 := w.Gate(rule.Other)
		if err1 != nil || err2 != nil {
			continue
		}
		if rule.Excludes {
			g = Not(g)
		}
		w.require(Implies(f, g))
	}
	return w
}

// Worlds returns what the main agent sees of a profile, then what each subagent does that may run in it. Pins may leave
// no setting in some of them: those are not feasible.
func Worlds(r *registry.Registry, p *registry.Profile, transport string) []*World {
	ws := []*World{NewWorld(r, p, nil, transport)}
	for i := range r.Subagents {
		if a := &r.Subagents[i]; a.Allows(p.Name) {
			ws = append(ws, NewWorld(r, p, a, transport))
		}
	}
	return ws
}

// require adds a constraint.
func (w *World) require(f Formula) {
	if v, ok := f.IsConst(); ok && v {
		return
	}
	w.rules = append(w.rules, f)
	w.shares = append(w.shares, support(f))
}

func support(f Formula) []int {
	set := map[int]bool{}
	f.atoms(set)
	var vs []int
	for v := range set {
		vs = append(vs, v)
	}
	slices.Sort(vs)
	return vs
}

func (w *World) atom(a Atom) Formula {
	i, ok := w.index[a]
	if !ok {
		i = len(w.atoms)
		w.atoms, w.index[a] = append(w.atoms, a), i
	}
	return Formula{op: opAtom, v: i}
}

// UnknownError says that a condition names what does not exist.
type UnknownError struct{ Term Term }

// Error names the term.
func (e *UnknownError) Error() string { return fmt.Sprintf("unknown term %q", e.Term.Tag) }

// CycleError says that a condition depends on itself.
type CycleError struct {
	Path []string // e.g. "tool.a", "param.b.x", "tool.a"
}

// Error shows the way round.
func (e *CycleError) Error() string {
	return "condition depends on itself: " + strings.Join(e.Path, " -> ")
}

// When expands a condition of the source; an empty one is true. The error is a *SyntaxError, an *UnknownError or a
// *CycleError.
func (w *World) When(src string) (Formula, error) {
	c, ok := w.conds[src]
	if !ok {
		var err error
		if c, err = Parse(src); err != nil {
			return Formula{}, err
		}
		w.conds[src] = c
	}
	return w.Expand(c)
}

// Expand turns a condition into a formula. The error is an *UnknownError or a *CycleError.
func (w *World) Expand(c *Cond) (Formula, error) {
	if c.Expr == nil {
		return Const(true), nil
	}
	return w.expand(c.Expr)
}

func (w *World) expand(x constraint.Expr) (Formula, error) {
	switch x := x.(type) {
	case *constraint.NotExpr:
		f, err := w.expand(x.X)
		return Not(f), err
	case *constraint.AndExpr:
		return w.expandBoth(x.X, x.Y, All)
	case *constraint.OrExpr:
		return w.expandBoth(x.X, x.Y, Any)
	case *constraint.TagExpr:
		return w.term(TermOf(x.Tag))
	default:
		return Formula{}, fmt.Errorf("condition of type %T", x) // there are no others
	}
}

func (w *World) expandBoth(x, y constraint.Expr, join func(...Formula) Formula) (Formula, error) {
	f, err := w.expand(x)
	if err != nil {
		return Formula{}, err
	}
	g, err := w.expand(y)
	if err != nil {
		return Formula{}, err
	}
	return join(f, g), nil
}

// term expands one term. The error is an *UnknownError or a *CycleError.
func (w *World) term(t Term) (Formula, error) {
	switch t.Kind {
	case GateTerm:
		return w.Gate(t.Name)
	case TransportTerm:
		return w.transport(t.Name), nil
	case ProfileTerm:
		if w.Registry.Profile(t.Name) == nil {
			return Formula{}, &UnknownError{t}
		}
		return Const(w.Profile.Name == t.Name), nil
	case InputTerm:
		return w.Given(t.Name)
	case ToolTerm:
		return w.Tool(t.Name)
	case ParamTerm:
		return w.Param(t.Name, t.Param)
	default:
		return Formula{}, &UnknownError{t}
	}
}

func (w *World) transport(name string) Formula {
	if w.Transport != "" {
		return Const(w.Transport == name)
	}
	f := w.atom(Atom{TransportAtom, "xml"})
	if name == "native" {
		return Not(f)
	}
	return f
}

// Gate says when a gate is on: a pin decides, then the source that it follows from, then the host.
func (w *World) Gate(name string) (Formula, error) {
	g := w.Registry.Gate(name)
	if g == nil {
		return Formula{}, &UnknownError{Term{Kind: GateTerm, Name: name, Tag: name}}
	}
	if v, ok := registry.Pinned(name, w.Profile, w.Agent); ok {
		return Const(v), nil
	}
	switch {
	case !g.From.Given():
		return w.atom(Atom{GateAtom, name}), nil
	case w.Registry.Toolset(g.From.Text) != nil:
		if !w.Profile.ListsTool(g.From.Text) { // nothing is made of what the host gives for it
			return Const(false), nil
		}
		return w.atom(Atom{ToolsetAtom, g.From.Text}), nil
	default:
		return w.Given(g.From.Text)
	}
}

// Given says when an input, or a field of the item at hand, is given: always where it is required.
func (w *World) Given(path string) (Formula, error) {
	field, _ := w.Registry.Field(path)
	if field == nil {
		return Formula{}, &UnknownError{Term{Kind: InputTerm, Name: path, Tag: "input." + path}}
	}
	var outer Formula
	list, _, nested := cutLast(path)
	if nested {
		var err error
		if outer, err = w.Given(list); err != nil {
			return Formula{}, err
		}
	}
	switch {
	case field.Required && nested:
		return outer, nil
	case field.Required:
		return Const(true), nil
	}
	_, known := w.index[Atom{InputAtom, path}]
	f := w.atom(Atom{InputAtom, path})
	if nested && !known {
		w.require(Implies(f, outer)) // an item is at hand only where its list is given
	}
	return f, nil
}

func cutLast(path string) (before, after string, ok bool) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// Tool says when a tool or toolset is shown: the profile lists it, the agent's list allows it, its condition holds.
func (w *World) Tool(name string) (Formula, error) {
	when, given := "", Const(true)
	if t := w.Registry.Tool(name); t != nil {
		when = t.When.Text
	} else if ts := w.Registry.Toolset(name); ts != nil {
		when, given = ts.When.Text, w.atom(Atom{ToolsetAtom, name})
	} else {
		return Formula{}, &UnknownError{Term{Kind: ToolTerm, Name: name, Tag: "tool." + name}}
	}
	if f, ok := w.tools["tool."+name]; ok {
		return f, nil
	}
	if !w.Profile.ListsTool(name) || w.Agent != nil && !w.Agent.Allowed(name) {
		return Const(false), nil
	}
	return w.once("tool."+name, when, given)
}

// Param says when a parameter of a tool is shown: the tool is, and the parameter's condition holds.
func (w *World) Param(tool, name string) (Formula, error) {
	t := w.Registry.Tool(tool)
	i := -1
	if t != nil {
		i = slices.IndexFunc(t.Params, func(p registry.Param) bool { return p.Name == name })
	}
	if i < 0 {
		return Formula{}, &UnknownError{Term{Kind: ParamTerm, Name: tool, Param: name, Tag: "param." + tool + "." + name}}
	}
	shown, err := w.Tool(tool)
	if err != nil {
		return Formula{}, err
	}
	return w.once("param."+tool+"."+name, t.Params[i].When.Text, shown)
}

// once expands the condition of what key names, together with what else it needs, and finds out whether that leads
// back to key.
func (w *World) once(key, when string, also Formula) (Formula, error) {
	if f, ok := w.tools[key]; ok {
		return f, nil
	}
	if i := slices.Index(w.path, key); i >= 0 {
		return Formula{}, &CycleError{append(slices.Clone(w.path[i:]), key)}
	}
	w.path = append(w.path, key)
	f, err := w.When(when)
	w.path = w.path[:len(w.path)-1]
	if err != nil {
		return Formula{}, err
	}
	w.tools[key] = All(f, also)
	return w.tools[key], nil
}
