package conformance

import (
	"context"
	"encoding/json"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// Host is what a loop needs beside the client of a provider.
type Host struct {
	Assembler *coder.Assembler
	Tools     codertools.Handler[string]
	Window    int64 // tokens that the model has room for
}

// turn is what the next request says, after one that took so many tokens.
func (h Host) turn(used int64) coder.Turn {
	return coder.Turn{RemainingTokens: max(1, h.Window-used)}
}

// open returns the messages of the user's that open a history: those of the registry, then what the user wrote.
func (h Host) open(user string) ([]string, error) {
	turns, err := h.Assembler.ContextTurns(h.turn(0))
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, t := range turns {
		texts = append(texts, t.Text)
	}
	return append(texts, user), nil
}

// run runs a call. What is wrong with it is worded for the model, which can then make a better one.
func (h Host) run(ctx context.Context, c prompt.Call) (out string, failed bool) {
	if len(c.Args) == 0 {
		c.Args = json.RawMessage("{}") // some servers leave out the arguments where there are none
	}
	out, err := codertools.Dispatch(ctx, h.Tools, h.Assembler.Tools(), c)
	if err != nil {
		return err.Error(), true
	}
	return out, false
}
