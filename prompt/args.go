package prompt

import (
	"regexp"
	"slices"
	"strconv"
)

// ArgField is a parameter of a tool together with the place where its value goes. Generated code lists one per
// parameter, in the order of declaration.
type ArgField struct {
	name      string
	required  bool
	takesNull bool // null is a value of its type
	decode    func(*argDecoder, *jsonValue)
	fill      func() // puts the default in place; nil without one
}

// nullIsAbsent reports whether a member that is null is none.
func (f *ArgField) nullIsAbsent() bool { return !f.required && !f.takesNull }

// ArgType is the type of an argument: how JSON becomes a T. Those of this package are the only ones.
type ArgType[T any] interface {
	decodeArg(d *argDecoder, v *jsonValue, dst *T)
	takesNull() bool
}

// RequiredArg is a parameter that must be given.
func RequiredArg[T any](name string, dst *T, typ ArgType[T]) ArgField {
	f := OptionalArg(name, dst, typ)
	f.required = true
	return f
}

// DefaultArg is a parameter that has a value when it is absent.
func DefaultArg[T any](name string, dst *T, typ ArgType[T], value T) ArgField {
	f := OptionalArg(name, dst, typ)
	f.fill = func() { *dst = value }
	return f
}

// PointerArg is an optional parameter whose destination stays nil when it is absent.
func PointerArg[T any](name string, dst **T, typ ArgType[T]) ArgField {
	return ArgField{name: name, decode: func(d *argDecoder, v *jsonValue) {
		*dst = new(T)
		typ.decodeArg(d, v, *dst)
	}}
}

// OptionalArg is an optional parameter whose destination keeps its zero value when it is absent: a nil slice, map or
// interface, or "" of an enum.
func OptionalArg[T any](name string, dst *T, typ ArgType[T]) ArgField {
	return ArgField{
		name: name, takesNull: typ.takesNull(),
		decode: func(d *argDecoder, v *jsonValue) { typ.decodeArg(d, v, dst) },
	}
}

// Maybe is the value of a parameter that may be absent, and null when it is not. The zero Maybe is absent.
type Maybe[T any] struct {
	Given bool
	Null  bool // null was given, so Value is none
	Value T
}

// MaybeArg is an optional parameter of a type that null belongs to as well: null is not the same as absent.
func MaybeArg[T any](name string, dst *Maybe[T], typ ArgType[T]) ArgField {
	return ArgField{name: name, takesNull: true, decode: func(d *argDecoder, v *jsonValue) {
		*dst = Maybe[T]{Given: true, Null: v.kind == jsonNull}
		if !dst.Null {
			typ.decodeArg(d, v, &dst.Value)
		}
	}}
}

// argDecoder collects what is wrong with the arguments of one call.
type argDecoder struct {
	problems []string
	size     int    // of problems, in bytes
	more     int    // problems beyond those that are listed
	path     []byte // of the value at hand, e.g. "edits[1].old"
	place    []byte // of its type, e.g. "edits.old": without items and keys of maps, but with the tags of unions
	members  members
	patterns map[string]*regexp.Regexp
}

// matches holds a text against a regular expression, which is compiled once however many values it is held against:
// the types of members are made anew for each item of a list.
func (d *argDecoder) matches(expr, text string) bool {
	re, ok := d.patterns[expr]
	if !ok {
		if d.patterns == nil {
			d.patterns = map[string]*regexp.Regexp{}
		}
		re, _ = regexp.Compile(expr)
		d.patterns[expr] = re
	}
	return re != nil && re.MatchString(text)
}

// An error is bounded, because a model can send any number of mistakes, and each can name a long list of choices.
const (
	maxProblems    = 100
	maxProblemSize = 16 << 10 // bytes; what begins below them is listed whole
)

func (d *argDecoder) problem(s string) {
	if !d.full() {
		d.problems = append(d.problems, s)
		d.size += len(s)
	}
}

// full reports whether no further problem is listed, and counts the one at hand. What costs more than a few words to
// describe asks before it does: there may be as many problems as the arguments have bytes.
func (d *argDecoder) full() bool {
	if len(d.problems) < maxProblems && d.size < maxProblemSize {
		return false
	}
	d.more++
	return true
}

// reject notes a problem of the value at hand.
func (d *argDecoder) reject(problem string) {
	path := string(d.path)
	if path == "" {
		path = "arguments"
	}
	d.problem(path + ": " + problem)
}

// want notes that the value at hand is not what it should be.
func (d *argDecoder) want(what string, v *jsonValue) {
	d.reject("want " + what + ", got " + v.describe())
}

// wantOneOf notes that the value at hand, or an absent one, is none of some.
func (d *argDecoder) wantOneOf(names func() []string, v *jsonValue) {
	switch {
	case d.full():
	case v == nil:
		d.reject("required; want " + choices(names()))
	default:
		d.want(choices(names()), v)
	}
}

// member runs f with a member of the object at hand as the value at hand.
func (d *argDecoder) member(name string, f func()) {
	path, place := len(d.path), len(d.place)
	d.path = appendName(d.path, pathName(name))
	d.place = appendName(d.place, name)
	f()
	d.path, d.place = d.path[:path], d.place[:place]
}

func appendName(path []byte, name string) []byte {
	if len(path) > 0 {
		path = append(path, '.')
	}
	return append(path, name...)
}

// item runs f with an item of the array at hand as the value at hand.
func (d *argDecoder) item(i int, f func()) {
	mark := len(d.path)
	d.path = append(strconv.AppendInt(append(d.path, '['), int64(i), 10), ']')
	f()
	d.path = d.path[:mark]
}

// entry runs f with what a map has under a key as the value at hand.
func (d *argDecoder) entry(key string, f func()) {
	mark := len(d.path)
	d.path = append(append(append(d.path, '['), shorten(key)...), ']')
	f()
	d.path = d.path[:mark]
}

// object decodes an object into fields: its members first, in the order in which they came, then what is absent. The
// member that tag names, if any, is none of them: it is the discriminator of a union.
func (d *argDecoder) object(v *jsonValue, fields []ArgField, tag string) {
	if v.kind != jsonObject {
		d.want("an object", v)
		return
	}
	fields = d.offered(fields)
	given := make([]*jsonValue, len(fields))
	for i := range v.kids {
		m := &v.kids[i]
		at := slices.IndexFunc(fields, func(f ArgField) bool { return f.name == m.name })
		switch {
		case tag != "" && m.name == tag:
		case at < 0:
			d.unknown(m.name, fields)
		case given[at] != nil:
			d.twice(m.name)
		default:
			given[at] = &m.value
		}
	}
	for i, f := range fields {
		absent := given[i] == nil || given[i].kind == jsonNull && f.nullIsAbsent()
		switch {
		case !absent:
			d.member(f.name, func() { f.decode(d, given[i]) })
		case f.fill != nil:
			f.fill()
		case f.required:
			d.member(f.name, func() { d.reject("required") })
		}
	}
}

// offered returns the fields of the object at hand that are offered. The others get their defaults.
func (d *argDecoder) offered(fields []ArgField) []ArgField {
	if d.members.all() {
		return fields
	}
	var out []ArgField
	for _, f := range fields {
		place := string(appendName(slices.Clone(d.place), f.name))
		switch {
		case d.members.offers(place):
			out = append(out, f)
		case f.fill != nil:
			f.fill()
		}
	}
	return out
}

func (d *argDecoder) twice(name string) {
	d.member(name, func() { d.reject("given more than once") })
}

func (d *argDecoder) unknown(name string, fields []ArgField) {
	if d.full() {
		return
	}
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	problem := "unknown argument"
	if meant, ok := nearest(name, names); ok {
		problem += "; did you mean " + quote(meant) + "?"
	}
	d.member(name, func() { d.reject(problem) })
}

// pathName writes a member's name for a path. Names that are no plain words are quoted, and long ones cut.
func pathName(name string) string {
	plain := name != "" && len(name) <= 64
	for i := 0; i < len(name) && plain; i++ {
		plain = isNameByte(name[i])
	}
	if plain {
		return name
	}
	return shorten(name)
}
