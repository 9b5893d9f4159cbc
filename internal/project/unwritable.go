package project

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Unwritable names the keyword of a parameter, "enum" or "pattern", that names a value which holds the parameter's closing
// tag, or "". Over XML the value of a string ends at that tag, unless it is raw; JSON can escape it.
func Unwritable(p *registry.Param) string {
	if p.Kind != registry.StringType || p.Nullable || p.Raw {
		return ""
	}
	return unwritable(p.Name, p.Enum, p.Pattern.Text)
}

// Unwritable says which property of the root takes a value that a call over XML can't give, to be read behind "has a
// schema that", or is "".
func (h *Host) Unwritable() string {
	properties := h.root.member("properties")
	if properties == nil {
		return ""
	}
	for i := range properties.members {
		m := &properties.members[i]
		if m.member("type").string() != "string" {
			continue
		}
		enum := []member{{value: value{text: m.member("const").string()}}}
		if list := m.member("enum"); list != nil {
			enum = append(enum, list.members...)
		}
		var values []string
		for _, v := range enum {
			values = append(values, v.text)
		}
		if word := unwritable(m.name, values, m.member("pattern").string()); word != "" {
			return "has the property " + quoted(m.name) + ", whose values would end at the </" + m.name + "> in them over xml"
		}
	}
	return ""
}

func unwritable(name string, values []string, pattern string) string {
	closer := "</" + name + ">"
	switch {
	case slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, closer) }):
		return "enum"
	case spells(pattern, closer):
		return "pattern"
	}
	return ""
}

// maxProgram is how large the automaton of a regular expression may get before nobody looks into it.
const maxProgram = 10_000

// spells reports whether a regular expression has a text for characters in a row, however it writes them. One that Go
// can't read is looked at as it is.
func spells(pattern, text string) bool {
	if strings.Contains(pattern, text) {
		return true
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || programSize(re) > maxProgram {
		return false
	}
	prog, err := syntax.Compile(re.Simplify())
	return err == nil && runsThrough(prog, []rune(text))
}

// programSize says how large an expression is once its repeats are written out.
func programSize(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		n += programSize(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(1, re.Min, re.Max)
	}
	return min(n, maxProgram+1)
}

// runsThrough reports whether an automaton can read a text without meeting anything but single characters.
func runsThrough(prog *syntax.Prog, text []rune) bool {
	type step struct{ at, read int }
	var todo []step
	for at := range prog.Inst {
		todo = append(todo, step{at, 0})
	}
	seen := map[step]bool{}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		switch in := &prog.Inst[s.at]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, step{int(in.Out), s.read}, step{int(in.Arg), s.read})
		case syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstNop:
			todo = append(todo, step{int(in.Out), s.read})
		case syntax.InstRune, syntax.InstRune1:
			if len(in.Rune) == 0 || len(in.Rune) > 2 || in.Rune[0] != in.Rune[len(in.Rune)-1] || in.Rune[0] != text[s.read] {
				continue
			}
			if s.read+1 == len(text) {
				return true
			}
			todo = append(todo, step{int(in.Out), s.read + 1})
		}
	}
	return false
}
