package importer

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// minimal is all that a registry needs beside an imported prompt.
const minimal = `package sample

contract: {name: "sample", version: 1}
locales: [{name: "en"}]
snapshots: {fixture: {}, cases: [{name: "basic"}]}
`

// rendered imports a prompt beside a minimal registry, checks that, and renders it.
func rendered(t *testing.T, text string) string {
	t.Helper()
	p, report, found := ReadPrompt([]byte(text), PromptOptions{File: "system.md"})
	if found != nil || refuses(report) {
		t.Fatal(found.Text(), report.Diagnostics().Text())
	}
	files, err := p.Files("sample")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"registry.cue": &fstest.MapFile{Data: []byte(minimal)}}
	for _, f := range files {
		fsys[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	r, found, err := load.Load(fsys, nil)
	if err == nil && r != nil {
		found = append(found, check.Check(r)...)
	}
	if err != nil || found.HasErrors() {
		for _, f := range files {
			t.Logf("%s\n%s", f.Path, f.Data)
		}
		t.Fatalf("%v\n%s", err, found.Text())
	}
	out, err := render.New(r).Render(render.CellOf(r, &r.Snapshots.Cases[0], "system", "native", "en"))
	if err != nil {
		t.Fatal(err)
	}
	return out.System
}

func TestPrompt(t *testing.T) {
	const fence = "```"
	tests := []struct{ name, text, want string }{ // want "": as it is
		{"no heading", "You are brief.\n", ""},
		{"no line feed at the end", "You are brief.", ""},
		{"headings of all levels", "Intro.\n\n# One\n\nText.\n\n## Two\nText.\n\n### Three\n\nMore.\n\n###### Six\n\nEnd.\n", ""},
		{"headings around nothing", "# Title\n\n## Rules\n\n- a\n\n## Empty\n\n## Last\n", ""},
		{"the same heading twice", "# A\n\nx\n\n# A\n\ny\n", ""},
		{"headings without letters", "# 规则\n\nx\n\n# 1. !\n\ny\n", ""},
		{"a fenced block", "# A\n\n" + fence + "sh\n# no heading\n\n\n## none\n" + fence + "\n\n# B\n\nx\n", ""},
		{"a fence in a fence", "# A\n\n~~~~\n~~~\n# no\n~~~~\n\n# B\n\nx\n", ""},
		{"a fence without end", "# A\n\n" + fence + "\n# no\n", ""},
		{"blank lines inside", "# A\n\na\n\n\n\nb\n", ""},
		{"marks of other languages", "{{x}} ${y} %s $& \\n \"\"\" \\(x) <b> &amp;\ttab\n\n    # code\n", ""},
		{"tags", "<rules>\n\n# In\n\nx\n\n</rules>\n", ""},
		{"no heading at all", "#hash\n\n####### seven\n\n#\n", ""},
		{"underlined", "Title\n=====\n\nx\n", ""},
		{"blanks at the ends of lines", "# A\n\ntwo  \nlines\n", ""},
		{"spaces in front", "   ## A\n\nx\n", "## A\n\nx\n"},
		{"closing marks", "## A ##\n\nx\n", "## A\n\nx\n"},
		{"more blanks", "##   A\t\n\nx\n", "## A\n\nx\n"},
		{"line ends", "# A\r\n\r\nx\r\ny\r\n", "# A\n\nx\ny\n"},
		{"byte order mark", "\ufeff# A\n\nx\n", "# A\n\nx\n"},
		{"no blank line between", "x\n# A\ny\n# B\nz", "x\n\n# A\ny\n\n# B\nz"},
		{"many blank lines between", "\n\n# A\n\n\n\nx\n \n\n\n# B\n\ny\n\n\n", "# A\n\nx\n\n# B\n\ny\n"},
		{"words of the language", "# input\n\nx\n\n# for\n\ny\n\n# shared\n\nz\n", ""},
		{"names that meet in Go", "# a b\n\nx\n\n# ab\n\ny\n\n# a_b\n\nz\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.text
			}
			if diff := cmp.Diff(want, rendered(t, test.text)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestRandomPrompts holds rendered prompts against the normal form, which is found here in another way.
func TestRandomPrompts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pieces := []string{"# One\n", "## Two words\n", "text\n", "text  \n", "\n", "\n\n", "- `a`\n", "   ### In\n", "# Closed #\n", "\ttab\n", "\\(x) \"\"\"\n", "###### 中\n"}
	for range 25 {
		var b strings.Builder
		b.WriteString("Start.\n")
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if diff := cmp.Diff(normal(b.String()), rendered(t, b.String())); diff != "" {
			t.Fatalf("%q (-want +got)\n%s", b.String(), diff)
		}
	}
}

// normal is the normal form of a text without fenced blocks.
func normal(text string) string {
	heading := regexp.MustCompile(`(?m)^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)
	text = heading.ReplaceAllString(text, "\x00$1 $2\x00")
	text = regexp.MustCompile(`\n+\x00#`).ReplaceAllString(text, "\n\n#")
	text = regexp.MustCompile(`\x00\n\n+`).ReplaceAllString(text, "\n\n")
	text = strings.ReplaceAll(text, "\x00", "")
	return strings.TrimRight(text, "\n") + "\n"
}

func TestPromptNames(t *testing.T) {
	r := &registry.Registry{
		Locales:   []registry.Locale{{Name: registry.Word{Text: "de"}}},
		Sections:  []registry.Section{{Name: "rules"}},
		ToolNames: []registry.Word{{Text: "read_file"}},
		Profiles:  []registry.Profile{{Name: "main", Kind: "agent"}},
	}
	p, report, found := ReadPrompt([]byte("Hi.\n\n# Rules\n\nUse read_file.\n\n# With read_file\n\nx\n\n# 2. Größe & Form!\n\ny\n\n# "+strings.Repeat("long ", 19)+"long\n\nz\n"), PromptOptions{File: "a/My Prompt.md", Registry: r})
	if found != nil || refuses(report) {
		t.Fatal(found.Text(), report.Diagnostics().Text())
	}
	var names []string
	for _, c := range p.Sections {
		names = append(names, c.Name)
	}
	got := fmt.Sprintln(p.Name, p.Locale, p.Tools, p.Task, p.Newline, names)
	want := "my_prompt de [read_file] true true [intro rules_2 with_read_file grosse_form long_long_long_long_long_long_long_long]\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestPromptRefusals(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "\n \n", "system.md:1:1: the prompt is empty"},
		{"no UTF-8", "a\nb\xff", "system.md:2:2: byte 0xff at offset 3 is no UTF-8"},
		{"mark characters", "a\n\ue000", "system.md:2:1: the text holds U+E000"},
		{"NUL", "a\nb\x00c", "system.md:2:2: the text holds the control character U+0000"},
		{"ESC", "\n\n  \x1b[31mred", "system.md:3:3: the text holds the control character U+001B"},
		{"DEL", "a\x7f", "system.md:1:2: the text holds the control character U+007F"},
		{"C1", "a\u0085b", "system.md:1:2: the text holds the control character U+0085"},
		{"carriage return", "a\r\nb\rc", "system.md:2:2: the text holds a carriage return without a line feed"},
		{"what looks like a mark", "a\n b \\(input.cwd)", `system.md:2:4: the text holds \(input.`},
		{"a model's name", "Hi.\n\n# Who\n\nYou are Claude.", `system.md:5:9: the text is refused: it holds "Claude", which "model_ids" forbids [forbidden-text]`},
		{"in a line further down", "Hi.\r\n\r\n## A\r\nx\r\n\r\n  Use GPT-4o.\r\n", `system.md:6:7: the text is refused: it holds "GPT-4"`},
		{"behind a byte order mark", "\ufeffUse GPT-4o.", `system.md:1:8: the text is refused`},
		{"in a heading", "Hi.\n\n  ##   On GPT-4o ##\nx", `system.md:3:11: the text is refused`},
		{"in a heading around nothing", "Hi.\n\n  ##   On GPT-4o ##\n", `system.md:3:11: the text is refused`},
		{"an input", "Hi.\nSee input.home.", `system.md:2:5: the text is refused: it holds the bare name of input "home"`},
	}
	home := &registry.Registry{
		Locales: []registry.Locale{{Name: registry.Word{Text: "en"}}},
		Inputs:  []registry.Input{{Field: registry.Field{Name: "home", Type: "string"}, Scope: "session"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, report, found := ReadPrompt([]byte(test.text), PromptOptions{File: "system.md", Registry: home})
			if got := found.Text() + report.Diagnostics().Text(); !strings.Contains(got, test.want) || !found.HasErrors() && !refuses(report) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// FuzzImportPrompt pins that what was cut is whole: put together and cut again, it is the same.
func FuzzImportPrompt(f *testing.F) {
	for _, text := range []string{"x\n# A\ny", "# A\n\n```\n# b\n```\n## C ##\n", "~~~\n\n", "\n \n#\n# #\n", "# a\n# A\n# \u0130\n", "a\r\n# b\tc\x1b\n\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _, found := ReadPrompt([]byte(text), PromptOptions{File: "in.md"})
		if found != nil {
			return
		}
		if _, err := p.Files("sample"); err != nil {
			t.Fatal(err)
		}
		again, _, found := ReadPrompt([]byte(together(p)), PromptOptions{File: "in.md"})
		if found != nil {
			t.Fatal(found.Text())
		}
		if diff := cmp.Diff(together(p), together(again)); diff != "" || len(p.Sections) != len(again.Sections) {
			t.Errorf("(-once +twice)\n%s", diff)
		}
		seen := map[string]bool{}
		for _, c := range p.Sections {
			if seen[c.Name] || !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(c.Name) {
				t.Errorf("name %q", c.Name)
			}
			seen[c.Name] = true
		}
	})
}

// together is what a registry shows of a prompt.
func together(p *Prompt) string {
	var parts []string
	for _, c := range p.Sections {
		text := lit(&c.Text)
		if c.Level > 0 {
			text = strings.Repeat("#", c.Level) + " " + lit(&c.Heading) + c.Gap + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
}
