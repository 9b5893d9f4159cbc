package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// texts writes the interface of the texts and what chooses its implementation.
func (w *writer) texts(t *plan.Texts) []jen.Code {
	var methods []jen.Code
	for _, m := range t.Methods {
		methods = append(methods, w.code(m.Name+signature(m, params(m))))
	}
	iface := comment("texts has a method for each text of sections, commands and tools. Every locale implements all of them, so a text " +
		"that is missing, or that gets no value for what it names, does not compile. One that holds values writes itself.").
		Op("type texts interface").Add(block(methods...))
	return []jen.Code{iface, w.catalog(t.Uses)}
}

// signature is what stands behind the name of a text's method.
func signature(m *plan.TextMethod, ps []plan.Param) string {
	var out []string
	for _, p := range ps {
		out = append(out, strings.TrimSpace(p.Name+" "+p.Type))
	}
	s := "(" + strings.Join(out, ", ") + ")"
	if !m.Writes() {
		s += " string"
	}
	return s
}

// params gives the parameters of a text's method.
func params(m *plan.TextMethod) []plan.Param {
	if m.Writes() {
		return append([]plan.Param{{Name: "b", Type: "*prompt.Buf"}}, m.Params...)
	}
	return m.Params
}

// catalog writes a switch over the locales. Within a locale, profiles with texts of their own come first.
func (w *writer) catalog(uses []plan.TextUse) jen.Code {
	var cases []choice
	profile, locale := "_", "_"
	for len(uses) > 0 {
		n := slices.IndexFunc(uses, func(u plan.TextUse) bool { return u.Locale != uses[0].Locale })
		if n < 0 {
			n = len(uses)
		}
		body := byProfile(uses[:n])
		if len(body) > 1 {
			profile = "p"
		}
		cases = append(cases, choice{raw(uses[0].Locale), body})
		uses = uses[n:]
	}
	body := cases[0].body
	if len(cases) > 1 {
		locale = "l"
		body = []jen.Code{choose("l", cases), raw("return nil")}
	}
	return w.fn("catalog returns the texts of a profile in a locale. Both are among the declared ones.",
		"catalog("+profile+" Profile, "+locale+" Locale) texts", body...)
}

// byProfile writes what returns the texts of a locale: its own type last, because most profiles share it.
func byProfile(uses []plan.TextUse) []jen.Code {
	count := map[string]int{}
	shared := uses[0].Type
	for _, u := range uses {
		if count[u.Type]++; count[u.Type] > count[shared] || count[u.Type] == count[shared] && len(u.Type) < len(shared) {
			shared = u.Type
		}
	}
	var cases []choice
	for _, u := range uses {
		if u.Type != shared {
			cases = append(cases, choice{raw(u.Profile), []jen.Code{raw("return " + u.Type + "{}")}})
		}
	}
	var body []jen.Code
	if len(cases) > 0 {
		body = append(body, choose("p", cases))
	}
	return append(body, raw("return "+shared+"{}"))
}

// textFile writes the types of a locale. Texts that fit on one line stand together.
func (w *writer) textFile(f *plan.TextFile) []jen.Code {
	var decls []jen.Code
	for _, t := range f.Types {
		embeds := ""
		if t.Embeds != "" {
			embeds = " " + t.Embeds + " "
		}
		decls = append(decls, comment(t.Doc...).Op("type "+t.Name+" struct{"+embeds+"}"))
		var run *jen.Statement // of short ones
		for _, m := range t.Methods {
			method, short := w.textMethod(t.Name, m)
			switch {
			case short && run != nil:
				run.Line().Add(method)
			case short:
				run = jen.Add(method)
				decls = append(decls, run)
			default:
				run = nil
				decls = append(decls, method)
			}
		}
	}
	return decls
}

// textMethod writes a text, and reports whether it is on one line.
func (w *writer) textMethod(typ string, m plan.TextBody) (method jen.Code, short bool) {
	head := "func (" + typ + ") " + m.Method.Name + signature(m.Method, paramsOf(m))
	switch {
	case m.Method.Writes():
		return w.writingMethod(head, m)
	case m.From != "":
		return raw(head + " { return " + m.From + "{}." + m.Method.Name + "(" + argNames(m.Method) + ") }"), true
	case len(m.Fragments) == 0:
		return raw(head + ` { return "" }`), true
	case len(m.Fragments) == 1 && m.Fragments[0].When == nil:
		value := m.Fragments[0].Text
		if isShort(value, len(head)) {
			return raw(head + " { return ").Add(w.str(value)).Op("}"), true
		}
		return raw(head).Add(block(jen.Return(w.str(value)))), false
	}
	var body []jen.Code
	rest := m.Fragments
	if rest[0].When == nil {
		body = append(body, raw("s :=").Add(w.str(rest[0].Text)))
		rest = rest[1:]
	} else {
		body = append(body, raw("var s string"))
	}
	for _, f := range rest {
		body = append(body, w.when(f.When, raw("s +=").Add(w.str(f.Text))))
	}
	return raw(head).Add(block(append(body, raw("return s"))...)), false
}

// writingMethod writes a text that writes itself, which is one of a section or a command: it has at most one fragment.
func (w *writer) writingMethod(head string, m plan.TextBody) (method jen.Code, short bool) {
	switch {
	case m.From != "":
		return w.code(head + " { " + m.From + "{}." + m.Method.Name + "(" + argNames(m.Method) + ") }"), true
	case isEmpty(m):
		return w.code(head + " {}"), true
	}
	value := m.Fragments[0].Text
	if isShort(value, len(head)) {
		return w.code(head + " {").Add(w.child(value)).Op("}"), true
	}
	return w.code(head).Add(block(w.child(value))), false
}

func isEmpty(m plan.TextBody) bool { return len(m.Fragments) == 0 || len(m.Fragments[0].Text) == 0 }

// isShort reports whether a text has one line and fits behind a head of some length.
func isShort(s plan.Str, head int) bool {
	const width = 150
	n := head
	for _, p := range s {
		lit, ok := p.(plan.Lit)
		if ok && strings.Contains(strings.TrimSuffix(string(lit), "\n"), "\n") {
			return false
		}
		if n += len(lit); !ok {
			n += len("x.in.SomeInput")
		}
	}
	return n <= width
}

// paramsOf gives the parameters of a method, named only as far as this text reads them.
func paramsOf(m plan.TextBody) []plan.Param {
	var out []plan.Param
	named := false
	for _, p := range params(m.Method) {
		if m.From == "" && !m.Reads[p.Name] && (p.Name != "b" || isEmpty(m)) {
			p.Name = "_"
		}
		named = named || p.Name != "_"
		out = append(out, p)
	}
	for i := range out {
		if !named {
			out[i].Name = ""
		}
	}
	return out
}

func argNames(m *plan.TextMethod) string {
	var out []string
	for _, p := range params(m) {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}
