package snapshot

import (
	"slices"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// toolMark returns the cache mark on the last tool of a cell, as it is where the host says nothing about marks: the
// profile asks for it, or for one at the end of text that is empty, and tools are all that stands in front.
func toolMark(r *registry.Registry, c *Cell, out *render.Result) project.Mark {
	p := r.Profile(c.Profile)
	var m project.Mark
	switch {
	case p.Marks("tools"):
		m.On = true
	case p.Marks("static") && !leads(r, p, out, registry.Static):
		m.On = true
	case p.Marks("session") && !leads(r, p, out, registry.Static, registry.Session):
		m.On = true
	case p.Marks("system") && !leads(r, p, out, registry.Static, registry.Session, registry.Volatile):
		m.On = true
	}
	if m.On && p.TTL != nil {
		m.TTL = p.TTL.Static.Text
	}
	return m
}

// leads reports whether the system text can begin with a section of one of the levels. A section that turns can empty
// counts as if it were there, so that all turns have the same marks; any other counts only where it is.
func leads(r *registry.Registry, p *registry.Profile, out *render.Result, levels ...registry.Level) bool {
	for _, w := range p.Sections {
		s := r.Section(w.Text)
		shown := slices.ContainsFunc(out.Sections, func(o render.Section) bool { return o.Name == w.Text })
		if s.Role == "system" && !s.InTail() && (shown || s.Level() == registry.Volatile) {
			return slices.Contains(levels, s.Level())
		}
	}
	return false
}
