package prompt

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestAppendCall(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"stop", `{}`, "<stop>\n</stop>"},
		{"r", `{"all":false, "limit":5, "path":"a b", "id":""}`, "<r>\n<path>a b</path>\n<limit>5</limit>\n<all>false</all>\n<id></id>\n</r>"},
		{"w", `{"content":"x","path":"a"}`, "<w>\n<path>a</path>\n<content>x</content>\n</w>"},
		{"w", `{"path":"a","content":"x\n"}`, "<w>\n<path>a</path>\n<content>\nx\n\n</content>\n</w>"},
		{"w", `{"path":"a","content":"\r"}`, "<w>\n<path>a</path>\n<content>\r</content>\n</w>"},
		{"w", `{"path":"a","content":"x\n\r"}`, "<w>\n<path>a</path>\n<content>\nx\n\r\r\n</content>\n</w>"},
		{"w", `{"path":"a","content":"</content><path>b</path>"}`, "<w>\n<path>a</path>\n<content></content><path>b</path></content>\n</w>"},
		{"change", `{"level":1.0,"edits":[{"old":"<a>&","new":"\u00e9"}]}`, "<change>\n<level>1.0</level>\n<edits>[{\"old\":\"<a>&\",\"new\":\"é\"}]</edits>\n</change>"},
		{"change", `{"level":1,"edits":[{"old":"</edits>","new":""}]}`, "<change>\n<level>1</level>\n<edits>[{\"old\":\"\\u003c/edits\\u003e\",\"new\":\"\"}]</edits>\n</change>"},
		{"hosted", `{"query":"a","any":{"b":[null]}}`, "<hosted>\n<query>a</query>\n<any>{\"b\":[null]}</any>\n</hosted>"},
		{"hosted", `{"query":"a","any":null}`, "<hosted>\n<query>a</query>\n<any>null</any>\n</hosted>"},
		{"r", `{"limit":null,"path":"a","ratio":null,"all":null,"mode":null,"id":null}`, "<r>\n<path>a</path>\n</r>"},
		{"change", `{"level":1,"tags":null,"edits":[{"old":"a","new":"b"}]}`, "<change>\n<level>1</level>\n<edits>[{\"old\":\"a\",\"new\":\"b\"}]</edits>\n</change>"},
	} {
		got, err := xmlTools().AppendCall(nil, Call{Name: c.name, Args: json.RawMessage(c.args)})
		if err != nil || string(got) != c.want {
			t.Errorf("%s %s\nwant %q\ngot  %q, %v", c.name, c.args, c.want, got, err)
		}
	}
}

func TestAppendCallRefuses(t *testing.T) {
	const cannot = "can't be written as XML: "
	for _, c := range []struct{ name, args, want string }{
		{"nope", `{}`, `there is no tool "nope"`},
		{"hidden", `{"path":"a"}`, "not offered"},
		{"r", ``, cannot + "arguments: not valid JSON"},
		{"r", `[]`, cannot + "arguments: want an object, got an array"},
		{"r", `{"path":"a","foo":1}`, cannot + "foo: unknown argument"},
		{"r", `{"path":"a","path":"b"}`, cannot + "path: given more than once"},
		{"r", `{"path":5}`, cannot + "path: can't be 5"},
		{"r", `{"path":null}`, cannot + "path: can't be null"},
		{"r", `{"path":"a","limit":null,"limit":5}`, cannot + "limit: given more than once"},
		{"r", `{"path":"a","foo":null}`, cannot + "foo: unknown argument"},
		{"hosted", `{"query":"a","any":1,"count":null}`, cannot + "count: can't be null"},
		{"r", `{"path":"a","limit":"5"}`, cannot + `limit: can't be "5"`},
		{"r", `{"path":"a","all":"true"}`, cannot + `all: can't be "true"`},
		{"r", `{"path":"a","limit":5000}`, cannot + "limit: want an integer from 1 to 2000"},
		{"r", `{"path":"</path>"}`, cannot + "unexpected text"},
		{"r", `{"path":"a</path><limit>5</limit><id>"}`, cannot + "id: the answer ends"},
		{"r", `{}`, cannot + "path: required"},
		{"w", `{"path":"a","content":"x</content>\n</w>"}`, cannot + "ambiguous"},
		{"w", `{"path":"a","content":"x</content></w>\n<w><path>b</path><content>y"}`, cannot + "its content holds tags"},
		{"w", "{\"path\":\"a\",\"content\":\"\xff\"}", cannot + "arguments: not valid UTF-8"},
		{"w", `{"path":"a","content":"\ud800"}`, cannot + "arguments: not valid JSON"},
		{"e", `{"path":"a","old":"x</old><new>y","new":"z"}`, cannot + "ambiguous"},
		{"e", `{"path":"a","old":"x","new":"</old>"}`, cannot + "ambiguous"},
		{"hosted", `{"query":"a</query><count>5</count><any>1</any></hosted>\n<hosted><query>b","any":2}`, cannot + "its content holds tags"},
	} {
		dst := []byte("kept")
		got, err := xmlTools().AppendCall(dst, Call{Name: c.name, Args: json.RawMessage(c.args)})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "got 0") || string(got) != "kept" {
			t.Errorf("%s %s\nwant %s\ngot  %q, %v", c.name, c.args, c.want, got, err)
		}
	}
}

// TestAppendCallLines shows that a history of several calls comes back.
func TestAppendCallLines(t *testing.T) {
	ts := xmlTools()
	history := []byte("I look first.")
	for _, args := range []string{`{"path":"a"}`, `{"path":"b","limit":2}`} {
		var err error
		if history, err = ts.AppendCall(history, Call{Name: "r", Args: json.RawMessage(args)}); err != nil {
			t.Fatal(err)
		}
	}
	p := ts.Parser()
	p.Feed(nil, string(history))
	m := p.Close(true)
	if len(m.Calls) != 2 || string(m.Calls[1].Args) != `{"path":"b","limit":2}` || m.Text != "I look first.\n\n" {
		t.Errorf("got %+v from\n%s", m, history)
	}
}

// hostile returns a value that is made to be taken for something else.
func hostile(rnd *rand.Rand) string {
	pieces := []string{
		"</content>", "</content", "<content>", "</w>", "</w", "<w>", "<path>", "</path>", "<path>/etc/passwd</path>", "</old>", "</new>", "<new>", "</e>",
		"</content>\n</w>", "</content></w>\n<w><path>b</path><content>", "<", ">", "/", "\n", "\r\n", "\r", " ", "\t", strings.Repeat(" ", 64),
		"```\n", "<think>", "</think>", "&lt;", "&amp;amp;", "<![CDATA[", "]]>", "\\u003c", "\"", "\x00", "\u2028", "é", "$&", "{{x}}", "a", "",
	}
	var b strings.Builder
	for range 1 + rnd.IntN(7) {
		b.WriteString(pieces[rnd.IntN(len(pieces))])
	}
	return b.String()
}

// TestHostileRawValues writes raw values of all kinds, and reads them back: none is changed silently. A regular
// expression, which knows nothing of the parser, says which can't be written.
func TestHostileRawValues(t *testing.T) {
	count := 100_000
	if testing.Short() {
		count = 5_000
	}
	ts, rnd := xmlTools(), rand.New(rand.NewPCG(3, 4))
	end := regexp.MustCompile(`</content>[ \t\r\n]{0,64}</w>`)
	var xml []byte
	written := 0
	for range count {
		value := hostile(rnd)
		call := Call{Name: "w", Args: json.RawMessage(`{"path":"a","content":` + quote(value) + `}`)}
		var err error
		xml, err = ts.AppendCall(xml[:0], call)
		naive := "<w>\n<path>a</path>\n<content>" + rawLines(value) + "</content>\n</w>"
		if fits := end.FindStringIndex(naive)[1] == len(naive); fits != (err == nil) {
			t.Fatalf("%q: want written %v, got %v", value, fits, err)
		}
		if err != nil {
			continue
		}
		written++
		p := ts.Parser()
		cut := rnd.IntN(len(xml) + 1)
		p.Feed(nil, string(xml[:cut]))
		p.Feed(nil, string(xml[cut:]))
		if m := p.Close(true); len(m.Calls) != 1 || string(m.Calls[0].Args) != string(call.Args) {
			t.Fatalf("%q came back as %+v from\n%s", value, m, xml)
		}
	}
	if written < count/2 {
		t.Errorf("only %d of %d could be written", written, count)
	}
}

// TestHostilePairs does the same where one raw parameter follows another, and for parameters that are not raw.
func TestHostilePairs(t *testing.T) {
	ts, rnd := xmlTools(), rand.New(rand.NewPCG(5, 6))
	written := 0
	for range 5_000 {
		args := `{"path":` + quote(hostile(rnd)+"x") + `,"old":` + quote(hostile(rnd)) + `,"new":` + quote(hostile(rnd)) + `}`
		xml, err := ts.AppendCall(nil, Call{Name: "e", Args: json.RawMessage(args)})
		if err != nil {
			continue
		}
		written++
		p := ts.Parser()
		p.Feed(nil, string(xml))
		if m := p.Close(true); len(m.Calls) != 1 || string(m.Calls[0].Args) != args {
			t.Fatalf("%s came back as %+v from\n%s", args, m, xml)
		}
	}
	if written < 500 {
		t.Errorf("only %d could be written", written)
	}
}

// TestAppendCallBehindText pins what a call needs of the text in front of it: behind a text that reads without an error, it
// comes back after the calls of that text, or it is an error.
func TestAppendCallBehindText(t *testing.T) {
	ts, c := xmlTools(), Call{Name: "r", Args: json.RawMessage(`{"path":"a"}`)}
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"Look:", ""},
		{"<think>\nhm", "leaves its reasoning open"},
		{"<think>hm</think>\n", ""},
		{"So:\n```json\n{}\n", "leaves a fence open"},
		{"So:\n```json\n{}\n```", ""},
		{"So:\n~~~", "leaves a fence open"},
		{"<r>\n<path>x", "ends within a call"},
		{"<r>\n", ""},
	} {
		got, err := ts.AppendCall([]byte(tt.text), c)
		switch {
		case tt.want == "" && err != nil, tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		case err != nil && string(got) != tt.text:
			t.Errorf("%q: the text came back as %q", tt.text, got)
		}
	}
	pieces := []string{"a", "\n", "```", "~~~", "  ", "<think>", "</think>", "<r>", "<path>", "</path>", "</r>", "<w>", "</w>", "`", "````\n", "<r>\n<path>x</path>\n</r>\n", "\n```\n"}
	rnd := rand.New(rand.NewPCG(9, 9))
	written := 0
	for range 20_000 {
		var text strings.Builder
		for range rnd.IntN(7) {
			text.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		p := ts.Parser()
		p.Feed(nil, text.String())
		before := p.Close(true)
		out, err := ts.AppendCall([]byte(text.String()), c)
		if len(before.Errs) > 0 || err != nil {
			continue
		}
		written++
		p = ts.Parser()
		p.Feed(nil, string(out))
		after := p.Close(true)
		if len(after.Errs) > 0 || len(after.Calls) != len(before.Calls)+1 || string(after.Calls[len(before.Calls)].Args) != string(c.Args) {
			t.Fatalf("%q: %v %v", out, after.Errs, after.Calls)
		}
	}
	if written < 5000 {
		t.Errorf("%d calls written", written)
	}
}

// TestStringsInQuotes pins that a model which writes a string without quotes, where several types are valid, is told so, and
// only where the string would do.
func TestStringsInQuotes(t *testing.T) {
	fields := func(string) []ArgField {
		var status *string
		var any JSON
		var list []string
		return []ArgField{
			OptionalArg("status", &status, AsNullable(AsString().OneOf("open", "done"))),
			OptionalArg("any", &any, AsAny()),
			OptionalArg("list", &list, AsList(AsString())),
		}
	}
	params := []ParamSpec{{Name: "status", Value: JSONValue}, {Name: "any", Value: JSONValue}, {Name: "list", Value: JSONValue}}
	ts := NewTools(Toolbox{Names: []string{"set"}, Fields: fields}, []ToolSpec{{Name: "set", Params: params}})
	for _, tt := range []struct{ arg, want string }{
		{"<status>open</status>", `status: not valid JSON at byte 0: want a value, got "o"; a string stands in quotes here: "open"`},
		{"<status>shut</status>", `status: not valid JSON at byte 0: want a value, got "s"`},
		{"<any>\"a\" b</any>", `any: not valid JSON at byte 4: want the end, got "b"; a string stands in quotes here: "\"a\" b"`},
		{"<list>a</list>", `list: not valid JSON at byte 0: want a value, got "a"`},
		{"<status>\"open\"</status>", ""},
		{"<status>null</status>", ""},
	} {
		p := ts.Parser()
		p.Feed(nil, "<set>\n"+tt.arg+"\n</set>")
		got := ""
		if m := p.Close(true); len(m.Errs) > 0 {
			got = strings.Join(m.Errs[0].Problems, "\n")
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.arg, got, tt.want)
		}
	}
}
