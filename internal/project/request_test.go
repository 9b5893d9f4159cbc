package project

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

func shown(p registry.Param, usage string, docs ...string) ToolParam {
	return ToolParam{Name: p.Name, Required: p.Required, Form: Param(&p), Docs: docs, Usage: usage}
}

func readFile() Tool {
	mode := str("mode")
	mode.Enum = []string{"r", "w"}
	limit := registry.Param{Name: "limit", Type: registry.Type{Kind: registry.IntegerType, Minimum: new(json.Number("1"))}}
	return Tool{Key: "read_file", Name: "read_file", Doc: "Read a file.", Params: []ToolParam{
		shown(str("path"), "src/main.go", "Path."), shown(mode, "", "Mode."), shown(limit, "", "Lines."),
	}}
}

func TestRequest(t *testing.T) {
	const schema = `{"type":"object","properties":{"path":{"type":"string","description":"Path."},` +
		`"mode":{"type":"string","description":"Mode.","enum":["r","w"]},` +
		`"limit":{"type":"integer","description":"Lines.","minimum":1}},"required":["path","mode"],"additionalProperties":false`
	const none = `{"type":"object","properties":{},"required":[],"additionalProperties":false}`
	ping := Tool{Key: "ping", Name: "ping", Doc: `Say "<pong>".`}
	tests := []struct {
		projection string
		tools      []Tool
		want       string
	}{
		{"anthropic", nil, ""},
		{"openai-chat", nil, ""},
		{"gemini", nil, ""},
		{"anthropic", []Tool{readFile(), ping}, `[{"name":"read_file","description":"Read a file.","input_schema":` + schema + `}},` +
			`{"name":"ping","description":"Say \"\u003cpong\u003e\".","input_schema":` + none + `}]`},
		{"openai-chat", []Tool{readFile(), ping},
			`[{"type":"function","function":{"name":"read_file","description":"Read a file.","strict":false,"parameters":` + schema + `}}},` +
				`{"type":"function","function":{"name":"ping","description":"Say \"\u003cpong\u003e\".","strict":false,"parameters":` + none + `}}]`},
		{"gemini", []Tool{readFile(), ping},
			`[{"functionDeclarations":[{"name":"read_file","description":"Read a file.","parametersJsonSchema":` + schema +
				`,"propertyOrdering":["path","mode","limit"]}},{"name":"ping","description":"Say \"\u003cpong\u003e\"."}]}]`},
	}
	const strictSchema = `{"type":"object","properties":{"path":{"type":"string","description":"Path."},` +
		`"mode":{"type":"string","description":"Mode.","enum":["r","w"]},` +
		`"limit":{"type":["integer","null"],"description":"Lines.","minimum":1}},"required":["path","mode","limit"],"additionalProperties":false}`
	held := readFile()
	held.Strict = strict.OpenAI | strict.Anthropic
	held.Hints = `{"readOnlyHint":true,"idempotentHint":false}`
	tests = append(tests, []struct {
		projection string
		tools      []Tool
		want       string
	}{
		{"openai-responses", []Tool{held, ping},
			`[{"type":"function","name":"read_file","description":"Read a file.","strict":true,"parameters":` + strictSchema + `},` +
				`{"type":"function","name":"ping","description":"Say \"\u003cpong\u003e\".","strict":false,"parameters":` + none + `}]`},
		{"openai-chat", []Tool{held},
			`[{"type":"function","function":{"name":"read_file","description":"Read a file.","strict":true,"parameters":` + strictSchema + `}}]`},
		{"openai-compatible", []Tool{held, ping},
			`[{"type":"function","function":{"name":"read_file","description":"Read a file.","parameters":` + schema + `}}},` +
				`{"type":"function","function":{"name":"ping","description":"Say \"\u003cpong\u003e\".","parameters":` + none + `}}]`},
		{"anthropic", []Tool{held},
			`[{"name":"read_file","description":"Read a file.","strict":true,"input_schema":` +
				strings.Replace(schema, `Lines.","minimum":1`, `Lines.\nConstraints: minimum 1."`, 1) + `}}]`},
		{"gemini-openapi", []Tool{held, ping},
			`[{"functionDeclarations":[{"name":"read_file","description":"Read a file.","parameters":{"type":"OBJECT","properties":{"path":{"type":"STRING","description":"Path."},` +
				`"mode":{"type":"STRING","description":"Mode.","enum":["r","w"]},"limit":{"type":"INTEGER","description":"Lines.","minimum":1}},` +
				`"propertyOrdering":["path","mode","limit"],"required":["path","mode"]}},{"name":"ping","description":"Say \"\u003cpong\u003e\"."}]}]`},
		{"mcp", []Tool{held, ping},
			`[{"name":"read_file","description":"Read a file.","inputSchema":` + schema + `},"annotations":{"readOnlyHint":true,"idempotentHint":false}},` +
				`{"name":"ping","description":"Say \"\u003cpong\u003e\".","inputSchema":` + none + `}]`},
	}...)
	for _, test := range tests {
		t.Run(test.projection, func(t *testing.T) {
			got, err := Request(test.projection, test.tools, Mark{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if got != "" && !json.Valid([]byte(got)) {
				t.Error("not JSON")
			}
		})
	}
	if _, err := Request("openai", nil, Mark{}); err == nil {
		t.Error("an unknown projection passes")
	}
}

// A nested array of objects keeps every description and type in every projection.
func TestNothingNestedIsLost(t *testing.T) {
	edit := Tool{Name: "edit_file", Doc: "D0", Params: []ToolParam{shown(edits(), "", "D1", "D2", "D3")}}
	for _, projection := range []string{
		"anthropic", "openai-chat", "openai-responses", "openai-compatible", "gemini", "gemini-openapi", "mcp", "xml",
	} {
		got := Docs([]Tool{edit})
		if projection != "xml" {
			var err error
			if got, err = Request(projection, []Tool{edit}, Mark{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []string{"D0", "D1", "D2", "D3", `"type":"array"`, `"items":{"type":"object"`} {
			if projection == "gemini-openapi" {
				want = strings.NewReplacer(`"array"`, `"ARRAY"`, `"object"`, `"OBJECT"`).Replace(want)
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing in %s", projection, want, got)
			}
		}
		if n := strings.Count(strings.ToLower(got), `"type":"string"`); n != 2 {
			t.Errorf("%s: %d strings, want 2", projection, n)
		}
	}
}

func TestDocs(t *testing.T) {
	edit := Tool{Name: "edit-file", Doc: "Edit <one> & only.", Params: []ToolParam{
		shown(edits(), `[{"old": "a", "new": "b"}]`, "The edits.", "Text <b> & \"c\".", "Its\nreplacement."),
	}}
	want := `## read_file
Description: Read a file.
Parameters:
- path: (required) Path.
- mode: (required) Mode. One of: r, w.
- limit: (optional) Lines. Constraints: integer; minimum 1.
Usage:
<read_file>
<path>src/main.go</path>
<mode></mode>
<limit></limit>
</read_file>

## ping
Description: Answer.
Parameters: None
Usage:
<ping>
</ping>

## edit-file
Description: Edit <one> & only.
Parameters:
- edits: (required) (JSON) The edits. Schema: {"type":"array","description":"The edits.","minItems":1,"maxItems":20,"items":{"type":"object",` +
		`"properties":{"old":{"type":"string","description":"Text <b> & \"c\".","minLength":1},` +
		`"new":{"type":"string","description":"Its\nreplacement."}},"required":["old","new"],"additionalProperties":false}}
Usage:
<edit-file>
<edits>[{"old": "a", "new": "b"}]</edits>
</edit-file>`
	if diff := cmp.Diff(want, Docs([]Tool{readFile(), {Name: "ping", Doc: "Answer."}, edit})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := Docs(nil); got != "" {
		t.Errorf("no tools: %q", got)
	}
}

func TestNames(t *testing.T) {
	if diff := cmp.Diff("- read_file\n- ping", Names([]Tool{readFile(), {Name: "ping"}})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRequestMark(t *testing.T) {
	ping, pong := Tool{Key: "ping", Name: "ping", Doc: "Ping."}, Tool{Key: "pong", Name: "pong", Doc: "Pong."}
	for _, test := range []struct {
		projection string
		mark       Mark
		want       string // what stands behind the schema of the last tool
	}{
		{"anthropic", Mark{}, `}]`},
		{"anthropic", Mark{On: true}, `,"cache_control":{"type":"ephemeral"}}]`},
		{"anthropic", Mark{On: true, TTL: "1h"}, `,"cache_control":{"type":"ephemeral","ttl":"1h"}}]`},
		{"openai-chat", Mark{On: true}, `}}]`},
		{"gemini", Mark{On: true}, `{"name":"pong","description":"Pong."}]}]`},
	} {
		bare, err := Request(test.projection, []Tool{ping, pong}, Mark{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Request(test.projection, []Tool{ping, pong}, test.mark)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(got, test.want) || strings.Count(got, "cache_control") > 1 || !json.Valid([]byte(got)) {
			t.Errorf("%s with %+v: got %s", test.projection, test.mark, got)
		}
		if none, err := Request(test.projection, nil, test.mark); none != "" || err != nil {
			t.Errorf("%s without tools: got %s, %v", test.projection, none, err)
		}
		if !test.mark.On && got != bare {
			t.Errorf("%s: got %s", test.projection, got)
		}
	}
}
