package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

func word(s string) registry.Word { return registry.Word{Text: s} }

func words(names ...string) []registry.Word {
	var ws []registry.Word
	for _, n := range names {
		ws = append(ws, word(n))
	}
	return ws
}

// tx makes a text of literals, marks of inputs ("input.cwd") and marks of tools ("tool.read").
func tx(segs ...string) *registry.Text {
	t := &registry.Text{}
	for _, s := range segs {
		switch {
		case len(s) > 6 && s[:6] == "input.":
			t.Segs = append(t.Segs, registry.Seg{Input: s[6:]})
		case len(s) > 5 && s[:5] == "tool.":
			t.Segs = append(t.Segs, registry.Seg{Tool: s[5:]})
		default:
			t.Segs = append(t.Segs, registry.Seg{Lit: s})
		}
	}
	return t
}

// val is a part with an inline text, parts one with parts joined by a newline.
func val(segs ...string) registry.Part {
	return registry.Part{Kind: registry.ValuePart, Value: tx(segs...), Between: "\n", Join: "\n"}
}

func parts(ps ...registry.Part) registry.Part {
	return registry.Part{Kind: registry.PartsPart, Parts: ps, Between: "\n", Join: "\n"}
}

func with(p registry.Part, edit func(*registry.Part)) registry.Part {
	edit(&p)
	return p
}

func each(list string, p registry.Part) registry.Part {
	return with(p, func(p *registry.Part) { p.Each = word(list) })
}

func when(cond string, p registry.Part) registry.Part {
	return with(p, func(p *registry.Part) { p.When = word(cond) })
}

func wrap(p registry.Part, w registry.Wrap) registry.Part {
	return with(p, func(p *registry.Part) { p.Wrap = &w })
}

func heading(text string) registry.Wrap {
	return registry.Wrap{Heading: &registry.Heading{Level: 1, Value: tx(text), Gap: "\n"}}
}

func tag(name string, attrs ...registry.Attr) registry.Wrap {
	return registry.Wrap{Tag: name, Attrs: attrs}
}

func attr(name, escape string, segs ...string) registry.Attr {
	return registry.Attr{Name: name, Escape: escape, Value: *tx(segs...)}
}

func give(name, s string) registry.InputValue {
	return registry.InputValue{Name: word(name), Value: registry.Value{Str: &s}}
}

func giveList(name string, items ...[]registry.InputValue) registry.InputValue {
	return registry.InputValue{Name: word(name), Value: registry.Value{IsList: true, Items: items}}
}

func item2(name, text string) []registry.InputValue {
	return []registry.InputValue{give("name", name), give("text", text)}
}

func str(name string, norms ...string) registry.Field {
	return registry.Field{Name: name, Type: registry.String, Normalize: append([]string{"lf"}, norms...)}
}

// partRegistry has one section, whose part is p.
func partRegistry(p ...registry.Part) *registry.Registry {
	r := &registry.Registry{
		Locales: []registry.Locale{{Name: word("en")}},
		Gates:   []registry.Gate{{Name: "on"}},
		Inputs: []registry.Input{
			{Field: registry.Field{Name: "count", Type: registry.Int}},
			{Field: registry.Field{Name: "flag", Type: registry.Bool}},
			{Field: registry.Field{Name: "groups", Type: registry.List, Item: []registry.Field{
				str("id"),
				{Name: "members", Type: registry.List, Item: []registry.Field{str("name"), str("text")}},
			}}},
			{Field: registry.Field{Name: "list", Type: registry.List, Item: []registry.Field{str("name"), str("text")}}},
			{Field: str("other")},
			{Field: str("v")},
		},
		Messages: []registry.Message{
			{Locale: "en", Scope: "shared", Section: "s0", Key: "heading", Text: *tx("Title ", "input.v")},
			{Locale: "en", Scope: "shared", Section: "s0", Key: "text", Text: *tx("Text")},
		},
		Profiles: []registry.Profile{{Name: "p", Transports: words("native", "xml"), Separator: "\n\n"}},
	}
	for i := range p {
		name := "s" + string(rune('0'+i))
		r.Sections = append(r.Sections, registry.Section{Name: name, Part: p[i], Cache: word("session"), Role: "system"})
		r.Profiles[0].Sections = append(r.Profiles[0].Sections, word(name))
	}
	return r
}

func TestPart(t *testing.T) {
	tests := []struct {
		name string
		part registry.Part
		in   []registry.InputValue
		want string
	}{
		{"text of the catalog", registry.Part{Kind: registry.TextPart, Key: word("text")}, nil, "Text"},
		{"empty value", val("input.v"), nil, ""},
		{"int and bool", val("input.count", " ", "input.flag"), nil, "0 false"},

		{"condition holds", when("!on && native && profile.p", val("a")), nil, "a"},
		{"condition fails", when("on || xml", val("a")), nil, ""},
		{"given", when("input.v && !input.other", val("a")), []registry.InputValue{give("v", "x")}, "a"},
		{"given after normalisation", when("input.list", val("a")), []registry.InputValue{giveList("list")}, ""},

		{"join stands between neighbours that are not empty",
			parts(val("input.other"), val("a"), val("input.other"), val("b"), val("input.other")), nil, "a\nb"},
		{"parts all empty leave nothing", wrap(parts(val("input.v"), wrap(val("input.v"), heading("H"))), tag("t")), nil, ""},

		{"each joins items", each("list", val("- ", "input.list.name", ": ", "input.list.text")),
			[]registry.InputValue{giveList("list", item2("a", "1"), item2("b", "2"))}, "- a: 1\n- b: 2"},
		{"each without items", wrap(each("list", val("x")), heading("H")), nil, ""},
		{"each leaves out empty items", each("list", val("input.list.text")),
			[]registry.InputValue{giveList("list", item2("a", "1"), item2("b", ""), item2("c", "3"))}, "1\n3"},
		{"each of constants", each("list", val("x")), []registry.InputValue{giveList("list", item2("a", ""), item2("b", ""))}, "x\nx"},
		{"wrap stands around every item", wrap(each("list", val("input.list.text")), tag("i", attr("n", "", "input.list.name"))),
			[]registry.InputValue{giveList("list", item2("a", "1"), item2("", "2"), item2("c", ""))},
			"<i n=\"a\">\n1\n</i>\n<i>\n2\n</i>"},
		{"condition on the item at hand", each("list", parts(when("input.list.text", val("input.list.name")))),
			[]registry.InputValue{giveList("list", item2("a", "1"), item2("b", ""))}, "a"},
		{"condition of the repeated part on the item at hand", when("!on && input.list.text", each("list", val("input.list.name"))),
			[]registry.InputValue{giveList("list", item2("a", ""), item2("b", "1"))}, "b"},
		{"list in a list without the outer one",
			each("groups.members", val("input.groups.id", "/", "input.groups.members.name")),
			[]registry.InputValue{giveList("groups",
				[]registry.InputValue{give("id", "g"), giveList("members", item2("a", ""), item2("b", ""))},
				[]registry.InputValue{give("id", "h"), giveList("members", item2("c", ""))},
			)}, "g/a\ng/b\nh/c"},
		{"between may be empty", with(each("list", val("input.list.name")), func(p *registry.Part) { p.Between = "" }),
			[]registry.InputValue{giveList("list", item2("a", ""), item2("b", ""))}, "ab"},
		{"list in a list",
			each("groups", parts(val("input.groups.id"), each("groups.members", val("input.groups.id", "/", "input.groups.members.name")))),
			[]registry.InputValue{giveList("groups",
				[]registry.InputValue{give("id", "g"), giveList("members", item2("a", ""), item2("b", ""))},
				[]registry.InputValue{give("id", "h")},
			)}, "g\ng/a\ng/b\nh"},

		{"heading", wrap(val("body"), heading("H")), nil, "# H\nbody"},
		{"heading of the catalog", wrap(val("body"), registry.Wrap{Heading: &registry.Heading{Level: 3, Key: word("heading"), Gap: "\n\n"}}),
			[]registry.InputValue{give("v", "x")}, "### Title x\n\nbody"},
		{"no heading around nothing", wrap(val("input.v"), heading("H")), nil, ""},
		{"tag", wrap(val("a\n"), tag("t")), nil, "<t>\na\n\n</t>"},
		{"before and after", wrap(val("a"), registry.Wrap{Before: "[", After: "]"}), nil, "[a]"},
		{"before alone around nothing", wrap(val("input.v"), registry.Wrap{Before: "["}), nil, ""},

		{"attribute escapes values, not what stands around", wrap(val("b"), tag("t", attr("a", "", "<", "input.v", ">"))),
			[]registry.InputValue{give("v", `plugin:"local&review"'<>`)},
			"<t a=\"<plugin:&quot;local&amp;review&quot;&apos;&lt;&gt;>\">\nb\n</t>"},
		{"empty attribute is left out", wrap(val("b"), tag("t", attr("a", "", "input.v"), attr("c", "", "d"))), nil, "<t c=\"d\">\nb\n</t>"},
		{"attribute as JSON", wrap(val("input.other"), tag("c", attr("name", "json", "input.v"))),
			[]registry.InputValue{give("v", `q"<&>\`), give("other", "line\n\n")}, "<c name=\"q\\\"<&>\\\\\">\nline\n\n\n</c>"},
		{"attribute without escape", wrap(val("b"), tag("t", attr("a", "none", "input.v"))), []registry.InputValue{give("v", `"&`)}, "<t a=\"\"&\">\nb\n</t>"},
		{"attribute does not inherit", with(wrap(val("b"), tag("t", attr("a", "", "input.v"))), func(p *registry.Part) { p.Escape = "json" }),
			[]registry.InputValue{give("v", `"`)}, "<t a=\"&quot;\">\nb\n</t>"},

		{"no escape", val("input.v"), []registry.InputValue{give("v", `<&>"'\`)}, `<&>"'\`},
		{"xml-text", with(val("<", "input.v", ">"), func(p *registry.Part) { p.Escape = "xml-text" }),
			[]registry.InputValue{give("v", `/w/a&b/<x>&"'`)}, `</w/a&amp;b/&lt;x&gt;&amp;"'>`},
		{"json", with(val(`"`, "input.v", `"`), func(p *registry.Part) { p.Escape = "json" }),
			[]registry.InputValue{give("v", "\"\\\b\f\n\t<>/\u2028")}, `"\"\\\b\f\n\t<>/` + "\u2028\""},
		{"escape holds for the parts inside", with(parts(val("input.v"), with(val("input.v"), func(p *registry.Part) { p.Escape = "none" })),
			func(p *registry.Part) { p.Escape = "xml-text" }), []registry.InputValue{give("v", "<")}, "&lt;\n<"},

		{"blanks are kept", wrap(val("input.v"), tag("t")), []registry.InputValue{give("v", "\n")}, "<t>\n\n\n</t>"},
		{"blanks are empty", with(wrap(val("input.v"), tag("t")), func(p *registry.Part) { p.Blank = "empty" }),
			[]registry.InputValue{give("v", " \n\t")}, ""},
		{"blank parts are empty", with(parts(val(" "), val("input.v")), func(p *registry.Part) { p.Blank = "empty" }), nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := partRegistry(test.part)
			got, err := New(r).Render(Cell{Profile: "p", Transport: "native", Locale: "en", Inputs: test.in})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.System); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestSeparators(t *testing.T) {
	r := partRegistry(val("input.v"), val("a"), val("input.other"), val("b\n"), val("t1"), val("input.other"), val("t2"), val("c"))
	for _, i := range []int{4, 5, 6} {
		r.Sections[i].Cache = word("volatile")
	}
	p := &r.Profiles[0]
	p.Separator = "\n\n---\n\n"
	cell := Cell{Profile: "p", Transport: "native", Locale: "en", Inputs: []registry.InputValue{give("v", "x")}}

	render := func(c Cell) *Result {
		t.Helper()
		got, err := New(r).Render(c)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := render(cell)
	if diff := cmp.Diff("x\n\n---\n\na\n\n---\n\nb\n\n\n---\n\nc", got.System); diff != "" {
		t.Errorf("system (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff("t1\n\n---\n\nt2", got.Tail); diff != "" {
		t.Errorf("tail (-want +got)\n%s", diff)
	}
	want := []Section{
		{Name: "s0", Level: "session", Text: "x"},
		{Name: "s1", Level: "session", Separator: p.Separator, Text: "a"},
		{Name: "s3", Level: "session", Separator: p.Separator, Text: "b\n"},
		{Name: "s4", Level: "volatile", InTail: true, Text: "t1"},
		{Name: "s6", Level: "volatile", InTail: true, Separator: p.Separator, Text: "t2"},
		{Name: "s7", Level: "session", Separator: p.Separator, Text: "c"},
	}
	if diff := cmp.Diff(want, got.Sections); diff != "" {
		t.Errorf("sections (-want +got)\n%s", diff)
	}

	p.Final = "newline"
	cell.Inputs = nil
	r.Sections[4].Place = word("system")
	if diff := cmp.Diff("a\n\n---\n\nb\n\n\n---\n\nt1\n\n---\n\nc\n", render(cell).System); diff != "" {
		t.Errorf("final newline and place (-want +got)\n%s", diff)
	}
	p.Sections = words("s0")
	if got := render(cell).System; got != "" {
		t.Errorf("an empty system text became %q", got)
	}
}

func TestNormalize(t *testing.T) {
	tests := []struct {
		steps    []string
		in, want string
	}{
		{nil, "a\r\n", "a\r\n"},
		{[]string{"lf"}, "a\r\nb\rc\r\r\n\n", "a\nb\nc\n\n\n"},
		{[]string{"trim"}, " \n a b\t\n", "a b"},
		{[]string{"strip-final-newlines"}, "\na\n\n", "\na"},
		{[]string{"one-final-newline"}, "Hi.\n\n\n", "Hi.\n"},
		{[]string{"one-final-newline"}, "Hi.", "Hi.\n"},
		{[]string{"one-final-newline"}, "", ""},
		{[]string{"strip-final-newlines", "lf"}, "a\r\n\r\n", "a\n\n"},
		{[]string{"lf", "strip-final-newlines"}, "a\r\n\r\n", "a"},
		{[]string{"trim", "one-final-newline"}, " a ", "a\n"},
	}
	for _, test := range tests {
		if got := (&registry.Field{Normalize: test.steps}).Normal(test.in); got != test.want {
			t.Errorf("%v: %q became %q, want %q", test.steps, test.in, got, test.want)
		}
	}
}

// Values of every shape that some template language gives a meaning arrive as they are.
func TestValuesAreNeverScanned(t *testing.T) {
	hostile := []string{
		"$&", "$1", "%s", "%!s(MISSING)", "{{x}}", "{}", `\(input.other)`, `\(tool.read)`, "@CWD@", "${HOME}", "\ue000input.other\ue001",
		"\ue000tool.read\ue001", "<%= x %>", "</t>", `\`, "'\"",
	}
	r := partRegistry(
		wrap(val("<", "input.v", ">"), tag("t", attr("a", "none", "input.v"))),
		each("list", val("input.list.name")),
	)
	for _, v := range hostile {
		got, err := New(r).Render(Cell{Profile: "p", Transport: "native", Locale: "en", Inputs: []registry.InputValue{
			give("v", v), give("other", "OTHER"), giveList("list", item2(v, "")),
		}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("<t a=\""+v+"\">\n<"+v+">\n</t>\n\n"+v, got.System); diff != "" {
			t.Errorf("%q (-want +got)\n%s", v, diff)
		}
	}
}
