package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

// print shows the system text of the last request, the history, and what the host keeps.
func (h *host) print(w io.Writer) error {
	system, err := h.prompt.Append(nil, h.turn)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "=== system: %d bytes ===\n%s\n", len(system), system)
	for _, s := range h.history {
		h.printSaid(&b, s)
	}
	if err := h.printKept(&b); err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func (h *host) printSaid(b *strings.Builder, s said) {
	switch {
	case s.Role == "tool":
		fmt.Fprintf(b, "=== %s returns ===\n%s\n", s.Tool, s.Text)
	case s.Text != "":
		fmt.Fprintf(b, "=== %s ===\n%s\n", s.Role, s.Text)
	}
	for _, c := range s.Calls {
		fmt.Fprintf(b, "=== %s calls %s ===\n%s\n", s.Role, c.Name, c.Args)
	}
}

// printKept shows what is stored with each message, and what the last request holds besides its texts.
func (h *host) printKept(b *strings.Builder) error {
	r, err := h.prompt.Request(prompt.Anthropic, h.turn)
	if err != nil {
		return err
	}
	fmt.Fprintln(b, "=== for the record ===")
	for i, s := range h.stored {
		line, err := json.Marshal(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "message %d %s\n", i+1, line)
	}
	var names []string
	for t := range h.prompt.Tools().All() {
		names = append(names, t.Name)
	}
	fmt.Fprintf(b, "tools: %s\n", strings.Join(names, " "))
	fmt.Fprintf(b, "cache marks: %d, behind the last declared tool and behind the system text\n", r.Marks)
	for _, n := range h.notes {
		fmt.Fprintln(b, "note on", n)
	}
	return nil
}

// title prints what the task that names the session sends. It has a profile, a turn and a nonce of its own.
func (h *host) title(w io.Writer) error {
	a, err := assemble(browser.ProfileTitle, browser.Session{})
	if err != nil {
		return err
	}
	first := h.script.Messages[0]
	turn := browser.Turn{FirstMessage: first.User, Nonce: h.draw()}
	for _, s := range first.Steps {
		turn.FirstAnswer = s.Say
	}
	turns, err := a.ContextTurns(turn)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "=== system: %d bytes ===\n%s\n", len(a.System()), a.System())
	for _, t := range turns {
		fmt.Fprintf(&b, "=== %s ===\n%s\n", t.Role, t.Text)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
