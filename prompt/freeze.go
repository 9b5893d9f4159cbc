package prompt

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Identity names what a session belongs to.
type Identity struct {
	Contract string // the registry's name
	Version  int64  // of the contract
	Profile  string
	Locale   string
	Agent    string // "" where the registry declares no agents
}

// Identity says what a session belongs to, for the host to write beside what it keeps of a request: a stored turn, a line
// of a log, the metadata of the request. Of a resumed assembler it is the record's. With Fingerprint it tells later which
// texts a model had.
func (a *Assembler[S, T]) Identity() Identity {
	if r := a.frozen; r != nil {
		return Identity{Contract: r.Contract, Version: r.Version, Profile: r.Profile, Locale: r.Locale, Agent: r.Agent}
	}
	return a.identity
}

// Facts collects what decides the fixed text and the tools of a session, and the gates of the rest. Generated code fills it.
type Facts struct {
	gates  []RecordGate
	inputs []RecordInput
	live   []liveInput
}

// liveInput is an input that what is written anew in a resumed session reads.
type liveInput struct {
	name string // in the registry
	path string // in Go
}

// Gate adds a gate as it is in effect.
func (f *Facts) Gate(name string, on bool) {
	f.gates = append(f.gates, RecordGate{Name: name, On: on})
}

// LiveGate adds a gate as it is in effect from which neither fixed text nor tools follow, but the tail, the turns that
// open the history, or a command: a resumed session writes these anew, under the gates of its record.
func (f *Facts) LiveGate(name string, on bool) {
	f.gates = append(f.gates, RecordGate{Name: name, On: on, Live: true})
}

// Input adds the fingerprint of an input: a string, an int64, a bool, or a slice of structs of these.
func (f *Facts) Input(name string, value any) {
	sum := sha256.Sum256(appendValue(nil, reflect.ValueOf(value)))
	f.inputs = append(f.inputs, RecordInput{name, sum})
}

// LiveInput adds an input that the tail or the turns that open the history read, by its name and its Go path, e.g.
// "rules" and "Session.Rules": a resumed session notes what limits do to today's value.
func (f *Facts) LiveInput(name, path string) {
	f.live = append(f.live, liveInput{name, path})
}

// Freeze records the text that Request sends until Refresh, the tools with their elements in the formats of ps, and
// what decided them. Volatile sections are no part of it. at and reason are kept as they are; nothing here reads a
// clock. Freezing a resumed assembler gives its record again, with another time and reason.
func (a *Assembler[S, T]) Freeze(at time.Time, reason string, ps ...Provider) Record {
	var r Record
	if a.frozen != nil {
		r = a.frozen.clone()
	} else {
		r = a.record(ps)
	}
	r.At, r.Reason = at.UTC().Round(0), strings.ToValidUTF8(reason, "\uFFFD")
	r.Sum = r.sum()
	return r
}

// record is everything that a record says apart from its occasion.
func (a *Assembler[S, T]) record(ps []Provider) Record {
	r := Record{
		V:         recordVersion,
		Contract:  a.identity.Contract,
		Version:   a.identity.Version,
		Profile:   a.identity.Profile,
		Transport: a.transport.String(),
		Locale:    a.identity.Locale,
		Agent:     a.identity.Agent,
		Final:     a.final,
		Digests:   a.allDigests(),
		Notes:     append([]Note(nil), a.notes...), // nil when there are none, as JSON has it
	}
	if a.facts != nil {
		var f Facts
		a.facts(&f)
		slices.SortFunc(f.gates, func(x, y RecordGate) int { return strings.Compare(x.Name, y.Name) })
		slices.SortFunc(f.inputs, func(x, y RecordInput) int { return strings.Compare(x.Name, y.Name) })
		r.Gates, r.Inputs = f.gates, f.inputs
	}
	for i := range a.tiers {
		r.Blocks = append(r.Blocks, a.recordBlock(i))
	}
	if a.chained {
		for _, s := range a.tail {
			r.Tail = append(r.Tail, s.Name)
		}
	}
	for i := range a.tools.list() {
		r.Tools = append(r.Tools, a.tools.offers[i].record())
	}
	ps = slices.Clone(ps)
	slices.Sort(ps)
	for _, p := range slices.Compact(ps) {
		if env, ok := envelopeOf(p); ok {
			r.Projections = append(r.Projections, RecordProjection{p.String(), a.elements(p, &env)})
		}
	}
	return r
}

func (a *Assembler[S, T]) recordBlock(number int) RecordBlock {
	t := &a.tiers[number]
	b := RecordBlock{Level: t.level.String()}
	for _, s := range t.sections {
		b.Sections = append(b.Sections, RecordSection{Name: s.Name})
	}
	if t.sections != nil {
		return b
	}
	text := t.text.Value()
	b.Text, b.Lead = RecordText(text), t.lead
	for _, s := range a.spans {
		if s.tier == number {
			sum := sha256.Sum256([]byte(text[s.from:s.to]))
			b.Sections = append(b.Sections, RecordSection{s.name, s.from, s.to, sum})
		}
	}
	return b
}

// elements are the tools of a request without marks, which are the deployment's; none over XML, where tools stand in
// the text.
func (a *Assembler[S, T]) elements(p Provider, env *envelope) []string {
	var out []string
	if a.transport == Native {
		for e := range a.tools.values(p, env, "").All() {
			out = append(out, string(e))
		}
	}
	return out
}

func (o *offer) record() RecordTool {
	var raw []string
	for _, p := range o.spec.Params {
		if p.Value == RawValue {
			raw = append(raw, p.Name)
		}
	}
	h := o.hoster()
	return RecordTool{
		Name:    o.spec.Name,
		Doc:     RecordText(o.spec.Doc),
		Schema:  o.schema.Value(),
		Level:   o.spec.Level.String(),
		Effect:  o.spec.Effect,
		Meta:    string(o.spec.Meta),
		Raw:     strings.Join(raw, " "),
		Toolset: h.Toolset,
		Server:  h.Server,
		Host:    h.Name,
	}
}
