package prompt

// NullableType is the type of an argument that may be null.
type NullableType[T any] struct{ typ ArgType[T] }

// AsNullable takes null, which leaves nil, or what typ takes.
func AsNullable[T any](typ ArgType[T]) NullableType[T] { return NullableType[T]{typ} }

func (NullableType[T]) takesNull() bool { return true }

func (t NullableType[T]) decodeArg(d *argDecoder, v *jsonValue, dst **T) {
	if v.kind == jsonNull {
		*dst = nil
		return
	}
	*dst = new(T)
	t.typ.decodeArg(d, v, *dst)
}

// NilableType is the type of an array, a map or a union that may be null.
type NilableType[T any] struct{ typ ArgType[T] }

// AsNilable takes null, which leaves the zero value, or what typ takes, an array, a map or a union. Where their zero
// value is nil, it can't be taken for one that is empty.
func AsNilable[T any](typ ArgType[T]) NilableType[T] { return NilableType[T]{typ} }

func (NilableType[T]) takesNull() bool { return true }

func (t NilableType[T]) decodeArg(d *argDecoder, v *jsonValue, dst *T) {
	if v.kind == jsonNull {
		var none T
		*dst = none
		return
	}
	t.typ.decodeArg(d, v, dst)
}

// AnyType is the type of an argument that may be any value, null among them.
type AnyType struct{}

// AsAny takes any value in which no object has two members of one name.
func AsAny() AnyType { return AnyType{} }

func (AnyType) takesNull() bool { return true }

func (AnyType) decodeArg(d *argDecoder, v *jsonValue, dst *JSON) {
	problems := len(d.problems) + d.more
	d.distinct(v)
	if len(d.problems)+d.more == problems {
		*dst = JSON(appendJSON(nil, v))
	}
}

// distinct notes the members of a value, at any depth, that an object has twice.
func (d *argDecoder) distinct(v *jsonValue) {
	var seen map[string]bool
	if v.kind == jsonObject {
		seen = make(map[string]bool, len(v.kids))
	}
	for i := range v.kids {
		m := &v.kids[i]
		switch {
		case v.kind == jsonArray:
			d.item(i, func() { d.distinct(&m.value) })
		case seen[m.name]:
			d.twice(m.name)
		default:
			seen[m.name] = true
			d.member(m.name, func() { d.distinct(&m.value) })
		}
	}
}
