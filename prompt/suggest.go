package prompt

import "strings"

// equalFoldASCII compares without regard to the case of ASCII letters.
func equalFoldASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if lowerASCII(a[i]) != lowerASCII(b[i]) {
			return false
		}
	}
	return true
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
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

// didYouMean returns `; did you mean "x"?` with the candidate that got most likely was meant to be, or "".
func didYouMean(got string, candidates []string) string {
	const longest = 64 // names are no longer, and the work grows with the product of lengths
	if len(got) > longest {
		return ""
	}
	best, bestDist := "", 1+max(1, len(got)/3)
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(got), strings.ToLower(c)); d < bestDist {
			best, bestDist = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + quote(best) + "?"
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
