package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// A byte of a text has its own place, however CUE's quotes and operators lead from one to the other. Every source holds
// the word NEEDLE once, and the text too.
func TestBytePlaces(t *testing.T) {
	for name, source := range map[string]string{
		"plain":                `i18n: en: shared: identity: text: "one NEEDLE"`,
		"start":                `i18n: en: shared: identity: text: "NEEDLE"`,
		"wide characters":      `i18n: en: shared: identity: text: "日本語 é NEEDLE"`,
		"escapes":              `i18n: en: shared: identity: text: "a\n\t\"\u00e9\\ \/ \U0001F600 \ud83d\ude00 NEEDLE"`,
		"hashes":               `i18n: en: shared: identity: text: #"a "b" \n \#n NEEDLE"#`,
		"two hashes":           `i18n: en: shared: identity: text: ##"a \#n \##n "# NEEDLE"##`,
		"lines":                "i18n: en: shared: identity: text: \"\"\"\n\tone\n\n\t  two \"\"\" NEEDLE\n\t\"\"\"",
		"first line":           "i18n: en: shared: identity: text: \"\"\"\n\t\tNEEDLE\n\t\tmore\n\t\t\"\"\"",
		"empty first line":     "i18n: en: shared: identity: text: \"\"\"\n\n\t\tNEEDLE\n\t\t\"\"\"",
		"no indentation":       "i18n: en: shared: identity: text: \"\"\"\none\nNEEDLE\n\"\"\"",
		"lines with hashes":    "i18n: en: shared: identity: text: #\"\"\"\n\tone \\n\\#n\n\tNEEDLE\n\t\"\"\"#",
		"CRLF":                 "i18n: en: shared: identity: text: \"\"\"\r\n\tone\r\n\ttwo NEEDLE\r\n\t\"\"\"\r\n",
		"behind a mark":        `i18n: en: shared: identity: text: "a\n \(input.cwd) b \(tool.read_file)\t NEEDLE"`,
		"before a mark":        `i18n: en: shared: identity: text: "a\n NEEDLE \(input.cwd)"`,
		"mark in lines":        "i18n: en: shared: identity: text: \"\"\"\n\tone \\(input.cwd)\n\n\t\\(tool.read_file) NEEDLE\n\tthree\n\t\"\"\"",
		"sum":                  `i18n: en: shared: identity: text: "a\n" + ("b" + #"c NEEDLE"#)`,
		"reference":            "_t: \"one NEEDLE\"\ni18n: en: shared: identity: text: \"a \" + _t",
		"reference in a text":  "let t = \"\"\"\n\tx\n\ty NEEDLE\n\t\"\"\"\ni18n: en: shared: identity: text: \"a \\(t) b\"",
		"field of a struct":    "_t: a: b: \"one NEEDLE\"\ni18n: en: shared: identity: text: _t.a.b",
		"item of a list":       "_t: [\"x\", \"one NEEDLE\"]\ni18n: en: shared: identity: text: _t[1]",
		"default":              `i18n: en: shared: identity: text: string | *"one NEEDLE"`,
		"unification":          `i18n: en: shared: identity: text: =~"^o" & "one NEEDLE"`,
		"shorter alternative":  "_t: \"one\" | *\"one two\"\ni18n: en: shared: identity: text: \"\\(_t) NEEDLE\"",
		"other file":           `i18n: en: shared: identity: text: string`,
		"before an expression": `i18n: en: shared: identity: text: "one NEEDLE \(strings.ToUpper("x")) \n"`,
		"behind an expression": `i18n: en: shared: identity: text: "one\n\(strings.ToUpper("x"))\n NEEDLE \(input.cwd)"`,
		"behind a sum":         `i18n: en: shared: identity: text: strings.ToUpper("one") + " NEEDLE"`,
		"behind nothing":       `i18n: en: shared: identity: text: "one \(strings.TrimSpace(" "))NEEDLE"`,
		"behind a number":      `i18n: en: shared: identity: text: "one \(1+1)\n NEEDLE"`,
	} {
		files := map[string]string{"i18n/en/x.cue": "package helper\n\n" + source + "\n"}
		if strings.Contains(source, "strings.") {
			files["i18n/en/x.cue"] = "package helper\n\nimport \"strings\"\n\n" + source + "\n"
		}
		if name == "other file" {
			files["i18n/en/z.cue"] = "package helper\n\ni18n: en: shared: identity: text: \"one\\nNEEDLE\"\n"
		}
		if want, got := sourcePlace(files), textPlace(t, files); want != got {
			t.Errorf("%s: want %s, got %s", name, want, got)
		}
	}
}

// Where an expression has made the characters, the place of the field stands.
func TestBytePlacesNotFollowed(t *testing.T) {
	for _, source := range []string{
		`strings.ToUpper("needle")`,
		`"a" + strings.ToUpper("needle")`,
		`strings.Replace("one NEEdLE", "d", "D", 1)`,
		`"\(strings.ToUpper("a")) \(strings.ToLower("B")) NEEDLE"`,
	} {
		files := map[string]string{"i18n/en/x.cue": "package helper\n\nimport \"strings\"\n\ni18n: en: shared: identity: text: " + source + "\n"}
		if got := textPlace(t, files); got != "i18n/en/x.cue:5:35" {
			t.Errorf("%s: got %s", source, got)
		}
	}
}

// sourcePlace finds the word in the files.
func sourcePlace(files map[string]string) string {
	for name, data := range files {
		for i, line := range strings.Split(data, "\n") {
			if col := strings.Index(line, "NEEDLE"); col >= 0 {
				return fmt.Sprintf("%s:%d:%d", name, i+1, col+1)
			}
		}
	}
	return ""
}

// textPlace finds it in the text that is loaded.
func textPlace(t *testing.T, files map[string]string) string {
	t.Helper()
	fsys := mapFS(t, "minimal.txtar")
	delete(fsys, "i18n/en/shared.cue")
	delete(fsys, "i18n/en/lite.cue")
	fsys["i18n/en/y.cue"] = file(`package helper
i18n: en: shared: {environment: text: "x", skills: intro: "x", budget: text: "x", rules: {reading: "x", writing: "x"}}
i18n: en: lite: identity: text: "x"
`)
	for name, data := range files {
		fsys[name] = file(data)
	}
	for _, m := range mustLoad(t, fsys).Messages {
		for _, s := range m.Text.Segs {
			if i := strings.Index(s.Lit, "NEEDLE"); i >= 0 && m.Locale == "en" && m.Scope == registry.Shared {
				return s.Byte(i).String()
			}
		}
	}
	return ""
}
