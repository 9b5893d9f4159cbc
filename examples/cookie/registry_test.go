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
	for _, part := range []string{"registry.cue", "promptgen.cue", file} {
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

// What the registry can't be made to say, tried on copies of it: nothing that strangers write enters the system text, and
// of what the host's own people write, no environment, servers, schemas or lists of files.
func TestSystemTextRefuses(t *testing.T) {
	bin := promptgen(t)
	const (
		registry = "registry.cue"
		english  = "i18n/en/shared.cue"
		start    = "You are a coding agent."
		servers  = `toolsets: servers: {doc: "Tools of servers.", reason: "Every user has others.", wire: "{server}__{name}", trust: "untrusted"}`
		file     = "cache:  \"session\"\n\t\treason: \"The files"
	)
	for _, c := range []struct{ name, file, old, new, rule string }{
		{"a remote provider", registry, `body: {trust: "trusted", normalize`, `body: {trust: "remote", normalize`, "untrusted-text"},
		{"a remote identity", registry, `id: {trust: "trusted"`, `id: {trust: "remote"`, "untrusted-text"},
		{"a remote addendum", registry, `addendum: {trust: "trusted"`, `addendum: {trust: "remote"`, "chain-amend"},
		{"a remote replacement", registry, `replacement: {trust: "trusted"`, `replacement: {trust: "remote"`, "chain-amend"},
		{"a remote skill", registry, `description: trust: "trusted"`, `description: trust: "remote"`, "untrusted-text"},
		{"a remote working directory", registry, `scope: "session", trust: "trusted"}
	providers`, `scope: "session", trust: "remote"}
	providers`, "untrusted-text"},
		{"the subject", english, start, `\(input.subject) ` + start, "untrusted-text"},
		{"AGENTS.md", registry, "role:   \"user\"\n\t\t" + file, file, "untrusted-text"},
		{"names of servers' tools", registry, "\nsections: {", "\n" + servers + "\nsections: {\n\tofferings: {cache: \"session\", reason: \"They come and go.\", tools: \"names\", toolset: \"servers\"}", "untrusted-text"},

		{"an environment", english, start, "Platform: linux. " + start, "forbidden-text"},
		{"instructions of servers", english, start, "Ask the MCP server first. " + start, "forbidden-text"},
		{"schemas of tools", english, start, `Pass {\"type\": \"object\"}. ` + start, "forbidden-text"},
		{"a list of files", english, start, "├── go.mod\n\t\t" + start, "forbidden-text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := exec.Command(bin, "-C", changed(t, c.file, c.old, c.new), "check").CombinedOutput()
			if err == nil || !strings.Contains(string(out), "["+c.rule+"]") {
				t.Errorf("%v, want the rule %s\n%s", err, c.rule, out)
			}
		})
	}
}
