package prompt

import (
	"regexp/syntax"
	"strings"
)

// unwritableProperty says which property of a root takes a value that a call over XML can't give, to be read behind "has
// a schema that", or is "". A string ends there at the closing tag of its parameter; what is JSON can escape it.
func unwritableProperty(root *jsonValue) string {
	properties := root.member("properties")
	if properties == nil {
		return ""
	}
	for i := range properties.kids {
		m := &properties.kids[i]
		if closer := closeTag(m.name); valueForm(&m.value) == TextValue && namesText(&m.value, closer) {
			return "has the property " + quote(m.name) + ", whose values would end at the " + closer + " in them over XML"
		}
	}
	return ""
}

// namesText reports whether the schema of a string names a value that holds a text.
func namesText(schema *jsonValue, text string) bool {
	if v := schema.member("const"); v != nil && strings.Contains(v.text, text) {
		return true
	}
	if v := schema.member("enum"); v != nil {
		for i := range v.kids {
			if strings.Contains(v.kids[i].value.text, text) {
				return true
			}
		}
	}
	v := schema.member("pattern")
	return v != nil && spells(v.text, text)
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
