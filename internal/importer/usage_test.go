package importer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt"
)

// TestUsageIsACall pins that the call which the XML documentation shows of imported tools is one: the parser takes it as it
// stands, and its arguments are the examples of the input.
func TestUsageIsACall(t *testing.T) {
	const object = `"type":"object","properties":{"a":{"type":"string","description":"A."},"b":{"type":["integer","null"],"description":"B."}},"required":["a","b"],"additionalProperties":false`
	const variant = `{"type":"object","properties":{"kind":{"const":%q},"a":{"type":"string","description":"A."}},"required":["kind","a"],"additionalProperties":false}`
	union := `"anyOf":[` + fmt.Sprintf(variant, "x") + "," + fmt.Sprintf(variant, "y") + `]`
	tests := []struct{ schema, example string }{
		{`"type":"string"`, `"plain, with \"quotes\" & <tags>"`},
		{`"type":"string"`, `"null"`},
		{`"type":"string","enum":["x","y"]`, `"y"`},
		{`"type":"string","format":"date-time","nullable":true`, `"2026-12-24T00:00:00Z"`},
		{`"type":["string","null"]`, `"null"`},
		{`"type":["string","null"]`, `null`},
		{`"type":["string","null"],"enum":["x","y",null]`, `"x"`},
		{`"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]`, `["price"]`},
		{`"type":["boolean","null"]`, `true`},
		{`"type":"boolean"`, `false`},
		{`"type":"integer"`, `-3`},
		{`"type":"integer"`, `4.0`},
		{`"type":["number","null"]`, `1e3`},
		{``, `"hi"`},
		{``, `{"k":["</p0>","</t>"]}`},
		{`"type":"array","items":{"type":"string"}`, "[\"a\",\n \"</p0>\"]"},
		{`"type":"array","items":{` + object + `}`, `[{"b":null,"a":"x"}]`},
		{object, `{"a":"\u00fc \u2028","b":1}`},
		{`"type":"object","additionalProperties":{"type":"number"}`, `{"z":1,"a":0.5}`},
		{union, `{"kind":"y","a":"</t>"}`},
	}
	for _, test := range tests {
		for _, required := range []string{`["p0"]`, `[]`} {
			doc := `[{"name":"t","description":"T.","parameters":{"type":"object","properties":{"p0":{"description":"P.","examples":[` + test.example + `]`
			if test.schema != "" {
				doc += "," + test.schema
			}
			doc += `}},"required":` + required + `,"additionalProperties":false}}]`
			tools, report, _ := Tools([]byte(doc), Options{File: "in.json"})
			if len(tools) != 1 {
				t.Fatalf("%s\n%s", doc, report.Diagnostics().Text())
			}
			got, errs := documentedCall(&tools[0])
			if len(errs) > 0 {
				t.Errorf("%s, required %s: %v", doc, required, errs)
				continue
			}
			if why := check.Argument(&tools[0].Params[0].Type, got); why != "" {
				t.Errorf("%s: %s is no argument: %s", doc, got, why)
			}
			if want := mustParse(t, test.example); string(mustParse(t, string(got)).raw()) != string(want.raw()) {
				t.Errorf("%s: the call has %s, want %s", doc, got, want.raw())
			}
		}
	}
}

func mustParse(t *testing.T, text string) *value {
	t.Helper()
	v, found := parse("", []byte(text))
	if found != nil {
		t.Fatal(found.Text())
	}
	return v
}

// documentedCall reads the call that the documentation of a tool with one parameter shows. It gives the argument.
func documentedCall(tool *registry.Tool) (json.RawMessage, []*prompt.CallError) {
	form := project.Param(&tool.Params[0])
	forms := map[string]prompt.ValueForm{"": prompt.TextValue, "NumberValue": prompt.NumberValue, "BoolValue": prompt.BoolValue, "JSONValue": prompt.JSONValue}
	made := projected(tool, 0)
	made.Params[0].Usage = tool.Params[0].Usage
	_, call, _ := strings.Cut(project.Docs([]project.Tool{made}), "\nUsage:\n")
	parser := prompt.NewTools(prompt.Toolbox{}, []prompt.ToolSpec{{
		Name: tool.Name, Params: []prompt.ParamSpec{{Name: tool.Params[0].Name, Required: tool.Params[0].Required, Value: forms[form.Value]}},
	}}).Parser()
	parser.Feed(nil, call)
	m := parser.Close(true)
	if len(m.Errs) > 0 {
		return nil, m.Errs
	}
	var args map[string]json.RawMessage
	if len(m.Calls) != 1 || json.Unmarshal(m.Calls[0].Args, &args) != nil {
		return nil, []*prompt.CallError{{Tool: tool.Name, Problems: []string{"the documentation shows no call: " + call}}}
	}
	return args[tool.Params[0].Name], nil
}
