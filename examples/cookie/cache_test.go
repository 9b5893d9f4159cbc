package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

// marked lists which elements of a JSON array hold a mark.
func marked(t *testing.T, values prompt.JSON) (at []int, n int) {
	t.Helper()
	var elems []map[string]json.RawMessage
	if err := json.Unmarshal([]byte(values), &elems); err != nil {
		t.Fatalf("%v: %s", err, values)
	}
	for i, e := range elems {
		if e["cache_control"] != nil || e["prompt_cache_breakpoint"] != nil {
			at = append(at, i)
		}
	}
	return at, len(elems)
}

func request(t *testing.T, a *cookie.Assembler, p prompt.Provider) prompt.Request {
	t.Helper()
	r, err := a.Request(p, everyTurn())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMarkOnSystemTurn(t *testing.T) {
	for _, p := range profiles() {
		a := assemble(t, p, everything())
		if a.System() == "" {
			t.Errorf("%v: an empty system turn", p)
		}
		r := request(t, a, prompt.Anthropic)
		if at, n := marked(t, r.System.JSON()); len(at) != 1 || at[0] != n-1 {
			t.Errorf("%v: marks at %v of %d system blocks", p, at, n)
		}
	}
}

func TestMarkOnFinalTool(t *testing.T) {
	for _, allow := range [][]string{nil, {"read_file"}, {"run_command", "read_file"}} {
		s := everything()
		s.Allow = allow
		a := assemble(t, cookie.ProfileRoot, s)
		r := request(t, a, prompt.Anthropic)
		if at, n := marked(t, r.Tools.JSON()); len(at) != 1 || at[0] != n-1 {
			t.Errorf("marks at %v of %d tools", at, n)
		}
		// Another list of tools changes no system text.
		same(t, a.System(), assemble(t, cookie.ProfileRoot, everything()).System())
	}
}

// The host marks the last turn of the history that is not the system's.
func TestMarkOnLastTurn(t *testing.T) {
	r := request(t, assemble(t, cookie.ProfileRoot, everything()), prompt.Anthropic)
	if !r.Rolling || r.Marks != 2 {
		t.Errorf("rolling %t, %d marks", r.Rolling, r.Marks)
	}
	history := []prompt.HostTurn{{Role: "user"}, {Role: "assistant"}, {Role: "user"}, {Role: "system"}}
	if at := prompt.RollingMark(prompt.Anthropic, history); at != 2 {
		t.Errorf("turn %d is marked, want 2", at)
	}
}

// OpenAI takes marks on text of the system and of the user only, and nothing else is marked instead.
func TestMarksForOpenAI(t *testing.T) {
	for _, p := range []prompt.Provider{prompt.OpenAIChat, prompt.OpenAIResponses} {
		r := request(t, assemble(t, cookie.ProfileRoot, everything()), p)
		var turn struct {
			Content json.RawMessage `json:"content"`
		}
		if err := json.Unmarshal([]byte(r.System.JSON()), &turn); err != nil {
			t.Fatal(err)
		}
		if at, n := marked(t, prompt.JSON(turn.Content)); len(at) != 1 || at[0] != n-1 {
			t.Errorf("%v: marks at %v of %d texts", p, at, n)
		}
		if at, _ := marked(t, r.Tools.JSON()); len(at) > 0 {
			t.Errorf("%v: marks on tools %v", p, at)
		}
		for _, c := range []struct {
			turns []prompt.HostTurn
			want  int
		}{
			{[]prompt.HostTurn{{Role: "user"}, {Role: "user"}, {Role: "assistant"}, {Role: "tool"}}, 1},
			{[]prompt.HostTurn{{Role: "user"}, {Role: "user", Empty: true}, {Role: "assistant"}}, -1},
			{[]prompt.HostTurn{{Role: "assistant"}, {Role: "tool"}}, -1},
		} {
			if at := prompt.RollingMark(p, c.turns); at != c.want {
				t.Errorf("%v: turn %d of %v is marked, want %d", p, at, c.turns, c.want)
			}
		}
	}
}

// Each request is marked anew: no mark of an earlier one is left.
func TestMarksAreClearedFirst(t *testing.T) {
	a := assemble(t, cookie.ProfileRoot, everything())
	for range 3 {
		r := request(t, a, prompt.Anthropic)
		if n := strings.Count(string(r.System.JSON()+r.Tools.JSON()), "cache_control"); n != r.Marks || n != 2 {
			t.Errorf("%d marks, Marks says %d", n, r.Marks)
		}
	}
}

func TestAgentsMdMovesNoMark(t *testing.T) {
	s := everything()
	before := request(t, assemble(t, cookie.ProfileRoot, s), prompt.Anthropic)
	s.AgentsMd = append(s.AgentsMd, cookie.AgentsMdItem{Source: "/w/b/AGENTS.md", Text: "More."})
	after := request(t, assemble(t, cookie.ProfileRoot, s), prompt.Anthropic)
	same(t, string(after.System.JSON()+after.Tools.JSON()), string(before.System.JSON()+before.Tools.JSON()))
}

// Compaction marks as its parent does, as far as it has something to mark.
func TestCompactionMarksAlike(t *testing.T) {
	r := request(t, assemble(t, cookie.ProfileCompaction, everything()), prompt.Anthropic)
	if r.Marks != 1 || !r.Rolling || !r.Tools.IsZero() {
		t.Errorf("%d marks, rolling %t, tools %s", r.Marks, r.Rolling, r.Tools.JSON())
	}
}
