package prompt

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Over says what happens to what is over its limit.
type Over uint8

const (
	Reject   Over = iota + 1 // it is an error
	Truncate                 // its first lines are kept, or its first items
	Skip                     // what holds it is left out
	Drop                     // a change is left out
)

// String returns "reject", "truncate", "skip", "drop", or for other values e.g. "Over(7)".
func (o Over) String() string {
	return enumString("Over", uint8(o), []string{"reject", "truncate", "skip", "drop"})
}

// Limit bounds a text in bytes and lines, or a list in items and the bytes that they hold together. What is zero is
// not bounded, and exactly the limit passes.
type Limit struct {
	Bytes, Lines, Items int
	Over                Over
}

// Note says what a limit cut or left out, or why a tool of the host or an item that repeats another is left out.
type Note struct {
	Section string // the section, e.g. "rules"; of a value its Go path, e.g. "Session.Files[2].Text"
	Verb    string // "truncate", "skip" or "drop"
	Unit    string // what Had and Limit count: "bytes", "lines" or "items"
	Had     int
	Limit   int
	Problem string `json:",omitempty"` // of a tool of the host or a repeated item, e.g. "repeats Session.Skills[0]"; Unit is "" then
}

// String returns e.g. "rules: truncate: 201 lines, at most 200".
func (n Note) String() string {
	if n.Problem != "" {
		return n.Section + ": " + n.Verb + ": " + n.Problem
	}
	return n.Section + ": " + n.Verb + ": " + Int(int64(n.Had)) + " " + n.Unit + ", at most " + Int(int64(n.Limit))
}

// passed is a bound of a Limit that something is over.
type passed struct {
	unit       string
	had, limit int
}

// passedBy lists the bounds that are passed by what has that many lines, items and bytes. A line feed at the end of a
// text ends a line and begins none.
func (l Limit) passedBy(lines, items, bytes int) []passed {
	var all []passed
	for _, p := range [...]passed{{"lines", lines, l.Lines}, {"items", items, l.Items}, {"bytes", bytes, l.Bytes}} {
		if p.limit > 0 && p.had > p.limit {
			all = append(all, p)
		}
	}
	return all
}

// truncate keeps at most the lines of a limit, of them the longest run of whole lines that fits its bytes, and of a
// first line that does not fit what does, up to the boundary of a rune. No line feed is left at the end.
func truncate(s string, l Limit) string {
	if l.Lines > 0 {
		s = firstLines(s, l.Lines)
	}
	if l.Bytes > 0 && len(s) > l.Bytes {
		if i := strings.LastIndexByte(s[:l.Bytes+1], '\n'); i >= 0 {
			s = s[:i]
		} else {
			s = s[:runeBoundary(s, l.Bytes)]
		}
	}
	return strings.TrimRight(s, "\n")
}

func firstLines(s string, n int) string {
	at := 0
	for range n {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 {
			return s
		}
		at += i + 1
	}
	return s[:at-1]
}

// runeBoundary is the last place up to an offset where a rune begins. Bytes that are no UTF-8 may be cut anywhere.
func runeBoundary(s string, at int) int {
	for i := at; i >= 0 && i > at-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return at
}

// Notes returns what limits cut or left out so far.
func (e *Errs) Notes() []Note { return e.notes }

// exceed notes what a limit does to what passes its bounds: an error for each of them, or a note.
func (e *Errs) exceed(field string, bounds []passed, over Over) {
	for _, p := range bounds {
		if over == Reject {
			e.Add(field, "must have at most "+Int(int64(p.limit))+" "+p.unit+", got "+Int(int64(p.had)))
			continue
		}
		e.notes = append(e.notes, Note{Section: e.path(field), Verb: over.String(), Unit: p.unit, Had: p.had, Limit: p.limit})
	}
}

// Fit returns a text within its limit. One that is left out comes back empty; the item of a list that holds it is left
// out as a whole, by Kept.
func (e *Errs) Fit(field, text string, l Limit) string {
	lines := 0
	if l.Lines > 0 && text != "" {
		lines = strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
	}
	bounds := l.passedBy(lines, 0, len(text))
	if bounds == nil {
		return text
	}
	e.exceed(field, bounds, l.Over)
	switch l.Over {
	case Truncate:
		return truncate(text, l)
	case Skip:
		if !e.skipItem() {
			return ""
		}
	}
	return text
}

// FitList returns a list within its limit: its first items, or none. size tells the bytes of an item; it is nil where
// they are not bounded. A list within an item that is left out takes the item with it, by Kept.
func FitList[T any](e *Errs, field string, list []T, l Limit, size func(*T) int) []T {
	if len(list) == 0 {
		return list
	}
	sum, keep := 0, 0
	for i := range list {
		if size != nil {
			sum += size(&list[i])
		}
		if keep == i && len(l.passedBy(0, i+1, sum)) == 0 {
			keep = i + 1
		}
	}
	bounds := l.passedBy(0, len(list), sum)
	if bounds == nil {
		return list
	}
	e.exceed(field, bounds, l.Over)
	switch l.Over {
	case Truncate:
		return list[:keep:keep]
	case Skip:
		if !e.skipItem() {
			return nil
		}
	}
	return list
}

// skipItem marks the item whose fields are being checked. It reports false where there is none.
func (e *Errs) skipItem() bool {
	n := len(e.inside)
	if n == 0 {
		return false
	}
	outer := Errs{inside: e.inside[:n-1]}
	e.skips = append(e.skips, listItem{outer.path(e.inside[n-1].list), e.inside[n-1].i})
	return true
}

// Kept returns a list without the items that limits leave out. The list is changed in place.
func Kept[T any](e *Errs, field string, list []T) []T {
	if len(e.skips) == 0 {
		return list
	}
	path, kept := e.path(field), list[:0]
	for i := range list {
		if !slices.Contains(e.skips, listItem{path, i}) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// Fit brings the open body within its limit. One that is left out counts as empty.
func (b *Buf) Fit(l Limit) {
	body := b.top()
	content := b.out[body.content:]
	lines := 0
	if l.Lines > 0 && len(content) > 0 {
		lines = bytes.Count(bytes.TrimSuffix(content, []byte("\n")), []byte("\n")) + 1
	}
	bounds := l.passedBy(lines, 0, len(content))
	if bounds == nil {
		return
	}
	field := b.owner
	if l.Over == Reject {
		field = b.kind + " " + field
	}
	b.errs.exceed(field, bounds, l.Over)
	switch l.Over {
	case Truncate:
		b.out = b.out[:body.content+len(truncate(string(content), l))]
		body.filled = len(b.out) > body.content
	case Skip:
		b.out, body.filled = b.out[:body.content], false
	}
}

// total adds up the bytes of the system text, separators included.
type total struct {
	limit, used int  // no limit where it is 0
	any         bool // a section was counted
}

// take counts n bytes of what has a name, e.g. the "section " called "rules", and the separator where one stands in
// front. It reports false for what is left out because it would take the text over its limit.
func (t *total) take(kind, name string, over Over, separator, n int, e *Errs) bool {
	if t.limit == 0 {
		return true
	}
	used := t.used + n
	if t.any {
		used += separator
	}
	if used > t.limit && (over == Skip || over == Drop) {
		e.exceed(name, []passed{{"bytes", used, t.limit}}, over)
		return false
	}
	if used > t.limit && t.used <= t.limit { // what follows the first that is too much says nothing new
		e.Add(kind+name, "takes the system text to "+Int(int64(used))+" bytes, at most "+Int(int64(t.limit))+" are allowed")
	}
	t.used, t.any = used, true
	return true
}
