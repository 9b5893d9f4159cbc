package load

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// lowering turns evaluated values into the model.
type lowering struct {
	src   *sources
	diags diag.List
	bad   map[string]bool // paths that are reported already
	marks map[string]bool // marks that there are
}

// report takes a diagnostic on a value, unless the value is worthless for a reason that is reported.
func (n node) report(d diag.Diagnostic) {
	for path := range n.l.bad {
		if strings.HasPrefix(path, n.at.Path+".") || strings.HasPrefix(path, n.at.Path+"[") {
			return
		}
	}
	if !slices.ContainsFunc(n.w.leaves(), func(p part) bool { return n.l.src.dead.hold(p.expr.Pos()) }) {
		n.l.diags = append(n.l.diags, d)
	}
}

// node is one value with the syntax that it came from.
type node struct {
	l    *lowering
	v    cue.Value
	w    view
	at   diag.Loc
	name string // of a field
	key  diag.Loc
}

// field gives a field of a struct. It is absent when it doesn't exist.
func (n node) field(name string) node {
	f := node{l: n.l, v: n.v.LookupPath(cue.MakePath(cue.Str(name))), w: view{t: n.w.t}, name: name}
	path := under(n.at.Path, name)
	if f.v.Exists() {
		f.w = n.w.field(name)
	}
	f.at = f.w.at(path, n.at)
	f.key = f.w.labelAt(path, n.at)
	return f
}

// ok reports whether the value is there and free of errors of its own.
func (n node) ok() bool { return n.v.Exists() && !n.l.bad[n.at.Path] }

// written reports whether the user's files speak of the value, and it isn't a default of the schema.
func (n node) written() bool { return n.ok() && n.w.given() }

// fields gives the fields of a struct, sorted by name.
func (n node) fields() []node {
	if !n.ok() {
		return nil
	}
	iter, err := n.v.Fields()
	if err != nil {
		return nil
	}
	var out []node
	for iter.Next() {
		out = append(out, n.field(iter.Selector().Unquoted()))
	}
	slices.SortFunc(out, func(a, b node) int { return cmp.Compare(a.name, b.name) })
	return out
}

// items gives the items of a list, in order.
func (n node) items() []node {
	if !n.ok() {
		return nil
	}
	var out []node
	v, _ := n.v.Default()
	for i := 0; ; i++ { // an iterator would refuse a list that holds an error
		item := v.LookupPath(cue.MakePath(cue.Index(i)))
		if !item.Exists() {
			return out
		}
		w := n.w.item(i)
		at := w.at(indexed(n.at.Path, i), n.at)
		out = append(out, node{l: n.l, v: item, w: w, at: at, key: at})
	}
}

// text gives a string that takes no marks, or "" where there is none.
func (n node) text() string {
	if !n.ok() {
		return ""
	}
	s, err := n.v.String()
	if err != nil {
		return ""
	}
	if strings.ContainsAny(s, markOpen+markClose) {
		n.refuseMarks()
		return ""
	}
	return s
}

// orElse gives a string, or a default where the field is absent.
func (n node) orElse(def string) string {
	if !n.v.Exists() {
		return def
	}
	return n.text()
}

// word gives a string with its place, or the zero word where there is none.
func (n node) word() registry.Word {
	if !n.ok() {
		return registry.Word{}
	}
	return registry.Word{Text: n.text(), At: n.at}
}

// place gives the place of a string, byte by byte, where the source has one. It is nothing for a default of the schema.
func (n node) place() registry.Place {
	if !n.written() {
		return registry.Place{}
	}
	return n.spelled().Place()
}

// spelled gives a string with its place and the places of its bytes: a condition, a pattern, a usage.
func (n node) spelled() registry.Word {
	w := n.word()
	if w.Text != "" {
		w.Runs = n.trace(w.Text).within(0, len(w.Text))
	}
	return w
}

// wordElse gives a string with its place, or a default.
func (n node) wordElse(def string) registry.Word {
	if !n.v.Exists() {
		return registry.Word{Text: def, At: n.at}
	}
	return n.word()
}

// label gives the name of the field as a word.
func (n node) label() registry.Word { return registry.Word{Text: n.name, At: n.key} }

func (n node) texts() []string {
	var out []string
	for _, i := range n.items() {
		out = append(out, i.text())
	}
	return out
}

func (n node) words() []registry.Word {
	var out []registry.Word
	for _, i := range n.items() {
		out = append(out, i.word())
	}
	return out
}

// wordsElse gives a list of words, or a default where the field is absent.
func (n node) wordsElse(def ...string) []registry.Word {
	if n.v.Exists() {
		return n.words()
	}
	var out []registry.Word
	for _, d := range def {
		out = append(out, registry.Word{Text: d, At: n.at})
	}
	return out
}

func (n node) bool() bool {
	if !n.ok() {
		return false
	}
	b, err := n.v.Bool()
	return err == nil && b
}

// int gives a whole number, or 0 where there is none. One that does not fit is reported.
func (n node) int() int64 {
	if p := n.intPtr(); p != nil {
		return *p
	}
	return 0
}

func (n node) intPtr() *int64 {
	if !n.ok() {
		return nil
	}
	whole, err := n.v.Int(new(big.Int)) // CUE's own Int64 refuses the lowest one
	switch {
	case err == nil && whole.IsInt64():
		return new(whole.Int64())
	case err == nil:
		n.report(diag.Errorf(n.at, "number-range", "number does not fit into 64 bits"))
	}
	return nil
}

// number gives a number, written as JSON writes it. A whole one must fit into 64 bits.
func (n node) number(whole bool) *json.Number {
	if !n.ok() {
		return nil
	}
	if whole && n.intPtr() == nil {
		return nil
	}
	data, err := n.v.MarshalJSON()
	if err != nil {
		return nil
	}
	// One that a float does not hold stays as it is written, for a check to refuse.
	if f, err := strconv.ParseFloat(string(data), 64); err == nil && f != 0 && bytes.ContainsAny(data, "eE") {
		if data, err = json.Marshal(f); err != nil {
			return nil
		}
	}
	return new(json.Number(data))
}

// raw gives a value as compact JSON.
func (n node) raw() json.RawMessage {
	if !n.ok() || n.holdsBytes() {
		return nil
	}
	data, err := canonicalJSON(n.v)
	if err != nil {
		n.report(diag.Errorf(n.at, "incomplete", "no value is given, only what it may be").Note("want data"))
		return nil
	}
	if strings.ContainsAny(string(data), markOpen+markClose) {
		n.refuseMarks()
		return nil
	}
	return data
}

// holdsBytes reports bytes in a value that is to be JSON, where they would become a string in base64 without a word.
func (n node) holdsBytes() bool {
	var kids []node
	switch n.v.IncompleteKind() {
	case cue.BytesKind:
		n.report(diag.Errorf(n.at, "wrong-type", "want a value of JSON, got bytes").Note("strings stand in double quotes"))
		return true
	case cue.StructKind:
		kids = n.fields()
	case cue.ListKind:
		kids = n.items()
	}
	found := false
	for _, kid := range kids {
		found = kid.holdsBytes() || found
	}
	return found
}

// canonicalJSON gives a value as compact JSON whose members are sorted by name: CUE promises no order of fields.
func canonicalJSON(v cue.Value) ([]byte, error) {
	data, err := v.MarshalJSON()
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var x any
	if err := dec.Decode(&x); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(x); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

func each[T any](ns []node, lower func(node) T) []T {
	var out []T
	for _, n := range ns {
		out = append(out, lower(n))
	}
	return out
}

// maybe lowers a struct that may be absent.
func maybe[T any](n node, lower func(node) T) *T {
	if !n.ok() {
		return nil
	}
	return new(lower(n))
}
