package check

import (
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/project"
)

// projectionRules look at what the formats of the registry can carry.
func projectionRules() []rule {
	return []rule{
		{diag.Rule{ID: "projection-type", Doc: "A parameter has a type for which one of contract.projections has no form: gemini-openapi knows only objects with named members, so neither maps nor values of any type, nor an object of which a prompt can leave out every member. Name the members, leave one without a condition, or take the projection out."}, projectionTypes},
	}
}

func projectionTypes(p *pass) {
	for _, w := range p.r.Contract.Projections {
		p.emptyObjects(w)
		for i := range p.r.Tools {
			t := &p.r.Tools[i]
			for j := range t.Params {
				for _, r := range project.Refusals(&t.Params[j], w.Text) {
					p.add(p.errorf(r.At, "parameter %q of tool %q holds %s, which %s has no form for", t.Params[j].Name, t.Name, r.What, w.Text).
						Note("name its members, or take %q out of contract.projections (%s)", w.Text, w.At))
				}
			}
		}
	}
}
