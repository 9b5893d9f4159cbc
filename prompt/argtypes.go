package prompt

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/promptgen/promptgen/prompt/formats"
)

// StringType is the type of a string argument. Its methods return a changed copy.
type StringType struct {
	length  countRange
	pattern string
	format  string
	oneOf   []string
}

// AsString takes any string.
func AsString() StringType { return StringType{length: anyCount()} }

// MinLength bounds the length, in runes.
func (t StringType) MinLength(n int64) StringType { t.length.min = n; return t }

// MaxLength bounds the length, in runes.
func (t StringType) MaxLength(n int64) StringType { t.length.max = n; return t }

// Pattern demands that a regular expression in Go's syntax matches somewhere.
func (t StringType) Pattern(expr string) StringType { t.pattern = expr; return t }

// Format demands a format: date-time, time, date, duration, email, hostname, ipv4, ipv6 or uuid.
func (t StringType) Format(name string) StringType { t.format = name; return t }

// OneOf demands one of these strings.
func (t StringType) OneOf(values ...string) StringType { t.oneOf = values; return t }

func (StringType) takesNull() bool { return false }

func (t StringType) decodeArg(d *argDecoder, v *jsonValue, dst *string) {
	switch {
	case t.oneOf != nil && (v.kind != jsonString || !slices.Contains(t.oneOf, v.text)):
		d.wantOneOf(func() []string { return quoteAll(t.oneOf) }, v)
	case v.kind != jsonString:
		d.want("a string", v)
	}
	if v.kind != jsonString {
		return
	}
	*dst = v.text
	t.length.check(d, int64(utf8.RuneCountInString(v.text)), "character")
	if t.pattern != "" && !d.matches(t.pattern, v.text) {
		d.want("a string that matches "+t.pattern, v)
	}
	if t.format != "" {
		if what, ok := formats.Check(t.format, v.text); !ok {
			d.want(what, v)
		}
	}
}

// IntType is the type of an integer argument. Its methods return a changed copy.
type IntType struct {
	min, max int64
	oneOf    []int64
}

// AsInt takes any integer of 64 bits. 1.0 and 1e3 are integers.
func AsInt() IntType { return IntType{min: math.MinInt64, max: math.MaxInt64} }

// Min is the least integer taken.
func (t IntType) Min(n int64) IntType { t.min = n; return t }

// Max is the greatest integer taken.
func (t IntType) Max(n int64) IntType { t.max = n; return t }

// OneOf demands one of these integers.
func (t IntType) OneOf(values ...int64) IntType { t.oneOf = values; return t }

func (IntType) takesNull() bool { return false }

func (t IntType) decodeArg(d *argDecoder, v *jsonValue, dst *int64) {
	n, fits := int64(0), false
	if v.kind == jsonNumber {
		var whole bool
		if n, whole, fits = parseInteger(v.text); whole && !fits {
			d.want("an integer from "+Int(t.min)+" to "+Int(t.max), v)
			return
		}
	}
	*dst = n
	switch {
	case t.oneOf != nil && !(fits && slices.Contains(t.oneOf, n)):
		d.wantOneOf(func() []string {
			names := make([]string, len(t.oneOf))
			for i, n := range t.oneOf {
				names[i] = Int(n)
			}
			return names
		}, v)
	case !fits || n < t.min || n > t.max:
		d.want("an integer"+bounds(t.min > math.MinInt64, t.max < math.MaxInt64, Int(t.min), Int(t.max)), v)
	}
}

// BoolType is the type of a boolean argument.
type BoolType struct{}

// AsBool takes true and false.
func AsBool() BoolType { return BoolType{} }

func (BoolType) takesNull() bool { return false }

func (BoolType) decodeArg(d *argDecoder, v *jsonValue, dst *bool) {
	if v.kind != jsonBool {
		d.want("true or false", v)
		return
	}
	*dst = v.text == "true"
}

// ListType is the type of an array argument. Its methods return a changed copy.
type ListType[T any] struct {
	item  ArgType[T]
	items countRange
}

// AsList takes an array of items.
func AsList[T any](item ArgType[T]) ListType[T] { return ListType[T]{item: item, items: anyCount()} }

// MinItems is the least number of items.
func (t ListType[T]) MinItems(n int64) ListType[T] { t.items.min = n; return t }

// MaxItems is the greatest number of items.
func (t ListType[T]) MaxItems(n int64) ListType[T] { t.items.max = n; return t }

func (ListType[T]) takesNull() bool { return false }

func (t ListType[T]) decodeArg(d *argDecoder, v *jsonValue, dst *[]T) {
	if v.kind != jsonArray {
		d.want("an array", v)
		return
	}
	t.items.check(d, int64(len(v.kids)), "item")
	*dst = make([]T, len(v.kids))
	for i := range v.kids {
		d.item(i, func() { t.item.decodeArg(d, &v.kids[i].value, &(*dst)[i]) })
	}
}

// ObjectType is the type of an object argument.
type ObjectType[T any] struct{ fields func(*T) []ArgField }

// AsObject takes an object; fields lists the members of a T, e.g. (*EditFileEdit).fields.
func AsObject[T any](fields func(*T) []ArgField) ObjectType[T] { return ObjectType[T]{fields: fields} }

func (ObjectType[T]) takesNull() bool { return false }

func (t ObjectType[T]) decodeArg(d *argDecoder, v *jsonValue, dst *T) { d.object(v, t.fields(dst), "") }

// countRange bounds a length or a number of items.
type countRange struct{ min, max int64 }

func anyCount() countRange { return countRange{min: 0, max: math.MaxInt64} }

func (r countRange) check(d *argDecoder, n int64, unit string) {
	if n >= r.min && n <= r.max {
		return
	}
	last := r.min
	what := "at least " + Int(r.min)
	switch {
	case r.min == r.max:
		what = Int(r.min)
	case r.min > 0 && r.max < math.MaxInt64:
		what, last = Int(r.min)+" to "+Int(r.max), r.max
	case r.max < math.MaxInt64:
		what, last = "at most "+Int(r.max), r.max
	}
	if last != 1 {
		unit += "s"
	}
	d.reject("want " + what + " " + unit + ", got " + Int(n))
}

// bounds ends the name of a type with the bounds that it has.
func bounds(hasMin, hasMax bool, low, high string) string {
	switch {
	case hasMin && hasMax:
		return " from " + low + " to " + high
	case hasMin:
		return " of at least " + low
	case hasMax:
		return " of at most " + high
	}
	return ""
}
