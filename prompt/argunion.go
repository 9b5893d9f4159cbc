package prompt

// MapType is the type of an argument that is an object with names that nobody knows beforehand.
type MapType[T any] struct{ value ArgType[T] }

// AsMap takes an object whose members are all of one type, under any names.
func AsMap[T any](value ArgType[T]) MapType[T] { return MapType[T]{value: value} }

func (MapType[T]) takesNull() bool { return false }

func (t MapType[T]) decodeArg(d *argDecoder, v *jsonValue, dst *map[string]T) {
	if v.kind != jsonObject {
		d.want("an object", v)
		return
	}
	*dst = make(map[string]T, len(v.kids))
	for i := range v.kids {
		m := &v.kids[i]
		d.entry(m.name, func() {
			if _, ok := (*dst)[m.name]; ok {
				d.reject("given more than once")
				return
			}
			var value T
			t.value.decodeArg(d, &m.value, &value)
			(*dst)[m.name] = value
		})
	}
}

// UnionType is the type of an argument that is one of several objects.
type UnionType[T any] struct {
	discriminator string
	cases         []Variant[T]
}

// Variant is one of the objects of a union.
type Variant[T any] struct {
	tag   string
	fresh func() (T, []ArgField)
}

// UnionCase is the object that a tag stands for. fresh returns a new one together with its members, the discriminator
// not among them.
func UnionCase[T any](tag string, fresh func() (T, []ArgField)) Variant[T] {
	return Variant[T]{tag: tag, fresh: fresh}
}

// AsUnion takes an object whose member discriminator is the tag of one of cases. It may stand anywhere in the object.
func AsUnion[T any](discriminator string, cases ...Variant[T]) UnionType[T] {
	return UnionType[T]{discriminator: discriminator, cases: cases}
}

func (UnionType[T]) takesNull() bool { return false }

func (t UnionType[T]) decodeArg(d *argDecoder, v *jsonValue, dst *T) {
	if v.kind != jsonObject {
		d.want("an object", v)
		return
	}
	var tag *jsonValue
	for i := range v.kids {
		switch m := &v.kids[i]; {
		case m.name != t.discriminator:
		case tag != nil:
			d.twice(m.name)
		default:
			tag = &m.value
		}
	}
	c := t.find(d, tag)
	if c == nil {
		return // which members there are to be is not known
	}
	value, fields := c.fresh()
	*dst = value
	mark := len(d.place)
	d.place = appendName(d.place, c.tag)
	d.object(v, fields, t.discriminator)
	d.place = d.place[:mark]
}

// find returns the object that is meant, or notes what is wrong with its tag.
func (t UnionType[T]) find(d *argDecoder, tag *jsonValue) *Variant[T] {
	for i := range t.cases {
		if tag != nil && tag.kind == jsonString && tag.text == t.cases[i].tag {
			return &t.cases[i]
		}
	}
	d.member(t.discriminator, func() {
		d.wantOneOf(func() []string {
			tags := make([]string, len(t.cases))
			for i := range t.cases {
				tags[i] = quote(t.cases[i].tag)
			}
			return tags
		}, tag)
	})
	return nil
}
