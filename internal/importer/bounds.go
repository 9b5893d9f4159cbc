package importer

import (
	"encoding/json"
	"math/big"
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
		r, ok := new(big.Rat).SetString(v.text)
		if v.kind != numberValue || !ok {
			c.refuse(v, name, "want a number", "it is %s", short(string(v.raw())))
			return false
		}
		if s.Kind == registry.NumberType {
			if open {
				return c.lacks(s, v, name, "")
			}
			tighten(s, below, r, json.Number(v.text))
			return true
		}
		whole := round(r, below, open)
		if open || whole.Cmp(r.Num()) != 0 || !r.IsInt() {
			c.note(v, name, Rewritten, "%s %s", map[bool]string{true: "minimum", false: "maximum"}[below], whole)
		}
		return c.integerBound(s, v, name, below, whole)
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

// integerBound keeps a bound within int64.
func (c *conversion) integerBound(s *shape, v *value, name string, below bool, whole *big.Int) bool {
	if !whole.IsInt64() {
		if below == (whole.Sign() < 0) {
			c.note(v, name, LeftOut, "no 64-bit integer is beyond it")
			return true
		}
		c.refuse(v, name, "correct it", "no 64-bit integer fits")
		return false
	}
	tighten(s, below, new(big.Rat).SetInt(whole), json.Number(whole.String()))
	return true
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
	if s.Kind == registry.NumberType {
		return c.lacks(s, v, name, "")
	}
	r, _ := new(big.Rat).SetString(number.text)
	whole := round(r, below, exclusive)
	c.note(v, name, Rewritten, "%s %s", beside, whole)
	return c.integerBound(s, v, name, below, whole)
}
