package prompt

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestHostToolsOverXML offers what no call as text can name, or give.
func TestHostToolsOverXML(t *testing.T) {
	property := func(schema string) JSON { return JSON(`{"type":"object","properties":{"b":` + schema + `}}`) }
	const ends = `has a schema that has the property "b", whose values would end at the </b> in them over XML`
	for _, tt := range []struct {
		name   string
		schema JSON
		want   string
	}{
		{"think", anyObject, `is "think" on the wire, the tag that opens reasoning over XML`},
		{"thinking", anyObject, `is "thinking" on the wire, the tag that opens reasoning over XML`},
		{"Think", anyObject, ""}, // tags tell case apart
		{"a", property(`{"type":"string","enum":["<b>","a</b>c"]}`), ends},
		{"a", property(`{"type":"string","const":"</b>"}`), ends},
		{"a", property(`{"type":"string","pattern":"^<b>.*</b>$"}`), ends},
		{"a", property(`{"type":"string","pattern":"x|(<\\/[b]>)+"}`), ends},
		{"a", property(`{"type":"string","pattern":"(?=</b>)"}`), ends},
		{"a", property(`{"type":"string","pattern":"^(<c>|<(?:x|\\u00e9|/?)b\\b{0,2}>)*$"}`), ""}, // no expression of Go's
		{"a", property(`{"type":"string","pattern":"^(<c>|<(?:x|/?)[b]>)*$"}`), ends},
		{"a", property(`{"type":"string","pattern":"[^\\x{0}-\\x{10ffff}]"}`), ""},
		{"a", property(`{"type":"string","pattern":"^<[/]b{2}>|</c>|[^<]*.*/b>"}`), ""},
		{"a", property(`{"type":"string","pattern":"[^\\x{0}-\\x{10ffff}]((x{30}){30}){1,30}<[/]b>"}`), ""}, // too large to look into
		{"a", property(`{"type":"string","pattern":"(?!<b>)"}`), ""},
		{"a", property(`{"type":"string","enum":["</a>","</b"],"pattern":"</c>","default":"</b>"}`), ""},
		{"a", property(`{"type":["string","null"],"enum":["</b>"]}`), ""},
		{"a", property(`{"enum":["</b>"]}`), ""},
		{"a", property(`{"type":"array","items":{"type":"string","enum":["</b>"]}}`), ""},
		{"a", property(`{"type":"string","enum":1,"pattern":2,"const":3}`), ""},
	} {
		for _, xml := range []bool{true, false} {
			s := servers(HostTool{"", tt.name, "", tt.schema})
			s.Wire, s.XML = "{name}", xml
			want := tt.want
			if !xml {
				want = ""
			}
			h, e := take(t, s)
			got := ""
			if ns := e.Notes(); len(ns) > 0 {
				got = strings.TrimPrefix(ns[0].Problem, s.Tools[0].who())
			}
			if got != want || h.Given("servers") != (want == "") {
				t.Errorf("%s %s: got %q, want %q", tt.name, tt.schema, got, want)
			}
			s.BadName, s.BadSchema = Reject, Reject
			if _, e := take(t, s); (e.Err() == nil) != (want == "") {
				t.Errorf("%s %s: rejecting gives %v", tt.name, tt.schema, e.Err())
			}
		}
	}
}

// TestHostPropertiesNamedLikeTools shows that a call tells its parameters from tools, its own name and that of reasoning
// among them. Declared ones may not have such names, a server's can't be asked to change theirs.
func TestHostPropertiesNamedLikeTools(t *testing.T) {
	s := servers(HostTool{"", "find", "", `{"type":"object","properties":{"find":{"type":"string"},"read_file":{"type":"string"},"think":{"type":"string"}}}`})
	s.Wire, s.XML = "{name}", true
	h, _ := take(t, s)
	ts := hostTools(h, nil)
	for _, args := range []string{
		`{"find":"a","read_file":"b","think":"c"}`, `{"find":""}`, `{"read_file":""}`, `{"think":"x"}`, `{}`, `{"think":"\n<find>\n</think","find":"<find>\n"}`,
	} {
		xml, err := ts.AppendCall(nil, Call{Name: "find", Args: json.RawMessage(args)})
		if err != nil {
			t.Errorf("%s: %v\n%s", args, err, xml)
		}
	}
}

// TestHostDocsSayAll pins that the documentation holds all that a schema demands: what no words are for stands there as
// schema, with the definitions that it refers to.
func TestHostDocsSayAll(t *testing.T) {
	schema := `{"$schema":"x","title":"FindArgs","type":"object","additionalProperties":false,"properties":{"step":{"title":"Step","type":"integer","description":"How far.","exclusiveMinimum":0,"multipleOf":5},` +
		`"kind":{"type":"string","const":"a&b"},"plain":{"title":"Plain","type":"string","$comment":"no","deprecated":true,"maxLength":9},"filter":{"$ref":"#/$defs/Filter"}},` +
		`"required":["step"],"$defs":{"Filter":{"type":"object","properties":{"name":{"type":"string","description":"<Name>."}}}},"dependentRequired":{"kind":["filter"]}}`
	h, _ := take(t, servers(HostTool{"notes", "find", "Finds.", JSON(schema)}, HostTool{"notes", "none", "", `{"type":"object","minProperties":0,"properties":{}}`}))
	const want = `## notes__find
Description: Finds.
Parameters:
- step: (required) How far. Constraints: integer. Schema: {"title":"Step","type":"integer","description":"How far.","exclusiveMinimum":0,"multipleOf":5}
- kind: (optional) Schema: {"type":"string","const":"a&b"}
- plain: (optional) Constraints: maxLength 9.
- filter: (optional) (JSON) Schema: {"$ref":"#/$defs/Filter"}
Schema of all: {"$defs":{"Filter":{"type":"object","properties":{"name":{"type":"string","description":"<Name>."}}}},"dependentRequired":{"kind":["filter"]}}
Usage:
<notes__find>
<step></step>
<kind></kind>
<plain></plain>
<filter></filter>
</notes__find>

## notes__none
Parameters: None
Schema of all: {"minProperties":0}
Usage:
<notes__none>
</notes__none>`
	ts := hostTools(h, nil)
	if got := ts.ToolsetDocs("servers"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r := NewAssembler(hostProgram(t, HostTool{"notes", "find", "Finds.", JSON(schema)})).Freeze(time.Unix(0, 0), "")
	if got := new(Tools).HostOf(&r).ToolsetDocs("servers"); !strings.HasPrefix(want, got) || got == "" {
		t.Errorf("resumed, got\n%s", got)
	}
}
