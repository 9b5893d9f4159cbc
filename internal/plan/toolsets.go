package plan

import (
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Toolset is a set of tools that the host gives at run time.
type Toolset struct {
	Name                       string
	Input                      string // the field of Session
	Has                        string // the field of the state's tools
	Wire                       string
	AsGiven                    bool
	BadName, BadSchema         string // constants of the runtime, e.g. "Skip"
	MaxTools, MaxDoc, MaxBytes int64  // 0: no limit
	Over                       string // a constant of the runtime where there is a limit
	XML                        bool   // some profile can offer its tools over XML
}

// Given holds where some tools of a toolset remain.
type Given struct{ Toolset string }

func (Given) cond() {}

// hasTools reports whether sessions can have tools at all.
func (b *builder) hasTools() bool { return len(b.r.Tools)+len(b.r.Toolsets) > 0 }

// toolsets plans the toolsets in the order of their names.
func (b *builder) toolsets() []Toolset {
	var out []Toolset
	for i := range b.r.Toolsets {
		ts := &b.r.Toolsets[i]
		t := Toolset{
			Name: ts.Name, Input: camel(ts.Name), Has: lower(ts.Name), Wire: ts.Wire.Text, AsGiven: ts.Order == "given",
			BadName: camel(ts.BadName), BadSchema: camel(ts.BadSchema),
		}
		t.XML = slices.ContainsFunc(b.r.Profiles, func(p registry.Profile) bool { return gate.CanShow(b.r, &p, ts.Name, "xml") })
		if l := ts.Limit; l != nil {
			t.MaxTools, t.MaxDoc, t.MaxBytes, t.Over = l.Tools, l.Description, l.Schema, camel(l.Over)
		}
		out = append(out, t)
	}
	return out
}

// toolsetWhen plans what decides whether a toolset is shown, beside the profile's list and what the host gives: the
// agent's list and its own condition.
func (b *builder) toolsetWhen(ts *registry.Toolset) Cond {
	when := b.when(ts.When.Text, nil)
	for i := range b.r.Subagents {
		if s := &b.r.Subagents[i]; !s.Allowed(ts.Name) {
			when = all(not(b.isAgent(s)), when)
		}
	}
	return when
}

// listedToolsets are the names of those that a profile lists, in its order.
func (b *builder) listedToolsets(p *registry.Profile) []string {
	var out []string
	for _, w := range p.Tools {
		if b.r.Toolset(w.Text) != nil {
			out = append(out, w.Text)
		}
	}
	return out
}

// toolsetFields plans where the host gives the tools.
func (b *builder) toolsetFields(c *claims) []Field {
	var out []Field
	for i := range b.r.Toolsets {
		ts := &b.r.Toolsets[i]
		doc := addSentence(docLines(ts.Doc), "Profiles that do not list the toolset leave them out.")
		if !slices.ContainsFunc(b.r.Profiles, func(p registry.Profile) bool { return !p.ListsTool(ts.Name) }) {
			doc = docLines(ts.Doc)
		}
		out = append(out, Field{c.claim(camel(ts.Name), named("toolset", ts.Name), ts.At), "[]prompt.HostTool", doc})
	}
	return out
}

// toolsetValue plans what a case gives for a toolset.
func (b *builder) toolsetValue(v registry.ToolsetValue) GoValue {
	if len(v.Tools) == 0 {
		return litValue("nil")
	}
	list := GoValue{Type: "[]prompt.HostTool"}
	for _, t := range v.Tools {
		list.Elems = append(list.Elems, GoValue{Fields: []FieldValue{
			{"Server", strValue(t.Server)}, {"Name", strValue(t.Name)}, {"Doc", strValue(t.Description)}, {"Schema", strValue(string(t.Schema))},
		}})
	}
	return list
}
