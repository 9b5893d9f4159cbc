package prompt

import (
	"strings"
	"testing"
)

// testTools covers each kind of parameter.
func testTools() []ToolSpec {
	return []ToolSpec{
		{Name: "read_file", Doc: "Read a <file>.", Effect: Effect{ReadOnly: true}, Params: []ParamSpec{
			{Name: "path", Required: true, Schema: []string{`{"type":"string","description":"`, `"}`}, Docs: []string{"Path, \"quoted\" & <b>."}, Usage: "src/main.go"},
			{Name: "mode", Schema: []string{`{"type":"string","description":"`, `","enum":["r","w"],"default":"r"}`},
				Gemini: []string{`{"type":"string","description":"`, `\nConstraints: default \"r\".","enum":["r","w"]}`},
				Docs:   []string{"Mode."}, Note: " One of: r, w. Default: r."},
		}},
		{Name: "edit_file", Doc: "Edit.", Level: Session, Meta: `{"a":1}`, Params: []ParamSpec{
			{Name: "edits", Required: true, Value: JSONValue, Usage: "[]",
				Schema: []string{`{"type":"array","description":"`, `","items":{"type":"object","properties":{"old":{"type":"string","description":"`,
					`","pattern":"^\u003ca\u0026"}},"required":["old"],"additionalProperties":false}}`},
				Gemini: []string{`{"type":"array","description":"`, `","items":{"type":"object","properties":{"old":{"type":"string","description":"`,
					`\nConstraints: pattern ^\u003ca\u0026.","pattern":"^\u003ca\u0026"}},"required":["old"],"additionalProperties":false,"propertyOrdering":["old"]}}`},
				Docs: []string{"Edits.", "Old <text>."}},
		}},
		{Name: "stop", Doc: "Stop."},
	}
}

func TestToolProjections(t *testing.T) {
	const (
		path = `"path":{"type":"string","description":"Path, \"quoted\" \u0026 \u003cb\u003e."}`
		mode = `"mode":{"type":"string","description":"Mode.","enum":["r","w"],"default":"r"}`
		read = `{"type":"object","properties":{` + path + `,` + mode + `},"required":["path"],"additionalProperties":false}`
		item = `"items":{"type":"object","properties":{"old":{"type":"string","description":"Old \u003ctext\u003e.","pattern":"^\u003ca\u0026"}},"required":["old"],"additionalProperties":false}`
		edit = `{"type":"object","properties":{"edits":{"type":"array","description":"Edits.",` + item + `}},"required":["edits"],"additionalProperties":false}`
		none = `{"type":"object","properties":{},"required":[],"additionalProperties":false}`
	)
	want := map[Provider]string{
		Anthropic: `[{"name":"read_file","description":"Read a \u003cfile\u003e.","input_schema":` + read + `},` +
			`{"name":"edit_file","description":"Edit.","input_schema":` + edit + `},{"name":"stop","description":"Stop.","input_schema":` + none + `}]`,
		OpenAIChat: `[{"type":"function","function":{"name":"read_file","description":"Read a \u003cfile\u003e.","strict":false,"parameters":` + read + `}},` +
			`{"type":"function","function":{"name":"edit_file","description":"Edit.","strict":false,"parameters":` + edit + `}},` +
			`{"type":"function","function":{"name":"stop","description":"Stop.","strict":false,"parameters":` + none + `}}]`,
		Gemini: `[{"functionDeclarations":[{"name":"read_file","description":"Read a \u003cfile\u003e.","parametersJsonSchema":` +
			`{"type":"object","properties":{` + path + `,"mode":{"type":"string","description":"Mode.\nConstraints: default \"r\".","enum":["r","w"]}},` +
			`"required":["path"],"additionalProperties":false,"propertyOrdering":["path","mode"]}},` +
			`{"name":"edit_file","description":"Edit.","parametersJsonSchema":{"type":"object","properties":{"edits":{"type":"array","description":"Edits.",` +
			`"items":{"type":"object","properties":{"old":{"type":"string","description":"Old \u003ctext\u003e.\nConstraints: pattern ^\u003ca\u0026.","pattern":"^\u003ca\u0026"}},` +
			`"required":["old"],"additionalProperties":false,"propertyOrdering":["old"]}}},"required":["edits"],"additionalProperties":false,"propertyOrdering":["edits"]}},` +
			`{"name":"stop","description":"Stop."}]}]`,
	}
	want[OpenAIResponses] = `[{"type":"function","name":"read_file","description":"Read a \u003cfile\u003e.","strict":false,"parameters":` + read + `},` +
		`{"type":"function","name":"edit_file","description":"Edit.","strict":false,"parameters":` + edit + `},` +
		`{"type":"function","name":"stop","description":"Stop.","strict":false,"parameters":` + none + `}]`
	want[OpenAICompatible] = strings.ReplaceAll(want[OpenAIChat], `,"strict":false`, "")
	want[GeminiOpenAPI] = `[{"functionDeclarations":[{"name":"read_file","description":"Read a \u003cfile\u003e.","parameters":` +
		`{"type":"OBJECT","properties":{` + path + `,` + mode + `},"propertyOrdering":["path","mode"],"required":["path"]}},` +
		`{"name":"edit_file","description":"Edit.","parameters":{"type":"OBJECT","properties":{"edits":{"type":"array","description":"Edits.",` + item + `}},` +
		`"propertyOrdering":["edits"],"required":["edits"]}},{"name":"stop","description":"Stop."}]}]`
	a := NewAssembler(testProgram(testSession{"/w"}))
	mcp := strings.ReplaceAll(want[Anthropic], "input_schema", "inputSchema")
	if got := string(a.Tools().MCP().JSON()); got != mcp {
		t.Errorf("MCP:\nwant %s\ngot  %s", mcp, got)
	}
	for p, want := range want {
		r, err := a.Request(p, testTurn{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Tools.JSON()); got != want {
			t.Errorf("%v:\nwant %s\ngot  %s", p, want, got)
		}
		checkFixedForm(t, r.Tools.JSON())
		checkFixedForm(t, r.System.JSON())
	}
	tool, ok := a.Tools().Lookup("edit_file")
	if want := (Tool{Name: "edit_file", Doc: "Edit.", Schema: edit, Level: Session, Meta: `{"a":1}`}); !ok || tool != want {
		t.Errorf("want %v, got %v", want, tool)
	}
}

// A tool that is strict shows its strict schemas, and only where strictness is known.
func TestStrictTools(t *testing.T) {
	spec := ToolSpec{Name: "t", Doc: "D", Strict: StrictOpenAI | StrictAnthropic, Hints: `{"readOnlyHint":true}`, Params: []ParamSpec{
		{
			Name: "a", Docs: []string{"A"}, Value: NumberValue,
			Schema:          []string{`{"type":"integer","description":"`, `","minimum":1}`},
			Canonical:       []string{`{"type":"integer","description":"`, `","minimum":1,"maximum":9}`},
			OpenAIStrict:    []string{`{"type":["integer","null"],"description":"`, `","minimum":1}`},
			AnthropicStrict: []string{`{"type":"integer","description":"`, `\nConstraints: minimum 1."}`},
		},
		{Name: "b", Required: true, Docs: []string{"B"}, Schema: []string{`{"type":"string","description":"`, `"}`}},
	}}
	const b = `"b":{"type":"string","description":"B"}},"required":`
	const open = `{"type":"object","properties":{"a":{"type":"integer","description":"A","minimum":1},` + b + `["b"],"additionalProperties":false}`
	const strict = `{"type":"object","properties":{"a":{"type":["integer","null"],"description":"A","minimum":1},` + b + `["a","b"],"additionalProperties":false}`
	tools := NewTools(Toolbox{}, []ToolSpec{spec})
	a := NewAssembler(Program[int, int]{Transport: Native, Tools: tools})
	for p, want := range map[Provider]string{
		Anthropic: `[{"name":"t","description":"D","strict":true,"input_schema":{"type":"object","properties":{"a":{"type":"integer","description":"A\nConstraints: minimum 1."},` +
			b + `["b"],"additionalProperties":false}}]`,
		OpenAIChat:       `[{"type":"function","function":{"name":"t","description":"D","strict":true,"parameters":` + strict + `}}]`,
		OpenAIResponses:  `[{"type":"function","name":"t","description":"D","strict":true,"parameters":` + strict + `}]`,
		OpenAICompatible: `[{"type":"function","function":{"name":"t","description":"D","parameters":` + open + `}}]`,
	} {
		r, err := a.Request(p, 0)
		if got := string(r.Tools.JSON()); err != nil || got != want {
			t.Errorf("%v:\nwant %s\ngot  %s, %v", p, want, got, err)
		}
	}
	if got, want := string(tools.MCP().JSON()), `[{"name":"t","description":"D","inputSchema":`+open+`,"annotations":{"readOnlyHint":true}}]`; got != want {
		t.Errorf("MCP:\nwant %s\ngot  %s", want, got)
	}
	if tool, _ := tools.Lookup("t"); !strings.Contains(string(tool.Schema), `"maximum":9`) {
		t.Errorf("canonical: %s", tool.Schema)
	}
}

func TestSystemProjections(t *testing.T) {
	want := map[Provider]string{
		Anthropic:  `[{"type":"text","text":"You code.\n\nBe brief."},{"type":"text","text":"\n\n\u003cw\u003e"}]`,
		OpenAIChat: `{"role":"developer","content":[{"type":"text","text":"You code.\n\nBe brief."},{"type":"text","text":"\n\n\u003cw\u003e"}]}`,
		Gemini:     `{"parts":[{"text":"You code.\n\nBe brief."},{"text":"\n\n\u003cw\u003e"}]}`,
		OpenAIResponses: `{"type":"message","role":"developer","content":[{"type":"input_text","text":"You code.\n\nBe brief."},` +
			`{"type":"input_text","text":"\n\n\u003cw\u003e"}]}`,
		OpenAICompatible: `{"role":"system","content":"You code.\n\nBe brief.\n\n\u003cw\u003e"}`,
		GeminiOpenAPI:    `{"parts":[{"text":"You code.\n\nBe brief."},{"text":"\n\n\u003cw\u003e"}]}`,
	}
	p := testProgram(testSession{"<w>"})
	live := p
	live.Sections = append(live.Sections, volatile("live", true, "live "))
	for provider, want := range want {
		r, err := NewAssembler(p).Request(provider, testTurn{5})
		if err != nil || string(r.System.JSON()) != want || r.Tail != "tokens: 5" {
			t.Errorf("%v:\nwant %s\ngot  %s, tail %q, %v", provider, want, r.System.JSON(), r.Tail, err)
		}
		r, err = NewAssembler(live).Request(provider, testTurn{5})
		var blocks int
		for range r.System.All() {
			blocks++
		}
		if want := map[bool]int{false: 3, true: 1}[provider == OpenAICompatible]; err != nil || blocks != want {
			t.Errorf("%v with a volatile section: got %s, %v", provider, r.System.JSON(), err)
		}
	}
}

func TestRequestOverXML(t *testing.T) {
	p := testProgram(testSession{})
	p.Transport = XML
	r, err := NewAssembler(p).Request(Anthropic, testTurn{})
	if err != nil || !r.Tools.IsZero() || r.System.IsZero() {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestRequestOfNothing(t *testing.T) {
	for _, tools := range []*Tools{nil, NewTools(Toolbox{}, nil)} {
		r, err := NewAssembler(Program[int, int]{Transport: Native, Tools: tools}).Request(Gemini, 0)
		if err != nil || !r.Tools.IsZero() || !r.System.IsZero() || r.Tail != "" {
			t.Errorf("got %v, %v", r, err)
		}
	}
}

func TestRequestNamesTheDeclaredProjections(t *testing.T) {
	p := testProgram(testSession{})
	p.Projections = []Provider{Anthropic, Gemini}
	a := NewAssembler(p)
	for p, want := range map[Provider]string{
		OpenAICompatible: "provider is openai-compatible; the registry declares anthropic or gemini",
		0:                "provider is Provider(0); the registry declares anthropic or gemini",
		99:               "provider is Provider(99); the registry declares anthropic or gemini",
	} {
		if _, err := a.Request(p, testTurn{}); err == nil || err.Error() != want {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestDocs(t *testing.T) {
	const want = "## read_file\n" +
		"Description: Read a <file>.\n" +
		"Parameters:\n" +
		"- path: (required) Path, \"quoted\" & <b>.\n" +
		"- mode: (optional) Mode. One of: r, w. Default: r.\n" +
		"Usage:\n" +
		"<read_file>\n" +
		"<path>src/main.go</path>\n" +
		"<mode></mode>\n" +
		"</read_file>\n" +
		"\n" +
		"## edit_file\n" +
		"Description: Edit.\n" +
		"Parameters:\n" +
		"- edits: (required) (JSON) Edits. Schema: {\"type\":\"array\",\"description\":\"Edits.\",\"items\":{\"type\":\"object\"," +
		"\"properties\":{\"old\":{\"type\":\"string\",\"description\":\"Old <text>.\",\"pattern\":\"^<a&\"}},\"required\":[\"old\"],\"additionalProperties\":false}}\n" +
		"Usage:\n" +
		"<edit_file>\n" +
		"<edits>[]</edits>\n" +
		"</edit_file>\n" +
		"\n" +
		"## stop\n" +
		"Description: Stop.\n" +
		"Parameters: None\n" +
		"Usage:\n" +
		"<stop>\n" +
		"</stop>"
	ts := NewTools(Toolbox{}, testTools())
	if got := ts.Docs(); got != want {
		t.Errorf("want:\n%s\ngot:\n%s", want, got)
	}
	if got := ts.Names(); got != "- read_file\n- edit_file\n- stop" {
		t.Errorf("got %q", got)
	}
	var none *Tools
	if none.Docs() != "" || none.Names() != "" {
		t.Error("a nil Tools has no documentation")
	}
}

func TestTools(t *testing.T) {
	ts := NewTools(Toolbox{}, testTools())
	var names []string
	for tool := range ts.All() {
		names = append(names, tool.Name)
		checkFixedForm(t, tool.Schema)
		if len(names) == 2 {
			break
		}
	}
	if len(names) != 2 || names[0] != "read_file" || names[1] != "edit_file" {
		t.Errorf("got %q", names)
	}
	if _, ok := ts.Lookup("Read_file"); ok {
		t.Error("names are compared byte by byte")
	}
	specs := testTools()
	ts = NewTools(Toolbox{}, specs)
	specs[0].Name, specs[0].Params[0].Name = "changed", "changed"
	if tool, ok := ts.Lookup("read_file"); !ok || tool.Level != Static {
		t.Errorf("got %v, %v", tool, ok)
	}
	if docs := NewTools(Toolbox{}, testTools()).Docs(); ts.Docs() != docs {
		t.Error("a Tools must not change with the specs it was made of")
	}
}
