package project

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuotedIsThatOfEncodingJSON(t *testing.T) {
	var all []rune
	for r := rune(0); r < 0x300; r++ {
		all = append(all, r)
	}
	inputs := []string{
		"", "plain", string(all), "\u2027\u2028\u2029\u202a", "\ufffd", "\xff", "a\xc3", "\xed\xa0\x80", "ä€😀", "\ue000x\ue001",
		`</param>&amp;"\`, "\r\n\t\b\f\v\x00\x7f",
	}
	for _, s := range inputs {
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), quoted(s)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", s, diff)
		}
	}
}

func TestPlainUndoesHTMLEscapesOnly(t *testing.T) {
	for _, s := range []string{`<a href="x">&amp;</a>`, "\u2028\u2029", `\u003c`, `\\u003c`, `\<`, "\x01\n"} {
		p := unescaped(quoted(s))
		var back string
		if err := json.Unmarshal([]byte(p), &back); err != nil {
			t.Fatalf("%q: %v", p, err)
		}
		if back != s {
			t.Errorf("%q became %q", s, back)
		}
	}
	if got, want := unescaped(quoted("<&>\u2028")), "\"<&>\u2028\""; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
