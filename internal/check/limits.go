package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// limitRules look at limits and at what they do to what is over them.
func limitRules() []rule {
	return []rule{
		{diag.Rule{ID: "limit-empty", Doc: "A limit bounds nothing. Give it bytes or lines, or items or bytes where it is a list's."}, limitEmpty},
		{diag.Rule{ID: "limit-sum", Doc: "A list's limit of bytes adds up a field of its items: sum names it, e.g. \"body\", or \"sections.body\" through a list in the items. It must be a string, and without bytes it says nothing."}, limitSum},
		{diag.Rule{ID: "limit-verb", Doc: "A limit would break what it acts on: cut a closing tag or the documentation of tools, leave the documentation or a static section out, leave out a value that a tool's words insert, or change a command, which has no notes. Use over: \"reject\", or put the limit on the value or on the part inside."}, limitVerb},
		{diag.Rule{ID: "total-needless", Doc: "A section says what happens where the system text would pass the profile's limit, but no profile that lists it has a limit, or the section is no part of the system text. Remove total, or give the profile a limit."}, totalNeedless},
	}
}

func limitEmpty(p *pass) {
	empty := func(l *registry.Limit) {
		if l != nil && l.Bytes == 0 && l.Lines == 0 {
			p.report(l.At, "give it bytes or lines", "the limit bounds nothing")
		}
	}
	p.fields(func(_ string, f *registry.Field) {
		empty(f.Limit)
		if l := f.ListLimit; l != nil && l.Items == 0 && l.Bytes == 0 {
			p.report(l.At, "give it items, or bytes with sum", "the limit bounds nothing")
		}
	})
	for _, n := range p.nodes {
		empty(n.part.Limit)
	}
	for _, ts := range p.r.Toolsets {
		if l := ts.Limit; l != nil && l.Tools == 0 && l.Description == 0 && l.Schema == 0 {
			p.report(l.At, "give it tools, description or schema", "the limit bounds nothing")
		}
	}
}

func limitSum(p *pass) {
	p.fields(func(path string, f *registry.Field) {
		l := f.ListLimit
		switch {
		case l == nil:
		case l.Bytes > 0 && !l.Sum.Given():
			p.report(l.At, "add sum: the field of the items whose bytes are added up, e.g. "+exampleSum(f), "a limit of bytes on the list %q does not say which", path)
		case l.Bytes == 0 && l.Sum.Given() && l.Items > 0:
			p.report(l.Sum.At, "add bytes, or remove sum", "sum adds up what no limit of bytes bounds")
		case l.Sum.Given():
			p.sumPath(path, f, l.Sum)
		}
	})
}

// exampleSum is a field that may be added up.
func exampleSum(f *registry.Field) string {
	for i := range f.Item {
		if f.Item[i].Type == registry.String {
			return `"` + f.Item[i].Name + `"`
		}
	}
	return `"body"`
}

func (p *pass) sumPath(path string, f *registry.Field, sum registry.Word) {
	at := f
	for name := range strings.SplitSeq(sum.Text, ".") {
		i := slices.IndexFunc(at.Item, func(g registry.Field) bool { return g.Name == name })
		if i < 0 {
			names := list(at.Item, func(g *registry.Field) declared { return declared{g.Name, g.At} })
			d := p.errorf(sum.At, "items of %q have no field %q", path, sum.Text).
				Note("want the path of a string from the item on, e.g. %s", exampleSum(f))
			p.add(suggest(d, name, names))
			return
		}
		at = &at.Item[i]
	}
	if at.Type != registry.String {
		p.add(p.errorf(sum.At, "sum adds up the bytes of %q, which is of type %s", path+"."+sum.Text, at.Type).
			Note("want a string; it is declared at %s", at.At))
	}
}

func limitVerb(p *pass) {
	for _, n := range p.nodes {
		switch l := n.part.Limit; {
		case l == nil || l.Over == "reject":
		case n.owner.kind == "command":
			p.report(l.At, "use over: \"reject\", or put the limit on the value", "over: %q would change %s in silence: a command has no notes", l.Over, n.owner)
		default:
			p.cuts(n.part, l)
		}
	}
	for i := range p.r.Sections {
		if s := &p.r.Sections[i]; s.Level() == registry.Static && s.Total.Text == "skip" {
			p.report(s.Total.At, "remove total: a static section is there whatever the others hold", "total: \"skip\" would let the static section %q depend on the length of other text", s.Name)
		}
	}
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if prof.Limit == nil {
			continue
		}
		p.skippedLevels(prof)
		for _, w := range p.r.Shows(prof) {
			if s := p.r.Section(w.Text); s != nil && prof.Verb(s) == "skip" && documents(&s.Part) {
				p.add(p.errorf(w.At, "section %q may be left out of profile %q by its limit, and it documents the tools", s.Name, prof.Name).
					Note("add total: \"reject\" to the section (%s)", s.At))
			}
		}
	}
	seen := map[string]bool{}
	p.inserted(func(t textSite, s registry.Seg, f *registry.Field) {
		if t.in == "tools" && f.Limit.Skips() && !seen[s.Input] {
			seen[s.Input] = true
			p.add(p.errorf(s.At, "text of %s inserts input %q, which its limit may leave out", t.owner, s.Input).
				Note("a tool can't be left out with it: use over: \"reject\" or \"truncate\" (%s)", f.Limit.At))
		}
	})
}

// skippedLevels reports levels that a limit may leave out after they have replaced everything else.
func (p *pass) skippedLevels(prof *registry.Profile) {
	if p.r.ChainOf(prof) == nil {
		return
	}
	for _, l := range p.r.Chain.Levels {
		if s := p.r.Section(l.Section.Text); s != nil && l.Replaces() && prof.Verb(s) == "skip" {
			p.add(p.errorf(l.Section.At, "level %q may be left out of profile %q by its limit, and it replaces all other sections", s.Name, prof.Name).
				Note("add total: \"reject\" to the section (%s)", s.At))
		}
	}
}

// cuts reports what a limit would cut off or leave out of a part's body.
func (p *pass) cuts(part *registry.Part, l *registry.Limit) {
	if documents(part) {
		p.add(p.errorf(l.At, "over: %q would leave the model with part of the tools' documentation", l.Over).Note("use over: \"reject\""))
		return
	}
	if l.Over != "truncate" {
		return
	}
	for i := range part.Parts {
		if end, ok := ends(&part.Parts[i]); ok {
			p.add(p.errorf(l.At, "over: \"truncate\" could cut off %q, with which a part inside ends", end).
				Note("use over: \"reject\" or \"skip\", or put the limit on the part inside"))
			return
		}
	}
}

// documents reports whether a part shows the documentation of tools.
func documents(part *registry.Part) bool {
	for q := range part.All() {
		if q.Kind == registry.DocsPart {
			return true
		}
	}
	return false
}

// ends returns what stands behind the body of a part, or of one inside.
func ends(part *registry.Part) (string, bool) {
	for q := range part.All() {
		switch w := q.Wrap; {
		case q.Fence != nil:
			return "end_" + q.Fence.Name.Text, true
		case w != nil && w.Tag != "":
			return "</" + w.Tag + ">", true
		case w != nil && w.After != "":
			return w.After, true
		}
	}
	return "", false
}

func totalNeedless(p *pass) {
	for i := range p.r.Sections {
		s := &p.r.Sections[i]
		profiles := p.profiles(owner{"section", s.Name})
		bounded := slices.ContainsFunc(profiles, func(prof *registry.Profile) bool { return prof.Limit != nil })
		switch {
		case !s.Total.Given():
		case s.InTail() || s.Role == "user":
			p.report(s.Total.At, "remove total", "section %q is no part of the system text, whose limit total is about", s.Name)
		case len(profiles) > 0 && !bounded:
			p.report(s.Total.At, "remove total, or give the profile a limit", "total of section %q has no effect: no profile that lists it has a limit", s.Name)
		}
	}
}
