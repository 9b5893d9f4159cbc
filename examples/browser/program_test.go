package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

// page is a folder with one page.
func page(text string) fs.FS { return fstest.MapFS{"pages/page.txt": {Data: []byte(text)}} }

func call(code int, t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, bad strings.Builder
	if got := run(append([]string{"-dir", filepath.Join("testdata", "session")}, args...), &out, &bad); got != code {
		t.Fatalf("%q: exit %d, want %d\n%s", args, got, code, bad.String())
	}
	return out.String(), bad.String()
}

func TestProgram(t *testing.T) {
	first, _ := call(0, t, "-nonce", nonce.String())
	again, _ := call(0, t, "-nonce", nonce.String())
	same(t, again, first)
	drawn, _ := call(0, t)
	if other, _ := call(0, t); other == drawn || drawn == first {
		t.Error("numbers are not drawn")
	}
	same(t, first[strings.Index(first, "\n")+1:][:len(golden(t, "kernel.txt"))], golden(t, "kernel.txt"))
}

func TestProgramRefuses(t *testing.T) {
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{1, "want 16 lower-case hexadecimal digits", []string{"-nonce", "9F2AB41C07D3E58A"}},
		{1, "want 16 lower-case hexadecimal digits", []string{"-nonce", "9f2ab41c07d3e58"}},
		{1, "want 16 lower-case hexadecimal digits", []string{"-nonce", "9f2ab41c07d3e58a0"}},
		{1, "want 16 lower-case hexadecimal digits", []string{"-nonce", "+f2ab41c07d3e58a"}},
		{1, "not all 0", []string{"-nonce", "0000000000000000"}},
		{1, "the script has 2", []string{"-messages", "3"}},
		{1, `body is "gemini"`, []string{"-body", "gemini"}},
		{1, "session.json", []string{"-dir", "testdata"}},
		{2, "-what", []string{"-what"}},
		{2, `unexpected argument "more"`, []string{"more"}},
	} {
		if out, bad := call(c.code, t, c.args...); out != "" || !strings.Contains(bad, c.want) {
			t.Errorf("%q: %q %q", c.args, out, bad)
		}
	}
}

// Site instructions and skills are those that match the default tab or a referenced one; another open tab counts nothing.
func TestWhatMatches(t *testing.T) {
	h := played(t)
	for i, want := range [][]string{{"*.example.com", "reviews.test"}, {"*.example.com"}} {
		turn, err := h.script.turn(&h.script.Messages[i], 1)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range turn.Sites {
			got = append(got, s.Pattern)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("message %d: %q, want %q", i, got, want)
		}
		for _, k := range turn.Skills {
			if k.Name == "transfers" {
				t.Errorf("message %d lists a skill of a tab that is only open", i)
			}
		}
	}
	for _, c := range []struct {
		pattern, host string
		want          bool
	}{
		{"*", "a.test", true},
		{"a.test", "a.test", true},
		{"a.test", "b.a.test", false},
		{"*.a.test", "a.test", true},
		{"*.a.test", "c.b.a.test", true},
		{"*.a.test", "evila.test", false},
		{"*.a.test", "a.test.evil", false},
	} {
		if matches(c.pattern, []string{c.host}) != c.want {
			t.Errorf("%s takes %s: %t", c.pattern, c.host, !c.want)
		}
	}
}

// The title is asked for once, from the first exchange, by a profile that select never picks.
func TestTitle(t *testing.T) {
	text := golden(t, "title.system.txt")
	for _, want := range []string{"at most six words", "in the user's language", "without punctuation", "what the user wants to get done, not the tools"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	out, _ := call(0, t, "-title", "-nonce", nonce.String())
	if !strings.Contains(out, "Welche dieser Stiefel") || !strings.Contains(out, "Nordkap für 89 EUR") || strings.Contains(out, "zurückgeben") {
		t.Errorf("another exchange: %s", out)
	}
	p, err := browser.ResolveProfile(browser.Selection{})
	if err != nil || p != browser.ProfileAgent {
		t.Errorf("%v, %v", p, err)
	}
}

// A body that a provider would take: the tools, the system text and the history, in which roles alternate.
func TestBodies(t *testing.T) {
	h := played(t)
	var anthropic struct {
		System   []struct{ Text string }
		Tools    []json.RawMessage
		Messages []struct{ Role string }
		Metadata any
	}
	unmarshal(t, h.body(t, prompt.Anthropic), &anthropic)
	whole := ""
	for _, s := range anthropic.System {
		whole += s.Text
	}
	same(t, whole, playedSystem(t))
	if len(anthropic.Tools) != 16 || anthropic.Metadata != nil {
		t.Errorf("%d tools, metadata %v", len(anthropic.Tools), anthropic.Metadata)
	}
	for i, m := range anthropic.Messages {
		if want := [2]string{"user", "assistant"}[i%2]; m.Role != want {
			t.Errorf("message %d is the %s's", i, m.Role)
		}
	}
	var responses struct {
		Tools []json.RawMessage
		Input []struct{ Role, Type string }
	}
	unmarshal(t, h.body(t, prompt.OpenAIResponses), &responses)
	if len(responses.Tools) != 16 || responses.Input[0].Role != "developer" {
		t.Errorf("%d tools, first %v", len(responses.Tools), responses.Input[0])
	}
}

func TestRecordFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.json")
	call(0, t, "-record", file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r prompt.Record
	unmarshal(t, data, &r)
	if verdict, changes := played(t).prompt.Compare(r); verdict != prompt.Fresh {
		t.Errorf("%v %v", verdict, changes)
	}
}
