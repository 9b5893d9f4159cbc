package hosts_test

import (
	"context"
	"fmt"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// reader runs the calls of one tool.
type reader struct{ codertools.Handler[string] }

func (reader) ReadFile(_ context.Context, a *codertools.ReadFile) (string, error) {
	return "the text of " + a.Path, nil
}

// Example is the code of README.md.
func Example() {
	cfg := coder.Config{Profile: coder.ProfileLite, Transport: prompt.Native, Locale: coder.LocaleEn, Agent: coder.AgentMain}
	dir, system, shell, left := "/work/app", "Linux 6.8", "/bin/bash", int64(90_000)
	ctx, handler := context.Background(), reader{}
	call := prompt.Call{Name: "read_file", Args: []byte(`{"path":"main.go"}`)}

	a, err := coder.New(cfg, coder.Session{Cwd: dir, Os: system, Shell: shell}) // every missing or bad input at once
	r, err := a.Request(prompt.Anthropic, coder.Turn{RemainingTokens: left})
	// r.System and r.Tools are the bytes of the snapshots; r.Tail goes behind the last message.
	out, err := codertools.Dispatch(ctx, handler, a.Tools(), call) // typed arguments, one method per tool

	fmt.Println(r.Marks, out, err)
	// Output:
	// 3 the text of main.go <nil>
}
