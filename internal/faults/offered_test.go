package faults_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// TestFault27OfferedIsCalled pins that dispatch knows every tool that is offered, and runs no other, after a refresh
// as before.
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
		s.Skills, s.McpServers = nil, nil
		b, err := a.Refresh(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []*coder.Assembler{a, b} {
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

// onTheWire lists the tools of a request, or of the documentation in the text where there are no schemas.
func onTheWire(t *testing.T, a *coder.Assembler, cell codertest.Cell) []string {
	t.Helper()
	var names []string
	if cell.Config.Transport == prompt.XML {
		for _, m := range regexp.MustCompile(`(?m)^## (\w+)\nDescription: `).FindAllStringSubmatch(a.System(), -1) {
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
	_, err := codertools.Dispatch(t.Context(), skilled{}, a.Tools(), prompt.Call{Name: tool, Args: json.RawMessage(`{"no such argument":1}`)})
	var call *prompt.CallError
	if !errors.As(err, &call) {
		t.Fatalf("%s: %v", tool, err)
	}
	return !call.Unknown
}
