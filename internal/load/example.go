package load

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/promptgen/promptgen/internal/diag"
)

// remark gives what the schema says in an attribute about a place: @example(…) or @hint(…) beside the field, else
// beside the definition that it refers to.
func (v view) remark(name string) string {
	defer v.t.query()()
	for _, p := range v.parts {
		if p.field != nil {
			if text := attribute(p.field, name); text != "" {
				return text
			}
		}
	}
	for _, p := range v.parts {
		if text := v.t.remarkOn(p, name, 0); text != "" {
			return text
		}
	}
	return ""
}

func (t *tree) remarkOn(p part, name string, depth int) string {
	if depth > maxDepth {
		return ""
	}
	if id, ok := p.expr.(*ast.Ident); ok {
		for _, f := range t.top[id.Name] {
			if text := attribute(f, name); text != "" {
				return text
			}
		}
	}
	for _, q := range t.operands(p) {
		if text := t.remarkOn(q, name, depth+1); text != "" {
			return text
		}
	}
	return ""
}

func attribute(f *ast.Field, name string) string {
	for _, a := range f.Attrs {
		if key, body := a.Split(); key == name {
			return body
		}
	}
	return ""
}

// example shows how a field of this name is written, e.g. `heading: value: "Rules"`, or "".
func (v view) example(field string) string {
	if text := v.remark("example"); text != "" {
		return strings.ReplaceAll(text, "FIELD", label(field))
	}
	if inner := v.entry().remark("example"); inner != "" { // named things
		return label(field) + ": " + strings.ReplaceAll(inner, "FIELD", "NAME")
	}
	if item := v.item(0); item.given() {
		if s := shapeOf(item); slices.Contains(s.kinds, "a string") {
			word := "…"
			if len(s.enum) > 0 {
				word = s.enum[0]
			}
			return label(field) + ": [" + quote(word) + "]"
		}
	}
	return ""
}

// entry gives the definition of the entries of a struct of named things.
func (v view) entry() view {
	out := view{t: v.t}
	for _, f := range v.patterns() {
		out.parts = append(out.parts, part{label: f.Label.Pos(), expr: f.Value, field: f})
	}
	return out
}

// label writes a field's name as CUE wants it.
func label(name string) string {
	if plainName(name) && !strings.Contains(name, "-") {
		return name
	}
	return strconv.Quote(name)
}

// remedy says how a literal of the wrong kind is mended, or how the field is written.
func remedy(d diag.Diagnostic, e ast.Expr, def view, want shape, field string) diag.Diagnostic {
	kind, text := literalKind(e), literalText(e)
	has := func(kind string) bool { return slices.Contains(want.kinds, kind) }
	word := unquoted(text)
	_, notInt := strconv.ParseInt(word, 10, 64)
	list, isList := e.(*ast.ListLit)
	if want.want != "" && has("a string") {
		d = d.Note("%s", want.want)
	}
	switch {
	case kind == "a string" && (notInt == nil && (has("a whole number") || has("a number")) || has("a bool") && (word == "true" || word == "false")):
		return d.Note("write it without quotes: %s", word)
	case kind == "bytes" && has("a string"):
		return d.Note("strings stand in double quotes")
	case has("a string") && (kind == "a whole number" || kind == "a number" || kind == "a bool"):
		if want.want == "" {
			return d.Note("strings stand in quotes: %s", quote(text))
		}
		return d
	case has("a string") && isList && len(list.Elts) == 1 && literalText(list.Elts[0]) != "":
		return d.Note("write it without brackets: %s", literalText(list.Elts[0]))
	case kind == "a string" && has("a list") && text != "" && holds(shapeOf(def.item(0)), word):
		return d.Note("write %s: [%s]", label(field), text)
	}
	return hinted(d, def, field)
}

func holds(item shape, word string) bool {
	return slices.Contains(item.kinds, "a string") && (len(item.enum) == 0 || slices.Contains(item.enum, word))
}

// hinted adds the schema's example and hint for a place.
func hinted(d diag.Diagnostic, def view, field string) diag.Diagnostic {
	if text := def.example(field); text != "" {
		d.Notes = slices.DeleteFunc(slices.Clone(d.Notes), func(n string) bool { return n == "want a list" })
		d = d.Note("want e.g. %s", text)
	}
	if text := def.remark("hint"); text != "" {
		d = d.Note("%s", text)
	}
	return d
}
