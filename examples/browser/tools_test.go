package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/browser/gen/browser"
	"github.com/promptgen/promptgen/examples/browser/gen/browsertools"
	"github.com/promptgen/promptgen/prompt"
)

func server(name, tool string) prompt.HostTool {
	return prompt.HostTool{Server: name, Name: tool, Doc: "Does it.", Schema: `{"type":"object"}`}
}

// decode checks a call as dispatch does.
func decode(name, args string) error {
	_, err := browsertools.Decode(prompt.Call{Name: name, Args: json.RawMessage(args)})
	return err
}

// repeated is a JSON array of n equal elements.
func repeated(element string, n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

func TestBatchTakesFourActions(t *testing.T) {
	for n := range 7 {
		err := decode("batch_actions", `{"actions":`+repeated(`{"action":"click","ref":"e1"}`, n)+`}`)
		if want := 1 <= n && n <= 4; (err == nil) != want {
			t.Errorf("%d actions: %v", n, err)
		}
	}
}

func TestAskUserTakesOneToThreeQuestions(t *testing.T) {
	for n := range 6 {
		err := decode("ask_user", `{"questions":`+repeated(`{"question":"Which?"}`, n)+`}`)
		if want := 1 <= n && n <= 3; (err == nil) != want {
			t.Errorf("%d questions: %v", n, err)
		}
	}
	if err := decode("ask_user", `{"questions":[{"question":"`+strings.Repeat("x", 201)+`"}]}`); err == nil {
		t.Error("a long question is taken")
	}
}

// What acts on a page, turns to the user or waits is exclusive; what only reads is not.
func TestEffects(t *testing.T) {
	alone := []string{"open_tab", "navigate", "click", "type", "batch_actions", "wait_for", "watch_page", "schedule_resume", "ask_user", "request_user_action"}
	for tool := range agent(t, browser.Session{}).Tools().All() {
		if got := tool.Effect.Exclusive; got != slices.Contains(alone, tool.Name) {
			t.Errorf("%s: exclusive %t", tool.Name, got)
		}
		if !tool.Effect.Exclusive && !tool.Effect.ReadOnly {
			t.Errorf("%s changes something beside others", tool.Name)
		}
	}
}

// The host holds calls to it: of several, an exclusive one does not run.
func TestExclusiveCallRunsAlone(t *testing.T) {
	h := host{draw: func() prompt.Nonce { return nonce }, prompt: agent(t, browser.Session{})}
	page := &tabs{script: &script{}}
	call := prompt.Call{Name: "ask_user", Args: json.RawMessage(`{"questions":[{"question":"Which?"}]}`)}
	for alone, want := range map[bool]string{true: "nothing happened", false: "ask_user was not run"} {
		if got, err := h.call(page, call, alone); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("alone %t: %q, %v", alone, got, err)
		}
	}
}

// Names, words and schemas of requests, records and dispatch are those of one descriptor.
func TestToolsComeFromOneDescriptor(t *testing.T) {
	s := fullSession()
	s.Servers = []prompt.HostTool{server("notes", "find")}
	a := agent(t, s)
	r := freeze(t, a)
	onWire := elements(t, request(t, a, browser.Turn{}).Tools)
	i := 0
	for tool := range a.Tools().All() {
		kept := r.Tools[i]
		if kept.Name != tool.Name || string(kept.Doc) != tool.Doc || kept.Schema != string(tool.Schema) || kept.Effect != tool.Effect {
			t.Errorf("the record has %v of %s", kept, tool.Name)
		}
		if name, doc := text(t, onWire[i]["name"]), text(t, onWire[i]["description"]); name != tool.Name || doc != tool.Doc {
			t.Errorf("the request has %s: %s", name, doc)
		}
		i++
	}
	if i != len(r.Tools) || i != len(onWire) || i != 16 {
		t.Errorf("%d tools, %d in the record, %d in the request", i, len(r.Tools), len(onWire))
	}
}

// Models read what a tool does, and nothing of how the engine sees it.
func TestEffectsAreNotOnTheWire(t *testing.T) {
	for _, e := range elements(t, request(t, agent(t, browser.Session{}), browser.Turn{}).Tools) {
		for member, value := range e {
			if !slices.Contains([]string{"name", "description", "input_schema", "strict", "cache_control"}, member) {
				t.Errorf("%s has %s", e["name"], member)
			}
			for _, word := range []string{"read-only", "readOnly", "destructive", "exclusive", "idempotent", "openWorld", "requires approval"} {
				if strings.Contains(string(value), word) {
					t.Errorf("%s says %q", e["name"], word)
				}
			}
		}
	}
}

// A description says what the tool does, when to use it and what to do when it went wrong.
func TestDescriptionsSayHowToRecover(t *testing.T) {
	for tool := range agent(t, browser.Session{}).Tools().All() {
		if n := strings.Count(tool.Doc, ". ") + strings.Count(tool.Doc, "; "); n < 1 || !strings.HasSuffix(tool.Doc, ".") {
			t.Errorf("%s: %q", tool.Name, tool.Doc)
		}
	}
	for name, words := range map[string][]string{
		"read_page":     {"ref", "stale"},
		"click":         {"latest snapshot", "do not click again"},
		"type":          {"keys are pressed as a user would"},
		"batch_actions": {"up to four", "stops where the page changes"},
		"wait_for":      {"Wait for words"},
		"extract":       {"scope", "next page"},
		"load_skill":    {"requires it"},
		"ask_user":      {"one to three short questions", "change what you do next"},
	} {
		tool, _ := agent(t, browser.Session{}).Tools().Lookup(name)
		for _, w := range words {
			if !strings.Contains(tool.Doc, w) {
				t.Errorf("%s does not say %q", name, w)
			}
		}
	}
}

// Tools of servers stand behind the declared ones under names of their own; bad names are left out with a note.
func TestServersTools(t *testing.T) {
	s := browser.Session{Servers: []prompt.HostTool{server("z", "b"), server("notes", "find page"), server("a", "c"), server("a", "\x01"), server("notes", "")}}
	a := agent(t, s)
	var names []string
	for tool := range a.Tools().All() {
		names = append(names, tool.Name)
	}
	if got := names[len(names)-3:]; !slices.Equal(got, []string{"load_skill", "mcp__a__c", "mcp__z__b"}) {
		t.Errorf("the list ends with %q", got)
	}
	if notes := a.Notes(); len(notes) != 3 {
		t.Errorf("notes %v", notes)
	}
	same(t, a.System(), golden(t, "kernel.txt"))
}

// A server's name, its tool's and the words in a schema go to the list of tools as they are, or the tool is left out with
// a note. No text has them.
func TestServersNamesAndSchemas(t *testing.T) {
	plain := system(t, fullSession(), fullTurn())
	sound := regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	for _, v := range values() {
		words, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		const schema = `{"type":"object","properties":{"q":{"type":"string","description":%s}}}`
		for _, tool := range []prompt.HostTool{
			{Server: v, Name: "find", Schema: `{"type":"object"}`},
			{Server: "notes", Name: v, Schema: `{"type":"object"}`},
			{Server: "notes", Name: "find", Schema: prompt.JSON(fmt.Sprintf(schema, words))},
		} {
			s := fullSession()
			s.Servers = []prompt.HostTool{tool}
			a := agent(t, s)
			name := "mcp__" + tool.Server + "__" + tool.Name
			got, offered := a.Tools().Lookup(name)
			if offered == (len(a.Notes()) > 0) || offered && !sound.MatchString(name) {
				t.Errorf("%q: offered %t, notes %v", tool, offered, a.Notes())
			}
			if tool.Server == "notes" && tool.Name == "find" {
				if text := refused(slot{shown: feeds}, string([]rune(v))) == nil; text != offered {
					t.Errorf("%q in a schema: offered %t", v, offered)
				}
				if offered {
					checkWords(t, got, request(t, a, browser.Turn{}), v)
				}
			}
			same(t, system(t, s, fullTurn()), plain)
		}
	}
}

// checkWords proves that the description of the last tool's parameter is what the server gave.
func checkWords(t *testing.T, tool prompt.Tool, r prompt.Request, v string) {
	t.Helper()
	tools := elements(t, r.Tools)
	var schema struct {
		Properties struct{ Q struct{ Description string } }
	}
	unmarshal(t, tools[len(tools)-1]["input_schema"], &schema)
	if got := schema.Properties.Q.Description; got != string([]rune(v)) { // JSON has no other bytes
		t.Errorf("%s: %q arrives as %q", tool.Name, v, got)
	}
}

func TestServersToolsAreLimited(t *testing.T) {
	take := func(n, schema int) error {
		var s browser.Session
		for i := range n {
			tool := server("s", fmt.Sprintf("t%03d", i))
			const frame = `{"type":"object","title":""}`
			tool.Schema = prompt.JSON(strings.Replace(frame, `""`, `"`+strings.Repeat("x", schema-len(frame))+`"`, 1))
			s.Servers = append(s.Servers, tool)
		}
		_, err := assemble(browser.ProfileAgent, s)
		return err
	}
	for _, c := range []struct {
		tools, schema int
		taken         bool
	}{{256, 64, true}, {257, 64, false}, {1, 131072, true}, {1, 131073, false}} {
		if err := take(c.tools, c.schema); (err == nil) != c.taken {
			t.Errorf("%d tools of %d bytes: %v", c.tools, c.schema, err)
		}
	}
}

func TestLimitsReject(t *testing.T) {
	a := agent(t, browser.Session{})
	skills := func(n int) browser.Turn {
		var turn browser.Turn
		for i := range n {
			turn.Skills = append(turn.Skills, browser.Skill{Name: fmt.Sprint("s", i), Description: "Does."})
		}
		return turn
	}
	for n, taken := range map[int]bool{128: true, 129: false} {
		if _, err := a.Append(nil, skills(n)); (err == nil) != taken {
			t.Errorf("%d skills: %v", n, err)
		}
	}
	room := 262144 - len(golden(t, "kernel.txt")) - len("\n\n")
	for extra, taken := range map[int]bool{0: true, 1: false} {
		if _, err := assemble(browser.ProfileAgent, browser.Session{Preset: strings.Repeat("x", room+extra)}); (err == nil) != taken {
			t.Errorf("a prompt of 256 KiB and %d bytes: %v", extra, err)
		}
	}
}
