package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// checkSession writes the checks of what a session is given.
func (w *writer) checkSession(a *plan.Assembler) jen.Code {
	body := w.checks(a.Checks.Session)
	if len(a.Shown) > 0 {
		body = append(body, w.code("x.in.Allow = slices.Clone(x.in.Allow)"))
	}
	if len(a.Shown) > 0 && len(a.Toolsets) == 0 { // else checkHostTools knows the names
		body = append(body, w.code(`e.Known("Session.Allow", x.in.Allow, codertools.Names()...)`))
	}
	return w.fn("checkSession checks and normalises the inputs of the session. What New keeps is copied.",
		"(x *state) checkSession(e *prompt.Errs)", body...)
}

// checkTurn writes the checks of what a turn is given. t is a copy, so it may be changed.
func (w *writer) checkTurn(a *plan.Assembler) jen.Code {
	body := w.checks(a.Checks.Turn)
	body = append(body, w.rules(a.Checks.TurnRules)...)
	body = append(body, raw("return t"))
	doc, command := "checkTurn checks and normalises the inputs of a turn.", "_"
	if a.Checks.AsksCommand {
		doc, command = "checkTurn checks and normalises the inputs of a turn. It demands those that a command reads, or the sections where "+
			"command is \"\".", "command"
	}
	return w.fn(doc, "(x *state) checkTurn(e *prompt.Errs, t Turn, "+command+" string) Turn", body...)
}

func (w *writer) checks(cs []plan.Check) []jen.Code {
	var out []jen.Code
	for _, c := range cs {
		out = append(out, w.check(c))
	}
	return out
}

func (w *writer) check(c plan.Check) jen.Code {
	switch c := c.(type) {
	case plan.Normalise:
		return w.normalise(c)
	case plan.Demand:
		return raw("e." + c.Method).Add(args(raw(quote(c.Field)), ref(c.Value)))
	case plan.Required:
		return w.when(c.When, raw("e."+c.Method).Add(args(raw(quote(c.Field)), w.cond(c.Given))))
	case plan.Closer:
		return w.when(c.When, raw("e.Closer").Add(args(raw(quote(c.Field)), ref(c.Value), raw(quote(c.Tag)))))
	case plan.Fit:
		return ref(c.Value).Op("= e.Fit").Add(args(raw(quote(c.Field)), ref(c.Value), w.limit(c.Limit)))
	case plan.Keep:
		return ref(c.Value).Op("=").Add(w.code("prompt.Kept"), args(raw("e"), raw(quote(c.Field)), ref(c.Value)))
	case plan.FitList:
		return w.fitList(c)
	case plan.EachItem:
		return w.eachItem(c)
	case plan.Some:
		return w.when(c.When, w.checks(c.Body)...)
	default:
		return jen.Null()
	}
}

// normalise writes
//
//	x.in.Cwd = e.Text("Session.Cwd", x.in.Cwd, prompt.LF)
func (w *writer) normalise(c plan.Normalise) jen.Code {
	method := "Text"
	if c.Bytes {
		method = "Bytes"
	}
	as := []jen.Code{raw(quote(c.Field)), ref(c.Value)}
	for _, n := range c.Norms {
		as = append(as, w.code("prompt."+n))
	}
	return ref(c.Value).Op("= e." + method).Add(args(as...))
}

// eachItem writes
//
//	x.in.Skills = slices.Clone(x.in.Skills)
//	for i := range x.in.Skills {
//		v := &x.in.Skills[i]
//		e.Enter("Session.Skills", i)
//		…
//		e.Leave()
//	}
func (w *writer) eachItem(c plan.EachItem) jen.Code {
	list := strings.Join(c.List, ".")
	out := w.code(list + " = slices.Clone(" + list + ")")
	if len(c.Body) > 0 {
		body := []jen.Code{
			raw(c.Item + " := &" + list + "[" + c.Index + "]"),
			raw("e.Enter").Add(args(raw(quote(c.Field)), raw(c.Index))),
		}
		body = append(body, w.checks(c.Body)...)
		body = append(body, raw("e.Leave()"))
		out.Line().Op("for " + c.Index + " := range " + list).Add(block(body...))
	}
	if len(c.Unique) > 0 {
		out.Line().Op("e.Unique").Add(args(raw(quote(c.Field)), raw("len("+list+")"), w.itemKey(list, c.Unique)))
	}
	if len(c.Distinct) > 0 {
		out.Line().Op("e.Distinct").Add(args(raw(quote(c.Field)), raw("len("+list+")"), w.itemKey(list, c.Distinct)))
	}
	return out
}

// itemKey writes the function that gives the key of an item. Several fields are quoted, so that no two different items
// have one key.
func (w *writer) itemKey(list string, fields []plan.KeyField) jen.Code {
	var parts []string
	for _, f := range fields {
		part := list + "[i]." + f.Name
		switch {
		case f.Text != "":
			part = "prompt." + f.Text + "(" + part + ")"
		case len(fields) > 1:
			part = "strconv.Quote(" + part + ")"
		}
		parts = append(parts, part)
	}
	return w.code("func(i int) string { return " + strings.Join(parts, ` + " " + `) + " }")
}
