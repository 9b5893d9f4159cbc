package plan

import (
	"slices"
	"strconv"

	"github.com/promptgen/promptgen/internal/registry"
)

// Chain is what stands in place of a profile's sections, or behind them.
type Chain struct {
	Levels []ChainLevel
	Amend  bool // the amendments apply
	Tail   []SectionUse
}

// ChainLevel is a level of a chain.
type ChainLevel struct {
	Section   SectionUse
	Mode      string // a constant of the runtime, e.g. "prompt.ModeReplace", or the host's field
	Field     string // where the host chooses, e.g. "Session.AgentMode"
	NoTail    bool
	Separator *string // nil: that of the profile
}

// Amend is the list whose items change the text.
type Amend struct {
	List            Ref
	Field           string // as the host knows it, e.g. "Session.Plugins"
	Replace, Append string // fields of an item; "" where the items have none
	Over            string // a constant of the runtime, e.g. "Drop"
}

// chain plans the chain of a profile, nil where it has none.
func (b *builder) chain(p *registry.Profile) *Chain {
	c := b.r.ChainOf(p)
	if c == nil {
		return nil
	}
	out := &Chain{Amend: c.Amend != nil, Tail: b.uses(p, c.Tail)}
	for i := range c.Levels {
		l := &c.Levels[i]
		use := ChainLevel{Mode: "prompt.Mode" + camel(l.Mode), NoTail: !l.Tail, Separator: l.Separator}
		if l.Mode == "choose" {
			name := modeField(l.Section.Text)
			use.Mode, use.Field = "x.in."+name, "Session."+name
		}
		for _, use.Section = range b.uses(p, []registry.Word{l.Section}) {
			out.Levels = append(out.Levels, use)
		}
	}
	return out
}

// amend plans the amendments, nil where no profile has any.
func (b *builder) amend() *Amend {
	chained := slices.ContainsFunc(b.r.Profiles, func(p registry.Profile) bool { return b.r.ChainOf(&p) != nil })
	if !chained || b.r.Chain.Amend == nil {
		return nil
	}
	a := b.r.Chain.Amend
	out := &Amend{List: b.ref(a.Each.Text, nil), Field: "Session." + camel(a.Each.Text), Over: camel(a.Over)}
	if a.Replace.Given() {
		out.Replace = camel(a.Replace.Text)
	}
	if a.Append.Given() {
		out.Append = camel(a.Append.Text)
	}
	return out
}

// chooses reports whether the chain of a profile may be an error: a mode that the host chooses, or a change that is
// refused.
func (b *builder) chooses(p *registry.Profile) bool {
	c := b.r.ChainOf(p)
	if c == nil {
		return false
	}
	return slices.ContainsFunc(c.Levels, func(l registry.ChainLevel) bool { return l.Mode == "choose" }) ||
		c.Amend != nil && c.Amend.Over == "reject" && p.Limit != nil
}

// modes plans the fields by which the host chooses the modes of levels.
func (b *builder) modes(c *claims) []Field {
	if b.r.Chain == nil {
		return nil
	}
	var out []Field
	for i := range b.r.Chain.Levels {
		l := &b.r.Chain.Levels[i]
		if l.Mode != "choose" {
			continue
		}
		section := strconv.Quote(l.Section.Text)
		out = append(out, Field{
			Name: c.claim(modeField(l.Section.Text), "the mode of level "+section, l.Section.At),
			Type: "prompt.ChainMode",
			Doc: []string{"What the section " + section + " does with the sections of the profile: prompt.ModeReplace or prompt.ModeAppend. " +
				"Required where it is not empty and no level in front of it is given."},
		})
	}
	return out
}

func modeField(section string) string { return camel(section) + "Mode" }
