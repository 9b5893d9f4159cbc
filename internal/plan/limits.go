package plan

import (
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Within is a limit as the runtime has it.
type Within struct {
	Bytes, Lines, Items int64
	Over                string // a constant of the runtime, e.g. "Reject"
}

// Fit brings a string within its limit.
type Fit struct {
	Value Ref
	Field string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Limit Within
}

// FitList brings a list within its limit.
type FitList struct {
	Value Ref
	Field string // as the host knows it, e.g. "Session.Cwd"; of an item, its own name
	Limit Within
	Item  string   // the type of the items
	Sum   []string // the field whose bytes are added up, behind the lists that hold it, e.g. "Sections", "Body"
}

// Keep leaves out the items of a list that limits on their fields skip.
type Keep struct {
	Value Ref
	Field string // as the host knows it, e.g. "Session.Files"; of an item, its own name
}

// FitBody brings the open body of a section or command within its limit.
type FitBody struct{ Limit Within }

func (Fit) check()     {}
func (FitList) check() {}
func (Keep) check()    {}
func (FitBody) stmt()  {}

func within(l *registry.Limit) Within {
	return Within{Bytes: l.Bytes, Lines: l.Lines, Over: camel(l.Over)}
}

// fits plans the limit of a field. It comes last, because the other checks look at what the host gave.
func (b *builder) fits(f *registry.Field, path, where string, ref Ref) []Check {
	var cs []Check
	if f.Limit != nil {
		cs = append(cs, Fit{ref, where, within(f.Limit)})
	}
	if skips(f.Item) || len(f.Distinct) > 0 {
		cs = append(cs, Keep{ref, where})
	}
	if f.ListLimit != nil {
		cs = append(cs, b.fitList(f, path, where, ref))
	}
	return cs
}

// fitList plans the limit of a list.
func (b *builder) fitList(f *registry.Field, path, where string, list Ref) FitList {
	l := f.ListLimit
	c := FitList{list, where, Within{Bytes: l.Bytes, Items: l.Items, Over: camel(l.Over)}, b.items[path], nil}
	if l.Bytes > 0 {
		c.Sum = camels(l.Sum.Text)
	}
	return c
}

// skips reports whether a limit of a field of the items leaves an item out.
func skips(items []registry.Field) bool {
	for i := range items {
		f := &items[i]
		if f.Limit.Skips() || f.ListLimit != nil && f.ListLimit.Over == "skip" {
			return true
		}
	}
	return false
}

// notes reports whether limits on a field or on what it holds make notes.
func notes(f *registry.Field) bool {
	if f.Limit != nil && f.Limit.Over != "reject" || f.ListLimit != nil && f.ListLimit.Over != "reject" || len(f.Distinct) > 0 {
		return true
	}
	for i := range f.Item {
		if notes(&f.Item[i]) {
			return true
		}
	}
	return false
}

// behind puts limits behind the other checks, which look at values as they were given.
func behind(cs []Check) []Check {
	var first, last []Check
	for _, c := range cs {
		switch c := c.(type) {
		case Fit, Keep, FitList:
			last = append(last, c)
		case Required:
			if c.Method == "Left" {
				last = append(last, c)
			} else {
				first = append(first, c)
			}
		default:
			first = append(first, c)
		}
	}
	return append(first, last...)
}

// shownWith plans the condition of a part: its own, and that no value which it inserts was left out.
func (b *builder) shownWith(owner string, p *registry.Part, sc scope) Cond {
	c := b.when(p.When.Text, sc)
	for _, path := range b.r.SkippedWith(owner, p) {
		c = all(c, b.given(path, sc))
	}
	return c
}

// limited reports whether limits of what New renders, or the modes of a chain, may be errors.
func (b *builder) limited() bool {
	for i := range b.r.Profiles {
		p := &b.r.Profiles[i]
		if b.chooses(p) {
			return true
		}
		for _, w := range b.r.Shows(p) {
			s := b.r.Section(w.Text)
			if s == nil || s.Level() == registry.Volatile {
				continue
			}
			if refuses(&s.Part) || p.Limit != nil && s.InSystem() && p.Verb(s) == "reject" {
				return true
			}
		}
	}
	return false
}

// refuses reports whether a part or one inside may be an error: by its limit, or by a fence, whose nonce the host may have
// forgotten.
func refuses(p *registry.Part) bool {
	for q := range p.All() {
		if q.Fence != nil || q.Limit != nil && q.Limit.Over == "reject" {
			return true
		}
	}
	return false
}

// limitDoc says what the limit of a field does, "" where it has none.
func limitDoc(f *registry.Field) string {
	var bounds []string
	add := func(n int64, unit string) {
		if n > 0 {
			if n == 1 {
				unit = strings.TrimSuffix(unit, "s")
			}
			bounds = append(bounds, strconv.FormatInt(n, 10)+" "+unit)
		}
	}
	over := ""
	switch l, ll := f.Limit, f.ListLimit; {
	case l != nil:
		add(l.Lines, "lines")
		add(l.Bytes, "bytes")
		over = l.Over
	case ll != nil:
		add(ll.Items, "items")
		add(ll.Bytes, "bytes")
		over = ll.Over
	default:
		return ""
	}
	doc := "At most " + strings.Join(bounds, " and ")
	switch over {
	case "truncate":
		doc += "; more is cut"
	case "skip":
		doc += ", else it is left out"
	}
	return doc + "."
}
