package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

// show prints what a run sends, and what its host records.
func show(w io.Writer, a *cookie.Assembler, files []cookie.AgentsMdItem, turn cookie.Turn) error {
	turns, err := a.ContextTurns(turn)
	if err != nil {
		return err
	}
	request, err := a.Request(prompt.Anthropic, turn)
	if err != nil {
		return err
	}
	var b strings.Builder
	system := a.System()
	fmt.Fprintf(&b, "=== system: %d bytes ===\n%s\n", len(system), strings.TrimSuffix(system, "\n"))
	for i, t := range turns {
		fmt.Fprintf(&b, "=== turn %d: %s, %s, %d bytes ===\n%s\n", i+1, t.Role, t.Level, len(t.Text), strings.TrimSuffix(t.Text, "\n"))
	}
	fmt.Fprintln(&b, "=== for the record ===")
	fmt.Fprintln(&b, "prompt", a.Fingerprint())
	if document, ok := a.Digest("document"); ok {
		fmt.Fprintln(&b, "document", document)
	}
	for t := range a.Tools().All() {
		fmt.Fprintln(&b, "tool", t.Name)
	}
	fmt.Fprintf(&b, "cache marks: %d in tools and system text", request.Marks)
	if request.Rolling {
		b.WriteString(", one on the last turn of the history")
	}
	b.WriteString("\n")
	for _, n := range append(a.Notes(), request.Notes...) {
		fmt.Fprintln(&b, event(n, files))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// event is what the host records of a note. One on an AGENTS.md file names the file: places in a list say nothing later.
func event(n prompt.Note, files []cookie.AgentsMdItem) string {
	var i int
	if got, _ := fmt.Sscanf(n.Section, "Session.AgentsMd[%d].Text", &i); got == 1 && i < len(files) {
		return fmt.Sprintf("AgentMdSkipped %s: %d %s, at most %d", files[i].Source, n.Had, n.Unit, n.Limit)
	}
	return "note " + n.String()
}
