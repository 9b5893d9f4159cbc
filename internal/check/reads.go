package check

import (
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Reader says what sections and tools read, for a report.
type Reader struct{ p *pass }

// NewReader returns a Reader of a registry that is free of errors.
func NewReader(r *registry.Registry) *Reader { return &Reader{newPass(r)} }

// Section returns what a section reads in a profile and locale as conditions call it: gates, then inputs, e.g.
// "browser", "input.cwd". What the profile pins is left out, and what gates follow stands for itself beside them.
func (rd *Reader) Section(s *registry.Section, prof *registry.Profile, locale string) []string {
	o := owner{"section", s.Name, s.At}
	var reads []read
	for _, n := range rd.p.parts[o.key()] {
		reads = append(reads, rd.p.condReads(n.part.When)...)
		if n.part.Each.Given() {
			reads = append(reads, rd.p.inputRead(n.part.Each.Text, n.part.Each.At)...)
		}
		for _, t := range n.shown(rd.p.r, locale, prof.Name) {
			reads = append(reads, rd.p.textReads(t)...)
		}
		if n.part.Kind == registry.DocsPart || n.part.Kind == registry.NamesPart {
			reads = append(reads, rd.p.listReads(n.part, []*registry.Profile{prof})...)
		}
	}
	return rd.names(reads, prof)
}

// Tool returns what a tool and its parameters read in a profile.
func (rd *Reader) Tool(t *registry.Tool, prof *registry.Profile) []string {
	var reads []read
	for _, n := range rd.p.docs {
		if n.tool == t {
			reads = append(reads, rd.p.docReads(n)...)
		}
	}
	return rd.names(reads, prof)
}

func (rd *Reader) names(reads []read, prof *registry.Profile) []string {
	var gates, inputs []string
	for _, r := range reads {
		if _, pinned := registry.Pinned(r.name, prof, nil); r.gate && !pinned {
			gates = append(gates, r.name)
		} else if !r.gate {
			inputs = append(inputs, "input."+r.name)
		}
	}
	slices.Sort(gates)
	slices.Sort(inputs)
	return slices.Concat(slices.Compact(gates), slices.Compact(inputs))
}
