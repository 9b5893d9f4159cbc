package prompt

import (
	"iter"
	"unique"
)

// Values is an immutable array of pre-rendered elements, or the one object around it, e.g.
// {"role":"developer","content":[…]}: the elements are then those of the inner array. Elements that are equal are
// shared by all sessions. The zero Values has none.
type Values struct {
	open, end string // what stands in front of the elements and behind them, brackets included
	elems     []shared
}

// shared is a string that equal strings of the whole process share. The handle is kept, not the string alone, because
// the pool forgets a string whose handles are gone, and a later session would then get a second copy.
type shared = unique.Handle[string]

func share(s string) shared { return unique.Make(s) }

// IsZero reports whether there is nothing to send. A request should then leave the member out.
func (v Values) IsZero() bool { return len(v.elems) == 0 }

// All yields the elements, for SDK fields that are slices.
func (v Values) All() iter.Seq[JSON] {
	return func(yield func(JSON) bool) {
		for _, e := range v.elems {
			if !yield(JSON(e.Value())) {
				return
			}
		}
	}
}

// JSON returns the whole value, with one allocation; null for the zero Values.
func (v Values) JSON() JSON { return JSON(v.Append(make([]byte, 0, v.size()))) }

// Append appends the whole value to dst; null for the zero Values.
func (v Values) Append(dst []byte) []byte {
	if v.IsZero() {
		return append(dst, "null"...)
	}
	dst = append(dst, v.open...)
	for i, e := range v.elems {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, e.Value()...)
	}
	return append(dst, v.end...)
}

// MarshalJSON returns the whole value, so that SDK routes that take a json.Marshaler take v itself.
func (v Values) MarshalJSON() ([]byte, error) {
	return v.Append(make([]byte, 0, v.size())), nil
}

func (v Values) size() int {
	if v.IsZero() {
		return len("null")
	}
	n := len(v.open) + len(v.elems) - 1 + len(v.end)
	for _, e := range v.elems {
		n += len(e.Value())
	}
	return n
}
