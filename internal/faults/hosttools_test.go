package faults_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// served is a tool as a server offers it.
func served(server, name string) prompt.HostTool {
	return prompt.HostTool{Server: server, Name: name, Doc: "From " + server + ".", Schema: `{"type":"object","properties":{"q":{"type":"string"}}}`}
}

// echo runs the tools of the host.
type echo struct {
	codertools.Handler[string]
}

func (echo) HostTool(_ context.Context, c prompt.Call) (string, error) { return c.Name, nil }

// standards yields the standard profile over each transport with the tools of a host.
func standards(t *testing.T, tools ...prompt.HostTool) map[string]*coder.Assembler {
	t.Helper()
	out := map[string]*coder.Assembler{}
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile == coder.ProfileStandard {
			cell.Session.McpTools = tools
			out[name] = assembler(t, cell.Config, cell.Session)
		}
	}
	if len(out) != 2 {
		t.Fatalf("%d cells", len(out))
	}
	return out
}

// bytesOf is all that a session sends of its own: requests in every format, and the turns that open the history.
func bytesOf(t *testing.T, a *coder.Assembler, turn coder.Turn) string {
	t.Helper()
	var all strings.Builder
	for _, p := range providers() {
		all.WriteString(request(t, a, p, turn) + "\n")
	}
	turns, err := a.ContextTurns(turn)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		all.WriteString(turn.Text + "\n")
	}
	return all.String()
}

// TestFault25HostToolsInTwoOrders pins that the order in which servers answer changes no byte.
func TestFault25HostToolsInTwoOrders(t *testing.T) {
	tools := []prompt.HostTool{served("tickets", "find"), served("notes", "find"), served("notes", "add"), served("a", "b__c"), served("a__b", "c")}
	turned := slices.Clone(tools)
	slices.Reverse(turned)
	a, b := standards(t, tools...), standards(t, turned...)
	for name, cell := range basic(coder.LocaleEn) {
		if a[name] == nil {
			continue
		}
		if diff := cmp.Diff(bytesOf(t, a[name], cell.Turn), bytesOf(t, b[name], cell.Turn)); diff != "" {
			t.Errorf("%s: another order gives other bytes\n%s", name, diff)
		}
		if !strings.Contains(bytesOf(t, a[name], cell.Turn), "notes__add") {
			t.Errorf("%s shows no tool of the host", name)
		}
	}
}

// TestFault25HostToolsThatCollide pins that no tool of a host takes the place of another one, in any case.
func TestFault25HostToolsThatCollide(t *testing.T) {
	const toolset = `package tiny

toolsets: servers: {doc: "Tools of servers.", reason: "Servers differ.", when: "native", wire: "x_{name}", trust: "trusted"}
`
	base(t).add("toolsets.cue", toolset).
		change(t, "profiles/full.cue", `"edit_file", "load_skill"]`, `"edit_file", "load_skill", "servers"]`).
		change(t, "snapshots.cue", `{name: "basic"}`, `{name: "basic", toolsets: servers: [
	{server: "s", name: "find", description: "", schema: type: "object"},
	{server: "t", name: "Find", description: "", schema: type: "object"},
]}`).
		refused(t, "case-toolset", "snapshots.cue:10", "x_find", `tool "Find" of server "t"`)
	for name, a := range standards(t, served("read", "file"), served("tickets", "find"), served("Tickets", "Find")) {
		names := toolNames(a)
		if slices.Contains(names, "tickets__find") || !slices.Contains(names, "Tickets__Find") {
			t.Errorf("%s offers %q", name, names)
		}
		if ns := a.Notes(); len(ns) != 1 || !strings.Contains(ns[0].String(), "tickets__find") {
			t.Errorf("%s: %v", name, ns)
		}
	}
}

// TestFault25TakesNoDeclaredName pins that a server's tool which is called like a declared one is refused or left out as
// the registry says, also where that one is not offered.
func TestFault25TakesNoDeclaredName(t *testing.T) {
	set := prompt.Toolset{Name: "s", Field: "Session.S", Wire: "{name}", Tools: []prompt.HostTool{served("x", "READ_FILE")}, BadSchema: prompt.Reject}
	for over, wrong := range map[prompt.Over]bool{prompt.Reject: true, prompt.Skip: false} {
		for _, declared := range []string{"read_file", "Read_File"} {
			set.BadName = over
			var e prompt.Errs
			h := e.HostTools([]string{declared}, []string{"s"}, set)
			if h.Given("s") || (e.Err() != nil) != wrong || len(e.Notes()) == 0 != wrong {
				t.Errorf("%s: %s: given %t, %v, %v", over, declared, h.Given("s"), e.Err(), e.Notes())
			}
		}
	}
}

// TestFault24FirstServerAfterRefresh pins that the tools of a server appear everywhere at once when it connects, and go
// everywhere at once. A call of a tool that the model has seen is then an error, over both transports.
func TestFault24FirstServerAfterRefresh(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue
		}
		with, without := cell.Session, cell.Session
		with.McpTools, without.McpTools = []prompt.HostTool{served("notes", "find")}, nil
		a := assembler(t, cell.Config, without)
		b, err := a.Refresh(with)
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.Refresh(without)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range []struct {
			*coder.Assembler
			want bool
		}{{a, false}, {b, true}, {c, false}, {a, false}} {
			for place, got := range placesOf(t, s.Assembler, cell.Config.Transport, cell.Turn, "notes__find") {
				if got != s.want {
					t.Errorf("%s: %d: it is in the %s: %t", name, i, place, got)
				}
			}
		}
		_, err = codertools.Dispatch(t.Context(), echo{}, c.Tools(), prompt.Call{Name: "notes__find", Args: json.RawMessage(`{"q":"x"}`)})
		p := c.Tools().Parser()
		p.Feed(nil, "<notes__find>\n<q>x</q>\n</notes__find>")
		if m := p.Close(true); err == nil || len(m.Errs) != 1 || m.Errs[0].Error() != err.Error() || !strings.Contains(err.Error(), "earlier in this session") {
			t.Errorf("%s: a call behind the end of its server is %v, %v", name, err, m.Errs)
		}
	}
}

// placesOf says where a tool of the host is.
func placesOf(t *testing.T, a *coder.Assembler, transport prompt.Transport, turn coder.Turn, tool string) map[string]bool {
	t.Helper()
	_, listed := a.Tools().Lookup(tool)
	ran, err := codertools.Dispatch(t.Context(), echo{}, a.Tools(), prompt.Call{Name: tool, Args: json.RawMessage(`{"q":"x"}`)})
	if call := new(prompt.CallError); err != nil && !errors.As(err, &call) {
		t.Fatal(err)
	}
	p := a.Tools().Parser()
	p.Feed(nil, "<"+tool+">\n<q>x</q>\n</"+tool+">")
	m := p.Close(true)
	sections := strings.Contains(a.System(), "two underscores")
	places := map[string]bool{"list": listed, "dispatch": ran == tool, "parser": len(m.Calls) == 1 && len(m.Errs) == 0, "section": sections}
	turns, err := a.ContextTurns(turn)
	if err != nil {
		t.Fatal(err)
	}
	native := transport == prompt.Native
	if native {
		for _, p := range providers() {
			places["schemas of "+p.String()] = strings.Contains(request(t, a, p, turn), `"name":"`+tool+`"`)
		}
	} else {
		places["documentation"] = slices.ContainsFunc(turns, func(c prompt.ContextTurn) bool { return strings.Contains(c.Text, "## "+tool+"\n") })
	}
	if strings.Contains(a.System(), tool) {
		t.Errorf("a server's words stand in the system text")
	}
	return places
}

// TestFault27HostToolsAfterResume pins that a resumed session calls the tools of the host which it offers, whatever is
// connected today.
func TestFault27HostToolsAfterResume(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue
		}
		cell.Session.McpTools = []prompt.HostTool{served("notes", "find")}
		a := assembler(t, cell.Config, cell.Session)
		today := cell.Session
		today.McpTools = []prompt.HostTool{served("tickets", "find")}
		b, err := coder.Resume(cell.Config, today, stored(t, a))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(bytesOf(t, a, cell.Turn), bytesOf(t, b, cell.Turn)); diff != "" {
			t.Errorf("%s: a resumed session sends other bytes\n%s", name, diff)
		}
		for tool, want := range map[string]bool{"notes__find": true, "tickets__find": false} {
			for place, got := range placesOf(t, b, cell.Config.Transport, cell.Turn, tool) {
				if place != "section" && got != want {
					t.Errorf("%s: %s is in the %s: %t", name, tool, place, got)
				}
			}
		}
		if v, changes := b.Compare(stored(t, a)); v != prompt.Stale || !slices.Equal(changes, []prompt.Change{{Kind: "toolset", Name: "mcp_tools"}}) {
			t.Errorf("%s: %v %v", name, v, changes)
		}
	}
}

// TestFault17HelperHasNoHostTools pins that a helper whose list lacks the toolset gets nothing of it, over both transports.
func TestFault17HelperHasNoHostTools(t *testing.T) {
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue
		}
		cell.Config.Agent = coder.AgentExplorer
		cell.Session.Subagents, cell.Session.FocusChain, cell.Session.ImageGeneration = false, false, false
		cell.Session.McpTools = []prompt.HostTool{served("notes", "find")}
		a := assembler(t, cell.Config, cell.Session)
		if all := bytesOf(t, a, cell.Turn); strings.Contains(all, "notes__find") || strings.Contains(all, "server_tools") {
			t.Errorf("%s: a helper sees the tools of servers", name)
		}
		if _, err := codertools.Dispatch(t.Context(), echo{}, a.Tools(), prompt.Call{Name: "notes__find", Args: json.RawMessage("{}")}); err == nil {
			t.Errorf("%s: a helper calls the tools of servers", name)
		}
	}
}

// TestFault11WordsOfServers pins that what a server says of a tool arrives as it is, over both transports.
func TestFault11WordsOfServers(t *testing.T) {
	words := strings.Join(hostile(), " ")
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": map[string]any{"q": map[string]string{"type": "string", "description": words}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, cell := range basic(coder.LocaleEn) {
		if cell.Config.Profile != coder.ProfileStandard {
			continue
		}
		cell.Session.McpTools = []prompt.HostTool{{Server: "s", Name: "t", Doc: words, Schema: prompt.JSON(schema)}}
		a := assembler(t, cell.Config, cell.Session)
		if cell.Config.Transport == prompt.XML {
			turns, err := a.ContextTurns(cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(turns[0].Text, "Description: "+words+"\n") || !strings.Contains(turns[0].Text, "- q: (optional) "+words+"\n") {
				t.Errorf("%s: %s", name, turns[0].Text)
			}
			continue
		}
		for _, p := range providers() {
			var all any
			if err := json.Unmarshal([]byte(asked(t, a, p, cell.Turn).Tools.JSON()), &all); err != nil {
				t.Fatal(err)
			}
			if n := count(all, words); n != 2 {
				t.Errorf("%s: %s has the words %d times", name, p, n)
			}
		}
	}
}

// count tells how often a string is in a value of JSON.
func count(v any, text string) int {
	n := 0
	switch v := v.(type) {
	case string:
		if v == text {
			n++
		}
	case []any:
		for _, x := range v {
			n += count(x, text)
		}
	case map[string]any:
		for _, x := range v {
			n += count(x, text)
		}
	}
	return n
}

// TestFault10CountsOfHostTools pins that a case with more tools than any request may have is refused, by one tool.
func TestFault10CountsOfHostTools(t *testing.T) {
	served := func(n int) files {
		var tools strings.Builder
		for i := range n {
			fmt.Fprintf(&tools, "\t{server: \"s\", name: \"t%d\", description: \"\", schema: type: \"object\"},\n", i)
		}
		return base(t).
			add("toolsets.cue", "package tiny\n\ntoolsets: servers: {doc: \"Tools.\", reason: \"Servers differ.\", when: \"native\", wire: \"x_{name}\", trust: \"trusted\"}\n").
			change(t, "registry.cue", "version: 1", `version: 1, projections: ["openai-chat"]`).
			change(t, "profiles/full.cue", `"edit_file", "load_skill"]`, `"edit_file", "load_skill", "servers"]`).
			change(t, "snapshots.cue", `{name: "basic"}`, "{name: \"basic\", toolsets: servers: [\n"+tools.String()+"]}")
	}
	served(125).generate(t)
	served(126).refused(t, "case-toolset", "snapshots.cue:9", "129 tools", "takes 128")
}
