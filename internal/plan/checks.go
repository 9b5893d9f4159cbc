package plan

import (
	"reflect"
	"slices"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// Checks is what New and every turn check and normalise.
type Checks struct {
	Session, Turn           []Check
	SessionRules, TurnRules []RuleCheck // constraints between gates
}

// Check is a check of one value, which may also bring it into its normal form.
type Check interface{ check() }

// Normalise checks the bytes of a string and brings it into its normal form.
type Normalise struct {
	Value Ref
	Field string   // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Bytes bool     // any bytes will do
	Norms []string // constants of the runtime, e.g. "LF"
}

// Demand is a check by a method of the same name of prompt.Errs.
type Demand struct {
	Method string // "NotBlank", "Count"
	Value  Ref
	Field  string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
}

// Required demands that a value is given, where When holds.
type Required struct {
	Field string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Given Cond
	When  Cond
}

// Closer refuses a value that holds a closing tag, where When holds.
type Closer struct {
	Value Ref
	Field string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Tag   string
	When  Cond
}

// EachItem copies a list and checks its items.
type EachItem struct {
	List        Ref
	Field       string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Index, Item string
	Body        []Check
	Unique      [][]string // fields of an item that are unique together
}

// Some are checks where When holds.
type Some struct {
	When Cond
	Body []Check
}

func (Some) check()      {}
func (Normalise) check() {}
func (Demand) check()    {}
func (Required) check()  {}
func (Closer) check()    {}
func (EachItem) check()  {}

// RuleCheck reports a broken constraint.
type RuleCheck struct {
	Broken  Cond
	Field   string
	Problem string
}

// checks plans what New and every turn check.
func (b *builder) checks() Checks {
	var c Checks
	closers := b.closers()
	for i := range b.r.Inputs {
		in := &b.r.Inputs[i]
		to, where := &c.Session, "Session."
		if in.Scope == registry.TurnScope {
			to, where = &c.Turn, "Turn."
		}
		w := where + camel(in.Name)
		*to = append(*to, b.fieldChecks(&in.Field, in.Name, w, nil, closers)...)
	}
	for _, rule := range gate.Rules(b.r) {
		g, o := b.r.Gate(rule.Gate), b.r.Gate(rule.Other)
		if g == nil || o == nil {
			continue
		}
		rc := RuleCheck{Field: b.gateField(g)}
		on, other := b.gate(g.Name), b.gate(o.Name)
		if rule.Excludes {
			rc.Broken, rc.Problem = all(on, other), "gate "+g.Name+" excludes gate "+o.Name+", which is on"
		} else {
			rc.Broken, rc.Problem = all(on, not(other)), "gate "+g.Name+" implies gate "+o.Name+", which is off"
		}
		if g.Scope == registry.TurnScope || o.Scope == registry.TurnScope {
			c.TurnRules = append(c.TurnRules, rc)
		} else {
			c.SessionRules = append(c.SessionRules, rc)
		}
	}
	return c
}

// gateField names the field by which the host decides a gate.
func (b *builder) gateField(g *registry.Gate) string {
	name, scope := g.Name, g.Scope
	if f, in := b.r.Field(g.From.Text); f != nil {
		name, scope = in.Name, in.Scope
	}
	if scope == registry.TurnScope {
		return "Turn." + camel(name)
	}
	return "Session." + camel(name)
}

// fieldChecks plans the checks of an input or of a field of an item.
func (b *builder) fieldChecks(f *registry.Field, path string, w string, sc scope, closers []closer) []Check {
	ref := b.ref(path, sc)
	var cs []Check
	switch f.Type {
	case registry.String:
		cs = append(cs, Normalise{ref, w, f.AnyBytes, norms(f.Normalize)})
		if f.Blank == "reject" {
			cs = append(cs, Demand{"NotBlank", ref, w})
		}
		for _, c := range closers {
			if c.path == path {
				cs = append(cs, Closer{ref, w, c.tag, c.when})
			}
		}
	case registry.Int:
		cs = append(cs, Demand{"Count", ref, w})
	case registry.List:
		cs = append(cs, b.listChecks(f, path, w, sc, closers)...)
	}
	if f.Required && f.Type != registry.Bool {
		when := b.inProfiles(func(p *registry.Profile) bool { return b.reads[p.Name][path] })
		if when != (False{}) {
			cs = append(cs, Required{w, present(f.Type, ref), when})
		}
	}
	return cs
}

func (b *builder) listChecks(f *registry.Field, path string, w string, sc scope, closers []closer) []Check {
	index, name := itemNames(len(sc))
	e := EachItem{List: b.ref(path, sc), Field: w, Index: index, Item: name}
	inner := append(slices.Clone(sc), item{path, name})
	for i := range f.Item {
		m := &f.Item[i]
		e.Body = append(e.Body, b.fieldChecks(m, path+"."+m.Name, camel(m.Name), inner, closers)...)
	}
	e.Body = gather(e.Body)
	if len(f.Unique) > 0 {
		var fields []string
		for _, u := range f.Unique {
			fields = append(fields, camel(u.Text))
		}
		e.Unique = append(e.Unique, fields)
	}
	return []Check{e}
}

// gather puts what only some profiles demand behind everything else, so that each condition is asked once.
func gather(cs []Check) []Check {
	var plain []Check
	var some []Some
	for _, c := range cs {
		r, ok := c.(Required)
		if !ok || r.When == nil {
			plain = append(plain, c)
			continue
		}
		i := slices.IndexFunc(some, func(s Some) bool { return reflect.DeepEqual(s.When, r.When) })
		if i < 0 {
			i = len(some)
			some = append(some, Some{When: r.When})
		}
		r.When = nil
		some[i].Body = append(some[i].Body, r)
	}
	for _, s := range some {
		plain = append(plain, s)
	}
	return plain
}

// norms gives the runtime's constants for the forms that a string is brought into.
func norms(declared []string) []string {
	var out []string
	for _, n := range declared {
		switch n {
		case "lf":
			out = append(out, "LF")
		case "trim":
			out = append(out, "Trim")
		case "strip-final-newlines":
			out = append(out, "StripFinalNewlines")
		case "one-final-newline":
			out = append(out, "OneFinalNewline")
		}
	}
	return out
}
