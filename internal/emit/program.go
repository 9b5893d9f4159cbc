package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// program writes what the runtime gets.
func (w *writer) program(a *plan.Assembler) jen.Code {
	var fs fields
	fs.add("Transport", raw("x.Transport"))
	add := func(wanted bool, field string, value jen.Code) {
		if wanted {
			fs.add(field, value)
		}
	}
	var body []jen.Code
	for _, f := range []struct {
		field, local, typ string
		of                func(plan.Program) string
	}{
		{"Separator", "separator", "string", func(p plan.Program) string { return literal(p.Separator) }},
		{"Final", "final", "string", func(p plan.Program) string { return literal(p.Final) }},
		{"Limit", "limit", "int", func(p plan.Program) string { return number(p.Limit) }},
		{"Marks", "marks", "prompt.Marks", marks},
		{"TTL", "ttl", "prompt.TTL", ttl},
	} {
		before, value := w.perProfile(a.Programs, f.local, f.typ, f.of)
		body = append(body, before...)
		add(value != nil, f.field, value)
	}
	var projections []jen.Code
	for _, p := range a.Projections {
		projections = append(projections, w.code("prompt."+p))
	}
	add(true, "Cache", raw("x.Cache"))
	add(true, "Sections", raw("x.sections()"))
	add(chained(a.Programs), "Chain", raw("x.chain()"))
	add(len(a.Commands) > 0, "Commands", raw("x.commands()"))
	add(len(a.Shown) > 0, "Tools", raw("x.tools"))
	add(true, "Projections", w.code("[]prompt.Provider").Add(inline(projections...)))
	add(a.Checks.Notes, "Notes", raw("x.notes"))
	add(checksTurn(a), "Turn", raw("x.checkTurn"))
	add(true, "Refresh", raw("func(s Session) (*Assembler, error) { return New(x.Config, s) }"))
	add(true, "Identity", w.identity(a))
	add(len(a.Facts) > 0, "Facts", raw("x.facts"))
	add(len(a.Digests) > 0, "Digests", raw("x.digests"))
	body = append(body, w.code("return prompt.Program[Session, Turn]").Add(elems(fs...)))
	return w.fn("program is what the runtime assembles.", "(x *state) program() prompt.Program[Session, Turn]", body...)
}

// perProfile writes a value that profiles decide: as it is where all have the same one, else a variable and the
// statements that set it; nothing where it is zero, for which of gives "".
func (w *writer) perProfile(ps []plan.Program, local, typ string, of func(plan.Program) string) (before []jen.Code, value jen.Code) {
	first := of(ps[0])
	if !slices.ContainsFunc(ps, func(p plan.Program) bool { return of(p) != first }) {
		if first == "" {
			return nil, nil
		}
		return nil, w.code(first)
	}
	var cases []choice
	for _, p := range ps {
		if v := of(p); v != "" {
			cases = append(cases, choice{raw(p.Profile), []jen.Code{w.code(local + " = " + v)}})
		}
	}
	return []jen.Code{w.code("var " + local + " " + typ), choose("x.Profile", cases)}, raw(local)
}

func literal(s string) string {
	if s == "" {
		return ""
	}
	return quote(s)
}

func marks(p plan.Program) string {
	var set []string
	for _, m := range p.Marks {
		set = append(set, "prompt."+m)
	}
	return strings.Join(set, " | ")
}

func ttl(p plan.Program) string {
	var fields []string
	if p.StaticTTL != "" {
		fields = append(fields, "Static: "+quote(p.StaticTTL))
	}
	if p.SessionTTL != "" {
		fields = append(fields, "Session: "+quote(p.SessionTTL))
	}
	if fields == nil {
		return ""
	}
	return "prompt.TTL{" + strings.Join(fields, ", ") + "}"
}
