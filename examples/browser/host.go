package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/examples/browser/gen/browsertools"
	"github.com/promptgen/promptgen/prompt"
)

// host plays a script against the prompt: what the model would answer stands there.
type host struct {
	script *script
	draw   func() prompt.Nonce

	prompt  *browser.Assembler
	turn    browser.Turn
	history []said
	stored  []stored
	notes   []string
}

// said is a turn of the history. What is fenced in it keeps its nonce, so a history that is sent again is the same bytes.
type said struct {
	Role  string // "user", "assistant" or "tool"
	Text  string
	Calls []prompt.Call
	Call  string // of a result: which call
	Tool  string
}

// stored is what is kept with a message, so that it can be told later which texts were in force.
type stored struct {
	Contract string             `json:"contract"`
	Version  int64              `json:"version"`
	Profile  string             `json:"profile"`
	Prompt   prompt.Fingerprint `json:"prompt"`
	Nonce    string             `json:"nonce"`
}

// play sends every message of the script.
func (h *host) play() error {
	a, err := assemble(browser.ProfileAgent, h.script.session())
	if err != nil {
		return err
	}
	h.prompt = a
	h.note("session", a.Notes())
	page := &tabs{script: h.script, open: slices.Clone(h.script.Tabs)}
	for i := range h.script.Messages {
		m := &h.script.Messages[i]
		page.current = m.Default
		if err := h.send(m); err != nil {
			return err
		}
		for _, s := range m.Steps {
			if err := h.step(page, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// send puts a message into the history, behind what it refers to.
func (h *host) send(m *message) (err error) {
	if h.turn, err = h.script.turn(m, h.draw()); err != nil {
		return err
	}
	referred, err := h.prompt.ContextTurns(h.turn)
	if err != nil {
		return err
	}
	for _, t := range referred {
		h.history = append(h.history, said{Role: t.Role, Text: t.Text})
	}
	h.history = append(h.history, said{Role: "user", Text: m.User})
	r, err := h.prompt.Request(prompt.Anthropic, h.turn)
	if err != nil {
		return err
	}
	h.stored = append(h.stored, stamp(h.prompt, h.turn.Nonce))
	h.note(fmt.Sprint("message ", len(h.stored)), r.Notes)
	return nil
}

// note keeps what was cut or left out: nothing of that is silent.
func (h *host) note(of string, notes []prompt.Note) {
	for _, n := range notes {
		h.notes = append(h.notes, of+": "+n.String())
	}
}

func stamp(a *browser.Assembler, n prompt.Nonce) stored {
	id := a.Identity()
	return stored{Contract: id.Contract, Version: id.Version, Profile: id.Profile, Prompt: a.Fingerprint(), Nonce: n.String()}
}

// step plays one turn of the model.
func (h *host) step(page *tabs, s step) error {
	turn := said{Role: "assistant", Text: s.Say}
	for _, c := range s.Calls {
		turn.Calls = append(turn.Calls, prompt.Call{ID: fmt.Sprintf("call_%d", len(h.history)+len(turn.Calls)), Name: c.Name, Args: c.Arguments})
	}
	h.history = append(h.history, turn)
	for _, c := range turn.Calls {
		text, err := h.call(page, c, len(turn.Calls) == 1)
		if err != nil {
			return err
		}
		h.history = append(h.history, said{Role: "tool", Text: text, Call: c.ID, Tool: c.Name})
	}
	return nil
}

// call runs a call and returns what the model is told. What is wrong with the call goes back to it.
func (h *host) call(page *tabs, c prompt.Call, alone bool) (string, error) {
	if t, ok := h.prompt.Tools().Lookup(c.Name); ok && t.Effect.Exclusive && !alone {
		return c.Name + " was not run: it goes out alone; call it again without others beside it", nil
	}
	r, err := browsertools.Dispatch(context.Background(), page, h.prompt.Tools(), c)
	if bad, ok := errors.AsType[*prompt.CallError](err); ok {
		return bad.Error(), nil
	}
	if err != nil {
		return "", err
	}
	return fenced(h.draw, c.Name, r)
}

// fenced is the one place where a host fences what a tool returned. Each result has a number of its own.
func fenced(draw func() prompt.Nonce, tool string, r result) (string, error) {
	if r.own {
		return r.text, nil
	}
	text, err := prompt.AppendFence(nil, draw(), browser.FenceWebContent, r.text, prompt.Attr{Name: "origin", Value: r.origin}, prompt.Attr{Name: "tool", Value: tool})
	return string(text), err
}

// keep freezes the prompt of the session in a file.
func (h *host) keep(file string, now time.Time) error {
	data, err := json.MarshalIndent(h.prompt.Freeze(now, "session_start", prompt.Anthropic, prompt.OpenAIResponses), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}
