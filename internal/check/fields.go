package check

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// knowField reports a path that names no input or no field of one.
func (p *pass) knowField(path string, at diag.Loc) {
	field, in := p.r.Field(path)
	switch {
	case field != nil:
	case in == nil:
		head, _, _ := strings.Cut(path, ".")
		p.known("input", p.inputNames(), registry.Word{Text: head, At: at})
	default:
		_, rest, _ := strings.Cut(path, ".")
		p.add(suggest(p.errorf(at, "input %q has no field %q", in.Name, rest), rest, fieldPaths("", in.Item)))
	}
}

func fieldPaths(prefix string, fields []registry.Field) []declared {
	var out []declared
	for _, f := range fields {
		out = append(out, declared{prefix + f.Name, f.At})
		out = append(out, fieldPaths(prefix+f.Name+".", f.Item)...)
	}
	return out
}

func unknownInputs(p *pass) {
	p.terms(gate.InputTerm, func(t gate.Term, w registry.Word) {
		if head, _, _ := strings.Cut(t.Name, "."); p.r.Input(head) == nil {
			p.knowTerm("input", p.inputNames(), head, w.At)
			return
		}
		p.knowField(t.Name, w.At)
	})
	for _, n := range p.nodes {
		if e := n.part.Each; e.Given() {
			p.knowField(e.Text, e.At)
		}
	}
	for _, t := range p.texts {
		for _, s := range t.text.Segs {
			if s.Input != "" {
				p.knowField(s.Input, s.At)
			}
		}
	}
	for _, g := range p.r.Gates {
		if g.From.Given() && p.r.Toolset(g.From.Text) == nil {
			p.knowSource(g.From)
		}
	}
	p.fields(func(path string, f *registry.Field) {
		for _, w := range slices.Concat(f.Unique, f.Distinct) {
			p.knowField(path+"."+w.Text, w.At)
		}
	})
	for _, d := range p.r.Digests {
		for _, w := range d.Inputs {
			p.knowField(w.Text, w.At)
		}
	}
	p.knowAmend()
	p.knowCases()
}

// knowSource reports what a gate follows from and nothing declares.
func (p *pass) knowSource(w registry.Word) {
	if head, _, nested := strings.Cut(w.Text, "."); nested || p.r.Input(head) != nil {
		p.knowField(w.Text, w.At)
		return
	}
	kind := "input"
	if len(p.r.Toolsets) > 0 {
		kind = "input or toolset"
	}
	p.known(kind, p.sourceNames(), w)
}

// sourceNames are the names of what a gate can follow from.
func (p *pass) sourceNames() []declared { return slices.Concat(p.inputNames(), p.toolsetNames()) }

// knowAmend reports what the texts of a chain read.
func (p *pass) knowAmend() {
	c := p.r.Chain
	if c == nil || c.Amend == nil {
		return
	}
	p.knowField(c.Amend.Each.Text, c.Amend.Each.At)
	if list, _ := p.r.Field(c.Amend.Each.Text); list != nil && list.Type == registry.List {
		for _, w := range c.Amend.Fields() {
			p.knowField(w.Text, w.At)
		}
	}
}

func (p *pass) knowCases() {
	for _, c := range p.cases() {
		for _, v := range c.Inputs {
			p.known("input", p.inputNames(), v.Name)
			if in := p.r.Input(v.Name.Text); in != nil {
				p.knowItems(in.Name, &in.Field, v.Value)
			}
		}
	}
}

// knowItems reports values of item fields that are not declared.
func (p *pass) knowItems(path string, f *registry.Field, v registry.Value) {
	if f.Type != registry.List {
		return
	}
	for _, item := range v.Items {
		for _, iv := range item {
			p.knowField(path+"."+iv.Name.Text, iv.Name.At)
			if i := slices.IndexFunc(f.Item, func(f registry.Field) bool { return f.Name == iv.Name.Text }); i >= 0 {
				p.knowItems(path+"."+iv.Name.Text, &f.Item[i], iv.Value)
			}
		}
	}
}
