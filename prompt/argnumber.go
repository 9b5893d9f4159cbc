package prompt

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// decimalOf takes a JSON number apart: it is digits times ten to the power of exponent. Digits have no zeros at either
// end, so that there are none in 0.
func decimalOf(number string) (negative bool, digits string, exponent int) {
	digits = number
	if i := strings.IndexAny(number, "eE"); i != -1 {
		digits = number[:i]
		e, err := strconv.Atoi(number[i+1:])
		if err != nil { // far beyond any length of digits
			e = math.MaxInt32
			if number[i+1] == '-' {
				e = math.MinInt32
			}
		}
		exponent = max(math.MinInt32, min(e, math.MaxInt32))
	}
	digits, negative = strings.CutPrefix(digits, "-")
	if before, after, ok := strings.Cut(digits, "."); ok {
		digits = before + after
		exponent -= len(after)
	}
	digits = strings.TrimLeft(digits, "0")
	short := strings.TrimRight(digits, "0")
	return negative, short, exponent + len(digits) - len(short)
}

// compareDecimals compares two JSON numbers without rounding them: it is negative where a is less than b.
func compareDecimals(a, b string) int {
	x, xDigits, xExponent := decimalOf(a)
	y, yDigits, yExponent := decimalOf(b)
	sign := func(negative bool, digits string) int {
		switch {
		case digits == "":
			return 0
		case negative:
			return -1
		}
		return 1
	}
	s := sign(x, xDigits)
	return cmp.Or(
		cmp.Compare(s, sign(y, yDigits)),
		s*cmp.Compare(len(xDigits)+xExponent, len(yDigits)+yExponent),
		s*cmp.Compare(xDigits, yDigits),
	)
}

// parseInteger returns the integer that a JSON number is, whether it is one, and whether it fits 64 bits. The number is
// never rounded, as a float64 would be.
func parseInteger(number string) (n int64, whole, fits bool) {
	negative, text, exponent := decimalOf(number)
	const most = 19 // digits of the greatest int64
	switch {
	case text == "":
		return 0, true, true
	case exponent < 0:
		return 0, false, false
	case len(text)+exponent > most:
		return 0, true, false
	}
	text += strings.Repeat("0", exponent)
	if negative {
		text = "-" + text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, true, err == nil
}

// NumberType is the type of a number argument. Its methods return a changed copy.
type NumberType struct{ min, max numberBound }

// numberBound is a bound of a number.
type numberBound struct {
	near   float64
	digits string // as it is written, where near is only the float64 next to it
}

func (b numberBound) text() string { return cmp.Or(b.digits, decimal(b.near)) }

// AsNumber takes any number that a float64 holds; it may be rounded.
func AsNumber() NumberType {
	return NumberType{numberBound{near: math.Inf(-1)}, numberBound{near: math.Inf(1)}}
}

// Min is the least number taken.
func (t NumberType) Min(n float64) NumberType { t.min = numberBound{near: n}; return t }

// Max is the greatest number taken.
func (t NumberType) Max(n float64) NumberType { t.max = numberBound{near: n}; return t }

// MinDecimal is Min for a number that a float64 would round, as JSON writes it, e.g. "9007199254740993".
func (t NumberType) MinDecimal(n string) NumberType { t.min = decimalBound(n); return t }

// MaxDecimal is Max for such a number.
func (t NumberType) MaxDecimal(n string) NumberType { t.max = decimalBound(n); return t }

func decimalBound(n string) numberBound {
	near, _ := strconv.ParseFloat(n, 64) // beyond all of them it is an infinity
	return numberBound{near, n}
}

func (NumberType) takesNull() bool { return false }

func (t NumberType) decodeArg(d *argDecoder, v *jsonValue, dst *float64) {
	ok := v.kind == jsonNumber
	if ok {
		n, err := strconv.ParseFloat(v.text, 64)
		ok = err == nil && !t.beyond(n, v.text)
		*dst = n
	}
	if !ok {
		d.want("a number"+bounds(!math.IsInf(t.min.near, -1), !math.IsInf(t.max.near, 1), t.min.text(), t.max.text()), v)
	}
}

// beyond reports whether a number, which was written as text, is out of bounds. Rounding hides that of one that is very
// near to a bound.
func (t NumberType) beyond(n float64, text string) bool {
	return n < t.min.near || n > t.max.near ||
		n == t.min.near && compareDecimals(text, t.min.text()) < 0 ||
		n == t.max.near && compareDecimals(text, t.max.text()) > 0
}

// decimal writes a number as a person would, unless it is huge.
func decimal(x float64) string {
	if math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
