package diag

import "strings"

// Nearest returns the candidate that got was most likely meant to be. Ties go to the earlier candidate.
func Nearest(got string, candidates []string) (string, bool) {
	best, bestDist := "", 1+max(1, len(got)/3)
	for _, c := range candidates {
		if c == got {
			continue
		}
		if d := distance(strings.ToLower(got), strings.ToLower(c), bestDist); d < bestDist {
			best, bestDist = c, d
		}
	}
	return best, best != ""
}

// distance is the number of insertions, deletions, replacements and swaps of neighbours that turn a into b,
// or at least limit when it can't be lower.
func distance(a, b string, limit int) int {
	if diff := len(a) - len(b); diff >= limit || -diff >= limit {
		return limit
	}
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
