package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/project"
)

func TestParse(t *testing.T) {
	tests := []struct{ name, doc, want string }{
		{"empty", "", "in.json:1:1: the document ends too early\n\twant one JSON value\n"},
		{"trailing", "{} x", "in.json:1:4: something stands behind the document\n\twant one JSON value\n"},
		{"duplicate", "{\"a\": 1,\n \"\\u0061\": 2}", "in.json:2:2: member \"a\" stands twice in the document\n\tremove one of the two: readers differ in which one they take\n"},
		{"duplicate below", `{"x":[{"a":1,"a":2}]}`, "in.json:1:14: member \"a\" stands twice in x[0]\n\tremove one of the two: readers differ in which one they take\n"},
		{"no UTF-8", "{\"a\": \"\xff\"}", "in.json:1:8: byte 0xff at offset 7 is no UTF-8\n\tsave the file as UTF-8\n"},
		{"half a pair", `{"a": "\ud800"}`, "in.json:1:8: a string holds half a surrogate pair\n\twrite the character, or both halves\n"},
		{"the other half", `"\udc00"`, "in.json:1:2: a string holds half a surrogate pair\n\twrite the character, or both halves\n"},
		{"a pair", `"\ud83d\ude00"`, ""},
		{"no escape", `"\\ud800"`, ""},
		{"raw control", "\"a\nb\"", "in.json:1:3: a string holds a raw control character 0xa\n\twrite it as \\u000a\n"},
		{"bad escape", `"\x"`, "in.json:1:1: a string holds an escape that JSON does not have\n\tfound \"\\x\"\n"},
		{"string without end", `"a`, "in.json:1:1: a string does not end\n\twant one JSON value\n"},
		{"no value", `{"a": nul}`, "in.json:1:7: no JSON value\n\tfound \"nul}\"\n"},
		{"number like none", `[01]`, "in.json:1:2: no JSON value\n\tfound \"01]\"\n"},
		{"NaN", `NaN`, "in.json:1:1: no JSON value\n\tfound \"NaN\"\n"},
		{"number beyond floats", `[1e999]`, "in.json:1:2: number 1e999 is beyond what is exchanged safely\n\twant one JSON value\n"},
		{"number that takes gigabytes", `1e-999999999`, "in.json:1:1: number 1e-999999999 is beyond what is exchanged safely\n\twant one JSON value\n"},
		{"deep", strings.Repeat("[", 129) + "1", "in.json:1:130: arrays and objects nest more than 128 levels deep\n\twant one JSON value\n"},
		{"byte order mark", "\ufeff{}", ""},
		{"comma at the end", `[1,]`, "in.json:1:4: no JSON value\n\tfound \"]\"\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, found := parse("in.json", []byte(test.doc))
			if diff := cmp.Diff(test.want, found.Text()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if (v == nil) != (test.want != "") {
				t.Errorf("value %v", v)
			}
		})
	}
}

// TestLarge imports a megabyte: many tools, one huge text, and nesting as deep as it is read.
func TestLarge(t *testing.T) {
	var tools []string
	for i := range 800 {
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","description":"Number %d, beside tool_%d.","input_schema":{"type":"object","properties":{"p":{"type":"string","description":"P.","multipleOf":%d}},"additionalProperties":false}}`, i, i, i+1, i+1))
	}
	got, report, broken := Tools([]byte("["+strings.Join(tools, ",\n")+"]"), Options{File: "in.json"})
	if broken != nil || len(got) != 800 || len(report) != 1600 {
		t.Errorf("%d tools, %d entries, %s", len(got), len(report), broken.Text())
	}
	text, _ := json.Marshal(strings.Repeat("a\"\n", 1<<18))
	got, report, broken = Tools(fmt.Appendf(nil, `[{"name":"t","description":%s,"input_schema":{}}]`, text), Options{File: "in.json"})
	if broken != nil || refuses(report) || len(got) != 1 {
		t.Errorf("%s %s", broken.Text(), report.Diagnostics().Text())
	}
	deep := strings.Repeat(`{"type":"array","items":`, 100) + `{"type":"string"}` + strings.Repeat(`}`, 100)
	if got, report := one(strings.Replace(deep, `"array"`, `"array","description":"D."`, 1)); len(got) != 0 || !strings.Contains(report.Diagnostics().Text(), "[param-depth]") {
		t.Errorf("%d tools, %s", len(got), report.Diagnostics().Text())
	}
}

func FuzzImport(f *testing.F) {
	for _, doc := range []string{
		`[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{"p":{"type":"string","description":"P."}}}}]`,
		`{"tools":[{"functionDeclarations":[{"name":"t","description":"a_b \"\"\"\\(x)\n","parameters":{"type":"OBJECT","properties":{"p":{"type":"INTEGER","nullable":true,"description":"P.\nConstraints: minimum 1; default 5."}}}}]}]}`,
		`{"type":"object","description":"D","$defs":{"a":{"$ref":"#/$defs/a"}},"properties":{"x":{"$ref":"#/$defs/a"},"y":{"allOf":[{"type":"string"},{"minLength":1}],"description":"Y"}}}`,
		`[{"type":"function","function":{"name":"a-b","description":"D","strict":true,"parameters":{"type":"object","properties":{"u":{"description":"U","anyOf":[{"type":"object","properties":{"k":{"const":"x"}},"required":["k"]},{"type":"null"}]}},"required":["u"]}}}]`,
		`[{"type":"function","name":"con","description":"D","strict":true,"parameters":{"title":"T","nullable":true,"$defs":{"a":{"$ref":"#/$defs/b"},"b":{}},"type":"object","properties":{"u":{"description":"U","discriminator":{"propertyName":"k"},"oneOf":[{"type":["object","null"],"properties":{"k":{"enum":["x"],"title":"K"}},"required":["k"],"propertyOrdering":["k","z"]},{"enum":[null]}]}}}}]`,
		`[{"name":"t","description":"D","strict":false,"input_shema":{"type":"object"}},{"name":"u","description":"D","inputSchema":{"definitions":5,"properties":{"p":{"anyOf":[{"const":1,"title":"A"},{"const":2}],"description":"P"},"q":{"type":"array","enum":[[1]],"description":"Q"}}},"annotations":5}]`,
		`[{"name":"t","description":"D","inputSchema":{"type":"object","properties":{"p":{"type":["string","null"],"examples":[null,"</p>",5],"description":"P."},"q":{"type":"object","properties":{"r":{"example":"x"}},"example":{"r":null}}}}}]`,
	} {
		f.Add([]byte(doc))
	}
	for seed := range uint64(20) { // what random tools are projected to, so that mutations begin with all of the vocabulary
		tool := newRandom(seed, everyKind()).tool(int(seed))
		data, err := project.Request("mcp", []project.Tool{projected(&tool, 0)}, project.Mark{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		strict, refusals, _ := Tools(data, Options{File: "in.json"})
		tools, report, broken := Tools(data, Options{File: "in.json", Reword: true})
		if !refuses(refusals) && !slices.Equal(refusals, report) || len(strict) > len(tools) {
			t.Errorf("leave to reword makes a difference\n%s\n%s", refusals.Diagnostics().Text(), report.Diagnostics().Text())
		}
		if broken != nil {
			if len(tools) > 0 || len(report) > 0 {
				t.Error("a broken document has tools")
			}
			return
		}
		if len(tools) == 0 && !refuses(report) {
			t.Error("neither tools nor a refusal")
		}
		for _, e := range report {
			if e.At.Line == 0 || e.Keyword == "" || e.Outcome == "" {
				t.Errorf("%+v", e)
			}
		}
		for i := range tools {
			for _, p := range tools[i].Params {
				usage := []byte(p.Usage)
				if isText(&p) {
					usage, _ = json.Marshal(p.Usage)
				}
				if why := check.Argument(&p.Type, usage); why != "" && p.Usage != "" {
					t.Errorf("the usage %q of %q is no argument: %s", p.Usage, p.Name, why)
				}
			}
		}
		files, err := Specs("sample", tools)
		if err != nil {
			t.Fatal(err)
		}
		if len(tools) == 0 || len(tools) > 5 {
			return
		}
		r := loaded(t, files, tools)
		for i := range tools {
			got := r.Tool(tools[i].Name)
			if diff := cmp.Diff(tools[i].Fragments, got.Fragments, plain()...); diff != "" || len(got.Params) != len(tools[i].Params) {
				t.Errorf("%d of %d parameters (-want +got)\n%s", len(got.Params), len(tools[i].Params), diff)
			}
			for j := range got.Params {
				if diff := cmp.Diff(tools[i].Params[j].Fragments, got.Params[j].Fragments, plain()...); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			}
		}
	})
}
