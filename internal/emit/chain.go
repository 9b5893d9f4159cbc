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
	var fields, levels, tail []jen.Code
	for _, l := range c.Levels {
		row := []jen.Code{pair("Section", w.code("prompt.SectionSpec[Turn]").Add(w.section(l.Section))), pair("Mode", w.code(l.Mode))}
		if l.Field != "" {
			row = append(row, pair("Field", raw(quote(l.Field))))
		}
		if l.NoTail {
			row = append(row, raw("NoTail: true"))
		}
		if l.Separator != nil {
			row = append(row, pair("Separator", raw("new("+quote(*l.Separator)+")")))
		}
		levels = append(levels, inline(row...))
	}
	for _, s := range c.Tail {
		tail = append(tail, w.section(s))
	}
	if levels != nil {
		fields = append(fields, pair("Levels", w.code("[]prompt.ChainLevel[Turn]").Add(elems(levels...))))
	}
	if c.Amend {
		fields = append(fields, raw("Amend: x.amend()"))
	}
	if tail != nil {
		fields = append(fields, pair("Tail", w.code("[]prompt.SectionSpec[Turn]").Add(elems(tail...))))
	}
	return w.code("return &prompt.Chain[Turn]").Add(elems(fields...))
}

// amend writes what the items of a list do, in their order.
func (w *writer) amend(a *plan.Amend) jen.Code {
	var values, names []jen.Code
	for _, f := range []struct{ does, by string }{{"Replace", a.Replace}, {"Append", a.Append}} {
		if f.by != "" {
			values = append(values, pair(f.does, raw("v."+f.by)))
			names = append(names, pair(f.does, raw(quote(f.by))))
		}
	}
	fields := append([]jen.Code{pair("List", raw(quote(a.Field)))}, names...)
	return w.fn("amend lists what the items of "+a.Field+" do to the text.", "(x *state) amend() prompt.Amend",
		w.code("a := prompt.Amend").Add(inline(append(fields, pair("Over", w.code("prompt."+a.Over)))...)),
		raw("for _, v := range").Add(ref(a.List), block(
			w.code("a.Items = append(a.Items, prompt.Amendment").Add(inline(values...)).Op(")"),
		)),
		raw("return a"))
}
