package check

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// unusedRules find what is declared and has no effect.
func unusedRules() []rule {
	return []rule{
		{diag.Rule{ID: "unused-input", Doc: "No text, list, condition or gate reads this input or field, so hosts would have to give it for nothing. Remove it, use it, or say under unread why the host gives it all the same, e.g. for its limits."}, unusedInputs},
		{diag.Rule{ID: "unread-read", Doc: "An input or field says under unread why nothing shows it, and a text, list, condition or gate reads it, or a digest names it. A digest of a whole list may hold such fields. Remove unread."}, unreadInputs},
		{diag.Rule{ID: "unused-gate", Doc: "No condition reads this gate. Remove it or use it."}, unusedGates},
		{diag.Rule{ID: "unused-section", Doc: "No profile lists this section. List it or remove it."}, unusedSections},
		{diag.Rule{ID: "unused-tool", Doc: "No profile lists this tool. List it or remove it; excludes names only what some other profile lists."}, unusedTools},
		{diag.Rule{ID: "unused-command", Doc: "No profile lists this command. List it or remove it."}, unusedCommands},
		{diag.Rule{ID: "tool-not-registered", Doc: "A tool is declared under tools but the root does not list its name, so no text could name it. Add NAME: _ to tool at the root."}, toolsNotRegistered},
	}
}

// rootRules look at the names that the root lists.
func rootRules() []rule {
	return []rule{
		{diag.Rule{ID: "tool-without-spec", Doc: "The root lists a tool's name under tool, but tools/specs does not say what it is. Declare it under tools or remove the name."}, toolsWithoutSpec},
	}
}

func unusedInputs(p *pass) {
	if p.openEnds() {
		return
	}
	used := p.usedInputs()
	repeated := map[string]bool{} // a list that only gates and conditions look at may hold what the host has
	for _, n := range p.nodes {
		repeated[n.part.Each.Text] = true
	}
	if c := p.r.Chain; c != nil && c.Amend != nil {
		repeated[c.Amend.Each.Text] = true
	}
	var visit func(path string, f *registry.Field)
	visit = func(path string, f *registry.Field) {
		if f.Unread.Given() {
			return
		}
		if !used[path] {
			p.report(f.At, "use it in a text or condition, say why it is unread, or remove it", "nothing reads input %q", path)
			return
		}
		for i := range f.Item {
			if repeated[path] && !registry.Lists(f.Unique, f.Item[i].Name) && !registry.Lists(f.Distinct, f.Item[i].Name) {
				visit(path+"."+f.Item[i].Name, &f.Item[i])
			}
		}
	}
	for i := range p.r.Inputs {
		visit(p.r.Inputs[i].Name, &p.r.Inputs[i].Field)
	}
}

// unreadInputs finds what is declared unread and is read. What a list limit adds up counts as unread: the host's value
// is only measured. So does a field of what a digest takes as a whole, since no digest can leave a field out.
func unreadInputs(p *pass) {
	used := p.readInputs()
	for _, d := range p.r.Digests {
		for _, w := range d.Inputs {
			used[w.Text] = true
		}
	}
	p.fields(func(path string, f *registry.Field) {
		if f.Unread.Given() && used[path] {
			p.report(f.Unread.At, "remove unread", "input %q is declared unread, and something reads it", path)
		}
	})
}

// usedInputs are the paths that something reads, digests included.
func (p *pass) usedInputs() map[string]bool {
	used := p.readInputs()
	for _, d := range p.r.Digests {
		for _, w := range d.Inputs {
			if f, _ := p.r.Field(w.Text); f != nil {
				useAll(w.Text, f, func(path string) { used[path] = true })
			}
		}
	}
	return used
}

// readInputs are the paths that texts, lists, conditions, gates and the chain read.
func (p *pass) readInputs() map[string]bool {
	var paths []string
	use := func(path string) { paths = append(paths, path) }
	p.terms(gate.InputTerm, func(t gate.Term, _ registry.Word) { use(t.Name) })
	for _, n := range p.nodes {
		use(n.part.Each.Text)
	}
	for _, t := range p.texts {
		for _, s := range t.text.Segs {
			use(s.Input)
		}
	}
	for _, g := range p.r.Gates {
		if p.r.Toolset(g.From.Text) == nil {
			use(g.From.Text)
		}
	}
	if c := p.r.Chain; c != nil && c.Amend != nil {
		use(c.Amend.Each.Text)
		for _, w := range c.Amend.Fields() {
			use(w.Text)
		}
	}
	used := map[string]bool{}
	for _, path := range paths {
		for path != "" {
			used[path] = true
			path, _ = itemList(path)
		}
	}
	return used
}

// useAll uses a field with everything in it, as digests do.
func useAll(path string, f *registry.Field, use func(string)) {
	use(path)
	for i := range f.Item {
		useAll(path+"."+f.Item[i].Name, &f.Item[i], use)
	}
}

func unusedGates(p *pass) {
	if p.openEnds() {
		return
	}
	used := map[string]bool{}
	p.terms(gate.GateTerm, func(t gate.Term, _ registry.Word) { used[t.Name] = true })
	for _, g := range p.r.Gates {
		if !used[g.Name] {
			p.report(g.At, "use it in a condition, or remove it", "no condition reads gate %q", g.Name)
		}
	}
}

// unlisted reports names that no profile lists.
func (p *pass) unlisted(kind string, names []declared) {
	for _, n := range names {
		if len(p.profiles(owner{kind, n.name})) == 0 {
			p.report(n.at, fmt.Sprintf("list it under %ss of a profile, or remove it", kind), "no profile lists %s %q", kind, n.name)
		}
	}
}

func unusedSections(p *pass) {
	names := p.sectionNames()
	if c := p.r.Chain; c != nil {
		names = slices.DeleteFunc(names, func(n declared) bool { return registry.Lists(c.Sections(), n.name) })
	}
	p.unlisted("section", names)
}

func unusedTools(p *pass) { p.unlisted("tool", p.toolNames()) }

func unusedCommands(p *pass) {
	p.unlisted("command", slices.DeleteFunc(p.commandNames(), func(n declared) bool {
		return len(p.profiles(owner{"tool", n.name})) > 0 // listed as a tool: a rule of its own
	}))
}

func toolsNotRegistered(p *pass) {
	for _, t := range p.r.Tools {
		if !registry.Lists(p.r.ToolNames, t.Name) {
			p.add(p.errorf(t.At, "the root does not list tool %q", t.Name).Note("add \"tool: %s: _\" to registry.cue", t.Name))
		}
	}
}

func toolsWithoutSpec(p *pass) {
	for _, w := range p.r.ToolNames {
		if p.r.Tool(w.Text) == nil {
			var unlisted []declared
			for _, t := range p.r.Tools {
				if !registry.Lists(p.r.ToolNames, t.Name) {
					unlisted = append(unlisted, declared{t.Name, t.At})
				}
			}
			p.add(suggest(p.errorf(w.At, "tool %q is listed here and declared nowhere", w.Text), w.Text, unlisted).
				Note("declare it, e.g. in tools/specs/%s.cue, or remove the name", w.Text))
		}
	}
}
