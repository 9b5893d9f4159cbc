package pipeline_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/pipeline"
)

// TestRulesPage holds docs/rules.md against the rules. PROMPTGEN_UPDATE=1 writes it.
func TestRulesPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The rules\n\nWhat promptgen reports, by the id that stands in brackets at the end of a message. " +
		"`promptgen explain RULE` prints an entry.\n\n")
	last := ""
	for _, r := range pipeline.Rules() {
		if r.ID == last {
			t.Errorf("two rules are called %q", r.ID)
		}
		if r.Doc == "" || !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("%s: its text is no sentence: %q", r.ID, r.Doc)
		}
		last = r.ID
		b.WriteString("**`" + r.ID + "`** " + r.Doc + "\n\n")
	}
	want := strings.TrimSuffix(b.String(), "\n")
	const page = repo + "/docs/rules.md"
	if os.Getenv("PROMPTGEN_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/rules.md is stale; run PROMPTGEN_UPDATE=1 go test ./internal/pipeline\n%s", diff)
	}
}
