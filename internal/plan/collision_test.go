package plan_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/plan"
)

// base is a registry to which a row adds what collides, from line 9 on.
const base = `package coder

contract: {name: "coder", version: 1}
locales: [{name: "en"}, ...]
sections: s: {cache: "static", value: "s"}
profiles: p: {doc: "P.", sections: ["s"], tools: [...], transports: ["native"]}
snapshots: {fixture: {...}, cases: [{name: "basic"}]}

`

func TestCollisions(t *testing.T) {
	for _, tt := range []struct{ name, add, want string }{
		{"two inputs", `
inputs: a_b: {doc: "A.", scope: "session", type: "int", required: false}
inputs: a__b: {doc: "B.", scope: "session", type: "int", required: false}`,
			`registry.cue:10:9: inputs.a__b: input "a__b" and input "a_b" would both be Session.AB in Go [name-collision]
	the other one is at registry.cue:9:9
`},
		{"an input and a gate", `
inputs: yolo: {doc: "A.", scope: "session", type: "int", required: false}
gates: yolo: doc: "B."`,
			`registry.cue:10:8: gates.yolo: gate "yolo" and input "yolo" would both be Session.Yolo in Go [name-collision]
	the other one is at registry.cue:9:9
`},
		{"an input and a gate that follows from it", `
inputs: yolo: {doc: "A.", scope: "session", type: "int", required: false}
gates: yolo: {doc: "B.", from: "yolo"}`, ``},
		{"an input of the turn and one of the session", `
inputs: a_b: {doc: "A.", scope: "session", type: "int", required: false}
inputs: a__b: {doc: "B.", scope: "turn", type: "int", required: false}`, ``},
		{"fields of an item", `
inputs: l: {doc: "L.", scope: "session", type: "list", required: false, item: {a_b: {type: "int"}, ab_: {type: "int"}, a__b: {type: "int"}}}`,
			`registry.cue:9:120: inputs.l.item.a__b: field "a__b" and field "a_b" would both be LItem.AB in Go [name-collision]
	the other one is at registry.cue:9:80
`},
		{"two profiles", `
profiles: p_: {doc: "P.", kind: "task", sections: ["s"], tools: [], transports: ["native"]}`,
			`registry.cue:9:11: profiles.p_: profile "p_" and profile "p" would both be ProfileP in Go [name-collision]
	the other one is at registry.cue:6:11
`},
		{"two tools", `
tool: {a_b: _, aB: _}
tools: a_b: {description: "A.", params: []}
tools: aB: {description: "B.", params: []}`,
			`registry.cue:11:8: tools.aB: tool "aB" and tool "a_b" would both be AB in Go [name-collision]
	the other one is at registry.cue:10:8
`},
		{"two parameters", `
tool: t: _
tools: t: {description: "A.", params: [{name: "x", type: "string"}, {name: "X", type: "string"}]}`,
			`registry.cue:10:69: tools.t.params[1]: parameter "X" and parameter "x" would both be T.X in Go [name-collision]
	the other one is at registry.cue:10:40
`},
		{"a subagent called main", `
subagents: main: {doc: "M.", profiles: ["p"], tools: []}`,
			`registry.cue:9:12: subagents.main: subagent "main" and the main agent would both be AgentMain in Go [name-collision]
`},
		{"an input called as the list that narrows tools", `
tool: t: _
tools: t: {description: "A.", params: []}
inputs: allow: {doc: "A.", scope: "session", type: "int", required: false}`,
			`registry.cue:11:9: inputs.allow: input "allow" and the field that narrows the tools would both be Session.Allow in Go [name-collision]
`},
		{"two commands", `
commands: a_b: {doc: "A.", value: "a"}
commands: a__b: {doc: "B.", value: "b"}`,
			`registry.cue:10:11: commands.a__b: command "a__b" and command "a_b" would both be CommandAB in Go [name-collision]
	the other one is at registry.cue:9:11
`},
		{"a list whose items would be called as a command", `
commands: a: {doc: "A.", value: "a"}
inputs: command_as: {doc: "L.", scope: "session", type: "list", required: false, item: x: {type: "int"}}`, ``},
		{"two locales", `
locales: [_, {name: "en-x"}, {name: "en-X"}]`,
			`registry.cue:9:37: locales[2].name: locale "en-X" and locale "en-x" would both be LocaleEnX in Go [name-collision]
	the other one is at registry.cue:9:21
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := base + strings.TrimPrefix(tt.add, "\n") + "\n"
			r, found, err := load.Load(fstest.MapFS{"registry.cue": {Data: []byte(src)}}, nil)
			if err != nil || found.HasErrors() {
				t.Fatal(err, found.Text())
			}
			_, found = plan.Build(r, "example.org/gen")
			if diff := cmp.Diff(tt.want, found.Text()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
