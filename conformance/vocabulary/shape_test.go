package vocabulary

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// shape is a canonical schema.
type shape struct {
	Type                 kinds             `json:"type"`
	Enum                 []any             `json:"enum"`
	Const                string            `json:"const"`
	Minimum, Maximum     json.Number       // "" for none
	MinLength, MaxLength *int              // in runes
	MinItems, MaxItems   *int              //
	Pattern, Format      string            //
	Items                *shape            `json:"items"`
	Properties           map[string]*shape `json:"properties"`
	Required             []string          `json:"required"`
	AdditionalProperties json.RawMessage   `json:"additionalProperties"`
	AnyOf                []*shape          `json:"anyOf"`

	values   *shape   // of a map
	names    []string // of properties, sorted
	variants []*shape // of a union
	tag      string   // a union's discriminator
	nullable bool
	near     []json.Number // valid ones, most of them near a bound; made once
}

// kinds is one type or several.
type kinds []string

// UnmarshalJSON takes a string or an array of them.
func (k *kinds) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte("[")) {
		return json.Unmarshal(b, (*[]string)(k))
	}
	*k = make(kinds, 1)
	return json.Unmarshal(b, &(*k)[0])
}

// shapeOf reads a canonical schema.
func shapeOf(t *testing.T, schema []byte) *shape {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	s := new(shape)
	if err := d.Decode(s); err != nil {
		t.Fatal(err)
	}
	s.prepare(t)
	return s
}

// prepare fills what JSON does not say directly, at every depth.
func (s *shape) prepare(t *testing.T) {
	s.nullable = slices.Contains(s.Type, "null") || s.isAny()
	s.Type = slices.DeleteFunc(s.Type, func(k string) bool { return k == "null" })
	s.names = slices.Sorted(maps.Keys(s.Properties))
	if strings.HasPrefix(string(s.AdditionalProperties), "{") {
		s.values = shapeOf(t, s.AdditionalProperties)
	}
	for _, p := range s.Properties {
		p.prepare(t)
	}
	if s.Items != nil {
		s.Items.prepare(t)
	}
	for _, v := range s.AnyOf {
		if slices.Equal(v.Type, kinds{"null"}) {
			s.nullable = true
			continue
		}
		v.prepare(t)
		for name, p := range v.Properties {
			if p.Const != "" {
				s.tag = name
			}
		}
		s.variants = append(s.variants, v)
	}
}

func (s *shape) isAny() bool { return s.Type == nil && s.AnyOf == nil && s.Const == "" }

func (s *shape) kind() string {
	switch {
	case s == nil || s.isAny():
		return "any"
	case s.variants != nil:
		return "union"
	case s.values != nil:
		return "map"
	case s.Const != "":
		return "const"
	case s.Enum != nil:
		return "enum"
	}
	return s.Type[0]
}

// variant returns the object that a value of a union is meant to be, or nil.
func (s *shape) variant(v any) *shape {
	o, ok := v.(*object)
	if !ok {
		return nil
	}
	tag, _ := o.get(s.tag)
	for _, c := range s.variants {
		if c.Properties[s.tag].Const == tag {
			return c
		}
	}
	return nil
}

// below yields the parts of a value with their shapes; nil for those that no shape has.
func (s *shape) below(v any, yield func(at *any, in *shape)) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			var in *shape
			if s != nil {
				in = s.Items
			}
			yield(&v[i], in)
		}
	case *object:
		if s != nil && s.variants != nil {
			s = s.variant(v)
		}
		for i := range v.members {
			var in *shape
			switch {
			case s == nil:
			case s.values != nil:
				in = s.values
			default:
				in = s.Properties[v.members[i].name]
			}
			yield(&v.members[i].value, in)
		}
	}
}

// strip removes, at every depth, nulls of members that are optional and not nullable.
func (s *shape) strip(v any) any {
	if o, ok := v.(*object); ok {
		in := s
		if s != nil && s.variants != nil {
			in = s.variant(v)
		}
		v = &object{slices.DeleteFunc(slices.Clone(o.members), func(m member) bool {
			return m.value == nil && in.mayLack(m.name)
		})}
	} else if list, ok := v.([]any); ok {
		v = slices.Clone(list)
	}
	s.below(v, func(at *any, in *shape) { *at = in.strip(*at) })
	return v
}

// fill adds these nulls.
func (s *shape) fill(v any) any {
	if o, ok := v.(*object); ok {
		in := s
		if s != nil && s.variants != nil {
			in = s.variant(v)
		}
		filled := &object{slices.Clone(o.members)}
		if in != nil {
			for _, name := range in.names {
				if _, ok := o.get(name); !ok && in.mayLack(name) {
					filled.members = append(filled.members, member{name, nil})
				}
			}
		}
		v = filled
	} else if list, ok := v.([]any); ok {
		v = slices.Clone(list)
	}
	s.below(v, func(at *any, in *shape) { *at = in.fill(*at) })
	return v
}

// mayLack reports whether a member is optional and not nullable.
func (s *shape) mayLack(name string) bool {
	return s != nil && s.Properties[name] != nil && !slices.Contains(s.Required, name) && !s.Properties[name].nullable
}
