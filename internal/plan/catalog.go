package plan

import (
	"reflect"
	"slices"

	"github.com/promptgen/promptgen/internal/registry"
)

// Texts are the texts of all locales and profiles: an interface with one method for each text, and for each locale a
// type that implements it. A profile with texts of its own has a type that embeds the locale's.
type Texts struct {
	Methods []*TextMethod
	Uses    []TextUse
	Files   []TextFile // by locale
}

// TextMethod is a method that returns a text, or writes it. It takes what some locale's text reads.
type TextMethod struct {
	Name   string
	Params []Param
	part   bool // somewhere the text is only a part of what is written
}

// Writes reports whether the method writes its text as a child of a body: it holds values, which then need not become
// one string first, and it stands alone wherever it is shown.
func (m *TextMethod) Writes() bool { return len(m.Params) > 0 && !m.part }

// Param is a parameter of a function.
type Param struct{ Name, Type string }

// TextUse says which type holds the texts of a profile in a locale.
type TextUse struct{ Locale, Profile, Type string }

// TextFile holds the types of one locale.
type TextFile struct {
	Name  string
	Types []TextType
}

// TextType is a type that implements the texts.
type TextType struct {
	Name    string
	Doc     []string
	Embeds  string // what it takes all other texts from; "" where it has them all
	Methods []TextBody
}

// TextBody is the body of a method of a TextType.
type TextBody struct {
	Method    *TextMethod
	From      string          // the type whose text this is, too; then there are no fragments
	Fragments []Fragment      // put together
	Reads     map[string]bool // the parameters that this text reads
}

// Fragment is a piece of a text that stands there where When holds.
type Fragment struct {
	When Cond
	Text Str
}

// catalog collects the texts that are asked for.
type catalog struct {
	names   names
	entries []*entry
	byKey   map[string]*entry
}

// entry is a text in every locale and profile.
type entry struct {
	method *TextMethod
	find   func(locale, profile string) []registry.Fragment // nil: there is none
	shown  []*registry.Profile                              // the profiles that show it
	escape string
	items  scope
}

func newCatalog() *catalog { return &catalog{names: names{}, byKey: map[string]*entry{}} }

// text plans the call that gives a text of a section or command. The same text under another escape is another method.
func (c *catalog) text(b *builder, owner, key, escape string, sc scope) TextCall {
	e := &entry{
		escape: escape,
		find: func(locale, profile string) []registry.Fragment {
			if m := b.r.Text(locale, profile, owner, key); m != nil {
				return []registry.Fragment{{Text: m.Text}}
			}
			return nil
		},
		shown: b.listing[owner],
	}
	if !b.readsInputs(e) {
		escape = "" // there is nothing to escape
	}
	return c.call(b, e, "section\x00"+owner+"\x00"+key+"\x00"+escape, stem(owner)+camel(key), sc)
}

// textOwner is what a text of tools belongs to: one tool, or a parameter of several.
type textOwner struct {
	tools  []string
	prefix string // of the method's name
}

// toolText plans the call that gives a text of a tool; there is none where no locale has one. key says which of the
// tool's texts it is, name what its method is called where that is free.
func (c *catalog) toolText(b *builder, o textOwner, key, name string, find func(locale, profile string) []registry.Fragment) Str {
	e := &entry{find: find}
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		if slices.ContainsFunc(o.tools, func(tool string) bool { return slices.Contains(b.listing[toolKey(tool)], p) }) {
			e.shown = append(e.shown, p)
		}
	}
	if !slices.ContainsFunc(b.everywhere(e), func(fs []registry.Fragment) bool { return len(fs) > 0 }) {
		return nil
	}
	call := c.call(b, e, "tool\x00"+o.tools[0]+"\x00"+key, o.prefix+name, nil)
	call.Method.part = true
	return Str{call}
}

func (c *catalog) call(b *builder, e *entry, key, name string, sc scope) TextCall {
	if known, ok := c.byKey[key]; ok {
		e = known
	} else {
		e.method = &TextMethod{Name: c.names.take(name)}
		e.method.Params, e.items = b.needs(e)
		c.entries, c.byKey[key] = append(c.entries, e), e
	}
	var args []string
	for _, p := range e.method.Params {
		args = append(args, p.Name)
	}
	for i, it := range e.items { // the caller may hold the items in other variables
		for _, outer := range sc {
			if outer.list == it.list {
				args[len(args)-len(e.items)+i] = outer.name
			}
		}
	}
	return TextCall{e.method, args}
}

// readsInputs reports whether a text names an input, in any locale.
func (b *builder) readsInputs(e *entry) bool {
	for _, fragments := range b.everywhere(e) {
		for _, f := range fragments {
			if slices.ContainsFunc(f.Text.Segs, func(s registry.Seg) bool { return s.Input != "" }) {
				return true
			}
		}
	}
	return false
}

// everywhere gives a text in every locale and profile that shows it.
func (b *builder) everywhere(e *entry) [][]registry.Fragment {
	var all [][]registry.Fragment
	for i := range b.r.Locales {
		for _, p := range e.shown {
			all = append(all, e.find(b.r.Locales[i].Name.Text, p.Name))
		}
	}
	return all
}

// needs works out what a text reads in any locale: the state, the turn, items of lists.
func (b *builder) needs(e *entry) ([]Param, scope) {
	var lists []string
	for _, fragments := range b.everywhere(e) {
		for _, f := range fragments {
			for _, s := range f.Text.Segs {
				if l := b.listOf(s.Input); l != "" && !slices.Contains(lists, l) {
					lists = append(lists, l)
				}
			}
		}
	}
	slices.Sort(lists) // an outer list comes before those in it
	var items scope
	for i, l := range lists {
		_, name := itemNames(i)
		items = append(items, item{l, name})
	}
	e.items = items
	roots := map[string]bool{}
	for _, fragments := range b.everywhere(e) {
		for _, f := range b.fragments(e, fragments) {
			condRoots(f.When, roots)
			f.Text.roots(roots)
		}
	}
	var params []Param
	if roots["x"] {
		params = append(params, Param{"x", "*state"})
	}
	if roots["t"] {
		params = append(params, Param{"t", "*Turn"})
	}
	for _, it := range items {
		params = append(params, Param{it.name, "*" + b.items[it.list]})
	}
	return params, items
}

// listOf gives the innermost list that a path of an input goes through, "" where there is none.
func (b *builder) listOf(path string) string {
	list := ""
	for p := range prefixes(path) {
		if f, _ := b.r.Field(p); f != nil && f.Type == registry.List && p != path {
			list = p
		}
	}
	return list
}

func (b *builder) fragments(e *entry, fs []registry.Fragment) []Fragment {
	var out []Fragment
	for _, f := range fs {
		out = append(out, Fragment{b.when(f.When.Text, nil), b.str(f.Text, e.escape, e.items)})
	}
	return out
}

// condRoots adds the variables that a condition reads.
func condRoots(c Cond, roots map[string]bool) {
	switch c := c.(type) {
	case All:
		for _, x := range c {
			condRoots(x, roots)
		}
	case Any:
		for _, x := range c {
			condRoots(x, roots)
		}
	case Not:
		condRoots(c.X, roots)
	case Flag:
		roots[c.Ref[0]] = true
	case Compare:
		roots[c.Left[0]] = true
	}
}

// roots adds the variables that a Str reads.
func (s Str) roots(roots map[string]bool) {
	for _, p := range s {
		switch p := p.(type) {
		case Value:
			roots[p.Ref[0]] = true
		case AttrPiece:
			p.Value.roots(roots)
		case TextCall:
			roots["x"] = true
			for _, a := range p.Args {
				roots[a] = true
			}
		}
	}
}

// texts plans the types that hold the texts.
func (b *builder) texts() Texts {
	var t Texts
	for _, e := range b.catalog.entries {
		t.Methods = append(t.Methods, e.method)
	}
	if len(t.Methods) == 0 {
		return t
	}
	types := fixed("texts")
	for n := range b.catalog.names { // a type that is embedded must not be called like a method
		types[n] = true
	}
	var first *localeTexts
	for i := range b.r.Locales {
		l := b.localeTexts(&b.r.Locales[i], first, types)
		if first == nil {
			first = l
		}
		t.Files = append(t.Files, l.file)
		for j := range b.r.Profiles {
			p := b.r.Profiles[j].Name
			t.Uses = append(t.Uses, TextUse{localeConst(&b.r.Locales[i]), profileConst(p), l.types[p]})
		}
	}
	return t
}

// localeTexts is what has been planned for a locale.
type localeTexts struct {
	file  TextFile
	types map[string]string // profile -> type
	base  map[*entry][]Fragment
}

// localeTexts plans the types of a locale. The locale's own type has every text as the shared scope gives it, a
// profile's type those that differ. With a fallback the first locale's type is embedded.
func (b *builder) localeTexts(l *registry.Locale, first *localeTexts, types names) *localeTexts {
	name := l.Name.Text
	out := &localeTexts{
		file:  TextFile{Name: localeFile(name)},
		types: map[string]string{},
		base:  map[*entry][]Fragment{},
	}
	base := TextType{Name: types.take("texts" + camel(name))}
	base.Doc = []string{base.Name + " has the texts in " + name + "."}
	if first != nil && l.Fallback != nil {
		base.Embeds = first.file.Types[0].Name
	}
	for _, e := range b.catalog.entries {
		body := b.fragments(e, b.sharedText(e, name))
		out.base[e] = body
		if base.Embeds == "" || !reflect.DeepEqual(body, first.base[e]) {
			base.Methods = append(base.Methods, textBody(e, body))
		}
	}
	out.file.Types = []TextType{base}
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		own := TextType{Embeds: base.Name}
		for _, e := range b.catalog.entries {
			if body, ok := b.profileText(e, l, p, out, first); ok {
				own.Methods = append(own.Methods, body)
			}
		}
		out.types[p.Name] = base.Name
		if len(own.Methods) > 0 {
			own.Name = types.take(base.Name + camel(p.Name))
			own.Doc = []string{own.Name + " has the texts in " + name + " that are the profile " + p.Name + "'s own."}
			out.types[p.Name] = own.Name
			out.file.Types = append(out.file.Types, own)
		}
	}
	return out
}

func textBody(e *entry, fragments []Fragment) TextBody {
	t := TextBody{Method: e.method, Fragments: fragments, Reads: map[string]bool{}}
	for _, f := range fragments {
		condRoots(f.When, t.Reads)
		f.Text.roots(t.Reads)
	}
	return t
}

// sharedText is a text as a locale's own type has it: the shared one where some profile shows it, else that of the first
// profile that has one. A shared text that every profile replaces may read what the method does not take.
func (b *builder) sharedText(e *entry, locale string) []registry.Fragment {
	shared := e.find(locale, registry.Shared)
	if shared != nil && slices.ContainsFunc(e.shown, func(p *registry.Profile) bool { return reflect.DeepEqual(e.find(locale, p.Name), shared) }) {
		return shared
	}
	for _, p := range e.shown {
		if fs := e.find(locale, p.Name); fs != nil {
			return fs
		}
	}
	return nil
}

// profileText plans a text where a profile has another one than its locale's own type.
func (b *builder) profileText(e *entry, l *registry.Locale, p *registry.Profile, out, first *localeTexts) (TextBody, bool) {
	if !slices.Contains(e.shown, p) {
		return TextBody{}, false
	}
	body := b.fragments(e, e.find(l.Name.Text, p.Name))
	if reflect.DeepEqual(body, out.base[e]) {
		return TextBody{}, false
	}
	if first != nil && l.Fallback != nil {
		theirs := b.fragments(e, e.find(b.r.Locales[0].Name.Text, p.Name))
		if from := first.types[p.Name]; from != first.file.Types[0].Name && reflect.DeepEqual(body, theirs) {
			return TextBody{Method: e.method, From: from}, true
		}
	}
	return textBody(e, body), true
}
