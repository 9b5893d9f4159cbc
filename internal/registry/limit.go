package registry

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Skips reports whether a value over the limit is left out with what holds it.
func (l *Limit) Skips() bool { return l != nil && l.Over == "skip" }

// Cut keeps what a limit leaves of a text that it truncates: as many of its first lines as may be, of them as many as fit
// the bytes, and of a first line that does not fit what does. No line feed is left at the end.
func (l *Limit) Cut(s string) string {
	lines := strings.Split(s, "\n")
	if l.Lines > 0 && int64(len(lines)) > l.Lines {
		lines = lines[:l.Lines]
	}
	if l.Bytes > 0 && int64(len(lines[0])) > l.Bytes {
		n := int(l.Bytes)
		for back := 0; back < utf8.UTFMax && n-back >= 0; back++ {
			if utf8.RuneStart(s[n-back]) {
				return s[:n-back]
			}
		}
		return s[:n]
	}
	for l.Bytes > 0 && int64(len(strings.Join(lines, "\n"))) > l.Bytes {
		lines = lines[:len(lines)-1]
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Gives reports whether a value of the field's type counts as given: a count above zero, true, a list with items, a text that
// is not empty in its normal form.
func (f *Field) Gives(v Value) bool {
	switch f.Type {
	case Int:
		return v.Int != nil && *v.Int > 0
	case Bool:
		return v.Bool != nil && *v.Bool
	case List:
		return len(v.Items) > 0
	default:
		return f.Normal(v.Text()) != ""
	}
}

// Empties reports whether the limit of a field that must be given leaves nothing of a text that holds something.
func (f *Field) Empties(s string) bool {
	l := f.Limit
	if !f.Required || l == nil || l.Over != "truncate" {
		return false
	}
	s = f.Normal(s)
	return s != "" && l.exceeded(s) && l.Cut(s) == ""
}

// Limited reports whether a limit may leave something of a value out, or refuse it.
func (f *Field) Limited() bool {
	return f.Limit != nil || f.ListLimit != nil || slices.ContainsFunc(f.Item, func(m Field) bool { return m.Limited() })
}

// Key is what a value of the field is compared by: the run time compares it in its normal form and within its limit.
func (f *Field) Key(v Value) string {
	switch f.Type {
	case Int:
		if v.Int == nil {
			return "0;"
		}
		return strconv.FormatInt(*v.Int, 10) + ";"
	case Bool:
		return strconv.FormatBool(v.Bool != nil && *v.Bool) + ";"
	}
	s := f.Normal(v.Text())
	if l := f.Limit; l != nil && l.Over == "truncate" && l.exceeded(s) {
		s = l.Cut(s)
	}
	return strconv.Quote(s) + ";"
}

// exceeded reports whether a text has more than a limit allows.
func (l *Limit) exceeded(s string) bool {
	return l.Bytes > 0 && int64(len(s)) > l.Bytes || l.Lines > 0 && int64(strings.Count(strings.TrimSuffix(s, "\n"), "\n")+1) > l.Lines
}

// SkippedWith lists the inputs without which a part of a section or command is left out: those with a limit that skips
// whose value one of the part's own texts inserts, in any locale and profile.
func (r *Registry) SkippedWith(owner string, p *Part) []string {
	var out []string
	for i := range r.Inputs {
		if in := &r.Inputs[i]; in.Limit.Skips() && r.inserts(owner, p, in.Name) {
			out = append(out, in.Name)
		}
	}
	return out
}

// inserts reports whether a part's own texts insert an input.
func (r *Registry) inserts(owner string, p *Part, input string) bool {
	in := func(t *Text) bool {
		return t != nil && slices.ContainsFunc(t.Segs, func(s Seg) bool { return s.Input == input })
	}
	message := func(w Word) bool {
		for _, l := range r.Locales {
			for i := range len(r.Profiles) + 1 {
				scope := Shared
				if i < len(r.Profiles) {
					scope = r.Profiles[i].Name
				}
				if m := r.Message(l.Name.Text, scope, owner, w.Text); m != nil && in(&m.Text) {
					return true
				}
			}
		}
		return false
	}
	attr := func(a Attr) bool { return in(&a.Value) }
	if in(p.Value) || p.Kind == TextPart && message(p.Key) || p.Fence != nil && slices.ContainsFunc(p.Fence.Attrs, attr) {
		return true
	}
	w := p.Wrap
	return w != nil && (slices.ContainsFunc(w.Attrs, attr) || w.Heading != nil && (in(w.Heading.Value) || message(w.Heading.Key)))
}

// Verb says what happens to a section that would take the system text over the profile's limit. A static one is never
// left out: whether it is there may depend on gates, not on how long other texts are.
func (p *Profile) Verb(s *Section) string {
	switch {
	case s.Level() == Static:
		return "reject"
	case s.Total.Text != "":
		return s.Total.Text
	}
	return p.Limit.Over
}

// Normal brings a string into the form that the field declares, step by step in the declared order.
func (f *Field) Normal(s string) string {
	for _, step := range f.Normalize {
		switch step {
		case "lf":
			s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
		case "trim":
			s = strings.TrimSpace(s)
		case "strip-final-newlines":
			s = strings.TrimRight(s, "\n")
		case "one-final-newline":
			// What is empty stays empty: a newline would make it given.
			if s = strings.TrimRight(s, "\n"); s != "" {
				s += "\n"
			}
		}
	}
	return s
}
