// Package gate reads the conditions of a registry, evaluates them for a concrete prompt and decides, for every prompt
// at once, whether they can hold.
//
// A condition is a Go build constraint whose tags are gates, "native", "xml", "profile.NAME", "input.PATH" (given),
// "tool.NAME" and "param.TOOL.NAME" (shown in this prompt). A World expands it into a Formula over what is free: gates
// that the host sets and inputs that may be given or not. Decisions go through the truth table of that formula and of
// the constraints that share a variable with it, so they are exact. A Setting evaluates a condition for given values.
package gate

import (
	"errors"
	"go/build/constraint"
	"strings"
	"unicode"
)

// TermKind says what a term of a condition names.
type TermKind uint8

const (
	UnknownTerm   TermKind = iota // e.g. "session.x"
	GateTerm                      // "mcp"
	TransportTerm                 // "native", "xml"
	ProfileTerm                   // "profile.lite"
	InputTerm                     // "input.skills", "input.skills.name"
	ToolTerm                      // "tool.read_file"
	ParamTerm                     // "param.read_file.limit"
)

// Term is a term of a condition.
type Term struct {
	Kind   TermKind
	Name   string // a gate, transport, profile, input path or tool; of an unknown term all of it
	Param  string // of a ParamTerm, whose Name is the tool
	Tag    string // as it is written
	Offset int    // in bytes, from the start of the condition
}

// Cond is a parsed condition. The zero Cond always holds.
type Cond struct {
	Expr  constraint.Expr // nil when there is no condition
	Terms []Term          // in the order of the source, repeated as there
}

// SyntaxError says where in a condition the syntax is wrong.
type SyntaxError struct {
	Offset int // in bytes, from the start of the condition
	Msg    string
	Fix    string // the condition as it is most likely meant, or ""
}

// Error gives the message alone.
func (e *SyntaxError) Error() string { return e.Msg }

// Parse reads a condition. An empty one always holds. The error is a *SyntaxError; terms are classified, but
// whether they name something is not looked at.
func Parse(src string) (*Cond, error) {
	c := &Cond{}
	if src == "" {
		return c, nil
	}
	flat := strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, src)
	lead := len(flat) - len(strings.TrimLeft(flat, " "))
	x, err := constraint.Parse("//go:build " + flat)
	if err != nil {
		if e := foreignOperator(flat); e != nil {
			return nil, e
		}
		e := &SyntaxError{Offset: lead, Msg: err.Error()}
		if se, ok := errors.AsType[*constraint.SyntaxError](err); ok {
			e.Offset += se.Offset
		}
		return nil, e
	}
	c.Expr = x
	for tag, offset := range tags(flat) {
		c.Terms = append(c.Terms, newTerm(tag, offset))
	}
	return c, nil
}

// tags yields the tags of a condition that has been parsed, with their offsets.
func tags(s string) func(yield func(string, int) bool) {
	isTag := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' }
	return func(yield func(string, int) bool) {
		for i := 0; i < len(s); {
			start := strings.IndexFunc(s[i:], isTag)
			if start < 0 {
				return
			}
			start += i
			end := len(s)
			if n := strings.IndexFunc(s[start:], func(r rune) bool { return !isTag(r) }); n >= 0 {
				end = start + n
			}
			if !yield(s[start:end], start) {
				return
			}
			i = end
		}
	}
}

// TermOf classifies a tag of a condition.
func TermOf(tag string) Term { return newTerm(tag, 0) }

func newTerm(tag string, offset int) Term {
	t := Term{Tag: tag, Name: tag, Offset: offset}
	head, rest, dotted := strings.Cut(tag, ".")
	switch {
	case tag == "native" || tag == "xml":
		t.Kind = TransportTerm
	case !dotted:
		t.Kind = GateTerm
	case rest == "" || strings.HasSuffix(rest, "."):
		// A name is missing.
	case head == "profile" && !strings.Contains(rest, "."):
		t.Kind, t.Name = ProfileTerm, rest
	case head == "input":
		t.Kind, t.Name = InputTerm, rest
	case head == "tool" && !strings.Contains(rest, "."):
		t.Kind, t.Name = ToolTerm, rest
	case head == "param" && strings.Count(rest, ".") == 1:
		t.Kind = ParamTerm
		t.Name, t.Param, _ = strings.Cut(rest, ".")
	}
	return t
}
