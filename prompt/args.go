package prompt

import (
	"slices"
	"strconv"
)

// ArgField is a parameter of a tool together with the place where its value goes. Generated code lists one per
// parameter, in the order of declaration.
type ArgField struct {
	name     string
	required bool
	decode   func(*argDecoder, *jsonValue)
	fill     func() // puts the default in place; nil without one
}

// ArgType is the type of an argument: how JSON becomes a T. Those of this package are the only ones.
type ArgType[T any] interface {
	decodeArg(d *argDecoder, v *jsonValue, dst *T)
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

// OptionalArg is an optional parameter whose destination keeps its zero value when it is absent: a nil slice, or "" of
// an enum.
func OptionalArg[T any](name string, dst *T, typ ArgType[T]) ArgField {
	return ArgField{name: name, decode: func(d *argDecoder, v *jsonValue) { typ.decodeArg(d, v, dst) }}
}

// argDecoder collects what is wrong with the arguments of one call.
type argDecoder struct {
	problems []string
	more     int    // problems beyond maxProblems
	path     []byte // of the value at hand, e.g. "edits[1].old"
}

// maxProblems bounds an error, because a model can send any number of mistakes.
const maxProblems = 100

func (d *argDecoder) problem(s string) {
	if len(d.problems) >= maxProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, s)
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

// member runs f with a member of the object at hand as the value at hand.
func (d *argDecoder) member(name string, f func()) {
	mark := len(d.path)
	if mark > 0 {
		d.path = append(d.path, '.')
	}
	d.path = append(d.path, pathName(name)...)
	f()
	d.path = d.path[:mark]
}

// item runs f with an item of the array at hand as the value at hand.
func (d *argDecoder) item(i int, f func()) {
	mark := len(d.path)
	d.path = append(strconv.AppendInt(append(d.path, '['), int64(i), 10), ']')
	f()
	d.path = d.path[:mark]
}

// object decodes an object into fields: its members first, in the order in which they came, then what is absent.
func (d *argDecoder) object(v *jsonValue, fields []ArgField) {
	if v.kind != jsonObject {
		d.want("an object", v)
		return
	}
	given := make([]*jsonValue, len(fields))
	for i := range v.kids {
		m := &v.kids[i]
		at := slices.IndexFunc(fields, func(f ArgField) bool { return f.name == m.name })
		switch {
		case at < 0:
			d.unknown(m.name, fields)
		case given[at] != nil:
			d.member(m.name, func() { d.reject("given more than once") })
		default:
			given[at] = &m.value
		}
	}
	for i, f := range fields {
		switch {
		case given[i] != nil && given[i].kind == jsonNull && !f.required:
			d.member(f.name, func() { d.reject("leave it out instead of null") })
		case given[i] != nil:
			d.member(f.name, func() { f.decode(d, given[i]) })
		case f.fill != nil:
			f.fill()
		case f.required:
			d.member(f.name, func() { d.reject("required") })
		}
	}
}

func (d *argDecoder) unknown(name string, fields []ArgField) {
	if len(d.problems) >= maxProblems {
		d.more++
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
		c := lowerASCII(name[i])
		plain = 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-'
	}
	if plain {
		return name
	}
	return shorten(name)
}
