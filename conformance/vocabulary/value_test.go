package vocabulary

import (
	"encoding/json"
	"math/rand/v2"
)

// Values are nil, bool, json.Number, string, []any and *object.

// object keeps the order of its members.
type object struct{ members []member }

type member struct {
	name  string
	value any
}

func (o *object) get(name string) (any, bool) {
	for _, m := range o.members {
		if m.name == name {
			return m.value, true
		}
	}
	return nil, false
}

// plain is a value as the judge takes it.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case *object:
		out := make(map[string]any, len(v.members))
		for _, m := range v.members {
			out[m.name] = plain(m.value)
		}
		return out
	}
	return v
}

// encode writes a value as JSON, with the members of objects in any order.
func encode(r *rand.Rand, dst []byte, v any) []byte {
	switch v := v.(type) {
	case []any:
		dst = append(dst, '[')
		for i := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = encode(r, dst, v[i])
		}
		return append(dst, ']')
	case *object:
		dst = append(dst, '{')
		for i, at := range r.Perm(len(v.members)) {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(encode(r, dst, v.members[at].name), ':')
			dst = encode(r, dst, v.members[at].value)
		}
		return append(dst, '}')
	case json.Number:
		return append(dst, v...) // as it is written, e.g. 1e0
	}
	b, err := json.Marshal(v)
	if err != nil {
		return append(dst, err.Error()...) // no JSON, so everything refuses it
	}
	return append(dst, b...)
}
