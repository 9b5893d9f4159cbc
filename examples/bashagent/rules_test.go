package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/examples/bashagent/gen/bashagent"
	"github.com/promptgen/promptgen/prompt"
)

// section returns the section with a tag, from its first byte to its last, and whether the prompt has it.
func section(system, tag string) (string, bool) {
	at := regexp.MustCompile(`(?ms)^<` + regexp.QuoteMeta(tag) + `[ >].*^</` + regexp.QuoteMeta(tag) + `>$`).FindString(system)
	return at, at != ""
}

func english(t *testing.T, s bashagent.Session) string {
	t.Helper()
	return assemble(t, bashagent.LocaleEn, s)
}

// shows compares a section with its bytes; with "" for one that must be absent.
func shows(t *testing.T, s bashagent.Session, tag, want string) {
	t.Helper()
	got, _ := section(english(t, s), tag)
	equal(t, got, want)
	if want == "" && strings.Contains(english(t, s), tag) {
		t.Errorf("%s is mentioned", tag)
	}
}

func TestThirteenSectionsInOrder(t *testing.T) {
	want := []string{
		"agent-identity", "environment", "rules", "using-your-tools", "sub-agent-guidance", "todo-guidance", "plan-lifecycle-guidance",
		"instruction-files", "skill-index", "selected-skills", "current-plan", "context-snapshot", "output-language",
	}
	system := assemble(t, bashagent.LocaleZh, goldens()["full.zh.txt"].s)
	var got []string
	at := 0
	for _, tag := range want {
		text, ok := section(system, tag)
		if !ok {
			t.Fatalf("no section %s", tag)
		}
		// One line feed stands between two sections, and nothing else anywhere.
		if i := strings.Index(system, text); i != at {
			t.Errorf("%s begins at byte %d, want %d", tag, i, at)
		}
		if at > 0 && system[at-1] != '\n' {
			t.Errorf("%q stands in front of %s", system[at-1], tag)
		}
		at += len(text) + len("\n")
		got = append(got, tag)
	}
	if len(got) != 13 || at-1 != len(system) {
		t.Errorf("%d sections end at byte %d of %d", len(got), at-1, len(system))
	}
}

func TestNoFinalNewline(t *testing.T) {
	for name, g := range goldens() {
		if system := assemble(t, g.locale, g.s); !strings.HasSuffix(system, "</output-language>") {
			t.Errorf("%s ends in %q", name, system[len(system)-20:])
		}
	}
}

func TestWrapWithoutName(t *testing.T) {
	s := tokens("en_US")
	s.Context = "x"
	shows(t, s, "context-snapshot", "<context-snapshot>\nx\n</context-snapshot>")
}

func TestWrapWithName(t *testing.T) {
	s := tokens("en_US")
	s.Plan, s.PlanFile = "x", "/w/plan"
	shows(t, s, "current-plan", "<current-plan name=\"/w/plan\">\nx\n</current-plan>")
}

func TestUnnamedPlanHasNoAttribute(t *testing.T) {
	s := tokens("en_US")
	s.Plan = "x"
	shows(t, s, "current-plan", "<current-plan>\nx\n</current-plan>")
}

func TestNameIsJSONEscaped(t *testing.T) {
	for name, want := range map[string]string{
		`q"<&>\`:                   `q\"<&>\\`,
		"\b\t\n\f\r":               `\b\t\n\f\r`,
		"\x01\x1f\x7f":             "\x01\x1f\x7f", // other controls stay, as the shell has no escape for them
		"\xff\xc3(":                "\xff\xc3(",    // so do bytes that are no text
		"&amp; \\u0041 'é' \ue000": "&amp; \\\\u0041 'é' \ue000",
	} {
		s := tokens("en_US")
		s.Plan, s.PlanFile = "line\n\n", name
		s.SelectedSkills = []bashagent.SelectedSkill{{Name: name, Dir: "/s", Body: "b"}}
		shows(t, s, "current-plan", `<current-plan name="`+want+"\">\nline\n\n\n</current-plan>")
		if inner, _ := section(english(t, s), "skill"); !strings.HasPrefix(inner, `<skill name="`+want+"\">\n") {
			t.Errorf("skill begins %q", inner)
		}
	}
}

func TestEmptyContentLeavesNothing(t *testing.T) {
	bare := english(t, tokens("en_US"))
	for _, tag := range []string{"instruction-files", "skill-index", "selected-skills", "current-plan", "context-snapshot"} {
		if strings.Contains(bare, tag) {
			t.Errorf("%s leaves something", tag)
		}
	}
	s := tokens("en_US")
	s.PlanFile = "/w/plan" // a name alone is no plan
	equal(t, english(t, s), bare)
}

func TestLineFeedIsContent(t *testing.T) {
	s := tokens("en_US")
	s.Plan, s.Context = "\n", "\n"
	shows(t, s, "current-plan", "<current-plan>\n\n\n</current-plan>")
	shows(t, s, "context-snapshot", "<context-snapshot>\n\n\n</context-snapshot>")
	s.Context = " "
	shows(t, s, "context-snapshot", "<context-snapshot>\n \n</context-snapshot>")
}

func TestFilesLoseFinalLineFeeds(t *testing.T) {
	s := tokens("en_US")
	s.ProjectInstructions = "\n a \n\n\n"
	shows(t, s, "instruction-file", "<instruction-file name=\"project\">\n\n a \n</instruction-file>")
	s.ProjectInstructions = "a\r\n" // a carriage return is none
	shows(t, s, "instruction-file", "<instruction-file name=\"project\">\na\r\n</instruction-file>")
}

func TestGlobalBeforeProject(t *testing.T) {
	s := tokens("en_US")
	s.GlobalInstructions, s.ProjectInstructions = "G", "P"
	shows(t, s, "instruction-files", "<instruction-files>\n<instruction-file name=\"global\">\nG\n</instruction-file>\n"+
		"<instruction-file name=\"project\">\nP\n</instruction-file>\n</instruction-files>")
	s.GlobalInstructions, s.ProjectInstructions = "", "TEXT"
	shows(t, s, "instruction-files", "<instruction-files>\n<instruction-file name=\"project\">\nTEXT\n</instruction-file>\n</instruction-files>")
}

func TestOuterGoesWithInner(t *testing.T) {
	s := tokens("en_US")
	s.GlobalInstructions, s.ProjectInstructions = "\n", "\n\n"
	shows(t, s, "instruction-files", "")
	s.SelectedSkills, s.Skills = []bashagent.SelectedSkill{}, []bashagent.Skill{}
	shows(t, s, "selected-skills", "")
	shows(t, s, "skill-index", "")
}

func TestSkillsNestInOrderOfChoice(t *testing.T) {
	s := tokens("en_US")
	s.SelectedSkills = []bashagent.SelectedSkill{{Name: "z", Dir: "/z", Body: "Z\n"}, {Name: "a", Dir: "/a", Body: "A"}}
	shows(t, s, "selected-skills", "<selected-skills>\n<skill name=\"z\">\nBase directory: /z\n\nZ\n</skill>\n"+
		"<skill name=\"a\">\nBase directory: /a\n\nA\n</skill>\n</selected-skills>")
}

func TestEnvironmentLines(t *testing.T) {
	s := bashagent.Session{Lang: "en_US", Cwd: "/w", Home: "/h", Platform: "Linux", Shell: "/bin/bash"}
	shows(t, s, "environment", "<environment>\nlang: en_US\npwd: /w\nhome: /h\nplatform: Linux\nshell: /bin/bash\n</environment>")
}

// TestTwoTextsAreTranslated proves that a Chinese prompt differs from the English one in two sections and no other.
func TestTwoTextsAreTranslated(t *testing.T) {
	s := goldens()["full.zh.txt"].s
	en, zh := english(t, s), assemble(t, bashagent.LocaleZh, s)
	for _, tag := range []string{"agent-identity", "output-language"} {
		a, _ := section(en, tag)
		b, _ := section(zh, tag)
		if a == b || !slices.ContainsFunc([]rune(b), func(r rune) bool { return r >= '一' && r <= '鿿' }) {
			t.Errorf("%s is not in Chinese: %q", tag, b)
		}
		zh = strings.Replace(zh, b, a, 1)
	}
	equal(t, zh, en)
}

func TestDraftIsNotShown(t *testing.T) {
	s := tokens("en_US")
	s.Plan, s.PlanFile = "1. Old.", "/w/plan"
	before := english(t, s)
	s.PlanDraft = "1. New."
	equal(t, english(t, s), before)
	if err := s.ConfirmPlan(); err != nil {
		t.Fatal(err)
	}
	equal(t, english(t, s), strings.Replace(before, "1. Old.", "1. New.", 1))
	if s.PlanDraft != "" {
		t.Errorf("the draft is still %q", s.PlanDraft)
	}
	if err := s.ConfirmPlan(); err == nil || s.Plan != "1. New." {
		t.Errorf("an empty draft was confirmed: %v, %q", err, s.Plan)
	}
	// What counts is the size of the draft, so a line feed is one.
	s.PlanDraft = "\n"
	if err := s.ConfirmPlan(); err != nil || s.Plan != "\n" {
		t.Errorf("a line feed was not confirmed: %v, %q", err, s.Plan)
	}
}

// TestLevels proves that everything but the agent's own words comes with the session, and that each says why.
func TestLevels(t *testing.T) {
	static := []string{"identity", "plan_lifecycle", "rules", "sub_agents", "todo", "using_tools"}
	for _, info := range bashagent.Sections() {
		if want := slices.Contains(static, info.Name); (info.Level.String() == "static") != want || (info.Reason == "") != want {
			t.Errorf("%s is %v: %q", info.Name, info.Level, info.Reason)
		}
	}
}

// TestRequestIsText proves that bytes which JSON can't hold stay in the prompt and do not break a request.
func TestRequestIsText(t *testing.T) {
	s := tokens("en_US")
	s.Context = "a\xffb\x00c"
	a, err := bashagent.New(bashagent.Config{Profile: bashagent.ProfileAgent, Transport: prompt.Native, Locale: bashagent.LocaleEn}, s)
	if err != nil {
		t.Fatal(err)
	}
	request, err := a.Request(prompt.Anthropic, bashagent.Turn{})
	if err != nil {
		t.Fatal(err)
	}
	var blocks []struct{ Text string }
	if err := json.Unmarshal([]byte(request.System.JSON()), &blocks); err != nil {
		t.Fatal(err)
	}
	var sent strings.Builder
	for _, b := range blocks {
		sent.WriteString(b.Text)
	}
	if !strings.Contains(a.System(), "a\xffb\x00c") {
		t.Error("the prompt has other bytes")
	}
	equal(t, sent.String(), strings.Replace(a.System(), "\xff", "\ufffd", 1))
}
