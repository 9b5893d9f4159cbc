package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// OverlayInputs lays a JSON object over inputs: each member replaces the input of its name. The error lists everything
// that is wrong with the object, a line each, by its place in the file.
func OverlayInputs(r *registry.Registry, base []registry.InputValue, file string, data []byte) ([]registry.InputValue, error) {
	o := overlay{file: file, data: data}
	var top []member
	if s, ok := o.whole(); ok {
		top = o.object("", s)
	}
	out := slices.Clone(base)
	for _, m := range top {
		in := r.Input(m.name)
		if in == nil {
			o.wrong(m.at, "", "%s", unknown("input", m.name, names(r.Inputs, func(i *registry.Input) string { return i.Name })))
			continue
		}
		out = setInput(out, registry.InputValue{Name: registry.Word{Text: m.name}, Value: o.field(m.name, &in.Field, m.value)})
	}
	if o.problems != nil {
		return nil, errors.Join(o.problems...)
	}
	return out, nil
}

func names[T any](all []T, of func(*T) string) []string {
	var out []string
	for i := range all {
		out = append(out, of(&all[i]))
	}
	return out
}

func unknown(kind, name string, known []string) string {
	msg := fmt.Sprintf("no %s named %q", kind, name)
	if best, ok := diag.Nearest(name, known); ok {
		msg += fmt.Sprintf("; did you mean %q?", best)
	}
	return msg
}

// overlay collects what is wrong.
type overlay struct {
	file     string // of the JSON, where there is one
	data     []byte
	lines    []int // where they begin
	problems []error
}

func (o *overlay) add(format string, args ...any) {
	o.problems = append(o.problems, fmt.Errorf(format, args...))
}

// wrong notes a problem of what stands at an offset of the file, e.g. of "skills[1].name".
func (o *overlay) wrong(at int, path, format string, args ...any) {
	if path != "" {
		path += ": "
	}
	o.add("%s: %s%s", o.loc(at), path, fmt.Sprintf(format, args...))
}

// field converts the JSON of an input or of an item's field.
func (o *overlay) field(path string, f *registry.Field, raw span) registry.Value {
	var v registry.Value
	var ok bool
	switch f.Type {
	case registry.Int:
		v.Int, ok = decode[int64](raw.text)
		if !ok {
			o.wrong(raw.at, path, "want a whole number, not %s", kind(raw.text))
		} else if *v.Int < 0 {
			o.wrong(raw.at, path, "is negative")
			ok = false
		}
	case registry.Bool:
		if v.Bool, ok = decode[bool](raw.text); !ok {
			o.wrong(raw.at, path, "want true or false, not %s", kind(raw.text))
		}
	case registry.List:
		v, ok = o.list(path, f, raw)
	default:
		v, ok = o.str(path, f, raw)
	}
	v.At = o.loc(raw.at)
	if ok && f.Required && !resolveField(f, v).given {
		want := "is required"
		if f.Type == registry.Int {
			want += ": want at least 1"
		}
		o.wrong(raw.at, path, "%s", want)
	}
	return v
}

// str converts a string. Bytes that no JSON string holds are written as vectors have them.
func (o *overlay) str(path string, f *registry.Field, raw span) (v registry.Value, ok bool) {
	want := "a string"
	if f.AnyBytes {
		want = `a string or {"base64": "…"}`
	}
	if f.AnyBytes && kind(raw.text) == "an object" {
		if members := o.object(path, raw); len(members) == 1 && members[0].name == "base64" {
			if b, fits := decode[[]byte](members[0].value.text); fits {
				v.Bytes, ok = *b, true
			}
		}
	} else {
		v.Str, ok = decode[string](raw.text)
	}
	if !ok {
		o.wrong(raw.at, path, "want %s, not %s", want, kind(raw.text))
		return v, false
	}
	if ok = o.text(path, f, raw.at, v.Text()); ok && f.Empties(v.Text()) {
		o.wrong(raw.at, path, "has nothing left within its limit")
	}
	return v, ok
}

// text checks a string as it stands after normalisation. It reports false where a problem says enough.
func (o *overlay) text(path string, f *registry.Field, at int, s string) bool {
	s = f.Normal(s)
	if !f.AnyBytes {
		i := strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
		if i >= 0 {
			r, _ := utf8.DecodeRuneInString(s[i:])
			o.wrong(at, path, "holds the control character %U at byte %d", r, i)
			return false
		}
	}
	if f.Blank == "reject" && s != "" && strings.TrimSpace(s) == "" {
		o.wrong(at, path, "is blank")
		return false
	}
	return true
}

func (o *overlay) list(path string, f *registry.Field, raw span) (v registry.Value, ok bool) {
	v.IsList = true
	items, ok := elements(raw)
	if !ok {
		o.wrong(raw.at, path, "want a list, not %s", kind(raw.text))
		return v, false
	}
	seen := map[string]int{}
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", path, i)
		if kind(item.text) != "an object" {
			o.wrong(item.at, at, "want an object, not %s", kind(item.text))
			continue
		}
		fs := o.item(at, f, item)
		v.Items = append(v.Items, fs)
		if key := f.UniqueKey(fs); key != "" {
			if first, taken := seen[key]; taken {
				fields := names(f.Unique, func(w *registry.Word) string { return w.Text })
				o.wrong(item.at, at, "repeats the %s of %s[%d]", strings.Join(fields, " and "), path, first)
			} else {
				seen[key] = i
			}
		}
	}
	return v, true
}

// item converts an item of a list. Fields that are not given are empty, which a required one must not be.
func (o *overlay) item(path string, f *registry.Field, raw span) []registry.InputValue {
	var out []registry.InputValue
	for _, m := range o.object(path, raw) {
		i := fieldIndex(f.Item, m.name)
		if i < 0 {
			o.wrong(m.at, path, "%s", unknown("field", m.name, names(f.Item, func(f *registry.Field) string { return f.Name })))
			continue
		}
		value := o.field(path+"."+m.name, &f.Item[i], m.value)
		out = setInput(out, registry.InputValue{Name: registry.Word{Text: m.name}, Value: value})
	}
	for i := range f.Item {
		if g := &f.Item[i]; g.Required && !has(out, g.Name) {
			o.wrong(raw.at, path+"."+g.Name, "is required")
		}
	}
	return out
}

func fieldIndex(fs []registry.Field, name string) int {
	for i := range fs {
		if fs[i].Name == name {
			return i
		}
	}
	return -1
}

func has(in []registry.InputValue, name string) bool {
	for _, v := range in {
		if v.Name.Text == name {
			return true
		}
	}
	return false
}
