package corpus_test

import (
	"slices"
	"testing"

	"github.com/promptgen/promptgen/internal/importer"
	"github.com/promptgen/promptgen/internal/load"
)

// TestImportsBesideMistakes imports beside every mistake of the corpus. A registry of which every file can be read is no
// obstacle, unless a name is lost: what it declares is known, and whatever else is wrong with it is of no account.
func TestImportsBesideMistakes(t *testing.T) {
	const tools = `[{"name":"imported","description":"See read_file.","strict":true,"input_schema":{"type":"object","properties":{},"additionalProperties":false}}]`
	// Mistakes in what says which files there are, and what they are called.
	unread := []string{"no-registry", "unreadable-file", "not-utf8", "cue-file-name", "cue-syntax", "other-package", "wiring"}
	for _, a := range archives(t) {
		r, _, found, err := load.Partial(a.files)
		if err != nil {
			t.Errorf("%s: %v", a.name, err)
			continue
		}
		if r == nil {
			if !slices.Contains(unread, a.rule) {
				t.Errorf("%s can't be imported into\n%s", a.name, found.Text())
			}
			continue
		}
		got, report, broken := importer.Tools([]byte(tools), importer.Options{File: "in.json", Registry: r})
		if broken != nil || len(got) != 1 {
			t.Errorf("%s: %s%s", a.name, broken.Text(), report.Diagnostics().Text())
		}
		if _, report, broken := importer.ReadPrompt([]byte("# Rules\n\nUse read_file.\n"), importer.PromptOptions{File: "imported.md", Registry: r}); broken != nil {
			t.Errorf("%s: %s%s", a.name, broken.Text(), report.Diagnostics().Text())
		}
	}
}
