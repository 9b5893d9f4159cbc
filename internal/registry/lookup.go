package registry

import (
	"slices"
	"sort"
	"strings"
)

// byName finds an entry of a slice that is sorted by name.
func byName[T any](s []T, name string, of func(*T) string) *T {
	// By index, because the elements are large and a search by value would copy each that it looks at.
	i := sort.Search(len(s), func(i int) bool { return of(&s[i]) >= name })
	if i == len(s) || of(&s[i]) != name {
		return nil
	}
	return &s[i]
}

// Input returns the input called name, or nil.
func (r *Registry) Input(name string) *Input {
	return byName(r.Inputs, name, func(i *Input) string { return i.Name })
}

// Gate returns the gate called name, or nil.
func (r *Registry) Gate(name string) *Gate {
	return byName(r.Gates, name, func(g *Gate) string { return g.Name })
}

// Section returns the section called name, or nil.
func (r *Registry) Section(name string) *Section {
	return byName(r.Sections, name, func(s *Section) string { return s.Name })
}

// Command returns the command called name, or nil.
func (r *Registry) Command(name string) *Command {
	return byName(r.Commands, name, func(c *Command) string { return c.Name })
}

// Profile returns the profile called name, or nil.
func (r *Registry) Profile(name string) *Profile {
	return byName(r.Profiles, name, func(p *Profile) string { return p.Name })
}

// Tool returns the tool with the key name, or nil.
func (r *Registry) Tool(name string) *Tool {
	return byName(r.Tools, name, func(t *Tool) string { return t.Name })
}

// Fence returns the fence called name, or nil.
func (r *Registry) Fence(name string) *Fence {
	return byName(r.Fences, name, func(f *Fence) string { return f.Name })
}

// Toolset returns the toolset called name, or nil.
func (r *Registry) Toolset(name string) *Toolset {
	return byName(r.Toolsets, name, func(t *Toolset) string { return t.Name })
}

// AtMost is how many tools a name in a profile's list stands for: of a toolset its limit, one where it has none.
func (r *Registry) AtMost(tool string) int64 {
	if ts := r.Toolset(tool); ts != nil && ts.Limit != nil && ts.Limit.Tools > 0 {
		return ts.Limit.Tools
	}
	return 1
}

// Subagent returns the subagent called name, or nil.
func (r *Registry) Subagent(name string) *Subagent {
	return byName(r.Subagents, name, func(s *Subagent) string { return s.Name })
}

// Locale returns the locale called name, or nil.
func (r *Registry) Locale(name string) *Locale {
	for i := range r.Locales {
		if r.Locales[i].Name.Text == name {
			return &r.Locales[i]
		}
	}
	return nil
}

// Field returns the input or item field that path names, e.g. "skills.name", and the input that holds it; or nil.
func (r *Registry) Field(path string) (*Field, *Input) {
	head, rest, _ := strings.Cut(path, ".")
	in := r.Input(head)
	if in == nil {
		return nil, nil
	}
	f := &in.Field
	for rest != "" {
		head, rest, _ = strings.Cut(rest, ".")
		if f = byName(f.Item, head, func(f *Field) string { return f.Name }); f == nil {
			return nil, in
		}
	}
	return f, in
}

// ListsSection reports whether p lists the section.
func (p *Profile) ListsSection(name string) bool { return Lists(p.Sections, name) }

// ListsTool reports whether p lists the tool or toolset.
func (p *Profile) ListsTool(name string) bool { return Lists(p.Tools, name) }

// Marks reports whether p wants the cache mark with this name, e.g. "tools".
func (p *Profile) Marks(name string) bool { return Lists(p.Breakpoints, name) }

// ListsCommand reports whether p lists the command.
func (p *Profile) ListsCommand(name string) bool { return Lists(p.Commands, name) }

// Offers reports whether p can be sent over the transport.
func (p *Profile) Offers(transport string) bool { return Lists(p.Transports, transport) }

// Lists reports whether one of the words is the name.
func Lists(ws []Word, name string) bool {
	return slices.ContainsFunc(ws, func(w Word) bool { return w.Text == name })
}

// Allows reports whether the subagent may run in the profile.
func (s *Subagent) Allows(profile string) bool { return Lists(s.Profiles, profile) }

// Allowed reports whether the subagent's list holds the tool.
func (s *Subagent) Allowed(tool string) bool { return Lists(s.Tools, tool) }

// Pinned returns the value that the profile, or the subagent where one runs, decides for a gate.
func Pinned(gate string, p *Profile, s *Subagent) (value, ok bool) {
	if s != nil {
		for _, pin := range s.Pins {
			if pin.Gate.Text == gate {
				return pin.Value, true
			}
		}
	}
	for _, pin := range p.Pins {
		if pin.Gate.Text == gate {
			return pin.Value, true
		}
	}
	return false, false
}

// Open reports whether some profile, under some agent, leaves a gate to the host.
func (r *Registry) Open(gate string) bool {
	for i := range r.Profiles {
		p := &r.Profiles[i]
		if _, pinned := Pinned(gate, p, nil); !pinned {
			return true
		}
		for j := range r.Subagents {
			s := &r.Subagents[j]
			if _, pinned := Pinned(gate, p, s); !pinned && s.Allows(p.Name) {
				return true
			}
		}
	}
	return false
}
