package prompt

import (
	"errors"
	"slices"
	"strings"
)

// UnknownName returns an error about a name that is none of names, e.g. UnknownName("profile", "ligth", "standard",
// "lite") is `unknown profile "ligth"; want "standard" or "lite"; did you mean "lite"?`.
func UnknownName(what, name string, names ...string) error {
	return errors.New("unknown " + what + " " + shorten(name) + "; " + wantOf(name, names))
}

// Known notes each of the given names that is none of names.
func (e *Errs) Known(field string, given []string, names ...string) {
	for i, g := range given {
		if !slices.Contains(names, g) {
			e.Add(itemPath(field, i, ""), "is "+shorten(g)+"; "+wantOf(g, names))
		}
	}
}

// wantOf says what would be right in place of a name: all names, and the one that is near. A long list is left out
// where one is near.
func wantOf(name string, names []string) string {
	const long = 12
	want := "want " + choices(quoteAll(names))
	if len(names) == 0 {
		want = "there are none"
	}
	meant, ok := nearest(name, names)
	switch {
	case !ok:
		return want
	case len(names) > long:
		return "did you mean " + quote(meant) + "?"
	}
	return want + "; did you mean " + quote(meant) + "?"
}

// choices writes alternatives as a person would: "a", "a or b", "a, b or c".
func choices(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

func quoteAll(names []string) []string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	return quoted
}

// shorten quotes a value for an error, and cuts a long one at a rune.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return quote(s)
	}
	cut := most
	for cut > most-4 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return quote(s[:cut]) + "…"
}

// nearest returns the candidate that got most likely was meant to be. Ties go to the earlier one.
func nearest(got string, candidates []string) (string, bool) {
	const longest = 64 // names are no longer, and the work grows with the product of lengths
	if len(got) > longest {
		return "", false
	}
	best, bestDist := "", 1+max(1, len(got)/3)
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(got), strings.ToLower(c)); d < bestDist {
			best, bestDist = c, d
		}
	}
	return best, best != ""
}

// editDistance is the number of insertions, deletions, replacements and swaps of neighbours that turn a into b.
func editDistance(a, b string) int {
	older, old, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			d := old[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, old[j]+1, cur[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, older[j-2]+1)
			}
			cur[j] = d
		}
		older, old, cur = old, cur, older
	}
	return old[len(b)]
}
