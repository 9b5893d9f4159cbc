package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

func request(t *testing.T, a *browser.Assembler, turn browser.Turn) prompt.Request {
	t.Helper()
	r, err := a.Request(prompt.Anthropic, turn)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// elements are those of a JSON array.
func elements(t *testing.T, v prompt.Values) []map[string]json.RawMessage {
	t.Helper()
	var out []map[string]json.RawMessage
	if err := json.Unmarshal([]byte(v.JSON()), &out); err != nil {
		t.Fatalf("%v: %s", err, v.JSON())
	}
	return out
}

func text(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return s
}

// Anthropic gets the system string whole, with one mark at its end, and one on the last declared tool.
func TestTwoMarksForAnthropic(t *testing.T) {
	for _, turn := range []browser.Turn{fullTurn(), {}} {
		for _, servers := range [][]prompt.HostTool{nil, {server("notes", "find")}} {
			s := fullSession()
			s.Servers = servers
			a := agent(t, s)
			r := request(t, a, turn)
			if n := strings.Count(string(r.Tools.JSON()+r.System.JSON()), `"cache_control":{"type":"ephemeral"}`); n != 2 || r.Marks != 2 || r.Rolling {
				t.Errorf("%d marks, Marks says %d, rolling %t", n, r.Marks, r.Rolling)
			}
			for i, e := range elements(t, r.Tools) {
				if marked := e["cache_control"] != nil; marked != (text(t, e["name"]) == "load_skill") {
					t.Errorf("tool %d %s: marked %t", i, e["name"], marked)
				}
			}
			blocks := elements(t, r.System)
			whole := ""
			for i, b := range blocks {
				if marked := b["cache_control"] != nil; marked != (i == len(blocks)-1) {
					t.Errorf("block %d of %d: marked %t", i, len(blocks), marked)
				}
				whole += text(t, b["text"])
			}
			same(t, whole, system(t, s, turn))
		}
	}
}

// The calls of one message send the same tools and the same system text, which is what the marks are for.
func TestToolLoopKeepsThePrefix(t *testing.T) {
	a := agent(t, fullSession())
	first, second := request(t, a, fullTurn()), request(t, a, fullTurn())
	same(t, string(second.Tools.JSON()+second.System.JSON()), string(first.Tools.JSON()+first.System.JSON()))
}

// Schemas are a field of the request: no text documents them.
func TestToolsAreASeparateField(t *testing.T) {
	a := agent(t, fullSession())
	r := request(t, a, fullTurn())
	if r.Tools.IsZero() {
		t.Fatal("no tools")
	}
	all := system(t, fullSession(), fullTurn())
	for tool := range a.Tools().All() {
		if strings.Contains(all, tool.Doc) || strings.Contains(all, string(tool.Schema)) {
			t.Errorf("the system text repeats %s", tool.Name)
		}
	}
}

func TestTitleHasNoTools(t *testing.T) {
	a, err := assemble(browser.ProfileTitle, fullSession())
	if err != nil {
		t.Fatal(err)
	}
	if r := request(t, a, fullTurn()); !r.Tools.IsZero() || r.Marks != 0 {
		t.Errorf("%d marks, tools %s", r.Marks, r.Tools.JSON())
	}
}
