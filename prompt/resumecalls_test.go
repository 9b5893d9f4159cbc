package prompt

import (
	"strings"
	"testing"
	"time"
)

// TestResumeHidden shows that a resumed session takes and demands the members of arguments that the frozen one did, at
// every depth, whatever the registry has by now.
func TestResumeHidden(t *testing.T) {
	type fields = []ArgField
	var text string
	box := Toolbox{Names: []string{"w"}, Fields: func(string) []ArgField {
		text = ""
		return fields{
			RequiredArg("top", &text, AsString()),
			OptionalArg("list", new([]int), AsList(AsObject(func(*int) fields {
				return fields{RequiredArg("why", new(string), AsString()), DefaultArg("mode", &text, AsString(), "once"), OptionalArg("old", new(string), AsString())}
			}))),
			OptionalArg("one", new(any), AsUnion("kind",
				UnionCase("put", func() (any, fields) { return nil, fields{RequiredArg("at", new(int64), AsInt())} }),
				UnionCase("cut", func() (any, fields) { return nil, fields{RequiredArg("at", new(int64), AsInt())} }))),
			OptionalArg("map", new(map[string]int), AsMap(AsObject(func(*int) fields { return fields{RequiredArg("why", new(string), AsString())} }))),
			OptionalArg("free", new(JSON), AsAny()),
		}
	}}
	object := func(name, typ string) string {
		return `{"type":"object","properties":{"` + name + `":{"type":"` + typ + `"}},"required":["` + name + `"],"additionalProperties":false}`
	}
	variant := func(tag string) string {
		return `{"type":"object","properties":{"kind":{"type":"string","const":"` + tag + `"},"at":{"type":"integer"}},"required":["kind","at"],"additionalProperties":false}`
	}
	specs := []ToolSpec{{Name: "w", Params: []ParamSpec{
		{Name: "list", Value: JSONValue, Hidden: []string{"why", "mode"}, Schema: []string{`{"type":"array","items":{"type":"object","properties":{"why":{"type":"string"},` +
			`"mode":{"type":"string"},"old":{"type":"string"}},"required":["why"],"additionalProperties":false}}`}},
		{Name: "one", Value: JSONValue, Hidden: []string{"put.at"}, Schema: []string{`{"anyOf":[` + variant("put") + `,` + variant("cut") + `]}`}},
		{Name: "map", Value: JSONValue, Hidden: []string{"why"}, Schema: []string{`{"type":"object","properties":{},"additionalProperties":` + object("why", "string") + `}`}},
		{Name: "free", Value: JSONValue, Schema: []string{`{}`}},
	}}}
	p := firstCase().program()
	p.Tools = NewTools(box, specs)
	a, err := ResumeAssembler(p, p, NewAssembler(p).Freeze(time.Unix(0, 0), ""), box)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, want string }{
		{`{}`, ""},
		{`{"top":"x"}`, `top: unknown argument`},
		{`{"list":[{},{"old":"x"}],"one":{"kind":"put"},"map":{"why":{}},"free":{"why":1}}`, ""},
		{`{"one":{"kind":"cut","at":1}}`, ""},
		{`{"list":[{"why":"x","mode":"y"}]}`, "list[0].why: unknown argument|list[0].mode: unknown argument"},
		{`{"one":{"kind":"put","at":1}}`, `one.at: unknown argument`},
		{`{"one":{"kind":"cut"}}`, `one.at: required`},
		{`{"map":{"a":{"why":"x"}}}`, `map["a"].why: unknown argument`},
	} {
		for name, tools := range map[string]*Tools{"new": p.Tools, "resumed": a.Tools()} {
			got := ""
			if err := tools.DecodeCall(Call{Name: "w", Args: []byte(tt.args)}, box.Fields("w")); err != nil {
				got = strings.Join(err.(*CallError).Problems, "|")
			}
			if got != tt.want {
				t.Errorf("%s: %s: got %q, want %q", name, tt.args, got, tt.want)
			}
			if want := "once"; tt.want == "" && strings.Contains(tt.args, "old") && text != want {
				t.Errorf("%s: %s: the default is %q, want %q", name, tt.args, text, want)
			}
		}
	}
}

// TestResumeHostToolThatIsDeclaredNow pins that a tool of the host stays the host's in a resumed session, although the
// registry has declared one of its name since.
func TestResumeHostToolThatIsDeclaredNow(t *testing.T) {
	p := hostProgram(t, HostTool{"notes", "find", "", `{"type":"object","properties":{"text":{"type":"string"},"max":{"type":"integer"}}}`})
	p.Transport = XML
	r := NewAssembler(p).Freeze(time.Unix(0, 0), "")
	box := Toolbox{Names: []string{"read_file", "notes__find"}, Host: true, Fields: func(name string) []ArgField {
		if name == "notes__find" {
			return []ArgField{RequiredArg("max", new(int64), AsInt().Max(5)), OptionalArg("text", new(string), AsString().OneOf("x"))}
		}
		return []ArgField{}
	}}
	a, err := ResumeAssembler(p, p, r, box)
	if err != nil {
		t.Fatal(err)
	}
	ts := a.Tools()
	if !ts.Hosts("notes__find") || r.Offers("notes__find") {
		t.Error("it is taken for a declared one")
	}
	parser := ts.Parser()
	parser.Feed(nil, "<notes__find>\n<text>a</text>\n<max>9</max>\n</notes__find>\n<notes__find>\n</notes__find>")
	m := parser.Close(true)
	const want = "= text \"\\n\"\n= call notes__find {\"text\":\"a\",\"max\":9}\n= call notes__find {}\n"
	if got := writeMessage(m); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, c := range m.Calls {
		if _, err := ts.AppendCall(nil, c); err != nil {
			t.Error(err)
		}
	}
	if xml, err := ts.AppendCall(nil, Call{Name: "notes__find", Args: []byte(`{"text":null}`)}); err == nil {
		t.Errorf("null is absent for the host, too: %s", xml)
	}
}
