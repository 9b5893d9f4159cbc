package importer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAllMissingDescriptions pins that one run names every description that is missing, whatever else is wrong above,
// below or beside it.
func TestAllMissingDescriptions(t *testing.T) {
	const variant = `{"type":"object","properties":{"kind":{"const":"x"},"m":{"type":"string"}},"required":["kind"],"additionalProperties":false}`
	tests := []struct {
		name, schema string
		want         []string // the parameters
	}{
		{"an object in an object", `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}},"additionalProperties":false}}}`, []string{"a", "a.b"}},
		{"an array of objects", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"},"c":{"type":"string","description":"C."},"d":{"type":"array","items":{"type":"string"}}}}}}}`, []string{"a", "a.b", "a.d"}},
		{"a map of objects", `{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"object","properties":{"b":{}}}}}}`, []string{"a", "a.b"}},
		{"a union", `{"type":"object","properties":{"a":{"anyOf":[` + variant + `,` + strings.Replace(variant, `"x"`, `"y"`, 1) + `]}}}`, []string{"a", "a.x.m", "a.y.m"}},
		{"behind a reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"object","properties":{"b":{"type":"string"}}}}}`, []string{"a", "a.b"}},
		{"what may be null", `{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"b":{"type":"string"}}},{"type":"null"}]}}}`, []string{"a", "a.b"}},
		{"beside a constraint that is refused", `{"type":"object","properties":{"a":{"type":"integer","multipleOf":2},"b":{"type":"string"}}}`, []string{"a", "b"}},
		{"beside a default that is refused", `{"type":"object","properties":{"a":{"type":"string","default":"\u0000"}}}`, []string{"a"}},
		{"of a type that is refused", `{"type":"object","properties":{"a":{"type":"file"},"b":{"type":"file","description":"B."},"c":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"file","title":"D"}}}`, []string{"a"}},
		{"of alternatives that nothing tells apart", `{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]},"b":{"description":"B.","anyOf":[{"type":"string"},{"type":"integer"}]}}}`, []string{"a"}},
		{"under a name that is refused", `{"type":"object","properties":{"a-b":{"type":"object","properties":{"c":{"type":"string"}}}}}`, []string{"a-b", "a-b.c"}},
		{"in an object that is also a map", `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}},"additionalProperties":{"type":"string"}}}}`, []string{"a", "a.b"}},
		{"beside alternatives at the root", `{"type":"object","oneOf":[{"required":["a"]}],"properties":{"a":{"type":"string"}}}`, []string{"a"}},
		{"beside what is required and not there", `{"type":"object","required":["x","y"],"properties":{"a":{"type":"string"}}}`, []string{"a"}},
		{"of the tool", `{"type":"object","properties":{"a":{"type":"string"}}}`, []string{"a"}},
		{"of what is no schema", `{"type":"object","properties":{"a":false,"b":5,"c":{"$ref":"#/nowhere"},"d":{"type":"object","properties":{"e":{}},"patternProperties":{"^x":{}}}}}`, []string{"d", "d.e"}},
		{"with a slip in the keyword", `{"type":"object","properties":{"a":{"type":"string","discription":"A."},"b":{"type":"string"}}}`, []string{"b"}},
		{"none", `{"type":"object","title":"T","description":"T.","properties":{"a":{"type":"file","description":"A."},"b":{"title":"B","multipleOf":5,"type":"integer"}}}`, nil},
	}
	for _, test := range tests {
		for _, tool := range []string{`"description":"T.",`, ``} {
			doc := `[{"name":"t",` + tool + `"inputSchema":` + test.schema + `}]`
			_, report, broken := Tools([]byte(doc), Options{File: "in.json"})
			if broken != nil {
				t.Fatal(broken.Text())
			}
			want := test.want
			if tool == "" && !strings.Contains(test.schema, `"T."`) {
				want = append([]string{""}, want...)
			}
			var got []string
			told := map[string]bool{}
			for _, e := range report {
				if said := e.Diagnostic().String(); told[said] {
					t.Errorf("%s: said twice: %s", test.name, said)
				} else {
					told[said] = true
				}
				if e.Outcome == Refused && e.Keyword == "the description" {
					got = append(got, e.Param)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %q (-want +got)\n%s%s", test.name, tool, diff, report.Diagnostics().Text())
			}
		}
	}
}

// TestAllThatIsRequired pins that one run names every member that is required and not there.
func TestAllThatIsRequired(t *testing.T) {
	_, report, _ := Tools([]byte(`[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{},"required":["x","y"],"additionalProperties":false}}]`), Options{})
	if got := fmt.Sprint(lines(report)); got != `[required refused: there is no member "x" required refused: there is no member "y"]` {
		t.Error(got)
	}
}
