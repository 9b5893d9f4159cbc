package plan

import (
	"reflect"
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Contract names what a record belongs to.
type Contract struct {
	Name    string
	Version int64
}

// Facts are gates of the session, inputs that fixed text and tools follow from, and those with notes that other text
// reads, where When holds.
type Facts struct {
	When Cond
	All  []Fact
}

// Fact is a gate or an input.
type Fact struct {
	Method string // of prompt.Facts: "Gate", "LiveGate", "Input", "LiveInput"
	Name   string
	Value  Ref
	Path   string // of a LiveInput in the stead of Value, e.g. "Session.Rules"
}

// Digest is a fingerprint that the registry declares.
type Digest struct {
	Name     string
	Inputs   []Ref
	Sections []string
}

// Draft is an input of the session whose next value is kept out of all texts until the host confirms it.
type Draft struct {
	Method       string // of Session, e.g. "ConfirmPlan"
	Field, Draft string // fields of Session
	Norms        []string
}

// gateKey keeps gates apart from inputs of the same name.
func gateKey(name string) string { return "gate " + name }

// facts plans what a record says of the session. What all profiles read comes first. No gate that anything of the session
// reads is left out: a record has no inputs that it could follow from.
func (b *builder) facts() []Facts {
	fixed, live := map[string]map[string]bool{}, map[string]map[string]bool{}
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		fixed[p.Name], live[p.Name] = b.fixedReads(p), b.sectionReads(p, func(s *registry.Section) bool { return !frozen(s) })
	}
	ruled := b.turnRuled()
	out := []Facts{{}}
	add := func(f Fact, reads func(p *registry.Profile) bool) {
		when := b.inProfiles(reads)
		if when == (False{}) {
			return
		}
		i := slices.IndexFunc(out, func(fs Facts) bool { return reflect.DeepEqual(fs.When, when) })
		if i < 0 {
			i = len(out)
			out = append(out, Facts{When: when})
		}
		out[i].All = append(out[i].All, f)
	}
	for i := range b.r.Gates {
		g := &b.r.Gates[i]
		if !b.asked[g.Name] {
			continue
		}
		value := Ref{"x", "gate", b.gateName(g.Name)}
		add(Fact{Method: "Gate", Name: g.Name, Value: value}, func(p *registry.Profile) bool { return fixed[p.Name][gateKey(g.Name)] })
		add(Fact{Method: "LiveGate", Name: g.Name, Value: value}, func(p *registry.Profile) bool {
			return !fixed[p.Name][gateKey(g.Name)] && (ruled[g.Name] || b.anyReads(p, gateKey(g.Name)))
		})
	}
	for i := range b.r.Inputs {
		in := &b.r.Inputs[i]
		if in.Scope != registry.SessionScope {
			continue
		}
		add(Fact{Method: "Input", Name: in.Name, Value: b.ref(in.Name, nil)}, func(p *registry.Profile) bool { return fixed[p.Name][in.Name] })
		if notes(&in.Field) {
			add(Fact{Method: "LiveInput", Name: in.Name, Path: "Session." + camel(in.Name)}, func(p *registry.Profile) bool { return live[p.Name][in.Name] })
		}
	}
	add(Fact{Method: "Input", Name: "nonce", Value: Ref{"x", "in", "Nonce"}}, func(p *registry.Profile) bool {
		return slices.ContainsFunc(b.r.Shows(p), func(w registry.Word) bool {
			s := b.r.Section(w.Text)
			return s != nil && frozen(s) && b.takes(&s.Part, registry.SessionScope)
		})
	})
	if len(out[0].All) == 0 {
		out = out[1:]
	}
	return out
}

// turnRuled collects the gates that constraints hold every turn to, in all profiles.
func (b *builder) turnRuled() map[string]bool {
	ruled := map[string]bool{}
	for _, rule := range gate.Rules(b.r) {
		g, o := b.r.Gate(rule.Gate), b.r.Gate(rule.Other)
		if g != nil && o != nil && (g.Scope == registry.TurnScope || o.Scope == registry.TurnScope) {
			ruled[g.Name], ruled[o.Name] = true, true
		}
	}
	return ruled
}

// anyReads reports whether anything of a profile reads an input or the gate of a key, commands too.
func (b *builder) anyReads(p *registry.Profile, key string) bool {
	for _, reads := range b.reads[p.Name] {
		if reads[key] {
			return true
		}
	}
	return false
}

// frozen reports whether a record keeps the text of a section.
func frozen(s *registry.Section) bool { return s.Role != "user" && s.Level() != registry.Volatile }

// fixedReads collects the inputs and gates that a profile's fixed sections and tools read, and what digests name.
func (b *builder) fixedReads(p *registry.Profile) map[string]bool {
	reads := b.sectionReads(p, frozen)
	for i := range b.r.Locales {
		w := b.reader(p, b.r.Locales[i].Name.Text, reads)
		w.amend()
		for _, t := range b.listedTools(p) {
			w.cond(t.When.Text)
			w.tool(t)
		}
		w.toolsets()
	}
	for _, d := range b.r.Digests {
		for _, w := range d.Inputs {
			reads[w.Text] = true
		}
	}
	return reads
}

// sectionReads collects the inputs and gates that some of a profile's sections read.
func (b *builder) sectionReads(p *registry.Profile, of func(*registry.Section) bool) map[string]bool {
	reads := map[string]bool{}
	for i := range b.r.Locales {
		w := b.reader(p, b.r.Locales[i].Name.Text, reads)
		for _, name := range b.r.Shows(p) {
			if s := b.r.Section(name.Text); s != nil && of(s) {
				w.part(&s.Part, place{owner: s.Name})
			}
		}
	}
	return reads
}

// digests plans the declared fingerprints.
func (b *builder) digests() []Digest {
	var out []Digest
	for i := range b.r.Digests {
		d := &b.r.Digests[i]
		g := Digest{Name: d.Name}
		for _, w := range d.Inputs {
			g.Inputs = append(g.Inputs, b.ref(w.Text, nil))
		}
		for _, w := range d.Sections {
			g.Sections = append(g.Sections, w.Text)
		}
		out = append(out, g)
	}
	return out
}

// draft plans the field that holds the next value of an input, and the method that confirms it.
func (b *builder) draft(in *registry.Input, c *claims) (Field, Draft) {
	name := camel(in.Name)
	what := "the draft of " + named("input", in.Name)
	d := Draft{
		Method: c.claim("Confirm"+name, what, in.At),
		Field:  name,
		Draft:  c.claim(name+"Draft", what, in.At),
		Norms:  norms(in.Normalize),
	}
	return Field{d.Draft, "string", []string{"The next " + name + ", which no text shows before " + d.Method + "."}}, d
}
