package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// assemble writes New, the state that it works out, and the methods of sections and commands.
func (w *writer) assemble(a *plan.Assembler) []jen.Code {
	var decls []jen.Code
	add := func(wanted bool, write func() jen.Code) {
		if wanted {
			decls = append(decls, write())
		}
	}
	decls = append(decls, w.newFunc(a.Limited), w.resume(a), w.stateType(a))
	add(len(a.Gates) > 0, func() jen.Code { return w.gatesType(a.Gates) })
	add(len(a.Shown) > 0, func() jen.Code { return hasType(a.Shown) })
	decls = append(decls, w.resolve(a), w.checkConfig(a))
	add(checksSession(a), func() jen.Code { return w.checkSession(a) })
	add(len(a.Gates)+len(a.Checks.SessionRules) > 0, func() jen.Code { return w.resolveGates(a) })
	add(len(a.Shown) > 0, func() jen.Code { return w.resolveTools(a) })
	add(len(a.Specs) > 0, func() jen.Code { return w.offers(a) })
	if len(a.Toolsets) > 0 {
		decls = append(decls, w.checkHostTools(a), w.profileToolsets(a.Programs), w.showsToolset(a.Toolsets))
	}
	add(holds(a), func() jen.Code { return w.holdHostTools(a) })
	add(len(a.Guards) > 0, func() jen.Code { return w.checkAllow(a) })
	add(checksTurn(a), func() jen.Code { return w.checkTurn(a) })
	decls = append(decls, w.program(a))
	add(restores(a), func() jen.Code { return w.restore(a) })
	add(len(a.Facts) > 0, func() jen.Code { return w.facts(a) })
	add(len(a.Digests) > 0, func() jen.Code { return w.digests(a) })
	decls = append(decls, w.sections(a.Programs))
	add(chained(a.Programs), func() jen.Code { return w.chain(a.Programs) })
	add(a.Amend != nil, func() jen.Code { return w.amend(a.Amend) })
	add(len(a.Commands) > 0, func() jen.Code { return w.commands(a.Programs) })
	for _, s := range slices.Concat(a.Parts, a.Commands) {
		decls = append(decls, w.sectionFunc(s))
	}
	return decls
}

func checksSession(a *plan.Assembler) bool { return len(a.Checks.Session)+len(a.Shown) > 0 }

func checksTurn(a *plan.Assembler) bool { return len(a.Checks.Turn)+len(a.Checks.TurnRules) > 0 }

func (w *writer) newFunc(limited bool) jen.Code {
	assembler := "prompt.NewAssembler(x.program()), nil"
	if limited {
		assembler = "prompt.NewLimitedAssembler(x.program())"
	}
	return w.decl(`
// New returns the assembler of one session. An error is a prompt.InputErrors: everything that is wrong with c and s.
func New(c Config, s Session) (*Assembler, error) {
	x, err := resolve(c, s)
	if err != nil {
		return nil, err
	}
	return ` + assembler + `
}`)
}

// stateType writes the type on which everything else is a method.
func (w *writer) stateType(a *plan.Assembler) jen.Code {
	fields := []jen.Code{raw("Config")}
	if len(a.Texts.Methods) > 0 {
		fields = append(fields, raw("t texts"))
	}
	fields = append(fields, raw("in Session // checked and normalised"))
	if len(a.Gates) > 0 {
		fields = append(fields, raw("gate gates"))
	}
	if len(a.Shown) > 0 {
		fields = append(fields, raw("has has"), w.code("tools *prompt.Tools"))
	}
	if len(a.Toolsets) > 0 {
		fields = append(fields, w.code("host *prompt.Hosted // the host's tools that passed the checks"))
	}
	if a.Checks.Notes {
		fields = append(fields, w.code("notes []prompt.Note // what limits did to the inputs"))
	}
	return comment("state is what one session of one configuration shows.").Op("type state struct").Add(block(fields...))
}

func (w *writer) gatesType(gs plan.Gates) jen.Code {
	var fields []jen.Code
	for _, g := range gs {
		fields = append(fields, w.member(g.Field+" bool", g.Doc))
	}
	return comment("gates holds the gates as they are in effect: set by the host, following from an input, or decided by the profile " +
		"or the agent.").Op("type gates struct").Add(block(fields...))
}

func hasType(shown []plan.Shown) jen.Code {
	var fields []jen.Code
	for _, s := range shown {
		fields = append(fields, raw(s.Field+" bool"))
	}
	return comment("has says which tools are shown.").Op("type has struct").Add(block(fields...))
}

// resolve calls what works out the parts of the state, in the order in which they depend on each other.
func (w *writer) resolve(a *plan.Assembler) jen.Code {
	var follows []jen.Code // what depends on the configuration
	step := func(to *[]jen.Code, wanted bool, src string) {
		if wanted {
			*to = append(*to, w.code(src))
		}
	}
	rules := len(a.Checks.SessionRules) > 0
	step(&follows, len(a.Toolsets) > 0, "x.checkHostTools(&e)")
	step(&follows, rules, "x.resolveGates(&e)")
	step(&follows, !rules && len(a.Gates) > 0, "x.resolveGates()")
	step(&follows, len(a.Shown) > 0, "x.resolveTools()")
	step(&follows, holds(a), "x.holdHostTools(&e)")
	step(&follows, len(a.Guards) > 0, "x.checkAllow(&e)")
	body := []jen.Code{w.code("var e prompt.Errs"), raw("x := &state{Config: c, in: s}"), raw("x.checkConfig(&e)")}
	guarded := rules || len(a.Guards)+len(a.Toolsets) > 0
	step(&body, guarded, "configured := e.Err() == nil")
	step(&body, true, `e.Cache("Config.Cache", c.Cache)`)
	step(&body, checksSession(a), "x.checkSession(&e)")
	if guarded {
		follows = []jen.Code{
			raw("if configured { // what follows from a wrong configuration says nothing").Line().Add(w.when(nil, follows...)).Line().Op("}"),
		}
	}
	body = append(body, follows...)
	step(&body, true, "if err := e.Err(); err != nil {\nreturn nil, err\n}")
	step(&body, len(a.Texts.Methods) > 0, "x.t = catalog(c.Profile, c.Locale)")
	host := ""
	if len(a.Toolsets) > 0 {
		host = ", x.host.Shown(x.showsToolset, x.in.Allow)..."
	}
	step(&body, len(a.Shown) > 0, "x.tools = prompt.NewTools(codertools.Toolbox(), "+specs(a)+host+")")
	step(&body, a.Checks.Notes, "x.notes = e.Notes()")
	step(&body, true, "return x, nil")
	return w.fn("resolve checks the inputs of a session and works out what follows from them.",
		"resolve(c Config, s Session) (*state, error)", body...)
}

// specs is the list of the declared tools that are shown.
func specs(a *plan.Assembler) string {
	if len(a.Specs) == 0 {
		return "nil"
	}
	return "x.toolSpecs()"
}

// checkConfig writes the choices of each field, in the order of Config.
func (w *writer) checkConfig(a *plan.Assembler) jen.Code {
	body := []jen.Code{
		w.pick("Profile", "", consts(&a.Profiles)),
		w.pickOffered(a.Offers, "Transport", "prompt.", func(o plan.Offer) []string { return o.Transports }),
		w.pick("Locale", "", consts(&a.Locales)),
	}
	if a.Agents != nil {
		body = append(body, w.pickOffered(a.Offers, "Agent", "", func(o plan.Offer) []string { return o.Agents }))
	}
	return w.fn("checkConfig notes choices that the registry does not offer.", "(x *state) checkConfig(e *prompt.Errs)", body...)
}

// pickOffered writes the check of a field of Config whose choices may depend on the profile. For a profile that does
// not exist they are those of all profiles:
//
//	switch x.Profile {
//	case ProfileLite:
//		e.Choice("Config.Transport", x.Transport == prompt.Native, "prompt.Native")
//	default:
//		…
//	}
func (w *writer) pickOffered(offers []plan.Offer, field, pkg string, values func(plan.Offer) []string) jen.Code {
	first := values(offers[0])
	var cases []choice
	var all []string
	same := true
	for _, o := range offers {
		cases = append(cases, choice{raw(o.Profile), []jen.Code{w.pick(field, pkg, values(o))}})
		same = same && slices.Equal(values(o), first)
		for _, v := range values(o) {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	if same {
		return w.pick(field, pkg, first)
	}
	return choose("x.Profile", append(cases, choice{nil, []jen.Code{w.pick(field, pkg, all)}}))
}

func consts(e *plan.Enum) []string {
	var out []string
	for _, m := range e.Members {
		out = append(out, m.Const)
	}
	return out
}

// pick writes the check of one field of Config.
func (w *writer) pick(field, pkg string, values []string) jen.Code {
	var is, names []string
	for _, v := range values {
		is = append(is, "x."+field+" == "+pkg+v)
		names = append(names, quote(pkg+v))
	}
	return w.code("e.Choice(" + quote("Config."+field) + ", " + strings.Join(is, " || ") + ", " + strings.Join(names, ", ") + ")")
}

// resolveGates writes one line for each gate, then the constraints.
func (w *writer) resolveGates(a *plan.Assembler) jen.Code {
	var body []jen.Code
	for _, g := range a.Gates {
		body = append(body, raw("x.gate."+g.Field+" =").Add(w.cond(g.Value)))
	}
	body = append(body, w.rules(a.Checks.SessionRules)...)
	params := ""
	if len(a.Checks.SessionRules) > 0 {
		params = "e *prompt.Errs"
	}
	return w.fn("resolveGates works out the gates.", "(x *state) resolveGates("+params+")", body...)
}

// rules writes the constraints between gates.
func (w *writer) rules(rs []plan.RuleCheck) []jen.Code {
	var out []jen.Code
	for _, r := range rs {
		report := func(field, problem string) jen.Code {
			return raw("e.Add").Add(args(raw(quote(field)), raw(quote(problem))))
		}
		body := report(r.Field, r.Problem)
		if len(r.Pinned) > 0 {
			s := raw("switch {").Line()
			for _, p := range r.Pinned {
				s.Op("case").Add(w.cond(p.When)).Op(":").Line().Add(report(p.Field, p.Problem)).Line()
			}
			body = s.Op("default:").Line().Add(body).Line().Op("}")
		}
		out = append(out, w.when(r.Broken, body))
	}
	return out
}

// resolveTools writes one line for each tool.
func (w *writer) resolveTools(a *plan.Assembler) jen.Code {
	var body []jen.Code
	for _, s := range a.Shown {
		line := raw("x.has." + s.Field + " =").Add(w.code("x.offers(codertools." + s.Const + ")"))
		if s.Toolset != "" {
			line = raw("x.has." + s.Field + " = x.host.Remains(" + quote(s.Toolset) + ", x.in.Allow)")
		}
		if s.When != nil {
			line.Op("&&").Add(w.andOperand(s.When))
		}
		body = append(body, line)
	}
	return w.fn("resolveTools works out which tools are shown.", "(x *state) resolveTools()", body...)
}

// andOperand writes a condition behind &&.
func (w *writer) andOperand(c plan.Cond) *jen.Statement {
	if _, alternatives := c.(plan.Any); alternatives {
		return w.operand(c)
	}
	return w.cond(c)
}

// offers writes the lists that are asked before a tool's own condition.
func (w *writer) offers(a *plan.Assembler) jen.Code {
	terms := "slices.Contains(profileTools(x.Profile), tool)"
	if a.Agents != nil {
		terms += " &&\n(x.Agent == AgentMain || slices.Contains(agentTools(x.Agent), tool))"
	}
	return w.fn("offers reports whether the profile lists a tool, and neither the agent nor the host leaves it out.",
		"(x *state) offers(tool string) bool",
		w.code("return "+terms+" &&\n(x.in.Allow == nil || slices.Contains(x.in.Allow, tool))"))
}

// checkAllow writes one line for each text that names a tool without asking for it.
func (w *writer) checkAllow(a *plan.Assembler) jen.Code {
	var rows []jen.Code
	for _, g := range a.Guards {
		rows = append(rows, inline(w.cond(g.Live), raw("x.has."+g.Shown), w.code("codertools."+g.Const), raw(quote(g.In))))
	}
	return w.fn("checkAllow refuses a Session.Allow that removes a tool which text names that can appear.",
		"(x *state) checkAllow(e *prompt.Errs)",
		raw("if x.in.Allow == nil {\nreturn\n}"),
		raw("for _, n := range []struct {\nlive, shown bool // the text can appear, the tool is there\ntool, in string\n}").Add(elems(rows...), block(
			w.code(`if n.live && !n.shown {`+"\n"+`e.Add("Session.Allow", "removes the tool "+strconv.Quote(n.tool)+", which the "+n.in+" names")`+"\n}"),
		)))
}
