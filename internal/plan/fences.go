package plan

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// nonce reports whether a fence that some profile shows takes its nonce from a scope.
func (b *builder) nonce(scope registry.Scope) bool {
	shows := func(name string, p *registry.Part) bool { return len(b.listing[name]) > 0 && b.takes(p, scope) }
	return slices.ContainsFunc(b.r.Sections, func(s registry.Section) bool { return shows(s.Name, &s.Part) }) ||
		slices.ContainsFunc(b.r.Commands, func(c registry.Command) bool { return shows(c.Name, &c.Part) })
}

func (b *builder) takes(p *registry.Part, scope registry.Scope) bool {
	for q := range p.All() {
		if q.Fence != nil && b.r.Fence(q.Fence.Name.Text).Nonce == scope {
			return true
		}
	}
	return false
}

// nonceField is the field by which the host gives the nonce of a scope.
func nonceField(scope registry.Scope) Field {
	doc := "Nonce closes the fences around text that others wrote. Draw one with prompt.NewNonce for each " + string(scope) +
		"; it is an error to give none where such text is shown."
	if scope == registry.SessionScope {
		doc += " Keep it with the session: under another one a record of it is stale."
	}
	return Field{"Nonce", "prompt.Nonce", []string{doc}}
}

// caseNonce gives the nonce that snapshots have.
func caseNonce(scope registry.Scope) FieldValue {
	return FieldValue{"Nonce", litValue(fmt.Sprintf("%#016x", registry.CaseNonce(scope)))}
}
