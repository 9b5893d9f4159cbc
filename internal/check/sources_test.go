package check_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
)

// TestSourceOfAGate pins that a gate that misspells a toolset is told its name.
func TestSourceOfAGate(t *testing.T) {
	a, err := txtar.ParseFile("testdata/messages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	pkg, _, _ := strings.Cut(string(fsys["registry.cue"].Data), "\n")
	fsys["more.cue"] = &fstest.MapFile{Data: []byte(pkg + `

toolsets: mcp_tools: {doc: "Tools.", reason: "They differ.", trust: "trusted", wire: "mcp__{server}__{name}"}
gates: servers: {doc: "At least one tool.", from: "mcp_tool"}
`)}
	r, found, err := load.Load(fsys, nil)
	if err != nil || r == nil {
		t.Fatalf("%v\n%s", err, found.Text())
	}
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
