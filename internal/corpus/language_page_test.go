package corpus_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/promptgen/promptgen/internal/check"
	"github.com/promptgen/promptgen/internal/load"
)

// TestLanguagePage pins that examples of docs/language.md are what they are shown for, over the base registry.
func TestLanguagePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	const lite = `
profiles: lite: {doc: "Less.", sections: ["identity", "rules", "tools", "place", "budget"], tools: ["read_file"], commands: ["plan"], transports: ["native"]}`
	for _, tt := range []struct {
		name, opening string
		beside        string // what the example needs
		without       string // what is wrong without it, or "" where nothing is
		edit          []string
	}{
		{"excludes", "profiles: lite: excludes: {", lite, "excludes-missing", nil},
		{"select", "select: {", lite + `
profiles: lite: excludes: {sections: skills: reason: "Small.", tools: write_file: reason: "It reads."}`, "", nil},
		{"subagent", "subagents: scout: {", "", "", nil},
		{"forbid", "forbid: apologies:", "", "", nil},
		{"bare names", "lint: bareNames:", "", "bare-tool-name", []string{"You change code.", "The flag is read_file."}},
		{"allow", "lint: allow:", "", "description-long", []string{"Read a file.", strings.Repeat("Read. ", 171)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			example := indented(string(page), tt.opening)
			if example == "" {
				t.Fatalf("docs/language.md has no example that starts with %q", tt.opening)
			}
			if tt.without != "" {
				if got := found(t, tt.beside, tt.edit...); !strings.Contains(got, "["+tt.without+"]") {
					t.Errorf("without the example: want %s, got\n%s", tt.without, got)
				}
			}
			if got := found(t, tt.beside+"\n"+example, tt.edit...); got != "" {
				t.Errorf("%s\n%s", example, got)
			}
		})
	}
}

// TestLanguagePageForbids pins what the pattern finds.
func TestLanguagePageForbids(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	forbid := indented(string(page), "forbid: apologies:")
	if got := found(t, forbid, "You change code.", "Say sorry."); !strings.Contains(got, "[forbidden-text]") {
		t.Errorf("want forbidden-text, got\n%s", got)
	}
}

// indented returns the line of an indented example that starts so, with the lines of its braces.
func indented(page, opening string) string {
	var out []string
	for line := range strings.Lines(page) {
		text, ok := strings.CutPrefix(line, "    ")
		switch {
		case ok && (out != nil || strings.HasPrefix(text, opening)):
			out = append(out, text)
			if strings.Count(strings.Join(out, ""), "{") == strings.Count(strings.Join(out, ""), "}") {
				return strings.Join(out, "")
			}
		case !ok && out != nil:
			return ""
		}
	}
	return ""
}

// found is what is said of the base registry with a file more, and with words replaced by others.
func found(t *testing.T, file string, edit ...string) string {
	t.Helper()
	files := baseFiles(t)
	for name, f := range files {
		files[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(edit...).Replace(string(f.Data)))}
	}
	files["page.cue"] = &fstest.MapFile{Data: []byte("package small\n" + file + "\n")}
	r, diags, err := load.Load(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r == nil {
		return diags.Text()
	}
	return append(diags, check.Check(r)...).Text()
}

// TestLanguagePageFields pins that the page speaks of each field that the schema has.
func TestLanguagePageFields(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../schema/*.cue")
	if err != nil || len(files) == 0 {
		t.Fatalf("no schema: %v", err)
	}
	field := regexp.MustCompile(`(?:^|[{,(]|\s)"?([a-z][A-Za-z]*)"?[?!]?:`)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			line, _, _ = strings.Cut(line, "//")
			line, _, _ = strings.Cut(line, "@")
			for _, m := range field.FindAllStringSubmatch(line, -1) {
				if !regexp.MustCompile(`\b` + m[1] + `\b`).Match(page) {
					t.Errorf("%s: docs/language.md says nothing of %q", name, m[1])
				}
			}
		}
	}
}
