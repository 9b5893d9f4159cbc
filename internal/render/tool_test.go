package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

func fragment(when string, segs ...string) registry.Fragment {
	return registry.Fragment{Text: *tx(segs...), When: word(when)}
}

func param(name, when string) registry.Param {
	return registry.Param{Name: name, Required: true, When: word(when), Fragments: []registry.Fragment{fragment("", name+".")},
		Type: registry.Type{Kind: registry.StringType}}
}

// toolRegistry has tools that depend on gates, on each other and on an input.
func toolRegistry() *registry.Registry {
	r := partRegistry(
		parts(
			when("tool.todo", val("todo: ", "tool.todo")),
			when("!tool.todo", val("no todo")),
			when("param.read.progress", val("progress")),
		),
		when("xml", registry.Part{Kind: registry.DocsPart}),
		registry.Part{Kind: registry.NamesPart},
	)
	r.Gates = []registry.Gate{
		{Name: "focus", Excludes: words("quiet")},
		{Name: "quiet"},
		{Name: "skills", From: word("list")},
		{Name: "strict", Implies: words("focus")},
	}
	member := param("member", "")
	nested := param("nested", "")
	nested.Type = registry.Type{Kind: registry.ArrayType, Items: &registry.Type{
		Kind: registry.ObjectType, Params: []registry.Param{member, param("progress", "tool.todo")},
	}}
	r.Tools = []registry.Tool{
		{Name: "load", When: word("skills"), Fragments: []registry.Fragment{fragment("", "Load.")}},
		{Name: "read", Wire: word("read-file"), Params: []registry.Param{param("path", ""), param("progress", "tool.todo"), nested},
			Fragments: []registry.Fragment{fragment("", "Read."), fragment("focus", " Then ", "tool.todo", " in ", "input.v", ".")}},
		{Name: "todo", When: word("focus"), Fragments: []registry.Fragment{fragment("", "Todo.")}},
		{Name: "unlisted", Fragments: []registry.Fragment{fragment("", "Nobody lists it.")}},
	}
	r.Profiles[0].Tools = words("todo", "read", "load")
	r.Profiles = append(r.Profiles, registry.Profile{Name: "q", Transports: words("native"), Separator: "\n", Sections: words("s0", "s2"),
		Tools: words("read", "todo"), Pins: []registry.Pin{{Gate: word("focus"), Value: false}, {Gate: word("skills"), Value: true}}})
	r.Subagents = []registry.Subagent{{Name: "scout", Profiles: words("p"), Tools: words("load", "read"),
		Pins: []registry.Pin{{Gate: word("focus"), Value: true}}}}
	return r
}

func gates(names ...string) []registry.GateValue {
	var out []registry.GateValue
	for _, n := range names {
		out = append(out, registry.GateValue{Name: word(n), Value: true})
	}
	return out
}

// outline says which tools a cell has and with which words, e.g. "read-file(path,nested{member}): Read.".
func outline(tools []project.Tool) string {
	var lines []string
	for i := range tools {
		t := &tools[i]
		var ps []string
		for _, p := range t.Params {
			ps = append(ps, strings.Join(p.Form.DocPaths, "+"))
		}
		lines = append(lines, t.Name+"("+strings.Join(ps, ",")+"): "+t.Doc)
	}
	return strings.Join(lines, "\n")
}

func TestToolFilter(t *testing.T) {
	skills := []registry.InputValue{giveList("list", item2("a", "")), give("v", "/w")}
	tests := []struct {
		name          string
		cell          Cell
		tools, system string
	}{
		{"everything off", Cell{Profile: "p", Transport: "native"},
			"read-file(path,nested+nested.member): Read.",
			"no todo\n\n- read-file"},
		{"a gate and what depends on its tool", Cell{Profile: "p", Transport: "native", Gates: gates("focus"), Inputs: skills},
			"todo(): Todo.\nread-file(path,progress,nested+nested.member+nested.progress): Read. Then todo in /w.\nload(): Load.",
			"todo: todo\nprogress\n\n- todo\n- read-file\n- load"},
		{"the profile decides gates, derived ones too, and the order", Cell{Profile: "q", Transport: "native", Gates: gates("focus")},
			"read-file(path,nested+nested.member): Read.",
			"no todo\n- read-file"},
		{"the subagent's list and pins", Cell{Profile: "p", Transport: "native", Agent: "scout", Inputs: skills},
			"read-file(path,nested+nested.member): Read. Then todo in /w.\nload(): Load.",
			"no todo\n\n- read-file\n- load"},
		{"documentation over XML", Cell{Profile: "p", Transport: "xml"},
			"read-file(path,nested+nested.member): Read.",
			"no todo\n\n## read-file\nDescription: Read.\nParameters:\n- path: (required) path.\n" +
				`- nested: (required) (JSON) nested. Schema: {"type":"array","description":"nested.","items":{"type":"object","properties":` +
				`{"member":{"type":"string","description":"member."}},"required":["member"],"additionalProperties":false}}` +
				"\nUsage:\n<read-file>\n<path></path>\n<nested></nested>\n</read-file>\n\n- read-file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.cell.Locale = "en"
			got, err := New(toolRegistry()).Render(test.cell)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.tools, outline(got.Tools)); diff != "" {
				t.Errorf("tools (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(test.system, got.System); diff != "" {
				t.Errorf("system (-want +got)\n%s", diff)
			}
		})
	}
}

// A renderer that has rendered other cells renders the same as a fresh one.
func TestRendererKeepsNothingOfACell(t *testing.T) {
	r := toolRegistry()
	shared := New(r)
	for range 2 {
		for _, c := range []Cell{
			{Profile: "p", Transport: "native", Locale: "en", Gates: gates("focus")},
			{Profile: "p", Transport: "native", Locale: "en"},
			{Profile: "p", Transport: "xml", Locale: "en", Agent: "scout"},
			{Profile: "q", Transport: "native", Locale: "en", Gates: gates("focus")},
		} {
			want, err := New(r).Render(c)
			if err != nil {
				t.Fatal(err)
			}
			got, err := shared.Render(c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%+v (-want +got)\n%s", c, diff)
			}
		}
	}
}

func TestTexts(t *testing.T) {
	r := toolRegistry()
	r.Locales = append(r.Locales, registry.Locale{Name: word("zh"), Fallback: &registry.Fallback{Except: words("s0")}})
	r.Sections[0].Part = registry.Part{Kind: registry.TextPart, Key: word("text")}
	r.Messages = []registry.Message{
		{Locale: "en", Scope: "q", Section: "s0", Key: "text", Text: *tx("own")},
		{Locale: "en", Scope: "shared", Section: "s0", Key: "text", Text: *tx("shared")},
		{Locale: "zh", Scope: "shared", Section: "s0", Key: "text", Text: *tx("中")},
	}
	r.ToolTexts = []registry.ToolText{
		{Locale: "en", Scope: "q", Tool: "read", Fragments: []registry.Fragment{fragment("", "Read little.")}},
		{Locale: "zh", Scope: "shared", Tool: "read", Fragments: []registry.Fragment{fragment("", "读。")},
			Params: []registry.ParamText{{Path: "nested.member", Description: tx("成员"), Usage: new("u")}, {Path: "path", Usage: new("路径")}}},
	}
	tests := []struct {
		profile, locale string
		want            string
	}{
		{"p", "en", "shared\n\n- read-file|Read.|path.||nested.|member."},
		{"q", "en", "own\n- read-file|Read little.|path.||nested.|member."},
		{"p", "zh", "中\n\n- read-file|读。|path.|路径|nested.|成员"},
	}
	for _, test := range tests {
		got, err := New(r).Render(Cell{Profile: test.profile, Transport: "native", Locale: test.locale})
		if err != nil {
			t.Fatal(err)
		}
		read := got.Tools[0]
		text := strings.Join([]string{got.System, read.Doc, read.Params[0].Docs[0], read.Params[0].Usage, read.Params[1].Docs[0], read.Params[1].Docs[1]}, "|")
		if diff := cmp.Diff(test.want, text); diff != "" {
			t.Errorf("%s %s (-want +got)\n%s", test.profile, test.locale, diff)
		}
	}
}

func TestCellErrors(t *testing.T) {
	tests := []struct {
		cell Cell
		want string
	}{
		{Cell{Profile: "x", Transport: "native", Locale: "en"}, `no profile named "x"`},
		{Cell{Profile: "q", Transport: "xml", Locale: "de", Agent: "scoutt"},
			"profile \"q\" has no transport \"xml\"\nno locale named \"de\"\nno subagent named \"scoutt\""},
		{Cell{Profile: "q", Transport: "native", Locale: "en", Agent: "scout"}, `subagent "scout" does not run in profile "q"`},
		{Cell{Profile: "p", Transport: "native", Locale: "en", Gates: gates("focus", "quiet")}, `gate "focus" excludes "quiet", and both are on`},
		{Cell{Profile: "p", Transport: "native", Locale: "en", Gates: gates("strict")}, `gate "strict" implies "focus", which is off`},
	}
	for _, test := range tests {
		got, err := New(toolRegistry()).Render(test.cell)
		if diff := cmp.Diff(test.want, message(err)); diff != "" || got != nil {
			t.Errorf("%+v (-want +got)\n%s", test.cell, diff)
		}
	}
}

func TestCellOf(t *testing.T) {
	one, two := "1", "2"
	r := &registry.Registry{Snapshots: registry.Snapshots{Fixture: registry.Case{
		Inputs: []registry.InputValue{give("a", one), give("b", one)}, Gates: gates("on"),
	}}}
	c := &registry.Case{Name: "c", Inputs: []registry.InputValue{give("b", two), give("c", two)},
		Gates: []registry.GateValue{{Name: word("on")}, {Name: word("other"), Value: true}}, Subagent: word("scout")}
	want := Cell{Profile: "p", Transport: "xml", Locale: "en", Agent: "scout",
		Inputs: []registry.InputValue{give("a", one), give("b", two), give("c", two)},
		Gates:  []registry.GateValue{{Name: word("on")}, {Name: word("other"), Value: true}}}
	if diff := cmp.Diff(want, CellOf(r, c, "p", "xml", "en")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if *r.Snapshots.Fixture.Inputs[1].Value.Str != one || !r.Snapshots.Fixture.Gates[0].Value {
		t.Error("the fixture was changed")
	}
}
