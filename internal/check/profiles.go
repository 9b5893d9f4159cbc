package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// profileRules look at what profiles list and leave out.
func profileRules() []rule {
	return []rule{
		{diag.Rule{ID: "profile-name", Doc: "A profile is named after a transport, provider or vendor. A profile says what a prompt holds, whoever gets it; name it after that."}, profileNames},
		{diag.Rule{ID: "excludes-missing", Doc: "An agent profile leaves out something that is registered and gives no reason. List it, or name it under excludes with a reason."}, excludesMissing},
		{diag.Rule{ID: "excludes-contradicted", Doc: "A profile excludes something that it shows. Remove it from the list, or from excludes."}, excludesContradicted},
		{diag.Rule{ID: "command-as-tool", Doc: "A command is listed among tools or called like one. Commands are instructions that the user asks for; models never call them. List it under commands, or rename it."}, commandAsTool},
	}
}

// vendors are the names of transports, projections and vendors, written as a profile's name can be.
func vendors() []string {
	all := []string{"native", "xml", "openai", "claude", "gpt", "chatgpt", "google", "vertex", "azure", "bedrock", "amazon", "mistral", "llama", "ollama",
		"meta", "deepseek", "qwen", "cohere", "groq", "grok", "xai", "openrouter"}
	for _, p := range registry.Projections() {
		all = append(all, strings.ReplaceAll(p.Name, "-", "_"))
	}
	return all
}

func profileNames(p *pass) {
	known := vendors()
	for _, prof := range p.r.Profiles {
		if slices.Contains(known, prof.Name) {
			p.report(prof.At, "name it after what it holds, e.g. full or small", "profile %q is named after a transport or provider", prof.Name)
		}
	}
}

// excludable is a kind of thing that profiles list or exclude.
type excludable struct {
	kind, field string
	names       []declared
	excludes    func(*registry.Profile) []registry.Exclusion
}

func (p *pass) excludables() []excludable {
	return []excludable{
		{"section", "sections", p.sectionNames(), func(q *registry.Profile) []registry.Exclusion { return q.Excludes.Sections }},
		{"tool", "tools", p.toolNames(), func(q *registry.Profile) []registry.Exclusion { return q.Excludes.Tools }},
		{"command", "commands", p.commandNames(), func(q *registry.Profile) []registry.Exclusion { return q.Excludes.Commands }},
	}
}

func excludes(es []registry.Exclusion, name string) bool {
	return slices.ContainsFunc(es, func(e registry.Exclusion) bool { return e.Name.Text == name })
}

func excludesMissing(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		if prof.Kind != "agent" {
			continue
		}
		var left []leftOut
		for _, x := range p.excludables() {
			for _, n := range x.names {
				o := owner{x.kind, n.name}
				if !excludes(x.excludes(prof), n.name) && !p.lists(prof, o) && len(p.profiles(o)) > 0 {
					left = append(left, leftOut{x.kind, x.field, n})
				}
			}
		}
		seen := map[string]bool{}
		for _, n := range p.docs {
			if n.depth != 1 || !prof.ListsTool(n.tool.Name) || seen[n.param.Name] {
				continue
			}
			if !excludes(prof.Excludes.Params, n.param.Name) && p.hidden(prof, n) && p.shownSomewhere(n) {
				seen[n.param.Name] = true
				left = append(left, leftOut{"parameter", "params", declared{n.param.Name, n.at}})
			}
		}
		p.leavesOut(prof, left)
	}
}

// leftOut is something that a profile neither lists nor excludes.
type leftOut struct {
	kind, field string
	what        declared
}

// leavesOut reports all that a profile leaves out at once, since a registry that gets a second profile has many of them.
// The lines in the notes can be pasted into the profile as they are.
func (p *pass) leavesOut(prof *registry.Profile, left []leftOut) {
	switch len(left) {
	case 0:
		return
	case 1:
		n := left[0]
		p.add(p.errorf(prof.At, "profile %q leaves out %s %q and gives no reason", prof.Name, n.kind, n.what.name).
			Note("list it, or add to the profile, with the reason:").Note("%s", n.line()).Note("it is declared at %s", n.what.at))
		return
	}
	var words []string
	for i, n := range left {
		word := strconv.Quote(n.what.name)
		if i == 0 || left[i-1].kind != n.kind {
			word = n.kind + " " + word
		}
		words = append(words, word)
	}
	d := p.errorf(prof.At, "profile %q leaves out %d things and gives no reason: %s", prof.Name, len(left), strings.Join(words, ", ")).
		Note("list them, or add to the profile, with the reasons:")
	for _, n := range left {
		d = d.Note("%s", n.line())
	}
	p.add(d)
}

// line is the entry of excludes in CUE.
func (n leftOut) line() string {
	return fmt.Sprintf("excludes: %s: %s: reason: \"…\"", n.field, n.what.name)
}

// hidden reports whether a profile can be judged and never shows the parameter.
func (p *pass) hidden(prof *registry.Profile, n docNode) bool {
	views := p.viewsOf(prof)
	for _, v := range views {
		f, ok := v.guards(n.whens)
		if !ok || !v.Never(f) {
			return false
		}
	}
	return len(views) > 0
}

func (p *pass) shownSomewhere(n docNode) bool {
	for _, prof := range p.profiles(n.owner()) {
		for _, v := range p.viewsOf(prof) {
			if f, ok := v.guards(n.whens); ok && !v.Never(f) {
				return true
			}
		}
	}
	return false
}

func excludesContradicted(p *pass) {
	for i := range p.r.Profiles {
		prof := &p.r.Profiles[i]
		for _, x := range p.excludables() {
			for _, e := range x.excludes(prof) {
				o := owner{x.kind, e.Name.Text}
				if p.lists(prof, o) {
					p.report(e.Name.At, "remove it here or from the list", "profile %q excludes %s, and lists it", prof.Name, o)
				}
			}
		}
		for _, e := range prof.Excludes.Params {
			if n, ok := p.visibleParam(prof, e.Name.Text); ok {
				p.add(p.errorf(e.Name.At, "profile %q excludes parameter %q, and shows it in tool %q", prof.Name, n.param.Name, n.tool.Name).
					Note("remove it here, or guard the parameter by a condition that fails here (%s)", n.at))
			}
		}
	}
}

// visibleParam finds a parameter of the name that a profile can show.
func (p *pass) visibleParam(prof *registry.Profile, name string) (docNode, bool) {
	for _, n := range p.docs {
		if n.depth != 1 || n.param.Name != name {
			continue
		}
		for _, v := range p.viewsOf(prof) {
			if f, ok := v.guards(n.whens); ok && !v.Never(f) {
				return n, true
			}
		}
	}
	return docNode{}, false
}

func commandAsTool(p *pass) {
	for _, c := range p.r.Commands {
		for _, t := range p.r.Tools {
			if strings.EqualFold(c.Name, t.Name) || strings.EqualFold(c.Name, t.WireName()) {
				p.add(p.errorf(c.At, "command %q has the name of a tool", c.Name).Note("rename one of the two; tool %q is declared at %s", t.Name, t.At))
			}
		}
	}
	for _, prof := range p.r.Profiles {
		for _, w := range prof.Tools {
			if c := p.r.Command(w.Text); c != nil && p.r.Tool(w.Text) == nil {
				p.add(p.errorf(w.At, "profile %q lists command %q among its tools", prof.Name, w.Text).
					Note("list it under commands; it is declared at %s", c.At))
			}
		}
	}
}
