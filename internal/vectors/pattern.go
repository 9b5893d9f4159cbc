package vectors

import (
	"regexp/syntax"
	"strings"
)

// maxSample bounds what is repeated in a sample, in bytes or in values.
const maxSample = 4096

// matches thinks of texts that a pattern matches, short ones first. They are guesses: what stands around a text, e.g.
// a word boundary, is not looked at.
func matches(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	re = re.Simplify()
	var out []string
	for _, more := range []int{0, 1, 4, 16, 64} {
		out = append(out, match(re, more))
	}
	return out
}

// match writes a text for an expression. What may repeat does so more times than it must.
func match(re *syntax.Regexp, more int) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return ""
		}
		return string(visible(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpConcat:
		var b strings.Builder
		for _, sub := range re.Sub {
			b.WriteString(match(sub, more))
		}
		return b.String()
	case syntax.OpAlternate:
		return match(re.Sub[0], more)
	case syntax.OpStar:
		return repeat(match(re.Sub[0], more), more)
	case syntax.OpPlus:
		one := match(re.Sub[0], more)
		return one + repeat(one, more)
	case syntax.OpQuest:
		return strings.Repeat(match(re.Sub[0], more), min(more, 1))
	}
	return "" // what stands at an end, and what matches nothing
}

// repeat repeats a text as long as that is a guess to print: repeats within repeats multiply.
func repeat(s string, n int) string {
	return strings.Repeat(s, min(n, maxSample/max(1, len(s))))
}

// visible picks a character of a class, given as pairs of first and last: a small letter, a digit, or the first.
func visible(class []rune) rune {
	for _, r := range "a0A_" {
		for i := 0; i < len(class); i += 2 {
			if class[i] <= r && r <= class[i+1] {
				return r
			}
		}
	}
	return class[0]
}
