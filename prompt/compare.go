package prompt

import (
	"reflect"
	"slices"
)

// Verdict says how a record compares with what would be built today.
type Verdict uint8

const (
	Unknown Verdict = iota // the record is damaged, or of another form or contract: nothing can be said
	Fresh                  // building now gives what is frozen
	Stale                  // it gives something else
)

// String returns "unknown", "fresh", "stale", or for other values e.g. "Verdict(7)".
func (v Verdict) String() string {
	if v == Unknown {
		return "unknown"
	}
	return enumString("Verdict", uint8(v), []string{"fresh", "stale"})
}

// Change is one reason why a record is stale, e.g. {"gate", "mcp"}.
type Change struct {
	Kind string // "contract", "profile", "transport", "locale", "agent", "projection", "gate", "input", "toolset", "section", "tool" or "digest"
	Name string // of what can be several: the projection, gate, input, toolset, section, tool or digest
}

// Compare says whether building now, from the configuration and session of a, gives what r holds: the contract's
// version, profile and transport, the fixed text, the tools with their projections, and the digests. What the profile
// does not show changes nothing. A session that New refuses by now, because it passes a limit, is stale.
//
// The changes are in the order of [Change] and without duplicates, gates and inputs by name, toolsets, sections and tools
// in the order of the profile. They name causes: a section or tool stands among them where no other change accounts for
// it, so the words of the registry are other ones, or Session.Allow is. A change of contract, profile, transport,
// locale or agent accounts for every section and tool, a gate too, and an input or a toolset for those at session level.
// Tools of the host are told by their toolset.
func (a *Assembler[S, T]) Compare(r Record) (Verdict, []Change) {
	if r.V != recordVersion || r.Contract != a.identity.Contract || !r.intact() {
		return Unknown, nil
	}
	if a.rebuild != nil {
		a = a.rebuild()
	}
	var ps []Provider
	for _, projection := range r.Projections {
		var p Provider
		if p.UnmarshalText([]byte(projection.Provider)) == nil {
			ps = append(ps, p)
		}
	}
	now := a.record(ps)
	d := difference{old: &r, now: &now, refused: a.err != nil}
	d.find()
	if len(d.changes) == 0 {
		return Fresh, nil
	}
	return Stale, d.changes
}

// difference collects the changes between two records.
type difference struct {
	old, now *Record
	refused  bool // New refuses the session today, because it passes a limit
	changes  []Change
	sections []changed
	tools    []changed
}

// changed is a section or a tool of which the two records hold different bytes.
type changed struct {
	name    string
	static  bool
	toolset string // of a tool of the host
}

func (d *difference) add(kind, name string, differs bool) {
	if differs {
		d.changes = append(d.changes, Change{kind, name})
	}
}

// find lists causes first, then what they do not account for.
func (d *difference) find() {
	old, now := d.old, d.now
	d.sections = changesOf(old.sections(), now.sections())
	d.tools = changesOf(old.Tools, now.Tools)
	layout := len(d.sections) == 0 && (old.Final != now.Final || !reflect.DeepEqual(old.Blocks, now.Blocks))
	shown := len(d.sections)+len(d.tools) > 0
	d.add("contract", "", old.Version != now.Version)
	d.add("profile", "", old.Profile != now.Profile || layout)
	d.add("transport", "", old.Transport != now.Transport)
	d.add("locale", "", shown && old.Locale != now.Locale)
	d.add("agent", "", shown && old.Agent != now.Agent)
	all := len(d.changes) > 0 // accounts for everything
	d.projections()
	gates, inputs := false, false
	if shown && old.Profile == now.Profile && old.Agent == now.Agent { // else they may follow from those
		gates = d.gates()
	}
	if d.atSession() || d.refused || !slices.Equal(old.Digests, now.Digests) {
		inputs = d.inputs()
	}
	sets := d.toolsets(all)
	inputs = inputs || sets
	d.rest("section", d.sections, all || gates, inputs)
	d.rest("tool", d.tools, all || gates, inputs)
	if len(d.changes) == 0 {
		for _, c := range changesOf(old.Digests, now.Digests) {
			d.add("digest", c.name, true)
		}
	}
	d.add("profile", "", d.refused && len(d.changes) == 0) // its limit is a lower one
}

// projections adds the formats in which tools that are the same have other bytes, or none any more.
func (d *difference) projections() {
	for _, p := range d.old.Projections {
		i := slices.IndexFunc(d.now.Projections, func(q RecordProjection) bool { return q.Provider == p.Provider })
		same := i >= 0 && (len(d.tools) > 0 || d.old.Transport != d.now.Transport || slices.Equal(p.Tools, d.now.Projections[i].Tools))
		d.add("projection", p.Provider, !same)
	}
}

// gates adds the gates that both records know and that differ, of those that what is frozen follows from.
func (d *difference) gates() bool {
	before := len(d.changes)
	for _, g := range d.now.Gates {
		d.add("gate", g.Name, !g.Live && slices.Contains(d.old.Gates, RecordGate{Name: g.Name, On: !g.On}))
	}
	return len(d.changes) > before
}

// inputs adds the inputs that both records know and that differ.
func (d *difference) inputs() bool {
	before := len(d.changes)
	for _, in := range d.now.Inputs {
		differs := func(o RecordInput) bool { return o.Name == in.Name && o.Fingerprint != in.Fingerprint }
		d.add("input", in.Name, slices.ContainsFunc(d.old.Inputs, differs))
	}
	return len(d.changes) > before
}

// toolsets adds those whose tools are not the same, and leaves only declared tools to be told by name.
func (d *difference) toolsets(accounted bool) bool {
	found := false
	for _, c := range d.tools {
		seen := slices.Contains(d.changes, Change{"toolset", c.toolset})
		d.add("toolset", c.toolset, c.toolset != "" && !accounted && !seen)
		found = found || c.toolset != ""
	}
	d.tools = slices.DeleteFunc(slices.Clone(d.tools), func(c changed) bool { return c.toolset != "" })
	return found
}

// atSession reports whether something differs that may read an input.
func (d *difference) atSession() bool {
	return slices.ContainsFunc(slices.Concat(d.sections, d.tools), func(c changed) bool { return !c.static })
}

// rest adds what has no other cause.
func (d *difference) rest(kind string, all []changed, accounted, inputs bool) {
	for _, c := range all {
		d.add(kind, c.name, !accounted && (c.static || !inputs))
	}
}

// part is what records list under a name.
type part interface {
	comparable
	part() changed
}

// placedSection is a section with the level of its block.
type placedSection struct {
	name, level string
	sum         Fingerprint
}

func (s placedSection) part() changed {
	return changed{name: s.name, static: s.level == Static.String()}
}
func (t RecordTool) part() changed   { return changed{t.Name, t.Level == Static.String(), t.Toolset} }
func (d RecordDigest) part() changed { return changed{name: d.Name} }

func (r *Record) sections() []placedSection {
	var all []placedSection
	for _, b := range r.Blocks {
		for _, s := range b.Sections {
			all = append(all, placedSection{s.Name, b.Level, s.Fingerprint})
		}
	}
	return all
}

// changesOf lists what is not the same in both lists, or stands elsewhere among what is in both. What is gone stands
// in front of what followed it.
func changesOf[P part](old, now []P) []changed {
	names := func(ps []P) []string {
		var out []string
		for _, p := range ps {
			out = append(out, p.part().name)
		}
		return out
	}
	oldNames, nowNames := names(old), names(now)
	gone := func(from int) (out []changed) {
		for _, p := range old[from:] {
			if slices.Contains(nowNames, p.part().name) {
				break
			}
			out = append(out, p.part())
		}
		return out
	}
	common := slices.DeleteFunc(slices.Clone(oldNames), func(n string) bool { return !slices.Contains(nowNames, n) })
	all, at := gone(0), 0 // at counts what is in both
	for _, p := range now {
		c := p.part()
		i := slices.Index(oldNames, c.name)
		if i < 0 {
			all = append(all, c)
			continue
		}
		if old[i] != p || common[at] != c.name {
			c.static = c.static && old[i].part().static
			all = append(all, c)
		}
		all = append(all, gone(i+1)...)
		at++
	}
	return all
}
