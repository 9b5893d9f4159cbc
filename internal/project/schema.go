package project

import (
	"encoding/json"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// schema writes the schema of a parameter in a form, cut where descriptions go.
func schema(p *registry.Param, f form) []string {
	w := &schemaWriter{form: f}
	w.param(p)
	return w.done()
}

// schemaWriter writes schemas in one form.
type schemaWriter struct {
	writer
	form form
}

// param writes the schema of a parameter or of an object's member.
func (w *schemaWriter) param(p *registry.Param) {
	t := &p.Type
	if w.form.nulls() && !p.Required && !p.Nullable {
		c := *t
		c.Nullable = true // null is how the model says that it leaves the member out
		t = &c
	}
	w.schema(subject{t, p.Default}, true)
}

// schema writes the schema of a type. One without a description of its own, an array's items or a map's values, has
// only what the form moves there.
func (w *schemaWriter) schema(s subject, described bool) {
	if w.form == canonical {
		s.Type = bounded(s.Type)
	}
	if s.Kind == registry.UnionType {
		w.union(s, described)
		return
	}
	w.open("{")
	w.kind(s.Type)
	w.description(s, described)
	w.keywords(s)
	switch s.Kind {
	case registry.ArrayType:
		w.key("items")
		w.schema(subject{Type: s.Items}, false)
	case registry.ObjectType:
		w.members(nil, s.Params)
	case registry.MapType:
		// Some servers want properties of every object.
		w.member("properties", "{}")
		w.key("additionalProperties")
		w.schema(subject{Type: s.Values}, false)
	}
	w.close("}")
}

// kind writes what JSON type a value has; nothing for one of any type.
func (w *schemaWriter) kind(t *registry.Type) {
	name := string(t.Kind)
	switch t.Kind {
	case registry.AnyType:
		return
	case registry.MapType:
		name = "object"
	}
	switch {
	case w.form == geminiOpenAPI:
		w.word("type", strings.ToUpper(name))
	case t.Nullable:
		w.member("type", list([]string{quoted(name), `"null"`}))
	default:
		w.word("type", name)
	}
}

// description writes a description, cut where that of a parameter goes, and what the form says there.
func (w *schemaWriter) description(s subject, described bool) {
	line := moved(s, w.form)
	switch {
	case described:
		w.key("description")
		w.raw(`"`)
		w.cut()
		if line != "" {
			w.raw(inner("\n" + line))
		}
		w.raw(`"`)
	case line != "":
		w.word("description", line)
	}
	if w.form == geminiOpenAPI && s.Nullable {
		w.member("nullable", "true")
	}
}

// keywords writes what a type demands of its values, as far as the form has words for it.
func (w *schemaWriter) keywords(s subject) {
	if w.form == geminiOpenAPI && s.Nullable {
		c := *s.Type
		c.Nullable = false // an enum of this form can't list null
		s.Type = &c
	}
	for _, k := range keywords() {
		if v := k.value(s); v != "" && k.row[w.form] != note {
			w.member(k.name, v)
		}
	}
}

// union writes a choice of objects, which the first member of each tells apart.
func (w *schemaWriter) union(s subject, described bool) {
	w.open("{")
	if w.form != geminiOpenAPI {
		w.description(s, described)
	}
	w.key("anyOf")
	w.open("[")
	for i := range s.Variants {
		w.item()
		w.open("{")
		w.kind(&registry.Type{Kind: registry.ObjectType})
		if i == 0 && w.form == geminiOpenAPI {
			w.description(s, described) // this form takes nothing beside anyOf, and no description may get lost
		}
		w.members(&tag{s.Discriminator.Text, s.Variants[i].Tag.Text}, s.Variants[i].Params)
		w.close("}")
	}
	if s.Nullable && w.form != geminiOpenAPI {
		w.item()
		w.raw(`{"type":"null"}`)
	}
	w.close("]")
	w.keywords(s)
	w.close("}")
}

// tag is the first member of a variant.
type tag struct{ name, value string }

// members writes the members of an object, in a variant behind its tag.
func (w *schemaWriter) members(tag *tag, params []registry.Param) {
	var names, required []string
	w.key("properties")
	w.open("{")
	if tag != nil {
		w.key(tag.name)
		w.open("{")
		w.kind(&registry.Type{Kind: registry.StringType})
		if w.form == gemini || w.form == geminiOpenAPI {
			w.member("enum", list([]string{quoted(tag.value)}))
		} else {
			w.word("const", tag.value)
		}
		w.close("}")
		names, required = append(names, quoted(tag.name)), append(required, quoted(tag.name))
	}
	for i := range params {
		p := &params[i]
		w.key(p.Name)
		w.param(p)
		names = append(names, quoted(p.Name))
		if p.Required {
			required = append(required, quoted(p.Name))
		}
	}
	w.close("}")
	w.finishObject(names, required, w.form)
}

// finishObject writes what follows the properties of every object, a tool's schema among them.
func (w *writer) finishObject(names, required []string, f form) {
	if f == geminiOpenAPI {
		w.member("propertyOrdering", list(names))
		if required != nil {
			w.member("required", list(required))
		}
		return
	}
	if f.nulls() {
		required = names
	}
	w.member("required", list(required))
	w.member("additionalProperties", "false")
	if f == gemini {
		// Gemini's client sorts members by name; this is the one place where the order survives.
		w.member("propertyOrdering", list(names))
	}
}

// Compact brings JSON of the source into the fixed form: compact, with < > & U+2028 U+2029 escaped.
func Compact(raw json.RawMessage) string {
	b, err := json.Marshal(raw) // compacts and escapes
	if err != nil {
		return string(raw) // load took it for JSON, so this is never reached
	}
	return string(b)
}
