package check

import (
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// frozenRules check what is recorded of a session.
func frozenRules() []rule {
	return []rule{
		{diag.Rule{ID: "digest-reads-turn", Doc: "A digest names a turn input, a volatile section or a user turn. Digests are fixed with the session, so they take session inputs and sections that are static or session."}, digestReadsTurn},
		{diag.Rule{ID: "digest-field", Doc: "A digest names a field of a list's items. It takes whole inputs: of a list every field of every item counts."}, digestField},
		{diag.Rule{ID: "digest-empty", Doc: "A digest names neither inputs nor sections, so it is the same always. Name what it stands for or remove it."}, digestEmpty},
		{diag.Rule{ID: "draft-type", Doc: "draft stands on an input that is no string of session scope. A draft is text that the host keeps for the session until it is confirmed; remove draft or change the input."}, draftType},
	}
}

func digestReadsTurn(p *pass) {
	for _, d := range p.r.Digests {
		for _, w := range d.Inputs {
			if _, in := p.r.Field(w.Text); in != nil && in.Scope == registry.TurnScope {
				p.report(w.At, "name session inputs only", "digest %q names the turn input %q", d.Name, w.Text)
			}
		}
		for _, w := range d.Sections {
			switch s := p.r.Section(w.Text); {
			case s == nil:
			case s.Role == "user":
				p.report(w.At, "name sections of the system text only", "digest %q names section %q, which is a user turn", d.Name, w.Text)
			case s.Level() == registry.Volatile:
				p.report(w.At, "name static and session sections only", "digest %q names the volatile section %q", d.Name, w.Text)
			}
		}
	}
}

func digestField(p *pass) {
	for _, d := range p.r.Digests {
		for _, w := range d.Inputs {
			if head, _, inside := strings.Cut(w.Text, "."); inside && p.r.Input(head) != nil {
				p.report(w.At, "name the whole input, \""+head+"\"", "digest %q names the field %q", d.Name, w.Text)
			}
		}
	}
}

func digestEmpty(p *pass) {
	for _, d := range p.r.Digests {
		if len(d.Inputs)+len(d.Sections) == 0 {
			p.report(d.At, "name inputs or sections, or remove it", "digest %q names nothing", d.Name)
		}
	}
}

func draftType(p *pass) {
	for i := range p.r.Inputs {
		in := &p.r.Inputs[i]
		if in.Draft && (in.Type != registry.String || in.Scope != registry.SessionScope) {
			p.report(in.DraftAt, "remove draft, or make it a string of scope \"session\"", "input %q is no string of the session, so it has no draft", in.Name)
		}
	}
}
