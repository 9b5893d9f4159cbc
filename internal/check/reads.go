package check

import (
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Reader says what sections read, for a report.
type Reader struct{ p *pass }

// NewReader returns a Reader of a registry that is free of errors.
func NewReader(r *registry.Registry) *Reader { return &Reader{newPass(r)} }

// Section returns what a section reads in a profile and locale as conditions call it: gates, then inputs, e.g.
// "mcp", "input.cwd". What the profile pins is left out, and what gates follow stands for itself beside them.
func (rd *Reader) Section(s *registry.Section, prof *registry.Profile, locale string) []string {
	return called(rd.p.readsIn(s, []*registry.Profile{prof}, []registry.Locale{*rd.p.r.Locale(locale)}), prof)
}

// Tools returns what the tools of a profile read, in the same way.
func (rd *Reader) Tools(prof *registry.Profile) []string {
	var reads []read
	for _, n := range rd.p.docs {
		if prof.ListsTool(n.tool.Name) {
			reads = append(reads, rd.p.docReads(n)...)
		}
	}
	for _, ts := range rd.p.r.Toolsets {
		if prof.ListsTool(ts.Name) {
			reads = append(reads, read{toolset: true, name: ts.Name})
			reads = append(reads, rd.p.condReads(ts.When)...)
		}
	}
	return called(reads, prof)
}

func called(reads []read, prof *registry.Profile) []string {
	var gates, inputs []string
	for _, r := range reads {
		if r.toolset {
			if prof.ListsTool(r.name) {
				inputs = append(inputs, "tool."+r.name)
			}
			continue
		}
		if _, pinned := registry.Pinned(r.name, prof, nil); r.gate && !pinned {
			gates = append(gates, r.name)
		} else if !r.gate && !r.fence {
			inputs = append(inputs, "input."+r.name)
		}
	}
	slices.Sort(gates)
	slices.Sort(inputs)
	return slices.Concat(slices.Compact(gates), slices.Compact(inputs))
}
