package project

import (
	"encoding/json"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// docNote is what ends a scalar parameter's line in the XML documentation, where no schema stands beside it. Of what is
// no text it says the type, unless the choices show it.
func docNote(p *registry.Param) string {
	var values, rest string
	var kept []string
	switch {
	case p.Kind == registry.BooleanType:
		values = " One of: true, false."
	case p.Kind != registry.StringType && p.EnumInts == nil:
		kept = []string{string(p.Kind)}
	}
	for _, k := range keywords() {
		s := subject{Type: &p.Type}
		switch {
		case k.value(s) == "" || k.row[xml] != note:
		case k.name == "enum":
			values = " One of: " + k.bare(s) + "."
		default:
			kept = append(kept, k.name+" "+k.bare(s))
		}
	}
	if kept != nil {
		rest = " " + constraints(kept)
	}
	if p.Default != nil {
		rest = " Default: " + bareJSON(p.Default) + "." + rest
	}
	return values + rest
}

// bareJSON shows a value without the quotes of a string.
func bareJSON(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return unescaped(Compact(raw))
}

// Docs is the XML documentation of the tools, one after the other with a blank line between. Nothing in it is escaped:
// it is text, and the call grammar decodes no entities.
func Docs(tools []Tool) string {
	var docs []string
	for i := range tools {
		docs = append(docs, doc(&tools[i]))
	}
	return strings.Join(docs, "\n\n")
}

func doc(t *Tool) string {
	lines := []string{"## " + t.Name}
	if t.Doc != "" || t.Host == nil { // a tool of the host may have none
		lines = append(lines, "Description: "+t.Doc)
	}
	if len(t.Params) == 0 {
		lines = append(lines, "Parameters: None")
	} else {
		lines = append(lines, "Parameters:")
	}
	for i := range t.Params {
		lines = append(lines, docLine(&t.Params[i]))
	}
	if t.Host != nil {
		lines = append(lines, t.Host.rest()...)
	}
	lines = append(lines, "Usage:", "<"+t.Name+">")
	for _, p := range t.Params {
		lines = append(lines, "<"+p.Name+">"+p.Usage+"</"+p.Name+">")
	}
	lines = append(lines, "</"+t.Name+">")
	return strings.Join(lines, "\n")
}

func docLine(p *ToolParam) string {
	line := "- " + p.Name + ": (optional)"
	if p.Required {
		line = "- " + p.Name + ": (required)"
	}
	if p.Form.Value == jsonValue {
		line += " (JSON)"
	}
	if len(p.Docs) > 0 { // a parameter of a tool of the host may have none
		line += " " + p.Docs[0]
	}
	if p.Form.Value == jsonValue {
		return line + " Schema: " + unescaped(p.schema(p.Form.pieces(plain)))
	}
	return line + p.Form.Note
}

// Names lists the names of the tools, one a line.
func Names(tools []Tool) string {
	var lines []string
	for _, t := range tools {
		lines = append(lines, "- "+t.Name)
	}
	return strings.Join(lines, "\n")
}
