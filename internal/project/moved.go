package project

import (
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// Moved is a constraint that a projection says in a description, because the provider refuses or may overlook it in a
// schema.
type Moved struct {
	Path    string // e.g. "edits[].old"; "tags[]" for the items of a list, "env{}" for the values of a map
	Keyword string // e.g. "minLength"
	Kept    bool   // the schema has it as well
}

// MovedIn lists what a projection, e.g. "gemini", says of a tool's parameters in descriptions, in the order of the
// schema. It depends on the families of providers in which the tool is strict.
func MovedIn(projection string, strictIn strict.Set, params []registry.Param) []Moved {
	m := &mover{form: formOf(projection, strictIn)}
	m.params("", params)
	return m.found
}

// formOf is the form of the schemas of a projection.
func formOf(projection string, strictIn strict.Set) form {
	switch {
	case projection == "anthropic" && strictIn&strict.Anthropic != 0:
		return anthropicStrict
	case projection == "anthropic":
		return anthropic
	case projection == "gemini":
		return gemini
	case projection == "gemini-openapi":
		return geminiOpenAPI
	case projection == "mcp":
		return mcp
	case projection != "openai-compatible" && strictIn&strict.OpenAI != 0:
		return openaiStrict
	default:
		return openai
	}
}

// mover walks the types of parameters as schemaWriter does.
type mover struct {
	form  form
	found []Moved
}

func (m *mover) params(around string, params []registry.Param) {
	for i := range params {
		p := &params[i]
		m.subject(around+p.Name, subject{&p.Type, p.Default})
	}
}

func (m *mover) subject(path string, s subject) {
	for _, k := range keywords() {
		if k.row[m.form] != keep && k.value(s) != "" {
			m.found = append(m.found, Moved{path, k.name, k.row[m.form] == both})
		}
	}
	switch {
	case s.Items != nil:
		m.subject(path+"[]", subject{Type: s.Items})
	case s.Values != nil:
		m.subject(path+"{}", subject{Type: s.Values})
	}
	m.params(path+".", s.Params)
	for i := range s.Variants {
		m.params(path+"."+s.Variants[i].Tag.Text+".", s.Variants[i].Params)
	}
}
