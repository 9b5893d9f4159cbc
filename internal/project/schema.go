package project

import (
	"encoding/json"

	"github.com/promptgen/promptgen/internal/registry"
)

// schema writes the schema of a parameter in the dialect of f, cut where descriptions go.
func schema(p *registry.Param, f form) []string {
	w := &writer{}
	writeParam(w, p, f)
	return w.done()
}

// writeParam writes the schema of a parameter or of an object's member.
func writeParam(w *writer, p *registry.Param, f form) {
	w.open("{")
	w.word("type", string(p.Kind))
	w.key("description")
	w.raw(`"`)
	w.cut()
	if line := moved(&p.Type, p.Default, f); line != "" {
		w.raw(inner("\n" + line))
	}
	w.raw(`"`)
	writeKeywords(w, &p.Type, f)
	if p.Default != nil {
		w.member("default", compact(p.Default))
	}
	w.close("}")
}

// writeType writes the schema of what has no description of its own, an array's items. Where the projection repeats
// keywords in a description, that is all the description says.
func writeType(w *writer, t *registry.Type, f form) {
	w.open("{")
	w.word("type", string(t.Kind))
	if line := moved(t, nil, f); line != "" {
		w.word("description", line)
	}
	writeKeywords(w, t, f)
	w.close("}")
}

// writeKeywords writes what a type demands of its values.
func writeKeywords(w *writer, t *registry.Type, f form) {
	for _, k := range keywords() {
		if v := k.value(t); v != "" {
			w.member(k.name, v)
		}
	}
	switch t.Kind {
	case registry.ArrayType:
		w.key("items")
		writeType(w, t.Items, f)
	case registry.ObjectType:
		writeMembers(w, t.Params, f)
	}
}

// writeMembers writes the members of an object.
func writeMembers(w *writer, params []registry.Param, f form) {
	w.key("properties")
	w.open("{")
	var names, required []string
	for i := range params {
		p := &params[i]
		w.key(p.Name)
		writeParam(w, p, f)
		names = append(names, quoted(p.Name))
		if p.Required {
			required = append(required, quoted(p.Name))
		}
	}
	w.close("}")
	finishObject(w, names, required, f)
}

// finishObject writes what follows the properties of every object, a tool's schema among them.
func finishObject(w *writer, names, required []string, f form) {
	w.member("required", list(required))
	w.member("additionalProperties", "false")
	if f == gemini {
		// Gemini's client sorts members by name; this is the one place where the order survives.
		w.member("propertyOrdering", list(names))
	}
}

// compact brings JSON of the source into the fixed form.
func compact(raw json.RawMessage) string {
	b, err := json.Marshal(raw) // compacts and escapes
	if err != nil {
		return string(raw) // load took it for JSON, so this is never reached
	}
	return string(b)
}
