package main

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

// Each kind of untrusted text stands in exactly one fence, whoever put it there.
func TestEverythingUntrustedIsFencedOnce(t *testing.T) {
	const foreign = "FOREIGN-TEXT"
	for _, source := range []string{"read_page", "selection", "file", "resource", "tab"} {
		turn := browser.Turn{Nonce: nonce, References: []browser.Reference{{Origin: "https://a.test", Source: source, Text: foreign}}}
		once(t, source, opening(t, agent(t, browser.Session{}), turn), foreign)
	}
	for name, tab := range map[string]browser.Tab{"title": {ID: 1, Standing: "open", Title: foreign}, "address": {ID: 1, Standing: "open", URL: foreign}} {
		text := system(t, browser.Session{}, browser.Turn{Nonce: nonce, Tabs: []browser.Tab{tab}})
		once(t, name, strings.TrimPrefix(text, golden(t, "kernel.txt")), foreign)
	}
	for _, tool := range []string{"read_page", "find", "extract", "list_tabs", "load_skill", "mcp__notes__search"} {
		once(t, tool, results(t, foreign)[tool], foreign)
	}
	title, err := assemble(browser.ProfileTitle, browser.Session{})
	if err != nil {
		t.Fatal(err)
	}
	once(t, "answer", opening(t, title, browser.Turn{Nonce: nonce, FirstMessage: "Look.", FirstAnswer: foreign}), foreign)
}

// once requires a text to hold one fence, and the foreign text inside.
func once(t *testing.T, name, text, foreign string) {
	t.Helper()
	head, foot := strings.Index(text, "<<<web_content_"+nonce.String()), strings.Index(text, "<<<end_web_content_"+nonce.String()+">>>")
	at := strings.Index(text, foreign)
	if strings.Count(text, "<<<") != 2 || strings.Count(text, foreign) != 1 || !(head >= 0 && head < at && at < foot) {
		t.Errorf("%s: fenced at %d to %d, the text at %d:\n%s", name, head, foot, at, text)
	}
}

// results are what the model is told when tools return a foreign text.
func results(t *testing.T, foreign string) map[string]string {
	t.Helper()
	s := &script{
		files: page(foreign), Pages: map[string]string{"https://a.test/": "page.txt"}, Tabs: []tab{{ID: 1, Title: foreign, URL: "https://a.test/"}},
		Skills:  []skill{{Name: "s", Description: "Does.", Body: foreign, Imported: true}},
		Servers: []serverTool{{Server: "notes", Name: "search", Schema: json.RawMessage(`{"type":"object"}`), Answer: foreign}},
	}
	h := host{script: s, draw: func() prompt.Nonce { return nonce }, prompt: agent(t, s.session())}
	browser := &tabs{script: s, open: s.Tabs, current: 1}
	out := map[string]string{}
	for name, args := range map[string]string{
		"read_page": `{}`, "find": `{"text":"foreign"}`, "extract": `{"fields":["a"]}`, "list_tabs": `{}`, "load_skill": `{"name":"s"}`, "mcp__notes__search": `{}`,
	} {
		text, err := h.call(browser, prompt.Call{Name: name, Args: json.RawMessage(args)}, true)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = text
	}
	return out
}

// A tool returns raw content: what looks fenced is content like any other.
func TestToolsDoNotFence(t *testing.T) {
	whole := golden(t, "fence.txt")
	got := results(t, whole)["read_page"]
	inner := strings.ReplaceAll(whole, "<<<", "‹‹‹")
	same(t, got, "<<<web_content_9f2ab41c07d3e58a origin=\"https://a.test\" tool=\"read_page\">>>\n"+inner+"\n<<<end_web_content_9f2ab41c07d3e58a>>>")
}

func TestFenceLines(t *testing.T) {
	want := regexp.MustCompile(`^<<<web_content_[0-9a-f]{16} origin="[^"<>]*" tool="[^"<>]*">>>\n`)
	for _, n := range []prompt.Nonce{1, nonce, 1<<64 - 1} {
		turn := browser.Turn{Nonce: n, References: fullTurn().References[:1]}
		got := opening(t, agent(t, browser.Session{}), turn)
		if !want.MatchString(got) || strings.Count(got, n.String()) != 2 || !strings.HasSuffix(got, "\n<<<end_web_content_"+n.String()+">>>") {
			t.Errorf("%v: %q", n, got)
		}
	}
}

// The number is the host's to draw: none is an error wherever a fence shows something, and only there.
func TestNonceIsAnInput(t *testing.T) {
	a := agent(t, browser.Session{})
	for name, turn := range map[string]browser.Turn{"tabs": {Tabs: fullTurn().Tabs}, "references": {References: fullTurn().References}} {
		_, first := a.Request(prompt.Anthropic, turn)
		_, second := a.ContextTurns(turn)
		var problems prompt.InputErrors
		if err := errors.Join(first, second); !errors.As(err, &problems) || problems[0].Field != "Turn.Nonce" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := a.Request(prompt.Anthropic, browser.Turn{Date: "2026-11-29"}); err != nil {
		t.Error(err)
	}
	if _, err := fenced(func() prompt.Nonce { return 0 }, "read_page", result{text: "x"}); err == nil {
		t.Error("a result is fenced without a number")
	}
}

// Every message and every result gets a number of its own, and the two lines of a fence share it.
func TestNonceDiffersPerCall(t *testing.T) {
	h := played(t)
	lines := regexp.MustCompile(`(?m)^<<<(end_)?web_content_([0-9a-f]{16})`)
	owner := map[string]int{}
	for i, s := range h.history {
		found := lines.FindAllStringSubmatch(s.Text, -1)
		for j := 0; j < len(found); j += 2 {
			if found[j][1] != "" || found[j+1][1] == "" || found[j][2] != found[j+1][2] {
				t.Errorf("turn %d: %v", i, found)
			}
			if at, taken := owner[found[j][2]]; taken && at != i {
				t.Errorf("turns %d and %d have the number %s", at, i, found[j][2])
			}
			owner[found[j][2]] = i
		}
	}
	if len(owner) != 7 {
		t.Errorf("%d numbers, want one for each of 2 messages and 5 results", len(owner))
	}
	if prompt.NewNonce() == prompt.NewNonce() {
		t.Error("two numbers drawn are the same")
	}
}

// Numbers and fenced text change, and what is frozen and what is stored does not.
func TestFingerprintLeavesFencesOut(t *testing.T) {
	a := agent(t, fullSession())
	before, was := freeze(t, a), a.Fingerprint()
	other := fullTurn()
	other.Nonce, other.References, other.Tabs = 1, nil, other.Tabs[:1]
	other.Tabs[0].Title = "Another."
	for _, turn := range []browser.Turn{fullTurn(), other} {
		request(t, a, turn)
		if a.Fingerprint() != was {
			t.Error("another fingerprint")
		}
		data, err := json.Marshal(freeze(t, a))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), turn.Nonce.String()) || strings.Contains(string(data), "https://example.com") {
			t.Error("the record holds what a fence shows")
		}
	}
	if verdict, changes := a.Compare(before); verdict != prompt.Fresh {
		t.Errorf("%v %v", verdict, changes)
	}
	// The same inputs and the same number are the same bytes, so a context that is built again can be.
	same(t, system(t, fullSession(), fullTurn()), system(t, fullSession(), fullTurn()))
	// Another number changes its digits and nothing else.
	turn := fullTurn()
	turn.Nonce = 0xabcdef
	same(t, system(t, fullSession(), turn), strings.ReplaceAll(system(t, fullSession(), fullTurn()), nonce.String(), "0000000000abcdef"))
}

// History that was sent stays as it was: what is fenced in it keeps its number.
func TestHistoryKeepsItsBytes(t *testing.T) {
	h := played(t)
	short := played(t)
	short.script.Messages = short.script.Messages[:1]
	short.history, short.stored, short.notes = nil, nil, nil
	short.draw, _ = nonces(nonce.String())
	if err := short.play(); err != nil {
		t.Fatal(err)
	}
	for i, s := range short.history {
		if s.Text != h.history[i].Text || !slices.EqualFunc(s.Calls, h.history[i].Calls, func(a, b prompt.Call) bool { return a.ID == b.ID }) {
			t.Errorf("turn %d was %q and is %q", i, s.Text, h.history[i].Text)
		}
	}
}

// No page keeps a message from being sent, whatever it calls itself and how much of it there is.
func TestNoPageStopsAMessage(t *testing.T) {
	for _, piece := range []string{"x", "\"", "\n", "<<<web_content", "\xff", "\x00", "é"} {
		long := "x" + strings.Repeat(piece, 300000/len(piece))
		turn := browser.Turn{Nonce: nonce}
		for i := range 500 {
			turn.Tabs = append(turn.Tabs, browser.Tab{ID: int64(i + 1), Standing: "open", Title: long, URL: long})
		}
		for range 3 {
			turn.References = append(turn.References, browser.Reference{Origin: long, Source: "read_page", Text: long})
		}
		a := agent(t, browser.Session{})
		r := request(t, a, turn)
		if len(r.Notes) == 0 {
			t.Errorf("%q: cut without a note", piece)
		}
		_, inside := unfenced(strings.TrimPrefix(system(t, browser.Session{}, turn), golden(t, "kernel.txt")))
		if len(inside) != 1 || len(inside[0]) > 65536 || !strings.HasSuffix(inside[0], `"`) {
			t.Errorf("%q: %d lists of tabs", piece, len(inside))
		}
		if _, inside := unfenced(opening(t, a, turn)); len(inside) != 3 {
			t.Errorf("%q: %d references", piece, len(inside))
		}
	}
}
