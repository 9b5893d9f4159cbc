package contract

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/promptgen/promptgen/internal/registry"
)

// keyword is a row of the order of schemas: what a keyword demands, and when that is no more than before. Where every
// row holds, and those of items and members do, each value that was valid is valid.
type keyword struct {
	name  string
	show  func(*Schema) string // as JSON; "" where the schema does not have it
	wider func(old, now *Schema) bool
}

// keywords is the table, in the order of the file.
func keywords() []keyword {
	return []keyword{
		{"type", showType, func(old, now *Schema) bool {
			return now.Type == old.Type || now.Type == registry.NumberType && old.Type == registry.IntegerType || now.Type == registry.AnyType
		}},
		// Null of what is optional is absent, and so remains valid. But it no longer means what it meant.
		{"nullable", showFlag(func(s *Schema) bool { return s.Nullable }), func(old, now *Schema) bool {
			return now.Nullable || !old.Nullable || now.Type == registry.AnyType
		}},
		{"discriminator", showWord(func(s *Schema) string { return s.Discriminator }), func(old, now *Schema) bool {
			return now.Discriminator == old.Discriminator || now.Type == registry.AnyType
		}},
		{"required", showPresence, func(old, now *Schema) bool { return now.Required.rank() <= old.Required.rank() }},
		{"enum", showEnum, func(old, now *Schema) bool { return now.Enum == nil || old.Enum != nil && len(lost(old, now)) == 0 }},
		{"minimum", showNumber(func(s *Schema) *json.Number { return s.Minimum }), func(old, now *Schema) bool {
			lo := bound(now, now.Minimum, math.MinInt64)
			return lo == nil || atMost(lo, bound(old, old.Minimum, math.MinInt64))
		}},
		{"maximum", showNumber(func(s *Schema) *json.Number { return s.Maximum }), func(old, now *Schema) bool {
			hi := bound(now, now.Maximum, math.MaxInt64)
			return hi == nil || atMost(bound(old, old.Maximum, math.MaxInt64), hi)
		}},
		{"minLength", showLeast(func(s *Schema) int64 { return s.MinLength }), func(old, now *Schema) bool { return now.MinLength <= old.MinLength }},
		{"maxLength", showMost(func(s *Schema) *int64 { return s.MaxLength }), func(old, now *Schema) bool { return most(old.MaxLength) <= most(now.MaxLength) }},
		{"pattern", showWord(func(s *Schema) string { return s.Pattern }), func(old, now *Schema) bool { return now.Pattern == "" || now.Pattern == old.Pattern }},
		{"format", showWord(func(s *Schema) string { return s.Format }), func(old, now *Schema) bool { return now.Format == "" || now.Format == old.Format }},
		{"minItems", showLeast(func(s *Schema) int64 { return s.MinItems }), func(old, now *Schema) bool { return now.MinItems <= old.MinItems }},
		{"maxItems", showMost(func(s *Schema) *int64 { return s.MaxItems }), func(old, now *Schema) bool { return most(old.MaxItems) <= most(now.MaxItems) }},
	}
}

// lost lists the enum's values that are gone.
func lost(old, now *Schema) []any {
	return slices.DeleteFunc(slices.Clone(old.Enum), func(v any) bool { return slices.Contains(now.Enum, v) })
}

// bound is a bound of a schema: what is written, else that of the 64 bits of an integer, else nil.
func bound(s *Schema, written *json.Number, ofInteger int64) *big.Rat {
	switch {
	case written != nil:
		return rational(*written)
	case s.Type == registry.IntegerType:
		return new(big.Rat).SetInt64(ofInteger)
	default:
		return nil
	}
}

// atMost reports whether both are there and a is not above b.
func atMost(a, b *big.Rat) bool { return a != nil && b != nil && a.Cmp(b) <= 0 }

func most(n *int64) int64 {
	if n == nil {
		return math.MaxInt64
	}
	return *n
}

func showType(s *Schema) string { return text(string(s.Type)) }

func showPresence(s *Schema) string {
	return showWord(func(s *Schema) string { return string(s.Required) })(s)
}

func showEnum(s *Schema) string {
	if s.Enum == nil {
		return ""
	}
	return spaced(s.Enum)
}

func showNumber(of func(*Schema) *json.Number) func(*Schema) string {
	return func(s *Schema) string {
		if n := of(s); n != nil {
			return n.String()
		}
		return ""
	}
}

func showFlag(of func(*Schema) bool) func(*Schema) string {
	return func(s *Schema) string {
		if of(s) {
			return "true"
		}
		return ""
	}
}

func showWord(of func(*Schema) string) func(*Schema) string {
	return func(s *Schema) string {
		if w := of(s); w != "" {
			return text(w)
		}
		return ""
	}
}

func showLeast(of func(*Schema) int64) func(*Schema) string {
	return func(s *Schema) string {
		if n := of(s); n > 0 {
			return strconv.FormatInt(n, 10)
		}
		return ""
	}
}

func showMost(of func(*Schema) *int64) func(*Schema) string {
	return func(s *Schema) string {
		if n := of(s); n != nil {
			return strconv.FormatInt(*n, 10)
		}
		return ""
	}
}
