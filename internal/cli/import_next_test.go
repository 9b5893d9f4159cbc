package cli_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/cli"
)

// TestImportNextSteps starts with a package clause and imports one thing after the other. What each prints as left to do is
// pasted where it says, at once or at the end, and then the registry is whole.
func TestImportNextSteps(t *testing.T) {
	const first = `[{"name": "note_count", "description": "Count what note_list lists.", "parameters": {"type": "object", "properties": {}, "additionalProperties": false}},
{"name": "note_list", "description": "List. See note_count.", "parameters": {"type": "object", "properties": {}, "additionalProperties": false}}]`
	const second = `[{"name": "note-more", "description": "More than note_list.", "strict": true, "parameters": {"type": "object", "properties": {}, "additionalProperties": false}}]`
	inputs := map[string]string{"first.json": first, "second.json": second, "p.md": "# Rules\n\nUse note_count.\n"}
	tests := []struct {
		name     string
		registry string
		imports  []string // kind and input
		early    bool     // paste after each import
	}{
		{"tools", "package notes\n", []string{"tools first.json"}, true},
		{"more tools, pasted at once", "package notes\n", []string{"tools first.json", "tools second.json"}, true},
		{"more tools, pasted at the end", "package notes\n", []string{"tools first.json", "tools second.json"}, false},
		{"tools and a prompt, pasted at once", "package notes\n", []string{"tools first.json", "prompt p.md"}, true},
		{"tools and a prompt, pasted at the end", "package notes\n", []string{"tools first.json", "tools second.json", "prompt p.md"}, false},
		{"a prompt, then tools", "package notes\n", []string{"prompt p.md", "tools second.json"}, false},
		{"half a registry", "package notes\n\nlocales: [{name: \"en\"}]\n", []string{"tools first.json", "tools second.json"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			files := map[string]string{"go.mod": "module example.org/notes\n", "prompts/registry.cue": test.registry}
			for name, text := range inputs {
				files[name] = text
			}
			for name, text := range files {
				if err := write(dir, name, text); err != nil {
					t.Fatal(err)
				}
			}
			run := func(args ...string) (string, string) {
				var stdout, stderr bytes.Buffer
				if code := cli.Main(append([]string{"-C", "prompts"}, args...), &stdout, &stderr); code != 0 {
					t.Fatalf("%q: exit code %d\n%s%s", args, code, stdout.Bytes(), stderr.Bytes())
				}
				return stdout.String(), stderr.String()
			}
			said := ""
			for i, what := range test.imports {
				var paths string
				paths, said = run(append([]string{"import"}, strings.Fields(what)...)...)
				for path := range strings.FieldsSeq(paths) {
					if _, err := os.Stat(path); err != nil {
						t.Error(err)
					}
				}
				if test.early || i == len(test.imports)-1 {
					paste(t, said)
				}
			}
			if !strings.Contains(said, "\n\trun \"promptgen -C prompts check\"\n") {
				t.Error(said)
			}
			if _, found := run("check"); found != "" {
				t.Errorf("%s\n%s", found, said)
			}
		})
	}
}

var (
	additions = regexp.MustCompile(`(?m)^\tadd (?:a profile )?to (.*\.cue)(?:, or .*)?:\n((?:\t\t.*\n)+)`)
	excludes  = regexp.MustCompile(`(?m)^\tleave the sections out of .*: (profiles: .*)$`)
	offers    = regexp.MustCompile(`(?m)^\tlet a profile list the tools, e\.g\. "\w+" (?:at|in) (.*\.cue)[:\d]*: (tools: \[.*\])$`)
)

// paste does what an import prints as left to do.
func paste(t *testing.T, said string) {
	t.Helper()
	edit := func(file string, change func(string) string) {
		data, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, []byte(change(string(data))), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range additions.FindAllStringSubmatch(said, -1) {
		edit(m[1], func(text string) string { return text + "\n" + strings.ReplaceAll(m[2], "\t\t", "") })
	}
	for _, m := range excludes.FindAllStringSubmatch(said, -1) {
		edit("prompts/registry.cue", func(text string) string {
			return text + "\n" + strings.ReplaceAll(m[1], "…", "It is of another prompt.") + "\n"
		})
	}
	for _, m := range offers.FindAllStringSubmatch(said, -1) {
		edit(m[1], func(text string) string { return regexp.MustCompile(`tools: +\[[^\]]*\]`).ReplaceAllString(text, m[2]) })
	}
}
