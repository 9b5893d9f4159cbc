package project

import (
	"fmt"
	"strings"

	"github.com/promptgen/promptgen/internal/strict"
)

// Tool is a tool as one prompt shows it: filtered, and with its texts.
type Tool struct {
	Key    string // how conditions and text call it
	Name   string // on the wire
	Doc    string
	Params []ToolParam
	Strict strict.Set // the providers that are to hold the model to the schema
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

// Schema is the canonical schema of the tool's argument.
func (t *Tool) Schema() string { return t.schema(canonical) }

func (t *Tool) schema(f form) string {
	w := &writer{}
	w.open("{")
	w.member("type", `"object"`)
	w.key("properties")
	w.open("{")
	var names, required []string
	for i := range t.Params {
		p := &t.Params[i]
		pieces := p.Form.Schema
		if f == gemini && p.Form.Gemini != nil {
			pieces = p.Form.Gemini
		}
		w.member(p.Name, p.schema(pieces))
		names = append(names, quoted(p.Name))
		if p.Required {
			required = append(required, quoted(p.Name))
		}
	}
	w.close("}")
	finishObject(w, names, required, f)
	w.close("}")
	return strings.Join(w.done(), "")
}

// Mark is what a prompt asks of the provider's cache at the end of the tools.
type Mark struct {
	On  bool
	TTL string // e.g. "1h"; "" is the provider's default
}

// Request returns the bytes of the tools member of a request of the projection, e.g. "anthropic"; "" where there are no
// tools, because providers refuse an empty list. The last tool gets the mark in formats that mark tools.
func Request(projection string, tools []Tool, end Mark) (string, error) {
	one, envelope := anthropicTool, [2]string{"[", "]"}
	switch projection {
	case "anthropic":
	case "openai-chat":
		one = openaiTool
	case "gemini":
		one, envelope = geminiTool, [2]string{`[{"functionDeclarations":[`, "]}]"}
	default:
		return "", fmt.Errorf("unknown projection %q", projection)
	}
	if len(tools) == 0 {
		return "", nil
	}
	var all []string
	for i := range tools {
		mark := Mark{}
		if i == len(tools)-1 {
			mark = end
		}
		all = append(all, one(&tools[i], mark))
	}
	return envelope[0] + strings.Join(all, ",") + envelope[1], nil
}

func anthropicTool(t *Tool, m Mark) string {
	w := &writer{}
	w.open("{")
	w.word("name", t.Name)
	w.word("description", t.Doc)
	w.member("input_schema", t.schema(anthropic))
	if m.On {
		w.key("cache_control")
		w.open("{")
		w.member("type", `"ephemeral"`)
		if m.TTL != "" {
			w.word("ttl", m.TTL)
		}
		w.close("}")
	}
	w.close("}")
	return strings.Join(w.done(), "")
}

func openaiTool(t *Tool, _ Mark) string {
	w := &writer{}
	w.open("{")
	w.member("type", `"function"`)
	w.key("function")
	w.open("{")
	w.word("name", t.Name)
	w.word("description", t.Doc)
	w.member("strict", "false")
	w.member("parameters", t.schema(openai))
	w.close("}")
	w.close("}")
	return strings.Join(w.done(), "")
}

func geminiTool(t *Tool, _ Mark) string {
	w := &writer{}
	w.open("{")
	w.word("name", t.Name)
	w.word("description", t.Doc)
	if len(t.Params) > 0 { // an object without properties is refused
		w.member("parametersJsonSchema", t.schema(gemini))
	}
	w.close("}")
	return strings.Join(w.done(), "")
}
