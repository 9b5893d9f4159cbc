package check

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPatternsReadAlike has what Go and ECMA-262, with its flag u, both read, and alike.
func TestPatternsReadAlike(t *testing.T) {
	for _, src := range []string{
		``, `a`, `^$`, `^[a-z]+(?:x|y)\d$`, `(a|b|)c*`, `a*?b+?c??d{2}?`, `a{2}b{2,}c{2,3}d{0}e{1000}`, `(?:)`,
		`[(?i)]`, `\(\?i\)`, `\\A`, `[^a-z-]`, `[-a]`, `[a-]`, `[\]\[\-\\^$.*+?()|{}/]`, `[a^]`, `[{}]`, `[A-Za-z0-9._/~^-]`, `[+.-]`, `[&-~]`,
		`\t\n\v\f\r\x41`, `[\t\n\v\f\r\x00-\x1f]`, `\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/`, `\d\D\w\W`, `[\d\D\w\W]`, `[\w-]`, `[\w.-]`, `\bgo\b`, `\Bx`, `é+[à-ÿ]`, `😀`,
		`/-:,"'<>=!#%&@~_;` + "`", `[\x00-\xff]`, `(?:\b)?`, `[ -~]`,
	} {
		if p := Pattern(src); p != nil {
			t.Errorf("%s: %+v", src, *p)
		}
		if _, err := regexp.Compile(src); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestPatternsReadDifferently has a row for each piece of syntax that only one of them has, or that each has in its own
// meaning: what is found, where, and what to write instead.
func TestPatternsReadDifferently(t *testing.T) {
	for _, tt := range []struct {
		src, text, mend string
	}{
		// Characters.
		{`a.b`, `.`, `[^\n]`},
		{`a]`, `]`, `\]`},
		{`a}`, `}`, `\}`},
		{`a{`, `{`, `\{`},
		{`a{x}`, `{`, `\{`},
		{`a{,3}`, `{`, `{0,3}`},
		{`a{ 1}`, `{`, `\{`},
		{`a{01}`, `{`, `\{`},
		{`a{1,02}`, `{`, `\{`},
		{`{`, `{`, `\{`},

		// Escapes.
		{`é\x{41}`, `\x{41}`, `\x41`},
		{`\x{e9}`, `\x{e9}`, `\xe9`},
		{`\x{1F600}`, `\x{1F600}`, `😀`},
		{`\x{2028}`, `\x{2028}`, `the character itself`},
		{`\x4`, `\x`, `\x04`},
		{`\xg`, `\x`, `two digits`},
		{`\u0041`, `\u0041`, `\x41`},
		{`\u{1F600}`, `\u{1F600}`, `😀`},
		{`\141`, `\141`, `\x61`},
		{`\12`, `\12`, `\x0a`},
		{`\8`, `\8`, `without`},
		{`\0`, `\0`, `\x00`},
		{`\012`, `\012`, `\x0a`},
		{`(a)\1`, `\1`, `without`},
		{`(a)\9`, `\9`, `without`},
		{`\a`, `\a`, `\x07`},
		{`\e`, `\e`, `\x1b`},
		{`\cA`, `\c`, `its code`},
		{`\k<n>`, `\k`, `without`},
		{`a\Ab`, `\A`, `^`},
		{`a\z`, `\z`, `$`},
		{`a\Z`, `\Z`, `$`},
		{`a\C`, `\C`, `the characters`},
		{`\Qa.b\E`, `\Q`, `escape each`},
		{`a\E`, `\E`, `remove`},
		{`\G`, `\G`, `itself`},
		{`\R`, `\R`, `itself`},
		{`\h`, `\h`, `itself`},
		{`\s`, `\s`, `[ \t\n\f\r]`},
		{`\S`, `\S`, `[^ \t\n\f\r]`},
		{`[\s]`, `\s`, ` \t\n\f\r`},
		{`[^\S]`, `\S`, `\t\n\f\r`},
		{`\pN`, `\p`, `ranges`},
		{`\p{Greek}`, `\p`, `ranges`},
		{`\PL`, `\P`, `ranges`},
		{`[\pL]`, `\p`, `ranges`},
		{`\<a\>`, `\<`, `<`},
		{`a\-b`, `\-`, `-`},
		{`a\ b`, `\ `, `without`},
		{`a\_b`, `\_`, `_`},
		{`\"`, `\"`, `"`},
		{`\é`, `\é`, `é`},

		// Classes.
		{`[]a]`, `[]`, `\]`},
		{`[^]]`, `[^]`, `\]`},
		{`[[:alpha:]]`, `[:alpha:]`, `A-Za-z`},
		{`[x[:^digit:]]`, `[:^digit:]`, `its characters`},
		{`[[:word:]]`, `[:word:]`, `\w`},
		{`[a[b]`, `[`, `\[`},
		{`[a[:b]`, `[`, `\[`},
		{`[a&&b]`, `&&`, `\&`},
		{`[a--b]`, `--`, `\-`},
		{`[--b]`, `--`, `\-`},
		{`[a~~b]`, `~~`, `\~`},
		{`[\w-a]`, `-`, `\-`},
		{`[a-\w]`, `\w`, `\-`},
		{`[a-c-e]`, `-`, `\-`},
		{`[\b]`, `\b`, `\x08`},
		{`[\B]`, `\B`, `itself`},
		{`[\<]`, `\<`, `<`},
		{`[\Qa\E]`, `\Q`, `escape each`},
		{`[\141]`, `\141`, `\x61`},
		{`[\x{41}]`, `\x{41}`, `\x41`},

		// Groups and flags.
		{`(?i)a`, `(?i)`, `[aA]`},
		{`a(?i:b)`, `(?i:`, `[aA]`},
		{`(?s)a`, `(?s)`, `(?:…)`},
		{`(?m)a`, `(?m)`, `(?:…)`},
		{`(?U)a`, `(?U)`, `(?:…)`},
		{`(?-s)a`, `(?-s)`, `(?:…)`},
		{`(?P<n>a)`, `(?P<n>`, `(?:…)`},
		{`(?<n>a)`, `(?<n>`, `(?:…)`},
		{`(?P=n)`, `(?P=n)`, `(?:…)`},
		{`a(?=b)`, `(?=`, `handler`},
		{`a(?!b)`, `(?!`, `handler`},
		{`(?<=a)b`, `(?<`, `handler`},
		{`(?<!a)b`, `(?<`, `handler`},
		{`(?>a)`, `(?>a)`, `(?:…)`},
		{`(?#a)`, `(?#a)`, `(?:…)`},

		// Repeats.
		{`a{1001}`, `{1001}`, `maxLength`},
		{`a{1,1001}`, `{1,1001}`, `maxLength`},
		{`a{99999999999999999999}`, `{99999999999999999999}`, `maxLength`},
		{`^*a`, `*`, `remove`},
		{`a$?`, `?`, `remove`},
		{`\b+`, `+`, `remove`},
		{`\B{2}`, `{2}`, `remove`},

		// What Go does not take at all.
		{`(?:a{100}){100}`, `{100}`, `correct`},
		{`a**`, `**`, `correct`},
		{`a*+`, `*+`, `correct`},
		{`a{2}{3}`, `{2}{3}`, `correct`},
		{`*a`, `*`, `correct`},
		{`a(b`, `a(b`, `correct`},
		{`a)b`, `a)b`, `correct`},
		{`a[b`, `[b`, `correct`},
		{`[z-a]`, `z-a`, `correct`},
		{`a\`, ``, `correct`},
	} {
		p := Pattern(tt.src)
		if p == nil {
			t.Errorf("%s passes", tt.src)
			continue
		}
		at := 1
		if i := strings.Index(tt.src, tt.text); i > 0 && tt.text != "" {
			at = utf8.RuneCountInString(tt.src[:i]) + 1
		}
		if tt.text == "" {
			at, tt.text = p.At, p.Text
		}
		if later := map[string]int{`[a-c-e]`: 5, `[a[b]`: 3, `[a[:b]`: 3}[tt.src]; later > 0 {
			at = later // the second of two
		}
		if p.Text != tt.text || p.At != at || !strings.Contains(p.Mend, tt.mend) || p.Why == "" {
			t.Errorf("%s: got %s, want %q at %d and %q", tt.src, fmt.Sprintf("%+v", *p), tt.text, at, tt.mend)
		}
	}
}

// A pattern that passes compiles, and one that does not is told where and why.
func FuzzPattern(f *testing.F) {
	for _, s := range []string{`^[a-z]{1,3}(?:\d|\x41)$`, `[]a]`, `\141`, `[a\`, `(?`, `[^`, `\x{`, `\u`, `{`, `[:`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		p := Pattern(src)
		_, err := regexp.Compile(src)
		switch {
		case p == nil && err != nil:
			t.Errorf("%q passes: %v", src, err)
		case p != nil && (p.At < 1 || p.At > utf8.RuneCountInString(src)+1 || p.Why == "" || p.Mend == ""):
			t.Errorf("%q: %+v", src, *p)
		}
	})
}
