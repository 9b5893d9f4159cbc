package prompt

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// servers is a toolset that skips what it can't take.
func servers(tools ...HostTool) Toolset {
	return Toolset{Name: "servers", Field: "Session.Servers", Tools: tools, Wire: "{server}__{name}", BadName: Skip, BadSchema: Skip}
}

const anyObject = JSON(`{"type":"object"}`)

// take checks toolsets, all of which the profile lists, beside a declared tool read_file.
func take(t *testing.T, sets ...Toolset) (*Hosted, *Errs) {
	t.Helper()
	var e Errs
	var listed []string
	for _, s := range sets {
		listed = append(listed, s.Name)
	}
	return e.HostTools([]string{"read_file", "save_note"}, listed, sets...), &e
}

// hostTools offers read_file and what remains of the host's tools.
func hostTools(h *Hosted, allow []string) *Tools {
	box := Toolbox{Names: []string{"read_file", "save_note"}, Host: true}
	return NewTools(box, []ToolSpec{{Name: "read_file", Doc: "Reads."}}, h.Shown(func(string) bool { return true }, allow)...)
}

func toolNames(ts *Tools) string {
	var names []string
	for t := range ts.All() {
		names = append(names, t.Name)
	}
	return strings.Join(names, " ")
}

func TestHostToolNames(t *testing.T) {
	long := strings.Repeat("x", 61)
	for _, tt := range []struct {
		wire  string
		tools []HostTool
		want  string // what remains
		note  string // of the first that does not
	}{
		{"{server}__{name}", []HostTool{{"b", "two", "", anyObject}, {"a", "one", "", anyObject}}, "a__one b__two", ""},
		{"{name}", []HostTool{{"", "Read_File", "", anyObject}}, "", `is "Read_File" on the wire, as is the tool "read_file" of the registry`},
		{"{name}", []HostTool{{"", "save_note", "", anyObject}}, "", `is "save_note" on the wire, as is the tool "save_note" of the registry`},
		{"{name}", []HostTool{{"", "find", "", anyObject}, {"", "Find", "", anyObject}}, "Find", `is "find" on the wire, as is Session.Servers[1]`},
		{"{server}__{name}", []HostTool{{"a__b", "c", "", anyObject}, {"a", "b__c", "", anyObject}}, "a__b__c", `is "a__b__c" on the wire, as is Session.Servers[1]`},
		{"{server}__{name}", []HostTool{{"s", long, "", anyObject}}, "s__" + long, ""},
		{"{server}__{name}", []HostTool{{"s", long + "x", "", anyObject}}, "", `is "s__` + long[:57] + `"… on the wire; want 1 to 64 letters, digits, _ or -, starting with a letter or _`},
		{"{server}__{name}", []HostTool{{"calendar", "event.update", "", anyObject}}, "", `is "calendar__event.update" on the wire; want 1 to 64 letters, digits, _ or -, starting with a letter or _`},
		{"{name}", []HostTool{{"", "1abc", "", anyObject}}, "", `is "1abc" on the wire; want 1 to 64 letters, digits, _ or -, starting with a letter or _`},
		{"{server}__{name}", []HostTool{{"", "find", "", anyObject}}, "", "has no server, which is a part of its name"},
		{"{server}__{name}", []HostTool{{"s", "", "", anyObject}}, "", "has no name"},
		{"{server}__{name}", []HostTool{{"{name}", "x", "", anyObject}}, "", `is "{name}__x" on the wire; want 1 to 64 letters, digits, _ or -, starting with a letter or _`},
	} {
		s := servers(tt.tools...)
		s.Wire = tt.wire
		h, e := take(t, s)
		got := strings.TrimSpace(strings.TrimPrefix(toolNames(hostTools(h, nil)), "read_file"))
		if got != tt.want || e.Err() != nil {
			t.Errorf("%v: got %q, %v", tt.tools, got, e.Err())
		}
		note := ""
		if ns := e.Notes(); len(ns) > 0 {
			note = ns[0].Problem
		}
		for i := range tt.tools {
			note = strings.TrimPrefix(note, tt.tools[i].who())
		}
		if note != tt.note {
			t.Errorf("%v: note %q, want %q", tt.tools, note, tt.note)
		}
		s.BadName = Reject
		if _, e := take(t, s); (e.Err() == nil) != (tt.note == "") {
			t.Errorf("%v: rejecting gives %v", tt.tools, e.Err())
		}
	}
}

// TestHostToolOrder gives the same tools in every order.
func TestHostToolOrder(t *testing.T) {
	tools := []HostTool{{"b", "two", "", anyObject}, {"a", "One", "first", anyObject}, {"a", "one", "second", anyObject}, {"c", "x", "", anyObject}}
	first := ""
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		var given []HostTool
		for _, i := range order {
			given = append(given, tools[i])
		}
		h, _ := take(t, servers(given...))
		env := anthropicEnvelope()
		got := string(hostTools(h, nil).values(Anthropic, &env, "").JSON())
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("%v: %s\nwant %s", order, got, first)
		}
		s := servers(given...)
		s.AsGiven = true
		h, _ = take(t, s)
		if got := hostTools(h, nil).list()[1].spec.Name; got != given[0].Server+"__"+given[0].Name {
			t.Errorf("as given: %s is the first of %v", got, given)
		}
	}
}

func TestHostToolSchemas(t *testing.T) {
	for _, tt := range []struct{ schema, problem string }{
		{`{"type":"object"}`, ""},
		{` { "type" : "object" , "properties" : { "a.b-C_1" : true } } `, ""},
		{`{"properties":{},"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":[]}`, ""},
		{``, "is missing"},
		{`{`, `is not valid JSON at byte 1: want a name in quotes, got the end`},
		{`[]`, `is an array; want an object with "type":"object"`},
		{`{"type":"object","type":"object"}`, `gives "type" twice in one object`},
		{`{"type":"object","properties":{"a":{"x":1,"x":2}}}`, `gives "x" twice in one object`},
		{`{"type":"string"}`, `has type "string" at its root; want "type":"object"`},
		{`{"type":["object","null"]}`, `has type an array at its root; want "type":"object"`},
		{`{}`, `has no type at its root; want "type":"object"`},
		{`{"type":"object","anyOf":[]}`, `has "anyOf" at its root`},
		{`{"type":"object","oneOf":[]}`, `has "oneOf" at its root`},
		{`{"type":"object","allOf":[]}`, `has "allOf" at its root`},
		{`{"type":"object","enum":[]}`, `has "enum" at its root`},
		{`{"type":"object","not":{}}`, `has "not" at its root`},
		{`{"type":"object","const":{}}`, `has "const" at its root`},
		{`{"type":"object","properties":{"$x":{}}}`, `has the property "$x"; want 1 to 64 letters, digits, _, . or -`},
		{`{"type":"object","properties":{"x":1}}`, `has the property "x", whose schema is 1`},
		{`{"type":"object","properties":[]}`, `has properties that are no object`},
		{`{"type":"object","required":["a",1]}`, `has a required that is no list of names`},
		{`{"type":"object","required":["a","b","a"]}`, `has a required that names "a" twice`},
		{`{"type":"object","properties":{"n":{"maximum":1e308,"minimum":-0.0e9,"multipleOf":1e-999,"default":12345678901234567890}}}`, ""},
		{`{"type":"object","properties":{"n":{"maximum":1e999}}}`, `holds the number 1e999, which does not fit into a float of 64 bits`},
		{`{"type":"object","x":[[-1E+309]]}`, `holds the number -1E+309, which does not fit into a float of 64 bits`},
		{"{\"type\":\"object\",\"title\":\"\xff\"}", `is not valid UTF-8 at byte 26`},
	} {
		s := servers(HostTool{"s", "x", "", JSON(tt.schema)})
		s.BadSchema = Reject
		_, e := take(t, s)
		got := ""
		if err := e.Err(); err != nil {
			got = err.Error()
		}
		want := ""
		if tt.problem != "" {
			want = `Session.Servers[0] "x" of server "s" has a schema that ` + tt.problem
		}
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.schema, got, want)
		}
	}
}

func TestHostToolProblemsAtOnce(t *testing.T) {
	s := servers(HostTool{"s", "a b", "x\x00", "{}"}, HostTool{"s", "ok", "", anyObject}, HostTool{"s", "OK", "", "[]"})
	s.BadName, s.BadSchema = Reject, Reject
	_, e := take(t, s)
	var all InputErrors
	if !errors.As(e.Err(), &all) || len(all) != 4 {
		t.Errorf("%v", e.Err())
	}
}

func TestHostToolLimits(t *testing.T) {
	s := servers(HostTool{"s", "c", "1234", anyObject}, HostTool{"s", "b", "123", anyObject}, HostTool{"s", "a", "", `{"type":"object","title":"x"}`},
		HostTool{"s", "d", "", anyObject})
	s.MaxTools, s.MaxDoc, s.MaxSchema, s.Over = 1, 3, len(anyObject), Skip
	h, e := take(t, s)
	if got := toolNames(hostTools(h, nil)); got != "read_file s__b" {
		t.Error(got)
	}
	want := []string{
		`Session.Servers[0]: skip: "c" of server "s" has a description of 4 bytes, at most 3`,
		`Session.Servers[2]: skip: "a" of server "s" has a schema of 29 bytes, at most 17`,
		"Session.Servers: skip: 2 items, at most 1",
	}
	var got []string
	for _, n := range e.Notes() {
		got = append(got, n.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	s.Over = Reject
	_, e = take(t, s)
	if err := e.Err(); err == nil || len(err.(InputErrors)) != 3 {
		t.Errorf("%v", err)
	}
}

const findSchema = JSON(`{"$schema":"x","type":"object","properties":{"text":{"type":"string","description":"What <b> to find.","minLength":1},` +
	`"max":{"type":"integer","default":5},"deep":{"type":"boolean","enum":[true]},"in":{"type":"array","items":{"type":"string"}}},"required":["text"]}`)

func TestHostToolRequests(t *testing.T) {
	h, _ := take(t, servers(HostTool{"notes", "find", "Finds <a> note.", findSchema}, HostTool{"notes", "all", "", ` {"type":"object"} `}))
	ts := hostTools(h, nil)
	find := strings.NewReplacer("<b>", `\u003cb\u003e`).Replace(string(findSchema))
	for _, tt := range []struct {
		p    Provider
		mark string
		want string
	}{
		{Anthropic, `,"m":1`, `[{"name":"read_file","description":"Reads.","input_schema":{"type":"object","properties":{},"required":[],"additionalProperties":false},"m":1},` +
			`{"name":"notes__all","input_schema":{"type":"object"}},{"name":"notes__find","description":"Finds \u003ca\u003e note.","input_schema":` + find + `}]`},
		{OpenAIChat, "", `[{"type":"function","function":{"name":"read_file","description":"Reads.","strict":false,"parameters":{"type":"object","properties":{},"required":[],"additionalProperties":false}}},` +
			`{"type":"function","function":{"name":"notes__all","strict":false,"parameters":{"type":"object","properties":{},"required":[]}}},` +
			`{"type":"function","function":{"name":"notes__find","description":"Finds \u003ca\u003e note.","strict":false,"parameters":` + find + `}}]`},
		{Gemini, "", `[{"functionDeclarations":[{"name":"read_file","description":"Reads."},{"name":"notes__all"},` +
			`{"name":"notes__find","description":"Finds \u003ca\u003e note.","parametersJsonSchema":` + strings.TrimSuffix(strings.Replace(find, `"$schema":"x",`, "", 1), "}") + `,"propertyOrdering":["text","max","deep","in"]}}]}]`},
	} {
		env, _ := envelopeOf(tt.p)
		got := ts.values(tt.p, &env, tt.mark).JSON()
		if string(got) != tt.want {
			t.Errorf("%v: %s\nwant %s", tt.p, got, tt.want)
		}
		fixed, err := json.Marshal(json.RawMessage(got))
		if err != nil || string(fixed) != string(got) {
			t.Errorf("%v: encoding/json gives %s, %v", tt.p, fixed, err)
		}
	}
	if got := ts.Docs(); strings.Contains(got, "notes") {
		t.Errorf("%s", got)
	}
	const docs = `## notes__all
Parameters: None
Usage:
<notes__all>
</notes__all>

## notes__find
Description: Finds <a> note.
Parameters:
- text: (required) What <b> to find. Constraints: minLength 1.
- max: (optional) Default: 5. Constraints: integer.
- deep: (optional) One of: true.
- in: (optional) (JSON) Schema: {"type":"array","items":{"type":"string"}}
Usage:
<notes__find>
<text></text>
<max></max>
<deep></deep>
<in></in>
</notes__find>`
	if got := ts.ToolsetDocs("servers"); got != docs {
		t.Errorf("%s", got)
	}
	if got := ts.ToolsetNames("servers"); got != "- notes__all\n- notes__find" {
		t.Errorf("%s", got)
	}
	if got, _ := ts.Lookup("notes__find"); got.Level != Session || got.Effect != (Effect{}) || got.Host != (Hoster{"servers", "notes", "find"}) || string(got.Schema) != find {
		t.Errorf("%+v", got)
	}
}

func TestHostToolAllow(t *testing.T) {
	h, _ := take(t, servers(HostTool{"s", "a", "", anyObject}, HostTool{"s", "b", "", anyObject}))
	if got := toolNames(hostTools(h, []string{"s__b"})); got != "read_file s__b" {
		t.Error(got)
	}
	if !h.Given("servers") || h.Remains("servers", []string{}) || !h.Remains("servers", []string{"s__a"}) || h.Given("others") {
		t.Error("what remains")
	}
	if got := h.Names(); !slices.Equal(got, []string{"s__a", "s__b"}) {
		t.Errorf("%q", got)
	}
	var none *Hosted
	if none.Given("servers") || none.Names() != nil || none.Shown(func(string) bool { return true }, nil) != nil {
		t.Error("a nil Hosted has tools")
	}
}

func TestCheckHostCall(t *testing.T) {
	h, _ := take(t, servers(HostTool{"s", "a", "", anyObject}))
	ts := hostTools(h, nil)
	if ts.Hosts("read_file") || !ts.Hosts("s__a") || ts.Hosts("s__b") {
		t.Error("which are the host's")
	}
	for args, want := range map[string]string{
		`{}`:            "",
		`{"a":[1,{}]}`:  "",
		`{"a":[1e999]}`: "",
		`[]`:            "arguments: want an object, got an array",
		`null`:          "arguments: want an object, got null",
		`{"a":1,"a":2}`: "a: given more than once",
		`{"a":[{"b":1,"b":2}],"a":0,"c d":{"e":[],"e":1,"e":2}}`: `a[0].b: given more than once; a: given more than once; "c d".e: given more than once; "c d".e: given more than once`,
		``: `arguments: not valid JSON at byte 0: want a value, got the end`,
	} {
		got := ""
		if err := ts.CheckHostCall(Call{Name: "s__a", Args: json.RawMessage(args)}); err != nil {
			got = strings.Join(err.(*CallError).Problems, "; ")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// hostProgram shows the declared tool and those of a host.
func hostProgram(t *testing.T, tools ...HostTool) Program[struct{}, struct{}] {
	h, _ := take(t, servers(tools...))
	ts := hostTools(h, nil)
	return Program[struct{}, struct{}]{
		Transport: Native, Separator: "\n", Tools: ts, Marks: MarkTools | MarkStatic, Identity: Identity{Contract: "c", Version: 1, Profile: "p"},
		Sections: []SectionSpec[struct{}]{
			{Name: "fixed", Level: Static, Write: func(b *Buf) { b.Text("fixed") }},
			{Name: "listed", Level: Session, Write: func(b *Buf) { b.Text(ts.ToolsetNames("servers")) }},
		},
	}
}

func TestHostToolMarks(t *testing.T) {
	p := hostProgram(t, HostTool{"s", "a", "", anyObject})
	r, err := NewAssembler(p).Request(Anthropic, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	tools := slices.Collect(r.Tools.All())
	if len(tools) != 2 || !strings.Contains(string(tools[0]), "cache_control") || strings.Contains(string(tools[1]), "cache_control") || r.Marks != 2 {
		t.Errorf("%s, %d marks", tools, r.Marks)
	}
	h, _ := take(t, servers(HostTool{"s", "a", "", anyObject}))
	p.Tools = NewTools(Toolbox{Host: true}, nil, h.Shown(func(string) bool { return true }, nil)...)
	r, _ = NewAssembler(p).Request(Anthropic, struct{}{})
	if strings.Contains(string(r.Tools.JSON()), "cache_control") || r.Marks != 1 {
		t.Errorf("without a declared tool: %s, %d marks", r.Tools.JSON(), r.Marks)
	}
}

func TestHostToolsFrozen(t *testing.T) {
	find := HostTool{"notes", "find", "Finds.", findSchema}
	was := NewAssembler(hostProgram(t, find))
	r := was.Freeze(time.Unix(0, 0), "start", Anthropic)
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Record
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	p := hostProgram(t) // the server is gone
	box := Toolbox{Names: []string{"read_file"}, Host: true}
	a, err := ResumeAssembler(p, p, back, box)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Tools().Hosts("notes__find") || a.System() != was.System() || p.Tools.HostOf(&back).ToolsetDocs("servers") != was.tools.ToolsetDocs("servers") {
		t.Errorf("%s", a.System())
	}
	before, _ := was.Request(Anthropic, struct{}{})
	after, _ := a.Request(Anthropic, struct{}{})
	if before.Tools.JSON() != after.Tools.JSON() {
		t.Errorf("%s\nwant %s", after.Tools.JSON(), before.Tools.JSON())
	}
	if v, changes := a.Compare(back); v != Stale || !slices.Equal(changes, []Change{{"toolset", "servers"}}) {
		t.Errorf("%v %v", v, changes)
	}
	if v, changes := was.Compare(back); v != Fresh {
		t.Errorf("%v %v", v, changes)
	}
	if _, err := ResumeAssembler(p, p, back, Toolbox{Names: []string{"read_file", "notes__find"}}); err == nil {
		t.Error("a tool of the host is resumed where none can be dispatched")
	}
	if !back.OffersToolset("servers") || back.OffersToolset("others") {
		t.Error("which toolsets a record offers")
	}
}
