package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/check"
)

// TestSourceOfAGate pins that a gate that misspells a toolset is told its name.
func TestSourceOfAGate(t *testing.T) {
	a := archive(t, "testdata/messages.txtar")
	at := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "registry.cue" })
	pkg, _, _ := strings.Cut(string(a.Files[at].Data), "\n")
	a.Files = append(a.Files, txtar.File{Name: "more.cue", Data: []byte(pkg + `

toolsets: mcp_tools: {doc: "Tools.", reason: "They differ.", trust: "trusted", wire: "mcp__{server}__{name}"}
gates: servers: {doc: "At least one tool.", from: "mcp_tool"}
`)})
	r := loaded(t, a)
	var got []string
	for _, d := range check.Check(r) {
		if strings.HasPrefix(d.At.Path, "gates.servers") {
			got = append(got, d.String())
		}
	}
	want := []string{"more.cue:4:51: gates.servers.from: no input or toolset named \"mcp_tool\" [unknown-input]\n\tdid you mean \"mcp_tools\"? (more.cue:3:11)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
