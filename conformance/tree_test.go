package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
)

// tree is a JSON value with the members of objects in their order. Of a scalar, scalar is a string, json.Number, bool
// or nil.
type tree struct {
	kind   byte // '{', '[' or 0
	keys   []string
	values []*tree
	scalar any
}

// parse reads one JSON value. Two members of one name are an error.
func parse(data []byte) (*tree, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	t, err := parseNext(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value")
	}
	return t, nil
}

func parseNext(d *json.Decoder) (*tree, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return &tree{scalar: token}, nil
	}
	t := &tree{kind: byte(delim)}
	for d.More() {
		if t.kind == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			if slices.Contains(t.keys, key.(string)) {
				return nil, fmt.Errorf("two members %q", key)
			}
			t.keys = append(t.keys, key.(string))
		}
		v, err := parseNext(d)
		if err != nil {
			return nil, err
		}
		t.values = append(t.values, v)
	}
	_, err = d.Token()
	return t, err
}

// member returns a member of an object, or nil.
func (t *tree) member(key string) *tree {
	if t == nil {
		return nil
	}
	if i := slices.Index(t.keys, key); i >= 0 {
		return t.values[i]
	}
	return nil
}

// members returns the names of an object's members, in their order.
func (t *tree) members() []string {
	if t == nil {
		return nil
	}
	return t.keys
}

// without returns a copy of an object without one of its members.
func (t *tree) without(key string) *tree {
	out := &tree{kind: t.kind}
	for i, k := range t.keys {
		if k != key {
			out.keys, out.values = append(out.keys, k), append(out.values, t.values[i])
		}
	}
	return out
}

// elements returns what an array holds.
func (t *tree) elements() []*tree {
	if t == nil || t.kind != '[' {
		return nil
	}
	return t.values
}

// text returns a string, or "".
func (t *tree) text() string {
	if t == nil {
		return ""
	}
	s, _ := t.scalar.(string)
	return s
}

// encode writes a tree as compact JSON.
func (t *tree) encode() string {
	if t == nil {
		return "nothing"
	}
	if t.kind == 0 {
		b, err := json.Marshal(t.scalar)
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	var parts []string
	for i, v := range t.values {
		part := v.encode()
		if t.kind == '{' {
			key, _ := json.Marshal(t.keys[i])
			part = string(key) + ":" + part
		}
		parts = append(parts, part)
	}
	if t.kind == '{' {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// unequal says where two JSON values differ, or "". Members have no order, and numbers are exact.
func unequal(path string, a, b *tree) string {
	if a == nil || b == nil || a.kind != b.kind || len(a.values) != len(b.values) {
		return fmt.Sprintf("%s: %s against %s", path, a.encode(), b.encode())
	}
	for i, v := range a.values {
		at, other := fmt.Sprint(i), b.values[i]
		if a.kind == '{' {
			at, other = a.keys[i], b.member(a.keys[i])
		}
		if d := unequal(path+"."+at, v, other); d != "" {
			return d
		}
	}
	if a.kind == 0 && !sameScalar(a.scalar, b.scalar) {
		return fmt.Sprintf("%s: %s against %s", path, a.encode(), b.encode())
	}
	return ""
}

func sameScalar(a, b any) bool {
	x, ok := a.(json.Number)
	y, both := b.(json.Number)
	if !ok || !both {
		return a == b
	}
	p, ok := new(big.Rat).SetString(x.String())
	q, both := new(big.Rat).SetString(y.String())
	return ok && both && p.Cmp(q) == 0
}
