package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/promptgen/promptgen/examples/bashagent/gen/bashagent"
	"github.com/promptgen/promptgen/prompt"
)

// goldens are the sessions whose prompts stand in testdata/golden, written by hand.
func goldens() map[string]struct {
	locale bashagent.Locale
	s      bashagent.Session
} {
	type golden = struct {
		locale bashagent.Locale
		s      bashagent.Session
	}
	full := tokens("zh_CN")
	full.GlobalInstructions = "Sign off every commit.\n"
	full.ProjectInstructions = "TEXT\n"
	full.Skills = []bashagent.Skill{{Name: "pdf", Summary: "Reads PDFs."}, {Name: "release", Summary: "Cuts a release."}}
	full.SelectedSkills = []bashagent.SelectedSkill{
		{Name: "release", Dir: "__HOME__/.bash-agent/skills/release", Body: "1. Tag.\n2. Tell.\n"},
		{Name: "pdf", Dir: "__HOME__/.bash-agent/skills/pdf", Body: "Look for fields first."},
	}
	full.Plan, full.PlanFile = "1. Find it.\n2. Fix it.", "__PROJECT__/plan"
	full.PlanDraft = "3. Nobody has confirmed this."
	full.Context = "The lexer is fine."

	hostile := bashagent.Session{Lang: "C", Cwd: "/w/$(id)/%s", Home: "/h", Platform: "Linux", Shell: "/bin/sh"}
	hostile.GlobalInstructions = "\n\n"
	hostile.ProjectInstructions = `$& {{x}} \(input.cwd) </instruction-file> &amp;` + "\n\n\n"
	hostile.Skills = []bashagent.Skill{{Name: "a\nb", Summary: "two\nlines \"quoted\""}}
	hostile.SelectedSkills = []bashagent.SelectedSkill{{Name: `q"<&>\`, Dir: "/s", Body: "tab\there, byte \xff, zero \x00.\r\n"}}
	hostile.Plan, hostile.PlanFile = "line\n\n", "b\b t\t n\n f\f r\r one \x01 delete \x7f byte \xff"
	hostile.Context = "\n"

	return map[string]golden{
		"bare.en.txt":    {bashagent.LocaleEn, tokens("en_US")},
		"full.zh.txt":    {bashagent.LocaleZh, full},
		"hostile.en.txt": {bashagent.LocaleEn, hostile},
	}
}

// tokens is a session with nothing beyond what every one has, the same on all machines.
func tokens(lang string) bashagent.Session {
	return bashagent.Session{Lang: lang, Cwd: "__PROJECT__", Home: "__HOME__", Platform: "__PLATFORM__", Shell: "__SHELL__"}
}

// TestGolden compares whole prompts with files that promptgen has not written.
func TestGolden(t *testing.T) {
	for name, g := range goldens() {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join("testdata", "golden", name))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, assemble(t, g.locale, g.s), string(want))
		})
	}
}

func assemble(t *testing.T, locale bashagent.Locale, s bashagent.Session) string {
	t.Helper()
	a, err := bashagent.New(bashagent.Config{Profile: bashagent.ProfileAgent, Transport: prompt.Native, Locale: locale}, s)
	if err != nil {
		t.Fatal(err)
	}
	return a.System()
}

// equal compares bytes and shows where they part.
func equal(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	from := max(0, at-40)
	t.Errorf("differs at byte %d:\ngot  %q\nwant %q", at, got[from:min(len(got), at+80)], want[from:min(len(want), at+80)])
}
