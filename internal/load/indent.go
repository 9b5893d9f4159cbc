package load

import (
	"regexp"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// openingQuotes open a text of several lines.
var openingQuotes = regexp.MustCompile(`(#*)("""|''')$`)

// strayLine gives the place in a text of several lines where its indentation ends too early. at is where CUE's parser
// reports that, and stands where the line is not found.
func strayLine(data []byte, at diag.Loc) diag.Loc {
	lines := strings.Split(string(data), "\n")
	for first := at.Line - 1; first >= 0 && first < len(lines); first-- {
		m := openingQuotes.FindStringSubmatch(strings.TrimSuffix(lines[first], "\r"))
		if m == nil {
			continue
		}
		if n, col := strayed(lines[first+1:], m[2]+m[1]); col > 0 {
			at.Line, at.Col = first+1+n, col
		}
		return at
	}
	return at
}

// strayed gives the line, from 1, and the column at which lines leave the indentation of the closing quotes; 0 for none.
func strayed(lines []string, closer string) (line, col int) {
	for i, l := range lines {
		text := strings.TrimLeft(l, " \t")
		if !strings.HasPrefix(text, closer) {
			continue
		}
		indent := l[:len(l)-len(text)]
		for n, l := range lines[:i] {
			if l = strings.TrimSuffix(l, "\r"); l != "" && !strings.HasPrefix(l, indent) {
				same := 0
				for same < min(len(l), len(indent)) && l[same] == indent[same] {
					same++
				}
				return n + 1, same + 1
			}
		}
		return 0, 0
	}
	return 0, 0
}
