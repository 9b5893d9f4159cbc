package plan

import (
	"go/build/constraint"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Cond is a boolean Go expression; nil always holds.
type Cond interface{ cond() }

// All holds where each of its conditions does.
type All []Cond

// Any holds where one of its conditions does.
type Any []Cond

// Not holds where X does not.
type Not struct{ X Cond }

// Flag is a boolean variable.
type Flag struct{ Ref Ref }

// Compare is a comparison, e.g. x.Profile == ProfileLite.
type Compare struct {
	Left  Ref
	Len   bool   // of the length of Left
	Op    string // "==", "!=", ">"
	Right Name
}

// False never holds.
type False struct{}

func (All) cond()     {}
func (Any) cond()     {}
func (Not) cond()     {}
func (Flag) cond()    {}
func (Compare) cond() {}
func (False) cond()   {}

// Ref is a variable, or a field of one, e.g. x.in.Cwd.
type Ref []string

// Name is a constant: of the package that is being written, of another one, or a literal.
type Name struct {
	In   Place
	Name string // e.g. "ProfileLite", `""`
}

// Place says where a Name is declared.
type Place uint8

const (
	Here      Place = iota // in the package itself, or nowhere
	InRuntime              // in the package of the runtime
	InTools                // in the package of the tools
)

// all joins conditions; nil ones hold and are left out.
func all(cs ...Cond) Cond {
	var out All
	for _, c := range cs {
		switch c := c.(type) {
		case nil:
		case False:
			return c
		case All:
			out = union(out, c...)
		default:
			out = union(out, c)
		}
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return out
}

// anyOf joins alternatives; a nil one holds always.
func anyOf(cs ...Cond) Cond {
	var out Any
	for _, c := range cs {
		switch c := c.(type) {
		case nil:
			return nil
		case False:
		case Any:
			out = union(out, c...)
		default:
			out = union(out, c)
		}
	}
	switch len(out) {
	case 0:
		return False{}
	case 1:
		return out[0]
	}
	return out
}

// union appends what is not there yet: vet refuses a condition that says a thing twice.
func union[S ~[]Cond](s S, cs ...Cond) S {
	for _, c := range cs {
		if !slices.ContainsFunc(s, func(have Cond) bool { return reflect.DeepEqual(have, c) }) {
			s = append(s, c)
		}
	}
	return s
}

// not turns a condition round.
func not(c Cond) Cond {
	switch c := c.(type) {
	case nil:
		return False{}
	case False:
		return nil
	case Not:
		return c.X
	case Compare:
		ops := map[string]string{"==": "!=", "!=": "==", ">": "<="}
		if op, ok := ops[c.Op]; ok {
			if c.Op == ">" { // counts are never negative
				op = "=="
			}
			c.Op = op
			return c
		}
	}
	return Not{c}
}

// scope holds the items of lists that code at a place can read: the path of the list, then the variable.
type scope []item

type item struct{ list, name string }

// itemNames are the names of an item and its index, by depth of nesting.
func itemNames(depth int) (index, name string) {
	const indexes, names = "ijkmn", "vwuyz"
	if depth < len(names) {
		return indexes[depth : depth+1], names[depth : depth+1]
	}
	n := strconv.Itoa(depth)
	return "i" + n, "v" + n
}

// ref gives the variable of an input or of a field of an item in scope.
func (b *builder) ref(path string, sc scope) Ref {
	for _, it := range slices.Backward(sc) {
		if rest, ok := strings.CutPrefix(path, it.list+"."); ok {
			return append(Ref{it.name}, camels(rest)...)
		}
	}
	if _, in := b.r.Field(path); in != nil && in.Scope == registry.TurnScope {
		return append(Ref{"t"}, camels(path)...)
	}
	return append(Ref{"x", "in"}, camels(path)...)
}

func (r Ref) join() string { return strings.Join(r, "") }

// camels are the Go names on a path.
func camels(path string) Ref {
	var r Ref
	for name := range strings.SplitSeq(path, ".") {
		r = append(r, camel(name))
	}
	return r
}

// when plans a condition of the source. Where it is wrong, which a check reports, it never holds.
func (b *builder) when(src string, sc scope) Cond {
	c := b.parse(src)
	switch {
	case c == nil:
		return False{}
	case c.Expr == nil:
		return nil
	}
	return b.expr(c.Expr, sc)
}

func (b *builder) parse(src string) *gate.Cond {
	c, ok := b.conds[src]
	if !ok {
		c, _ = gate.Parse(src) // nil where the syntax is wrong
		b.conds[src] = c
	}
	return c
}

func (b *builder) expr(x constraint.Expr, sc scope) Cond {
	switch x := x.(type) {
	case *constraint.AndExpr:
		return all(b.expr(x.X, sc), b.expr(x.Y, sc))
	case *constraint.OrExpr:
		return anyOf(b.expr(x.X, sc), b.expr(x.Y, sc))
	case *constraint.NotExpr:
		return not(b.expr(x.X, sc))
	case *constraint.TagExpr:
		return b.term(gate.TermOf(x.Tag), sc)
	}
	return False{}
}

func (b *builder) term(t gate.Term, sc scope) Cond {
	switch t.Kind {
	case gate.GateTerm:
		return b.gate(t.Name)
	case gate.TransportTerm:
		return Compare{Left: Ref{"x", "Transport"}, Op: "==", Right: Name{InRuntime, transportConst(t.Name)}}
	case gate.ProfileTerm:
		return b.isProfile(t.Name)
	case gate.InputTerm:
		return b.given(t.Name, sc)
	case gate.ToolTerm:
		return b.shows(t.Name)
	case gate.ParamTerm:
		return b.showsParam(t.Name, t.Param)
	}
	return False{}
}

// gate plans the effective value of a gate: for gates of session scope a field of the state, for the others an
// expression over the turn.
func (b *builder) gate(name string) Cond {
	g := b.r.Gate(name)
	switch {
	case g == nil:
		return False{}
	case g.Scope == registry.TurnScope:
		return b.turnGate(g)
	}
	b.asked[name] = true
	return Flag{Ref{"x", "gate", b.gateName(name)}}
}

// given plans whether an input, or a field of an item in scope, is given. Without its item, any item will do.
func (b *builder) given(path string, sc scope) Cond {
	f, _ := b.r.Field(path)
	if f == nil {
		return False{}
	}
	return present(f.Type, b.ref(path, sc))
}

// present plans whether a variable holds a value that counts as given.
func present(typ registry.FieldType, r Ref) Cond {
	switch typ {
	case registry.Bool:
		return Flag{r}
	case registry.Int:
		return Compare{Left: r, Op: ">", Right: Name{Name: "0"}}
	case registry.List:
		return Compare{Left: r, Len: true, Op: ">", Right: Name{Name: "0"}}
	default:
		return Compare{Left: r, Op: "!=", Right: Name{Name: `""`}}
	}
}

func (b *builder) shows(tool string) Cond {
	if b.r.Tool(tool) == nil && b.r.Toolset(tool) == nil {
		return False{}
	}
	return Flag{Ref{"x", "has", lower(tool)}}
}

func (b *builder) showsParam(tool, param string) Cond {
	t := b.r.Tool(tool)
	if t == nil {
		return False{}
	}
	i := slices.IndexFunc(t.Params, func(p registry.Param) bool { return p.Name == param })
	if i < 0 {
		return False{}
	}
	return all(b.shows(tool), b.when(t.Params[i].When.Text, nil))
}

func (b *builder) isProfile(name string) Cond {
	return Compare{Left: Ref{"x", "Profile"}, Op: "==", Right: Name{Name: profileConst(name)}}
}

func (b *builder) isAgent(s *registry.Subagent) Cond {
	return Compare{Left: Ref{"x", "Agent"}, Op: "==", Right: Name{Name: agentConst(s)}}
}

// inProfiles holds in the profiles that belongs picks out, always where it picks all, never where it picks none.
func (b *builder) inProfiles(belongs func(*registry.Profile) bool) Cond {
	var in, out []Cond
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		if is := b.isProfile(p.Name); belongs(p) {
			in = append(in, is)
		} else {
			out = append(out, not(is))
		}
	}
	switch {
	case len(in) == 0:
		return False{}
	case len(out) < len(in):
		return all(out...)
	default:
		return anyOf(in...)
	}
}

// onlyInProfiles is inProfiles without negations, so that it says nothing of a profile that does not exist.
func (b *builder) onlyInProfiles(belongs func(*registry.Profile) bool) Cond {
	var in []Cond
	for i := range b.r.Profiles {
		if p := &b.r.Profiles[i]; belongs(p) {
			in = append(in, b.isProfile(p.Name))
		}
	}
	if len(in) == len(b.r.Profiles) {
		return nil
	}
	return anyOf(in...)
}

func transportConst(name string) string {
	if name == "xml" {
		return "XML"
	}
	return "Native"
}

func profileConst(name string) string { return "Profile" + camel(name) }

func agentConst(s *registry.Subagent) string {
	if s == nil {
		return "AgentMain"
	}
	return "Agent" + camel(s.Name)
}
