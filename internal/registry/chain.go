package registry

import "slices"

// ChainOf returns the chain that a profile opts into, or nil.
func (r *Registry) ChainOf(p *Profile) *Chain {
	if !p.Chain {
		return nil
	}
	return r.Chain
}

// Shows lists the sections that a profile may show: its own, those of its chain's levels, and the tail.
func (r *Registry) Shows(p *Profile) []Word {
	if c := r.ChainOf(p); c != nil {
		return slices.Concat(p.Sections, c.Sections())
	}
	return p.Sections
}

// Lineup is Shows in the order of the prompt: levels stand in front of what changes with every turn.
func (r *Registry) Lineup(p *Profile) []Word {
	c := r.ChainOf(p)
	if c == nil {
		return p.Sections
	}
	at := 0
	for i, w := range p.Sections {
		if s := r.Section(w.Text); s != nil && s.Role != "user" && s.Level() != Volatile {
			at = i + 1
		}
	}
	all := c.Sections()
	return slices.Concat(p.Sections[:at], all[:len(c.Levels)], p.Sections[at:], all[len(c.Levels):])
}

// Sections lists the sections of the levels, then those of the tail.
func (c *Chain) Sections() []Word {
	var out []Word
	for _, l := range c.Levels {
		out = append(out, l.Section)
	}
	return append(out, c.Tail...)
}

// Level returns the level of a section, or nil.
func (c *Chain) Level(section string) *ChainLevel {
	i := slices.IndexFunc(c.Levels, func(l ChainLevel) bool { return l.Section.Text == section })
	if i < 0 {
		return nil
	}
	return &c.Levels[i]
}

// Replaces reports whether the level may stand in place of a profile's own sections.
func (l *ChainLevel) Replaces() bool { return l.Mode != "append" }

// Fields are the paths of the fields that the items of an amendment replace and append by, those that are given.
func (a *Amend) Fields() []Word {
	var out []Word
	for _, w := range []Word{a.Replace, a.Append} {
		if w.Given() {
			out = append(out, Word{Text: a.Each.Text + "." + w.Text, At: w.At})
		}
	}
	return out
}
