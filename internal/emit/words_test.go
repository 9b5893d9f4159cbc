package emit

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `""`,
		"a\tb\nc":                `"a\tb\nc"`,
		`say "hi" \ x`:           `"say \"hi\" \\ x"`,
		"\x00\x1b\x7f\r":         `"\x00\x1b\x7f\x0d"`,
		"\xff\xc3":               `"\xff\xc3"`,
		"\ufffd":                 "\"\ufffd\"", // a replacement character that stands in the text
		"äöü 中文 👍":               `"äöü 中文 👍"`,
		"a\u200bb\u202e\ufeff":   `"a\u200bb\u202e\ufeff"`,
		"\ue000tool.x\ue001":     `"\ue000tool.x\ue001"`,
		"\U000e0041\U000f0000":   `"\U000e0041\U000f0000"`,
		"nbsp\u00a0\u0085\u00ad": `"nbsp\u00a0\u0085\u00ad"`,
	} {
		if got := quote(text); got != want {
			t.Errorf("quote(%q) = %s, want %s", text, got, want)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("a\"\\\n\xff\u202e\U000f1234")
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := strconv.Unquote(quote(text)); err != nil || got != text {
			t.Errorf("quote(%q) = %s: reads as %q, %v", text, quote(text), got, err)
		}
	})
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:     "`{\"a\":1}`",
		"a`\"":        "\"a`\\\"\"",
		"{\"a\n\":1}": `"{\"a\n\":1}"`,
		"words":       `"words"`,
	} {
		if got := plain(text).GoString(); got != want {
			t.Errorf("plain(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestQualifiers(t *testing.T) {
	const src = `x.prompt.Y(prompt.Errs, "prompt.No", a.b.prompt.C, *json.Encoder) // prompt.No`
	var got []string
	for _, q := range qualifiers(src) {
		got = append(got, src[q.start:q.end])
	}
	if diff := cmp.Diff([]string{"x.prompt", "prompt.Errs", "a.b", "json.Encoder"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCommentLine(t *testing.T) {
	for line, want := range map[string]string{
		"":                     "//",
		"plain":                "// plain",
		"//go:build linux":     "// //go:build linux",
		"/* */ a\rb\x00\u202e": "// /* */ a b",
		"bad \xff":             "// bad ?",
		"+build linux":         `// "+build" linux`,
		" +build":              `//  "+build"`,
		"+builds and - more":   "// +builds and - more",
		"a +build":             "// a +build",
	} {
		if got := commentLine(line); got != want {
			t.Errorf("commentLine(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestWrapped(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
	}{
		{"", []string{""}},
		{"a b c", []string{"a b c"}},
		{"one two three", []string{"one two", "three"}},
		{"12345678", []string{"12345678"}},
		{"a much-longer word", []string{"a", "much-longer", "word"}},
		{"äöü äöü äöü", []string{"äöü äöü", "äöü"}},
		{"  two  blanks", []string{"  two ", "blanks"}},
	} {
		if diff := cmp.Diff(tt.want, wrapped(tt.line, 7)); diff != "" {
			t.Errorf("%q: -want +got:\n%s", tt.line, diff)
		}
	}
}
