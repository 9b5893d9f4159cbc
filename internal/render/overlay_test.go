package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/promptgen/promptgen/internal/registry"
)

func overlayRegistry() *registry.Registry {
	required := func(f registry.Field) registry.Field { f.Required = true; return f }
	blank := str("title")
	blank.Blank = "reject"
	raw := str("raw")
	raw.AnyBytes = true
	return &registry.Registry{
		Gates: []registry.Gate{{Name: "browser"}, {Name: "skills", From: word("skills")}, {Name: "yolo"}},
		Inputs: []registry.Input{
			{Field: required(str("cwd"))},
			{Field: registry.Field{Name: "fast", Type: registry.Bool}},
			{Field: raw},
			{Field: registry.Field{Name: "skills", Type: registry.List, Unique: words("name"),
				Item: []registry.Field{required(str("name")), str("text")}}},
			{Field: blank},
			{Field: required(registry.Field{Name: "tokens", Type: registry.Int})},
		},
	}
}

func TestOverlayInputs(t *testing.T) {
	base := []registry.InputValue{give("cwd", "/w"), {Name: word("tokens"), Value: registry.Value{Int: new(int64(1))}}}
	tests := []struct {
		name, json string
		want       []registry.InputValue
		err        string
	}{
		{"nothing", `{}`, base, ""},
		{"string", ` {"cwd": "/x\n"} `, []registry.InputValue{give("cwd", "/x\n"), base[1]}, ""},
		{"every type", `{"fast": true, "tokens": 7, "skills": [{"text": "", "name": "a"}, {"name": "b"}], "title": ""}`,
			[]registry.InputValue{
				base[0],
				{Name: word("tokens"), Value: registry.Value{Int: new(int64(7))}},
				{Name: word("fast"), Value: registry.Value{Bool: new(true)}},
				giveList("skills", []registry.InputValue{give("text", ""), give("name", "a")}, []registry.InputValue{give("name", "b")}),
				give("title", ""),
			}, ""},
		{"any bytes", `{"raw": "\u0001\r"}`, append(base[:2:2], give("raw", "\x01\r")), ""},
		{"no text", `{"raw": {"base64": "/wA="}}`, append(base[:2:2], registry.InputValue{Name: word("raw"), Value: registry.Value{Bytes: []byte("\xff\x00")}}), ""},
		{"empty list", `{"skills": []}`, append(base[:2:2], registry.InputValue{Name: word("skills"), Value: registry.Value{IsList: true}}), ""},

		{"no object", `[]`, nil, "in.json:1:1: want an object, not a list"},
		{"not JSON", `{"cwd": }`, nil, "in.json:1:9: not valid JSON: invalid character '}' looking for beginning of value"},
		{"two values", `{} {}`, nil, "in.json:1:4: not valid JSON: invalid character '{' after top-level value"},
		{"not UTF-8", "{\"cwd\": \"\xff\"}", nil, "in.json:1:10: the JSON is not valid UTF-8"},
		{"not JSON in a later line", "{\n  \"cwd\": \"é\",\n  \"é\": x\n}", nil, "in.json:3:9: not valid JSON: invalid character 'x' looking for beginning of value"},
		{"cut off", "{\n  \"cwd\":\n", nil, "in.json:3:1: not valid JSON: unexpected end of JSON input"},
		{"nothing", "", nil, "in.json:1:1: not valid JSON: unexpected end of JSON input"},
		{"all problems at once", `{"cwdd": 1, "cwd": 1, "fast": "yes", "tokens": 1.5, "title": " ", "skills": {}}`, nil,
			"in.json:1:2: no input named \"cwdd\"; did you mean \"cwd\"?\n" +
				"in.json:1:20: cwd: want a string, not the number 1\n" +
				"in.json:1:31: fast: want true or false, not a string\n" +
				"in.json:1:48: tokens: want a whole number, not the number 1.5\n" +
				"in.json:1:62: title: is blank\n" +
				"in.json:1:77: skills: want a list, not an object"},
		{"required", `{"cwd": "", "tokens": 0}`, nil, "in.json:1:9: cwd: is required\nin.json:1:23: tokens: is required: want at least 1"},
		{"null", `{"cwd": null}`, nil, "in.json:1:9: cwd: want a string, not null"},
		{"bytes for text", `{"cwd": {"base64": "/wA="}}`, nil, "in.json:1:9: cwd: want a string, not an object"},
		{"no base64", `{"raw": {"base64": "/wA"}}`, nil, `in.json:1:9: raw: want a string or {"base64": "…"}, not an object`},
		{"other members", `{"raw": {"base64": "/wA=", "more": 1}}`, nil, `in.json:1:9: raw: want a string or {"base64": "…"}, not an object`},
		{"number for bytes", `{"raw": 1}`, nil, `in.json:1:9: raw: want a string or {"base64": "…"}, not the number 1`},
		{"negative", `{"tokens": -1}`, nil, "in.json:1:12: tokens: is negative"},
		{"control", `{"cwd": "a\u0000"}`, nil, "in.json:1:9: cwd: holds the control character U+0000 at byte 1"},
		{"twice", `{"cwd": "a", "cwd": "b"}`, nil, `in.json:1:14: "cwd" is given twice`},
		{"items", `{"skills": [1, {"nam": "x"}, {"name": "a"}, {"name": "a"}]}`, nil,
			"in.json:1:13: skills[0]: want an object, not the number 1\n" +
				"in.json:1:17: skills[1]: no field named \"nam\"; did you mean \"name\"?\n" +
				"in.json:1:16: skills[1].name: is required\n" +
				"in.json:1:45: skills[3]: repeats the name of skills[2]"},
		{"later lines", "\n{\n  \"fast\" :\n\tnull,\r\n  \"é\": 1, \"cw\\u0064\": 2 , \"skills\": [ {\"name\": \"a\"},\n {\"é\": 1, \"name\": [3]} ]\n}", nil,
			"in.json:4:2: fast: want true or false, not null\n" +
				"in.json:5:3: no input named \"é\"\n" +
				"in.json:5:24: cwd: want a string, not the number 2\n" +
				"in.json:6:3: skills[1]: no field named \"é\"\n" +
				"in.json:6:20: skills[1].name: want a string, not a list"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := OverlayInputs(overlayRegistry(), base, "in.json", []byte(test.json))
			if diff := cmp.Diff(test.err, message(err)); diff != "" {
				t.Errorf("error (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(registry.Value{}, "At")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if *base[0].Value.Str != "/w" {
		t.Error("the base was changed")
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
