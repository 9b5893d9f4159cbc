package check

import (
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// trustRules look at where values stand that nobody vouches for, and at the turns that hold them.
func trustRules() []rule {
	return []rule{
		{diag.Rule{ID: "untrusted-text", Doc: "Text inserts an untrusted or remote value where it could give orders to the model. An untrusted value may stand in a fence, in a section with role: \"user\" and in a command; a remote one only in the latter two; neither may stand in a tool. The names and the documentation of an untrusted toolset are such values, too. Move it there, or declare trust: \"trusted\" if nobody but the user and the host can write it."}, untrustedText},
		{diag.Rule{ID: "turns-without-each", Doc: "A section says turns: \"each\", but repeats over no list, so there is nothing of which each could be a turn. Give the section itself each: LIST, or remove turns."}, turnsWithoutEach},
	}
}

func untrustedText(p *pass) {
	seen := map[diag.Loc]bool{}
	look := func(t *registry.Text, owner owner, fenced bool) {
		for _, s := range t.Segs {
			f, _ := p.r.Field(s.Input)
			if f == nil || f.Trust.Text != "remote" && (fenced || f.Trust.Text != "untrusted") || seen[s.At] {
				continue
			}
			seen[s.At] = true
			p.add(p.errorf(s.At, "text of %s inserts input %q, which is %s", owner, s.Input, f.Trust.Text).
				Note("%s, or declare trust: \"trusted\" if nobody but the user and the host can write it (%s)", p.haven(owner, f.Trust.Text), f.At))
		}
	}
	for _, t := range p.texts {
		if t.in == "tools" {
			look(t.text, t.owner, false)
		}
	}
	for _, n := range p.nodes {
		if s := p.r.Section(n.owner.name); n.owner.kind != "section" || s != nil && s.Role == "user" {
			continue
		}
		p.untrustedTools(n)
		for _, t := range p.contents(n) {
			look(t, n.owner, n.fenced || n.part.Fence != nil)
		}
		for _, t := range p.frames(n) {
			look(t, n.owner, n.fenced)
		}
		if n.part.Fence != nil {
			for i := range n.part.Fence.Attrs {
				look(&n.part.Fence.Attrs[i].Value, n.owner, true)
			}
		}
	}
}

// untrustedTools reports a part that shows names or words of a host's tools where nobody vouches for them.
func (p *pass) untrustedTools(n node) {
	ts := p.r.Toolset(n.part.Toolset.Text)
	if ts == nil || ts.Trust.Text != "untrusted" || n.fenced || n.part.Fence != nil {
		return
	}
	p.add(p.errorf(n.part.Toolset.At, "text of %s shows toolset %q, which is untrusted", n.owner, ts.Name).
		Note("%s, or declare trust: \"trusted\" if nobody but the user and the host can write it (%s)", p.haven(n.owner, "untrusted"), ts.Trust.At))
}

// haven says where a value of a trust may stand.
func (p *pass) haven(o owner, trust string) string {
	switch {
	case o.kind == "tool":
		return `insert it in a section with role: "user" or in a command`
	case trust == "remote":
		return `give the section role: "user", which makes it a turn of the user's, or insert the value in a command`
	default:
		return `put the part into a fence, or give the section role: "user", which makes it a turn of the user's`
	}
}

// contents are the texts of a part's own content, wherever they may be shown.
func (p *pass) contents(n node) []*registry.Text {
	switch n.part.Kind {
	case registry.ValuePart:
		return []*registry.Text{n.part.Value}
	case registry.TextPart:
		return p.messages(n.owner.name, n.part.Key.Text)
	default:
		return nil
	}
}

// frames are the texts of what stands around a part, outside of its fence.
func (p *pass) frames(n node) []*registry.Text {
	w := n.part.Wrap
	if w == nil {
		return nil
	}
	var out []*registry.Text
	for i := range w.Attrs {
		out = append(out, &w.Attrs[i].Value)
	}
	switch {
	case w.Heading == nil:
	case w.Heading.Value != nil:
		out = append(out, w.Heading.Value)
	default:
		out = append(out, p.messages(n.owner.name, w.Heading.Key.Text)...)
	}
	return out
}

// message is what a text of the catalog is for.
type message struct{ section, key string }

// walkMessages finds the texts of the catalog by what they are for.
func (p *pass) walkMessages() map[message][]*registry.Text {
	out := map[message][]*registry.Text{}
	for i := range p.r.Messages {
		m := &p.r.Messages[i]
		out[message{m.Section, m.Key}] = append(out[message{m.Section, m.Key}], &m.Text)
	}
	return out
}

// messages are the texts of the catalog under a key, in every locale and scope.
func (p *pass) messages(section, key string) []*registry.Text {
	return p.catalog()[message{section, key}]
}

func turnsWithoutEach(p *pass) {
	for i := range p.r.Sections {
		s := &p.r.Sections[i]
		if s.Turns.Text == "each" && !s.Each.Given() {
			within := slices.IndexFunc(s.Parts, func(q registry.Part) bool { return q.Each.Given() })
			d := p.errorf(s.Turns.At, "section %q has a turn for each item, but repeats over no list", s.Name)
			if within >= 0 {
				d = d.Note("move each: %q from its part to the section", s.Parts[within].Each.Text)
			} else {
				d = d.Note("give it each: LIST, or remove turns")
			}
			p.add(d)
		}
	}
}
