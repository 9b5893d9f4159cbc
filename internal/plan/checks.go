package plan

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Checks is what New and every turn check and normalise.
type Checks struct {
	Session, Turn           []Check
	SessionRules, TurnRules []RuleCheck // constraints between gates
	AsksCommand             bool        // a check of the turn depends on the command, which is "" for the sections
	Notes                   bool        // limits on the session's inputs make notes
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
	Method string // of prompt.Errs: "Required", "RequiredCount", "Left" behind a limit that may leave nothing of it
	Field  string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Given  Cond
	When   Cond
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
	Unique      []KeyField // fields of an item that are unique together
	Distinct    []KeyField // fields of an item that, repeated, leave it out
}

// KeyField is a field that tells items of a list apart.
type KeyField struct {
	Name string // in Go
	Text string // the function of prompt that makes it text: "Int", "Bool", or none
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

// checks plans what New and every turn check.
func (b *builder) checks() Checks {
	var c Checks
	closers := b.closers()
	for i := range b.r.Inputs {
		in := &b.r.Inputs[i]
		to, where := &c.Session, "Session."
		if in.Scope == registry.TurnScope {
			to, where = &c.Turn, "Turn."
		} else {
			c.Notes = c.Notes || notes(&in.Field)
		}
		w := where + camel(in.Name)
		*to = append(*to, b.fieldChecks(&in.Field, in.Name, w, nil, closers)...)
	}
	for i := range b.r.Toolsets { // each may be told to leave tools out
		ts := &b.r.Toolsets[i]
		c.Notes = c.Notes || ts.BadName == "skip" || ts.BadSchema == "skip" || ts.Limit != nil && ts.Limit.Over == "skip"
	}
	c.SessionRules, c.TurnRules = b.ruleChecks()
	c.AsksCommand = b.asksCommand
	return c
}

// fieldChecks plans the checks of an input or of a field of an item.
func (b *builder) fieldChecks(f *registry.Field, path string, w string, sc scope, closers []closer) []Check {
	ref := b.ref(path, sc)
	var cs, left []Check
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
		if when := b.whereDemanded(f, path); when != (False{}) {
			method, given := "Required", present(f.Type, ref)
			if f.Type == registry.Int { // a count below zero is an error of its own
				method, given = "RequiredCount", Compare{Left: ref, Op: "!=", Right: Name{Name: "0"}}
			}
			cs = append(cs, Required{Method: method, Field: w, Given: given, When: when})
			if f.Limit != nil && f.Limit.Over == "truncate" || f.ListLimit != nil && f.ListLimit.Over == "truncate" {
				left = append(left, Required{Method: "Left", Field: w, Given: given, When: when})
			}
		}
	}
	return slices.Concat(cs, b.fits(f, path, w, ref), left)
}

func (b *builder) listChecks(f *registry.Field, path string, w string, sc scope, closers []closer) []Check {
	index, name := itemNames(len(sc))
	e := EachItem{List: b.ref(path, sc), Field: w, Index: index, Item: name}
	inner := append(slices.Clone(sc), item{path, name})
	for i := range f.Item {
		m := &f.Item[i]
		e.Body = append(e.Body, b.fieldChecks(m, path+"."+m.Name, camel(m.Name), inner, closers)...)
	}
	e.Body = behind(gather(e.Body))
	e.Unique, e.Distinct = keyFields(f, f.Unique), keyFields(f, f.Distinct)
	return []Check{e}
}

func keyFields(list *registry.Field, names []registry.Word) []KeyField {
	var keys []KeyField
	for _, n := range names {
		i := slices.IndexFunc(list.Item, func(f registry.Field) bool { return f.Name == n.Text })
		text := map[registry.FieldType]string{registry.Int: "Int", registry.Bool: "Bool"}[list.Item[i].Type]
		keys = append(keys, KeyField{camel(n.Text), text})
	}
	return keys
}

// whereDemanded plans where a required value must be given: where something reads it; one that nothing shows, where its
// list is read, or everywhere.
func (b *builder) whereDemanded(f *registry.Field, path string) Cond {
	if !f.Unread.Given() {
		return b.whereRead(path)
	}
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return b.whereRead(path[:i])
	}
	return nil
}

// whereRead plans where an input or a field is read: in which profiles and, of a turn, by which commands.
func (b *builder) whereRead(path string) Cond {
	if _, in := b.r.Field(path); in == nil || in.Scope != registry.TurnScope {
		return b.onlyInProfiles(func(p *registry.Profile) bool {
			return slices.ContainsFunc(b.readers(), func(reader string) bool { return b.reads[p.Name][reader][path] })
		})
	}
	everywhere := true
	var some []Cond
	for _, reader := range b.readers() {
		reads := func(p *registry.Profile) bool { return b.reads[p.Name][reader][path] }
		in := b.onlyInProfiles(func(p *registry.Profile) bool { return b.reads[p.Name][reader] == nil || reads(p) })
		if in != nil {
			in, everywhere = b.onlyInProfiles(reads), false
		}
		some = append(some, all(b.isReader(reader), in))
	}
	when := anyOf(some...)
	if everywhere {
		return nil
	}
	if _, never := when.(False); !never && len(some) > 1 {
		b.asksCommand = true
	}
	return when
}

// readers lists what reads inputs: the sections and tools, which are "", and the commands that profiles list.
func (b *builder) readers() []string {
	readers := []string{""}
	for i := range b.r.Commands {
		if c := b.r.Commands[i].Name; len(b.listing[c]) > 0 {
			readers = append(readers, c)
		}
	}
	return readers
}

// isReader holds where a turn is for a reader; always where there are no others.
func (b *builder) isReader(reader string) Cond {
	if len(b.readers()) == 1 {
		return nil
	}
	return Compare{Left: Ref{"command"}, Op: "==", Right: Name{Name: strconv.Quote(reader)}}
}

// gather puts what only some profiles demand behind everything else, so that each condition is asked once.
func gather(cs []Check) []Check {
	var plain []Check
	var some []Some
	for _, c := range cs {
		r, ok := c.(Required)
		if !ok || r.When == nil || r.Method == "Left" {
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
