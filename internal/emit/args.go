package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// toolbox writes the package of the tools.
func (w *writer) toolbox(t *plan.Toolbox) {
	w.file(t.Package, "names.go", true, w.toolNameConsts(t), w.allNames(t), w.box(t.Host))
	w.file(t.Package, "args.go", false, w.argTypes(t)...)
	w.file(t.Package, "dispatch.go", false, append([]jen.Code{w.handler(t)}, w.dispatch(t)...)...)
}

// toolNameConsts writes the names that models see.
func (w *writer) toolNameConsts(t *plan.Toolbox) jen.Code {
	out := comment("The names of the tools on the wire.").Op("const (").Line()
	for _, tool := range t.Tools {
		out.Op(tool.Const + " = " + quote(tool.Wire)).Line()
	}
	return out.Op(")")
}

// allNames writes the function that lists them.
func (w *writer) allNames(t *plan.Toolbox) jen.Code {
	var names []jen.Code
	for _, tool := range t.Tools {
		names = append(names, raw(tool.Const))
	}
	return w.fn("Names lists the tools that the registry has. The slice is the caller's.", "Names() []string",
		raw("return []string").Add(elems(names...)))
}

// box writes what a session's tools are made with.
func (w *writer) box(host bool) jen.Code {
	more := ""
	if host {
		more = ", Host: true"
	}
	return w.fn("Toolbox is what a session's tools are made with.", "Toolbox() prompt.Toolbox",
		w.code("return prompt.Toolbox{Names: Names(), Fields: fields"+more+"}"))
}

// argTypes writes the types of the arguments and their decoders.
func (w *writer) argTypes(t *plan.Toolbox) []jen.Code {
	decls := []jen.Code{
		w.decl("const _ = prompt.RuntimeV1"),
		w.decl("// Args is the argument of one of the tools: a pointer to one of the types below.\ntype Args interface{ tool() string }"),
	}
	for _, tool := range t.Tools {
		if len(tool.Enums) > 0 {
			decls = append(decls, enumConsts(tool))
		}
		for i, s := range tool.Structs {
			for _, u := range tool.Unions {
				if u.Name == s.Union && u.Cases[0].Struct == s.Name {
					decls = append(decls, w.unionType(u), w.unionCases(u))
				}
			}
			decl := jen.Add(w.structType(&s.Struct)).Line().Line()
			if i == 0 {
				decl.Op("func (*" + s.Name + ") tool() string { return " + tool.Const + " }").Line()
			}
			if s.Union != "" {
				decl.Op("func (*" + s.Name + ") is" + s.Union + "() {}").Line()
			}
			decls = append(decls, decl.Add(w.argFields(s)))
		}
	}
	return decls
}

func enumConsts(tool plan.Tool) jen.Code {
	out := comment("Values in the argument of " + tool.Wire + ".").Op("const (").Line()
	for _, c := range tool.Enums {
		out.Op(c.Name + " = " + quote(c.Value)).Line()
	}
	return out.Op(")")
}

// argFields writes the decoder of a struct, one line for each parameter:
//
//	prompt.RequiredArg("path", &a.Path, prompt.AsString().MinLength(1)),
func (w *writer) argFields(s plan.ArgStruct) jen.Code {
	if len(s.Args) == 0 {
		return w.code("func (*" + s.Name + ") fields() []prompt.ArgField { return nil }")
	}
	var lines []jen.Code
	for _, a := range s.Args {
		as := []jen.Code{raw(quote(a.Name)), raw("&a." + a.Field), w.argType(a.Type)}
		if a.Default != nil {
			as = append(as, w.constant(*a.Default, ""))
		}
		lines = append(lines, w.code("prompt."+a.Func).Add(args(as...)))
	}
	return w.fn("", "(a *"+s.Name+") fields() []prompt.ArgField", w.code("return []prompt.ArgField").Add(elems(lines...)))
}

// unionType writes the interface of a union.
func (w *writer) unionType(u plan.ArgUnion) jen.Code {
	return comment(u.Doc...).Op("type " + u.Name + " interface{ " + u.Method + "() }")
}

// unionCases writes the function that gives the type of a union to decoders:
//
//	return prompt.AsUnion("kind",
//		prompt.UnionCase("insert", func() (EditFileChange, []prompt.ArgField) {
//			a := new(EditFileChangeInsert)
//			return a, a.fields()
//		}),
//	)
func (w *writer) unionCases(u plan.ArgUnion) jen.Code {
	cases := []jen.Code{raw(quote(u.Discriminator))}
	for _, c := range u.Cases {
		cases = append(cases, w.code("\nprompt.UnionCase("+quote(c.Tag)+", func() ("+u.Name+", []prompt.ArgField) {\n"+
			"a := new("+c.Struct+")\nreturn a, a.fields()\n})"))
	}
	return w.fn("", u.Func+"() prompt.UnionType["+u.Name+"]", w.code("return prompt.AsUnion").Add(args(append(cases, raw("\n"))...)))
}

func (w *writer) argType(t plan.ArgType) *jen.Statement {
	if t.Union {
		return raw(t.Func + "()")
	}
	out := w.code("prompt." + t.Func)
	switch {
	case t.Elem != nil:
		out.Add(args(w.argType(*t.Elem)))
	case t.Struct != "":
		out.Op("((*" + t.Struct + ").fields)")
	default:
		out.Op("()")
	}
	for _, l := range t.Limits {
		var as []jen.Code
		for _, a := range l.Args {
			as = append(as, w.constant(a, ""))
		}
		out.Op("." + l.Method).Add(args(as...))
	}
	return out
}

// handler writes the interface that hosts implement.
func (w *writer) handler(t *plan.Toolbox) jen.Code {
	var methods []jen.Code
	for _, tool := range t.Tools {
		methods = append(methods, inner(tool.Doc...).Add(w.code(tool.Method+"(context.Context, *"+tool.Structs[0].Name+") (R, error)")))
	}
	if t.Host {
		methods = append(methods, inner("HostTool runs a tool of the host, which Tools.Lookup tells by its name. Its arguments are an object of JSON, "+
			"not looked into.").Add(w.code("HostTool(context.Context, prompt.Call) (R, error)")))
	}
	return comment("Handler runs the tools. A host that forgets one does not compile, and this line beside it has the compiler name the method:", "",
		" var _ "+t.Package.Name+".Handler[string] = handler{}", "", "Split it over packages by embedding.").
		Op("type Handler[R any] interface").Add(block(methods...))
}

// dispatch writes what decodes calls, and what runs them.
func (w *writer) dispatch(t *plan.Toolbox) []jen.Code {
	var fresh, dispatch, call []jen.Code
	for _, tool := range t.Tools {
		arg := tool.Structs[0].Name
		fresh = append(fresh, raw("case "+tool.Const+":\nreturn new("+arg+")"))
		dispatch = append(dispatch, raw("case "+tool.Const+":\nreturn run(ctx, ts, c, new("+arg+"), h."+tool.Method+")"))
	}
	if t.Host {
		call = append(call, w.hostDispatch())
	}
	call = append(call, raw("switch c.Name").Add(block(dispatch...)), raw("var none R"), raw("return none, ts.Unknown(c.Name)"))
	unknown, doc := "UnknownTool", "Decode decodes a call against everything that its tool takes. It asks no session what it offers. An error is a *prompt.CallError."
	if t.Host {
		unknown, doc = "UndeclaredTool", doc+" It knows no tools of the host: Dispatch hands their calls to HostTool."
	}
	return []jen.Code{
		w.fn(doc,
			"Decode(c prompt.Call) (Args, error)", w.code(`
a := newArgument(c.Name)
if a == nil {
	return nil, prompt.`+unknown+`(c.Name, Names()...)
}
if err := prompt.DecodeCall(c, a.fields()); err != nil {
	return nil, err
}
return a, nil`)),
		w.fn("Dispatch decodes a call and runs it. An error is a *prompt.CallError, or the handler's own. What ts does not offer is refused, "+
			"even when this package knows it.",
			"Dispatch[R any](ctx context.Context, h Handler[R], ts *prompt.Tools, c prompt.Call) (R, error)", call...),
		w.fn("newArgument returns the argument of a tool for the decoder to fill, or nil for another name.",
			"newArgument(name string) argument", raw("switch name").Add(block(fresh...)), raw("return nil")),
		w.argument(),
	}
}

// argument writes what decodes and runs a call of any tool.
func (w *writer) argument() jen.Code {
	return w.decl(`
// argument is the argument of a tool while it is decoded.
type argument interface {
	Args
	fields() []prompt.ArgField
}

// fields lists the parameters of a tool, with a fresh argument as their destination.
func fields(name string) []prompt.ArgField {
	if a := newArgument(name); a != nil {
		return a.fields()
	}
	return nil
}

func run[A argument, R any](ctx context.Context, ts *prompt.Tools, c prompt.Call, a A, handle func(context.Context, A) (R, error)) (R, error) {
	if err := ts.DecodeCall(c, a.fields()); err != nil {
		var none R
		return none, err
	}
	return handle(ctx, a)
}`)
}
