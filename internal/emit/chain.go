package emit

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

func chained(ps []plan.Program) bool {
	return slices.ContainsFunc(ps, func(p plan.Program) bool { return p.Chain != nil })
}

// chain writes the chain of the profiles that have one; those with equal chains share it.
func (w *writer) chain(ps []plan.Program) jen.Code {
	const head = "(x *state) chain() *prompt.Chain[Turn]"
	const doc = "chain is what may stand in place of the profile's sections, or behind them."
	var groups [][]plan.Program
	for _, p := range ps {
		if p.Chain == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g []plan.Program) bool { return reflect.DeepEqual(g[0].Chain, p.Chain) })
		if i < 0 {
			groups = append(groups, nil)
			i = len(groups) - 1
		}
		groups[i] = append(groups[i], p)
	}
	if len(groups[0]) == len(ps) {
		return w.fn(doc, head, w.chainOf(groups[0][0].Chain))
	}
	s := raw("switch x.Profile {").Line()
	for _, g := range groups {
		var profiles []string
		for _, p := range g {
			profiles = append(profiles, p.Profile)
		}
		s.Op("case " + strings.Join(profiles, ", ") + ":").Line().Add(w.chainOf(g[0].Chain)).Line()
	}
	return w.fn(doc, head, s.Op("}"), raw("return nil"))
}

// chainOf writes
//
//	return &prompt.Chain[Turn]{
//		Levels: []prompt.ChainLevel[Turn]{
//			{Section: prompt.SectionSpec[Turn]{Name: "override", Level: prompt.Session, Write: x.overrideSection}, Mode: prompt.ModeReplace},
//		},
//		Amend: x.amend(),
//		Tail: []prompt.SectionSpec[Turn]{…},
//	}
func (w *writer) chainOf(c *plan.Chain) jen.Code {
	var levels, tail []jen.Code
	for _, l := range c.Levels {
		var row fields
		row.add("Section", w.code("prompt.SectionSpec[Turn]").Add(w.section(l.Section)))
		row.add("Mode", w.code(l.Mode))
		row.text("Field", l.Field)
		row.flag("NoTail", l.NoTail)
		if l.Separator != nil {
			row.add("Separator", raw("new("+quote(*l.Separator)+")"))
		}
		levels = append(levels, inline(row...))
	}
	for _, s := range c.Tail {
		tail = append(tail, w.section(s))
	}
	var f fields
	if levels != nil {
		f.add("Levels", w.code("[]prompt.ChainLevel[Turn]").Add(elems(levels...)))
	}
	if c.Amend {
		f.add("Amend", raw("x.amend()"))
	}
	if tail != nil {
		f.add("Tail", w.code("[]prompt.SectionSpec[Turn]").Add(elems(tail...)))
	}
	return w.code("return &prompt.Chain[Turn]").Add(elems(f...))
}

// amend writes what the items of a list do, in their order.
func (w *writer) amend(a *plan.Amend) jen.Code {
	var values, names fields
	names.text("List", a.Field)
	for _, f := range []struct{ does, by string }{{"Replace", a.Replace}, {"Append", a.Append}} {
		if f.by != "" {
			values.add(f.does, raw("v."+f.by))
			names.text(f.does, f.by)
		}
	}
	names.add("Over", w.code("prompt."+a.Over))
	return w.fn("amend lists what the items of "+a.Field+" do to the text.", "(x *state) amend() prompt.Amend",
		w.code("a := prompt.Amend").Add(inline(names...)),
		raw("for _, v := range").Add(ref(a.List), block(
			w.code("a.Items = append(a.Items, prompt.Amendment").Add(inline(values...)).Op(")"),
		)),
		raw("return a"))
}
