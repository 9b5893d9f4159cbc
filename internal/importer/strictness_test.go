package importer

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

// TestStrictWord pins what becomes of "strict", with what a registry has already.
func TestStrictWord(t *testing.T) {
	projecting := func(names ...string) *registry.Registry {
		r := &registry.Registry{Locales: []registry.Locale{{Name: registry.Word{Text: "en"}}}}
		r.Profiles = []registry.Profile{{Name: "main", Kind: "agent", Transports: []registry.Word{{Text: "native"}}}}
		for _, name := range names {
			r.Contract.Projections = append(r.Contract.Projections, registry.Word{Text: name})
		}
		return r
	}
	full := projecting("anthropic", "gemini")
	for i := range 20 {
		name := registry.Word{Text: fmt.Sprintf("tool_%02d", i)}
		full.Tools = append(full.Tools, registry.Tool{Name: name.Text, Strict: registry.Word{Text: "require"}})
		full.Profiles[0].Tools = append(full.Profiles[0].Tools, name)
	}
	early := projecting("anthropic", "openai-chat") // of which nobody has written a profile
	early.Profiles = nil
	crowded := projecting("anthropic")
	crowded.Tools, crowded.Profiles = full.Tools, nil
	xml := projecting("anthropic")
	xml.Profiles[0].Transports[0].Text = "xml"
	tests := []struct {
		name, strict, schema string
		registry             *registry.Registry
		want                 string
		report               string // the start of the only line
	}{
		{"not given", ``, ``, nil, "auto", ""},
		{"false", `"strict":false`, ``, nil, "off", ""},
		{"true", `"strict":true`, ``, nil, "require", ""},
		{"true, beside others", `"strict":true`, ``, projecting("anthropic", "openai-chat"), "require", ""},
		{"true, before a profile is there", `"strict":true`, ``, early, "require", ""},
		{"true, before anything is there", `"strict":true`, ``, &registry.Registry{}, "auto", "[0].strict strict rewritten: \"auto\", so it is strict where it can be: the contract projects to no provider"},
		{"the limits are reached before a profile is there", `"strict":true`, ``, crowded, "auto", "[0].strict strict rewritten: \"auto\", so it is strict where it can be: not for Anthropic, because with it a session could show more than 20 strict tools"},
		{"null", `"strict":null`, ``, nil, "auto", "[0].strict strict left out: null says nothing"},
		{"no boolean", `"strict":"yes"`, ``, nil, "", "[0].strict strict refused: it is a string"},
		{"no provider has it", `"strict":true`, ``, projecting("gemini"), "auto", "[0].strict strict rewritten: \"auto\", so it is strict where it can be: the contract projects to no provider"},
		{"no profile is native", `"strict":true`, ``, xml, "auto", "[0].strict strict rewritten: \"auto\", so it is strict where it can be: no profile offers the transport native"},
		{"the limits are reached", `"strict":true`, ``, full, "auto", "[0].strict strict rewritten: \"auto\", so it is strict where it can be: not for Anthropic, because with it a session could show more than 20 strict tools"},
		{"off where the limits are reached", `"strict":false`, ``, full, "off", ""},
		{"a map", `"strict":true`, `"p":{"type":"object","description":"P.","additionalProperties":{"type":"string"}}`, nil, "auto", "[0].strict strict rewritten: \"auto\", so it is strict where it can be: not for OpenAI, because parameter \"p\" is a map"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc := `[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{` + test.schema + `},"additionalProperties":false}}]`
			if test.strict != "" {
				doc = strings.Replace(doc, `"input_schema"`, test.strict+`,"input_schema"`, 1)
			}
			tools, report, broken := Tools([]byte(doc), Options{File: "in.json", Registry: test.registry})
			got, told := broken.Text(), ""
			for i := range tools {
				got += tools[i].Strict.Text
			}
			for i, e := range report {
				told += e.At.Path + " " + lines(report)[i]
			}
			if diff := cmp.Diff(test.want, got); diff != "" || !strings.HasPrefix(told, test.report) || (told == "") != (test.report == "") {
				t.Errorf("(-want +got)\n%s%s", diff, told)
			}
			files, err := Specs("sample", tools)
			if err != nil || len(files) > 0 && strings.Contains(string(files[0].Data), "strict:") != (test.want != "auto") {
				t.Errorf("%v %s", err, files)
			}
		})
	}
}

// TestReportIsPrintable pins that no line of a report holds what a terminal takes for a command.
func TestReportIsPrintable(t *testing.T) {
	doc := `[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{"p":{"type":"string","description":"P.","format":"\u001b[2J\n\u0007\u202e","\u001b[3J":1,"default":"\u001b"}},"required":["p","\u001b"]}}]`
	_, report, _ := Tools([]byte(doc), Options{File: "in.json"})
	for line := range strings.Lines(report.Diagnostics().Text()) {
		if strings.ContainsFunc(strings.Trim(line, "\t\n"), func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q", line)
		}
	}
	if len(report) < 3 {
		t.Error(report.Diagnostics().Text())
	}
}

// TestMisnamed pins that a schema under a name that its form does not know is refused where it stands: without it the tool
// would have no parameters.
func TestMisnamed(t *testing.T) {
	const schema = `{"type":"object","properties":{"p":{"type":"string","description":"P."}},"additionalProperties":false}`
	tests := []struct{ name, doc, at, want string }{
		{"another form's", `[{"type":"function","function":{"name":"t","description":"T.","input_schema":` + schema + `}}]`, "[0].function.input_schema", `did you mean "parameters"?`},
		{"another form's, Responses", `[{"type":"function","name":"t","description":"T.","input_schema":` + schema + `}]`, "[0].input_schema", `did you mean "parameters"?`},
		{"beside the function", `[{"type":"function","function":{"name":"t","description":"T."},"parameters":` + schema + `}]`, "[0].parameters", `did you mean "parameters" in "function"?`},
		{"a slip", `[{"type":"function","function":{"name":"t","description":"T.","paramters":{}}}]`, "[0].function.paramters", `did you mean "parameters"?`},
		{"a slip without a type", `[{"name":"t","description":"T.","paramters":` + schema + `}]`, "[0].paramters", `did you mean "parameters"?`},
		{"a slip of another form", `[{"name":"t","description":"T.","input_shema":` + schema + `}]`, "[0].input_shema", `did you mean "input_schema"?`},
		{"a slip without a description", `[{"name":"t","inputSchemas":` + schema + `}]`, "[0].inputSchemas", `did you mean "inputSchema"?`},
		{"in capitals", `[{"name":"t","Parameters":` + schema + `}]`, "[0].Parameters", `did you mean "parameters"?`},
		{"a name of its own", `[{"type":"function","name":"t","description":"T.","arguments":` + schema + `}]`, "[0].arguments", `did you mean "parameters"?`},
		{"a declaration's", `[{"functionDeclarations":[{"name":"t","description":"T.","inputSchema":` + schema + `}]}]`, "[0].functionDeclarations[0].inputSchema", `did you mean "parametersJsonSchema"?`},
		{"in the schema", `[{"name":"t","description":"T.","input_schema":{"type":"object","propertes":{"p":{}},"additionalProperties":false}}]`, "[0].input_schema.propertes", `did you mean "properties"? If not, remove it`},
		{"what is required", `[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{},"requried":["p"],"additionalProperties":false}}]`, "[0].input_schema.requried", `did you mean "required"? If not, remove it`},
		{"words of one's own", `[{"name":"t","description":"T.","input_schema":{"type":"object","properties":{},"additionalProperties":false,"x-type":1,"x-format":1,"propertyOrder":1,"readonly":true}}]`, "", `did you mean "propertyOrdering"?did you mean "readOnly"?`},
		{"a result", `[{"type":"function","name":"t","description":"T.","outputSchema":` + schema + `}]`, "", ""},
		{"no schema at all", `[{"name":"t","description":"T."}]`, "", ""},
		{"a slip beside the schema", `[{"name":"t","description":"T.","strickt":true,"input_schema":` + schema + `}]`, "", `did you mean "strict"?`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tools, report, broken := Tools([]byte(test.doc), Options{File: "in.json"})
			at, want := "", ""
			for _, e := range report {
				if want += e.Want; e.Outcome == Refused {
					at += e.At.Path
				}
				if !strings.ContainsAny(test.doc[e.At.Col-1:e.At.Col], `{["t1`) {
					t.Errorf("column %d of %s", e.At.Col, test.doc)
				}
			}
			if broken != nil || at != test.at || want != test.want || (len(tools) == 0) != (test.at != "") {
				t.Errorf("%d tools, %s %s\n%s", len(tools), at, want, report.Diagnostics().Text())
			}
		})
	}
}
