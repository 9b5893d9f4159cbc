package project

import "github.com/promptgen/promptgen/internal/strict"

// Tool is a tool as one prompt shows it: filtered, and with its texts.
type Tool struct {
	Key    string // how conditions and text call it
	Name   string // on the wire
	Doc    string
	Params []ToolParam
	Strict strict.Set // the providers that are to hold the model to the schema
	Hints  string     // what an MCP server says of its effects, as JSON; "" for nothing
	Host   *Host      // nil for a declared tool
}

// ToolParam is a parameter as one prompt shows it.
type ToolParam struct {
	Name     string
	Required bool
	Form     ParamForm
	Docs     []string // one for each of Form.DocPaths
	Usage    string   // what stands in its tag in the XML documentation
}

// schema puts the descriptions into the pieces of a schema.
func (p *ToolParam) schema(pieces []string) string {
	var dst []byte
	for i, piece := range pieces {
		if i > 0 {
			dst = appendInner(dst, p.Docs[i-1])
		}
		dst = append(dst, piece...)
	}
	return string(dst)
}

// Of returns the tools of a toolset, the declared ones where set is "".
func Of(set string, tools []Tool) []Tool {
	var out []Tool
	for _, t := range tools {
		if t.Host == nil && set == "" || t.Host != nil && t.Host.Toolset == set {
			out = append(out, t)
		}
	}
	return out
}

// Schema is the canonical schema of the tool's argument.
func (t *Tool) Schema() string { return t.schema(canonical) }

func (t *Tool) schema(f form) string {
	if t.Host != nil {
		return t.Host.schema(f)
	}
	return object(func(w *writer) {
		var names, required []string
		w.member("type", rootType(f))
		w.member("properties", object(func(w *writer) {
			for i := range t.Params {
				p := &t.Params[i]
				w.member(p.Name, p.schema(p.Form.pieces(f)))
				names = append(names, quoted(p.Name))
				if p.Required {
					required = append(required, quoted(p.Name))
				}
			}
		}))
		w.finishObject(names, required, f)
	})
}

func rootType(f form) string {
	if f == geminiOpenAPI {
		return `"OBJECT"`
	}
	return `"object"`
}
