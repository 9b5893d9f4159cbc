package faults_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// TestFault27OfferedIsCalled pins that dispatch knows every tool that is offered, and runs no other: after a refresh as
// before, and in a session that is resumed, whose tools are those of its record and not what the host has today.
func TestFault27OfferedIsCalled(t *testing.T) {
	all := map[string]bool{}
	for _, cell := range codertest.Cells() {
		for _, name := range toolNames(assembler(t, cell.Config, cell.Session)) {
			all[name] = true
		}
	}
	for name, cell := range codertest.Cells() {
		a := assembler(t, cell.Config, cell.Session)
		s := cell.Session
		s.Skills, s.McpServers, s.McpTools = nil, nil, nil
		b, err := a.Refresh(s)
		if err != nil {
			t.Fatal(err)
		}
		c, err := coder.Resume(cell.Config, s, stored(t, a))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(toolNames(a), toolNames(c)); diff != "" {
			t.Errorf("%s: a resumed session offers other tools (-before +after)\n%s", name, diff)
		}
		for _, p := range providers() {
			if request(t, a, p, cell.Turn) != request(t, c, p, cell.Turn) || asked(t, a, p, cell.Turn).Marks != asked(t, c, p, cell.Turn).Marks {
				t.Errorf("%s: a resumed session sends another %s request", name, p)
			}
		}
		for _, a := range []*coder.Assembler{a, b, c} {
			offered := toolNames(a)
			if diff := cmp.Diff(offered, onTheWire(t, a, cell)); diff != "" {
				t.Errorf("%s: the request offers other tools (-list +request)\n%s", name, diff)
			}
			for tool := range all {
				if listed, callable := slices.Contains(offered, tool), dispatches(t, a, tool); callable != listed {
					t.Errorf("%s: %s is offered: %t, dispatched: %t", name, tool, listed, callable)
				}
			}
		}
	}
}

// stored is a session as it comes back from where the host keeps it.
func stored(t *testing.T, a *coder.Assembler) prompt.Record {
	t.Helper()
	data, err := json.Marshal(a.Freeze(time.Unix(1, 0), "compaction", providers()...))
	if err != nil {
		t.Fatal(err)
	}
	var r prompt.Record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// onTheWire lists the tools of a request, or of the documentation in the text where there are no schemas.
func onTheWire(t *testing.T, a *coder.Assembler, cell codertest.Cell) []string {
	t.Helper()
	var names []string
	if cell.Config.Transport == prompt.XML {
		text := a.System()
		turns, err := a.ContextTurns(cell.Turn) // what servers say stands there
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range turns {
			text += "\n" + turn.Text
		}
		for _, m := range regexp.MustCompile(`(?m)^## ([\w-]+)\n(?:Description|Parameters):`).FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
		return names
	}
	for e := range asked(t, a, prompt.Anthropic, cell.Turn).Tools.All() {
		var tool struct{ Name string }
		if err := json.Unmarshal([]byte(e), &tool); err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

// dispatches reports whether a call gets as far as its arguments, which are wrong.
func dispatches(t *testing.T, a *coder.Assembler, tool string) bool {
	t.Helper()
	_, err := codertools.Dispatch(t.Context(), skilled{}, a.Tools(), prompt.Call{Name: tool, Args: json.RawMessage(`[]`)})
	var call *prompt.CallError
	if !errors.As(err, &call) {
		t.Fatalf("%s: %v", tool, err)
	}
	return !call.Unknown
}
