package project

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

func str(name string) registry.Param {
	return registry.Param{Name: name, Required: true, Type: registry.Type{Kind: registry.StringType}}
}

// edits is the array of objects that converters most often lose descriptions of.
func edits() registry.Param {
	old := str("old")
	old.MinLength = new(int64(1))
	return registry.Param{Name: "edits", Required: true, Type: registry.Type{
		Kind: registry.ArrayType, MinItems: new(int64(1)), MaxItems: new(int64(20)),
		Items: &registry.Type{Kind: registry.ObjectType, Params: []registry.Param{old, str("new")}},
	}}
}

// form shows a schema with "·" where a description goes.
func cutForm(pieces []string) string { return strings.Join(pieces, "·") }

func TestParam(t *testing.T) {
	tests := []struct {
		name  string
		param registry.Param
		want  map[string]string // by the field of ParamForm; what is missing here is empty
	}{
		{"plain string", str("path"), map[string]string{
			"Schema":        `{"type":"string","description":"·"}`,
			"GeminiOpenAPI": `{"type":"STRING","description":"·"}`,
			"DocPaths":      "path",
		}},
		{"every keyword of a string", registry.Param{Name: "s", Default: json.RawMessage(`"a<b"`), Type: registry.Type{
			Kind: registry.StringType, Enum: []string{"a<b", "c"}, Pattern: registry.Word{Text: `^\w&$`},
			MinLength: new(int64(1)), MaxLength: new(int64(9)), Format: registry.Word{Text: "date"},
		}}, map[string]string{
			"Schema":          `{"type":"string","description":"·","enum":["a\u003cb","c"],"minLength":1,"maxLength":9,"pattern":"^\\w\u0026$","format":"date","default":"a\u003cb"}`,
			"OpenAIStrict":    `{"type":["string","null"],"description":"·\nConstraints: minLength 1; maxLength 9; default \"a\u003cb\".","enum":["a\u003cb","c",null],"pattern":"^\\w\u0026$","format":"date"}`,
			"AnthropicStrict": `{"type":"string","description":"·\nConstraints: minLength 1; maxLength 9; default \"a\u003cb\".","enum":["a\u003cb","c"],"pattern":"^\\w\u0026$","format":"date"}`,
			"Gemini": `{"type":"string","description":"·\nConstraints: minLength 1; maxLength 9; pattern ^\\w\u0026$; format date; default \"a\u003cb\".",` +
				`"enum":["a\u003cb","c"],"minLength":1,"maxLength":9,"pattern":"^\\w\u0026$","format":"date","default":"a\u003cb"}`,
			"GeminiOpenAPI": `{"type":"STRING","description":"·\nConstraints: format date; default \"a\u003cb\".","enum":["a\u003cb","c"],"minLength":1,"maxLength":9,"pattern":"^\\w\u0026$"}`,
			"DocPaths":      "s",
			"Note":          ` One of: a<b, c. Default: a<b. Constraints: minLength 1; maxLength 9; pattern ^\w&$; format date.`,
		}},
		{"bounds of an integer", registry.Param{Name: "limit", Default: json.RawMessage(`100`), Type: registry.Type{
			Kind: registry.IntegerType, Minimum: new(json.Number("1")),
		}}, map[string]string{
			"Schema":          `{"type":"integer","description":"·","minimum":1,"default":100}`,
			"Canonical":       `{"type":"integer","description":"·","minimum":1,"maximum":9223372036854775807,"default":100}`,
			"OpenAIStrict":    `{"type":["integer","null"],"description":"·\nConstraints: default 100.","minimum":1}`,
			"AnthropicStrict": `{"type":"integer","description":"·\nConstraints: minimum 1; default 100."}`,
			"Gemini":          `{"type":"integer","description":"·\nConstraints: default 100.","minimum":1,"default":100}`,
			"GeminiOpenAPI":   `{"type":"INTEGER","description":"·\nConstraints: default 100.","minimum":1}`,
			"DocPaths":        "limit",
			"Note":            " Default: 100. Constraints: integer; minimum 1.",
			"Value":           "NumberValue",
		}},
		{"integers to choose from", registry.Param{Name: "n", Type: registry.Type{Kind: registry.IntegerType, EnumInts: []int64{1, -2}}}, map[string]string{
			"Schema":        `{"type":"integer","description":"·","enum":[1,-2]}`,
			"OpenAIStrict":  `{"type":["integer","null"],"description":"·","enum":[1,-2,null]}`,
			"GeminiOpenAPI": `{"type":"INTEGER","description":"·\nConstraints: enum 1, -2."}`,
			"DocPaths":      "n",
			"Note":          " One of: 1, -2.",
			"Value":         "NumberValue",
		}},
		{"array of objects", edits(), map[string]string{
			"Schema": `{"type":"array","description":"·","minItems":1,"maxItems":20,"items":{"type":"object","properties":{` +
				`"old":{"type":"string","description":"·","minLength":1},"new":{"type":"string","description":"·"}},"required":["old","new"],"additionalProperties":false}}`,
			"OpenAIStrict": `{"type":"array","description":"·","minItems":1,"maxItems":20,"items":{"type":"object","properties":{` +
				`"old":{"type":"string","description":"·\nConstraints: minLength 1."},"new":{"type":"string","description":"·"}},"required":["old","new"],"additionalProperties":false}}`,
			"AnthropicStrict": `{"type":"array","description":"·\nConstraints: maxItems 20.","minItems":1,"items":{"type":"object","properties":{` +
				`"old":{"type":"string","description":"·\nConstraints: minLength 1."},"new":{"type":"string","description":"·"}},"required":["old","new"],"additionalProperties":false}}`,
			"Gemini": `{"type":"array","description":"·","minItems":1,"maxItems":20,"items":{"type":"object","properties":{` +
				`"old":{"type":"string","description":"·\nConstraints: minLength 1.","minLength":1},"new":{"type":"string","description":"·"}},` +
				`"required":["old","new"],"additionalProperties":false,"propertyOrdering":["old","new"]}}`,
			"GeminiOpenAPI": `{"type":"ARRAY","description":"·","minItems":1,"maxItems":20,"items":{"type":"OBJECT","properties":{` +
				`"old":{"type":"STRING","description":"·","minLength":1},"new":{"type":"STRING","description":"·"}},"propertyOrdering":["old","new"],"required":["old","new"]}}`,
			"DocPaths": "edits·edits.old·edits.new",
			"Value":    "JSONValue",
		}},
		{"items whose keywords have no description to go to", registry.Param{Name: "tags", Required: true, Type: registry.Type{
			Kind: registry.ArrayType, Items: &registry.Type{Kind: registry.StringType, Pattern: registry.Word{Text: `^\b[a-z]+$`}},
		}}, map[string]string{
			"Schema":          `{"type":"array","description":"·","items":{"type":"string","pattern":"^\\b[a-z]+$"}}`,
			"AnthropicStrict": `{"type":"array","description":"·","items":{"type":"string","description":"Constraints: pattern ^\\b[a-z]+$."}}`,
			"Gemini":          `{"type":"array","description":"·","items":{"type":"string","description":"Constraints: pattern ^\\b[a-z]+$.","pattern":"^\\b[a-z]+$"}}`,
			"GeminiOpenAPI":   `{"type":"ARRAY","description":"·","items":{"type":"STRING","pattern":"^\\b[a-z]+$"}}`,
			"DocPaths":        "tags",
			"Value":           "JSONValue",
		}},
		{"union", change(), map[string]string{
			"Schema": `{"description":"·","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string","description":"·"},` +
				`"line":{"type":"integer","description":"·","minimum":1}},"required":["kind","text"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"type":"string","const":"clear"}},"required":["kind"],"additionalProperties":false}]}`,
			"Canonical": `{"description":"·","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string","description":"·"},` +
				`"line":{"type":"integer","description":"·","minimum":1,"maximum":9223372036854775807}},"required":["kind","text"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"type":"string","const":"clear"}},"required":["kind"],"additionalProperties":false}]}`,
			"OpenAIStrict": `{"description":"·","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string","description":"·"},` +
				`"line":{"type":["integer","null"],"description":"·","minimum":1}},"required":["kind","text","line"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"type":"string","const":"clear"}},"required":["kind"],"additionalProperties":false},{"type":"null"}]}`,
			"AnthropicStrict": `{"description":"·","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string","description":"·"},` +
				`"line":{"type":"integer","description":"·\nConstraints: minimum 1."}},"required":["kind","text"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"type":"string","const":"clear"}},"required":["kind"],"additionalProperties":false}]}`,
			"Gemini": `{"description":"·","anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["insert"]},"text":{"type":"string","description":"·"},` +
				`"line":{"type":"integer","description":"·","minimum":1}},"required":["kind","text"],"additionalProperties":false,"propertyOrdering":["kind","text","line"]},` +
				`{"type":"object","properties":{"kind":{"type":"string","enum":["clear"]}},"required":["kind"],"additionalProperties":false,"propertyOrdering":["kind"]}]}`,
			"GeminiOpenAPI": `{"anyOf":[{"type":"OBJECT","description":"·","properties":{"kind":{"type":"STRING","enum":["insert"]},"text":{"type":"STRING","description":"·"},` +
				`"line":{"type":"INTEGER","description":"·","minimum":1}},"propertyOrdering":["kind","text","line"],"required":["kind","text"]},` +
				`{"type":"OBJECT","properties":{"kind":{"type":"STRING","enum":["clear"]}},"propertyOrdering":["kind"],"required":["kind"]}]}`,
			"DocPaths": "change·change.insert.text·change.insert.line",
			"Value":    "JSONValue",
		}},
		{"nullable union with a default", registry.Param{Name: "u", Default: json.RawMessage(`null`), Type: registry.Type{
			Kind: registry.UnionType, Nullable: true, Discriminator: registry.Word{Text: "kind"}, Variants: []registry.Variant{{Tag: registry.Word{Text: "a"}}},
		}}, map[string]string{
			"Schema":          `{"description":"·","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"a"}},"required":["kind"],"additionalProperties":false},{"type":"null"}],"default":null}`,
			"OpenAIStrict":    `{"description":"·\nConstraints: default null.","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"a"}},"required":["kind"],"additionalProperties":false},{"type":"null"}]}`,
			"AnthropicStrict": `{"description":"·\nConstraints: default null.","anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"a"}},"required":["kind"],"additionalProperties":false},{"type":"null"}]}`,
			"Gemini": `{"description":"·\nConstraints: default null.","anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["a"]}},"required":["kind"],"additionalProperties":false,` +
				`"propertyOrdering":["kind"]},{"type":"null"}],"default":null}`,
			"GeminiOpenAPI": `{"anyOf":[{"type":"OBJECT","description":"·\nConstraints: default null.","nullable":true,"properties":{"kind":{"type":"STRING","enum":["a"]}},` +
				`"propertyOrdering":["kind"],"required":["kind"]}]}`,
			"DocPaths": "u",
			"Value":    "JSONValue",
		}},
		{"map of objects", registry.Param{Name: "env", Required: true, Type: registry.Type{Kind: registry.MapType, Values: &registry.Type{
			Kind: registry.ObjectType, Params: []registry.Param{str("value")},
		}}}, map[string]string{
			"Schema": `{"type":"object","description":"·","properties":{},"additionalProperties":{"type":"object","properties":{"value":{"type":"string","description":"·"}},` +
				`"required":["value"],"additionalProperties":false}}`,
			"Gemini": `{"type":"object","description":"·","properties":{},"additionalProperties":{"type":"object","properties":{"value":{"type":"string","description":"·"}},` +
				`"required":["value"],"additionalProperties":false,"propertyOrdering":["value"]}}`,
			"GeminiOpenAPI": "-",
			"DocPaths":      "env·env.value",
			"Value":         "JSONValue",
		}},
		{"anything", registry.Param{Name: "x", Required: true, Type: registry.Type{Kind: registry.AnyType}}, map[string]string{
			"Schema":        `{"description":"·"}`,
			"GeminiOpenAPI": "",
			"DocPaths":      "x",
			"Value":         "JSONValue",
		}},
		{"nullable string to choose", registry.Param{Name: "s", Required: true, Type: registry.Type{Kind: registry.StringType, Nullable: true, Enum: []string{"a"}}}, map[string]string{
			"Schema":        `{"type":["string","null"],"description":"·","enum":["a",null]}`,
			"GeminiOpenAPI": `{"type":"STRING","description":"·","nullable":true,"enum":["a"]}`,
			"DocPaths":      "s",
			"Value":         "JSONValue",
		}},
		{"object without members", registry.Param{Name: "o", Required: true, Type: registry.Type{Kind: registry.ObjectType}}, map[string]string{
			"Schema":        `{"type":"object","description":"·","properties":{},"required":[],"additionalProperties":false}`,
			"Gemini":        `{"type":"object","description":"·","properties":{},"required":[],"additionalProperties":false,"propertyOrdering":[]}`,
			"GeminiOpenAPI": "-",
			"DocPaths":      "o",
			"Value":         "JSONValue",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Param(&test.param)
			got := map[string]string{
				"Schema": cutForm(f.Schema), "Canonical": cutForm(f.Canonical), "OpenAIStrict": cutForm(f.OpenAIStrict), "AnthropicStrict": cutForm(f.AnthropicStrict),
				"Gemini": cutForm(f.Gemini), "GeminiOpenAPI": cutForm(f.GeminiOpenAPI), "DocPaths": cutForm(f.DocPaths), "Note": f.Note, "Value": f.Value,
			}
			for field, value := range got {
				if len(Refusals(&test.param, "gemini-openapi")) > 0 && field == "GeminiOpenAPI" {
					value = test.want[field] // never written
				}
				if want := test.want[field]; value != want {
					t.Errorf("%s:\nwant %s\ngot  %s", field, want, value)
				}
				if strings.HasPrefix(value, "{") && !json.Valid([]byte(strings.ReplaceAll(value, "·", "d"))) {
					t.Errorf("%s is no JSON: %s", field, value)
				}
			}
		})
	}
}

// change is a choice between putting text in and taking all out.
func change() registry.Param {
	line := registry.Param{Name: "line", Type: registry.Type{Kind: registry.IntegerType, Minimum: new(json.Number("1"))}}
	return registry.Param{Name: "change", Type: registry.Type{
		Kind: registry.UnionType, Discriminator: registry.Word{Text: "kind"},
		Variants: []registry.Variant{
			{Tag: registry.Word{Text: "insert"}, Params: []registry.Param{str("text"), line}},
			{Tag: registry.Word{Text: "clear"}},
		},
	}}
}

func TestOneSchemaServesThreeProviders(t *testing.T) {
	for _, k := range keywords() {
		for _, f := range []form{openai, anthropic, mcp, canonical} {
			if k.row[f] != keep {
				t.Errorf("%s: a form that shares the plain schema does not keep it", k.name)
			}
		}
	}
}
