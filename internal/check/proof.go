package check

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// proofRules prove that text and tools move together.
func proofRules() []rule {
	return []rule{
		{diag.Rule{ID: "tool-not-shown", Doc: "A text names a tool in a prompt that may lack it. Guard the text by when: \"tool.NAME\", list the tool in the profile, or leave the name out."}, toolNotShown},
		{diag.Rule{ID: "docs-without-xml", Doc: "The documentation of the tools could stand in a prompt for the native transport, which would then have it twice. Guard the part by when: \"xml\"."}, docsWithoutXML},
		{diag.Rule{ID: "xml-undocumented", Doc: "A profile offers the xml transport and has tools, but in some prompt no section documents them. List a section with tools: \"docs\", whose conditions hold whenever a tool is shown; a toolset needs one of its own, with toolset: NAME, or when: \"native\"."}, xmlUndocumented},
	}
}

func toolNotShown(p *pass) {
	seen := map[diag.Loc]bool{}
	type hole struct {
		part any // what one condition guards, with its texts in every locale
		tool string
	}
	reported := map[hole]bool{}
	prove := func(v view, part any, t *registry.Text, guards []guard, what fmt.Stringer) {
		for _, s := range t.Segs {
			if s.Tool == "" || seen[s.At.Spot()] || reported[hole{part, s.Tool}] {
				continue
			}
			if d, fails := p.disprove(v, s, guards, what); fails {
				seen[s.At.Spot()], reported[hole{part, s.Tool}] = true, true
				p.add(d)
			}
		}
	}
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		for _, v := range p.viewsOf(prof) {
			for _, l := range p.r.Locales {
				for _, n := range p.nodes {
					if !p.lists(prof, n.owner) {
						continue
					}
					for _, t := range n.shown(p.r, l.Name.Text, prof.Name) {
						prove(v, n.part, t, n.inside, n.owner)
					}
				}
				for _, n := range p.docs {
					if !p.lists(prof, n.owner()) {
						continue
					}
					for _, f := range n.fragments(p.r, l.Name.Text, prof.Name) {
						prove(v, [2]string{n.String(), f.When.Text}, &f.Text, n.guards(f.When), n)
					}
				}
			}
		}
	}
}

// disprove looks for a prompt in which the text stands and the tool does not.
func (p *pass) disprove(v view, s registry.Seg, guards []guard, what fmt.Stringer) (diag.Diagnostic, bool) {
	shown, ok1 := v.guards([]guard{{tool: s.Tool}})
	text, ok2 := v.guards(guards)
	if tool := p.r.Tool(s.Tool); !ok1 || !ok2 || tool == nil || len(p.profiles(owner{"tool", s.Tool})) == 0 {
		return diag.Diagnostic{}, false
	}
	choice, always := v.Always(gate.Implies(text, shown))
	if always {
		return diag.Diagnostic{}, false
	}
	d := p.errorf(s.At, "%s names tool %q, which is not shown", what, s.Tool)
	with := choice.String()
	if with != "" {
		d = p.errorf(s.At, "%s names tool %q, which is not shown %s", what, s.Tool, with)
	}
	switch {
	case !v.Profile.ListsTool(s.Tool):
		d = d.Note("profile %q does not list it (%s)", v.Profile.Name, v.Profile.At)
	case v.Agent != nil && !v.Agent.Allowed(s.Tool):
		d = d.Note("subagent %q does not allow it in profile %q (%s)", v.Agent.Name, v.Profile.Name, v.Agent.At)
	default:
		d = d.Note("in %s; tool %q is declared at %s", v, s.Tool, p.r.Tool(s.Tool).At)
	}
	return d.Note("guard the text by when: \"tool.%s\"", s.Tool), true
}

// docsParts are the parts that document tools, of sections and commands.
func (p *pass) docsParts() []node {
	var out []node
	for _, n := range p.nodes {
		if n.part.Kind == registry.DocsPart {
			out = append(out, n)
		}
	}
	return out
}

func docsWithoutXML(p *pass) {
	for _, n := range p.docsParts() {
		for _, prof := range p.profiles(n.owner) {
			if p.overNative(n, prof) {
				break
			}
		}
	}
}

// overNative reports the part if it can stand in a prompt of the native transport.
func (p *pass) overNative(n node, prof *registry.Profile) bool {
	for _, v := range p.viewsOf(prof) {
		f, ok := v.guards(n.inside)
		if !ok {
			continue
		}
		xml, err := v.When("xml")
		if err != nil {
			continue
		}
		if _, always := v.Always(gate.Implies(f, xml)); !always {
			p.add(p.errorf(n.part.At, "%s documents the tools over the native transport, too", n.owner).
				Note("guard the part by when: \"xml\"").Note("in %s", v))
			return true
		}
	}
	return false
}

func xmlUndocumented(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if !prof.Offers("xml") || p.listsUnknown(prof) {
			continue
		}
		for _, w := range prof.Tools {
			if ts := p.r.Toolset(w.Text); ts != nil {
				p.undocumentedToolset(prof, ts)
			}
		}
		for _, v := range p.viewsOf(prof) {
			if choice, missing := p.undocumented(v, ""); missing {
				d := p.errorf(prof.At, "profile %q offers xml, but no section documents its tools", prof.Name)
				if s := choice.String(); s != "over xml" && s != "" {
					d = p.errorf(prof.At, "profile %q offers xml, but no section documents its tools %s", prof.Name, s)
				}
				if v.Agent != nil {
					d = d.Note("for subagent %q", v.Agent.Name)
				}
				p.add(d.Note("list a section that holds a part with tools: \"docs\""))
				break
			}
		}
	}
}

// listsUnknown reports whether a profile lists a section that is not declared: what it holds is not known.
func (p *pass) listsUnknown(prof *registry.Profile) bool {
	return slices.ContainsFunc(p.r.Shows(prof), func(w registry.Word) bool { return p.r.Section(w.Text) == nil })
}

// undocumentedToolset reports a toolset that a profile can show over xml without its documentation.
func (p *pass) undocumentedToolset(prof *registry.Profile, ts *registry.Toolset) {
	if p.r.Tool(ts.Name) != nil {
		return // which of the two a profile lists is not known
	}
	for _, v := range p.viewsOf(prof) {
		choice, missing := p.undocumented(v, ts.Name)
		if !missing {
			continue
		}
		d := p.errorf(prof.At, "profile %q offers xml, but no section documents the tools of toolset %q %s", prof.Name, ts.Name, choice)
		if v.Agent != nil {
			d = d.Note("for subagent %q", v.Agent.Name)
		}
		p.add(d.Note("list a section that holds a part with tools: \"docs\", toolset: %q, or give the toolset when: \"native\" (%s)", ts.Name, ts.At))
		return
	}
}

// undocumented finds a prompt over xml that shows a tool of a toolset, or a declared one where set is "", and no
// documentation.
func (p *pass) undocumented(v view, set string) (gate.Choice, bool) {
	some, documented := gate.Const(false), gate.Const(false)
	for _, w := range v.Profile.Tools {
		if set == "" && p.r.Tool(w.Text) == nil || set != "" && w.Text != set {
			continue
		}
		f, ok := v.guards([]guard{{tool: w.Text}})
		if !ok {
			return nil, false
		}
		some = gate.Any(some, f)
	}
	for _, n := range p.docsParts() {
		if n.owner.kind != "section" || n.part.Toolset.Text != set || !p.lists(v.Profile, n.owner) {
			continue
		}
		f, ok := v.guards(n.inside)
		if !ok {
			return nil, false
		}
		documented = gate.Any(documented, f)
	}
	xml, err := v.When("xml")
	if err != nil {
		return nil, false
	}
	return v.Find(gate.All(xml, some, gate.Not(documented)))
}
