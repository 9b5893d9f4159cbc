package emit

import (
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
		if t, _ := x.toolSpec(name); t.shown {
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
			raw("return tool{x." + s.Method + ", x.has." + s.Field + "}, true"),
		}})
	}
	return w.fn("toolSpec returns the tool with a name on the wire, and whether the registry has it.",
		"(x *state) toolSpec(name string) (tool, bool)", choose("name", cases), raw("return tool{}, false"))
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
	fields := []jen.Code{pair("Name", w.code("codertools."+s.Const)), pair("Doc", w.str(s.Doc))}
	if len(s.Effect) > 0 {
		var on []jen.Code
		for _, e := range s.Effect {
			on = append(on, raw(e+": true"))
		}
		fields = append(fields, pair("Effect", w.code("prompt.Effect").Add(inline(on...))))
	}
	if s.Level != "" {
		fields = append(fields, pair("Level", w.code("prompt."+s.Level)))
	}
	if s.Meta != "" {
		fields = append(fields, pair("Meta", plain(s.Meta)))
	}
	first := 0 // parameters that are always there can stand in the literal, as far as they come first
	for first < len(s.Params) && s.Params[first].When == nil && len(s.Params[first].Hidden) == 0 {
		first++
	}
	var always []jen.Code
	for _, p := range s.Params[:first] {
		always = append(always, w.paramFields(p))
	}
	if len(always) > 0 {
		fields = append(fields, pair("Params", w.code("[]prompt.ParamSpec").Add(elems(always...))))
	}
	spec := w.code("prompt.ToolSpec").Add(elems(fields...))
	head := "(x *state) " + s.Method + "() prompt.ToolSpec"
	if first == len(s.Params) {
		return w.fn("", head, jen.Return(spec))
	}
	body := []jen.Code{raw("s :=").Add(spec)}
	for _, p := range s.Params[first:] {
		body = append(body, w.when(p.When, w.appendParam(p)))
	}
	return w.fn("", head, append(body, raw("return s"))...)
}

// appendParam writes what adds a parameter that has a condition, or follows one that has.
func (w *writer) appendParam(p plan.ParamSpec) jen.Code {
	add := raw("s.Params = append(s.Params,").Add(w.code("prompt.ParamSpec"), w.paramFields(p)).Op(")")
	for _, h := range p.Hidden {
		last := "p.Hidden = append(p.Hidden, " + quote(h.Path) + ")"
		add.Line().Add(w.when(h.When, raw("p := &s.Params[len(s.Params)-1]").Line().Op(last)))
	}
	return add
}

// paramFields writes the fields of a prompt.ParamSpec in braces.
func (w *writer) paramFields(p plan.ParamSpec) *jen.Statement {
	fields := []jen.Code{pair("Name", raw(quote(p.Name)))}
	if p.Required {
		fields = append(fields, raw("Required: true"))
	}
	fields = append(fields, pair("Schema", pieces(p.Schema)))
	if p.Gemini != nil {
		fields = append(fields, pair("Gemini", pieces(p.Gemini)))
	}
	var docs []jen.Code
	for _, d := range p.Docs {
		docs = append(docs, w.str(d))
	}
	if len(docs) > 0 {
		fields = append(fields, pair("Docs", raw("[]string").Add(inline(docs...))))
	}
	if len(p.Usage) > 0 {
		fields = append(fields, pair("Usage", w.str(p.Usage)))
	}
	if p.Note != "" {
		fields = append(fields, pair("Note", raw(quote(p.Note))))
	}
	if p.JSON {
		fields = append(fields, raw("JSON: true"))
	}
	return elems(fields...)
}

// pieces writes the pieces of a schema.
func pieces(ss []string) *jen.Statement {
	var items []jen.Code
	for _, s := range ss {
		items = append(items, plain(s))
	}
	return raw("[]string").Add(inline(items...))
}
