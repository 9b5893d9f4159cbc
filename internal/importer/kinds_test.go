package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWrongKinds pins that a value of another kind than its keyword has is a mistake in the input: it is refused at its
// place, once, whether or not words will do, and whatever the type beside it.
func TestWrongKinds(t *testing.T) {
	tests := []struct{ schema, want string }{
		{`"type":"integer","multipleOf":"x"`, "multipleOf refused: it is a string; want a number above 0"},
		{`"type":"integer","multipleOf":0`, "multipleOf refused: it is 0; want a number above 0"},
		{`"type":"number","multipleOf":-0.5`, "multipleOf refused: it is -0.5; want a number above 0"},
		{`"type":"string","multipleOf":false`, "multipleOf refused: it is a boolean; want a number above 0"},
		{`"multipleOf":null`, "multipleOf refused: it is null; want a number above 0"},
		{`"type":"array","items":{"type":"string"},"uniqueItems":"yes"`, "uniqueItems refused: it is a string; want true or false"},
		{`"type":"object","additionalProperties":{"type":"string"},"minProperties":"3"`, `minProperties refused: it is a string; want a whole number of at least 0`},
		{`"type":"object","additionalProperties":{"type":"string"},"maxProperties":1.5`, `maxProperties refused: it is 1.5; want a whole number of at least 0`},
		{`"type":"object","additionalProperties":{"type":"string"},"propertyNames":5`, `propertyNames refused: it is a number; want a schema`},
		{`"type":"string","contentSchema":"x"`, `contentSchema refused: it is a string; want a schema`},
		{`"enum":[]`, "enum refused: it lists nothing; want a list of at least one value"},
		{`"enum":"a"`, "enum refused: it is a string; want a list of at least one value"},
		{`"type":"boolean","enum":{}`, "enum refused: it is an object; want a list of at least one value"},
		{`"type":"string","format":"x\ny"`, "format refused: it is \"x\\ny\"; want a word or a few on one line"},
		{`"type":"string","format":""`, "format refused: it is \"\"; want a word or a few on one line"},
		{`"format":5`, "format refused: it is a number; want a word or a few on one line"},
		{`"type":"string","contentEncoding":"a\tb"`, "contentEncoding refused: it is \"a\\tb\"; want a word or a few on one line"},
		{`"type":"string","contentMediaType":"a\u2028b"`, "contentMediaType refused: it is \"a\\u2028b\"; want a word or a few on one line"},
		{`"type":"string","pattern":["a"]`, "pattern refused: it is an array; want a string"},
		{`"type":"integer","pattern":1`, "pattern refused: it is a number; want a string"},
		{`"type":"boolean","minLength":true`, "minLength refused: it is a boolean; want a whole number of at least 0"},
		{`"type":"string","minimum":"1"`, "minimum refused: it is a string; want a number"},
		{`"type":"number","maximum":true`, "maximum refused: it is a boolean; want a number"},
		{`"type":"number","minimum":1,"exclusiveMinimum":"1"`, "exclusiveMinimum refused: it is a string; want a number, or true or false beside minimum"},
		{`"type":"string","nullable":"yes"`, "nullable refused: it is a string; want true or false"},
		{`"type":"string","deprecated":"soon"`, "deprecated refused: it is a string; want true or false"},
		{`"type":"string","title":5`, "title refused: it is a number; want a string"},
		{`"type":"string","examples":"a"`, "examples refused: it is a string; want a list"},
		{`"type":"string","$comment":{}`, "$comment refused: it is an object; want a string"},
		{`"type":"string","readOnly":0`, "readOnly refused: it is a number; want true or false"},
		{`"type":"string","$defs":[]`, "$defs refused: it is an array; want an object"},
		{`"type":"object","properties":[]`, "properties refused: it is an array; want an object"},
		{`"type":"object","properties":{},"required":"a"`, "required refused: it is a string; want a list"},
		{`"type":"object","properties":{},"additionalProperties":"no"`, "additionalProperties refused: it is a string; want a schema"},
		{`"type":"object","additionalProperties":5`, "additionalProperties refused: it is a number; want a schema"},
		{`"type":"object","properties":{},"propertyOrdering":"a"`, "propertyOrdering refused: it is a string; want a list"},
		{`"type":"array","items":"string"`, "items refused: it is a string; want a schema"},
		{`"anyOf":[]`, "anyOf refused: it lists nothing; want a list of at least one schema"},
		{`"oneOf":{}`, "oneOf refused: it is an object; want a list of at least one schema"},
		{`"allOf":[{"type":"string"},{"pattern":1}]`, "pattern refused: it is a number; want a string"},
		{`"anyOf":[{"type":"string","format":"a\nb"},{"type":"null"}]`, "format refused: it is \"a\\nb\"; want a word or a few on one line"},
		{`"anyOf":[{"type":"object","properties":{"k":{"const":"a","title":1}},"required":["k"],"additionalProperties":false}]`, "title refused: it is a number; want a string"},
	}
	for _, test := range tests {
		for _, reword := range []bool{true, false} {
			t.Run(test.schema, func(t *testing.T) {
				tools, report := oneAs(`{`+test.schema+`,"description":"D."}`, reword)
				var got []string
				for _, e := range report {
					if e.Outcome == Refused {
						got = append(got, e.Keyword+" refused: "+e.Detail+"; "+e.Want)
					}
				}
				if diff := cmp.Diff([]string{test.want}, got); diff != "" || len(tools) > 0 {
					t.Errorf("%d tools, refusals (-want +got)\n%s", len(tools), diff)
				}
			})
		}
	}
}

// TestWordsHoldTheBound pins that what becomes words says what is asked, on a line of its own keyword.
func TestWordsHoldTheBound(t *testing.T) {
	tests := []struct{ schema, want string }{
		{`"type":"number","minimum":3,"exclusiveMinimum":true`, `minimum: 3, description: "D. Rules: exclusiveMinimum 3."`},
		{`"type":"number","maximum":2.5,"exclusiveMaximum":true`, `maximum: 2.5, description: "D. Rules: exclusiveMaximum 2.5."`},
		{`"maximum":2.5,"exclusiveMaximum":true`, `description: "D. Rules: maximum 2.5; exclusiveMaximum 2.5."`},
		{`"exclusiveMaximum":true`, `description: "D."`},
		{`"type":"string","pattern":"(?=a)\nb"`, `description: "D. Rules: pattern \"(?=a)\\nb\"."`},
		{`"const":[1,"a\nb"]`, `description: "D. Rules: const [1,\"a\\nb\"]."`},
		{`"type":"array","items":{"type":"string"},"uniqueItems":false`, `description: "D."`},
		{`"type":"string","contentMediaType":"text/plain; charset=utf-8"`, `description: "D. Rules: contentMediaType text/plain; charset=utf-8."`},
	}
	for _, test := range tests {
		t.Run(test.schema, func(t *testing.T) {
			tools, report := one(`{` + test.schema + `,"description":"D."}`)
			if !strings.Contains(cueOf(tools), flatCUE(test.want)) {
				t.Errorf("got %s, want %s; report %q", cueOf(tools), flatCUE(test.want), lines(report))
			}
		})
	}
}

// TestGeminiCounts pins that Gemini's form, alone, has counts as strings.
func TestGeminiCounts(t *testing.T) {
	doc := `{"functionDeclarations":[{"name":"t","description":"T.","parameters":{"type":"OBJECT","properties":{"p":{"type":"STRING","maxLength":"9","description":"D."}},"required":["p"]}}]}`
	tools, report, _ := Tools([]byte(doc), Options{File: "in.json"})
	if got := cueOf(tools); !strings.Contains(got, "maxLength: 9") || !slices.Contains(lines(report), "maxLength rewritten: a number") {
		t.Errorf("got %s, report %q", got, lines(report))
	}
}
