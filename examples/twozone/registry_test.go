package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestMain removes the command that the tests of this file share.
func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(commandDir())
	os.Exit(code)
}

// commandDir is a folder for this run of the tests.
func commandDir() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("twozone-test-%d", os.Getpid()))
}

// built is the command, built when the first test asks for it.
var built = sync.OnceValues(func() (string, error) {
	bin := filepath.Join(commandDir(), "promptgen")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/promptgen").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return bin, nil
})

func promptgen(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the command")
	}
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// edit is a change to a file of the registry.
type edit struct{ file, from, to string }

// copied is a copy of the registry, without what is generated from it, in which some lines are others.
func copied(t *testing.T, edits ...edit) string {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "examples", "twozone")
	var files []string
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ".cue" {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		copyFile(t, f, filepath.Join(dir, f), edits)
	}
	for _, f := range []string{"go.mod", "cue.mod/module.cue"} {
		copyFile(t, filepath.Join("..", "..", f), filepath.Join(root, f), nil)
	}
	return dir
}

// copyFile copies a file with its edits, each of which has to fit one place.
func copyFile(t *testing.T, from, to string, edits []edit) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, e := range edits {
		if e.file != from {
			continue
		}
		if n := strings.Count(text, e.from); n != 1 {
			t.Fatalf("%s holds %q %d times", from, e.from, n)
		}
		text = strings.Replace(text, e.from, e.to, 1)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestZonesAreEnforced proves that the boundary is no convention: what would cross it fails the build, by rule and place.
func TestZonesAreEnforced(t *testing.T) {
	bin := promptgen(t)
	for name, c := range map[string]struct {
		rule, says string
		edits      []edit
	}{
		"a directory in the rules": {"cache-below-floor", `"cwd"`, []edit{
			{"i18n/en/shared.cue", "- Do what was asked, all", `- Work in \(input.cwd): do what was asked, all`},
		}},
		"a number of tokens in the session zone": {"cache-below-floor", `"remaining_tokens"`, []edit{
			{"i18n/en/shared.cue", `Model: \(input.model)`, `Model: \(input.model), \(input.remaining_tokens) tokens left`},
		}},
		"a session section in front of static ones": {"section-order", `"session_context"`, []edit{
			{"profiles/profiles.cue", `["identity", "rules", "calibration", "tool_usage", "session_context", "late_tokens"]`, `["session_context", "identity", "rules", "calibration", "tool_usage", "late_tokens"]`},
		}},
		"volatile text in front of static ones": {"section-order", `"free_tokens"`, []edit{
			{"profiles/profiles.cue", `order: {fixed: true, reason: "The tail stands last, behind volatile text, too."}`, ""},
			{"profiles/profiles.cue", `["identity", "rules", "calibration", "tool_usage", "session_context", "preferences", "user_memory", "active_tools", "free_tokens"]`, `["free_tokens", "identity", "rules", "calibration", "tool_usage", "session_context", "preferences", "user_memory", "active_tools"]`},
		}},
		"a volatile section without a reason": {"reason-missing", "sections.hints", []edit{
			{"registry.cue", `hints: {cache: "volatile", reason: "A hint holds for a turn or a few.", value`, `hints: {cache: "volatile", value`},
		}},
		"a reason of blanks": {"reason-blank", "sections.hints", []edit{
			{"registry.cue", `"A hint holds for a turn or a few."`, `" \t "`},
		}},
		"a reason for what is static": {"reason-forbidden", "sections.identity", []edit{
			{"registry.cue", `identity: cache: "static"`, `identity: {cache: "static", reason: "It never changes."}`},
		}},
		"no reason for the place in the system text": {"reason-missing", "free_tokens", []edit{
			{"registry.cue", "_budget & _inline", `_budget & {place: "system"}`},
		}},
		"volatile by habit": {"cache-above-ceiling", `"rules"`, []edit{
			{"registry.cue", `rules: {cache: "static", wrap: heading: {}}`, `rules: {cache: "volatile", reason: "Changes per user.", wrap: heading: {}}`},
		}},
		"a section twice": {"duplicate-entry", `"rules"`, []edit{
			{"profiles/profiles.cue", `"tool_usage", "session_context", "late_tokens"]`, `"tool_usage", "rules", "session_context", "late_tokens"]`},
		}},
		"two settings in the static zone": {"budget-keys", "4 cache keys", []edit{
			{"registry.cue", "inputs: {\n", "gates: {\n\tterse: doc: \"Short answers.\"\n\tbold: doc: \"Fewer questions.\"\n}\ninputs: {\n"},
			{"registry.cue", `calibration: {cache: "static", wrap: heading: {}}`, `calibration: {cache: "static", wrap: heading: {}, parts: [{text: "text"}, {value: "- Answer in 1 sentence.", when: "terse"}, {value: "- Ask 0 questions.", when: "bold"}]}`},
			{"cases.cue", "toolsets: server_tools: [{server", "gates: {terse: false, bold: false}\n\ttoolsets: server_tools: [{server"},
		}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			stderr := check(t, bin, copied(t, c.edits...))
			if !strings.Contains(stderr, "["+c.rule+"]") || !strings.Contains(stderr, c.says) {
				t.Errorf("got\n%s\nwant the rule %s and %s", stderr, c.rule, c.says)
			}
		})
	}
}

// check returns what promptgen check says of a registry that it has to refuse.
func check(t *testing.T, bin, dir string) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(bin, "-C", dir, "check")
	cmd.Stderr = &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("promptgen check: %v\n%s", err, stderr.String())
	}
	return stderr.String()
}

// TestOneKeyBehindTheLine proves that the settings that make four keys in the static zone make one behind it.
func TestOneKeyBehindTheLine(t *testing.T) {
	bin := promptgen(t)
	dir := copied(t,
		edit{"registry.cue", "inputs: {\n", "gates: {\n\tterse: doc: \"Short answers.\"\n\tbold: doc: \"Fewer questions.\"\n}\ninputs: {\n"},
		edit{"registry.cue", `reason: "Directory, system and model belong to the session."`, `reason: "They belong to the session."
		parts: [{text: "text"}, {value: "Answer in 1 sentence.", when: "terse"}, {value: "Ask 0 questions.", when: "bold"}]`},
		edit{"cases.cue", "toolsets: server_tools: [{server", "gates: {terse: false, bold: false}\n\ttoolsets: server_tools: [{server"},
	)
	if out, err := exec.Command(bin, "-C", dir, "check").CombinedOutput(); err != nil {
		t.Errorf("promptgen check: %v\n%s", err, out)
	}
}

// TestOverrideTailIsAField has both readings of the tail under an override: it follows, or the override stands alone. The
// field of the level decides, and nothing else changes by it.
func TestOverrideTailIsAField(t *testing.T) {
	bin := promptgen(t)
	follows := snapshots(t, bin, copied(t))
	alone := snapshots(t, bin, copied(t, edit{"registry.cue", `mode: "replace", tail: true}`, `mode: "replace", tail: false}`}))
	const override, policy = "You answer with one word.", "\n\nEvery commit names its ticket."
	const hint = "The note on ports is wrong: the service listens on 8081."
	for _, p := range profiles() {
		cell := p.String() + ".native.en.override"
		equal(t, cell, follows[cell+".prompt.txt"], override+policy)
		equal(t, cell, alone[cell+".prompt.txt"], override)
		behind, ok := follows[cell+".tail.txt"]
		if !ok { // it equals that of the first case
			behind = follows[p.String()+".native.en.basic.tail.txt"]
		}
		equal(t, cell+": the tail", behind, hint)
		if none, ok := alone[cell+".tail.txt"]; none != "" || !ok {
			t.Errorf("%s: the tail is %q, in a file of its own: %v", cell, none, ok)
		}
	}
	for name, text := range follows {
		if !strings.Contains(name, ".override.") {
			equal(t, name, alone[name], text)
		}
	}
}

// snapshots generates and reads what a registry renders.
func snapshots(t *testing.T, bin, dir string) map[string]string {
	t.Helper()
	if out, err := exec.Command(bin, "-C", dir, "generate").CombinedOutput(); err != nil {
		t.Fatalf("promptgen generate: %v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "snapshots", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(f)] = string(data)
	}
	return texts
}
