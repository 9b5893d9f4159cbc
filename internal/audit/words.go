package audit

import (
	"math"
	"strconv"
)

// number gives "1 token" or "2 tokens".
func number(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}

// many is number with thousands grouped.
func many(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return digits(n) + " " + noun + "s"
}

// factor writes a factor with at most two decimals. One that is above 1 stays above it.
func factor(f float64) string {
	return strconv.FormatFloat(max(math.Round(f*100)/100, 1.01), 'f', -1, 64)
}

// digits groups a number by thousands, e.g. "12,345".
func digits(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
