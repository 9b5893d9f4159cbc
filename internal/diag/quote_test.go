package diag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShorten(t *testing.T) {
	a := strings.Repeat("a", 200)
	for _, tt := range []struct{ name, in, want string }{
		{"short", `no tool named "raed_file"`, `no tool named "raed_file"`},
		{"many short words", strings.Repeat("word ", 100), strings.Repeat("word ", 100)},
		{"something quoted", `no tool named "` + a + `" here`, `no tool named "` + a[:79] + `"… here`},
		{"quotes inside", `no "\"` + a + `\"", but "b"`, `no "\"` + a[:77] + `"…, but "b"`},
		{"a word", "maximum 1" + a + " is", "maximum 1" + a[:79] + "… is"},
		{"a path", `add i18n."` + a + `".x`, `add i18n."` + a[:79] + `"….x`},
		{"an escape at the cut", `"` + a[:77] + `\u00e9` + a + `"`, `"` + a[:77] + `"…`},
		{"a rune at the cut", `"` + a[:78] + "é" + a + `"`, `"` + a[:78] + `"…`},
		{"a quote that nothing closes", `found '"' ` + a, `found '"' ` + a[:80] + "…"},
		{"a blank line", a[:100] + "\n\n\t" + `"` + a[:100] + `"`, a[:100] + "\n\n\t" + `"` + a[:100] + `"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Shorten(tt.in)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestFileName(t *testing.T) {
	for in, want := range map[string]string{
		"i18n/zh-CN/é b.cue": "i18n/zh-CN/é b.cue",
		"a\x1b[31m.cue":      `"a\x1b[31m.cue"`,
		"a\n.cue":            `"a\n.cue"`,
		"a\xff.cue":          `"a\xff.cue"`,
		"a\u202e.cue":        `"a\u202e.cue"`,
	} {
		if got := FileName(in); got != want {
			t.Errorf("FileName(%q) = %s, want %s", in, got, want)
		}
	}
}

// A message cuts what it quotes wherever it comes from, its path too.
func TestHuge(t *testing.T) {
	huge := strings.Repeat("x", 100_000)
	d := Errorf(Loc{File: "a\n.cue", Line: 1, Col: 2, Path: "sections." + huge}, "bad-name", "name %q, condition %q", huge, huge+" && y").Note("want %s", huge)
	if text := d.String(); len(text) > 1000 || strings.Count(text, "\n") != 1 {
		t.Errorf("%d bytes, starting with %.600s", len(text), text)
	}
}
