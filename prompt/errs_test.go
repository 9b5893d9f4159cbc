package prompt

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestDistinct(t *testing.T) {
	var e Errs
	names := []string{"a", "b", "a", "c", "b"}
	e.skips = append(e.skips, listItem{"Session.Skills", 1}) // a limit has left out the first b
	e.Distinct("Session.Skills", len(names), func(i int) string { return names[i] })
	if got := Kept(&e, "Session.Skills", slices.Clone(names)); !slices.Equal(got, []string{"a", "c", "b"}) {
		t.Errorf("kept %q", got)
	}
	want := []Note{{Section: "Session.Skills[2]", Verb: "skip", Problem: "repeats Session.Skills[0]"}}
	if !slices.Equal(e.Notes(), want) {
		t.Errorf("notes %v, want %v", e.Notes(), want)
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		name, value, want, problem string
		norms                      []Norm
	}{
		{"as it is", " a\tb\nc\n\n", " a\tb\nc\n\n", "", nil},
		{"line feeds", "a\r\nb\rc\r\r\n", "a\nb\nc\n\n", "", []Norm{LF}},
		{"trim", " \n a b\t\n", "a b", "", []Norm{LF, Trim}},
		{"strip final newlines", "\na\r\n\n", "\na", "", []Norm{LF, StripFinalNewlines}},
		{"one final newline is kept", "a\n", "a\n", "", []Norm{OneFinalNewline}},
		{"one final newline is added", "a", "a\n", "", []Norm{OneFinalNewline}},
		{"one final newline of many", "a\n\n\n", "a\n", "", []Norm{OneFinalNewline}},
		{"no newline in an empty text", "\n\n", "", "", []Norm{OneFinalNewline}},
		{"CR without lf", "a\rb", "a\rb", "must not hold the control character U+000D, got it at offset 1", nil},
		{"NUL", "abc\x00", "abc\x00", "must not hold the control character U+0000, got it at offset 3", nil},
		{"DEL", "0123456789\x7f", "0123456789\x7f", "must not hold the control character U+007F, got it at offset 10", nil},
		{"C1", "0123456\u0085", "0123456\u0085", "must not hold the control character U+0085, got it at offset 7", nil},
		{"not UTF-8", "äöü\xff", "äöü\xff", "must be valid UTF-8, got the byte 0xff at offset 6", nil},
		{"cut in a rune", "0123456789\xe4\xb8", "0123456789\xe4\xb8", "must be valid UTF-8, got the byte 0xe4 at offset 10", nil},
		{"U+FFFD is a character", "\ufffd", "\ufffd", "", nil},
		{"offsets are those of the value", " \r\n a\r\nb\x01\r\n", "a\nb\x01", "must not hold the control character U+0001, got it at offset 8", []Norm{LF, Trim}},
		{"hostile text passes", "$& {{x}} %s \\(input.cwd) \ue000", "$& {{x}} %s \\(input.cwd) \ue000", "", []Norm{LF}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var e Errs
			if got := e.Text("Session.X", tt.value, tt.norms...); got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
			want := ""
			if tt.problem != "" {
				want = "Session.X " + tt.problem
			}
			got := ""
			if err := e.Err(); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("want %q, got %q", want, got)
			}
			e = Errs{}
			if got := e.Bytes("Session.X", tt.value, tt.norms...); got != tt.want || e.Err() != nil {
				t.Errorf("Bytes: want %q, got %q, %v", tt.want, got, e.Err())
			}
		})
	}
}

// FuzzBadText compares the check of eight bytes at a time with one that goes rune by rune.
func FuzzBadText(f *testing.F) {
	for _, s := range []string{"", "0123456\u0080", "01234567\u0085", "012345\u00a0\u00a0", "\x7f", "世界世界世界\x1f", "世界\xff", "\n\t\r", "0123456\xc2", "ÂÂÂÂÂÂÂÂ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
		for i, r := range s {
			if _, size := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 && (want < 0 || i < want) {
				want = i
				break
			}
		}
		if got := badText(s); got != want {
			t.Errorf("%q: want %d, got %d", s, want, got)
		}
	})
}

func TestErrs(t *testing.T) {
	var e Errs
	if e.Err() != nil {
		t.Error("nothing is wrong yet")
	}
	e.Choice("Config.Profile", true, "ProfileStandard")
	e.Choice("Config.Profile", false, "ProfileStandard", "ProfileLite")
	e.Choice("Config.Agent", false, "AgentMain")
	e.Required("Session.Cwd", false)
	e.Required("Session.Cwd", true)
	e.Count("Session.Roots", 0)
	e.Count("Session.Roots", -3)
	e.NotBlank("Session.A", "")
	e.NotBlank("Session.A", " a ")
	e.NotBlank("Session.A", " \n\u00a0")
	names := []string{"a", "b", "a", "a"}
	e.Unique("Session.Skills", len(names), func(i int) string { return names[i] })
	e.Closer("Session.B", "</rule> < /rules> </rulesx> <rules>", "rules")
	e.Closer("Session.B", "ab</rulez></RULES \n>", "rules")
	e.Known("Session.Allow", []string{"read_file", "raed_file", "zzz"}, "read_file", "stop")
	e.Add(itemPath("Session.Skills", 2, "Name"), "is odd")
	want := []string{
		"Config.Profile must be ProfileStandard or ProfileLite",
		"Config.Agent must be AgentMain",
		"Session.Cwd is required",
		"Session.Roots must not be negative, got -3",
		"Session.A must not be blank",
		`Session.Skills[2] is "a", as Session.Skills[0] is already`,
		`Session.Skills[3] is "a", as Session.Skills[0] is already`,
		"Session.B must not hold </rules>, got it at byte 10",
		`Session.Allow[1] is "raed_file"; want "read_file" or "stop"; did you mean "read_file"?`,
		`Session.Allow[2] is "zzz"; want "read_file" or "stop"`,
		"Session.Skills[2].Name is odd",
	}
	err := e.Err()
	if got := strings.Split(err.Error(), "\n"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("want:\n%s\ngot:\n%s", strings.Join(want, "\n"), err)
	}
	var all InputErrors
	if !errors.As(err, &all) || len(all) != len(want) {
		t.Errorf("got %v", all)
	}
}

func TestEscapes(t *testing.T) {
	const s = "a&b<c>\"d\" 'e' \\\b\f\n\r\t\x01é$&"
	for name, tt := range map[string]struct{ got, want string }{
		"attr":     {EscapeXMLAttr(s), "a&amp;b&lt;c&gt;&quot;d&quot; &apos;e&apos; \\\b\f\n\r\t\x01é$&amp;"},
		"text":     {EscapeXMLText(s), "a&amp;b&lt;c&gt;\"d\" 'e' \\\b\f\n\r\t\x01é$&amp;"},
		"json":     {EscapeJSON(s), "a&b<c>\\\"d\\\" 'e' \\\\\\b\\f\\n\\r\\t\x01é$&"},
		"nothing":  {EscapeXMLText("plain"), "plain"},
		"given":    {XMLAttr("name", "a&amp;b"), ` name="a&amp;b"`},
		"no value": {XMLAttr("name", ""), ""},
		"int":      {Int(-1 << 63), "-9223372036854775808"},
		"bool":     {Bool(true) + Bool(false), "truefalse"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: want %q, got %q", name, tt.want, tt.got)
		}
	}
}

// What a host or a model gives is cut in errors, wherever it is quoted.
func TestHugeNames(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	var e Errs
	e.Known("Session.Allow", []string{huge}, "read_file")
	e.Unique("Session.Allow", 2, func(int) string { return huge })
	_, fenced := AppendFence(nil, 1, strings.ToUpper(huge), "x")
	a := NewAssembler(Program[struct{}, struct{}]{})
	for what, err := range map[string]error{
		"Errs":        e.Err(),
		"UnknownName": UnknownName("profile", huge, "standard"),
		"UnknownTool": UnknownTool(huge, "read_file"),
		"Undeclared":  UndeclaredTool(huge, "read_file"),
		"Unknown":     (*Tools)(nil).Unknown(huge),
		"Command":     a.unknownCommand(huge),
		"Fence":       fenced,
	} {
		if err == nil || len(err.Error()) > 400 {
			t.Errorf("%s: %.200v", what, err)
		}
	}
}

func TestCloser(t *testing.T) {
	for _, value := range []string{
		"</rules>", "</RULES>", "</rules >", "</rules\n\t>", "</ rules>", "</\nRules>", "</rules x=\"y\">", "</rules/>", "</rules", "</rules\nmore", "</rules<", "</rule></rules>", "</</rules>",
	} {
		var e Errs
		e.Closer("Session.B", "a "+value, "rules")
		if e.Err() == nil {
			t.Errorf("%q is taken", value)
		}
	}
	for _, value := range []string{"", "</", "</ ", "<rules>", "< /rules>", "</rule>", "</rulesx>", "</rules-x>", "</rules.x>", "</rules_>", "</rules1>", "</rules\u00e9>", "/rules>", "&lt;/rules>", "</r ules>"} {
		var e Errs
		e.Closer("Session.B", "a "+value, "rules")
		if err := e.Err(); err != nil {
			t.Errorf("%q is refused: %v", value, err)
		}
	}
}
