package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Note says what a limit cut or left out.
type Note struct {
	Of   string // a section, a command or an input, e.g. "rules", "files[2].text"
	Verb string // "truncate", "skip", "drop"
	Unit string // "bytes", "lines", "items"
	Had  int
	Max  int
}

// String returns e.g. `rules: truncate: 201 lines, at most 200`.
func (n Note) String() string {
	return fmt.Sprintf("%s: %s: %d %s, at most %d", n.Of, n.Verb, n.Had, n.Unit, n.Max)
}

// OverLimit is the error for a cell that a limit refuses.
type OverLimit []Excess

// Excess is something that is over a limit.
type Excess struct {
	At      diag.Loc // of the limit; of a value that is too large, its own
	Limit   diag.Loc
	Problem string // e.g. `input "plan" must have at most 200 lines, got 201`
}

func (o OverLimit) Error() string {
	lines := make([]string, len(o))
	for i := range o {
		lines[i] = o[i].Problem
		if o[i].At.Line > 0 {
			lines[i] = fmt.Sprintf("%s: %s", o[i].At, o[i].Problem)
		}
	}
	return strings.Join(lines, "\n")
}

// size is what limits count.
type size struct{ lines, items, bytes int }

func sizeOf(s string) size { return size{lines: len(splitLines(s)), bytes: len(s)} }

// splitLines splits a text into lines. A final line feed ends the last line and begins none.
func splitLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// bound is one number of a limit.
type bound struct {
	unit     string
	had, max int
}

// over lists the bounds that something passes.
func over(had, max size) []bound {
	var out []bound
	for _, b := range []bound{{"lines", had.lines, max.lines}, {"items", had.items, max.items}, {"bytes", had.bytes, max.bytes}} {
		if b.max != 0 && b.had > b.max {
			out = append(out, b)
		}
	}
	return out
}

// exceed notes that something passes the bounds of a limit, or that it is refused for that.
func (x *scene) exceed(bounds []bound, verb, kind, name string, at, limit diag.Loc) {
	for _, b := range bounds {
		if verb == "reject" {
			x.refused = append(x.refused, Excess{at, limit, fmt.Sprintf("%s %q must have at most %d %s, got %d", kind, name, b.max, b.unit, b.had)})
			continue
		}
		x.out.Notes = append(x.out.Notes, Note{name, verb, b.unit, b.had, b.max})
	}
}

// fit brings the body of a part within its limit.
func (x *scene) fit(section, body string, l *registry.Limit) string {
	max := size{lines: int(l.Lines), bytes: int(l.Bytes)}
	bounds := over(sizeOf(body), max)
	if bounds == nil {
		return body
	}
	x.exceed(bounds, l.Over, x.kind, section, l.At, l.At)
	switch l.Over {
	case "truncate":
		return l.Cut(body)
	case "skip":
		return ""
	}
	return body
}

// fitInputs brings the inputs within their limits.
func (x *scene) fitInputs(in []registry.InputValue) {
	for i := range x.r.Inputs {
		f := &x.r.Inputs[i].Field
		v, ok := x.fitValue(f, f.Name, x.inputs[f.Name], registry.ValueOf(in, f.Name))
		if !ok {
			v = value{}
		}
		x.inputs[f.Name] = v
	}
}

// fitValue brings a value within its limit. It reports false for one that is left out with what holds it.
func (x *scene) fitValue(f *registry.Field, path string, v value, given registry.Value) (fitting value, ok bool) {
	if f.Type == registry.List {
		return x.fitList(f, path, v, given)
	}
	l := f.Limit
	if l == nil {
		return v, true
	}
	max := size{lines: int(l.Lines), bytes: int(l.Bytes)}
	bounds := over(sizeOf(v.text), max)
	if bounds == nil {
		return v, true
	}
	x.exceed(bounds, l.Over, "input", path, given.At, l.At)
	if l.Over == "truncate" {
		s := l.Cut(v.text)
		return value{text: s, given: s != ""}, true
	}
	return v, l.Over != "skip"
}

func (x *scene) fitList(f *registry.Field, path string, v value, given registry.Value) (fitting value, ok bool) {
	var items []fields
	for i, fs := range v.items {
		keep := true
		for j := range f.Item {
			g := &f.Item[j]
			fit, ok := x.fitValue(g, fmt.Sprintf("%s[%d].%s", path, i, g.Name), fs[g.Name], registry.ValueOf(given.Items[i], g.Name))
			fs[g.Name], keep = fit, keep && ok
		}
		if keep && !repeats(f, items, fs) {
			items = append(items, fs)
		}
	}
	v = value{given: len(items) > 0, items: items}
	l := f.ListLimit
	if l == nil {
		return v, true
	}
	max := size{items: int(l.Items), bytes: int(l.Bytes)}
	bounds := over(x.sizeOfList(items, l), max)
	if bounds == nil {
		return v, true
	}
	x.exceed(bounds, l.Over, "input", path, given.At, l.At)
	if l.Over == "truncate" {
		n := len(items)
		for over(x.sizeOfList(items[:n], l), max) != nil {
			n--
		}
		if n == 0 && f.Required {
			x.refused = append(x.refused, Excess{given.At, l.At, fmt.Sprintf("input %q has nothing left within its limit", path)})
		}
		return value{given: n > 0, items: items[:n]}, true
	}
	return v, l.Over != "skip"
}

// repeats reports whether an item is equal, in what makes the items of its list distinct, to one that stays.
func repeats(f *registry.Field, earlier []fields, item fields) bool {
	return len(f.Distinct) > 0 && slices.ContainsFunc(earlier, func(e fields) bool {
		return !slices.ContainsFunc(f.Distinct, func(w registry.Word) bool { return e[w.Text].text != item[w.Text].text })
	})
}

func (x *scene) sizeOfList(items []fields, l *registry.ListLimit) size {
	s := size{items: len(items)}
	if l.Sum.Given() {
		s.bytes = sum(items, strings.Split(l.Sum.Text, "."))
	}
	return s
}

// sum adds up the bytes of a field of items, or of the items of lists in them.
func sum(items []fields, path []string) int {
	n := 0
	for _, fs := range items {
		if v := fs[path[0]]; len(path) > 1 {
			n += sum(v.items, path[1:])
		} else {
			n += len(v.text)
		}
	}
	return n
}

// within reports whether a piece leaves the system text within the profile's limit: those whose level is fixed come
// first, those of a turn on top of all of them.
func (x *scene) within(p *piece, used *int) bool {
	l := x.profile.Limit
	if l == nil || p.InTail || p.Text == "" {
		return true
	}
	n := *used + len(p.Text)
	if *used == 0 && x.profile.Final == "newline" {
		n++
	} else if *used > 0 {
		n += len(p.separator)
	}
	if n > int(l.Bytes) {
		if p.verb == "skip" || p.verb == "drop" {
			x.exceed([]bound{{"bytes", n, int(l.Bytes)}}, p.verb, p.kind, p.Name, l.At, l.At)
			return false
		}
		if *used <= int(l.Bytes) {
			x.refused = append(x.refused, Excess{l.At, l.At, fmt.Sprintf("%s %q takes the system text to %d bytes, at most %d are allowed", p.kind, p.Name, n, l.Bytes)})
		}
	}
	*used = n
	return true
}
