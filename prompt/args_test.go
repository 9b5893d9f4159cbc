package prompt

import (
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// editArgs has every kind of field that generated code has.
type editArgs struct {
	Path     string
	Encoding string
	Limit    *int64
	Ratio    *float64
	Force    *bool
	Mode     string
	Level    int64
	Tags     []string
	Grid     [][]int64
	Edits    []editItem
	Range    *editRange
	When     *string
	Size     *float64
	Name     *string
	Pair     []int64
}
type editItem struct{ Old, New string }
type editRange struct{ From, To int64 }

func (a *editArgs) fields() []ArgField {
	return []ArgField{
		RequiredArg("path", &a.Path, AsString().MinLength(1).MaxLength(8).Pattern("^[^\x00]*$")),
		DefaultArg("encoding", &a.Encoding, AsString(), "utf-8"),
		PointerArg("limit", &a.Limit, AsInt().Min(1).Max(2000)),
		PointerArg("ratio", &a.Ratio, AsNumber().Min(0).Max(1.5)),
		PointerArg("force", &a.Force, AsBool()),
		OptionalArg("mode", &a.Mode, AsString().OneOf("r", "w")),
		DefaultArg("level", &a.Level, AsInt().OneOf(1, 2, 4), 2),
		OptionalArg("tags", &a.Tags, AsList(AsString().Pattern("^[a-z]+$")).MinItems(1).MaxItems(3)),
		OptionalArg("grid", &a.Grid, AsList(AsList(AsInt()))),
		OptionalArg("edits", &a.Edits, AsList(AsObject((*editItem).fields))),
		PointerArg("range", &a.Range, AsObject((*editRange).fields)),
		PointerArg("when", &a.When, AsString().Format("date")),
		PointerArg("size", &a.Size, AsNumber().Min(1e6)),
		PointerArg("name", &a.Name, AsString().MaxLength(3)),
		OptionalArg("pair", &a.Pair, AsList(AsInt().Max(0)).MinItems(2).MaxItems(2)),
	}
}

func (a *editItem) fields() []ArgField {
	return []ArgField{RequiredArg("old", &a.Old, AsString()), DefaultArg("new", &a.New, AsString(), "")}
}

func (a *editRange) fields() []ArgField {
	return []ArgField{RequiredArg("from", &a.From, AsInt()), RequiredArg("to", &a.To, AsInt().Min(1))}
}

func TestDecodeCall(t *testing.T) {
	tests := []struct {
		name, args string
		want       editArgs
	}{
		{"what is absent", `{"path":"p"}`, editArgs{Path: "p", Encoding: "utf-8", Level: 2}},
		{"everything", ` {"when":"2024-02-29","range":{"to":9,"from":-1},"edits":[{"old":"a"},{"new":"c","old":"b"}],"grid":[[1],[],[2,3]],
			"tags":["x","y"],"level":4,"mode":"w","force":false,"ratio":1.5,"limit":2000,"encoding":"latin1","path":"a\u00e9\n\"\ud83c\udf89"}` + "\n",
			editArgs{Path: "aé\n\"🎉", Encoding: "latin1", Limit: new(int64(2000)), Ratio: new(1.5), Force: new(false), Mode: "w", Level: 4,
				Tags: []string{"x", "y"}, Grid: [][]int64{{1}, {}, {2, 3}}, Edits: []editItem{{"a", ""}, {"b", "c"}},
				Range: &editRange{-1, 9}, When: new("2024-02-29")}},
		{"an empty list is given", `{"path":"p","edits":[]}`, editArgs{Path: "p", Encoding: "utf-8", Level: 2, Edits: []editItem{}}},
		{"lengths are runes", `{"path":"世界世界世界世界"}`, editArgs{Path: "世界世界世界世界", Encoding: "utf-8", Level: 2}},
		{"null of what is optional is absent", `{"path":"p","limit":null,"encoding":null,"edits":[{"old":"a","new":null}],"tags":null,"range":null}`,
			editArgs{Path: "p", Encoding: "utf-8", Level: 2, Edits: []editItem{{"a", ""}}}},
		{"integers in other clothes", `{"path":"p","limit":2.0e2,"grid":[[1E0,-0,10.00,9223372036854775807,-9223372036854775808,120e-1]]}`,
			editArgs{Path: "p", Encoding: "utf-8", Level: 2, Limit: new(int64(200)), Grid: [][]int64{{1, 0, 10, 1<<63 - 1, -1 << 63, 12}}}},
		{"hostile text", `{"path":"p","encoding":"$& {{x}} %s \\(input.cwd) \ue000"}`, editArgs{Path: "p", Encoding: "$& {{x}} %s \\(input.cwd) \ue000", Level: 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got editArgs
			if err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(tt.args)}, got.fields()); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("want %+v, got %+v", tt.want, got)
			}
		})
	}
}

func TestDecodeCallProblems(t *testing.T) {
	tests := []struct {
		args string
		want []string
	}{
		{`{}`, []string{"path: required"}},
		{`{"path":"p","edits":[{"old":"a"},{"new":"b"}]}`, []string{"edits[1].old: required"}},
		{`{"path":"p","limit":0}`, []string{"limit: want an integer from 1 to 2000, got 0"}},
		{`{"path":"p","limit":2001}`, []string{"limit: want an integer from 1 to 2000, got 2001"}},
		{`{"path":"p","limit":1.5}`, []string{"limit: want an integer from 1 to 2000, got 1.5"}},
		{`{"path":"p","limit":"5"}`, []string{`limit: want an integer from 1 to 2000, got "5"`}},
		{`{"path":null,"limit":null}`, []string{"path: want a string, got null"}},
		{`{"path":"p","limit":null,"limit":null}`, []string{"limit: given more than once"}},
		{`{"path":"p","grid":[[1],[9223372036854775808,1e99999999999999999999,1e-99999999999999999999]]}`, []string{
			"grid[1][0]: want an integer from -9223372036854775808 to 9223372036854775807, got 9223372036854775808",
			"grid[1][1]: want an integer from -9223372036854775808 to 9223372036854775807, got 1e99999999999999999999",
			"grid[1][2]: want an integer, got 1e-99999999999999999999"}},
		{`{"path":"p","ratio":1.6}`, []string{"ratio: want a number from 0 to 1.5, got 1.6"}},
		{`{"path":"p","ratio":1.5000000000000000000001}`, []string{"ratio: want a number from 0 to 1.5, got 1.5000000000000000000001"}},
		{`{"path":"p","ratio":-1e-400}`, []string{"ratio: want a number from 0 to 1.5, got -1e-400"}},
		{`{"path":"p","size":999999.99999999999999999999}`, []string{"size: want a number of at least 1000000, got 999999.99999999999999999999"}},
		{`{"path":"p","size":0.5}`, []string{"size: want a number of at least 1000000, got 0.5"}},
		{`{"path":"p","size":true}`, []string{"size: want a number of at least 1000000, got true"}},
		{`{"path":"p","name":"abcd"}`, []string{"name: want at most 3 characters, got 4"}},
		{`{"path":"p","name":[]}`, []string{"name: want a string, got an array"}},
		{`{"path":"p","pair":[1]}`, []string{"pair: want 2 items, got 1", "pair[0]: want an integer of at most 0, got 1"}},
		{`{"path":"p","ratio":1e999}`, []string{"ratio: want a number from 0 to 1.5, got 1e999"}},
		{`{"path":"p","force":"true"}`, []string{`force: want true or false, got "true"`}},
		{`{"path":"p","mode":""}`, []string{`mode: want "r" or "w", got ""`}},
		{`{"path":"p","mode":7}`, []string{`mode: want "r" or "w", got 7`}},
		{`{"path":"p","level":3}`, []string{"level: want 1, 2 or 4, got 3"}},
		{`{"path":"p","tags":[]}`, []string{"tags: want 1 to 3 items, got 0"}},
		{`{"path":"p","tags":["a","B","c","d"]}`, []string{"tags: want 1 to 3 items, got 4", `tags[1]: want a string that matches ^[a-z]+$, got "B"`}},
		{`{"path":"p","tags":"a"}`, []string{`tags: want an array, got "a"`}},
		{`{"path":"p","range":[1]}`, []string{"range: want an object, got an array"}},
		{`{"path":"p","range":{"to":0,"frm":1}}`, []string{`range.frm: unknown argument; did you mean "from"?`, "range.from: required", "range.to: want an integer of at least 1, got 0"}},
		{`{"path":"p","when":"2023-02-29"}`, []string{`when: want a date such as 2026-01-31, got "2023-02-29"`}},
		{`{"path":""}`, []string{"path: want 1 to 8 characters, got 0"}},
		{`{"path":"123456789"}`, []string{"path: want 1 to 8 characters, got 9"}},
		{`{"path":{}}`, []string{"path: want a string, got an object"}},
		{`{"path":"p","path":"q"}`, []string{"path: given more than once"}},
		{`{"path":"p","pa\u0074h":"q"}`, []string{"path: given more than once"}},
		{`{"pth":"p","zzzzzz":1}`, []string{`pth: unknown argument; did you mean "path"?`, "zzzzzz: unknown argument", "path: required"}},
		{`{"path":"p","a b\n":1,"":2}`, []string{`"a b\n": unknown argument`, `"": unknown argument`}},
		{`{"path":5,"limit":true,"mode":"x"}`, []string{"path: want a string, got 5", "limit: want an integer from 1 to 2000, got true", `mode: want "r" or "w", got "x"`}},
		{`[]`, []string{"arguments: want an object, got an array"}},
		{`null`, []string{"arguments: want an object, got null"}},
		{`12`, []string{"arguments: want an object, got 12"}},
		{`"\u0041`, []string{`arguments: not valid JSON at byte 7: want a closing "\"", got the end`}},
		{`"\u004`, []string{`arguments: not valid JSON at byte 6: want four hexadecimal digits, got the end`}},
		{`"\`, []string{"arguments: not valid JSON at byte 2: want an escape, got the end"}},
		{`"a b`, []string{`arguments: not valid JSON at byte 4: want a closing "\"", got the end`}},
		{`{"path":"p","ratio":1` + strings.Repeat("0", 39) + `}`, []string{"ratio: want a number from 0 to 1.5, got 1" + strings.Repeat("0", 39)}},
		{`{"path":"p","ratio":1` + strings.Repeat("0", 40) + `}`, []string{"ratio: want a number from 0 to 1.5, got 1" + strings.Repeat("0", 39) + "…"}},
		{`{"path":"p","a0z9_-Z":1,"` + strings.Repeat("k", 64) + `":1}`, []string{"a0z9_-Z: unknown argument", strings.Repeat("k", 64) + ": unknown argument"}},
		{`"x"`, []string{`arguments: want an object, got "x"`}},
		{``, []string{"arguments: not valid JSON at byte 0: want a value, got the end"}},
		{`{"path":"p"}x`, []string{`arguments: not valid JSON at byte 12: want the end, got "x"`}},
		{`{"path":"p"`, []string{`arguments: not valid JSON at byte 11: want "," or "}", got the end`}},
		{`{"path":"p",}`, []string{`arguments: not valid JSON at byte 12: want a name in quotes, got "}"`}},
		{`{"path":.5}`, []string{`arguments: not valid JSON at byte 8: want a value, got "."`}},
		{`{"path":"\ud800"}`, []string{"arguments: not valid JSON at byte 9: half of a surrogate pair"}},
		{"{\"path\":\"\xff\"}", []string{"arguments: not valid UTF-8 at byte 9"}},
		{"{\"path\":\"\n\"}", []string{`arguments: not valid JSON at byte 9: want no control character in a string, got "\n"`}},
		{`{"path":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, []string{"arguments: nested deeper than 100 levels"}},
		{`{"path":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}`, []string{"path: want a string, got an array"}},
	}
	for _, tt := range tests {
		var a editArgs
		err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(tt.args)}, a.fields())
		var e *CallError
		if !errors.As(err, &e) || e.Unknown || e.Tool != "edit" || !reflect.DeepEqual(e.Problems, tt.want) {
			t.Errorf("%.60s:\nwant %q\ngot  %v", tt.args, tt.want, err)
		}
	}
}

func TestDecodeOffered(t *testing.T) {
	ts := NewTools(Toolbox{}, testTools())
	fields := func() []ArgField {
		var path, mode, progress, level string
		return []ArgField{
			RequiredArg("path", &path, AsString()), OptionalArg("mode", &mode, AsString()),
			RequiredArg("progress", &progress, AsString()), DefaultArg("level", &level, AsString(), "1"),
		}
	}
	var a editArgs
	tests := []struct {
		call   Call
		fields []ArgField
		want   string
	}{
		{Call{Name: "read_file", Args: json.RawMessage(`{"path":"p"}`)}, fields(), ""},
		{Call{Name: "read_file", Args: json.RawMessage(`{"path":"p","progress":"x","level":"2"}`)}, fields(),
			"read_file was not run; correct its arguments and call it again:\n- progress: unknown argument\n- level: unknown argument"},
		{Call{Name: "edit_file", Args: json.RawMessage(`{"edits":[{"old":"x"},{}]}`)},
			[]ArgField{RequiredArg("edits", &a.Edits, AsList(AsObject((*editItem).fields)))},
			"edit_file was not run; correct its arguments and call it again:\n- edits[1].old: required"},
		{Call{Name: "stop", Args: json.RawMessage(`{}`)}, nil, ""},
		{Call{Name: "save_note", Args: json.RawMessage(`{}`)}, nil, `the tool "save_note" exists, but is not offered in this session`},
	}
	for _, tt := range tests {
		got := ""
		if err := ts.DecodeCall(tt.call, tt.fields); err != nil {
			got = err.Error()
			var e *CallError
			if !errors.As(err, &e) || e.Tool != tt.call.Name {
				t.Errorf("got %#v", err)
			}
		}
		if got != tt.want {
			t.Errorf("%s %s:\nwant %s\ngot  %s", tt.call.Name, tt.call.Args, tt.want, got)
		}
	}
}

func TestUnknownTool(t *testing.T) {
	ts := NewTools(Toolbox{}, []ToolSpec{{Name: "read_file"}, {Name: "edit_file"}, {Name: "stop"}})
	var none *Tools
	for _, tt := range []struct {
		ts         *Tools
		name, want string
	}{
		{ts, "raed_file", `there is no tool "raed_file"; want "read_file", "edit_file" or "stop"; did you mean "read_file"?`},
		{ts, "x\n" + strings.Repeat("世", 40),
			`there is no tool "x\n` + strings.Repeat("世", 19) + `"…; want "read_file", "edit_file" or "stop"`},
		{none, "a", `there is no tool "a"; no tools are offered`},
	} {
		var e *CallError
		err := tt.ts.Unknown(tt.name)
		if !errors.As(err, &e) || !e.Unknown || e.Tool != tt.name || err.Error() != tt.want {
			t.Errorf("%q: want %s\ngot  %v", tt.name, tt.want, err)
		}
	}
	if err := none.DecodeCall(Call{Name: "a"}, nil); err == nil || err.Error() != `the tool "a" exists, but is not offered in this session` {
		t.Errorf("got %v", err)
	}
}

// TestUndeclaredTool: a decoder without a session can't tell what the host offers.
func TestUndeclaredTool(t *testing.T) {
	const host = "Decode takes no tools of the host: Dispatch hands their calls to HostTool"
	for _, tt := range []struct {
		name  string
		names []string
		want  string
	}{
		{"grafana__panel", []string{"read_file", "stop"}, `no tool "grafana__panel" is declared; want "read_file" or "stop"; ` + host},
		{"raed_file", []string{"read_file", "stop"}, `no tool "raed_file" is declared; want "read_file" or "stop"; did you mean "read_file"?; ` + host},
		{"a", nil, `no tool "a" is declared; ` + host},
	} {
		var e *CallError
		err := UndeclaredTool(tt.name, tt.names...)
		if !errors.As(err, &e) || !e.Unknown || e.Tool != tt.name || err.Error() != tt.want {
			t.Errorf("%q: want %s\ngot  %v", tt.name, tt.want, err)
		}
	}
}

// TestBounds: what is at a bound is taken, and an error names the bounds that there are.
func TestBounds(t *testing.T) {
	fields := func() []ArgField {
		return []ArgField{
			PointerArg("text", new(*string), AsString().MinLength(2)),
			OptionalArg("list", new([]bool), AsList(AsBool()).MinItems(2)),
			PointerArg("huge", new(*float64), AsNumber().Min(-1e15).Max(1e15)),
			PointerArg("share", new(*float64), AsNumber().Min(-0.1).Max(0.3)),
			PointerArg("fine", new(*float64), AsNumber().MinDecimal("0.10000000000000000001").MaxDecimal("9007199254740993")),
		}
	}
	tests := []struct{ args, want string }{
		{`{"text":"ab","list":[true,true],"huge":1e15,"share":0.3}`, ""},
		{`{"huge":-1000000000000000.0,"share":-0.10}`, ""},
		{`{"text":"a","list":[true]}`, "text: want at least 2 characters, got 1\nlist: want at least 2 items, got 1"},
		{`{"huge":2e15}`, "huge: want a number from -1e+15 to 1e+15, got 2e15"},
		{`{"fine":0.10000000000000000001}`, ""},
		{`{"fine":9007199254740993}`, ""},
		{`{"fine":0.1}`, "fine: want a number from 0.10000000000000000001 to 9007199254740993, got 0.1"},
		{`{"fine":9007199254740993.5}`, "fine: want a number from 0.10000000000000000001 to 9007199254740993, got 9007199254740993.5"},
		{`{"share":-0.1000000000000000000001}`, "share: want a number from -0.1 to 0.3, got -0.1000000000000000000001"},
	}
	for _, tt := range tests {
		got := ""
		if e, ok := errors.AsType[*CallError](DecodeCall(Call{Args: json.RawMessage(tt.args)}, fields())); ok {
			got = strings.Join(e.Problems, "\n")
		}
		if got != tt.want {
			t.Errorf("%s: want %q, got %q", tt.args, tt.want, got)
		}
	}
}

func TestCompareDecimals(t *testing.T) {
	ascending := []string{"-1e999999999999", "-11", "-1.1E1", "-10.9", "-9", "-0.1", "-0", "0e5", "0.00", "1e-999999999999", "0.09", "0.1", "100e-3", "0.11", "1", "9.0", "10", "1e1", "10.5", "1e22", "1e999999999999"}
	rank := []int{0, 1, 1, 2, 3, 4, 5, 5, 5, 6, 7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 15}
	for i, a := range ascending {
		for j, b := range ascending {
			if got := compareDecimals(a, b); got != cmp.Compare(rank[i], rank[j]) {
				t.Errorf("%s against %s: got %d", a, b, got)
			}
		}
	}
}

// FuzzParseJSON compares the parser with encoding/json, on what both take.
func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\u00e9\ud83c\udf89\/\b"],"a":{}}`, ` [ ] `, `{`, `01`, `-`, `1.`, `1e`, `"\u12g4"`, `"\u+123"`, `"\ud800\u0041"`,
		`[1,]`, `{"a":1,}`, `{"a"}`, `nul`, "\"\t\"", "\xff", `{"a":1}}`, `"\x"`, `"\u1_34"`, strings.Repeat("[", 1200), `"\udc00"`, "\ufeff{}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, problem := parseJSON(s)
		if problem != "" {
			if json.Valid([]byte(s)) && utf8.ValidString(s) && !strings.Contains(problem, "surrogate") && !strings.Contains(problem, "deeper") {
				t.Errorf("%q is valid: %s", s, problem)
			}
			return
		}
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil || !json.Valid([]byte(s)) {
			t.Fatalf("%q is not valid: %v", s, err)
		}
		if got := toAny(&v); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: want %#v, got %#v", s, want, got)
		}
	})
}

func toAny(v *jsonValue) any {
	switch v.kind {
	case jsonNull:
		return nil
	case jsonBool:
		return v.text == "true"
	case jsonNumber:
		return json.Number(v.text)
	case jsonString:
		return v.text
	case jsonArray:
		items := make([]any, len(v.kids))
		for i := range v.kids {
			items[i] = toAny(&v.kids[i].value)
		}
		return items
	}
	members := map[string]any{}
	for i := range v.kids {
		members[v.kids[i].name] = toAny(&v.kids[i].value)
	}
	return members
}

// patterned has a pattern in the items of a list, and in objects of a list.
type patterned struct {
	Words []string
	Items []patternedItem
}

type patternedItem struct{ Word string }

func (p *patterned) fields() []ArgField {
	return []ArgField{
		OptionalArg("words", &p.Words, AsList(AsString().Pattern("^[a-z]{1,40}$"))),
		OptionalArg("items", &p.Items, AsList(AsObject((*patternedItem).fields))),
	}
}

func (p *patternedItem) fields() []ArgField {
	return []ArgField{RequiredArg("word", &p.Word, AsString().Pattern("^[a-z]{1,40}$"))}
}

// A pattern is compiled once for a call, not for every item: compiling it takes more than a hundred allocations.
func TestPatternsOnce(t *testing.T) {
	const items = 2000
	for _, args := range []string{
		`{"words":[` + strings.Repeat(`"ab",`, items-1) + `"ab"]}`,
		`{"items":[` + strings.Repeat(`{"word":"ab"},`, items-1) + `{"word":"ab"}]}`,
	} {
		n := testing.AllocsPerRun(1, func() {
			if err := DecodeCall(Call{Name: "x", Args: []byte(args)}, new(patterned).fields()); err != nil {
				t.Fatal(err)
			}
		})
		if most := 20.0 * items; n > most {
			t.Errorf("%.30s…: %.0f allocations, want at most %.0f", args, n, most)
		}
	}
}
