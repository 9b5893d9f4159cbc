package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// sections writes the sections of each profile, one a line.
func (w *writer) sections(ps []plan.Program) jen.Code {
	var cases []choice
	for _, p := range ps {
		var rows []jen.Code
		for _, s := range p.Sections {
			rows = append(rows, w.section(s))
		}
		cases = append(cases, choice{raw(p.Profile), []jen.Code{w.code("return []prompt.SectionSpec[Turn]").Add(elems(rows...))}})
	}
	return w.fn("sections lists the sections of the profile in its order.", "(x *state) sections() []prompt.SectionSpec[Turn]",
		choose("x.Profile", cases), raw("return nil"))
}

// section writes the fields of a section.
func (w *writer) section(s plan.SectionUse) jen.Code {
	var f fields
	f.text("Name", s.Name)
	f.add("Level", w.code("prompt."+s.Level))
	f.flag("InSystem", s.InSystem)
	f.flag("User", s.User)
	if s.Total != "" {
		f.add("Total", w.code("prompt."+s.Total))
	}
	write := "Write"
	if s.Turn {
		write = "WriteTurn"
	}
	f.add(write, raw("x."+s.Method))
	return inline(f...)
}

// commands writes the commands of each profile that has some.
func (w *writer) commands(ps []plan.Program) jen.Code {
	var cases []choice
	for _, p := range ps {
		var rows []jen.Code
		for _, c := range p.Commands {
			rows = append(rows, inline(pair("Name", raw(quote(c.Name))), pair("Write", raw("x."+c.Method))))
		}
		if len(rows) > 0 {
			cases = append(cases, choice{raw(p.Profile), []jen.Code{w.code("return []prompt.CommandSpec[Turn]").Add(elems(rows...))}})
		}
	}
	return w.fn("commands lists the commands of the profile.", "(x *state) commands() []prompt.CommandSpec[Turn]",
		choose("x.Profile", cases), raw("return nil"))
}

// sectionFunc writes the method of a section or command.
func (w *writer) sectionFunc(s plan.SectionFunc) jen.Code {
	turn := map[plan.Use]string{plan.Ignored: ", _ *Turn", plan.Read: ", t *Turn"}[s.Turn]
	return w.fn(strings.Join(s.Doc, "\n"), "(x *state) "+s.Method+"(b *prompt.Buf"+turn+")", w.stmts(s.Body)...)
}

func (w *writer) stmts(ss []plan.Stmt) []jen.Code {
	var out []jen.Code
	for _, s := range ss {
		out = append(out, w.stmt(s))
	}
	return out
}

func (w *writer) stmt(s plan.Stmt) jen.Code {
	switch s := s.(type) {
	case plan.ReturnIf:
		return w.when(s.When, raw("return"))
	case plan.If:
		then := w.when(s.When, w.stmts(s.Body)...)
		if s.Else == nil {
			return then
		}
		return jen.Add(then).Op("else").Add(block(w.stmts(s.Else)...))
	case plan.Loop:
		return w.loop(s)
	case plan.Begin:
		parts := []jen.Code{raw(quote(s.Join))}
		for _, p := range s.Before {
			parts = append(parts, w.short(p))
		}
		return raw("b.Begin").Add(args(parts...))
	case plan.Write:
		return w.child(s.Text)
	case plan.BeginFence:
		return w.beginFence(s)
	case plan.Defang:
		return raw("b.Defang").Add(args(quoted(s.Labels)...))
	case plan.EndTurn:
		return raw("b.EndTurn()")
	case plan.FitBody:
		return raw("b.Fit").Add(args(w.limit(s.Limit)))
	case plan.End:
		end := "b.End"
		if s.Blank {
			end = "b.EndBlank"
		}
		return raw(end).Add(args(raw(quote(s.After))))
	default:
		return jen.Null()
	}
}

// child writes what adds a child to the open body.
func (w *writer) child(s plan.Str) jen.Code {
	if len(s) == 1 {
		if call, ok := s[0].(plan.TextCall); ok && call.Method.Writes() {
			return raw("x.t." + call.Method.Name + "(b, " + strings.Join(call.Args, ", ") + ")")
		}
	}
	var parts []jen.Code
	for _, p := range s {
		parts = append(parts, w.piece(p))
	}
	return raw("b.Text").Add(args(parts...))
}

func (w *writer) beginFence(s plan.BeginFence) jen.Code {
	as := []jen.Code{raw(quote(s.Join)), raw(quote(s.Field)), ref(s.Nonce), raw(quote(s.Label))}
	for _, a := range s.Attrs {
		as = append(as, w.code("prompt.Attr").Add(inline(pair("Name", raw(quote(a.Name))), pair("Value", w.str(a.Value)))))
	}
	return raw("b.BeginFence").Add(args(as...))
}

// loop writes
//
//	for i := range x.in.Skills {
//		v := &x.in.Skills[i]
//		…
//	}
func (w *writer) loop(l plan.Loop) jen.Code {
	list := strings.Join(l.List, ".")
	if l.Item == "" {
		return raw("for range " + list).Add(block(w.stmts(l.Body)...))
	}
	body := append([]jen.Code{raw(l.Item + " := &" + list + "[" + l.Index + "]")}, w.stmts(l.Body)...)
	return raw("for " + l.Index + " := range " + list).Add(block(body...))
}
