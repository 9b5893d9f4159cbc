package emit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// assembler writes the package that assembles prompts.
func (w *writer) assembler(a *plan.Assembler) {
	w.file(a.Package, "config.go", true, w.config(a)...)
	w.file(a.Package, "assemble.go", false, w.assemble(a)...)
	if len(a.Specs) > 0 {
		w.file(a.Package, "tools.go", false, w.specs(a)...)
	}
	if len(a.Texts.Methods) > 0 {
		w.file(a.Package, "texts.go", false, w.texts(&a.Texts)...)
	}
	for i := range a.Texts.Files {
		w.file(a.Package, a.Texts.Files[i].Name, false, w.textFile(&a.Texts.Files[i])...)
	}
}

// config writes what a host gives and chooses from.
func (w *writer) config(a *plan.Assembler) []jen.Code {
	decls := []jen.Code{
		w.decl("const _ = prompt.RuntimeV1"),
		w.decl("// Assembler serves one session of one configuration.\ntype Assembler = prompt.Assembler[Session, Turn]"),
	}
	decls = append(decls, w.enum(&a.Profiles)...)
	decls = append(decls, w.enum(&a.Locales)...)
	if a.Agents != nil {
		decls = append(decls, w.enum(a.Agents)...)
	}
	for _, g := range a.Constants {
		decls = append(decls, w.constants(g))
	}
	decls = append(decls, w.configType(a), w.structType(&a.Session))
	for _, d := range a.Drafts {
		decls = append(decls, w.confirm(d))
	}
	for i := range a.Items {
		decls = append(decls, w.structType(&a.Items[i]))
	}
	return append(decls,
		w.structType(&a.Turn), w.selectionType(), w.resolveProfile(a.Selection), w.parseProfile(&a.Profiles),
		w.parseLocale(a.Tags), w.sectionInfos(a.Sections))
}

// enum writes a type of named numbers:
//
//	type Profile uint8
//	const (
//		_ Profile = iota
//		ProfileLite // The smallest contract.
//	)
//	func (p Profile) String() string { … }
func (w *writer) enum(e *plan.Enum) []jen.Code {
	consts := raw("const (").Line().Op("_ " + e.Type + " = iota").Line()
	var cases []jen.Code
	for _, m := range e.Members {
		consts.Add(w.member(m.Const, m.Doc)).Line()
		cases = append(cases, raw("case "+m.Const+":").Line().Return(raw(quote(m.Text))))
	}
	recv := strings.ToLower(e.Type[:1])
	return []jen.Code{
		comment(e.Doc + " The zero " + e.Type + " is refused.").Op("type " + e.Type + " uint8").Line().Line().Add(consts.Op(")")),
		w.fn("String returns the name, e.g. "+strconv.Quote(e.Members[0].Text)+".", "("+recv+" "+e.Type+") String() string",
			raw("switch "+recv).Add(block(cases...)),
			w.code("return "+quote(e.Type+"(")+" + strconv.Itoa(int("+recv+")) + "+quote(")")),
		),
	}
}

// constants writes names of the registry, each with its doc.
func (w *writer) constants(g plan.Constants) jen.Code {
	out := comment(g.Doc).Op("const (")
	for _, m := range g.Members {
		out.Line().Add(w.member(m.Const+" = "+quote(m.Text), m.Doc))
	}
	return out.Line().Op(")")
}

// member writes a line of a struct or of constants with its doc: behind it when that is short, else above.
func (w *writer) member(code string, doc []string) *jen.Statement {
	if len(doc) == 1 && utf8.RuneCountInString(code+doc[0]) <= 110 {
		return w.code(code).Op(" " + commentLine(doc[0]))
	}
	return inner(doc...).Add(w.code(code))
}

// structType writes a struct.
func (w *writer) structType(s *plan.Struct) jen.Code {
	out := comment(s.Doc...).Op("type " + s.Name + " struct {")
	for _, f := range s.Fields {
		out.Line().Add(w.member(f.Name+" "+f.Type, f.Doc))
	}
	if len(s.Fields) > 0 {
		out.Line()
	}
	return out.Op("}")
}

func (w *writer) configType(a *plan.Assembler) jen.Code {
	agent := ""
	if a.Agents != nil {
		agent = "\n\tAgent     Agent"
	}
	return w.decl(`
// Config is fixed for a deployment. Each field but Cache must be set. It is comparable.
type Config struct {
	Profile   Profile
	Transport prompt.Transport
	Locale    Locale` + agent + `
	Cache     prompt.Cache // where cache marks stand; the zero value is the profile's plan
}`)
}

func (w *writer) selectionType() jen.Code {
	return w.decl(`
// Selection is what ResolveProfile decides by.
type Selection struct {
	Explicit      string // a profile's name, e.g. from a flag; "" where none was asked for
	Model         string // e.g. "vendor/model-1"
	ContextWindow int64  // in tokens; 0 or less where it is not known
}`)
}

// resolveProfile writes the declared rules, one after the other.
func (w *writer) resolveProfile(steps []plan.SelectStep) jen.Code {
	var body []jen.Code
	decided, window := false, false
	for _, s := range steps {
		switch s.By {
		case "explicit":
			body = append(body, w.code("if s.Explicit != \"\" {\nreturn ParseProfile(s.Explicit)\n}"))
		case "model":
			body = append(body, w.modelStep(s))
		case "context":
			if !window && s.Assume > 0 {
				body = append(body, w.code("window := s.ContextWindow\nif window <= 0 {\nwindow = "+strconv.FormatInt(s.Assume, 10)+"\n}"))
			}
			window = true
			body = append(body, contextStep(s))
		case "default":
			body, decided = append(body, raw("return "+s.Profile+", nil")), true
		}
	}
	if !decided {
		body = append(body, w.code(`return 0, errors.New("no rule of the registry selects a profile")`))
	}
	doc := "ResolveProfile picks a profile by the rules of the registry. It errs on an unknown name"
	if !decided {
		doc += ", and where no rule applies"
	}
	return w.fn(doc+".", "ResolveProfile(s Selection) (Profile, error)", body...)
}

// modelStep writes
//
//	if prompt.HasModelSegment(s.Model, []string{"o1"}, []string{"o1-"}) {
//		return ProfileLite, nil
//	}
func (w *writer) modelStep(s plan.SelectStep) jen.Code {
	call := w.code("prompt.HasModelSegment").Add(args(raw("s.Model"), stringSlice(s.Equals), stringSlice(s.Prefix)))
	return raw("if").Add(call, block(raw("return "+s.Profile+", nil")))
}

func stringSlice(ss []string) jen.Code {
	if len(ss) == 0 {
		return raw("nil")
	}
	return raw("[]string").Add(inline(quoted(ss)...))
}

func contextStep(s plan.SelectStep) jen.Code {
	below := strconv.FormatInt(s.Below, 10)
	if s.Assume > 0 {
		return raw("if window < " + below + " {\nreturn " + s.Profile + ", nil\n}")
	}
	return raw("if s.ContextWindow > 0 && s.ContextWindow < " + below + " {\nreturn " + s.Profile + ", nil\n}")
}

// parseProfile writes a switch over the names.
func (w *writer) parseProfile(e *plan.Enum) jen.Code {
	var cases []jen.Code
	all := []jen.Code{raw(quote("profile")), raw("name")}
	for _, m := range e.Members {
		cases = append(cases, raw("case "+quote(m.Text)+":").Line().Op("return "+m.Const+", nil"))
		all = append(all, raw(quote(m.Text)))
	}
	return w.fn("ParseProfile returns the profile with a name. An error names the profiles.", "ParseProfile(name string) (Profile, error)",
		raw("switch name").Add(block(cases...)),
		raw("return 0,").Add(w.code("prompt.UnknownName")).Add(args(all...)),
	)
}

// parseLocale writes
//
//	return prompt.ParseLocale(tag, []prompt.LocaleTags[Locale]{
//		{Locale: LocaleZhCN, Name: "zh-CN", Equals: []string{"zh"}, Prefix: []string{"zh"}},
//	})
func (w *writer) parseLocale(tags []plan.LocaleTags) jen.Code {
	var rows []jen.Code
	for _, l := range tags {
		var f fields
		f.add("Locale", raw(l.Locale))
		f.text("Name", l.Name)
		f.strings("Equals", l.Equals)
		f.strings("Prefix", l.Prefix)
		rows = append(rows, inline(f...))
	}
	return w.fn("ParseLocale returns the locale that a tag stands for, e.g. one of the environment such as \"zh_CN.UTF-8\". A locale's own "+
		"name counts for the tags that begin with it, too: \"de\" for \"de-AT\". An error names the locales.",
		"ParseLocale(tag string) (Locale, error)",
		raw("return").Add(w.code("prompt.ParseLocale(tag, []prompt.LocaleTags[Locale]")).Add(elems(rows...)).Op(")"))
}

// sectionInfos writes one line for each section.
func (w *writer) sectionInfos(infos []plan.SectionInfo) jen.Code {
	var items []jen.Code
	for _, s := range infos {
		var f fields
		f.text("Name", s.Name)
		f.text("Role", s.Role)
		f.add("Level", w.code("prompt."+s.Level))
		f.text("When", s.When)
		f.text("Reason", s.Reason)
		items = append(items, inline(f...))
	}
	return w.fn("Sections describes the sections that the registry declares, by name. The slice is the caller's.",
		"Sections() []prompt.SectionInfo",
		w.code("return []prompt.SectionInfo").Add(elems(items...)))
}
