package importer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIdentifier(t *testing.T) {
	tests := []struct{ words, want string }{
		{"Über uns", "uber_uns"},
		{"2. Größe & Form!", "grosse_form"},
		{"U\u0308ber", "uber"}, // with a combining mark
		{"Łódź, Ærø, Çeşme, Œuvre", "lodz_aero_cesme_oeuvre"},
		{"İstanbul ıssız", "istanbul_issiz"},
		{"Þórður", "thordur"},
		{"Việt Nam", "viet_nam"},
		{"规则 Rules", "rules"},
		{"规则", ""},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Identifier(test.words)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.words, diff)
		}
	}
	if got := fileName("a/Über-größe.schema.json"); got != "Uber_grosse" {
		t.Errorf("fileName gives %q", got)
	}
}

// TestSectionWithoutLetters pins that a name which says nothing of its heading is told.
func TestSectionWithoutLetters(t *testing.T) {
	_, report, found := ReadPrompt([]byte("x\n\n# 规则\n\ny\n\n# 1. !\n\nz\n"), PromptOptions{File: "in.md"})
	want := `in.md:3:1: warning: the section's name is rewritten: "section"; its heading has no Latin letters
in.md:7:1: warning: the section's name is rewritten: "section_2"; its heading has no Latin letters
`
	if diff := cmp.Diff(want, found.Text()+report.Diagnostics().Text()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if strings.Contains(Identifier("§"), "_") {
		t.Error("a name of marks alone")
	}
}
