package vectors

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/promptgen/promptgen/internal/project"
)

// Call is a call of a tool as a model may write it over XML, and the arguments that it means.
type Call struct {
	Name      string          `json:"name"`
	Sample    string          `json:"sample"` // "required", "all", "hostile"
	XML       Text            `json:"xml"`
	Arguments json.RawMessage `json:"arguments"`
}

// calls writes calls of every tool: one with what is required, one with every parameter, and one whose values look like
// tags, escapes and limits. One that shows no more than those in front of it is left out, and so is one that needs a
// value that nobody here can think of, e.g. for a pattern.
func calls(tools []project.Tool) ([]Call, error) {
	var all []Call
	for i := range tools {
		t := &tools[i]
		schema, err := decoded(t.Schema())
		if err != nil {
			return nil, err
		}
		root, _ := schema.(map[string]any)
		properties, _ := root["properties"].(map[string]any)
		seen := map[Text]bool{}
		for _, s := range []sampler{{name: "required"}, {name: "all", full: true}, {name: "hostile", full: true, hostile: true}} {
			c, ok, err := s.call(t, properties)
			if err != nil {
				return nil, err
			}
			if ok && !seen[c.XML] {
				seen[c.XML] = true
				all = append(all, c)
			}
		}
	}
	return all, nil
}

// call writes a call. It reports false where a required parameter has no sample.
func (s sampler) call(t *project.Tool, properties map[string]any) (Call, bool, error) {
	var xml, args bytes.Buffer
	xml.WriteString("<" + t.Name + ">\n")
	args.WriteByte('{')
	for i := range t.Params {
		p := &t.Params[i]
		if !p.Required && !s.full {
			continue
		}
		s.tool, s.param, s.raw = t.Name, p.Name, p.Form.Value == "RawValue"
		v, ok := s.value(properties[p.Name])
		if !ok && p.Required {
			return Call{}, false, nil
		}
		if !ok {
			continue
		}
		text, err := plainValue(v)
		if err != nil {
			return Call{}, false, err
		}
		if args.Len() > 1 {
			args.WriteByte(',')
		}
		args.Write(project.AppendQuoted(nil, p.Name))
		args.WriteString(":" + text)
		xml.WriteString("<" + p.Name + ">" + inTag(p.Form.Value, v, text) + "</" + p.Name + ">\n")
	}
	xml.WriteString("</" + t.Name + ">")
	args.WriteByte('}')
	return Call{t.Name, s.name, Text(xml.String()), args.Bytes()}, true, nil
}

// inTag is what stands between the tags of a parameter. Text stands as it is: nothing is ever escaped, and the parser
// trims nothing. Raw text with line ends stands on lines of its own, because the parser takes one at either end away.
// JSON ends at the first closing tag like everything but raw text, so that nothing in it may look like one.
func inTag(form string, v any, text string) string {
	s, _ := v.(string)
	switch form {
	case "":
		return s
	case "RawValue":
		if !strings.ContainsAny(s, "\r\n") {
			return s
		}
		end := "\n"
		if strings.HasSuffix(s, "\r") {
			end = "\r\n" // or the parser would take the value's own carriage return for a part of the line end
		}
		return "\n" + s + end
	case "NumberValue", "BoolValue":
		return text
	default:
		return strings.ReplaceAll(text, "</", `\u003c/`) // it can stand in strings only
	}
}

// decoded reads JSON and keeps numbers as they are written.
func decoded(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err
}

// plainValue writes JSON without the escapes that only HTML needs. Members are sorted by name.
func plainValue(v any) (string, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(buf.String(), "\n"), err
}
