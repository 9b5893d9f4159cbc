package importer

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

var (
	toolKey   = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]{0,63}$`) // not _x, which CUE hides
	wireName  = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`)
	paramName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
)

// tool makes a tool of the registry's language. The report says whether it is whole.
func (im *importing) tool(s *source) registry.Tool {
	im.owner++
	im.who, im.where = s.name, ""
	t := registry.Tool{At: s.at.loc(), Strict: im.strictOf(s), Cache: registry.Word{Text: "static"}}
	im.name(s, &t)
	c := &conversion{
		importing: im, root: s.schema, table: rows(), used: map[*value]bool{},
		nullIsAbsent: s.strict.is("true") && s.form != Anthropic, closes: s.form == Gemini,
	}
	about := c.arguments(s, &t)
	if s.hints != nil || s.form == MCP {
		im.effect(s, &t)
	}
	t.Fragments = im.describe(s, about)
	return t
}

// name decides the key, and keeps the name on the wire.
func (im *importing) name(s *source, t *registry.Tool) {
	switch {
	case s.name == "":
		im.refuse(s.nameAt, "the name", "give the tool a name", "there is none")
		return
	case !wireName.MatchString(s.name):
		im.refuse(s.nameAt, "the name", "want 1 to 64 letters, digits, _ or -, starting with a letter or _: some providers refuse the whole request otherwise", "%q is no name that every provider takes", short(s.name))
		return
	}
	t.Name = strings.TrimLeft(strings.ReplaceAll(s.name, "-", "_"), "_")
	switch {
	case t.Name == "input" || t.Name == "tool":
		t.Name += "_"
	case !toolKey.MatchString(t.Name):
		t.Name = strings.TrimRight("tool_"+t.Name, "_")
	}
	if len(t.Name) > 64 {
		t.Name = t.Name[:64]
	}
	if t.Name != s.name && !s.file {
		t.Wire = registry.Word{Text: s.name, At: s.nameAt.loc()}
		im.note(s.nameAt, "the name", Rewritten, "key %q, wire %q", t.Name, s.name)
	}
}

// arguments converts the schema of a tool's argument. It returns what else there is to say about the tool.
func (c *conversion) arguments(s *source, t *registry.Tool) shape {
	if s.instead != nil {
		c.refuse(s.instead.value, nameOf(s.instead.name), "did you mean "+s.meant+"?", "the form %s has no parameters under this name", s.form)
		return shape{read: true}
	}
	if s.schema == nil || s.schema.kind == nullValue {
		return shape{read: true}
	}
	about, ok := c.schema(s.schema, asRoot)
	if !ok {
		return shape{describedAt: about.describedAt, title: about.title, read: about.read && !about.spoilt() || !about.read && !c.speaks(s.schema)}
	}
	c.where = ""
	c.unused(s.schema)
	if about.def != nil {
		c.note(about.def, "default", LeftOut, "only parameters and members have one")
	}
	for _, x := range about.examples {
		c.note(x, "examples", LeftOut, "only parameters and members have them")
	}
	t.Params = about.Params
	return about
}

// unused reports definitions that nothing refers to: what they say stands nowhere else.
func (c *conversion) unused(v *value) {
	for _, m := range v.members {
		if !c.used[v] || m.name != "$defs" && m.name != "definitions" {
			c.unused(m.value)
			continue
		}
		for _, def := range m.value.members {
			if !c.used[def.value] {
				c.note(def.value, nameOf(def.name), LeftOut, "nothing refers to the definition")
			}
			c.unused(def.value)
		}
	}
	for _, item := range v.items {
		c.unused(item)
	}
}

// describe decides the tool's description.
func (im *importing) describe(s *source, about shape) []registry.Fragment {
	im.where = ""
	from := s.description
	switch {
	case from != nil && from.kind != stringValue:
		if from != about.describedAt { // which was refused as a keyword
			im.refuse(from, "description", "want a string", "it is %s", from.kind)
		}
		return nil
	case from == nil || strings.TrimSpace(from.text) == "":
		from = about.describedAt
	default:
		if d := about.describedAt; d != nil && d != from && d.text != from.text {
			im.note(d, "description", LeftOut, "the tool has one of its own")
		}
	}
	from = im.titled(from, s.title, about.title)
	if from == about.describedAt && !about.read {
		return nil // what is wrong with the schema is told
	}
	if from != nil && from.kind != stringValue {
		return nil // and so is this
	}
	if from == nil || strings.TrimSpace(from.text) == "" {
		im.refuse(s.at, "the description", "describe the tool: it is all that a model knows of it", "there is none")
		return nil
	}
	text, ok := im.text(from, "description")
	if !ok {
		return nil
	}
	about.description = text
	return fragments(about.whole(), from.loc())
}

// titled lets a title serve as description where there is none, and reports those that don't.
func (im *importing) titled(from *value, titles ...*value) *value {
	told := map[*value]bool{nil: true}
	for _, title := range titles {
		if told[title] {
			continue
		}
		told[title] = true
		if (from == nil || strings.TrimSpace(from.text) == "") && strings.TrimSpace(title.word()) != "" {
			from = title
			im.note(title, "title", Rewritten, "it serves as description")
			continue
		}
		im.note(title, "title", LeftOut, "models are told the description")
	}
	return from
}

func fragments(text string, at diag.Loc) []registry.Fragment {
	return []registry.Fragment{{At: at, Text: registry.Text{At: at, Segs: []registry.Seg{{At: at, Lit: text}}}}}
}

// effect reads MCP's hints. A hint that is not given has the protocol's default, which is the worst.
func (im *importing) effect(s *source, t *registry.Tool) {
	im.where = ""
	if h := s.hints; h != nil && h.kind != objectValue {
		im.refuse(h, "annotations", "want an object of hints", "it is %s", h.kind)
		return
	}
	given := func(name string, or bool) bool {
		v := s.hints.get(name)
		if v != nil && v.kind != boolValue {
			im.refuse(v, name, "want true or false", "it is %s", v.kind)
		}
		return v == nil && or || v.is("true")
	}
	e := &t.Effect
	e.ReadOnly = given("readOnlyHint", false)
	e.Destructive = given("destructiveHint", !e.ReadOnly) && !e.ReadOnly
	e.Idempotent = given("idempotentHint", false)
	e.OpenWorld = given("openWorldHint", true)
	for _, name := range []string{"readOnly", "destructive", "idempotent", "openWorld"} {
		// A tool that only reads destroys nothing, so nothing has to be said of that.
		if s.hints.get(name+"Hint") != nil || name == "destructive" && e.Destructive || name == "openWorld" {
			t.Effects = append(t.Effects, name)
		}
	}
	var missing []string
	for _, name := range []string{"destructiveHint", "openWorldHint"} {
		if s.hints.get(name) == nil && (name == "openWorldHint" || !e.ReadOnly) {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		im.note(s.at, "annotations", Rewritten, "without %s the protocol says true, and so does effect here", strings.Join(missing, " and "))
	}
	if s.hints == nil {
		return
	}
	for _, m := range s.hints.members {
		if !slices.Contains([]string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}, m.name) {
			im.note(m.value, nameOf(m.name), LeftOut, "%s", whyNot(m.name))
		}
	}
}

// proved runs the checks over a registry that holds nothing but the tools, so that what they would say of the files later
// is said now, with the position in the input.
func (im *importing) proved(sources []source, tools []registry.Tool) {
	im.where = ""
	var whole []registry.Tool
	for i := range tools {
		if tools[i].Name != "" && !im.refused(i) {
			t := tools[i]
			t.Strict = registry.Word{} // which a registry without projections has no use for
			whole = append(whole, t)
		}
	}
	for _, d := range check.Check(im.alone(whole)) {
		if d.At.File != im.opts.File || d.Severity != diag.Error {
			continue
		}
		im.owner = slices.IndexFunc(sources, func(s source) bool { return within(d.At.Path, s.at.path()) })
		if im.who = ""; im.owner >= 0 {
			im.who = sources[im.owner].name
		}
		im.noteAt(d.At, "the tool", Refused, "%s [%s]", d.Message, d.Rule)
		im.want("%s", strings.Join(d.Notes, "\n"))
	}
}

// within reports whether a path leads to something in what another leads to.
func within(path, around string) bool {
	rest, ok := strings.CutPrefix(path, around)
	return ok && (around == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

// alone is a registry around tools, with others that texts may name.
func (im *importing) alone(tools []registry.Tool) *registry.Registry {
	word := func(s string) registry.Word { return registry.Word{Text: s} }
	all := slices.Clone(tools)
	others := im.names()
	for _, key := range slices.Compact(slices.Sorted(maps.Values(others))) {
		if !slices.ContainsFunc(all, func(t registry.Tool) bool { return t.Name == key }) {
			all = append(all, registry.Tool{Name: key, Fragments: fragments("Another.", diag.Loc{})})
		}
	}
	var names []registry.Word
	for i := range all {
		names = append(names, word(all[i].Name))
	}
	slices.SortFunc(all, func(a, b registry.Tool) int { return strings.Compare(a.Name, b.Name) }) // as a registry's are
	r := &registry.Registry{
		Contract:  registry.Contract{Name: word("import"), Version: 1},
		Locales:   []registry.Locale{{Name: word("en")}},
		Tools:     all,
		ToolNames: names,
		Profiles:  []registry.Profile{{Name: "import", Kind: "agent", Tools: names, Transports: []registry.Word{word("native")}, Separator: "\n\n"}},
		Snapshots: registry.Snapshots{Cases: []registry.Case{{Name: "basic"}}},
	}
	if o := im.opts.Registry; o != nil {
		r.Forbid, r.Lint.BareNames = o.Forbid, o.Lint.BareNames
	}
	return r
}
