package importer

import (
	"slices"
	"strings"
	"testing"
)

// TestBeyond has a row for every row of the table of keywords and projections that a registry's types do not reach: the
// keyword is refused, at its place, with what may be done. What binds no value ($schema, title, examples, deprecated) is
// reported by TestKeywords.
func TestBeyond(t *testing.T) {
	const d = `"description":"D."`
	const text, list, object = `"type":"string",` + d, `"type":"array","items":{"type":"string"},` + d, `"type":"object","additionalProperties":{"type":"string"},` + d
	rows := []struct{ row, schema, keyword string }{
		{"enum of mixed kinds", `{"enum":["a",1],` + d + `}`, "enum"},
		{"enum of numbers", `{"type":"number","enum":[0.5],` + d + `}`, "enum"},
		{"enum of one boolean", `{"type":"boolean","enum":[true],` + d + `}`, "enum"},
		{"enum of objects", `{"type":"object","enum":[{}],` + d + `}`, "enum"},
		{"const of a number", `{"type":"number","const":0.5,` + d + `}`, "const"},
		{"const of an array", `{` + list + `,"const":["a"]}`, "const"},
		{"format beyond the nine", `{` + text + `,"format":"uri"}`, "format"},
		{"pattern with lookahead", `{` + text + `,"pattern":"^(?=a)"}`, "pattern"},
		{"pattern with a back reference", `{` + text + `,"pattern":"(a)\\1"}`, "pattern"},
		{"pattern that engines read differently", `{` + text + `,"pattern":"^.$"}`, "pattern"},
		{"exclusiveMinimum of a number", `{"type":"number","exclusiveMinimum":0,` + d + `}`, "exclusiveMinimum"},
		{"exclusiveMaximum of a number", `{"type":"number","exclusiveMaximum":1,` + d + `}`, "exclusiveMaximum"},
		{"multipleOf", `{"type":"integer","multipleOf":5,` + d + `}`, "multipleOf"},
		{"uniqueItems", `{` + list + `,"uniqueItems":true}`, "uniqueItems"},
		{"prefixItems", `{"type":"array","prefixItems":[{"type":"string"}],` + d + `}`, "prefixItems"},
		{"items as a list", `{"type":"array","items":[{"type":"string"}],` + d + `}`, "items"},
		{"additionalItems", `{` + list + `,"additionalItems":false}`, "additionalItems"},
		{"unevaluatedItems", `{` + list + `,"unevaluatedItems":false}`, "unevaluatedItems"},
		{"contains", `{` + list + `,"contains":{"const":"a"}}`, "contains"},
		{"minContains", `{` + list + `,"minContains":1}`, "minContains"},
		{"maxContains", `{` + list + `,"maxContains":1}`, "maxContains"},
		{"patternProperties", `{"type":"object","patternProperties":{"^x":{"type":"string"}},` + d + `}`, "patternProperties"},
		{"propertyNames", `{` + object + `,"propertyNames":{"pattern":"^x"}}`, "propertyNames"},
		{"minProperties", `{` + object + `,"minProperties":1}`, "minProperties"},
		{"maxProperties", `{` + object + `,"maxProperties":1}`, "maxProperties"},
		{"members beside a map", `{` + object + `,"properties":{"a":{"type":"string","description":"A."}}}`, "additionalProperties"},
		{"several types", `{"type":["string","integer"],` + d + `}`, "type"},
		{"anyOf that nothing tells apart", `{"anyOf":[{"type":"string"},{"type":"integer"}],` + d + `}`, "anyOf"},
		{"oneOf that nothing tells apart", `{"oneOf":[{"type":"string"},{"type":"integer"}],` + d + `}`, "oneOf"},
		{"allOf that contradicts itself", `{"allOf":[{"type":"string","maxLength":2},{"maxLength":1}],` + d + `}`, "maxLength"},
		{"not", `{` + text + `,"not":{"const":"a"}}`, "not"},
		{"if", `{` + text + `,"if":{"const":"a"}}`, "if"},
		{"then", `{` + text + `,"then":{"const":"a"}}`, "then"},
		{"else", `{` + text + `,"else":{"const":"a"}}`, "else"},
		{"dependentRequired", `{` + object + `,"dependentRequired":{"a":["b"]}}`, "dependentRequired"},
		{"dependentSchemas", `{` + object + `,"dependentSchemas":{"a":{}}}`, "dependentSchemas"},
		{"dependencies", `{` + object + `,"dependencies":{"a":["b"]}}`, "dependencies"},
		{"$ref to itself", `{"$ref":"#",` + d + `}`, "$ref"},
		{"$dynamicRef", `{` + text + `,"$dynamicRef":"#a"}`, "$dynamicRef"},
		{"$dynamicAnchor", `{` + text + `,"$dynamicAnchor":"a"}`, "$dynamicAnchor"},
		{"$recursiveRef", `{` + text + `,"$recursiveRef":"#"}`, "$recursiveRef"},
		{"contentEncoding", `{` + text + `,"contentEncoding":"base64"}`, "contentEncoding"},
		{"contentMediaType", `{` + text + `,"contentMediaType":"text/html"}`, "contentMediaType"},
		{"contentSchema", `{` + text + `,"contentSchema":{"type":"string"}}`, "contentSchema"},
		{"a constraint without a type", `{"minLength":1,` + d + `}`, "minLength"},
		{"the schema false", `false`, "a schema"},
	}
	for _, test := range rows {
		t.Run(test.row, func(t *testing.T) {
			tools, report := oneAs(test.schema, false)
			refused := slices.IndexFunc(report, func(e Entry) bool { return e.Outcome == Refused })
			if len(tools) > 0 || refused < 0 {
				t.Fatalf("imported: %q", lines(report))
			}
			e := report[refused]
			if e.Keyword != test.keyword || e.Want == "" || !strings.Contains(e.At.Path, "properties.p") {
				t.Errorf("%+v, want a refusal of %s", e, test.keyword)
			}
		})
	}
	for _, k := range keywords() {
		if (k.verdict == refused || k.verdict == lacking) && !slices.ContainsFunc(rows, func(r struct{ row, schema, keyword string }) bool { return r.keyword == k.name }) {
			t.Errorf("%s has no row", k.name)
		}
	}
}
