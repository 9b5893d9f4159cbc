package emit

import (
	"reflect"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// specs writes the lists of the tools and one method for each tool.
func (w *writer) specs(a *plan.Assembler) []jen.Code {
	decls := []jen.Code{w.profileTools(a.Programs)}
	if len(a.Allowed) > 0 {
		decls = append(decls, w.agentTools(a.Allowed))
	}
	decls = append(decls, w.toolSpecs(), w.toolSpec(a.Specs))
	for _, p := range a.Shared {
		decls = append(decls, w.sharedParam(p))
	}
	for _, s := range a.Specs {
		decls = append(decls, w.toolMethod(s))
	}
	return decls
}

func (w *writer) profileTools(ps []plan.Program) jen.Code {
	var cases []choice
	for _, p := range ps {
		if len(p.Tools) > 0 {
			cases = append(cases, choice{raw(p.Profile), []jen.Code{jen.Return(w.toolNames(p.Tools))}})
		}
	}
	return w.fn("profileTools lists the tools of a profile in the order in which models see them.",
		"profileTools(p Profile) []string", choose("p", cases), raw("return nil"))
}

func (w *writer) agentTools(as []plan.Allowlist) jen.Code {
	var cases []choice
	for _, a := range as {
		if len(a.Tools) > 0 {
			cases = append(cases, choice{raw(a.Agent), []jen.Code{jen.Return(w.toolNames(a.Tools))}})
		}
	}
	if len(cases) == 0 {
		return w.fn("agentTools lists what a helper may use.", "agentTools(Agent) []string", raw("return nil"))
	}
	return w.fn("agentTools lists what a helper may use.", "agentTools(a Agent) []string", choose("a", cases), raw("return nil"))
}

func (w *writer) toolNames(consts []string) *jen.Statement {
	var items []jen.Code
	for _, c := range consts {
		items = append(items, w.code("codertools."+c))
	}
	return raw("[]string").Add(elems(items...))
}

func (w *writer) toolSpecs() jen.Code {
	return w.decl(`
// toolSpecs lists the tools that are shown, in the order of the profile.
func (x *state) toolSpecs() []prompt.ToolSpec {
	var specs []prompt.ToolSpec
	for _, name := range profileTools(x.Profile) {
		if t := x.toolSpec(name); t.shown {
			specs = append(specs, t.spec())
		}
	}
	return specs
}

// tool is a tool of the registry in one session.
type tool struct {
	spec  func() prompt.ToolSpec
	shown bool
}`)
}

func (w *writer) toolSpec(specs []plan.ToolSpec) jen.Code {
	var cases []choice
	for _, s := range specs {
		cases = append(cases, choice{w.code("codertools." + s.Const), []jen.Code{
			raw("return tool{x." + s.Method + ", x.has." + s.Field + "}"),
		}})
	}
	return w.fn("toolSpec returns the tool with a name on the wire.",
		"(x *state) toolSpec(name string) tool", choose("name", cases), raw("return tool{}"))
}

// toolMethod writes
//
//	func (x *state) readFileTool() prompt.ToolSpec {
//		s := prompt.ToolSpec{
//			Name: codertools.NameReadFile,
//			…
//		}
//		if x.has.changeTodo {
//			s.Params = append(s.Params, prompt.ParamSpec{…})
//		}
//		return s
//	}
func (w *writer) toolMethod(s plan.ToolSpec) jen.Code {
	var f fields
	f.add("Name", w.code("codertools."+s.Const))
	f.add("Doc", w.str(s.Doc))
	if len(s.Effect) > 0 {
		var on fields
		for _, e := range s.Effect {
			on.flag(e, true)
		}
		f.add("Effect", w.code("prompt.Effect").Add(inline(on...)))
	}
	if s.Level != "" {
		f.add("Level", w.code("prompt."+s.Level))
	}
	if len(s.Strict) == 1 && s.Strict[0].Profiles == nil {
		f.add("Strict", w.strict(s.Strict[0]))
	}
	f.json("Hints", s.Hints)
	f.json("Meta", s.Meta)
	runs := paramRuns(s.Params)
	if len(runs) > 0 && runs[0][0].When == nil {
		var always []jen.Code
		for _, p := range runs[0] {
			always = append(always, w.param(p, ""))
		}
		f.add("Params", w.code("[]prompt.ParamSpec").Add(elems(always...)))
		runs = runs[1:]
	}
	spec := w.code("prompt.ToolSpec").Add(elems(f...))
	head := "(x *state) " + s.Method + "() prompt.ToolSpec"
	byProfile := w.strictIn(s.Strict)
	if len(runs) == 0 && byProfile == nil {
		return w.fn("", head, jen.Return(spec))
	}
	body := append([]jen.Code{raw("s :=").Add(spec)}, byProfile...)
	for _, run := range runs {
		body = append(body, w.when(run[0].When, w.appendParams(run)...))
	}
	return w.fn("", head, append(body, raw("return s"))...)
}

// strict writes a set of providers.
func (w *writer) strict(s plan.Strict) *jen.Statement {
	return w.code("prompt." + strings.Join(s.In, "|prompt."))
}

// strictIn writes what makes a tool strict in some profiles, or differently in each. There is nothing to write where all
// are alike.
func (w *writer) strictIn(sets []plan.Strict) []jen.Code {
	var cases []choice
	for _, s := range sets {
		if s.Profiles == nil {
			return nil
		}
		cases = append(cases, choice{raw(strings.Join(s.Profiles, ",")), []jen.Code{raw("s.Strict =").Add(w.strict(s))}})
	}
	if len(cases) == 0 {
		return nil
	}
	if len(cases) == 1 && len(sets[0].Profiles) > 1 {
		return []jen.Code{raw("switch x.Profile {").Line().Op("case").Add(cases[0].value).Op(":").Line().Add(cases[0].body[0]).Line().Op("}")}
	}
	return []jen.Code{choose("x.Profile", cases)}
}

// paramRuns puts neighbours together that have the same condition.
func paramRuns(ps []plan.ParamSpec) [][]plan.ParamSpec {
	var runs [][]plan.ParamSpec
	for i, p := range ps {
		if i == 0 || !reflect.DeepEqual(p.When, ps[i-1].When) {
			runs = append(runs, nil)
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], p)
	}
	return runs
}

// param writes a prompt.ParamSpec; typ stands in front of a literal.
func (w *writer) param(p plan.ParamSpec, typ string) jen.Code {
	if p.Shared != "" {
		return raw("x." + p.Shared + "()")
	}
	return w.code(typ).Add(w.paramFields(p))
}

// sharedParam writes the method of a parameter that several tools have.
func (w *writer) sharedParam(p plan.SharedParam) jen.Code {
	head := "(x *state) " + p.Method + "() prompt.ParamSpec"
	return w.fn("", head, raw("return").Add(w.code("prompt.ParamSpec"), w.paramFields(p.ParamSpec)))
}

// appendParams writes what adds parameters that have a condition, or that follow some.
func (w *writer) appendParams(ps []plan.ParamSpec) []jen.Code {
	const typ = "prompt.ParamSpec"
	if len(ps) == 1 {
		return []jen.Code{raw("s.Params = append").Add(args(raw("s.Params"), w.param(ps[0], typ)))}
	}
	items := []jen.Code{raw("s.Params")}
	for _, p := range ps {
		items = append(items, raw("\n").Add(w.param(p, typ)))
	}
	return []jen.Code{raw("s.Params = append").Add(args(append(items, raw("\n"))...))}
}

// paramFields writes the fields of a prompt.ParamSpec in braces: a line on what it is, then one for each schema.
func (w *writer) paramFields(p plan.ParamSpec) *jen.Statement {
	var f fields
	f.text("Name", p.Name)
	f.flag("Required", p.Required)
	var docs []jen.Code
	for _, d := range p.Docs {
		docs = append(docs, w.str(d))
	}
	if len(docs) > 0 {
		f.add("Docs", raw("[]string").Add(inline(docs...)))
	}
	if len(p.Usage) > 0 {
		f.add("Usage", w.usage(p.Usage))
	}
	f.json("Note", p.Note)
	if p.Value != "" {
		f.add("Value", w.code("prompt."+p.Value))
	}
	if len(p.Hidden) > 0 {
		f.add("Hidden", w.hidden(p.Hidden))
	}
	for _, s := range p.Schemas {
		f = append(f, raw("\n").Add(pair(s.Field, pieces(s.Pieces))))
	}
	return inline(f...)
}

// hidden writes the members that not every session shows, e.g.
//
//	prompt.Unless(x.yolo, "mode", "range.end").Unless(x.has.runTests, "tests")
func (w *writer) hidden(hs []plan.Hidden) *jen.Statement {
	s := w.code("prompt.Unless")
	for i, h := range hs {
		if i > 0 {
			s = s.Op(".Unless")
		}
		list := []jen.Code{w.cond(h.Shown)}
		for _, p := range h.Paths {
			list = append(list, raw(quote(p)))
		}
		s = s.Add(args(list...))
	}
	return s
}

func (w *writer) usage(s plan.Str) *jen.Statement {
	if lit, ok := s[0].(plan.Lit); ok && len(s) == 1 {
		return plain(string(lit))
	}
	return w.str(s)
}

// pieces writes the pieces of a schema.
func pieces(ss []string) *jen.Statement {
	var items []jen.Code
	for _, s := range ss {
		items = append(items, plain(s))
	}
	return raw("[]string").Add(inline(items...))
}
