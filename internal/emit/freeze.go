package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// resume writes the function that serves a record. Without tools, none can be dispatched.
func (w *writer) resume(a *plan.Assembler) jen.Code {
	known := ", prompt.Toolbox{}"
	if len(a.Shown) > 0 {
		known = ", codertools.Toolbox()"
	}
	then, restore := "x", ""
	if restores(a) {
		then, restore = "then", "\n\tthen := *x\n\tthen.restore(&r)"
	}
	return w.decl(`
// Resume returns an assembler that serves the bytes of r, tools included, until Refresh. An error is a
// prompt.InputErrors: what is wrong with c and s, or r is damaged or belongs to something else.
func Resume(c Config, s Session, r prompt.Record) (*Assembler, error) {
	x, err := resolve(c, s)
	if err != nil {
		return nil, err
	}` + restore + `
	return prompt.ResumeAssembler(` + then + `.program(), x.program(), r` + known + `)
}`)
}

func restores(a *plan.Assembler) bool { return len(a.Gates)+len(a.Shown) > 0 }

// restore writes one line for each gate and tool.
func (w *writer) restore(a *plan.Assembler) jen.Code {
	var body []jen.Code
	for _, g := range a.Gates {
		field := "x.gate." + g.Field
		body = append(body, raw(field+" = r.Gate").Add(args(raw(quote(g.Name)), raw(field))))
	}
	for _, s := range a.Shown {
		if s.Toolset != "" {
			body = append(body, raw("x.has."+s.Field+" = r.OffersToolset").Add(args(raw(quote(s.Toolset)))))
			continue
		}
		body = append(body, raw("x.has."+s.Field+" =").Add(w.code("r.Offers(codertools."+s.Const+")")))
	}
	if len(a.Shown) > 0 {
		hosted := ""
		if len(a.Toolsets) > 0 {
			hosted = ".HostOf(r)"
		}
		body = append(body, w.code("x.tools = prompt.NewTools(codertools.Toolbox(), "+specs(a)+")"+hosted))
	}
	return w.fn("restore puts the gates and tools of a record in place, so that the tail and the commands go with its text.",
		"(x *state) restore(r *prompt.Record)", body...)
}

// identity writes
//
//	prompt.Identity{Contract: "coder", Version: 1, Profile: x.Profile.String(), Locale: x.Locale.String()}
func (w *writer) identity(a *plan.Assembler) jen.Code {
	var f fields
	f.text("Contract", a.Contract.Name)
	f.number("Version", a.Contract.Version)
	f.add("Profile", raw("x.Profile.String()"))
	f.add("Locale", raw("x.Locale.String()"))
	if a.Agents != nil {
		f.add("Agent", raw("x.Agent.String()"))
	}
	return w.code("prompt.Identity").Add(inline(f...))
}

// facts writes one line for each gate and input.
func (w *writer) facts(a *plan.Assembler) jen.Code {
	var body []jen.Code
	for _, fs := range a.Facts {
		var lines []jen.Code
		for _, f := range fs.All {
			value := ref(f.Value)
			if f.Path != "" {
				value = raw(quote(f.Path))
			}
			lines = append(lines, raw("f."+f.Method).Add(args(raw(quote(f.Name)), value)))
		}
		body = append(body, w.when(fs.When, lines...))
	}
	return w.fn("facts tells the gates and inputs that the fixed text and the tools of the profile follow from.",
		"(x *state) facts(f *prompt.Facts)", body...)
}

// digests writes one line for each declared digest.
func (w *writer) digests(a *plan.Assembler) jen.Code {
	var rows []jen.Code
	for _, d := range a.Digests {
		var f fields
		f.text("Name", d.Name)
		if len(d.Inputs) > 0 {
			var ins []jen.Code
			for _, in := range d.Inputs {
				ins = append(ins, ref(in))
			}
			f.add("Inputs", raw("[]any").Add(inline(ins...)))
		}
		f.strings("Sections", d.Sections)
		rows = append(rows, inline(f...))
	}
	return w.fn("digests lists the fingerprints that the registry declares.", "(x *state) digests() []prompt.DigestSpec",
		w.code("return []prompt.DigestSpec").Add(elems(rows...)))
}

// confirm writes
//
//	func (s *Session) ConfirmPlan() error {
//		return prompt.Confirm("Session.PlanDraft", &s.PlanDraft, &s.Plan, prompt.LF)
//	}
func (w *writer) confirm(d plan.Draft) jen.Code {
	as := []jen.Code{raw(quote("Session." + d.Draft)), raw("&s." + d.Draft), raw("&s." + d.Field)}
	for _, n := range d.Norms {
		as = append(as, w.code("prompt."+n))
	}
	return w.fn(d.Method+" moves "+d.Draft+" to "+d.Field+" and empties it; Refresh then shows it. An error says that it is empty.",
		"(s *Session) "+d.Method+"() error", w.code("return prompt.Confirm").Add(args(as...)))
}
