package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/examples/bashagent/gen/bashagent"
)

// session reads what a session is fixed by.
func session(o options) (bashagent.Session, error) {
	s := bashagent.Session{Lang: o.locale, Cwd: o.project, Home: o.home, Platform: o.platform, Shell: o.shell, PlanFile: o.planFile}
	var err error
	if s.GlobalInstructions, err = instructions(os.DirFS(filepath.Join(o.home, ".bash-agent"))); err != nil {
		return s, err
	}
	if s.ProjectInstructions, err = instructions(os.DirFS(o.project)); err != nil {
		return s, err
	}
	skills, err := findSkills(os.DirFS(o.skillsDir), o.skillsDir)
	if err != nil {
		return s, err
	}
	for _, k := range skills {
		s.Skills = append(s.Skills, bashagent.Skill{Name: k.name, Summary: k.summary})
	}
	if s.SelectedSkills, err = choose(skills, o.chosen); err != nil {
		return s, err
	}
	if s.Plan, err = readOptional(o.planFile); err != nil {
		return s, err
	}
	if s.PlanDraft, err = readOptional(draftOf(o.planFile)); err != nil {
		return s, err
	}
	s.Context, err = readOptional(o.contextFile)
	return s, err
}

// instructions returns the text of the instruction file of a folder: of the first that is there, even if it is empty.
// That there is none is no error, that one can't be read is.
func instructions(folder fs.FS) (string, error) {
	for _, name := range []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", ".claude/CLAUDE.md"} {
		if info, err := fs.Stat(folder, name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := fs.ReadFile(folder, name)
		return string(data), err
	}
	return "", nil
}

// skill is a folder with a file SKILL.md.
type skill struct{ name, summary, dir, body string }

// findSkills returns the skills of a folder, sorted by the bytes of their names whatever the locale of the process. A
// folder without SKILL.md is no skill.
func findSkills(folder fs.FS, dir string) ([]skill, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var found []skill
	for _, e := range entries {
		data, err := fs.ReadFile(folder, e.Name()+"/SKILL.md")
		if errors.Is(err, fs.ErrNotExist) || !e.IsDir() {
			continue
		}
		if err != nil {
			return nil, err
		}
		k := skill{name: e.Name(), dir: filepath.Join(dir, e.Name())}
		if k.summary, k.body, err = parseSkill(data); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(k.dir, "SKILL.md"), err)
		}
		k.body = strings.ReplaceAll(k.body, "${BASH_AGENT_SKILL_DIR}", k.dir)
		found = append(found, k)
	}
	slices.SortFunc(found, func(a, b skill) int { return strings.Compare(a.name, b.name) })
	return found, nil
}

// parseSkill takes a skill apart: lines between two lines "---", of which "description: " has the summary, and the text
// behind them.
func parseSkill(data []byte) (summary, body string, err error) {
	rest, ok := bytes.CutPrefix(data, []byte("---\n"))
	head, text, closed := bytes.Cut(rest, []byte("\n---\n"))
	if !ok || !closed {
		return "", "", errors.New(`want a first line "---" and another one behind the description`)
	}
	for line := range strings.Lines(string(head)) {
		if value, ok := strings.CutPrefix(line, "description:"); ok {
			summary = strings.TrimSpace(value)
		}
	}
	if summary == "" {
		return "", "", errors.New(`no line begins with "description: "`)
	}
	return summary, strings.TrimLeft(string(text), "\n"), nil
}

// choose returns the skills with these names, each once, in the order of choice.
func choose(skills []skill, names []string) ([]bashagent.SelectedSkill, error) {
	var chosen []bashagent.SelectedSkill
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		at := slices.IndexFunc(skills, func(k skill) bool { return k.name == name })
		if at < 0 {
			return nil, fmt.Errorf("no skill is named %q", name)
		}
		chosen = append(chosen, bashagent.SelectedSkill{Name: name, Dir: skills[at].dir, Body: skills[at].body})
	}
	return chosen, nil
}

// readOptional returns what a file holds: nothing where there is none or it has no name.
func readOptional(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(data), err
}
