package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// promptgen builds the command.
func promptgen(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds promptgen")
	}
	bin := filepath.Join(t.TempDir(), "promptgen")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/promptgen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// changed copies the registry and replaces text in one of its files.
func changed(t *testing.T, file, old, new string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.org/copy\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"profiles", "i18n", "tools"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(part)); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []string{"registry.cue", "cases.cue", "promptgen.cue", file} {
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if part == file {
			if n := strings.Count(text, old); n != 1 {
				t.Fatalf("%s holds %q %d times", file, old, n)
			}
			text = strings.Replace(text, old, new, 1)
		}
		if err := os.WriteFile(filepath.Join(dir, part), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// change is one replacement in a file of the registry, and the rule that refuses it.
type change struct{ name, file, old, new, rule string }

func refusedChanges() []change {
	const (
		registry = "registry.cue"
		kernel   = "i18n/en/kernel.cue"
		start    = "You work in the web browser"
		today    = "\t\treason: \"The date and the tabs change from message to message.\"\n"
		why      = "\tplaceReason: \"The model is to read all six layers as one text, in front of the conversation.\"\n"
		tabs     = `fence: {name: "web_content", attrs: [{name: "tool", value: "\(tool.list_tabs)"}]}`
		order    = `"kernel", "preset", "user_instructions", "site_instructions", "skill_index", "environment"`
	)
	return []change{
		// A date has one place: a volatile layer, which has a reason, and another for standing in the system text.
		{"a date without a reason", registry, today, "", "reason-missing"},
		{"a blank reason", registry, today, "\t\treason: \" \"\n", "reason-blank"},
		{"a date in the system text without a reason for that", registry, why, "", "reason-missing"},
		{"a date in the kernel", kernel, start, `It is \(input.date). ` + start, "cache-below-floor"},
		{"a date in the session", registry, `"\(input.preset)"`, `"\(input.preset) \(input.date)"`, "cache-below-floor"},
		{"the environment in front", "profiles/agent.cue", order, `"environment", "kernel", "preset", "user_instructions", "site_instructions", "skill_index"`, "section-order"},
		// What strangers write has one place, too.
		{"a message in the kernel", kernel, start, `\(input.first_message) ` + start, "untrusted-text"},
		{"tabs without a fence", registry, tabs, "", "untrusted-text"},
		{"a fence in a fence", registry, `parts: [{each: "tabs", value`, `parts: [{fence: name: "web_content", each: "tabs", value`, "fence-nested"},
		{"a second fence of the label", registry, "fences: web_content:", "fences: other: {doc: \"Another.\", label: \"web_content\"}\nfences: web_content:", "fence-label"},
		// What the engine knows is not repeated, and calls have one form.
		{"effects in words", "tools/specs/actions.cue", "Click a control.", "Click a control (destructive).", "forbidden-text"},
		{"another form of calls", kernel, start, "Write <tool_call>. " + start, "forbidden-text"},
	}
}

// What the registry can't be made to say and what it can, tried on copies of it.
func TestRegistry(t *testing.T) {
	bin := promptgen(t)
	for _, c := range refusedChanges() {
		t.Run(c.name, func(t *testing.T) {
			out, err := exec.Command(bin, "-C", changed(t, c.file, c.old, c.new), "check").CombinedOutput()
			if err == nil || !strings.Contains(string(out), "["+c.rule+"]") {
				t.Errorf("%v, want the rule %s\n%s", err, c.rule, out)
			}
		})
	}
	t.Run("a kernel above its target", func(t *testing.T) {
		dir := changed(t, "registry.cue", "target: tokens: 1500", "target: tokens: 15")
		if out, err := exec.Command(bin, "-C", dir, "check", "--strict").CombinedOutput(); err != nil {
			t.Errorf("the target is a gate: %v\n%s", err, out)
		}
	})
	t.Run("a nonce of the session", func(t *testing.T) {
		dir := changed(t, "registry.cue", `nonce: "turn"`, `nonce: "session"`)
		if out, err := exec.Command(bin, "-C", dir, "generate").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		nonceIsOfTheSession(t, dir)
	})
}

// nonceIsOfTheSession requires the generated Session to take the nonce, and Turn not to.
func nonceIsOfTheSession(t *testing.T, dir string) {
	t.Helper()
	config, err := os.ReadFile(filepath.Join(dir, "gen", "browser", "config.go"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"Session": true, "Turn": false} {
		_, fields, _ := strings.Cut(string(config), "type "+name+" struct {")
		fields, _, _ = strings.Cut(fields, "\n}\n")
		if strings.Contains(fields, "Nonce prompt.Nonce") != want {
			t.Errorf("%s has {%s}", name, fields)
		}
	}
}
