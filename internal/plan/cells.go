package plan

import (
	"cmp"

	"github.com/promptgen/promptgen/internal/cases"
	"github.com/promptgen/promptgen/internal/registry"
)

// Cells is the package that yields the cells of the snapshot matrix.
type Cells struct {
	Package
	Assembler Package
	Agents    bool
	Turns     bool // some profile has turns of the user's
	Profiles  []CellProfile
	Locales   []string // constants
	Session   GoValue  // of the fixture
	Turn      GoValue
	Cases     []CellCase
	Pairwise  bool // the registry asks for pairwise cases, of which there may be none
	Pairs     []CellCase
	Providers []string // constants of the runtime, whose requests snapshots pin
	MCP       bool     // snapshots pin the descriptors of an MCP server, too
}

// CellProfile is a profile with its transports.
type CellProfile struct {
	Profile    string   // a constant
	Transports []string // constants of the runtime
	Commands   []string
}

// CellCase is a case: what it sets beyond the fixture.
type CellCase struct {
	Name     string
	Agent    string   // a constant; "" where no subagent is declared
	Profiles []string // constants; nil: all
	Session  []FieldValue
	Turn     []FieldValue
}

// cells plans the cells. A case of a subagent has cells only in the subagent's profiles.
func (b *builder) cells() Cells {
	s := &b.r.Snapshots
	c := Cells{Package: b.codertest, Assembler: b.coder, Agents: len(b.r.Subagents) > 0}
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		cp := CellProfile{Profile: profileConst(p.Name)}
		for _, t := range p.Transports {
			cp.Transports = append(cp.Transports, transportConst(t.Text))
		}
		for _, w := range p.Sections {
			s := b.r.Section(w.Text)
			c.Turns = c.Turns || s != nil && s.Role == "user"
		}
		for _, w := range p.Commands {
			cp.Commands = append(cp.Commands, w.Text)
		}
		c.Profiles = append(c.Profiles, cp)
	}
	c.Providers, c.MCP = b.providers(), b.projects("mcp")
	for i := range b.r.Locales {
		c.Locales = append(c.Locales, localeConst(&b.r.Locales[i]))
	}
	session, turn := b.caseFields(&s.Fixture)
	if b.nonce(registry.SessionScope) {
		session = append(session, caseNonce(registry.SessionScope))
	}
	if b.nonce(registry.TurnScope) {
		turn = append(turn, caseNonce(registry.TurnScope))
	}
	c.Session = GoValue{Type: "Session", Fields: session}
	c.Turn = GoValue{Type: "Turn", Fields: turn}
	c.Cases = b.cellCases(s.Cases)
	c.Pairwise, c.Pairs = s.Pairwise, b.cellCases(cases.Pairwise(b.r))
	return c
}

func (b *builder) cellCases(from []registry.Case) []CellCase {
	var out []CellCase
	for i := range from {
		k := &from[i]
		cc := CellCase{Name: k.Name}
		cc.Session, cc.Turn = b.caseFields(k)
		sub := b.r.Subagent(cmp.Or(k.Subagent.Text, b.r.Snapshots.Fixture.Subagent.Text))
		if len(b.r.Subagents) > 0 {
			cc.Agent = agentConst(sub)
		}
		cc.Profiles = b.caseProfiles(k, sub)
		out = append(out, cc)
	}
	return out
}

// caseProfiles gives the profiles of a case, nil where it has all.
func (b *builder) caseProfiles(c *registry.Case, sub *registry.Subagent) []string {
	var in []string
	for i := range b.r.Profiles {
		if p := &b.r.Profiles[i]; c.In(p.Name) && (sub == nil || sub.Allows(p.Name)) {
			in = append(in, profileConst(p.Name))
		}
	}
	if len(in) == len(b.r.Profiles) {
		return nil
	}
	return in
}

// caseFields plans what a case sets, by field.
func (b *builder) caseFields(c *registry.Case) (session, turn []FieldValue) {
	for _, v := range c.Inputs {
		in := b.r.Input(v.Name.Text)
		if in == nil {
			continue
		}
		fv := FieldValue{camel(in.Name), b.sourceValue(v.Value, &in.Field, in.Name)}
		if in.Scope == registry.TurnScope {
			turn = append(turn, fv)
		} else {
			session = append(session, fv)
		}
	}
	for _, v := range c.Gates {
		g := b.r.Gate(v.Name.Text)
		if g == nil || g.From.Given() || !b.r.Open(g.Name) {
			continue
		}
		fv := FieldValue{camel(g.Name), boolValue(v.Value)}
		if g.Scope == registry.TurnScope {
			turn = append(turn, fv)
		} else {
			session = append(session, fv)
		}
	}
	for _, v := range c.Toolsets {
		session = append(session, FieldValue{camel(v.Name.Text), b.toolsetValue(v)})
	}
	for _, m := range c.Modes {
		session = append(session, FieldValue{modeField(m.Level.Text), litValue("prompt.Mode" + camel(m.Mode))})
	}
	return session, turn
}

func (b *builder) sourceValue(v registry.Value, f *registry.Field, path string) GoValue {
	switch {
	case v.Str != nil || v.Bytes != nil:
		return strValue(v.Text())
	case v.Int != nil:
		return intValue(*v.Int)
	case v.Bool != nil:
		return boolValue(*v.Bool)
	case len(v.Items) == 0:
		return litValue("nil")
	}
	list := GoValue{Type: b.goType(f, path)}
	for _, fields := range v.Items {
		var it GoValue
		for _, fv := range fields {
			sub := path + "." + fv.Name.Text
			if m, _ := b.r.Field(sub); m != nil {
				it.Fields = append(it.Fields, FieldValue{camel(m.Name), b.sourceValue(fv.Value, m, sub)})
			}
		}
		list.Elems = append(list.Elems, it)
	}
	return list
}

// providers are the formats of requests that the registry declares. An MCP server's list of tools is none.
func (b *builder) providers() []string {
	var out []string
	for _, p := range b.r.Projected() {
		if p.Constant != "" {
			out = append(out, p.Constant)
		}
	}
	return out
}
