package project

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

func ptr[T any](v T) *T { return &v }

func str(name string) registry.Param {
	return registry.Param{Name: name, Required: true, Type: registry.Type{Kind: registry.StringType}}
}

// edits is the array of objects that converters most often lose descriptions of.
func edits() registry.Param {
	old := str("old")
	old.MinLength = ptr(int64(1))
	return registry.Param{Name: "edits", Required: true, Type: registry.Type{
		Kind: registry.ArrayType, MinItems: ptr(int64(1)), MaxItems: ptr(int64(20)),
		Items: &registry.Type{Kind: registry.ObjectType, Params: []registry.Param{old, str("new")}},
	}}
}

func TestParam(t *testing.T) {
	tests := []struct {
		name  string
		param registry.Param
		want  ParamForm
	}{
		{
			name:  "plain string",
			param: str("path"),
			want: ParamForm{
				Schema:   []string{`{"type":"string","description":"`, `"}`},
				DocPaths: []string{"path"},
			},
		},
		{
			name: "every keyword of a string",
			param: registry.Param{Name: "s", Default: json.RawMessage(`"a<b"`), Type: registry.Type{
				Kind: registry.StringType, Enum: []string{"a<b", "c"}, Pattern: registry.Word{Text: `^\w&$`},
				MinLength: ptr(int64(1)), MaxLength: ptr(int64(9)), Format: registry.Word{Text: "date"},
			}},
			want: ParamForm{
				Schema: []string{`{"type":"string","description":"`,
					`","enum":["a\u003cb","c"],"minLength":1,"maxLength":9,"pattern":"^\\w\u0026$","format":"date","default":"a\u003cb"}`},
				Gemini: []string{`{"type":"string","description":"`,
					`\nConstraints: minLength 1; maxLength 9; pattern ^\\w\u0026$; format date; default \"a\u003cb\".",` +
						`"enum":["a\u003cb","c"],"minLength":1,"maxLength":9,"pattern":"^\\w\u0026$","format":"date","default":"a\u003cb"}`},
				DocPaths: []string{"s"},
				Note:     ` One of: a<b, c. Default: a<b. Constraints: minLength 1; maxLength 9; pattern ^\w&$; format date.`,
			},
		},
		{
			name: "bounds of an integer",
			param: registry.Param{Name: "limit", Default: json.RawMessage(`100`), Type: registry.Type{
				Kind: registry.IntegerType, Minimum: ptr(json.Number("1")), Maximum: ptr(json.Number("2000")),
			}},
			want: ParamForm{
				Schema: []string{`{"type":"integer","description":"`, `","minimum":1,"maximum":2000,"default":100}`},
				Gemini: []string{`{"type":"integer","description":"`,
					`\nConstraints: default 100.","minimum":1,"maximum":2000,"default":100}`},
				DocPaths: []string{"limit"},
				Value:    "NumberValue",
				Note:     " Default: 100. Constraints: minimum 1; maximum 2000.",
			},
		},
		{
			name:  "integers to choose from",
			param: registry.Param{Name: "n", Type: registry.Type{Kind: registry.IntegerType, EnumInts: []int64{1, -2}}},
			want: ParamForm{
				Schema:   []string{`{"type":"integer","description":"`, `","enum":[1,-2]}`},
				DocPaths: []string{"n"},
				Value:    "NumberValue",
				Note:     " One of: 1, -2.",
			},
		},
		{
			name:  "array of objects",
			param: edits(),
			want: ParamForm{
				Schema: []string{
					`{"type":"array","description":"`,
					`","minItems":1,"maxItems":20,"items":{"type":"object","properties":{"old":{"type":"string","description":"`,
					`","minLength":1},"new":{"type":"string","description":"`,
					`"}},"required":["old","new"],"additionalProperties":false}}`,
				},
				Gemini: []string{
					`{"type":"array","description":"`,
					`","minItems":1,"maxItems":20,"items":{"type":"object","properties":{"old":{"type":"string","description":"`,
					`\nConstraints: minLength 1.","minLength":1},"new":{"type":"string","description":"`,
					`"}},"required":["old","new"],"additionalProperties":false,"propertyOrdering":["old","new"]}}`,
				},
				DocPaths: []string{"edits", "edits.old", "edits.new"},
				Value:    "JSONValue",
			},
		},
		{
			name: "items that the provider overlooks keywords of",
			param: registry.Param{Name: "tags", Type: registry.Type{Kind: registry.ArrayType, Items: &registry.Type{
				Kind: registry.StringType, Pattern: registry.Word{Text: "^[a-z]+$"},
			}}},
			want: ParamForm{
				Schema: []string{`{"type":"array","description":"`, `","items":{"type":"string","pattern":"^[a-z]+$"}}`},
				Gemini: []string{`{"type":"array","description":"`,
					`","items":{"type":"string","description":"Constraints: pattern ^[a-z]+$.","pattern":"^[a-z]+$"}}`},
				DocPaths: []string{"tags"},
				Value:    "JSONValue",
			},
		},
		{
			name:  "object without members",
			param: registry.Param{Name: "o", Type: registry.Type{Kind: registry.ObjectType}},
			want: ParamForm{
				Schema: []string{`{"type":"object","description":"`, `","properties":{},"required":[],"additionalProperties":false}`},
				Gemini: []string{`{"type":"object","description":"`,
					`","properties":{},"required":[],"additionalProperties":false,"propertyOrdering":[]}`},
				DocPaths: []string{"o"},
				Value:    "JSONValue",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Param(&test.param)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestOneSchemaServesTwoProviders(t *testing.T) {
	rows := [][forms]verdict{defaults()}
	for _, k := range keywords() {
		rows = append(rows, k.verdicts)
	}
	for _, v := range rows {
		if v[openai] != keep || v[anthropic] != keep {
			t.Errorf("row %v: the canonical schema is no longer that of OpenAI and Anthropic", v)
		}
	}
}
