// Package diag says where in the user's files something is wrong, and what.
//
// A mistake of the user is a Diagnostic; a fault of ours or of the machine is an error.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Loc is a place in the registry: a position in a file and the CUE path of the node that stands there.
// The zero Loc means that the place is not known.
type Loc struct {
	File string // slash-separated, relative to the registry's folder, e.g. "i18n/en/shared.cue"
	Line int    // from 1
	Col  int    // from 1, in bytes
	Path string // e.g. "sections.rules.cache"
}

// IsZero reports whether l says nothing.
func (l Loc) IsZero() bool { return l == Loc{} }

// Spot leaves what identifies a place of the source, however many nodes refer to it.
func (l Loc) Spot() Loc {
	if l.Line > 0 {
		l.Path = ""
	}
	return l
}

// Compare orders places by file, line and column.
func (l Loc) Compare(m Loc) int {
	return cmp.Or(cmp.Compare(l.File, m.File), cmp.Compare(l.Line, m.Line), cmp.Compare(l.Col, m.Col))
}

// String gives "file:line:col", as far as it is known.
func (l Loc) String() string {
	switch {
	case l.Line > 0:
		return fmt.Sprintf("%s:%d:%d", FileName(l.File), l.Line, l.Col)
	default:
		return FileName(l.File)
	}
}

// Severity tells errors from warnings.
type Severity uint8

const (
	Error Severity = iota
	Warning
)

// String gives "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one thing that is wrong with a registry.
type Diagnostic struct {
	At       Loc
	Severity Severity
	Rule     string   // stable id in kebab-case, e.g. "unknown-tool"
	Message  string   // lower case, no full stop
	Notes    []string // each a line of its own below the message
	Words    string   // what of a text it is about, as it stands there, e.g. "GPT-4"; "" where it is no part of a text
}

// Errorf makes an error.
func Errorf(at Loc, rule, format string, args ...any) Diagnostic {
	return Diagnostic{At: at, Rule: rule, Message: Shorten(fmt.Sprintf(format, args...))}
}

// Warnf makes a warning.
func Warnf(at Loc, rule, format string, args ...any) Diagnostic {
	d := Errorf(at, rule, format, args...)
	d.Severity = Warning
	return d
}

// Note returns d with one more line below it.
func (d Diagnostic) Note(format string, args ...any) Diagnostic {
	d.Notes = append(slices.Clip(d.Notes), Shorten(fmt.Sprintf(format, args...)))
	return d
}

// Suggest returns d with a "did you mean" for the candidate nearest to got, if one is near enough.
func (d Diagnostic) Suggest(got string, candidates []string) Diagnostic {
	if best, ok := Nearest(got, candidates); ok {
		return d.Note("did you mean %q?", best)
	}
	return d
}

// List is a list of diagnostics.
type List []Diagnostic

// Sorted returns l by place, rule and message, each diagnostic once.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			a.At.Compare(b.At),
			cmp.Compare(a.At.Path, b.At.Path),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
			slices.Compare(a.Notes, b.Notes),
		)
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.At == b.At && a.Rule == b.Rule && a.Message == b.Message
	})
}

// HasErrors reports whether l holds more than warnings.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Count returns the numbers of errors and of warnings.
func (l List) Count() (errors, warnings int) {
	for _, d := range l {
		if d.Severity == Error {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}

// String gives the diagnostic as "file:line:col: path: message [rule]" with tab-indented notes, without a final newline.
func (d Diagnostic) String() string {
	var b strings.Builder
	if s := d.At.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if d.Severity == Warning {
		b.WriteString("warning: ")
	}
	if d.At.Path != "" {
		b.WriteString(Shorten(d.At.Path) + ": ")
	}
	b.WriteString(Shorten(d.Message))
	if d.Rule != "" {
		b.WriteString(" [" + d.Rule + "]")
	}
	for _, n := range d.Notes {
		b.WriteString("\n\t" + strings.ReplaceAll(n, "\n", "\n\t"))
	}
	return b.String()
}

// Text gives l line by line, each ending in a newline.
func (l List) Text() string {
	var b strings.Builder
	for _, d := range l {
		b.WriteString(d.String() + "\n")
	}
	return b.String()
}
