package output

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	excerptBefore = 24 // runes shown in front of a difference in a long line
	excerptLength = 72 // runes shown of a line
)

// firstDifference returns the number of the first line in which a and b differ, and excerpts of that line in both.
func firstDifference(a, b []byte) (line int, inA, inB string) {
	as, bs := strings.SplitAfter(string(a), "\n"), strings.SplitAfter(string(b), "\n")
	i := 0
	for i < len(as) && i < len(bs) && as[i] == bs[i] {
		i++
	}
	inA, inB = sides(as, bs, i, i)
	return i + 1, inA, inB
}

// firstGoDifference is firstDifference for two Go files that differ by more than their layout. It numbers the lines of a
// as they are, and passes over those that are blank or differ in blanks alone. Where only such lines differ, as of a
// text, what gofmt makes of both is compared.
func firstGoDifference(a, b []byte) (line int, inA, inB string) {
	as, bs := strings.SplitAfter(string(a), "\n"), strings.SplitAfter(string(b), "\n")
	for i, j := 0, 0; i < len(as) || j < len(bs); i, j = i+1, j+1 {
		if i, j = skipBlank(as, i), skipBlank(bs, j); letters(as, i) == letters(bs, j) {
			continue
		}
		line = i + 1
		if i == len(as) { // a ends where b goes on
			line = j + 1
		}
		inA, inB = sides(as, bs, i, j)
		return line, inA, inB
	}
	return firstDifference(gofmt(a), gofmt(b))
}

func skipBlank(lines []string, i int) int {
	for i < len(lines) && strings.TrimSpace(lines[i]) == "" {
		i++
	}
	return i
}

// letters gives a line without its blanks.
func letters(lines []string, i int) string {
	if i >= len(lines) {
		return ""
	}
	return strings.Join(strings.Fields(lines[i]), "")
}

// sides shows line i of a beside line j of b.
func sides(a, b []string, i, j int) (inA, inB string) {
	la, okA := lineAt(a, i)
	lb, okB := lineAt(b, j)
	if okA && !okB {
		return leftOver(a[i:]), ended
	}
	if okB && !okA {
		return ended, leftOver(b[j:])
	}
	if strings.HasSuffix(la, "\n") && strings.HasSuffix(lb, "\n") {
		// The line ends alike, so only what stands in front of the end is of interest.
		la, lb = strings.TrimSuffix(la, "\n"), strings.TrimSuffix(lb, "\n")
	}
	common := commonRunes(la, lb)
	return excerpt(la, common), excerpt(lb, common)
}

// ended stands for a line of a file that has none any more.
const ended = "(the file ends)"

// leftOver shows what one file has behind the end of the other.
func leftOver(lines []string) string {
	n := skipBlank(lines, 0)
	text := ""
	if n < len(lines) {
		text = excerpt(strings.TrimSuffix(lines[n], "\n"), 0)
	} else if n > 1 && lines[n-1] == "" {
		n-- // which is no line
	}
	switch {
	case n == 0:
		return text
	case text != "":
		text = ", then " + text
	}
	if n == 1 {
		return "(an empty line)" + text
	}
	return fmt.Sprintf("(%d empty lines)", n) + text
}

// lineAt returns line i; SplitAfter puts an empty string behind a final newline, which is no line.
func lineAt(lines []string, i int) (string, bool) {
	if i >= len(lines) || lines[i] == "" {
		return "", false
	}
	return lines[i], true
}

// commonRunes counts the runes that a and b start with alike.
func commonRunes(a, b string) int {
	n := 0
	for a != "" && b != "" {
		ra, size := utf8.DecodeRuneInString(a)
		if rb, sizeB := utf8.DecodeRuneInString(b); ra != rb || a[:size] != b[:sizeB] {
			break
		}
		a, b = a[size:], b[size:]
		n++
	}
	return n
}

// excerpt quotes line, cut to what stands around the rune where it first differs.
func excerpt(line string, differs int) string {
	before, after := "", ""
	if utf8.RuneCountInString(line) > excerptLength {
		if start := differs - excerptBefore; start > 0 {
			line, before = dropRunes(line, start), "… "
		}
		if rest := dropRunes(line, excerptLength); rest != "" {
			line, after = line[:len(line)-len(rest)], " …"
		}
	}
	return before + strconv.Quote(line) + after
}

// dropRunes returns s without its first n runes.
func dropRunes(s string, n int) string {
	for ; n > 0 && s != ""; n-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return s
}
