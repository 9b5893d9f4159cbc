package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/twozone/gen/twozone"
	"github.com/promptgen/promptgen/prompt"
)

// levels are those of the registry's sections, by name.
func levels() map[string]prompt.Level {
	all := map[string]prompt.Level{}
	for _, s := range twozone.Sections() {
		all[s.Name] = s.Level
	}
	return all
}

func TestEverySectionHasItsZone(t *testing.T) {
	want := map[string]prompt.Level{
		"identity": prompt.Static, "rules": prompt.Static, "calibration": prompt.Static, "tool_usage": prompt.Static,
		"session_context": prompt.Session, "preferences": prompt.Session,
		"user_memory": prompt.Volatile, "active_tools": prompt.Volatile, "free_tokens": prompt.Volatile,
		"late_memory": prompt.Volatile, "late_servers": prompt.Volatile, "late_tokens": prompt.Volatile,
		"override": prompt.Session, "coordinator": prompt.Session, "agent": prompt.Session, "custom": prompt.Session,
		"team_policy": prompt.Session, "hints": prompt.Volatile,
	}
	got := levels()
	for name, level := range want {
		if got[name] != level {
			t.Errorf("%s is %v, want %v", name, got[name], level)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d sections, want %d: %v", len(got), len(want), got)
	}
}

// TestInventoryHasReasons proves that the inventory is complete: what is not static says why, and nothing else does.
func TestInventoryHasReasons(t *testing.T) {
	for _, s := range twozone.Sections() {
		if has := strings.TrimSpace(s.Reason) != ""; has != (s.Level != prompt.Static) {
			t.Errorf("%s is %v and has the reason %q", s.Name, s.Level, s.Reason)
		}
	}
}

// TestStaticBeforeDynamic proves the order of the tiers: all that sessions share, then what this one fixes, then the rest.
func TestStaticBeforeDynamic(t *testing.T) {
	for _, p := range profiles() {
		a := assemble(t, p, full())
		last := prompt.Static
		for b := range a.Blocks() {
			if b.Level < last {
				t.Errorf("%v: a %v block stands behind a %v one", p, b.Level, last)
			}
			last = b.Level
		}
	}
	system, _ := texts(t, assemble(t, twozone.ProfileAssistant, full()), live())
	at := -1
	for _, heading := range []string{"You help users", "# Rules\n", "# Limits\n", "# Tools\n", "# Session\n", "# Preferences", "# Memory\n", "# Servers\n", "Free context:", "Name the ticket."} {
		next := strings.Index(system, heading)
		if next <= at {
			t.Errorf("%q stands at %d, what is declared in front of it at %d", heading, next, at)
		}
		at = next
	}
}

// TestBothLayoutsSayTheSame proves that the two assistants differ in the place of their words alone.
func TestBothLayoutsSayTheSame(t *testing.T) {
	s, turn := full(), live()
	s.TeamPolicy, turn.Hints = "", ""
	one, none := texts(t, assemble(t, twozone.ProfileAssistant, s), turn)
	system, tail := texts(t, assemble(t, twozone.ProfileAssistantTail, s), turn)
	equal(t, "the words", one+none, system+"\n\n"+tail)
}

// static is the first block of a profile's system text.
func static(t *testing.T, a *twozone.Assembler) string {
	t.Helper()
	for b := range a.Blocks() {
		if b.Level == prompt.Static {
			return b.Text
		}
	}
	return ""
}

// TestStaticIsOneForAll proves that neither user nor session nor turn moves a byte of the static zone.
func TestStaticIsOneForAll(t *testing.T) {
	for _, p := range profiles() {
		one := static(t, assemble(t, p, bare()))
		if one == "" {
			t.Fatalf("%v has no static zone", p)
		}
		for name, set := range map[string]func(*twozone.Session){
			"everything":     func(s *twozone.Session) { *s = full() },
			"custom":         func(s *twozone.Session) { s.Custom = "U" },
			"appended agent": func(s *twozone.Session) { s.Agent, s.AgentMode = "A", prompt.ModeAppend },
			"a server":       func(s *twozone.Session) { s.ServerTools = notes() },
		} {
			s := bare()
			set(&s)
			a := assemble(t, p, s)
			equal(t, p.String()+" with "+name, static(t, a), one)
			for _, turn := range []twozone.Turn{quiet(), live()} {
				if system, _ := texts(t, a, turn); !strings.HasPrefix(system, one) {
					t.Errorf("%v with %s: the system text does not begin with the static zone", p, name)
				}
			}
		}
	}
}

// TestIdentityMatchesRole pins the verbs of the first sentence, and that the tools fit them.
func TestIdentityMatchesRole(t *testing.T) {
	for p, c := range map[twozone.Profile]struct{ first, has, lacks string }{
		twozone.ProfileAssistant:     {"You help users ", "change_file", "start_worker"},
		twozone.ProfileAssistantTail: {"You help users ", "change_file", "start_worker"},
		twozone.ProfileCoordinator:   {"You orchestrate complex tasks by delegating ", "start_worker", "change_file"},
		twozone.ProfileWorker:        {"You are an agent for code analysis. You read files and report findings ", "report_findings", "start_worker"},
	} {
		a := assemble(t, p, bare())
		if got, _ := a.Section("identity"); !strings.HasPrefix(a.System(), got) || !strings.HasPrefix(got, c.first) {
			t.Errorf("%v begins with %q, want %q", p, a.System()[:60], c.first)
		}
		shown := map[string]bool{}
		for tool := range a.Tools().All() {
			shown[tool.Name] = true
		}
		if !shown[c.has] || shown[c.lacks] {
			t.Errorf("%v has the tools %v", p, shown)
		}
	}
}

// TestCalibrationIsNumeric proves that every limit has a number and none of the words that stand for one.
func TestCalibrationIsNumeric(t *testing.T) {
	number := regexp.MustCompile(`[0-9]`)
	vague := regexp.MustCompile(`(?i)\b(concise|short|careful|few|several|reasonable|appropriate|some|many|usually)\b`)
	for _, p := range profiles() {
		text, _ := assemble(t, p, bare()).Section("calibration")
		lines := strings.Split(text, "\n")
		if len(lines) < 5 {
			t.Fatalf("%v has no calibration: %q", p, text)
		}
		for _, line := range lines[1:] {
			if !number.MatchString(line) || vague.MatchString(line) {
				t.Errorf("%v: %q", p, line)
			}
		}
	}
}

// TestPreferencesStandInTheDynamicZone proves that other limits of a user are no change of the static ones.
func TestPreferencesStandInTheDynamicZone(t *testing.T) {
	s := bare()
	s.Preferences = "Answer in at most 9 sentences."
	a := assemble(t, twozone.ProfileAssistantTail, s)
	if strings.Contains(static(t, a), s.Preferences) || !strings.Contains(a.System(), s.Preferences) {
		t.Error("the preference is not behind the static zone")
	}
}

// TestPrefixStays plays twelve turns in which everything moves that may move between turns. What stands in front of the
// history stays the same, but in the one profile that shows what the other layout costs.
func TestPrefixStays(t *testing.T) {
	for _, p := range profiles() {
		s := full()
		s.ServerTools = notes()
		a := assemble(t, p, s)
		first, moved := "", false
		for i := range int64(12) {
			turn := live()
			turn.RemainingTokens -= i
			turn.Manifest += strings.Repeat("- more\n", int(i))
			turn.Servers[1].Gone = i%2 == 1
			r, err := a.Request(prompt.Anthropic, turn)
			if err != nil {
				t.Fatal(err)
			}
			prefix := string(r.Tools.JSON()) + string(r.System.JSON())
			if first == "" {
				first = prefix
			}
			moved = moved || prefix != first
		}
		if want := p == twozone.ProfileAssistant; moved != want {
			t.Errorf("%v: the prefix moves: %v, want %v", p, moved, want)
		}
	}
}
