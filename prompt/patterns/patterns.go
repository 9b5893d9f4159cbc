// Package patterns looks into regular expressions that a schema demands.
package patterns

import (
	"regexp/syntax"
	"strings"
)

// maxProgram is how large the automaton of a regular expression may get before nobody looks into it.
const maxProgram = 10_000

// Spell reports whether a regular expression has a text for characters in a row, however it writes them. A class of
// several characters spells none. One that Go can't read, or that is huge, is looked at as it is written.
func Spell(pattern, text string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || programSize(re) > maxProgram {
		return strings.Contains(pattern, text)
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
			if !single(in, text[s.read]) {
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

// single reports whether an instruction takes one character and no other, or one in both cases.
func single(in *syntax.Inst, r rune) bool {
	if len(in.Rune) == 1 {
		return in.MatchRune(r)
	}
	return len(in.Rune) == 2 && in.Rune[0] == r && in.Rune[1] == r
}
