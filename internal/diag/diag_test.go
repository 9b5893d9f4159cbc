package diag

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLocString(t *testing.T) {
	tests := []struct {
		name string
		loc  Loc
		want string
	}{
		{"nothing known", Loc{}, ""},
		{"path alone is no position", Loc{Path: "sections.rules"}, ""},
		{"file alone", Loc{File: "registry.cue"}, "registry.cue"},
		{"whole", Loc{File: "registry.cue", Line: 52, Col: 10, Path: "sections.rules"}, "registry.cue:52:10"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.loc.String()); diff != "" {
				t.Errorf("String() (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiagnosticString(t *testing.T) {
	at := Loc{File: "i18n/en/shared.cue", Line: 8, Col: 30, Path: "i18n.en.shared.rules.base"}
	tests := []struct {
		name string
		d    Diagnostic
		want string
	}{
		{
			"error",
			Errorf(at, "unknown-tool", "no tool named %q", "raed_file"),
			`i18n/en/shared.cue:8:30: i18n.en.shared.rules.base: no tool named "raed_file" [unknown-tool]`,
		},
		{
			"warning",
			Warnf(at, "unused-input", "nothing reads it"),
			"i18n/en/shared.cue:8:30: warning: i18n.en.shared.rules.base: nothing reads it [unused-input]",
		},
		{
			"notes are indented, each of their lines too",
			Errorf(at, "x", "wrong").Note("first\nsecond").Note("third"),
			"i18n/en/shared.cue:8:30: i18n.en.shared.rules.base: wrong [x]\n\tfirst\n\tsecond\n\tthird",
		},
		{
			"a suggestion is a note",
			Errorf(at, "x", "wrong").Suggest("raed_file", []string{"write_file", "read_file"}),
			"i18n/en/shared.cue:8:30: i18n.en.shared.rules.base: wrong [x]\n\tdid you mean \"read_file\"?",
		},
		{
			"nothing near enough, no suggestion",
			Errorf(at, "x", "wrong").Suggest("zzz", []string{"write_file", "read_file"}),
			"i18n/en/shared.cue:8:30: i18n.en.shared.rules.base: wrong [x]",
		},
		{
			"no place",
			Errorf(Loc{}, "empty", "no registry here"),
			"no registry here [empty]",
		},
		{
			"no rule",
			Errorf(Loc{File: "a.cue"}, "", "cannot be read"),
			"a.cue: cannot be read",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.d.String()); diff != "" {
				t.Errorf("String() (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoteCopies pins that two diagnostics made from one do not share their notes.
func TestNoteCopies(t *testing.T) {
	base := Errorf(Loc{}, "x", "wrong").Note("base")
	a, b := base.Note("a"), base.Note("b")
	if diff := cmp.Diff([]string{"base", "a"}, a.Notes); diff != "" {
		t.Errorf("first (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"base", "b"}, b.Notes); diff != "" {
		t.Errorf("second (-want +got):\n%s", diff)
	}
}

func TestListSorted(t *testing.T) {
	at := func(file string, line, col int, path string) Loc {
		return Loc{File: file, Line: line, Col: col, Path: path}
	}
	tests := []struct {
		name string
		in   List
		want []string
	}{
		{"empty", nil, nil},
		{
			"by file, line and column as numbers",
			List{
				Errorf(at("b.cue", 1, 1, ""), "r", "m"),
				Errorf(at("a.cue", 10, 1, ""), "r", "m"),
				Errorf(at("a.cue", 9, 20, ""), "r", "m"),
				Errorf(at("a.cue", 9, 3, ""), "r", "m"),
			},
			[]string{"a.cue:9:3: m [r]", "a.cue:9:20: m [r]", "a.cue:10:1: m [r]", "b.cue:1:1: m [r]"},
		},
		{
			"at one position by path, rule and message",
			List{
				Errorf(at("a.cue", 1, 1, "y"), "a", "a"),
				Errorf(at("a.cue", 1, 1, "x"), "b", "a"),
				Errorf(at("a.cue", 1, 1, "x"), "a", "b"),
				Errorf(at("a.cue", 1, 1, "x"), "a", "a"),
			},
			[]string{"a.cue:1:1: x: a [a]", "a.cue:1:1: x: b [a]", "a.cue:1:1: x: a [b]", "a.cue:1:1: y: a [a]"},
		},
		{
			"each once, the notes of the first kept",
			List{
				Errorf(at("a.cue", 1, 1, ""), "r", "m").Note("z"),
				Errorf(at("a.cue", 2, 1, ""), "r", "m"),
				Errorf(at("a.cue", 1, 1, ""), "r", "m").Note("y"),
			},
			[]string{"a.cue:1:1: m [r]\n\ty", "a.cue:2:1: m [r]"},
		},
		{
			"what has no place comes first",
			List{Errorf(at("a.cue", 1, 1, ""), "r", "m"), Errorf(Loc{}, "r", "m")},
			[]string{"m [r]", "a.cue:1:1: m [r]"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := tt.in.Text()
			var got []string
			for _, d := range tt.in.Sorted() {
				got = append(got, d.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Sorted() (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, tt.in.Text()); diff != "" {
				t.Errorf("Sorted changed its receiver (-want +got):\n%s", diff)
			}
		})
	}
}

func TestListCount(t *testing.T) {
	tests := []struct {
		name             string
		in               List
		errors, warnings int
	}{
		{"empty", nil, 0, 0},
		{"warnings alone", List{Warnf(Loc{}, "r", "m")}, 0, 1},
		{"both", List{Warnf(Loc{}, "r", "m"), Errorf(Loc{}, "r", "m"), Errorf(Loc{}, "r", "n")}, 2, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			errors, warnings := tt.in.Count()
			if errors != tt.errors || warnings != tt.warnings {
				t.Errorf("Count() = %d, %d, want %d, %d", errors, warnings, tt.errors, tt.warnings)
			}
			if got := tt.in.HasErrors(); got != (tt.errors > 0) {
				t.Errorf("HasErrors() = %v", got)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	tools := []string{"read_file", "write_file", "search_files", "ask"}
	tests := []struct {
		name, got  string
		candidates []string
		want       string
	}{
		{"swapped neighbours", "raed_file", tools, "read_file"},
		{"one letter missing", "serch_files", tools, "search_files"},
		{"one letter more", "writte_file", tools, "write_file"},
		{"other case", "READ_FILE", tools, "read_file"},
		{"short names allow one change", "esk", tools, "ask"},
		{"short names allow no more", "eks", tools, ""},
		{"nothing near", "browser_action", tools, ""},
		{"no candidates", "read_file", nil, ""},
		{"itself is no suggestion", "ask", []string{"ask"}, ""},
		{"ties go to the earlier one", "bat", []string{"cat", "hat"}, "cat"},
		{"the nearest wins over the earlier", "read_fil", []string{"read_tile", "read_file"}, "read_file"},
		{"empty name", "", tools, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Nearest(tt.got, tt.candidates)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("Nearest(%q) = %q, %v, want %q", tt.got, got, ok, tt.want)
			}
		})
	}
}
