package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

func profiles() []twozone.Profile {
	return []twozone.Profile{twozone.ProfileAssistant, twozone.ProfileAssistantTail, twozone.ProfileCoordinator, twozone.ProfileWorker}
}

// bare is a session with nothing beyond what every one has.
func bare() twozone.Session {
	return twozone.Session{Cwd: `/w/a&b "c"`, Os: "Plan 9", Model: "m"}
}

// full is a session with all that stands beside the default prompt.
func full() twozone.Session {
	s := bare()
	s.Preferences = "No emoji.\r\n\r\nAt most 2 files.\n\n"
	s.TeamPolicy = "Name the ticket."
	return s
}

// quiet is a turn with nothing beyond what every one has.
func quiet() twozone.Turn { return twozone.Turn{RemainingTokens: 4711} }

func live() twozone.Turn {
	t := quiet()
	t.Manifest = "- tabs.md: tabs, not blanks\n- äöü.md: words\n"
	t.Facts = []twozone.Fact{{File: "tabs.md", Text: "Tabs.\nAlways.\n\n"}, {File: "äöü.md", Text: "Umlaute stay."}}
	t.Servers = []twozone.Server{{Name: "notes", Gone: true}, {Name: "tickets"}}
	t.Hints = "Blanks after all."
	return t
}

func try(p twozone.Profile, s twozone.Session) (*twozone.Assembler, error) {
	return twozone.New(twozone.Config{Profile: p, Transport: prompt.Native, Locale: twozone.LocaleEn}, s)
}

func assemble(t *testing.T, p twozone.Profile, s twozone.Session) *twozone.Assembler {
	t.Helper()
	a, err := try(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// texts are system text and tail of one turn.
func texts(t *testing.T, a *twozone.Assembler, turn twozone.Turn) (system, tail string) {
	t.Helper()
	s, err := a.Append(nil, turn)
	if err != nil {
		t.Fatal(err)
	}
	b, err := a.AppendTail(nil, turn)
	if err != nil {
		t.Fatal(err)
	}
	return string(s), string(b)
}

// equal compares bytes and shows where they part.
func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	at := common(got, want)
	from := max(0, at-40)
	t.Errorf("%s differs at byte %d:\ngot  %q\nwant %q", what, at, got[min(from, len(got)):min(len(got), at+80)], want[min(from, len(want)):min(len(want), at+80)])
}

// golden reads a file that was written by hand. None of its bytes is trimmed.
func golden(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestGolden compares whole prompts, every section of every profile among them, with files that promptgen has not written.
func TestGolden(t *testing.T) {
	for _, p := range profiles() {
		t.Run(p.String(), func(t *testing.T) {
			s, turn := full(), live()
			if p == twozone.ProfileWorker {
				s, turn = bare(), quiet()
			}
			system, tail := texts(t, assemble(t, p, s), turn)
			equal(t, "system", system, golden(t, p.String()+".system.txt"))
			equal(t, "tail", tail, golden(t, p.String()+".tail.txt"))
		})
	}
}

// TestGoldenChain has the vectors of the chain: which prompt decides, and what stands behind it. D is the default text,
// read from the files that were written by hand; T is the tail, of which the policy is fixed for the session.
func TestGoldenChain(t *testing.T) {
	const rule = "\n\n"
	d := golden(t, "worker.system.txt")
	const live = "Free context: 4711 tokens. Below 20000, finish the step you are in and report."
	for name, c := range map[string]struct {
		set          func(*twozone.Session)
		system, tail string
	}{
		"default":                {func(*twozone.Session) {}, d + rule + "T", live + rule + "H"},
		"custom":                 {func(s *twozone.Session) { s.Custom = "U" }, d + rule + "U" + rule + "T", live + rule + "H"},
		"agent appended":         {func(s *twozone.Session) { s.Agent, s.AgentMode = "A", prompt.ModeAppend }, d + rule + "A" + rule + "T", live + rule + "H"},
		"agent in place":         {func(s *twozone.Session) { s.Agent, s.AgentMode = "A", prompt.ModeReplace }, "A" + rule + "T", "H"},
		"agent beats custom":     {func(s *twozone.Session) { s.Agent, s.AgentMode, s.Custom = "A", prompt.ModeAppend, "U" }, d + rule + "A" + rule + "T", live + rule + "H"},
		"coordinator":            {func(s *twozone.Session) { s.Coordinator = "C" }, "C" + rule + "T", "H"},
		"coordinator beats both": {func(s *twozone.Session) { s.Coordinator, s.Agent, s.Custom = "C", "A", "U" }, "C" + rule + "T", "H"},
		"override":               {func(s *twozone.Session) { s.Override = "O" }, "O" + rule + "T", "H"},
		"override beats all":     {func(s *twozone.Session) { s.Override, s.Coordinator, s.Agent, s.Custom = "O", "C", "A", "U" }, "O" + rule + "T", "H"},
	} {
		s, turn := bare(), quiet()
		c.set(&s)
		s.TeamPolicy, turn.Hints = "T", "H"
		system, tail := texts(t, assemble(t, twozone.ProfileWorker, s), turn)
		equal(t, name+": system", system, c.system)
		equal(t, name+": tail", tail, c.tail)

		// Without a tail, no separator announces one.
		s.TeamPolicy, turn.Hints = "", ""
		system, tail = texts(t, assemble(t, twozone.ProfileWorker, s), turn)
		equal(t, name+": system without a tail", system, c.system[:len(c.system)-len(rule+"T")])
		if c.tail = c.tail[:len(c.tail)-len("H")]; c.tail != "" {
			c.tail = c.tail[:len(c.tail)-len(rule)]
		}
		equal(t, name+": no tail", tail, c.tail)
	}
}

// TestGoldenReplaced proves that a prompt in place of the default one leaves no byte of it, whatever the profile, and
// that volatile text of the profile goes, too.
func TestGoldenReplaced(t *testing.T) {
	for _, p := range profiles() {
		for name, set := range map[string]func(*twozone.Session){
			"override":    func(s *twozone.Session) { s.Override = "X" },
			"coordinator": func(s *twozone.Session) { s.Coordinator = "X" },
			"agent":       func(s *twozone.Session) { s.Agent, s.AgentMode = "X", prompt.ModeReplace },
		} {
			s := full()
			set(&s)
			system, tail := texts(t, assemble(t, p, s), live())
			equal(t, p.String()+" with "+name, system, "X\n\nName the ticket.")
			equal(t, p.String()+" with "+name+": tail", tail, "Blanks after all.")
		}
	}
}
