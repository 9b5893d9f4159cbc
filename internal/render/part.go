package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// scene is one cell while it is rendered.
type scene struct {
	*Renderer
	cell     Cell
	profile  *registry.Profile
	agent    *registry.Subagent // nil: the main agent
	setting  *gate.Setting
	inputs   fields
	items    []item   // the items at hand, the innermost last
	fenced   bool     // what is rendered stands in a fence
	missing  []string // texts that the catalog lacks
	refused  OverLimit
	hosts    map[string][]project.Tool // what remains of the toolsets that the profile lists
	badTools BadHostTools
	noMode   error  // a *NoMode
	kind     string // what is being rendered: "section", "command"
	out      *Result
}

// item is the item at hand of a list that a part repeats over.
type item struct {
	list string // e.g. "skills", "providers.sections"
	fields
}

// lookup returns the value of an input, or of a field of the item at hand. A path outside its list is empty.
func (x *scene) lookup(path string) value {
	list, field, nested := cutLast(path)
	if !nested {
		return x.inputs[path]
	}
	for _, it := range slices.Backward(x.items) {
		if it.list == list {
			return it.fields[field]
		}
	}
	return value{}
}

func cutLast(path string) (list, field string, nested bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return "", path, false
	}
	return path[:dot], path[dot+1:], true
}

// sections renders the sections of the profile into system text and tail.
func (x *scene) sections() {
	var system, tail strings.Builder
	x.kind = "section"
	pieces := x.lineup()
	x.sectionTexts(pieces)
	for i := range pieces {
		p := &pieces[i]
		x.out.Lineup = append(x.out.Lineup, p.Section)
		if p.Text == "" {
			continue
		}
		out := p.Section
		stream := &system
		if out.InTail {
			stream = &tail
		}
		if stream.Len() > 0 {
			out.Separator = p.separator
		}
		stream.WriteString(out.Separator + out.Text)
		x.out.Sections = append(x.out.Sections, out)
	}
	if x.profile.Final == "newline" && system.Len() > 0 {
		system.WriteByte('\n')
	}
	x.out.System, x.out.Tail = system.String(), tail.String()
}

// sectionTexts renders the pieces of a prompt, without those for which the system text has no room.
func (x *scene) sectionTexts(pieces []piece) {
	used := 0
	for _, live := range []bool{false, true} {
		for i := range pieces {
			p := &pieces[i]
			if live != (p.Level == registry.Volatile) {
				continue
			}
			if p.part != nil {
				p.Text = x.part(p.Name, p.part, "")
			}
			if !x.within(p, &used) {
				p.Text = ""
			}
		}
	}
}

// turns renders the sections of the profile that open the history.
func (x *scene) turns() {
	for _, w := range x.profile.Sections {
		s := x.r.Section(w.Text)
		if s.Role != "user" {
			continue
		}
		texts := x.bodies(s.Name, &s.Part, "")
		if s.Turns.Text != "each" {
			texts = []string{strings.Join(texts, s.Between)}
		}
		for _, text := range texts {
			if text != "" {
				x.out.Turns = append(x.out.Turns, Turn{s.Name, s.Level(), text})
			}
		}
	}
}

// part renders a part, once or for every item of its list. escape is that of the part around, "" of a section or
// command as a whole.
func (x *scene) part(section string, p *registry.Part, escape string) string {
	return strings.Join(x.bodies(section, p, escape), p.Between)
}

// bodies renders a part as part does, without what stands between two items. A part without items has one body.
func (x *scene) bodies(section string, p *registry.Part, escape string) []string {
	when := p.When.Text
	escape = cmp.Or(p.Escape, escape)
	if !p.Each.Given() {
		if !x.setting.Holds(when) {
			return nil
		}
		return []string{x.body(section, p, escape)}
	}
	if !readsItem(when, p.Each.Text) {
		if !x.setting.Holds(when) {
			return nil
		}
		when = ""
	}
	var bodies []string
	x.each(p.Each.Text, func() {
		if !x.setting.Holds(when) {
			return
		}
		if b := x.body(section, p, escape); b != "" {
			bodies = append(bodies, b)
		}
	})
	return bodies
}

// readsItem reports whether a condition asks for a field of the items of a list, so that it is asked of every item.
func readsItem(when, list string) bool {
	c, err := gate.Parse(when)
	return err == nil && slices.ContainsFunc(c.Terms, func(t gate.Term) bool {
		return t.Kind == gate.InputTerm && strings.HasPrefix(t.Name, list+".")
	})
}

// each calls f with every item of a list at hand. Of a list in a list that has no item at hand yet, e.g. "a.b", it goes
// through all items of "a" as well.
func (x *scene) each(list string, f func()) {
	if outer, _, nested := cutLast(list); nested && !x.atHand(outer) {
		x.each(outer, func() { x.each(list, f) })
		return
	}
	for _, fs := range x.lookup(list).items {
		x.items = append(x.items, item{list, fs})
		f()
		x.items = x.items[:len(x.items)-1]
	}
}

func (x *scene) atHand(list string) bool {
	return slices.ContainsFunc(x.items, func(it item) bool { return it.list == list })
}

// body renders a part for the item at hand: its content, and what stands around it unless it is empty.
func (x *scene) body(section string, p *registry.Part, escape string) string {
	for _, input := range x.r.SkippedWith(section, p) {
		if !x.lookup(input).given {
			return ""
		}
	}
	fenced := x.fenced
	x.fenced = fenced || p.Fence != nil
	content := x.content(section, p, escape)
	x.fenced = fenced
	if p.Fence != nil {
		content = x.defang(content)
	}
	if p.Blank == "empty" && strings.TrimSpace(content) == "" {
		return ""
	}
	if p.Limit != nil {
		content = x.fit(section, content, p.Limit)
	}
	if content != "" && p.Fence != nil {
		content = x.fence(p.Fence, content)
	}
	if content == "" || p.Wrap == nil {
		return content
	}
	return x.wrap(section, p.Wrap, content, escape)
}

func (x *scene) content(section string, p *registry.Part, escape string) string {
	switch p.Kind {
	case registry.TextPart:
		return x.message(section, p.Key.Text, escape)
	case registry.ValuePart:
		return x.text(p.Value, escape)
	case registry.DocsPart:
		tools := project.Of(p.Toolset.Text, x.out.Tools)
		if len(tools) > 0 {
			x.out.Docs = append(x.out.Docs, p.At)
		}
		return project.Docs(tools)
	case registry.NamesPart:
		return project.Names(project.Of(p.Toolset.Text, x.out.Tools))
	default:
		var parts []string
		for i := range p.Parts {
			if s := x.part(section, &p.Parts[i], escape); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, p.Join)
	}
}

// message renders a text of the catalog.
func (x *scene) message(section, key, escape string) string {
	m := x.r.Text(x.cell.Locale, x.cell.Profile, section, key)
	if m == nil {
		x.missing = append(x.missing, section+"."+key)
		return ""
	}
	return x.text(&m.Text, escape)
}

// text puts values and names into a text. What is put in is never looked at again.
func (x *scene) text(t *registry.Text, escape string) string {
	if len(t.Segs) == 1 && t.Segs[0].Lit != "" {
		return t.Segs[0].Lit // most texts are one literal, and prompts are long
	}
	var b strings.Builder
	for _, s := range t.Segs {
		switch {
		case s.Input != "":
			v := x.lookup(s.Input).text
			if x.fenced && escape != "" && escape != "none" {
				v = x.defang(v) // an escape could hide what the look at the whole body is for
			}
			b.WriteString(escaped(escape, v))
		case s.Tool != "":
			x.out.Named = append(x.out.Named, Named{s.Tool, s.At})
			b.WriteString(x.r.Tool(s.Tool).WireName())
		default:
			b.WriteString(s.Lit)
		}
	}
	return b.String()
}

// wrap puts around a body what its part declares.
func (x *scene) wrap(section string, w *registry.Wrap, body, escape string) string {
	switch {
	case w.Tag != "":
		var attrs strings.Builder
		for i := range w.Attrs {
			a := &w.Attrs[i]
			if v := x.text(&a.Value, cmp.Or(a.Escape, "xml-attr")); v != "" {
				attrs.WriteString(" " + a.Name + `="` + v + `"`)
			}
		}
		return "<" + w.Tag + attrs.String() + ">\n" + body + "\n</" + w.Tag + ">"
	case w.Heading != nil:
		h := w.Heading
		var title string
		if h.Value != nil {
			title = x.text(h.Value, escape)
		} else {
			title = x.message(section, h.Key.Text, escape)
		}
		return strings.Repeat("#", int(h.Level)) + " " + title + h.Gap + body
	default:
		return w.Before + body + w.After
	}
}

// escaped escapes a value that is put into text.
func escaped(mode, s string) string {
	switch mode {
	case "xml-attr":
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;").Replace(s)
	case "xml-text":
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
	case "json":
		return strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s)
	default:
		return s
	}
}
