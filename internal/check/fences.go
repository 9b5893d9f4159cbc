package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// fenceRules look at fences and at the parts that stand in them.
func fenceRules() []rule {
	return []rule{
		{diag.Rule{ID: "fence-attribute", Doc: "A part gives its fence an attribute that the fence does not declare, so it has no place on the wire. Correct the name, or add it to attrs of the fence."}, fenceAttributes},
		{diag.Rule{ID: "fence-nested", Doc: "A part with a fence stands in another fence, whose content may hold no line of a fence. Text is fenced once: remove one of the two."}, nestedFences},
		{diag.Rule{ID: "fence-label", Doc: "Two fences have one label, or a label begins with end_, as the last line of a fence does. Give each fence a label of its own."}, fenceLabels},
		{diag.Rule{ID: "fence-unfilled", Doc: "No case of the snapshots gives a value to what stands in a fence, so no snapshot shows it, and nobody reviews how untrusted content is framed. Give one of its inputs a value in a case."}, unfilledFences},
		{diag.Rule{ID: "unused-fence", Doc: "Fences are declared, but no part stands in one. Put parts that insert untrusted values into one, or remove the fences."}, unusedFences},
	}
}

func (p *pass) fenceNames() []declared {
	return list(p.r.Fences, func(f *registry.Fence) declared { return declared{f.Name, f.At} })
}

func unknownFences(p *pass) {
	for _, n := range p.nodes {
		if n.part.Fence != nil {
			p.known("fence", p.fenceNames(), n.part.Fence.Name)
		}
	}
}

func fenceAttributes(p *pass) {
	for _, n := range p.nodes {
		u := n.part.Fence
		if u == nil {
			continue
		}
		f := p.r.Fence(u.Name.Text)
		if f == nil {
			continue
		}
		for _, a := range u.Attrs {
			if !registry.Lists(f.Attrs, a.Name) {
				d := p.errorf(a.At, "fence %q has no attribute %q", f.Name, a.Name)
				names := list(f.Attrs, func(w *registry.Word) declared { return declared{w.Text, w.At} })
				p.add(suggest(d, a.Name, names).Note("add it to attrs of the fence (%s), or remove it here", f.At))
			}
		}
	}
}

func nestedFences(p *pass) {
	for _, n := range p.nodes {
		if n.part.Fence != nil && n.fenced {
			p.report(n.part.Fence.At, "remove this fence, or the one around it", "a fence stands in another fence")
		}
	}
}

func fenceLabels(p *pass) {
	first := map[string]*registry.Fence{}
	for i := range p.r.Fences {
		f := &p.r.Fences[i]
		if strings.HasPrefix(f.Label.Text, "end_") {
			p.report(f.Label.At, "leave out end_", "label %q looks like the last line of a fence", f.Label.Text)
		}
		if other := first[f.Label.Text]; other != nil {
			p.add(p.errorf(f.Label.At, "fences %q and %q have the label %q", other.Name, f.Name, f.Label.Text).
				Note("give each a label of its own; the other stands at %s", other.Label.At))
			continue
		}
		first[f.Label.Text] = f
	}
}

// unfilledFences warns of a fence that stands around inputs which no case gives.
func unfilledFences(p *pass) {
	given := map[string]bool{}
	for _, c := range p.cases() {
		for _, v := range c.Inputs {
			in := p.r.Input(v.Name.Text)
			if in == nil {
				return // what the case gives is not known
			}
			if got, ok := valueType(v.Value); ok && got == in.Type {
				given[in.Name] = given[in.Name] || in.Gives(v.Value)
			}
		}
	}
	for _, n := range p.nodes {
		if n.part.Fence == nil {
			continue
		}
		inputs := p.inside(n.owner, n.part)
		if len(inputs) == 0 || slices.ContainsFunc(inputs, func(name string) bool { return given[name] }) {
			continue
		}
		p.add(diag.Warnf(n.part.Fence.At, p.rule, "no case fills the fence %q of %s, so no snapshot shows it", n.part.Fence.Name.Text, n.owner).
			Note("give %s a value in a case of the snapshots", diag.QuoteAll(inputs)))
	}
}

// inside lists the inputs that a part and those in it insert, in any profile and locale.
func (p *pass) inside(o owner, part *registry.Part) []string {
	var out []string
	all := slices.Collect(part.All())
	for _, n := range p.parts[o] {
		if !slices.Contains(all, n.part) {
			continue
		}
		for _, t := range p.everywhere(n, p.profiles(o), p.r.Locales) {
			for _, r := range p.textReads(t) {
				if head, _, _ := strings.Cut(r.name, "."); !slices.Contains(out, head) {
					out = append(out, head)
				}
			}
		}
	}
	return out
}

func unusedFences(p *pass) {
	if len(p.r.Fences) == 0 || slices.ContainsFunc(p.nodes, func(n node) bool { return n.part.Fence != nil }) {
		return
	}
	p.report(p.r.Fences[0].At, "put a part into a fence, or remove the fences", "no part stands in a fence")
}
