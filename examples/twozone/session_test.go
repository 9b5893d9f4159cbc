package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

// notes are the tools of a server.
func notes() []prompt.HostTool {
	schema := prompt.JSON(`{"type":"object","properties":{}}`)
	return []prompt.HostTool{
		{Server: "notes", Name: "find", Doc: "Finds a note.", Schema: schema},
		{Server: "notes", Name: "add", Doc: "Adds a note.", Schema: schema},
	}
}

// TestRefreshEvaluatesAgain proves that compaction and reset leave no memoised value behind: an assembler keeps what it
// was made with, the next one has all of it anew.
func TestRefreshEvaluatesAgain(t *testing.T) {
	before := bare()
	before.Preferences, before.TeamPolicy, before.Custom = "stale preference", "stale policy", "stale custom"
	after := bare()
	after.Cwd, after.Os, after.Model = "/new", "new os", "new model"
	after.Preferences, after.TeamPolicy, after.Custom = "new preference", "new policy", "new custom"
	after.ServerTools = notes()
	for _, p := range profiles() {
		old := assemble(t, p, before)
		was, _ := texts(t, old, quiet())
		compacted, err := old.Refresh(after)
		if err != nil {
			t.Fatal(err)
		}
		reset := assemble(t, p, after)
		now, _ := texts(t, compacted, quiet())
		again, _ := texts(t, reset, quiet())
		equal(t, p.String()+" after a reset", again, now)
		for _, stale := range []string{"stale", before.Cwd, before.Os} {
			if strings.Contains(now, stale) || !strings.Contains(was, before.Cwd) {
				t.Errorf("%v: %q is still there", p, stale)
			}
		}
		for _, value := range []string{after.Cwd, after.Os, after.Model, after.TeamPolicy, after.Custom} {
			if !strings.Contains(now, value) {
				t.Errorf("%v: %q is missing", p, value)
			}
		}
		equal(t, p.String()+": the static zone", static(t, compacted), static(t, old))
		if still, _ := texts(t, old, quiet()); still != was {
			t.Errorf("%v: a refresh changes the assembler of before", p)
		}
	}
}

// TestMemoised proves that what a session fixes is evaluated once: a host that changes its values in place changes nothing.
func TestMemoised(t *testing.T) {
	s := full()
	s.ServerTools = notes()
	a := assemble(t, twozone.ProfileAssistantTail, s)
	was := a.System() + string(request(t, a).Tools.JSON())
	s.Cwd = "/elsewhere"
	s.ServerTools[0].Name = "changed"
	equal(t, "the prefix", a.System()+string(request(t, a).Tools.JSON()), was)
}

func request(t *testing.T, a *twozone.Assembler) prompt.Request {
	t.Helper()
	r, err := a.Request(prompt.Anthropic, quiet())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// names are the tools on the wire, in order.
func names(a *twozone.Assembler) []string {
	var all []string
	for tool := range a.Tools().All() {
		all = append(all, tool.Name)
	}
	return all
}

// TestServerConnects proves that the tools of a server come with a refresh, behind the declared ones, and can be called.
func TestServerConnects(t *testing.T) {
	for _, p := range []twozone.Profile{twozone.ProfileAssistant, twozone.ProfileAssistantTail} {
		a := assemble(t, p, bare())
		s := bare()
		s.ServerTools = notes()
		b, err := a.Refresh(s)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"read_file", "search_files", "change_file"}
		if got := names(a); !slices.Equal(got, want) {
			t.Errorf("%v: %q, want %q", p, got, want)
		}
		if got, want := names(b), append(want, "notes__add", "notes__find"); !slices.Equal(got, want) {
			t.Errorf("%v: %q, want %q", p, got, want)
		}
		declared, all := string(request(t, a).Tools.JSON()), string(request(t, b).Tools.JSON())
		if !strings.HasPrefix(all, strings.TrimSuffix(declared, "]")+",") {
			t.Errorf("%v: the declared tools, with their cache mark, are not the first of\n%s", p, all)
		}
		slices.Reverse(s.ServerTools)
		c := assemble(t, p, s)
		equal(t, "the tools in another order", string(request(t, c).Tools.JSON()), string(request(t, b).Tools.JSON()))
	}
	s := bare()
	s.ServerTools = notes()
	if got := names(assemble(t, twozone.ProfileWorker, s)); slices.Contains(got, "notes__find") {
		t.Errorf("the worker has %q", got)
	}
}

// TestServerDropsOut proves that a server that is gone is told in the turn, and costs no byte of the prefix.
func TestServerDropsOut(t *testing.T) {
	s := bare()
	s.ServerTools = notes()
	a := assemble(t, twozone.ProfileAssistantTail, s)
	up, gone := quiet(), quiet()
	up.Servers = []twozone.Server{{Name: "notes"}}
	gone.Servers = []twozone.Server{{Name: "notes", Gone: true}}
	one, two := mustRequest(t, a, up), mustRequest(t, a, gone)
	equal(t, "tools", string(two.Tools.JSON()), string(one.Tools.JSON()))
	equal(t, "system", string(two.System.JSON()), string(one.System.JSON()))
	if !strings.Contains(one.Tail, "\n- notes\n") || !strings.Contains(two.Tail, "\n- notes does not answer; leave its tools alone until it is back\n") {
		t.Errorf("the tails are\n%s\nand\n%s", one.Tail, two.Tail)
	}
}

func mustRequest(t *testing.T, a *twozone.Assembler, turn twozone.Turn) prompt.Request {
	t.Helper()
	r, err := a.Request(prompt.Anthropic, turn)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAppendedIsCached proves that appended prompts stand behind what the session fixes and in front of volatile text.
func TestAppendedIsCached(t *testing.T) {
	for name, set := range map[string]func(*twozone.Session){
		"agent":  func(s *twozone.Session) { s.Agent, s.AgentMode = "APPENDED", prompt.ModeAppend },
		"custom": func(s *twozone.Session) { s.Custom = "APPENDED" },
	} {
		s := full()
		plain, _ := texts(t, assemble(t, twozone.ProfileAssistant, s), live())
		set(&s)
		got, _ := texts(t, assemble(t, twozone.ProfileAssistant, s), live())
		equal(t, name, got, strings.Replace(plain, "\n\n# Memory\n", "\n\nAPPENDED\n\n# Memory\n", 1))
	}
}

// TestModeNamesTheProfile proves that a mode's name picks its profile, and that a user without one is helped.
func TestModeNamesTheProfile(t *testing.T) {
	for _, want := range profiles() {
		got, err := twozone.ResolveProfile(twozone.Selection{Explicit: want.String(), Model: "any", ContextWindow: 1})
		if got != want || err != nil {
			t.Errorf("%v: got %v, %v", want, got, err)
		}
	}
	if got, err := twozone.ResolveProfile(twozone.Selection{}); got != twozone.ProfileAssistantTail || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestEmptyIsAbsent proves that a level that is set to nothing does not decide.
func TestEmptyIsAbsent(t *testing.T) {
	for _, p := range profiles() {
		s := bare()
		plain := assemble(t, p, s).System()
		s.AgentMode = prompt.ModeReplace
		s.Override, s.Coordinator, s.Agent, s.Custom = "", "", "", ""
		equal(t, p.String(), assemble(t, p, s).System(), plain)
	}
}

// TestAgentModeIsTheCallers proves that the registry guesses no mode: it is refused where it counts and is missing.
func TestAgentModeIsTheCallers(t *testing.T) {
	s := bare()
	s.Agent = "A"
	if _, err := try(twozone.ProfileWorker, s); err == nil || !strings.Contains(err.Error(), "Session.AgentMode") {
		t.Errorf("got the error %v", err)
	}
	s.Override = "O" // decides in front of it
	if _, err := try(twozone.ProfileWorker, s); err != nil {
		t.Error(err)
	}
}

// TestAppendedAgentKeepsTheLoop proves that an agent that appends has the default rules and limits in front of it.
func TestAppendedAgentKeepsTheLoop(t *testing.T) {
	for _, p := range profiles() {
		s := bare()
		plain := assemble(t, p, s).System()
		s.Agent, s.AgentMode = "You know billing.", prompt.ModeAppend
		got := assemble(t, p, s).System()
		equal(t, p.String(), got, plain+"\n\nYou know billing.")
	}
}
