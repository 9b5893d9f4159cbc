package plan

import (
	"cmp"
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// place is where a text stands: below which conditions, with which escape, inside which tags that refuse their
// closing tag in values.
type place struct {
	owner   string
	when    Cond
	escape  string
	items   scope
	closers []string
}

// walker visits what a part tree says in a profile.
type walker struct {
	b       *builder
	profile *registry.Profile
	text    func(registry.Text, place) // each text in one locale, which is the walker's
	read    func(path string)          // each list that is repeated for
	cond    func(when string)          // each condition
	locale  string
}

// part visits a part and those below it.
func (w *walker) part(p *registry.Part, at place) {
	at.escape = cmp.Or(p.Escape, at.escape)
	if w.cond != nil {
		w.cond(p.When.Text)
	}
	if p.Each.Given() {
		if w.read != nil {
			w.read(p.Each.Text)
		}
		at.when = all(at.when, w.b.anyGiven(p.Each.Text))
		at.items = append(slices.Clip(at.items), item{p.Each.Text, "v"})
	}
	at.when = all(at.when, w.b.shownWith(at.owner, p, at.items))
	if p.Fence != nil {
		for _, a := range p.Fence.Attrs {
			w.text(a.Value, at)
		}
	}
	w.frame(p.Wrap, &at)
	switch p.Kind {
	case registry.ValuePart:
		w.text(*p.Value, at)
	case registry.TextPart:
		w.message(p.Key.Text, at)
	case registry.PartsPart:
		for i := range p.Parts {
			w.part(&p.Parts[i], at)
		}
	}
}

// frame visits the texts of a wrap, which stand outside of it.
func (w *walker) frame(wr *registry.Wrap, at *place) {
	if wr == nil {
		return
	}
	for _, a := range wr.Attrs {
		attr := *at
		attr.escape = cmp.Or(a.Escape, "xml-attr")
		w.text(a.Value, attr)
	}
	switch h := wr.Heading; {
	case h == nil:
	case h.Value != nil:
		w.text(*h.Value, *at)
	default:
		w.message(h.Key.Text, *at)
	}
	if wr.Tag != "" && wr.Closer == "reject" {
		at.closers = append(slices.Clip(at.closers), wr.Tag)
	}
}

func (w *walker) message(key string, at place) {
	if m := w.b.r.Text(w.locale, w.profile.Name, at.owner, key); m != nil {
		w.text(m.Text, at)
	}
}

// anyGiven plans whether a list holds items, as far as the state tells: the list on which a nested one depends.
func (b *builder) anyGiven(list string) Cond {
	for head := range prefixes(list) {
		return b.given(head, nil)
	}
	return nil
}

// readBy collects the inputs and fields that a profile reads, in any locale: by texts, lists, conditions and gates.
// What a command reads stands under its name, everything else under "".
func (b *builder) readBy(p *registry.Profile) map[string]map[string]bool {
	by := map[string]map[string]bool{}
	for i := range b.r.Locales {
		reader := func(name string) *walker {
			if by[name] == nil {
				by[name] = map[string]bool{}
			}
			return b.reader(p, b.r.Locales[i].Name.Text, by[name])
		}
		w := reader("")
		w.sections()
		w.amend()
		for _, t := range b.listedTools(p) {
			w.cond(t.When.Text)
			w.tool(t)
		}
		w.toolsets()
		for _, name := range p.Commands {
			reader(name.Text).command(name.Text)
		}
	}
	return by
}

// reader is a walker that notes the inputs and fields which what it visits reads.
func (b *builder) reader(p *registry.Profile, locale string, reads map[string]bool) *walker {
	read := func(path string) {
		for prefix := range prefixes(path) {
			reads[prefix] = true
		}
	}
	return &walker{
		b: b, profile: p, locale: locale, read: read,
		cond: func(when string) { b.condReads(p, when, read, map[string]bool{}) },
		text: func(t registry.Text, _ place) {
			for _, s := range t.Segs {
				if s.Input != "" {
					read(s.Input)
				}
			}
		},
	}
}

// profileTexts visits the sections and commands of the profile.
func (w *walker) profileTexts() {
	w.sections()
	for _, name := range w.profile.Commands {
		w.command(name.Text)
	}
}

func (w *walker) sections() {
	for _, name := range w.b.r.Shows(w.profile) {
		if s := w.b.r.Section(name.Text); s != nil {
			w.part(&s.Part, place{owner: s.Name})
		}
	}
}

// amend visits the fields by which amendments change the profile's text.
func (w *walker) amend() {
	if c := w.b.r.ChainOf(w.profile); c != nil && c.Amend != nil {
		w.read(c.Amend.Each.Text)
		for _, f := range c.Amend.Fields() {
			w.read(f.Text)
		}
	}
}

func (w *walker) command(name string) {
	if c := w.b.r.Command(name); c != nil {
		w.part(&c.Part, place{owner: c.Name})
	}
}

func (b *builder) listedTools(p *registry.Profile) []*registry.Tool {
	var tools []*registry.Tool
	for _, name := range p.Tools {
		if t := b.r.Tool(name.Text); t != nil {
			tools = append(tools, t)
		}
	}
	return tools
}

// toolsets visits the conditions of the toolsets that the profile lists.
func (w *walker) toolsets() {
	for _, name := range w.b.listedToolsets(w.profile) {
		w.cond(w.b.r.Toolset(name).When.Text)
	}
}

// tool visits the texts of a tool.
func (w *walker) tool(t *registry.Tool) {
	shown := w.b.shows(t.Name)
	w.fragments(w.b.r.ToolDoc(w.locale, w.profile.Name, t), place{owner: t.Name, when: shown})
	for i := range t.Params {
		w.param(t, &t.Params[i], "", shown)
	}
}

func (w *walker) param(t *registry.Tool, p *registry.Param, around string, shown Cond) {
	if w.cond != nil {
		w.cond(p.When.Text)
	}
	shown = all(shown, w.b.when(p.When.Text, nil))
	path := around + p.Name
	w.fragments(w.b.r.ParamDoc(w.locale, w.profile.Name, t, path, p), place{owner: t.Name, when: shown})
	w.members(t, &p.Type, path+".", shown)
}

func (w *walker) members(t *registry.Tool, typ *registry.Type, around string, shown Cond) {
	for below, members := range typ.Objects() {
		for i := range members {
			w.param(t, &members[i], around+below, shown)
		}
	}
}

func (w *walker) fragments(fs []registry.Fragment, at place) {
	for _, f := range fs {
		if w.cond != nil {
			w.cond(f.When.Text)
		}
		in := at
		in.when = all(at.when, w.b.when(f.When.Text, nil))
		w.text(f.Text, in)
	}
}

// condReads visits the inputs and the keys of the gates that a condition reads in a profile, through gates and tools
// as well.
func (b *builder) condReads(p *registry.Profile, when string, read func(string), seen map[string]bool) {
	c := b.parse(when)
	if c == nil || seen[when] {
		return
	}
	seen[when] = true
	for _, t := range c.Terms {
		switch t.Kind {
		case gate.InputTerm:
			read(t.Name)
		case gate.GateTerm:
			read(gateKey(t.Name))
			if g := b.r.Gate(t.Name); g != nil && g.From.Given() {
				read(g.From.Text)
			}
		case gate.ToolTerm, gate.ParamTerm:
			if ts := b.r.Toolset(t.Name); ts != nil && p.ListsTool(t.Name) {
				b.condReads(p, ts.When.Text, read, seen)
			}
			tool := b.r.Tool(t.Name)
			if tool == nil || !p.ListsTool(t.Name) {
				continue
			}
			b.condReads(p, tool.When.Text, read, seen)
			for _, param := range tool.Params {
				if param.Name == t.Param {
					b.condReads(p, param.When.Text, read, seen)
				}
			}
		}
	}
}
