package prompt

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// vocabArgs has what the vocabulary has beyond editArgs.
type vocabArgs struct {
	Env     map[string]string
	Change  vocabChange
	Value   JSON
	Depth   *int64
	Tags    []string
	Color   Maybe[string]
	Paths   Maybe[[]string]
	Span    Maybe[vocabSpan]
	Retry   *int64
	Order   []vocabChange
	Matrix  map[string][]*int64
	Fixed   map[string]int64
	Meta    JSON
	Default vocabChange
}
type vocabSpan struct{ From int64 }
type vocabChange interface{ vocabChange() }
type vocabInsert struct {
	Line int64
	Text *string
}
type vocabDelete struct{ Lines []int64 }

func (*vocabInsert) vocabChange() {}
func (*vocabDelete) vocabChange() {}

func (a *vocabArgs) fields() []ArgField {
	return []ArgField{
		OptionalArg("env", &a.Env, AsMap(AsString().MaxLength(3))),
		OptionalArg("change", &a.Change, vocabCases()),
		OptionalArg("value", &a.Value, AsAny()),
		DefaultArg("depth", &a.Depth, AsNullable(AsInt().Min(0)), new(int64(7))),
		DefaultArg("tags", &a.Tags, AsNilable(AsList(AsString())), []string{"x"}),
		MaybeArg("color", &a.Color, AsString().OneOf("red", "blue")),
		MaybeArg("paths", &a.Paths, AsList(AsString())),
		MaybeArg("span", &a.Span, AsObject((*vocabSpan).fields)),
		DefaultArg("retry", &a.Retry, AsNullable(AsInt()), nil),
		OptionalArg("order", &a.Order, AsList(vocabCases()).MaxItems(2)),
		OptionalArg("matrix", &a.Matrix, AsMap(AsList(AsNullable(AsInt())))),
		DefaultArg("fixed", &a.Fixed, AsMap(AsInt()), map[string]int64{"a b": 1}),
		DefaultArg("meta", &a.Meta, AsAny(), `{"a":[1]}`),
		DefaultArg("default", &a.Default, AsNilable(vocabCases()), vocabChange(&vocabDelete{Lines: []int64{1}})),
	}
}

func (a *vocabSpan) fields() []ArgField {
	return []ArgField{DefaultArg("from", &a.From, AsInt(), 1)}
}

func (a *vocabInsert) fields() []ArgField {
	return []ArgField{RequiredArg("line", &a.Line, AsInt().Min(1)), PointerArg("text", &a.Text, AsString())}
}

func (a *vocabDelete) fields() []ArgField {
	return []ArgField{OptionalArg("lines", &a.Lines, AsList(AsInt()))}
}

func vocabCases() UnionType[vocabChange] {
	return AsUnion("kind",
		UnionCase("insert", func() (vocabChange, []ArgField) { a := new(vocabInsert); return a, a.fields() }),
		UnionCase("delete", func() (vocabChange, []ArgField) { a := new(vocabDelete); return a, a.fields() }),
	)
}

func vocabAbsent(change func(*vocabArgs)) vocabArgs {
	a := vocabArgs{
		Depth: new(int64(7)), Tags: []string{"x"}, Fixed: map[string]int64{"a b": 1},
		Meta: `{"a":[1]}`, Default: &vocabDelete{Lines: []int64{1}},
	}
	change(&a)
	return a
}

func TestDecodeVocabulary(t *testing.T) {
	tests := []struct {
		name, args string
		want       func(*vocabArgs)
	}{
		{"what is absent", `{}`, func(*vocabArgs) {}},
		{"null of what is optional is absent", `{"env":null,"change":null,"order":null,"matrix":null,"fixed":null}`, func(*vocabArgs) {}},
		{"null as a value", `{"value":null,"meta":null,"depth":null,"tags":null,"color":null,"paths":null,"span":null,"retry":null,"default":null}`, func(a *vocabArgs) {
			a.Value, a.Meta, a.Depth, a.Tags, a.Default = "null", "null", nil, nil, nil
			a.Color.Given, a.Color.Null = true, true
			a.Paths.Given, a.Paths.Null = true, true
			a.Span.Given, a.Span.Null = true, true
		}},
		{"values beside null", `{"depth":3,"tags":[],"color":"red","paths":[],"span":{},"retry":0,"default":{"kind":"delete"}}`, func(a *vocabArgs) {
			a.Depth, a.Tags, a.Retry, a.Default = new(int64(3)), []string{}, new(int64(0)), &vocabDelete{}
			a.Color = Maybe[string]{Given: true, Value: "red"}
			a.Paths = Maybe[[]string]{Given: true, Value: []string{}}
			a.Span = Maybe[vocabSpan]{Given: true, Value: vocabSpan{From: 1}}
		}},
		{"keys of any kind", `{"env":{"":"a","a b":"b","__proto__":"c","\u00e9\n":"","世":"世界世"}}`, func(a *vocabArgs) {
			a.Env = map[string]string{"": "a", "a b": "b", "__proto__": "c", "é\n": "", "世": "世界世"}
		}},
		{"an empty map is given", `{"env":{},"matrix":{"a":[],"b":[1,null,-9223372036854775808]}}`, func(a *vocabArgs) {
			a.Env, a.Matrix = map[string]string{}, map[string][]*int64{"a": {}, "b": {new(int64(1)), nil, new(int64(-1 << 63))}}
		}},
		{"the tag may come last", `{"change":{"text":"t","line":1,"kind":"insert"},"order":[{"lines":[2],"\u006bind":"delete"},{"kind":"insert","line":1e0,"text":null}]}`, func(a *vocabArgs) {
			a.Change = &vocabInsert{Line: 1, Text: new("t")}
			a.Order = []vocabChange{&vocabDelete{Lines: []int64{2}}, &vocabInsert{Line: 1}}
		}},
		{"any keeps numbers and order", ` {"value": {"z": [1.50, 1e400, -0, "\u00e9<&\u2028\"\/"], "a": {"": null, "t": true}} }`, func(a *vocabArgs) {
			a.Value = `{"z":[1.50,1e400,-0,"é\u003c\u0026\u2028\"/"],"a":{"":null,"t":true}}`
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got vocabArgs
			if err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(tt.args)}, got.fields()); err != nil {
				t.Fatal(err)
			}
			if want := vocabAbsent(tt.want); !reflect.DeepEqual(got, want) {
				t.Errorf("want %+v, got %+v", want, got)
			}
		})
	}
}

func TestDecodeVocabularyProblems(t *testing.T) {
	tests := []struct {
		args string
		want []string
	}{
		{`{"env":{"a b":5,"PATH":null,"x":"long"}}`, []string{`env["a b"]: want a string, got 5`, `env["PATH"]: want a string, got null`, `env["x"]: want at most 3 characters, got 4`}},
		{`{"env":{"a":"1","\u0061":"2"}}`, []string{`env["a"]: given more than once`}},
		{`{"env":["a"]}`, []string{"env: want an object, got an array"}},
		{`{"env":{"` + strings.Repeat("k", 70) + `":1}}`, []string{`env["` + strings.Repeat("k", 60) + `"…]: want a string, got 1`}},
		{`{"change":{"kind":"x","line":0}}`, []string{`change.kind: want "insert" or "delete", got "x"`}},
		{`{"change":{"line":1}}`, []string{`change.kind: required; want "insert" or "delete"`}},
		{`{"change":{"kind":null}}`, []string{`change.kind: want "insert" or "delete", got null`}},
		{`{"change":{"kind":"delete","kind":"insert"}}`, []string{"change.kind: given more than once"}},
		{`{"change":{"kind":"insert","line":null,"lines":[],"txt":""}}`, []string{`change.lines: unknown argument; did you mean "line"?`, `change.txt: unknown argument; did you mean "text"?`, "change.line: want an integer of at least 1, got null"}},
		{`{"change":"insert"}`, []string{`change: want an object, got "insert"`}},
		{`{"order":[{"kind":"insert"},null,{}]}`, []string{"order: want at most 2 items, got 3", "order[0].line: required", "order[1]: want an object, got null", `order[2].kind: required; want "insert" or "delete"`}},
		{`{"value":{"a":[{"b":1,"b":2}],"a":1}}`, []string{"value.a[0].b: given more than once", "value.a: given more than once"}},
		{`{"value":NaN}`, []string{`arguments: not valid JSON at byte 9: want a value, got "N"`}},
		{`{"value":-Infinity}`, []string{`arguments: not valid JSON at byte 10: want a digit, got "I"`}},
		{`{"value":"\udead"}`, []string{"arguments: not valid JSON at byte 10: half of a surrogate pair"}},
		{"{\"value\":[\"\xc3\x28\"]}", []string{"arguments: not valid UTF-8 at byte 11"}},
		{`{"value":` + strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 101), []string{"arguments: nested deeper than 100 levels"}},
		{`{"matrix":{"a":[1.5],"b":null},"fixed":{"n":9223372036854775808}}`, []string{`matrix["a"][0]: want an integer, got 1.5`, `matrix["b"]: want an array, got null`,
			`fixed["n"]: want an integer from -9223372036854775808 to 9223372036854775807, got 9223372036854775808`}},
		{`{"color":"green","paths":[null],"span":{"from":"1"},"depth":-1,"tags":[1]}`, []string{"depth: want an integer of at least 0, got -1", "tags[0]: want a string, got 1",
			`color: want "red" or "blue", got "green"`, "paths[0]: want a string, got null", `span.from: want an integer, got "1"`}},
	}
	for _, tt := range tests {
		var a vocabArgs
		err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(tt.args)}, a.fields())
		var e *CallError
		if !errors.As(err, &e) || !reflect.DeepEqual(e.Problems, tt.want) {
			t.Errorf("%.60s:\nwant %q\ngot  %v", tt.args, tt.want, err)
		}
	}
}

// TestDecodeHidden: members that a session does not offer are neither taken nor required, wherever they stand.
func TestDecodeHidden(t *testing.T) {
	ts := NewTools(Toolbox{}, []ToolSpec{{Name: "edit", Params: []ParamSpec{
		{Name: "order", Hidden: []string{"insert.line", "delete.lines"}}, {Name: "span", Hidden: []string{"from"}}, {Name: "change"},
	}}})
	var a vocabArgs
	args := `{"order":[{"kind":"insert"},{"kind":"delete"}],"span":{},"change":{"kind":"insert","line":2}}`
	if err := ts.DecodeCall(Call{Name: "edit", Args: json.RawMessage(args)}, a.fields()); err != nil {
		t.Fatal(err)
	}
	if a.Span.Value.From != 1 || len(a.Order) != 2 {
		t.Errorf("got %+v", a)
	}
	args = `{"order":[{"kind":"insert","line":1},{"kind":"delete","lines":null}],"span":{"from":2},"change":{"kind":"insert"},"value":1}`
	err := ts.DecodeCall(Call{Name: "edit", Args: json.RawMessage(args)}, new(vocabArgs).fields())
	want := "edit was not run; correct its arguments and call it again:\n- value: unknown argument\n- change.line: required\n" +
		"- span.from: unknown argument\n- order[0].line: unknown argument\n- order[1].lines: unknown argument"
	if err == nil || err.Error() != want {
		t.Errorf("want %s\ngot  %v", want, err)
	}
}

// TestLargeArguments: a mebibyte of each kind is decoded, or refused with a text of a bounded length.
func TestLargeArguments(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	keys := make([]byte, 0, size)
	for i := int64(0); len(keys) < size; i++ {
		keys = append(append(append(keys, `"`...), Int(i)...), `":"",`...)
	}
	for name, tt := range map[string]struct {
		args string
		ok   bool
	}{
		"a string":           {`{"value":"` + fill("x") + `"}`, true},
		"escapes":            {`{"value":"` + fill(`\u0000`) + `"}`, true},
		"items":              {`{"value":[` + fill("[],") + `0]}`, true},
		"keys":               {`{"env":{` + string(keys) + `"x":""}}`, true},
		"keys of any":        {`{"value":{` + string(keys) + `"x":""}}`, true},
		"one key":            {`{"env":{` + fill(`"a":"",`) + `"a":""}}`, false},
		"one key of any":     {`{"value":{` + fill(`"a":0,`) + `"a":0}}`, false},
		"digits":             {`{"depth":` + fill("9") + `}`, false},
		"zeros":              {`{"depth":1.` + fill("0") + `}`, true},
		"brackets":           {fill("["), false},
		"unknown":            {`{` + string(keys) + `"x":""}`, false},
		"a long name":        {`{"` + fill("x") + `":0}`, false},
		"unions without tag": {`{"order":[` + fill("{},") + `{}]}`, false},
	} {
		var a vocabArgs
		err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(tt.args)}, a.fields())
		if (err == nil) != tt.ok || err != nil && len(err.Error()) > 32<<10 {
			t.Errorf("%s: got %.300v", name, err)
		}
	}
}

// FuzzDecodeCall holds that no arguments make the decoder panic, that errors are text that can be sent, and that an
// order of the members which differs only in where they stand changes nothing.
func FuzzDecodeCall(f *testing.F) {
	for _, s := range []string{
		`{"path":"p"}`, `{"path":"","limit":1e400,"edits":[{"old":1},2],"range":{"x":{}}}`, `{"":{"":[{}]}}`, `{"limit":-1.0e-1}`,
		`{"change":{"line":1,"kind":"insert"},"env":{"a b":"x"},"value":{"a":[1,{"a":null}]}}`, `{"order":[{"kind":"delete","lines":[1]},{}],"color":null}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var edit editArgs
		var a vocabArgs
		for _, fields := range [][]ArgField{edit.fields(), a.fields()} {
			if err := DecodeCall(Call{Name: "edit", Args: json.RawMessage(s)}, fields); err != nil && !utf8.ValidString(err.Error()) {
				t.Errorf("%q: got %q", s, err)
			}
		}
		if err := DecodeCall(Call{Args: json.RawMessage(s)}, new(vocabArgs).fields()); err != nil {
			return
		}
		for _, value := range []JSON{a.Value, a.Meta} {
			if b, err := json.Marshal(json.RawMessage(value.orNull())); err != nil || string(b) != string(value.orNull()) {
				t.Errorf("%q: %q is not in the fixed form", s, value)
			}
		}
		again := reordered(t, s)
		var b vocabArgs
		if err := DecodeCall(Call{Args: json.RawMessage(again)}, b.fields()); err != nil {
			t.Fatalf("%q is taken, but not %q: %v", s, again, err)
		}
		if a.Value, b.Value = "", ""; a.Meta != b.Meta { // what any holds keeps its order
			a.Meta, b.Meta = "", ""
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%q gives %+v, %q gives %+v", s, a, again, b)
		}
	})
}

func (j JSON) orNull() JSON {
	if j == "" {
		return "null"
	}
	return j
}

// reordered writes an object with the members of every object by name, backwards.
func reordered(t *testing.T, s string) string {
	v, problem := parseJSON(s)
	if problem != "" {
		t.Fatal(problem)
	}
	var turn func(*jsonValue)
	turn = func(v *jsonValue) {
		if v.kind == jsonObject {
			byName := map[string]jsonMember{}
			for _, m := range v.kids {
				byName[m.name] = m
			}
			names := slices.Sorted(maps.Keys(byName))
			slices.Reverse(names)
			for i, n := range names {
				v.kids[i] = byName[n]
			}
		}
		for i := range v.kids {
			turn(&v.kids[i].value)
		}
	}
	turn(&v)
	return string(appendJSON(nil, &v))
}
