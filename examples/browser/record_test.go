package main

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/prompt"
)

// freeze records a session as its host stores it.
func freeze(t *testing.T, a *browser.Assembler) prompt.Record {
	t.Helper()
	data, err := json.Marshal(a.Freeze(time.Unix(1, 0), "session_start", prompt.Anthropic))
	if err != nil {
		t.Fatal(err)
	}
	var r prompt.Record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// played plays the sample session.
func played(t *testing.T) *host {
	t.Helper()
	s, err := readSession(os.DirFS(filepath.Join("testdata", "session")))
	if err != nil {
		t.Fatal(err)
	}
	draw, err := nonces(nonce.String())
	if err != nil {
		t.Fatal(err)
	}
	h := &host{script: s, draw: draw}
	if err := h.play(); err != nil {
		t.Fatal(err)
	}
	return h
}

func playedSystem(t *testing.T) string {
	t.Helper()
	h := played(t)
	text, err := h.prompt.Append(nil, h.turn)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What names the prompt stands in the record, beside each stored message, and in the metadata of a request where there
// is room. The lock that promptgen keeps has the version alone: a fingerprint there would change with every text.
func TestEveryArtefactNamesThePrompt(t *testing.T) {
	h := played(t)
	print := h.prompt.Fingerprint()
	if id := h.prompt.Identity(); id.Contract != "browser" || id.Version != 1 || id.Profile != "agent" || id.Locale != "en" {
		t.Errorf("identity %v", id)
	}
	r := freeze(t, h.prompt)
	if r.Contract != "browser" || r.Version != 1 || r.Profile != "agent" || r.Blocks[0].Sections[0].Name != "kernel" {
		t.Errorf("record of %s %d, %s", r.Contract, r.Version, r.Profile)
	}
	checkPrints(t, r, print)
	for i, s := range h.stored {
		if s.Contract != "browser" || s.Version != 1 || s.Prompt != print || s.Profile != "agent" {
			t.Errorf("message %d: %v", i, s)
		}
	}
	var body struct{ Metadata map[string]string }
	unmarshal(t, h.body(t, prompt.OpenAIResponses), &body)
	if m := body.Metadata; len(m) != 3 || m["contract"] != "browser" || m["version"] != "1" || m["prompt"] != print.String() {
		t.Errorf("metadata %v", m)
	}
	var lock struct {
		Contract string
		Version  int64
	}
	data, err := os.ReadFile("snapshots/contract.lock.json")
	if err != nil {
		t.Fatal(err)
	}
	unmarshal(t, data, &lock)
	if lock.Contract != "browser" || lock.Version != 1 {
		t.Errorf("lock %v", lock)
	}
	title, err := assemble(browser.ProfileTitle, browser.Session{})
	if err != nil {
		t.Fatal(err)
	}
	if s := stamp(title, 1); s.Contract != "browser" || s.Version != 1 || s.Profile != "title" || s.Prompt == print {
		t.Errorf("title: %v", s)
	}
}

// checkPrints proves that the fingerprint is that of the text that a record keeps, and that each section has its own.
func checkPrints(t *testing.T, r prompt.Record, print prompt.Fingerprint) {
	t.Helper()
	var text strings.Builder
	for _, b := range r.Blocks {
		text.WriteString(string(b.Text))
		for _, s := range b.Sections {
			if b.Text != "" && s.Fingerprint != sha256.Sum256([]byte(b.Text[s.From:s.To])) {
				t.Errorf("the record has the fingerprint %s of %s", s.Fingerprint, s.Name)
			}
		}
	}
	if got := prompt.Fingerprint(sha256.Sum256([]byte(text.String()))); got != print {
		t.Errorf("the record's text has the fingerprint %s, the prompt %s", got, print)
	}
}

func unmarshal(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

// body is the last request.
func (h *host) body(t *testing.T, p prompt.Provider) []byte {
	t.Helper()
	var b strings.Builder
	if err := h.printBody(&b, p.String()); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// A record of another version of the contract is not served: its tools may mean something else.
func TestOtherVersionIsNotResumed(t *testing.T) {
	c := browser.Config{Profile: browser.ProfileAgent, Transport: prompt.Native, Locale: browser.LocaleEn}
	r := freeze(t, agent(t, fullSession()))
	if _, err := browser.Resume(c, browser.Session{}, r); err != nil {
		t.Fatal(err)
	}
	r.Version++
	if _, err := browser.Resume(c, fullSession(), r); err == nil {
		t.Error("another version is served")
	}
}

// A kernel of another release is found by its fingerprint: stored messages tell which one was in force.
func TestFingerprintIsOfTheFixedText(t *testing.T) {
	was := agent(t, fullSession()).Fingerprint()
	for name, change := range map[string]func(*browser.Session){
		"preset":       func(s *browser.Session) { s.Preset = "Other." },
		"instructions": func(s *browser.Session) { s.UserInstructions = "Other." },
	} {
		s := fullSession()
		change(&s)
		if agent(t, s).Fingerprint() == was {
			t.Errorf("another %s, the same fingerprint", name)
		}
	}
}
