package faults_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// TestFault23TurnInputsStandInTheTail pins that volatile text keeps out of what is cached, unless a reason says why.
func TestFault23TurnInputsStandInTheTail(t *testing.T) {
	generated := base(t).generate(t)
	for name, text := range snapshots(t, generated, ".prompt.txt") {
		if strings.Contains(text, "noon") {
			t.Errorf("%s holds what changes every turn:\n%s", name, text)
		}
	}
	for name, text := range snapshots(t, generated, ".basic.tail.txt") {
		if !strings.Contains(text, "noon") {
			t.Errorf("%s lacks what changes every turn:\n%s", name, text)
		}
	}
	base(t).change(t, "sections.cue", `reason: "Time passes."`, `reason: "Time passes.", place: "system"`).
		refused(t, "reason-missing", "sections.cue", "placeReason")
}

// TestFault23TurnsShareThePrefix pins for every cell that two turns share each byte of tools and system text, and that
// two sessions of one selection share each byte of the tools and of the static text.
func TestFault23TurnsShareThePrefix(t *testing.T) {
	for name, cell := range codertest.Cells() {
		a := assembler(t, cell.Config, cell.Session)
		other := cell.Session
		other.Cwd, other.Os, other.Shell, other.LocalRules = other.Cwd+"/x", other.Os+"x", other.Shell+"x", other.LocalRules+"x"
		b := assembler(t, cell.Config, other)
		later := cell.Turn
		later.RemainingTokens++
		later.Memory = append(slices.Clone(later.Memory), coder.MemoryItem{Text: "More."})
		for _, p := range providers() {
			first, second, theirs := asked(t, a, p, cell.Turn), asked(t, a, p, later), asked(t, b, p, cell.Turn)
			if first.Tools.JSON() != second.Tools.JSON() || first.System.JSON() != second.System.JSON() {
				t.Errorf("%s: %s: another turn has another prefix", name, p)
			}
			if first.Tail == second.Tail {
				t.Errorf("%s: %s: another turn has the same tail", name, p)
			}
			if first.Tools.JSON() != theirs.Tools.JSON() || static(first) != static(theirs) {
				t.Errorf("%s: %s: another session has another shared prefix", name, p)
			}
			if first.System.JSON() == theirs.System.JSON() {
				t.Errorf("%s: %s: another session has the same text", name, p)
			}
		}
	}
}

func asked(t *testing.T, a *coder.Assembler, p prompt.Provider, turn coder.Turn) prompt.Request {
	t.Helper()
	r, err := a.Request(p, turn)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// static is the first block of the system text, which is static in all profiles here.
func static(r prompt.Request) prompt.JSON {
	for e := range r.System.All() {
		return e
	}
	return ""
}

// TestFault23Session holds twelve turns with a server that records them. The prefix of each request (tools, system
// text, history) is the beginning of the next one's until the session is refreshed, even if it is resumed before.
func TestFault23Session(t *testing.T) {
	bodies := map[prompt.Provider]func(*coder.Assembler, coder.Turn, []said) ([]byte, error){
		prompt.Anthropic: anthropicBody, prompt.OpenAIChat: openAIBody, prompt.Gemini: geminiBody,
	}
	for name, cell := range basic(coder.LocaleEn) {
		for _, p := range providers() {
			t.Run(name+"."+p.String(), func(t *testing.T) {
				recorded := session(t, cell, bodies[p])
				if len(recorded) != turns {
					t.Fatalf("%d requests", len(recorded))
				}
				before := prefix(t, p, recorded[0])
				for i, body := range recorded[1:] {
					next := prefix(t, p, body)
					if kept := bytes.HasPrefix(next, before); kept == (i+1 == refresh) {
						t.Errorf("request %d begins with all of the one before: %t", i+2, kept)
					}
					before = next
				}
			})
		}
	}
}

const (
	turns   = 12
	resume  = 4 // the request, counted from 0, in front of which the folder moves and the session is resumed
	refresh = 7 // and in front of which it is refreshed
)

// session lets a host and a server speak, and returns the bodies of the requests. Every third answer is a call.
func session(t *testing.T, cell codertest.Cell, body func(*coder.Assembler, coder.Turn, []said) ([]byte, error)) [][]byte {
	t.Helper()
	var recorded [][]byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil || !json.Valid(data) {
			http.Error(w, fmt.Sprint("no JSON: ", err), http.StatusBadRequest)
			return
		}
		recorded = append(recorded, data)
		answer := said{Role: "assistant", Text: fmt.Sprintf("Answer <%d>.", len(recorded))}
		if len(recorded)%3 == 0 {
			answer = said{Role: "assistant", CallID: fmt.Sprintf("call_%d", len(recorded)), Tool: codertools.NameReadFile, Args: json.RawMessage(`{"path":"a & b"}`)}
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()

	a, turn := assembler(t, cell.Config, cell.Session), cell.Turn
	history := []said{{Role: "user", Text: "Begin."}}
	for i := range turns {
		var err error
		moved := cell.Session
		moved.Cwd += "/moved"
		switch i {
		case resume:
			a, err = coder.Resume(cell.Config, moved, stored(t, a))
		case refresh:
			a, err = a.Refresh(moved)
		}
		if err != nil {
			t.Fatal(err)
		}
		turn.RemainingTokens -= 100
		data, err := body(a, turn, history)
		if err != nil {
			t.Fatal(err)
		}
		answer := post(t, server.URL, data)
		history = append(history, answer)
		if answer.Tool != "" {
			history = append(history, said{Role: "tool", CallID: answer.CallID, Tool: answer.Tool, Text: "1 | text"})
		} else {
			history = append(history, said{Role: "user", Text: fmt.Sprintf("Go on, %d.", i)})
		}
	}
	return recorded
}

func post(t *testing.T, url string, body []byte) said {
	t.Helper()
	resp, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v: %s", resp.Status, err, data)
	}
	var answer said
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// prefix is what a provider can find again of a request: tools, system text and history, in its order. The last message
// is the tail, and must be.
func prefix(t *testing.T, p prompt.Provider, body []byte) []byte {
	t.Helper()
	var r struct {
		Tools, System, SystemInstruction json.RawMessage
		Messages, Contents               []json.RawMessage
		CacheOptions                     json.RawMessage `json:"prompt_cache_options"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	if (p == prompt.OpenAIChat) != (string(r.CacheOptions) == `{"mode":"explicit"}`) {
		t.Errorf("prompt_cache_options is %s", r.CacheOptions)
	}
	history := slices.Concat(r.Messages, r.Contents)
	end := len(history) - 1
	if last := history[end]; !bytes.Contains(last, []byte("tokens")) || !bytes.Contains(last, []byte(`"role":"user"`)) {
		t.Fatalf("the tail does not stand last: %s", last)
	}
	return slices.Concat(r.Tools, r.System, r.SystemInstruction, bytes.Join(unmarked(t, p, history[:end]), []byte("\n")))
}

// unmarked returns the messages without the host's own mark, which is no part of what is cached. It must stand where it
// has to and nowhere else.
func unmarked(t *testing.T, p prompt.Provider, history []json.RawMessage) [][]byte {
	t.Helper()
	mark := map[prompt.Provider]string{
		prompt.Anthropic: `"cache_control":{"type":"ephemeral"},`, prompt.OpenAIChat: `"prompt_cache_breakpoint":{"mode":"explicit"},`,
	}[p]
	var out [][]byte
	var marked []int
	for i, m := range history {
		first := p == prompt.OpenAIChat && i == 0 // the system text, whose marks stay
		if mark != "" && !first && bytes.Contains(m, []byte(mark)) {
			marked = append(marked, i)
			m = bytes.ReplaceAll(m, []byte(mark), nil)
		}
		out = append(out, m)
	}
	if want := marksWanted(t, p, history); !slices.Equal(marked, want) {
		t.Errorf("marks on the messages %v, want %v", marked, want)
	}
	return out
}

// marksWanted says which messages have the host's mark: the last one for Anthropic, the user's latest for OpenAI.
func marksWanted(t *testing.T, p prompt.Provider, history []json.RawMessage) []int {
	t.Helper()
	switch p {
	case prompt.Anthropic:
		return []int{len(history) - 1}
	case prompt.OpenAIChat:
		for i, m := range slices.Backward(history) {
			if bytes.Contains(m, []byte(`"role":"user"`)) {
				return []int{i}
			}
		}
	}
	return nil
}
