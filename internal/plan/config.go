package plan

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/registry"
)

// profiles plans the type of the profiles.
func (b *builder) profiles() Enum {
	e := Enum{Type: "Profile", Doc: "Profile is one prompt of the registry: its sections, tools and commands."}
	c := b.claims("")
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		e.Members = append(e.Members, Member{
			Const: c.claim(profileConst(p.Name), named("profile", p.Name), p.At),
			Text:  p.Name,
			Doc:   docLines(p.Doc),
		})
	}
	return e
}

// locales plans the type of the locales.
func (b *builder) locales() Enum {
	e := Enum{Type: "Locale", Doc: "Locale is a language of the texts."}
	c := b.claims("")
	for i := range b.r.Locales {
		l := &b.r.Locales[i]
		e.Members = append(e.Members, Member{
			Const: c.claim(localeConst(l), named("locale", l.Name.Text), l.Name.At),
			Text:  l.Name.Text,
		})
	}
	return e
}

func localeConst(l *registry.Locale) string { return "Locale" + camel(l.Name.Text) }

// agents plans the type of the agents, nil where every run is the main agent's.
func (b *builder) agents() *Enum {
	if len(b.r.Subagents) == 0 {
		return nil
	}
	e := &Enum{Type: "Agent", Doc: "Agent says who runs: the main agent, or a helper with its own list of tools."}
	e.Members = []Member{{Const: agentConst(nil), Text: "main", Doc: []string{"The agent that the user talks to."}}}
	c := b.claims("")
	c.reserve(agentConst(nil), "the main agent")
	for i := range b.r.Subagents {
		s := &b.r.Subagents[i]
		e.Members = append(e.Members, Member{
			Const: c.claim(agentConst(s), named("subagent", s.Name), s.At),
			Text:  s.Name,
			Doc:   docLines(s.Doc),
		})
	}
	return e
}

// constants plans the names of commands and digests and the labels of fences, so that no host writes them by hand.
func (b *builder) constants() []Constants {
	commands := Constants{Doc: "The commands, by which Command takes them."}
	c := b.claims("")
	for i := range b.r.Commands {
		k := &b.r.Commands[i]
		commands.add(c.claim(commandConst(k.Name), named("command", k.Name), k.At), k.Name, k.Doc)
	}
	fences := Constants{Doc: "The labels of the fences, for prompt.AppendFence."}
	for i := range b.r.Fences {
		f := &b.r.Fences[i]
		fences.add(c.claim(fenceConst(f.Name), named("fence", f.Name), f.At), f.Label.Text, f.Doc)
	}
	digests := Constants{Doc: "The digests, as records name them."}
	for i := range b.r.Digests {
		d := &b.r.Digests[i]
		digests.add(c.claim(digestConst(d.Name), named("digest", d.Name), d.At), d.Name, d.Doc)
	}
	return slices.DeleteFunc([]Constants{commands, fences, digests}, func(g Constants) bool { return g.Members == nil })
}

func (g *Constants) add(name, text, doc string) {
	g.Members = append(g.Members, Member{Const: name, Text: text, Doc: docLines(doc)})
}

func commandConst(name string) string { return "Command" + camel(name) }
func fenceConst(name string) string   { return "Fence" + camel(name) }
func digestConst(name string) string  { return "Digest" + camel(name) }

// offers plans what each profile can be combined with.
func (b *builder) offers() []Offer {
	var offers []Offer
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		o := Offer{Profile: profileConst(p.Name)}
		for _, t := range p.Transports {
			o.Transports = append(o.Transports, transportConst(t.Text))
		}
		if len(b.r.Subagents) > 0 {
			o.Agents = []string{agentConst(nil)}
		}
		for j := range b.r.Subagents {
			if s := &b.r.Subagents[j]; s.Allows(p.Name) {
				o.Agents = append(o.Agents, agentConst(s))
			}
		}
		offers = append(offers, o)
	}
	return offers
}

// sectionInfos plans what Sections returns.
func (b *builder) sectionInfos() []SectionInfo {
	var infos []SectionInfo
	for i := range b.r.Sections {
		s := &b.r.Sections[i]
		infos = append(infos, SectionInfo{s.Name, s.Role, s.When.Text, s.Reason.Text, levelConst(s.Level())})
	}
	return infos
}

func levelConst(l registry.Level) string {
	switch l {
	case registry.Session:
		return "Session"
	case registry.Volatile:
		return "Volatile"
	default:
		return "Static"
	}
}

// selection plans the steps of ResolveProfile, up to the one that always decides.
func (b *builder) selection() []SelectStep {
	var steps []SelectStep
	for _, r := range b.r.Select.Rules {
		s := SelectStep{By: r.By, Equals: r.Equals, Prefix: r.Prefix, Below: r.Below, Assume: b.r.Select.AssumeContext}
		if r.Profile.Given() {
			s.Profile = profileConst(r.Profile.Text)
		}
		if steps = append(steps, s); r.By == "default" {
			break
		}
	}
	return steps
}

// localeTags plans what ParseLocale takes.
func (b *builder) localeTags() []LocaleTags {
	var tags []LocaleTags
	for i := range b.r.Locales {
		l := &b.r.Locales[i]
		tags = append(tags, LocaleTags{localeConst(l), l.Name.Text, l.Equals, l.Prefix})
	}
	return tags
}

// inputs plans the types of what the host gives.
func (b *builder) inputs() (session, turn Struct, items []Struct) {
	session = Struct{Name: "Session", Doc: []string{"Session holds what is fixed while a session lasts. New copies what it keeps."}}
	turn = Struct{Name: "Turn", Doc: []string{"Turn holds what may change with every turn."}}
	b.itemTypes()
	sessionNames, turnNames := b.scopeNames()
	for i := range b.r.Inputs {
		in := &b.r.Inputs[i]
		s, c := &session, sessionNames
		if in.Scope == registry.TurnScope {
			s, c = &turn, turnNames
		}
		s.Fields = append(s.Fields, b.field(&in.Field, in.Name, in.Name, "input", c))
		if in.Draft {
			f, d := b.draft(in, c)
			s.Fields, b.drafts = append(s.Fields, f), append(b.drafts, d)
		}
		b.itemStructs(in.Name, &in.Field, &items)
	}
	for i := range b.r.Gates {
		g := &b.r.Gates[i]
		if g.From.Given() || !b.r.Open(g.Name) {
			continue
		}
		s, c := &session, sessionNames
		if g.Scope == registry.TurnScope {
			s, c = &turn, turnNames
		}
		name := c.claim(camel(g.Name), named("gate", g.Name), g.At)
		s.Fields = append(s.Fields, Field{name, "bool", docLines("Gate. " + g.Doc)})
	}
	session.Fields = append(session.Fields, b.settings(sessionNames)...)
	if b.nonce(registry.TurnScope) {
		turn.Fields = append(turn.Fields, nonceField(registry.TurnScope))
	}
	return session, turn, items
}

// settings plans the fields of Session that are no inputs and no gates.
func (b *builder) settings(c *claims) []Field {
	fields := append(b.modes(c), b.toolsetFields(c)...)
	if b.hasTools() {
		fields = append(fields, Field{"Allow", "[]string", []string{
			"Allow narrows the tools of profile and agent to these names; nil leaves all, empty leaves none. It is an error when " +
				"live text names a tool that it removes.",
		}})
	}
	if b.nonce(registry.SessionScope) {
		fields = append(fields, nonceField(registry.SessionScope))
	}
	return fields
}

// scopeNames are the names of the fields of Session and Turn, without those that have a meaning of their own.
func (b *builder) scopeNames() (session, turn *claims) {
	session, turn = b.claims("Session."), b.claims("Turn.")
	if b.hasTools() {
		session.reserve("Allow", "the field that narrows the tools")
	}
	if b.nonce(registry.SessionScope) {
		session.reserve("Nonce", "the nonce of fences")
	}
	if b.nonce(registry.TurnScope) {
		turn.reserve("Nonce", "the nonce of fences")
	}
	return session, turn
}

// field plans a field of Session, Turn or an item.
func (b *builder) field(f *registry.Field, path, name, kind string, c *claims) Field {
	doc := docLines(f.Doc)
	switch {
	case f.Required && f.Type == registry.Int:
		doc = addSentence(doc, "At least 1.")
	case f.Required:
		doc = addSentence(doc, "Required.")
	}
	if limit := limitDoc(f); limit != "" {
		doc = addSentence(doc, limit)
	}
	return Field{c.claim(camel(name), named(kind, name), f.At), b.goType(f, path), doc}
}

// addSentence puts a sentence behind a doc.
func addSentence(doc []string, sentence string) []string {
	if len(doc) == 0 {
		return []string{sentence}
	}
	last := &doc[len(doc)-1]
	if r, _ := utf8.DecodeLastRuneInString(*last); isWord(r) || unicode.IsLetter(r) {
		*last += "."
	}
	*last += " " + sentence
	return doc
}

func (b *builder) goType(f *registry.Field, path string) string {
	switch f.Type {
	case registry.Int:
		return "int64"
	case registry.Bool:
		return "bool"
	case registry.List:
		return "[]" + b.items[path]
	default:
		return "string"
	}
}

// itemTypes names the types of all items. Nobody writes these names in a registry, so one that is taken gets another
// ending instead of an error.
func (b *builder) itemTypes() {
	n := fixed("Assembler", "Profile", "Locale", "Agent", "Config", "Session", "Turn", "Selection", "New", "Resume",
		"ResolveProfile", "ParseProfile", "ParseLocale", "Sections")
	for i := range b.r.Profiles {
		n[profileConst(b.r.Profiles[i].Name)] = true
	}
	for i := range b.r.Locales {
		n[localeConst(&b.r.Locales[i])] = true
	}
	n[agentConst(nil)] = true
	for i := range b.r.Subagents {
		n[agentConst(&b.r.Subagents[i])] = true
	}
	for i := range b.r.Commands {
		n[commandConst(b.r.Commands[i].Name)] = true
	}
	for i := range b.r.Fences {
		n[fenceConst(b.r.Fences[i].Name)] = true
	}
	for i := range b.r.Digests {
		n[digestConst(b.r.Digests[i].Name)] = true
	}
	var walk func(path, around string, f *registry.Field)
	walk = func(path, around string, f *registry.Field) {
		if f.Type != registry.List {
			return
		}
		want := around + singular(camel(f.Name))
		b.items[path] = n.take(want, around+camel(f.Name)+"Item")
		for i := range f.Item {
			walk(path+"."+f.Item[i].Name, b.items[path], &f.Item[i])
		}
	}
	for i := range b.r.Inputs {
		walk(b.r.Inputs[i].Name, "", &b.r.Inputs[i].Field)
	}
}

// itemStructs plans the item type of a list and of the lists in it.
func (b *builder) itemStructs(path string, f *registry.Field, items *[]Struct) {
	if f.Type != registry.List {
		return
	}
	name := b.items[path]
	c := b.claims(name + ".")
	s := Struct{Name: name, Doc: []string{name + " is an item of " + named("the list", path) + "."}}
	for i := range f.Item {
		m := &f.Item[i]
		s.Fields = append(s.Fields, b.field(m, path+"."+m.Name, m.Name, "field", c))
	}
	*items = append(*items, s)
	for i := range f.Item {
		b.itemStructs(path+"."+f.Item[i].Name, &f.Item[i], items)
	}
}
