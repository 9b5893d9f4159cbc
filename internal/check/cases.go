package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/cases"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// caseRules look at the fixture and the cases of snapshots.
func caseRules() []rule {
	return []rule{
		{diag.Rule{ID: "case-input-missing", Doc: "The fixture gives no value for an input that is required and that a profile reads. Give one that shows what hosts give."}, caseInputsMissing},
		{diag.Rule{ID: "case-value", Doc: "A case gives an input a value that a host may not give: of another type, negative, empty where one is required, over a limit that rejects or leaves nothing of it, or with bytes that are refused. Correct it."}, caseValues},
		{diag.Rule{ID: "case-derived-gate", Doc: "A case sets a gate that no host can set: it follows from an input, or every profile pins it. Give or leave out the input instead, or remove it."}, caseDerivedGates},
		{diag.Rule{ID: "case-constraint", Doc: "A case breaks a constraint between gates, so no host could make this prompt. Set the gates together; for a gate that follows from an input or a toolset, what limits leave of it counts."}, caseConstraints},
		{diag.Rule{ID: "case-gate-missing", Doc: "Snapshots are pairwise, and neither the fixture nor a case gives the input or toolset that a gate follows from, so that none could show the gate on. Give it in one of them."}, caseGatesMissing},
		{diag.Rule{ID: "case-subagent", Doc: "A case runs a subagent in a profile that it does not allow. Name other profiles in the case or in the subagent."}, caseSubagents},
	}
}

// profileReads returns the inputs that a profile reads, by name.
func (p *pass) profileReads(prof *registry.Profile) map[string]bool {
	out := map[string]bool{}
	add := func(rs []read) {
		for _, r := range rs {
			name := r.name
			if r.toolset {
				continue
			}
			if r.gate {
				name = p.r.Gate(r.name).From.Text
			}
			head, _, _ := strings.Cut(name, ".")
			out[head] = true
		}
	}
	for _, n := range p.nodes {
		if !p.lists(prof, n.owner) {
			continue
		}
		add(p.condReads(n.part.When))
		add(p.inputRead(n.part.Each.Text, n.part.At))
		for _, t := range p.everywhere(n, []*registry.Profile{prof}, p.r.Locales) {
			add(p.textReads(t))
		}
	}
	for _, n := range p.docs {
		if p.lists(prof, n.owner()) {
			add(p.docReads(n))
		}
	}
	if c := p.r.ChainOf(prof); c != nil && c.Amend != nil {
		add(p.inputRead(c.Amend.Each.Text, c.Amend.Each.At))
	}
	return out
}

func caseInputsMissing(p *pass) {
	given := func(c registry.Case, name string) bool {
		return slices.ContainsFunc(c.Inputs, func(v registry.InputValue) bool { return v.Name.Text == name })
	}
	f := p.r.Snapshots.Fixture
	for i := range p.r.Inputs {
		in := &p.r.Inputs[i]
		if !in.Required || given(f, in.Name) {
			continue
		}
		for j := range p.r.Profiles {
			prof := &p.r.Profiles[j]
			if !p.profileReads(prof)[in.Name] {
				continue
			}
			p.add(p.errorf(f.At, "the fixture gives no value for input %q, which is required in profile %q", in.Name, prof.Name).
				Note("add snapshots.fixture.inputs.%s with what hosts give, e.g. %s; it is declared at %s", in.Name, example(in.Type), in.At))
			break
		}
	}
}

// example is a value of a type as it stands in a case.
func example(t registry.FieldType) string {
	switch t {
	case registry.Int:
		return "1"
	case registry.Bool:
		return "true"
	case registry.List:
		return "[{…}]"
	default:
		return `"…"`
	}
}

// asRuled says the values that keep a constraint, e.g. "yolo: true, cli: true".
func asRuled(r gate.Rule) string {
	return fmt.Sprintf("%s: true, %s: %t", r.Gate, r.Other, !r.Excludes)
}

func caseValues(p *pass) {
	for _, c := range p.cases() {
		for _, v := range c.Inputs {
			if in := p.r.Input(v.Name.Text); in != nil {
				p.fits(in.Name, &in.Field, v.Value)
			}
		}
	}
}

// fits reports a value that no host may give.
func (p *pass) fits(path string, f *registry.Field, v registry.Value) {
	wrong := func(format string, args ...any) {
		p.add(p.errorf(v.At, "input %q %s", path, fmt.Sprintf(format, args...)).Note("it is declared at %s", f.At))
	}
	if v.Bytes != nil && f.Type == registry.String && !f.AnyBytes {
		p.add(p.errorf(v.At, "input %q takes text, got bytes", path).Note("write it in double quotes, or declare bytes: \"any\" (%s)", f.At))
		return
	}
	got, ok := valueType(v)
	if !ok || got != f.Type {
		if v.Bytes != nil {
			got = "bytes"
		}
		wrong("is of type %s, got %s", f.Type, orOther(string(got), v.Other))
		return
	}
	switch {
	case f.Required && f.Type == registry.Int && *v.Int == 0:
		wrong("is required, so at least 1, and 0 here; a count that may be 0 is declared with required: false")
		return
	case f.Required && !f.Gives(v):
		wrong("is required and empty here")
		return
	}
	if f.Type == registry.String && f.Empties(v.Text()) {
		wrong("is required, and its limit leaves nothing of it here")
		return
	}
	switch f.Type {
	case registry.Int:
		if *v.Int < 0 {
			wrong("is a count, got %d", *v.Int)
		}
	case registry.String:
		if problem := badString(f, v.Text()); problem != "" {
			wrong("%s", problem)
		} else if problem := overLimit(f, v.Text()); problem != "" {
			wrong("%s", problem)
		}
	case registry.List:
		p.fitItems(path, f, v)
	}
}

func orOther(kind, other string) string {
	if kind == "" {
		return other
	}
	return kind
}

func valueType(v registry.Value) (registry.FieldType, bool) {
	switch {
	case v.Str != nil, v.Bytes != nil:
		return registry.String, true
	case v.Int != nil:
		return registry.Int, true
	case v.Bool != nil:
		return registry.Bool, true
	case v.IsList:
		return registry.List, true
	default:
		return "", false
	}
}

// badString says what New would refuse of a string, which it looks at in its normal form.
func badString(f *registry.Field, s string) string {
	s = f.Normal(s)
	if f.Blank == "reject" && s != "" && strings.TrimSpace(s) == "" {
		return "takes no blank text"
	}
	if f.AnyBytes {
		return ""
	}
	if !utf8.ValidString(s) {
		return "takes valid UTF-8 only"
	}
	for _, r := range s {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return fmt.Sprintf("takes no control characters, got %U", r)
		}
	}
	return ""
}

// overLimit says what a limit refuses. Its other verbs take every value.
func overLimit(f *registry.Field, s string) string {
	l := f.Limit
	if l == nil || l.Over != "reject" {
		return ""
	}
	s = f.Normal(s)
	lines := int64(strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1)
	switch {
	case l.Bytes > 0 && int64(len(s)) > l.Bytes:
		return fmt.Sprintf("takes at most %d bytes, got %d", l.Bytes, len(s))
	case l.Lines > 0 && lines > l.Lines:
		return fmt.Sprintf("takes at most %d lines, got %d", l.Lines, lines)
	}
	return ""
}

func (p *pass) fitItems(path string, f *registry.Field, v registry.Value) {
	seen := map[string]bool{}
	for i, item := range v.Items {
		for j := range f.Item {
			q := &f.Item[j]
			k := slices.IndexFunc(item, func(iv registry.InputValue) bool { return iv.Name.Text == q.Name })
			switch {
			case k >= 0:
				p.fits(path+"."+q.Name, q, item[k].Value)
			case q.Required:
				p.add(p.errorf(v.At, "item %d of input %q gives no value for %q, which is required", i+1, path, q.Name).Note("it is declared at %s", q.At))
			}
		}
		key := f.UniqueKey(item)
		if len(f.Unique) > 0 && seen[key] {
			p.report(v.At, "change one of them", "items of input %q are equal in %s", path, diag.QuoteAll(texts(f.Unique)))
		}
		seen[key] = true
	}
}

func caseDerivedGates(p *pass) {
	for _, c := range p.cases() {
		for _, v := range c.Gates {
			switch g := p.r.Gate(v.Name.Text); {
			case g == nil:
			case g.From.Given():
				p.add(p.errorf(v.Name.At, "gate %q follows from %q and can't be set", g.Name, g.From.Text).Note("remove it; give or leave out %q instead (%s)", g.From.Text, g.At))
			case !p.r.Open(g.Name):
				p.add(p.errorf(v.Name.At, "gate %q is pinned wherever it is read and can't be set", g.Name).Note("remove it; its profiles and subagents decide it"))
			}
		}
	}
}

// caseGatesMissing looks for gates that pairwise snapshots could not turn on.
func caseGatesMissing(p *pass) {
	if !p.r.Snapshots.Pairwise {
		return
	}
	for i := range p.r.Gates {
		g := &p.r.Gates[i]
		in := p.r.Input(g.From.Text)
		known := in != nil && !in.Required || p.r.Toolset(g.From.Text) != nil
		if known && p.r.Open(g.Name) && !cases.Gives(p.r, g.From.Text) {
			p.add(p.errorf(p.r.Snapshots.PairwiseAt, "pairwise snapshots can't turn gate %q on: no case gives %q, which it follows from", g.Name, g.From.Text).
				Note("give it in the fixture or in a case; the gate is declared at %s", g.At))
		}
	}
}

// setting is what a case gives in a profile, laid over the fixture. What is open is given, and a limit or a refusal may
// leave nothing of it.
func (p *pass) setting(c registry.Case, prof *registry.Profile) (s *gate.Setting, open map[string]bool) {
	gates, given, open := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, layer := range []registry.Case{p.r.Snapshots.Fixture, c} {
		for _, v := range layer.Gates {
			gates[v.Name.Text] = v.Value
		}
		for _, v := range layer.Inputs {
			if in := p.r.Input(v.Name.Text); in != nil {
				t, ok := valueType(v.Value)
				given[in.Name] = ok && t == in.Type && in.Gives(v.Value)
				open[in.Name] = given[in.Name] && in.Limited()
			}
		}
		for _, v := range layer.Toolsets {
			open[v.Name.Text] = len(v.Tools) > 0
		}
	}
	w := gate.NewWorld(p.r, prof, p.r.Subagent(c.Subagent.Text), "native")
	return &gate.Setting{World: w, Gates: gates, Given: func(path string) bool { return given[path] }}, open
}

// from is the input or toolset that a gate follows from, or nothing.
func (p *pass) from(name string) string {
	if g := p.r.Gate(name); g != nil {
		return g.From.Text
	}
	return ""
}

// profilesOf returns the profiles in which a case is rendered.
func (p *pass) profilesOf(c registry.Case) []*registry.Profile {
	agent := p.r.Subagent(c.Subagent.Text)
	var out []*registry.Profile
	for i := range p.r.Profiles {
		if prof := &p.r.Profiles[i]; c.In(prof.Name) && (agent == nil || agent.Allows(prof.Name)) {
			out = append(out, prof)
		}
	}
	return out
}

// caseConstraints leaves what limits decide to the rendered cells.
func caseConstraints(p *pass) {
	for _, c := range p.r.Snapshots.Cases {
		seen := map[gate.Rule]bool{} // every profile repeats what the first says
		for _, prof := range p.profilesOf(c) {
			s, open := p.setting(c, prof)
			if !(view{s.World}).Feasible() {
				continue
			}
			for _, r := range s.Broken() {
				if seen[r] || open[p.from(r.Gate)] || open[p.from(r.Other)] {
					continue
				}
				seen[r] = true
				at, ok := r.SetIn(&c, &p.r.Snapshots.Fixture)
				if !ok {
					at = c.At
				}
				p.add(p.errorf(at, "case %q breaks a constraint in profile %q: %s", c.Name, prof.Name, r).
					Note("want e.g. %s; the constraint is declared at %s", asRuled(r), r.At))
			}
		}
	}
}

func caseSubagents(p *pass) {
	for _, c := range p.cases() {
		agent := p.r.Subagent(c.Subagent.Text)
		if agent == nil {
			continue
		}
		for _, w := range c.Profiles {
			if p.r.Profile(w.Text) != nil && !agent.Allows(w.Text) {
				p.add(p.errorf(w.At, "subagent %q does not run in profile %q", agent.Name, w.Text).Note("name other profiles here, or add this one to the subagent (%s)", agent.At))
			}
		}
	}
}
