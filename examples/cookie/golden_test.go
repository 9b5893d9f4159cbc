package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
	"github.com/promptgen/promptgen/prompt"
)

// assemble makes the assembler of a session that must be admitted.
func assemble(t *testing.T, p cookie.Profile, s cookie.Session) *cookie.Assembler {
	t.Helper()
	a, err := try(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func try(p cookie.Profile, s cookie.Session) (*cookie.Assembler, error) {
	return cookie.New(cookie.Config{Profile: p, Transport: prompt.Native, Locale: cookie.LocaleEn}, s)
}

// turnsOf returns the texts of the turns that open the history.
func turnsOf(t *testing.T, a *cookie.Assembler, turn cookie.Turn) []string {
	t.Helper()
	turns, err := a.ContextTurns(turn)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range turns {
		if c.Role != "user" {
			t.Errorf("a turn of role %q opens the history", c.Role)
		}
		texts = append(texts, c.Text)
	}
	return texts
}

// same fails where two texts differ by a byte.
func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
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

// section is a provider's section.
func section(title, body string) cookie.ProviderSection {
	return cookie.ProviderSection{Title: title, Body: body}
}

func TestGoldenSystem(t *testing.T) {
	for _, g := range []struct {
		file    string
		profile cookie.Profile
		session cookie.Session
	}{
		{"root.system.txt", cookie.ProfileRoot, cookie.Session{
			AgentBody: "Hi.\n\n\n", Cwd: "/w&x",
			Providers: []cookie.Provider{
				{ID: "a", Sections: []cookie.ProviderSection{section("One", "A")}},
				{ID: `plugin:"local&review"`, Sections: []cookie.ProviderSection{section("Two", "First\r\n\r\nSecond")}},
			},
			Skills: []cookie.Skill{
				{Name: "pdf", Description: `Reads "PDF" & images.`, WhenToUse: "Load it for <scans>.", Location: "/s/o'hara/pdf"},
				{Name: "go", Description: "Writes Go.", Location: "/s/go"},
			},
			Plugins: []cookie.Plugin{{Addendum: "Answer in French."}, {}, {Addendum: "Sign with your name."}},
		}},
		{"root.builtin.txt", cookie.ProfileRoot, cookie.Session{Cwd: "/w/a&b/<x>&"}},
		{"delegated.system.txt", cookie.ProfileDelegated, cookie.Session{AgentBody: "You look around and report.", Cwd: "/w&x"}},
		{"replaced.system.txt", cookie.ProfileRoot, cookie.Session{AgentBody: "Hi.\n", Cwd: "/w", Plugins: []cookie.Plugin{{Replacement: "first", Addendum: "second"}}}},
		{"approval.system.txt", cookie.ProfileApproval, cookie.Session{}},
		{"compaction.system.txt", cookie.ProfileCompaction, cookie.Session{}},
		{"title.system.txt", cookie.ProfileTitle, cookie.Session{}},
		{"title_authored.system.txt", cookie.ProfileTitle, cookie.Session{AgentBody: "Name it after its ticket."}},
	} {
		t.Run(g.file, func(t *testing.T) {
			same(t, assemble(t, g.profile, g.session).System(), golden(t, g.file))
		})
	}
}

func TestGoldenProviders(t *testing.T) {
	a := assemble(t, cookie.ProfileDelegated, cookie.Session{Cwd: "/w", Providers: []cookie.Provider{
		{ID: "a", Sections: []cookie.ProviderSection{section("One", "A")}},
		{ID: "b", Sections: []cookie.ProviderSection{section("Two", "B")}},
	}})
	got, _ := a.Section("tool_instructions")
	same(t, got, golden(t, "providers.txt"))
}

func TestGoldenTurns(t *testing.T) {
	for file, items := range map[string][]cookie.AgentsMdItem{
		"agents_md.turn.txt":     {{Source: "/abs/path/AGENTS.md", Text: "...\n"}},
		"agents_md_two.turn.txt": {{Source: "/w/AGENTS.md", Text: "Use tabs & <b>.\r\n\r\nNever spaces."}, {Source: "/w/a&b/AGENTS.md", Text: "Prices are in cents.\n"}},
	} {
		a := assemble(t, cookie.ProfileRoot, cookie.Session{Cwd: "/w", AgentMd: true, AgentsMd: items})
		turns := turnsOf(t, a, cookie.Turn{LoadedSkills: []cookie.LoadedSkill{{Body: "# PDF\n\nOpen it first.\n"}, {Body: "# Go\n"}}})
		if len(turns) != 3 {
			t.Fatalf("%d turns, want 3", len(turns))
		}
		same(t, turns[0], golden(t, file))
		same(t, turns[1], golden(t, "loaded_skill.turn.txt"))
		same(t, turns[2], "# Go\n")
	}
	turns := turnsOf(t, assemble(t, cookie.ProfileApproval, cookie.Session{}), cookie.Turn{Subject: "rm -rf ./build"})
	if len(turns) != 1 {
		t.Fatalf("%d turns, want 1", len(turns))
	}
	same(t, turns[0], "rm -rf ./build")
}
