package check

import (
	"fmt"
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// owner is a section, command or tool: what profiles list.
type owner struct {
	kind string // "section", "command", "tool"
	name string
}

func (o owner) String() string { return fmt.Sprintf("%s %q", o.kind, o.name) }

// profiles returns the profiles that list the owner.
func (p *pass) profiles(o owner) []*registry.Profile { return p.listing[o] }

// lists reports whether a profile lists the owner.
func (p *pass) lists(prof *registry.Profile, o owner) bool {
	return slices.Contains(p.listing[o], prof)
}

// walkLists says which profiles list a section, command, tool or toolset.
func walkLists(r *registry.Registry) map[owner][]*registry.Profile {
	out := map[owner][]*registry.Profile{}
	for i := range r.Profiles {
		prof := &r.Profiles[i]
		add := func(kind string, ws []registry.Word) {
			for _, w := range ws {
				k := owner{kind, w.Text}
				if !slices.Contains(out[k], prof) {
					out[k] = append(out[k], prof)
				}
			}
		}
		add("section", r.Shows(prof))
		add("command", prof.Commands)
		add("tool", prof.Tools)
	}
	return out
}

// guard is something that must hold for what it surrounds to be shown: exactly one field is set.
type guard struct {
	when registry.Word // the condition
	each registry.Word // the list is given
	tool string        // the tool is shown
}

// node is a part of a section or command.
type node struct {
	owner  owner
	part   *registry.Part
	around []guard // outermost first, without the part's own
	inside []guard // with the part's own
	fenced bool    // a part around it has a fence
}

func walkParts(r *registry.Registry) []node {
	var out []node
	for i := range r.Sections {
		s := &r.Sections[i]
		out = appendParts(out, owner{"section", s.Name}, &s.Part, nil, false)
	}
	for i := range r.Commands {
		c := &r.Commands[i]
		out = appendParts(out, owner{"command", c.Name}, &c.Part, nil, false)
	}
	return out
}

func appendParts(out []node, o owner, part *registry.Part, around []guard, fenced bool) []node {
	inside := slices.Clip(around)
	if part.When.Given() {
		inside = append(inside, guard{when: part.When})
	}
	inside = slices.Clip(inside)
	if part.Each.Given() {
		inside = append(inside, guard{each: part.Each})
	}
	out = append(out, node{o, part, around, inside, fenced})
	for i := range part.Parts {
		out = appendParts(out, o, &part.Parts[i], slices.Clip(inside), fenced || part.Fence != nil)
	}
	return out
}

// keys are the keys of the catalog that the part reads.
func (n node) keys() []registry.Word {
	var keys []registry.Word
	if n.part.Kind == registry.TextPart {
		keys = append(keys, n.part.Key)
	}
	if w := n.part.Wrap; w != nil && w.Heading != nil && w.Heading.Value == nil {
		keys = append(keys, w.Heading.Key)
	}
	return keys
}

// inline are the texts that stand in the part itself.
func (n node) inline() []*registry.Text {
	var out []*registry.Text
	if n.part.Value != nil {
		out = append(out, n.part.Value)
	}
	if w := n.part.Wrap; w != nil {
		if w.Heading != nil && w.Heading.Value != nil {
			out = append(out, w.Heading.Value)
		}
		for i := range w.Attrs {
			out = append(out, &w.Attrs[i].Value)
		}
	}
	if n.part.Fence != nil {
		for i := range n.part.Fence.Attrs {
			out = append(out, &n.part.Fence.Attrs[i].Value)
		}
	}
	return out
}

// shown are the texts of the part as a profile shows it in a locale.
func (n node) shown(r *registry.Registry, locale, profile string) []*registry.Text {
	out := n.inline()
	for _, k := range n.keys() {
		if m := r.Text(locale, profile, n.owner.name, k.Text); m != nil {
			out = append(out, &m.Text)
		}
	}
	return out
}

// docNode is a tool, or a parameter of one at any depth.
type docNode struct {
	tool  *registry.Tool
	param *registry.Param // nil: the tool itself
	list  *registry.Param // the first of those among which the parameter stands
	path  string          // of the parameter, e.g. "edits.old"; of a variant's member, e.g. "change.insert.text"
	depth int             // 0: the tool, 1: its parameters
	whens []guard         // the tool, then the conditions of the parameters down to this one
	at    diag.Loc
}

func (n docNode) owner() owner { return owner{"tool", n.tool.Name} }

// String names the node, e.g. `parameter "edits.old" of tool "edit_file"`.
func (n docNode) String() string {
	if n.param == nil {
		return fmt.Sprintf("tool %q", n.tool.Name)
	}
	return fmt.Sprintf("parameter %q of tool %q", n.path, n.tool.Name)
}

// fragments are the description of the node as a profile shows it in a locale.
func (n docNode) fragments(r *registry.Registry, locale, profile string) []registry.Fragment {
	if n.param == nil {
		return r.ToolDoc(locale, profile, n.tool)
	}
	return r.ParamDoc(locale, profile, n.tool, n.path, n.param)
}

// guards are the conditions of a piece of the description.
func (n docNode) guards(when registry.Word) []guard {
	out := slices.Clone(n.whens)
	if when.Given() {
		out = append(out, guard{when: when})
	}
	return out
}

func walkDocs(r *registry.Registry) []docNode {
	var out []docNode
	for i := range r.Tools {
		t := &r.Tools[i]
		n := docNode{tool: t, at: t.At, whens: []guard{{tool: t.Name}}}
		out = append(out, n)
		out = appendParams(out, n, "", t.Params)
	}
	return out
}

// docsOf returns the tool and its parameters.
func (p *pass) docsOf(t *registry.Tool) []docNode {
	if p.docStart == nil {
		p.docStart = map[*registry.Tool]int{}
		for i, n := range slices.Backward(p.docs) {
			p.docStart[n.tool] = i
		}
	}
	start := p.docStart[t]
	end := start
	for end < len(p.docs) && p.docs[end].tool == t {
		end++
	}
	return p.docs[start:end]
}

func appendParams(out []docNode, around docNode, prefix string, params []registry.Param) []docNode {
	for i := range params {
		p := &params[i]
		n := docNode{tool: around.tool, param: p, list: &params[0], path: prefix + p.Name, depth: around.depth + 1, whens: slices.Clip(around.whens), at: p.At}
		if p.When.Given() {
			n.whens = append(n.whens, guard{when: p.When})
		}
		out = append(out, n)
		for below, members := range p.Objects() {
			out = appendParams(out, n, n.path+"."+below, members)
		}
	}
	return out
}

// condition is a condition of the source.
type condition struct {
	word   registry.Word
	parsed *gate.Cond // nil when the syntax is wrong
	err    error
	owner  owner
	around []guard
}

func (p *pass) walkConditions() []condition {
	var out []condition
	add := func(w registry.Word, o owner, around []guard) {
		if w.Given() {
			c, err := gate.Parse(w.Text)
			out = append(out, condition{w, c, err, o, around})
		}
	}
	for _, n := range p.nodes {
		add(n.part.When, n.owner, n.around)
	}
	for _, n := range p.docs {
		fragments := n.tool.Fragments
		if n.param == nil {
			add(n.tool.When, n.owner(), nil)
		} else {
			fragments = n.param.Fragments
			add(n.param.When, n.owner(), n.whens[:len(n.whens)-1])
		}
		for _, f := range fragments {
			add(f.When, n.owner(), n.whens)
		}
	}
	for _, tt := range p.r.ToolTexts {
		for _, f := range tt.Fragments {
			add(f.When, owner{"tool", tt.Tool}, []guard{{tool: tt.Tool}})
		}
	}
	for _, ts := range p.r.Toolsets {
		add(ts.When, owner{"tool", ts.Name}, nil)
	}
	return out
}

// textSite is a text of the source.
type textSite struct {
	text    *registry.Text
	in      string // "text", "tools", "commands": what forbid patterns call it
	profile string // the only one that can show it; "": any
	owner   owner  // of catalog entries the section or command, even where none of that name exists
}

// walkTexts lists every text of the source once.
func (p *pass) walkTexts() []textSite {
	var out []textSite
	kinds := map[string]string{"section": "text", "command": "commands"}
	for i := range p.r.Messages {
		m := &p.r.Messages[i]
		o := owner{"section", m.Section}
		if p.r.Command(m.Section) != nil {
			o.kind = "command"
		}
		out = append(out, textSite{&m.Text, kinds[o.kind], scopeProfile(m.Scope), o})
	}
	for _, n := range p.nodes {
		for _, t := range n.inline() {
			out = append(out, textSite{t, kinds[n.owner.kind], "", n.owner})
		}
	}
	fragments := func(fs []registry.Fragment, o owner, profile string) {
		for i := range fs {
			out = append(out, textSite{&fs[i].Text, "tools", profile, o})
		}
	}
	for _, n := range p.docs {
		if n.param == nil {
			fragments(n.tool.Fragments, n.owner(), "")
		} else {
			fragments(n.param.Fragments, n.owner(), "")
		}
	}
	for i := range p.r.ToolTexts {
		tt := &p.r.ToolTexts[i]
		o := owner{"tool", tt.Tool}
		fragments(tt.Fragments, o, scopeProfile(tt.Scope))
		for _, pt := range tt.Params {
			if pt.Description != nil {
				out = append(out, textSite{pt.Description, "tools", scopeProfile(tt.Scope), o})
			}
		}
	}
	return out
}

func scopeProfile(scope string) string {
	if scope == registry.Shared {
		return ""
	}
	return scope
}

// fields visits every input and every field of items, with its path.
func (p *pass) fields(visit func(path string, f *registry.Field)) {
	var walk func(path string, f *registry.Field)
	walk = func(path string, f *registry.Field) {
		visit(path, f)
		for i := range f.Item {
			walk(path+"."+f.Item[i].Name, &f.Item[i])
		}
	}
	for i := range p.r.Inputs {
		walk(p.r.Inputs[i].Name, &p.r.Inputs[i].Field)
	}
}
