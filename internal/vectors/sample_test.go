package vectors

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/project"
)

// What little, all and hostile values of a schema are. "none" is where no value is found.
func TestSamples(t *testing.T) {
	tests := []struct{ schema, required, all, hostile string }{
		{`{"type":"string","maxLength":3}`, `"x"`, `"x"`, `"<&>"`},
		{`{"type":"string","minLength":6,"maxLength":9}`, `"xxxxxx"`, `"xxxxxx"`, `"xxxxxx"`},
		{`{"type":"string","pattern":"^[a-z]+-[0-9]{3}(\\.txt)?$"}`, `"a-000"`, `"a-000"`, `"a-000"`},
		{`{"type":"string","pattern":"^(GET|POST) /","minLength":5}`, `"GET /"`, `"GET /"`, `"GET /"`},
		{`{"type":"string","pattern":"^[0-9]*$","minLength":4}`, `"0000"`, `"0000"`, `"0000"`},
		{`{"type":"string","pattern":"^a\\bb$"}`, `none`, `none`, `none`},
		{`{"type":"string","format":"date","pattern":"^2"}`, `"2026-01-31"`, `"2026-01-31"`, `"2026-01-31"`},
		{`{"type":"string","format":"date","pattern":"^1"}`, `none`, `none`, `none`},
		{`{"type":["string","null"],"enum":["r","w",null]}`, `null`, `"r"`, `"r"`},
		{`{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}`, `0`, `42`, `9223372036854775807`},
		{`{"type":"integer","minimum":3,"maximum":3}`, `3`, `3`, `3`},
		{`{"type":"number","minimum":0.25,"maximum":0.75}`, `0.25`, `0.75`, `0.75`},
		{`{"type":"number"}`, `0`, `2.5`, `-0.125`},
		{`{"type":"boolean"}`, `false`, `true`, `true`},
		{`{"type":"array","items":{"type":"boolean"},"minItems":2}`, `[false,false]`, `[true,true]`, `[true,true]`},
		{`{"type":"array","items":{"type":"boolean"},"maxItems":0}`, `[]`, `[]`, `[]`},
		{`{"type":"array","items":{"type":"boolean"},"minItems":9000000000000}`, `none`, `none`, `none`},
		{`{"type":"array","items":{"type":"array","items":{"type":"null"},"minItems":100},"minItems":100}`, `none`, `none`, `none`},
		{`{"type":"array","items":{"type":"array","items":{"type":"null"},"minItems":2},"minItems":2}`, `[[null,null],[null,null]]`, `[[null,null],[null,null]]`, `[[null,null],[null,null]]`},
		{`{"type":"string","pattern":"^(((((((a+)+)+)+)+)+)+)+$"}`, `"a"`, `"a"`, `"a"`},
		{`{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"required":["b"]}`, `{"b":false}`, `{"a":true,"b":true}`, `{"a":true,"b":true}`},
		{`{"type":"object","additionalProperties":{"type":"integer","maximum":5}}`, `{}`, `{"key":5}`, `{"</p> \"key\"":5}`},
		{`{"anyOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"null"}]}`, `null`, `{"k":"a"}`, `{"k":"a"}`},
	}
	for _, test := range tests {
		schema, err := decoded(test.schema)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []struct {
			s    sampler
			want string
		}{
			{sampler{tool: "t", param: "p"}, test.required},
			{sampler{tool: "t", param: "p", full: true}, test.all},
			{sampler{tool: "t", param: "p", full: true, hostile: true}, test.hostile},
		} {
			got := "none"
			if v, ok := of.s.value(schema); ok {
				if got, err = plainValue(v); err != nil {
					t.Fatal(err)
				}
			}
			if got != of.want {
				t.Errorf("%s: want %s, got %s (%+v)", test.schema, of.want, got, of.s)
			}
		}
	}
}

// Repeats within repeats multiply, so that a short pattern could ask for more than memory holds.
func TestMatchesAreShort(t *testing.T) {
	for _, pattern := range []string{`^(((((((a+)+)+)+)+)+)+)+$`, `^(((([ab]*c)*)*)*)*$`, `^((((a{30})+b)+)+)*$`, `^(\w+( \w+)*,)+$`} {
		for _, text := range matches(pattern) {
			if len(text) > 100*maxSample {
				t.Errorf("%s: a guess of %d bytes", pattern, len(text))
			}
		}
	}
}

// How values stand in their tags.
func TestInTag(t *testing.T) {
	for _, test := range []struct {
		form  string
		value any
		want  string
	}{
		{"", " a\n", " a\n"},
		{"RawValue", "a", "a"},
		{"RawValue", "a\nb", "\na\nb\n"},
		{"RawValue", "\na\n", "\n\na\n\n"},
		{"RawValue", "a\r", "\na\r\r\n"},
		{"RawValue", "a\r\n", "\na\r\n\n"},
		{"NumberValue", 7, "7"},
		{"BoolValue", true, "true"},
		{"JSONValue", []any{"<a></a>", nil}, `["<a>\u003c/a>",null]`},
		{"JSONValue", "\"", `"\""`},
	} {
		text, err := plainValue(test.value)
		if err != nil {
			t.Fatal(err)
		}
		if got := inTag(test.form, test.value, text); got != test.want {
			t.Errorf("%s of %q: want %q, got %q", test.form, test.value, test.want, got)
		}
	}
}

// A tool of which a required parameter has no sample has no calls; an optional one is left out.
func TestNoSample(t *testing.T) {
	impossible := project.ParamForm{Schema: []string{`{"type":"string","format":"date","pattern":"^1"}`}}
	tool := project.Tool{Name: "t", Params: []project.ToolParam{{Name: "p", Form: impossible, Required: true}}}
	got, err := calls([]project.Tool{tool})
	if err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	tool.Params[0].Required = false
	want := []Call{{"t", "required", "<t>\n</t>", []byte("{}")}}
	if got, err = calls([]project.Tool{tool}); err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
}
