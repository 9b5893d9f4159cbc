package prompt

import (
	"slices"
	"strconv"
	"strings"
)

// ResumeAssembler returns an assembler that serves the text and the tools of r until Refresh. p renders the rest, under
// the gates and with the tools of r; today is what New would assemble, for Compare. box has the tools that can be
// dispatched. Generated code calls it; applications call the Resume of their package.
//
// An error is an InputErrors: r is damaged, of another form, contract, profile, transport or agent, or holds a tool
// that can't be dispatched.
func ResumeAssembler[S, T any](p, today Program[S, T], r Record, box Toolbox) (*Assembler[S, T], error) {
	if err := resumable(&p.Identity, p.Transport, &r, box); err != nil {
		return nil, err
	}
	r = r.clone()
	a := newAssembler(p)
	sections := p.Sections
	if p.Chain != nil {
		sections = slices.Concat(p.Sections, p.Chain.Tail)
		a.layTail(slices.DeleteFunc(slices.Clone(sections), func(s SectionSpec[T]) bool { return !slices.Contains(r.Tail, s.Name) }))
	} else {
		a.layTail(sections)
	}
	a.final, a.frozen = r.Final, &r
	a.rebuild = func() *Assembler[S, T] { return NewAssembler(today) }
	a.tools = r.tools(box)
	a.total.used = len(r.Final)
	for i, b := range r.Blocks {
		a.resumeTier(b, i, sections)
		a.total.used += len(b.Text)
		a.total.any = a.total.any || b.Text != ""
	}
	a.marking.static, a.marking.session = a.leading(Static), a.leading(Session)
	var b Buf
	a.layContext(&b, p.Sections) // the turns that open the history are no part of a record
	if err := b.errs.Err(); err != nil {
		return nil, err
	}
	a.notes = a.resumedNotes(r.Notes, p.Notes, b.errs.notes)
	return a, nil
}

// resumedNotes are those of the record on what is frozen, then today's on what is written anew: on the inputs that it
// reads, and on the turns that open the history.
func (a *Assembler[S, T]) resumedNotes(then, inputs, turns []Note) []Note {
	var f Facts
	if a.facts != nil {
		a.facts(&f)
	}
	var notes []Note
	for _, n := range then {
		live := f.liveInput(n.Section)
		turn := slices.ContainsFunc(a.context, func(o opening[T]) bool { return o.Name == n.Section })
		if !turn && (live == "" || slices.ContainsFunc(f.inputs, func(in RecordInput) bool { return in.Name == live })) {
			notes = append(notes, n)
		}
	}
	for _, n := range inputs {
		if f.liveInput(n.Section) != "" && !slices.Contains(notes, n) {
			notes = append(notes, n)
		}
	}
	return slices.Clip(append(notes, turns...))
}

// liveInput returns the name of the live input that a Go path leads to or into, or "".
func (f *Facts) liveInput(path string) string {
	for _, in := range f.live {
		if rest, ok := strings.CutPrefix(path, in.path); ok && (rest == "" || rest[0] == '[' || rest[0] == '.') {
			return in.name
		}
	}
	return ""
}

// Gate returns a gate as it was in effect, or today's value where the record does not have it: a gate that nothing of the
// session reads. Generated code calls it.
func (r *Record) Gate(name string, today bool) bool {
	for _, g := range r.Gates {
		if g.Name == name {
			return g.On
		}
	}
	return today
}

// Offers reports whether the record holds a declared tool. Generated code calls it. One of the host's may have the name of a
// tool that was declared since.
func (r *Record) Offers(name string) bool {
	return slices.ContainsFunc(r.Tools, func(t RecordTool) bool { return t.Name == name && t.Toolset == "" })
}

// resumable notes everything that keeps a record from being served.
func resumable(id *Identity, transport Transport, r *Record, box Toolbox) error {
	var e Errs
	switch {
	case r.V != recordVersion:
		e.Add("Record.V", "is "+strconv.Itoa(r.V)+"; this version reads "+strconv.Itoa(recordVersion))
	case r.Contract != id.Contract:
		e.Add("Record.Contract", "is "+shorten(r.Contract)+"; want "+quote(id.Contract))
	case !r.intact():
		e.Add("Record", "is damaged: its fingerprints do not match")
	}
	if err := e.Err(); err != nil {
		return err
	}
	same := func(field, got, want string) {
		if got != want {
			e.Add("Record."+field, "is "+shorten(got)+"; want "+quote(want))
		}
	}
	if r.Version != id.Version {
		e.Add("Record.Version", "is "+Int(r.Version)+"; want "+Int(id.Version))
	}
	same("Profile", r.Profile, id.Profile)
	same("Transport", r.Transport, transport.String())
	same("Agent", r.Agent, id.Agent)
	for _, t := range r.Tools {
		if known := t.Toolset != "" && box.Host || t.Toolset == "" && slices.Contains(box.Names, t.Name); !known {
			e.Add("Record.Tools", "holds "+shorten(t.Name)+", which can't be dispatched any more")
		}
	}
	return e.Err()
}

// resumeTier lays a tier as it was. Of a volatile one the sections are today's.
func (a *Assembler[S, T]) resumeTier(b RecordBlock, number int, today []SectionSpec[T]) {
	t := tier[T]{lead: b.Lead}
	_ = t.level.UnmarshalText([]byte(b.Level)) // of an intact record it is one of the names
	if t.level != Volatile {
		t.text = share(string(b.Text))
		for _, s := range b.Sections {
			a.spans = append(a.spans, span{name: s.Name, tier: number, from: s.From, to: s.To})
		}
		a.tiers = append(a.tiers, t)
		return
	}
	t.sections = []SectionSpec[T]{} // a volatile tier, even when none of its sections is left
	for _, s := range b.Sections {
		is := func(spec SectionSpec[T]) bool { return spec.Name == s.Name && spec.Level == Volatile && spec.InSystem }
		if i := slices.IndexFunc(today, is); i >= 0 {
			t.sections = append(t.sections, today[i])
		}
	}
	a.live = true
	a.tiers = append(a.tiers, t)
}

// tools are those of the record, with the elements that it holds.
func (r *Record) tools(box Toolbox) *Tools {
	t := &Tools{box: box, offers: make([]offer, len(r.Tools)), frozen: true}
	for i, f := range r.Tools {
		s := ToolSpec{Name: f.Name, Doc: string(f.Doc), Effect: f.Effect, Meta: JSON(f.Meta)}
		_ = s.Level.UnmarshalText([]byte(f.Level)) // of an intact record it is one of the names
		s.Params = new(paramReader).frozen(f.Schema, strings.Fields(f.Raw))
		t.offers[i] = offer{spec: s, schema: share(f.Schema), places: placesOf(f.Schema)}
		if f.Toolset != "" {
			t.offers[i] = f.hostOffer()
		}
	}
	for _, projection := range r.Projections {
		var p Provider
		if p.UnmarshalText([]byte(projection.Provider)) != nil {
			continue
		}
		for _, e := range projection.Tools {
			t.elements[p-1] = append(t.elements[p-1], share(e))
		}
	}
	return t
}
