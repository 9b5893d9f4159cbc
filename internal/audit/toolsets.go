package audit

import (
	"fmt"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// wireTokens counts the tokens of tools as a request has them.
func (a *auditor) wireTokens(tools []project.Tool) (int, error) {
	wire, err := a.wire(tools)
	return a.tokens(wire), err
}

// toolsets describes those that the profile lists, in its order. Whether a session shows one follows from what its host
// gives, so each counts, whatever the case has.
func (a *auditor) toolsets(x *Profile, p *registry.Profile, shown *render.Result) error {
	for _, w := range p.Tools {
		ts := a.r.Toolset(w.Text)
		if ts == nil {
			continue
		}
		tools := project.Of(ts.Name, shown.Tools)
		tokens, err := a.wireTokens(tools)
		if err != nil {
			return err
		}
		x.Toolsets = append(x.Toolsets, Toolset{ts.Name, ts.Reason.Text, len(tools), tokens, x.StaticTokens})
	}
	return nil
}

// toolsetPrices says what toolsets cost: a session whose tools no other has reads anew what stands behind the declared
// tools. That is said once, of the first toolset of which the case has tools.
func (x *Profile) toolsetPrices() []Price {
	behind := x.StaticTokens
	first := ""
	for _, t := range x.Toolsets {
		behind += t.Tokens
		if first == "" && t.Tools > 0 {
			first = t.Name
		}
	}
	if first == "" {
		return nil
	}
	return []Price{{
		Of:     "toolset " + first,
		Tokens: perTurn(behind),
		Why:    fmt.Sprintf("%s tokens from its tools to the end of the static text, once for each set of tools", digits(int64(behind))),
	}}
}
