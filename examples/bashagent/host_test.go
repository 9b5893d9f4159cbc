package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/promptgen/promptgen/examples/bashagent/gen/bashagent"
)

// call runs the program on a machine with these variables and nothing else.
func call(env map[string]string, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, bad bytes.Buffer
	h := host{getenv: func(name string) string { return env[name] }, stdin: strings.NewReader(stdin), stdout: &out, stderr: &bad}
	code = h.run(args)
	return code, out.String(), bad.String()
}

// write makes a file, with its folders.
func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestInstructionFileSearchOrder(t *testing.T) {
	order := []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", ".claude/CLAUDE.md"}
	folder := fstest.MapFS{}
	for _, name := range slices.Backward(order) {
		folder[name] = &fstest.MapFile{Data: []byte("text of " + name + "\n")}
		got, err := instructions(folder)
		if want := "text of " + name + "\n"; got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	// A folder of that name is no file, and an empty file is one: what stands behind it is not looked at.
	got, err := instructions(fstest.MapFS{"AGENTS.md/x": {}, "AGENT.md": {}, "CLAUDE.md": {Data: []byte("not this")}})
	if got != "" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// broken is a folder in which one file is there and can't be read.
type broken struct {
	fstest.MapFS
	name string
}

func (b broken) ReadFile(name string) ([]byte, error) {
	if name == b.name {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrPermission}
	}
	return b.MapFS.ReadFile(name)
}

func TestUnreadableInstructionFile(t *testing.T) {
	if got, err := instructions(fstest.MapFS{}); got != "" || err != nil {
		t.Errorf("none: got %q, %v", got, err)
	}
	b := broken{fstest.MapFS{"AGENT.md": {Data: []byte("x")}, "CLAUDE.md": {Data: []byte("y")}}, "AGENT.md"}
	if _, err := instructions(b); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("unreadable: got the error %v", err)
	}
}

func TestSkillsAreSortedByBytes(t *testing.T) {
	folder := fstest.MapFS{"no-skill/README.md": {}, "file": {}}
	want := []string{"Zeta", "_under", "a-b", "a.b", "ab", "alpha", "item10", "item2", "z", "Äther", "中"}
	for _, name := range want {
		folder[name+"/SKILL.md"] = &fstest.MapFile{Data: []byte("---\ndescription: d\n---\n\nIn ${BASH_AGENT_SKILL_DIR}.\n")}
	}
	skills, err := findSkills(folder, "/s")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, k := range skills {
		got = append(got, k.name)
		if k.dir != "/s/"+k.name || k.body != "In /s/"+k.name+".\n" || k.summary != "d" {
			t.Errorf("got %+v", k)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := findSkills(fstest.MapFS{"a/SKILL.md": {Data: []byte("text")}}, "/s"); err == nil {
		t.Error("a skill without a description passes")
	}
}

func TestChosenSkills(t *testing.T) {
	skills := []skill{{name: "a", dir: "/a", body: "A"}, {name: "b", dir: "/b", body: "B"}}
	got, err := choose(skills, []string{"b", "a", "b"})
	want := []bashagent.SelectedSkill{{Name: "b", Dir: "/b", Body: "B"}, {Name: "a", Dir: "/a", Body: "A"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := choose(skills, []string{"c"}); err == nil || err.Error() != `no skill is named "c"` {
		t.Errorf("unknown: got the error %v", err)
	}
}

func TestLocaleFromEnvironment(t *testing.T) {
	for _, c := range []struct {
		env    map[string]string
		lang   string
		locale bashagent.Locale
	}{
		{map[string]string{}, "en_US", bashagent.LocaleEn},
		{map[string]string{"LANG": "zh_CN.UTF-8"}, "zh_CN", bashagent.LocaleZh},
		{map[string]string{"LC_MESSAGES": "de_DE.UTF-8", "LANG": "zh_CN.UTF-8"}, "de_DE", bashagent.LocaleEn},
		{map[string]string{"LC_ALL": "zh_TW", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_US"}, "zh_TW", bashagent.LocaleZh},
		{map[string]string{"LC_ALL": "", "LANG": "zh"}, "zh", bashagent.LocaleZh},
		{map[string]string{"LC_ALL": "C.UTF-8", "LANG": "zh_CN"}, "C", bashagent.LocaleEn},
		{map[string]string{"LANG": "POSIX"}, "POSIX", bashagent.LocaleEn},
	} {
		lang := localeOf(func(name string) string { return c.env[name] })
		locale, err := bashagent.ParseLocale(lang)
		if lang != c.lang || locale != c.locale || err != nil {
			t.Errorf("%v: got %q, %v, %v", c.env, lang, locale, err)
		}
	}
}

// machine makes a home and a project, and returns the flags that lead there.
func machine(t *testing.T) (home, project string, flags []string) {
	t.Helper()
	home, project = t.TempDir(), t.TempDir()
	write(t, home+"/.bash-agent/CLAUDE.md", "Global.\n\n")
	write(t, project+"/.claude/CLAUDE.md", "Project.\r\n\n")
	write(t, home+"/.bash-agent/skills/pdf/SKILL.md", "---\ndescription: Reads PDFs.\n---\nSee ${BASH_AGENT_SKILL_DIR}/x.\n")
	return home, project, []string{"-home", home, "-project", project, "-platform", "Linux", "-shell", "/bin/sh", "-plan", project + "/plan"}
}

func TestProgramReadsTheMachine(t *testing.T) {
	home, project, flags := machine(t)
	write(t, project+"/summary", "So far.\n")
	code, got, stderr := call(map[string]string{"LANG": "zh_CN.UTF-8"}, "", append(flags, "-skill", "pdf", "-context", project+"/summary")...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	equal(t, got, assemble(t, bashagent.LocaleZh, bashagent.Session{
		Lang: "zh_CN", Cwd: project, Home: home, Platform: "Linux", Shell: "/bin/sh",
		GlobalInstructions: "Global.", ProjectInstructions: "Project.\r",
		Skills:         []bashagent.Skill{{Name: "pdf", Summary: "Reads PDFs."}},
		SelectedSkills: []bashagent.SelectedSkill{{Name: "pdf", Dir: home + "/.bash-agent/skills/pdf", Body: "See " + home + "/.bash-agent/skills/pdf/x."}},
		Context:        "So far.\n",
	}))
}

func TestPlanLifecycle(t *testing.T) {
	_, project, flags := machine(t)
	show := func() string {
		code, out, stderr := call(nil, "", flags...)
		if code != 0 {
			t.Fatal(stderr)
		}
		return out
	}
	before := show()
	plan := func(stdin string, args ...string) (int, string) {
		code, out, stderr := call(nil, stdin, append(flags, args...)...)
		return code, out + stderr
	}
	if code, out := plan("", "plan", "confirm"); code != 1 || !strings.Contains(out, "PlanDraft is empty") {
		t.Errorf("without a draft: exit %d: %s", code, out)
	}
	if code, out := plan("1. Do it.\n\n", "plan", "draft"); code != 0 || !strings.HasPrefix(out, "drafted: prompt unchanged\n") {
		t.Errorf("draft: exit %d: %s", code, out)
	}
	equal(t, show(), before)
	if code, out := plan("", "plan", "confirm"); code != 0 || !strings.HasPrefix(out, "confirmed: prompt changed\n") {
		t.Errorf("confirm: exit %d: %s", code, out)
	}
	want := "\n<current-plan name=\"" + project + "/plan\">\n1. Do it.\n</current-plan>\n"
	equal(t, strings.Replace(show(), want, "\n", 1), before)
	if data, err := os.ReadFile(project + "/plan.draft"); err != nil || len(data) != 0 {
		t.Errorf("the draft holds %q, %v", data, err)
	}
	if code, _ := plan("", "plan", "confirm"); code != 1 {
		t.Errorf("an empty draft: exit %d", code)
	}
}

func TestProgramRefuses(t *testing.T) {
	_, project, flags := machine(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"plan"}, 2, `unknown command "plan"`},
		{[]string{"-nope"}, 2, "-nope"},
		{[]string{"-skill", "none", "-plan", ""}, 1, `no skill is named "none"`},
		{[]string{"-plan", "", "plan", "draft"}, 1, "no plan file"},
		{[]string{"-plan", "", "plan", "confirm"}, 1, "no plan file"},
		{[]string{"-plan", project}, 1, project},
		{[]string{"-platform", "a\x1b"}, 1, "Session.Platform must not hold the control character"},
	} {
		code, _, stderr := call(nil, "", append(slices.Clone(flags), c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit %d: %s", c.args, code, stderr)
		}
	}
}
