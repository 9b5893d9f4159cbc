package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// checkHostTools writes one prompt.Toolset for each toolset.
func (w *writer) checkHostTools(a *plan.Assembler) jen.Code {
	as := []jen.Code{w.code("codertools.Names()"), raw("profileToolsets(x.Profile)")}
	for _, t := range a.Toolsets {
		as = append(as, raw("\n").Add(w.toolset(t)))
	}
	return w.fn("checkHostTools checks the tools that the host gives, of the toolsets that the profile lists.",
		"(x *state) checkHostTools(e *prompt.Errs)",
		raw("x.host = e.HostTools").Add(args(append(as, raw("\n"))...)),
		w.code(`e.Known("Session.Allow", x.in.Allow, append(codertools.Names(), x.host.Names()...)...)`))
}

// toolset writes
//
//	prompt.Toolset{Name: "mcp_tools", Field: "Session.McpTools", Tools: x.in.McpTools, Wire: "{server}__{name}", …}
func (w *writer) toolset(t plan.Toolset) jen.Code {
	var f fields
	f.text("Name", t.Name)
	f.text("Field", "Session."+t.Input)
	f.add("Tools", raw("x.in."+t.Input))
	f.text("Wire", t.Wire)
	if t.XML {
		f.add("XML", w.code("x.Transport == prompt.XML"))
	}
	f.flag("AsGiven", t.AsGiven)
	f.add("BadName", w.code("prompt."+t.BadName))
	f.add("BadSchema", w.code("prompt."+t.BadSchema))
	f.number("MaxTools", t.MaxTools)
	f.number("MaxDoc", t.MaxDoc)
	f.number("MaxSchema", t.MaxBytes)
	if t.Over != "" {
		f.add("Over", w.code("prompt."+t.Over))
	}
	return w.code("prompt.Toolset").Add(inline(f...))
}

func (w *writer) profileToolsets(ps []plan.Program) jen.Code {
	var cases []choice
	for _, p := range ps {
		if len(p.Toolsets) > 0 {
			cases = append(cases, choice{raw(p.Profile), []jen.Code{jen.Return(raw("[]string").Add(inline(quoted(p.Toolsets)...)))}})
		}
	}
	return w.fn("profileToolsets lists the toolsets of a profile in the order in which models see their tools.",
		"profileToolsets(p Profile) []string", choose("p", cases), raw("return nil"))
}

// showsToolset writes the function that asks the state by name.
func (w *writer) showsToolset(ts []plan.Toolset) jen.Code {
	var cases []choice
	for _, t := range ts {
		cases = append(cases, choice{raw(quote(t.Name)), []jen.Code{raw("return x.has." + t.Has)}})
	}
	return w.fn("showsToolset reports whether a toolset is shown.", "(x *state) showsToolset(name string) bool",
		choose("name", cases), raw("return false"))
}

// holds reports whether sessions can have too many tools for all requests.
func holds(a *plan.Assembler) bool { return len(a.Toolsets) > 0 && a.MostTools > 0 }

// holdHostTools writes what counts the tools of native requests.
func (w *writer) holdHostTools(a *plan.Assembler) jen.Code {
	declared := "declared := 0"
	if len(a.Specs) > 0 {
		declared += "\nfor _, name := range profileTools(x.Profile) {\nif x.toolSpec(name).shown {\ndeclared++\n}\n}"
	}
	return w.fn("holdHostTools holds the tools of a session to the number that requests may have.",
		"(x *state) holdHostTools(e *prompt.Errs)",
		w.code("if x.Transport == prompt.Native {\n"+declared+"\nx.host.Hold(e, "+number(a.MostTools)+", declared, x.showsToolset, x.in.Allow)\n}"))
}

// hostDispatch writes what comes before the switch over the declared tools.
func (w *writer) hostDispatch() jen.Code {
	return w.code(`if ts.Hosts(c.Name) {
	if err := ts.CheckHostCall(c); err != nil {
		var none R
		return none, err
	}
	return h.HostTool(ctx, c)
}`)
}
