package plan

import (
	"reflect"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Contract names what a record belongs to.
type Contract struct {
	Name    string
	Version int64
}

// Facts are gates and inputs of the session that fixed text and tools follow from, where When holds.
type Facts struct {
	When Cond
	All  []Fact
}

// Fact is a gate or an input.
type Fact struct {
	Method string // of prompt.Facts: "Gate", "Input"
	Name   string
	Value  Ref
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

// facts plans what a record says of the session. What all profiles read comes first.
func (b *builder) facts() []Facts {
	reads := map[string]map[string]bool{}
	for i := range b.r.Profiles {
		reads[b.r.Profiles[i].Name] = b.fixedReads(&b.r.Profiles[i])
	}
	out := []Facts{{}}
	add := func(key string, f Fact) {
		when := b.inProfiles(func(p *registry.Profile) bool { return reads[p.Name][key] })
		if when == (Cond)(False{}) {
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
		if g := &b.r.Gates[i]; b.asked[g.Name] {
			add(gateKey(g.Name), Fact{"Gate", g.Name, Ref{"x", "gate", b.gateName(g.Name)}})
		}
	}
	for i := range b.r.Inputs {
		if in := &b.r.Inputs[i]; in.Scope == registry.SessionScope {
			add(in.Name, Fact{"Input", in.Name, b.ref(in.Name, nil)})
		}
	}
	if len(out[0].All) == 0 {
		out = out[1:]
	}
	return out
}

// fixedReads collects the inputs and gates that a profile's fixed sections and tools read, and what digests name.
func (b *builder) fixedReads(p *registry.Profile) map[string]bool {
	reads := map[string]bool{}
	for i := range b.r.Locales {
		w := b.reader(p, b.r.Locales[i].Name.Text, reads)
		for _, name := range b.r.Shows(p) {
			if s := b.r.Section(name.Text); s != nil && s.Role != "user" && s.Level() != registry.Volatile {
				w.part(&s.Part, place{owner: s.Name})
			}
		}
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
