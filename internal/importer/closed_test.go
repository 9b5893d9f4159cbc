package importer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClosed pins that each object which an import closes is named at its own place, and no other.
func TestClosed(t *testing.T) {
	const member = `"properties":{"a":{"type":"string","description":"A."}}`
	nested := func(more string) string { return `{"type":"object","description":"D.",` + member + more + `}` }
	root := func(p, more string) string { return `{"type":"object","properties":{"p":` + p + `}` + more + `}` }
	const closed = `,"additionalProperties":false`
	const p = `.input_schema.properties.p`
	tests := []struct{ name, schema, want string }{
		{"all closed", root(nested(closed), closed), ""},
		{"the root", root(nested(closed), ""), `[0].input_schema ""`},
		{"a member", root(nested(""), closed), `[0]` + p + ` "p"`},
		{"both", root(nested(""), ""), `[0].input_schema "", [0]` + p + ` "p"`},
		{"an item", root(`{"type":"array","description":"D.","items":`+strings.Replace(nested(""), `"description":"D.",`, "", 1)+`}`, closed), `[0]` + p + `.items "p"`},
		{"a variant", root(`{"description":"D.","anyOf":[{"type":"object","properties":{"k":{"const":"x"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"y"}},"required":["k"]`+closed+`}]}`, closed), `[0]` + p + `.anyOf[0] "p.x"`},
		{"a reference", root(`{"description":"D.","$ref":"#/$defs/n"}`, closed+`,"$defs":{"n":{"type":"object",`+member+`}}`), `[0]` + p + ` "p"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, report, broken := Tools([]byte(`[{"name":"t","description":"T.","input_schema":`+test.schema+`}]`), Options{File: "in.json"})
			if broken != nil || refuses(report) {
				t.Fatal(broken.Text(), report.Diagnostics().Text())
			}
			var got []string
			for _, e := range report {
				if e.Keyword == "additionalProperties" {
					got = append(got, fmt.Sprintf("%s %q", e.At.Path, e.Param))
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestNullIsToldOnce pins that a schema which may be null has one line, and that it says what stands in the file.
func TestNullIsToldOnce(t *testing.T) {
	tests := []struct{ name, schema, strict, loose string }{
		{"list", `{"type":["string","null"],"description":"D."}`, "null rewritten: the strict form of an optional parameter: required false", ""},
		{"anyOf", `{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}],"description":"D."}`,
			"anyOf rewritten: the strict form of an optional parameter: required false", "anyOf rewritten: nullable"},
		{"null among the values", `{"type":"string","enum":["a",null],"description":"D."}`,
			"null rewritten: the strict form of an optional parameter: required false", "null rewritten: nullable"},
		{"anyOf and a value", `{"anyOf":[{"enum":["a",null],"type":"string"},{"type":"null"}],"description":"D."}`,
			"anyOf rewritten: the strict form of an optional parameter: required false", "anyOf rewritten: nullable"},
		{"any", `{"anyOf":[{},{"type":"null"}],"description":"D."}`,
			"anyOf rewritten: null is one of any values", "anyOf rewritten: null is one of any values"},
		{"default null", `{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"description":"D."}`,
			"anyOf rewritten: the strict form of an optional parameter: required false\ndefault rewritten: required false",
			"anyOf rewritten: nullable\ndefault left out: a required parameter never needs one"},
		{"items", `{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]},"description":"D."}`,
			"anyOf rewritten: nullable", "anyOf rewritten: nullable"},
	}
	for _, test := range tests {
		for _, strict := range []bool{true, false} {
			doc := fmt.Sprintf(`[{"type":"function","name":"t","description":"T.","strict":%t,"parameters":{"type":"object","properties":{"p":%s},"required":["p"],"additionalProperties":false}}]`, strict, test.schema)
			_, report, broken := Tools([]byte(doc), Options{File: "in.json"})
			if broken != nil {
				t.Fatal(broken.Text())
			}
			want := test.loose
			if strict {
				want = test.strict
			}
			report = slices.DeleteFunc(report, func(e Entry) bool { return e.Keyword == "strict" }) // of what can't be strict
			if diff := cmp.Diff(want, strings.Join(lines(report), "\n")); diff != "" {
				t.Errorf("%s, strict %t (-want +got)\n%s", test.name, strict, diff)
			}
		}
	}
}
