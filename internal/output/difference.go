package output

import (
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
	la, okA := lineAt(as, i)
	lb, okB := lineAt(bs, i)
	if strings.HasSuffix(la, "\n") && strings.HasSuffix(lb, "\n") {
		// The line ends alike, so only what stands in front of the end is of interest.
		la, lb = strings.TrimSuffix(la, "\n"), strings.TrimSuffix(lb, "\n")
	}
	common := commonRunes(la, lb)
	return i + 1, excerpt(la, okA, common), excerpt(lb, okB, common)
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
func excerpt(line string, ok bool, differs int) string {
	if !ok {
		return "(the file ends)"
	}
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
