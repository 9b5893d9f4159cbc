package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
	base := []registry.InputValue{give("cwd", "/w"), {Name: word("tokens"), Value: registry.Value{Int: ptr(int64(1))}}}
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
				{Name: word("tokens"), Value: registry.Value{Int: ptr(int64(7))}},
				{Name: word("fast"), Value: registry.Value{Bool: ptr(true)}},
				giveList("skills", []registry.InputValue{give("text", ""), give("name", "a")}, []registry.InputValue{give("name", "b")}),
				give("title", ""),
			}, ""},
		{"any bytes", `{"raw": "\u0001\r"}`, append(base[:2:2], give("raw", "\x01\r")), ""},
		{"no text", `{"raw": {"base64": "/wA="}}`, append(base[:2:2], registry.InputValue{Name: word("raw"), Value: registry.Value{Bytes: []byte("\xff\x00")}}), ""},
		{"empty list", `{"skills": []}`, append(base[:2:2], registry.InputValue{Name: word("skills"), Value: registry.Value{IsList: true}}), ""},

		{"no object", `[]`, nil, "want an object, not a list"},
		{"not JSON", `{"cwd": }`, nil, "line 1, column 9: not valid JSON: invalid character '}' looking for beginning of value"},
		{"two values", `{} {}`, nil, "line 1, column 4: not valid JSON: invalid character '{' after top-level value"},
		{"not UTF-8", "{\"cwd\": \"\xff\"}", nil, "line 1, column 10: the JSON is not valid UTF-8"},
		{"not JSON in a later line", "{\n  \"cwd\": \"é\",\n  \"é\": x\n}", nil, "line 3, column 9: not valid JSON: invalid character 'x' looking for beginning of value"},
		{"cut off", "{\n  \"cwd\":\n", nil, "line 3, column 1: not valid JSON: unexpected end of JSON input"},
		{"nothing", "", nil, "line 1, column 1: not valid JSON: unexpected end of JSON input"},
		{"all problems at once", `{"cwdd": 1, "cwd": 1, "fast": "yes", "tokens": 1.5, "title": " ", "skills": {}}`, nil,
			"no input named \"cwdd\"; did you mean \"cwd\"?\n" +
				"cwd: want a string, not the number 1\n" +
				"fast: want true or false, not a string\n" +
				"tokens: want a whole number, not the number 1.5\n" +
				"title: is blank\n" +
				"skills: want a list, not an object"},
		{"required", `{"cwd": "", "tokens": 0}`, nil, "cwd: is required\ntokens: is required"},
		{"null", `{"cwd": null}`, nil, "cwd: want a string, not null"},
		{"bytes for text", `{"cwd": {"base64": "/wA="}}`, nil, "cwd: want a string, not an object"},
		{"no base64", `{"raw": {"base64": "/wA"}}`, nil, `raw: want a string or {"base64": "…"}, not an object`},
		{"other members", `{"raw": {"base64": "/wA=", "more": 1}}`, nil, `raw: want a string or {"base64": "…"}, not an object`},
		{"number for bytes", `{"raw": 1}`, nil, `raw: want a string or {"base64": "…"}, not the number 1`},
		{"negative", `{"tokens": -1}`, nil, "tokens: is negative"},
		{"control", `{"cwd": "a\u0000"}`, nil, "cwd: holds the control character U+0000 at byte 1"},
		{"twice", `{"cwd": "a", "cwd": "b"}`, nil, `"cwd" is given twice`},
		{"items", `{"skills": [1, {"nam": "x"}, {"name": "a"}, {"name": "a"}]}`, nil,
			"skills[0]: want an object, not the number 1\n" +
				"skills[1]: no field named \"nam\"; did you mean \"name\"?\n" +
				"skills[1].name: is required\n" +
				"skills[3]: repeats the name of skills[2]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := OverlayInputs(overlayRegistry(), base, []byte(test.json))
			if diff := cmp.Diff(test.err, message(err)); diff != "" {
				t.Errorf("error (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
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

func TestOverlayGates(t *testing.T) {
	base := []registry.GateValue{{Name: word("yolo"), Value: true}}
	tests := []struct {
		settings string
		want     []registry.GateValue
		err      string
	}{
		{"browser, !yolo", []registry.GateValue{{Name: word("yolo")}, {Name: word("browser"), Value: true}}, ""},
		{"", base, ""},
		{"skills,browsr,", nil, "gate \"skills\" follows from \"skills\" and can't be set\nno gate named \"browsr\"; did you mean \"browser\"?\n" +
			"a gate's name is missing in \"skills,browsr,\""},
	}
	for _, test := range tests {
		got, err := OverlayGates(overlayRegistry(), base, test.settings)
		if diff := cmp.Diff(test.err, message(err)); diff != "" {
			t.Errorf("%s: error (-want +got)\n%s", test.settings, diff)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.settings, diff)
		}
	}
}
