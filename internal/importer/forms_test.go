package importer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/diag"
)

// refuses reports whether something can't be imported.
func refuses(r Report) bool {
	return slices.ContainsFunc(r, func(e Entry) bool { return e.Outcome == Refused })
}

// TestForms reads one tool in every form, bare, in a list, and in what requests and servers put around a list.
func TestForms(t *testing.T) {
	const schema = `{"type":"object","properties":{"p":{"type":"string","description":"P."}},"required":["p"],"additionalProperties":false}`
	const capitals = `{"type":"OBJECT","properties":{"p":{"type":"STRING","description":"P."}},"required":["p"],"propertyOrdering":["p"]}`
	const list, bare = "[%s]", "%s"
	forms := []struct{ name, tool string }{
		{"openai-chat", `{"type":"function","function":{"name":"find","description":"Find.","strict":false,"parameters":` + schema + `}}`},
		{"openai-responses", `{"type":"function","name":"find","description":"Find.","strict":true,"parameters":` + schema + `}`},
		{"openai functions", `{"name":"find","description":"Find.","parameters":` + schema + `}`},
		{"anthropic", `{"name":"find","description":"Find.","input_schema":` + schema + `}`},
		{"anthropic custom", `{"type":"custom","name":"find","description":"Find.","input_schema":` + schema + `}`},
		{"gemini", `{"functionDeclarations":[{"name":"find","description":"Find.","parametersJsonSchema":` + schema + `}]}`},
		{"gemini older", `{"functionDeclarations":[{"name":"find","description":"Find.","parameters":` + capitals + `}]}`},
		{"gemini declaration", `{"name":"find","description":"Find.","parameters":` + capitals + `}`},
		{"mcp", `{"name":"find","description":"Find.","inputSchema":` + schema + `,"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`},
		{"namespace", `{"type":"namespace","tools":[{"type":"function","name":"find","description":"Find.","parameters":` + schema + `}]}`},
	}
	const want = `{name: "p", type: "string", description: "P."}`
	for _, f := range forms {
		for _, around := range []string{bare, list, `{"tools":[%s]}`, `{"functions":[%s]}`, `{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}`} {
			if around == bare && f.name == "namespace" {
				continue // that is a request with tools
			}
			tools, report, broken := Tools(fmt.Appendf(nil, around, f.tool), Options{File: "in.json"})
			if broken != nil || len(tools) != 1 || len(report) != 0 || tools[0].Name != "find" || cueOf(tools) != flatCUE(want) || len(tools[0].Params) != 1 {
				t.Errorf("%s in %s: %d tools, %s%s", f.name, around, len(tools), broken.Text(), report.Diagnostics().Text())
			}
		}
	}
	tools, report, _ := Tools([]byte(strings.Replace(schema, "{", `{"description":"Find.",`, 1)), Options{File: "a/find-notes.schema.json"})
	if len(tools) != 1 || tools[0].Name != "find_notes" || tools[0].Wire.Given() || len(report) != 0 {
		t.Errorf("a schema: %d tools, %s", len(tools), report.Diagnostics().Text())
	}
}

// TestTool is about what stands beside the schema.
func TestTool(t *testing.T) {
	const schema = `{"type":"object","properties":{},"additionalProperties":false}`
	tool := func(members string) string { return `[{` + members + `,"input_schema":` + schema + `}]` }
	named := func(name string) string { return tool(`"name":"` + name + `","description":"D."`) }
	tests := []struct {
		name, doc string
		want      string // key, and wire where it differs
		report    []string
	}{
		{"plain", named("readFile"), "readFile", nil},
		{"hyphen", named("read-file"), "read_file wire read-file", []string{`the name rewritten: key "read_file", wire "read-file"`}},
		{"underscore in front", named("_x"), "x wire _x", []string{"the name rewritten"}},
		{"underscore and digit", named("_1"), "tool_1 wire _1", []string{"the name rewritten"}},
		{"taken by the language", named("input"), "input_ wire input", []string{"the name rewritten"}},
		{"dot", named("a.b"), "", []string{"the name refused"}},
		{"digit in front", named("1abc"), "", []string{"the name refused"}},
		{"65 characters", named(strings.Repeat("a", 65)), "", []string{"the name refused"}},
		{"empty", named(""), "", []string{"the name refused: there is none"}},
		{"other letters", named("größe"), "", []string{"the name refused"}},
		{"a parameter's name", `[{"name":"t","description":"D.","input_schema":{"type":"object","properties":{"a.b":{"type":"string","description":"D."}},"additionalProperties":false}}]`, "", []string{`the name refused: "a.b"`}},
		{"a parameter called like the tool", `[{"name":"t","description":"D.","input_schema":{"type":"object","properties":{"t":{"type":"string","description":"D."}},"additionalProperties":false}}]`, "", []string{"the tool refused"}},
		{"no description", tool(`"name":"t"`), "", []string{"the description refused"}},
		{"blank description", tool(`"name":"t","description":" "`), "", []string{"the description refused"}},
		{"description in the schema", `[{"name":"t","input_schema":{"type":"object","description":"D.","properties":{},"additionalProperties":false}}]`, "t", nil},
		{"two descriptions", `[{"name":"t","description":"E.","input_schema":{"type":"object","description":"D.","properties":{},"additionalProperties":false}}]`, "t", []string{"description left out"}},
		{"title", `[{"name":"t","title":"D.","inputSchema":` + schema + `,"annotations":{"readOnlyHint":true,"openWorldHint":false,"title":"T"}}]`, "t readOnly", []string{"title left out", "title rewritten"}},
		{"members that only a request has", tool(`"name":"t","description":"D.","cache_control":{"type":"ephemeral"},"defer_loading":true`), "t", []string{"cache_control left out: profiles plan cache marks", "defer_loading left out"}},
		{"a provider's own tool", `[{"type":"web_search_20250305","name":"web_search"}]`, "", []string{"an entry refused: it is no function"}},
		{"free text", `[{"type":"custom","custom":{"name":"x"}}]`, "", []string{"a tool without a schema refused"}},
		{"no object", `[5]`, "", []string{"an entry refused: it is a number"}},
		{"no tools", `[]`, "", []string{"the document refused: it holds no tools"}},
		{"more pages", `{"tools":[{"name":"t","description":"D.","input_schema":` + schema + `}],"nextCursor":"x"}`, "t", []string{"nextCursor left out: the server has more"}},
		{"a name twice", `[{"name":"t","description":"D.","input_schema":` + schema + `},{"name":"T","description":"D.","input_schema":` + schema + `}]`, "t", []string{`the name refused: tool "t" at in.json:1:2 has it already`}},
		{"keys that meet", `[{"name":"a-b","description":"D.","input_schema":` + schema + `},{"name":"a_b","description":"D.","input_schema":` + schema + `}]`, "a_b wire a-b", []string{"the name rewritten", "the name refused"}},
		{"no hints", `[{"name":"t","description":"D.","inputSchema":` + schema + `}]`, "t destructive openWorld", []string{"annotations rewritten: without destructiveHint and openWorldHint the protocol says true"}},
		{"hints", `[{"name":"t","description":"D.","inputSchema":` + schema + `,"annotations":{"readOnlyHint":true,"openWorldHint":false}}]`, "t readOnly", nil},
		{"a hint of another type", `[{"name":"t","description":"D.","inputSchema":` + schema + `,"annotations":{"readOnlyHint":1,"openWorldHint":false}}]`, "", []string{"readOnlyHint refused", "annotations rewritten"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tools, report, broken := Tools([]byte(test.doc), Options{File: "in.json"})
			if broken != nil {
				t.Fatal(broken.Text())
			}
			got := ""
			for _, o := range tools {
				got = o.Name
				if o.Wire.Given() {
					got += " wire " + o.Wire.Text
				}
				for _, e := range []struct {
					name string
					on   bool
				}{{"readOnly", o.Effect.ReadOnly}, {"destructive", o.Effect.Destructive}, {"openWorld", o.Effect.OpenWorld}} {
					if e.on {
						got += " " + e.name
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			all := lines(report)
			ok := len(all) == len(test.report)
			for i := range min(len(all), len(test.report)) {
				ok = ok && strings.HasPrefix(all[i], test.report[i])
			}
			if !ok {
				t.Errorf("report (-want +got)\n%s", cmp.Diff(test.report, all))
			}
		})
	}
}

// TestStrict reads the strict form, in which null stands for a member that is left out.
func TestStrict(t *testing.T) {
	doc := `[{"type":"function","name":"t","description":"D.","strict":true,"parameters":{"type":"object","properties":{
		"a":{"type":"string","description":"A."},
		"b":{"type":["integer","null"],"description":"B.\nConstraints: default 5.","minimum":1},
		"c":{"anyOf":[{"type":"object","properties":{"d":{"type":["string","null"],"enum":["x",null],"description":"D."}},"required":["d"],"additionalProperties":false},{"type":"null"}],"description":"C."}},
		"required":["a","b","c"],"additionalProperties":false}}]`
	tools, report, broken := Tools([]byte(doc), Options{File: "in.json"})
	if broken != nil || refuses(report) {
		t.Fatal(broken.Text(), report.Diagnostics().Text())
	}
	p := &printer{}
	p.params("params", tools[0].Params)
	want := `params: [
	{name: "a", type: "string", description: "A."},
	{name: "b", type: "integer", minimum: 1, required: false, default: 5, description: "B."},
	{
		name: "c"
		type: "object"
		required: false
		description: "C."
		params: [
			{name: "d", type: "string", enum: ["x"], required: false, description: "D."},
		]
	},
]
`
	if diff := cmp.Diff(want, p.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestNames pins where a tool's name in a text becomes a mark: where the check would refuse the plain word.
func TestNames(t *testing.T) {
	names := map[string]string{"read_file": "read_file", "web-fetch": "web_fetch", "web_fetch": "web_fetch", "ask": "ask", "readAll": "readAll"}
	tests := []struct{ text, want string }{
		{"Use read_file.", `Use \(tool.read_file).`},
		{"read_files, my_read_file, read_file2", `read_files, my_read_file, read_file2`},
		{"ask or `ask`", "ask or `\\(tool.ask)`"},
		{"readAll-read_file", `\(tool.readAll)-\(tool.read_file)`},
		{"web-fetch `web-fetch` web_fetch", "web-fetch `\\(tool.web_fetch)` \\(tool.web_fetch)"},
		{"read_file", `\(tool.read_file)`},
		{"", ""},
		{"äread_fileä", `ä\(tool.read_file)ä`},
	}
	for _, test := range tests {
		var b strings.Builder
		for _, s := range segments(test.text, diag.Loc{}, names) {
			if s.Tool != "" {
				fmt.Fprintf(&b, `\(tool.%s)`, s.Tool)
			}
			b.WriteString(s.Lit)
		}
		if diff := cmp.Diff(test.want, b.String()); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.text, diff)
		}
	}
}
