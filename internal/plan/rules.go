package plan

import (
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// RuleCheck reports a broken constraint between gates.
type RuleCheck struct {
	Broken  Cond
	Pinned  []PinnedRule // asked first
	Field   string       // e.g. "Session.Helper"
	Problem string       // e.g. "excludes Session.Urgent, and both are on"
}

// PinnedRule is what a RuleCheck reports where the configuration decides one of the gates.
type PinnedRule struct {
	When           Cond
	Field, Problem string
}

// ruleChecks plans the checks of the constraints between gates.
func (b *builder) ruleChecks() (session, turn []RuleCheck) {
	for _, rule := range gate.Rules(b.r) {
		g, o := b.r.Gate(rule.Gate), b.r.Gate(rule.Other)
		if g == nil || o == nil {
			continue
		}
		rc := b.ruleCheck(rule, g, o)
		if g.Scope == registry.TurnScope || o.Scope == registry.TurnScope {
			turn = append(turn, rc)
		} else {
			session = append(session, rc)
		}
	}
	return session, turn
}

// ruleCheck says what is broken in terms of the fields that the host sets.
func (b *builder) ruleCheck(rule gate.Rule, g, o *registry.Gate) RuleCheck {
	rc := RuleCheck{Field: b.gateField(g), Pinned: b.pinnedRules(rule, g, o)}
	on, other := b.gate(g.Name), b.gate(o.Name)
	switch {
	case !rule.Excludes:
		rc.Broken, rc.Problem = all(on, not(other)), "implies "+b.gateField(o)+", which is "+stateOf(o, false)
	case g.From.Given() || o.From.Given():
		rc.Broken, rc.Problem = all(on, other), "excludes "+b.gateField(o)+", which is "+stateOf(o, true)
	default:
		rc.Broken, rc.Problem = all(on, other), "excludes "+b.gateField(o)+", and both are on"
	}
	return rc
}

// pinnedRules plans what is said where an agent or a profile decides one of the two gates: the host can only change the
// other one.
func (b *builder) pinnedRules(rule gate.Rule, g, o *registry.Gate) []PinnedRule {
	verb := "implies"
	if rule.Excludes {
		verb = "excludes"
	}
	var out []PinnedRule
	add := func(pins []registry.Pin, who string, is Cond) {
		gPin, oPin := pinOf(pins, g.Name), pinOf(pins, o.Name)
		p := PinnedRule{When: is}
		switch {
		case gPin != nil && *gPin && oPin == nil:
			p.Field = b.gateField(o)
			p.Problem = "must be " + stateOf(o, !rule.Excludes) + ": " + who + " turns the gate " + g.Name + " on, which " + verb + " it"
		case oPin != nil && *oPin == rule.Excludes && gPin == nil:
			p.Field = b.gateField(g)
			p.Problem = "must be " + stateOf(g, false) + ": it " + verb + " the gate " + o.Name + ", which " + who + " turns " + onOff(*oPin)
		default:
			return
		}
		out = append(out, p)
	}
	for i := range b.r.Subagents {
		s := &b.r.Subagents[i]
		add(s.Pins, agentConst(s), b.isAgent(s))
	}
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		add(p.Pins, profileConst(p.Name), b.isProfile(p.Name))
	}
	return out
}

// pinOf gives the value that pins decide for a gate, nil where they leave it open.
func pinOf(pins []registry.Pin, name string) *bool {
	for i := range pins {
		if pins[i].Gate.Text == name {
			return &pins[i].Value
		}
	}
	return nil
}

// stateOf words the value of a gate as the host sees it, who sets it or gives the input that it follows from.
func stateOf(g *registry.Gate, on bool) string {
	switch {
	case !g.From.Given():
		return onOff(on)
	case on:
		return "given"
	default:
		return "left out"
	}
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// gateField names the field by which the host decides a gate.
func (b *builder) gateField(g *registry.Gate) string {
	name, scope := g.Name, g.Scope
	if f, in := b.r.Field(g.From.Text); f != nil {
		name, scope = in.Name, in.Scope
	}
	if scope == registry.TurnScope {
		return "Turn." + camel(name)
	}
	return "Session." + camel(name)
}
