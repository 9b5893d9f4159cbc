package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// dialect says how the schemas of a projection may differ from the canonical ones. It is written from what the providers
// take, not from how promptgen makes it.
type dialect struct {
	keywords []string // all that a schema may hold; nil where it may hold anything
	strict   []string // all that one of a strict tool may hold; nil where tools can't be strict
	says     bool     // every tool says whether it is strict
	all      bool     // of a strict tool every parameter is required, and null stands for one that is absent
	upper    bool     // names of types are in capitals, and what may be null is nullable
	ordering bool     // objects repeat the order of their members
}

// plain is the vocabulary of JSON Schema that promptgen declares tools with.
func plain() []string {
	return []string{
		"type", "description", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength",
		"maxLength", "pattern", "format", "minItems", "maxItems", "items", "properties", "required", "additionalProperties",
		"default", "anyOf",
	}
}

// relate lists where the schema of a projection is no form of the canonical one. Names, order, descriptions, types,
// values and structure have to be there; a constraint may be missing only where the description states it.
func (d dialect) relate(path string, canonical, wire *tree) []string {
	var bad []string
	add := func(format string, args ...any) { bad = append(bad, path+": "+fmt.Sprintf(format, args...)) }
	for _, k := range wire.members() {
		if !d.knows(k) {
			add("keyword %q, which the projection does not have", k)
		}
	}
	doc := wire.member("description").text()
	if variants := branches(wire); d.upper && len(variants) > 0 {
		doc = variants[0].member("description").text() // Gemini's older form takes nothing beside anyOf
	}
	note, ok := strings.CutPrefix(doc, canonical.member("description").text())
	note = strings.TrimSpace(note)
	if !ok || note != "" && !strings.HasPrefix(note, "Constraints: ") {
		add("description %q, want %q", doc, canonical.member("description").text())
	}
	wire = d.unwrapped(canonical, wire)
	if got, want := d.types(wire), d.types(canonical); !slices.Equal(got, want) {
		add("type %q, want %q", got, want)
	}
	if got, want := values(wire), values(canonical); !slices.Equal(got, want) && (got != nil || !strings.Contains(note, "enum ")) {
		add("values %q, want %q", got, want)
	}
	bad = append(bad, constraints(path, canonical, wire, note)...)
	bad = append(bad, d.relateObject(path, canonical, wire)...)
	if canonical.member("items") != nil {
		bad = append(bad, d.relate(path+"[]", canonical.member("items"), wire.member("items"))...)
	}
	got, want := branches(wire), branches(canonical)
	if len(got) != len(want) {
		add("%d variants, want %d", len(got), len(want))
		return bad
	}
	for i := range want {
		variant := got[i]
		if d.upper && i == 0 {
			variant = variant.without("description") // which was that of the whole
		}
		bad = append(bad, d.relate(fmt.Sprintf("%s|%d", path, i), want[i], variant)...)
	}
	return bad
}

func (d dialect) knows(keyword string) bool {
	return d.keywords == nil || slices.Contains(d.keywords, keyword)
}

// constraints lists the constraints that are other ones, or are missing in the schema and in the note alike.
func constraints(path string, canonical, wire *tree, note string) []string {
	var bad []string
	for _, k := range []string{
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "default",
	} {
		want, got := canonical.member(k), wire.member(k)
		switch {
		case got == nil && (want == nil || int64Bound(want) || strings.Contains(note, k+" ")):
		case unequal(k, want, got) != "":
			bad = append(bad, fmt.Sprintf("%s: %s %s, want %s", path, k, got.encode(), want.encode()))
		}
	}
	return bad
}

// relateObject is relate for what objects hold.
func (d dialect) relateObject(path string, canonical, wire *tree) []string {
	var bad []string
	add := func(format string, args ...any) { bad = append(bad, path+": "+fmt.Sprintf(format, args...)) }
	names := canonical.member("properties").members()
	if got := wire.member("properties").members(); !slices.Equal(got, names) {
		add("parameters %q, want %q", got, names)
		return bad
	}
	for i, v := range canonical.member("properties").valuesOf() {
		bad = append(bad, d.relate(path+"."+names[i], v, wire.member("properties").values[i])...)
	}
	required := texts(canonical.member("required"))
	if d.all && canonical.member("properties") != nil {
		for i, name := range names {
			want := nullable(canonical.member("properties").values[i]) || !slices.Contains(required, name)
			if got := nullable(wire.member("properties").values[i]); got != want {
				add("%s may be null: %t, want %t", name, got, want)
			}
		}
		required = names
	}
	if got := texts(wire.member("required")); !slices.Equal(got, required) {
		add("required %q, want %q", got, required)
	}
	if d.ordering && len(names) > 0 {
		if got := texts(wire.member("propertyOrdering")); !slices.Equal(got, names) {
			add("propertyOrdering %q, want %q", got, names)
		}
	}
	want, got := canonical.member("additionalProperties"), wire.member("additionalProperties")
	switch {
	case want == nil || !d.knows("additionalProperties"):
	case want.kind == '{':
		bad = append(bad, d.relate(path+"{}", want, got)...)
	case unequal("", want, got) != "":
		add("additionalProperties %s, want %s", got.encode(), want.encode())
	}
	return bad
}

// unwrapped returns the schema inside of {"anyOf":[schema,{"type":"null"}]}, which says that a value may be null where
// the canonical schema has no variants.
func (d dialect) unwrapped(canonical, wire *tree) *tree {
	if inner := branches(wire); canonical.member("anyOf") == nil && len(inner) == 1 {
		return inner[0]
	}
	return wire
}

// types returns the names of a schema's types as JSON Schema has them, without null.
func (d dialect) types(t *tree) []string {
	names := texts(t.member("type"))
	if s := t.member("type").text(); s != "" {
		names = []string{s}
	}
	var out []string
	for _, n := range names {
		if d.upper {
			n = strings.ToLower(n)
		}
		if n != "null" {
			out = append(out, n)
		}
	}
	return out
}

// values returns the values that a schema lists, without null.
func values(t *tree) []string {
	var out []string
	if c := t.member("const"); c != nil {
		out = append(out, c.encode())
	}
	for _, v := range t.member("enum").elements() {
		if v.scalar != nil {
			out = append(out, v.encode())
		}
	}
	return out
}

// branches returns a schema's variants, without null.
func branches(t *tree) []*tree {
	var out []*tree
	for _, b := range t.member("anyOf").elements() {
		if b.member("type").text() != "null" {
			out = append(out, b)
		}
	}
	return out
}

// nullable reports whether a schema takes null.
func nullable(t *tree) bool {
	if t.member("type") == nil && t.member("anyOf") == nil && t.member("enum") == nil && t.member("const") == nil {
		return true // it takes anything
	}
	if slices.Contains(texts(t.member("type")), "null") {
		return true
	}
	return slices.ContainsFunc(t.member("anyOf").elements(), func(b *tree) bool { return b.member("type").text() == "null" })
}

func (t *tree) valuesOf() []*tree {
	if t == nil {
		return nil
	}
	return t.values
}

func texts(t *tree) []string {
	var out []string
	for _, e := range t.elements() {
		out = append(out, e.text())
	}
	return out
}

// int64Bound reports whether a bound is that of every integer: the decoders enforce it, and no request needs to say it.
func int64Bound(t *tree) bool {
	s := t.encode()
	return s == "-9223372036854775808" || s == "9223372036854775807"
}

// wireTool is a tool as a request holds it.
type wireTool struct {
	name, doc string
	strict    *tree // nil where it is not said
	schema    *tree // nil where there is none
}

// offer is a tool that a session offers, with its canonical schema.
type offer struct {
	name, doc, schema string
	host              bool // it is the host's: most projections pass its schema on as it is
}

func offers(tools *prompt.Tools) (out []offer) {
	for t := range tools.All() {
		_, err := codertools.Decode(prompt.Call{Name: t.Name})
		var problem *prompt.CallError
		host := errors.As(err, &problem) && problem.Unknown
		out = append(out, offer{t.Name, t.Doc, string(t.Schema), host})
	}
	return out
}

// relateTools lists where the tools of a request are not those that are offered.
func (d dialect) relateTools(offered []offer, wire []wireTool) []string {
	var bad, want, got []string
	for _, o := range offered {
		want = append(want, o.name)
	}
	for _, w := range wire {
		got = append(got, w.name)
	}
	if !slices.Equal(got, want) {
		return []string{fmt.Sprintf("tools %q, want %q", got, want)}
	}
	for i, o := range offered {
		w := wire[i]
		if w.doc != o.doc {
			bad = append(bad, fmt.Sprintf("%s: description %q, want %q", o.name, w.doc, o.doc))
		}
		canonical, err := parse([]byte(o.schema))
		if err != nil {
			bad = append(bad, o.name+": "+err.Error())
			continue
		}
		if w.schema == nil && len(canonical.member("properties").members()) == 0 {
			continue // a function without parameters
		}
		form, problem := d.formOf(w)
		if problem != "" {
			bad = append(bad, o.name+": "+problem)
		}
		if o.host && !form.upper { // the older form of Gemini's knows only what it knows
			form.keywords, form.ordering = nil, false
		}
		bad = append(bad, form.relate(o.name, canonical, w.schema)...)
	}
	return bad
}

// formOf returns the dialect of one tool, which depends on whether the provider is to hold the model to it.
func (d dialect) formOf(w wireTool) (form dialect, problem string) {
	strict := false
	if w.strict != nil {
		strict = w.strict.encode() == "true"
	}
	switch {
	case w.strict != nil && d.strict == nil:
		problem = "says whether it is strict, which some servers refuse"
	case w.strict == nil && d.says:
		problem = "does not say whether it is strict"
	}
	if strict {
		d.keywords = d.strict
	} else {
		d.all = false
	}
	return d, problem
}
