package importer

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

const (
	lower     = true
	upper     = false
	closed    = false
	exclusive = true
)

// bound carries a bound of a number. The language has closed ones.
func bound(below, open bool) func(*conversion, *shape, *value) bool {
	return func(c *conversion, s *shape, v *value) bool {
		name := strings.TrimPrefix(v.step, ".")
		if open && v.kind == boolValue { // of an old draft, beside minimum
			return c.oldBound(s, v, below)
		}
		r, _ := new(big.Rat).SetString(v.text)
		if s.Kind == registry.NumberType {
			if open {
				return c.lacks(s, v, name, "")
			}
			tighten(s, below, r, json.Number(v.text))
			return true
		}
		whole := round(r, below, open)
		return c.integerBound(s, limit{v, name, below, whole, open || whole.Cmp(r.Num()) != 0 || !r.IsInt()})
	}
}

// round is the nearest whole number that a bound allows.
func round(r *big.Rat, below, open bool) *big.Int {
	floor := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean: for a positive divisor the floor
	switch {
	case below && (open || !r.IsInt()):
		return floor.Add(floor, big.NewInt(1))
	case !below && open && r.IsInt():
		return floor.Sub(floor, big.NewInt(1))
	}
	return floor
}

// limit is a bound of an integer by one of the keywords that give some.
type limit struct {
	at      *value
	name    string // of the keyword
	below   bool
	whole   *big.Int
	altered bool // it is not written so
}

// field is what has such a bound in a registry.
func (l *limit) field() string { return map[bool]string{true: "minimum", false: "maximum"}[l.below] }

// integerBound keeps a bound within int64.
func (c *conversion) integerBound(s *shape, l limit) bool {
	if !l.whole.IsInt64() {
		if l.below == (l.whole.Sign() < 0) {
			c.note(l.at, l.name, LeftOut, "no 64-bit integer is beyond it")
			return true
		}
		c.refuse(l.at, l.name, "correct it", "no 64-bit integer fits")
		return false
	}
	s.limits = append(s.limits, l)
	tighten(s, l.below, new(big.Rat).SetInt(l.whole), json.Number(l.whole.String()))
	return true
}

// limited reports what became of the bounds of an integer, once it is known which of them are the narrowest.
func (c *conversion) limited(s *shape) {
	for _, l := range s.limits {
		became := s.Maximum
		if l.below {
			became = s.Minimum
		}
		opened := func(o limit) bool { return o.at.kind == boolValue && o.below == l.below } // which tells of both
		switch {
		case l.at.kind != boolValue && slices.ContainsFunc(s.limits, opened):
		case became.String() != l.whole.String():
			c.note(l.at, l.name, LeftOut, "%s %s is narrower", l.field(), became)
		case l.altered:
			c.note(l.at, l.name, Rewritten, "%s %s", l.field(), became)
		}
	}
	switch {
	case s.int32 == nil:
	case s.Minimum.String() == smallest32 || s.Maximum.String() == largest32:
		c.note(s.int32, "format", Rewritten, "minimum %s, maximum %s", s.Minimum, s.Maximum)
	default:
		c.note(s.int32, "format", LeftOut, "minimum %s and maximum %s are narrower", s.Minimum, s.Maximum)
	}
}

// Bounds of the format int32.
const smallest32, largest32 = "-2147483648", "2147483647"

// limit32 takes the bounds of the format int32.
func (s *shape) limit32(v *value) {
	s.int32 = v
	tighten(s, lower, big.NewRat(math.MinInt32, 1), smallest32)
	tighten(s, upper, big.NewRat(math.MaxInt32, 1), largest32)
}

// tighten takes the narrower of two bounds: minimum and exclusiveMinimum may stand side by side.
func tighten(s *shape, below bool, r *big.Rat, text json.Number) {
	field, sign := &s.Minimum, 1
	if !below {
		field, sign = &s.Maximum, -1
	}
	if *field != nil {
		if old, ok := new(big.Rat).SetString((*field).String()); ok && r.Cmp(old) != sign {
			return
		}
	}
	*field = &text
}

// oldBound reads a boolean exclusiveMinimum, which opens the bound beside it.
func (c *conversion) oldBound(s *shape, v *value, below bool) bool {
	name := strings.TrimPrefix(v.step, ".")
	beside := map[bool]string{true: "minimum", false: "maximum"}[below]
	number := v.parent.get(beside)
	if v.is("false") || number == nil || number.kind != numberValue {
		c.note(v, name, LeftOut, "it opens no bound")
		return true
	}
	if s.Kind != registry.IntegerType {
		return c.lacksWords(s, v, name, number.text, "")
	}
	r, _ := new(big.Rat).SetString(number.text)
	return c.integerBound(s, limit{v, name, below, round(r, below, exclusive), true})
}
