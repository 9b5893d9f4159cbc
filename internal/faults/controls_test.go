package faults_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestControlCharacters pins that no text which reaches a model holds a control character other than line feed and tab:
// in each place each of them is refused, at that place and with its position in the text.
func TestControlCharacters(t *testing.T) {
	translated := base(t).change(t, "registry.cue", `locales: [{name: "en"}]`, `locales: [{name: "en"}, {name: "de", fallback: except: ["place", "tools.read_file"]}]`).
		add("i18n/de.cue", "package tiny\n\ni18n: de: shared: place: text: \"Arbeite in \\(input.cwd).\"\n"+
			"tooltext: de: shared: read_file: {description: \"Lies eine Datei.\", params: path: {description: \"Welche.\", usage: \"main.go\"}}\n")
	const text = "i18n/en.cue"
	places := []struct {
		name      string
		base      files
		file, old string
		with      string // BAD is what is refused
		at        string
	}{
		{"tool", base(t), readFile, "Read one file.", "ReBAD", readFile + ":4"},
		{"parameter", base(t), readFile, "Path of the file.", "PaBAD", readFile + ":5"},
		{"member", base(t), "tools/specs/edit_file.cue", "Text to find.", "TeBAD", "tools/specs/edit_file.cue:11"},
		{"usage", base(t), readFile, `type: "string",`, `type: "string", usage: "maBAD",`, readFile + ":5"},
		{"enum", base(t), readFile, `type: "string",`, `type: "string", enum: ["a", "rwBAD"],`, readFile + ":5"},
		{"enum of items", base(t), readFile, `type: "string",`, `type: "array", items: {type: "string", enum: ["rwBAD"]},`, readFile + ":5"},
		{"default", base(t), readFile, `type: "string",`, `type: "string", required: false, default: "rwBAD",`, readFile + ":5"},
		{"default inside", base(t), readFile, `type: "string",`, `type: "array", items: {type: "string"}, required: false, default: ["rwBAD"],`, readFile + ":5"},
		{"name in a default", base(t), readFile, `type: "string",`, `type: "any", required: false, default: {"rwBAD": 1},`, readFile + ":5"},
		{"section", base(t), text, "You change code.", "YoBAD", text + ":4"},
		{"command", base(t), text, "Sum up what was done.", "SuBAD", text + ":13"},
		{"behind a mark", base(t), text, `Work in \(input.cwd).`, `Work in \(input.cwd)ouBAD`, text + ":11"},
		{"inline", base(t), "sections.cue", `"- \(input.skills.name)"`, `"\(input.skills.name)- BAD"`, "sections.cue:11"},
		{"heading", base(t), "sections.cue", `identity: cache: "static"`, `identity: {cache: "static", wrap: heading: value: "AbBAD"}`, "sections.cue:4"},
		{"heading's text", base(t).change(t, "sections.cue", `identity: cache: "static"`, `identity: {cache: "static", wrap: heading: {}}`), text,
			"identity: text: ", "identity: heading: \"AbBAD\"\n\tidentity: text: ", text + ":4"},
		{"attribute", base(t), "sections.cue", `identity: cache: "static"`, `identity: {cache: "static", wrap: {tag: "x", attrs: [{name: "y", value: "AbBAD"}]}}`, "sections.cue:4"},
		{"in front", base(t), "sections.cue", `identity: cache: "static"`, `identity: {cache: "static", wrap: before: "AbBAD"}`, "sections.cue:4"},
		{"between", base(t), "sections.cue", `{each: "skills", `, `{each: "skills", between: "- BAD", `, "sections.cue:11"},
		{"separator", base(t), "profiles/full.cue", `doc: "Everything."`, `doc: "Everything.", separator: "- BAD"`, "profiles/full.cue:4"},
		{"translation", translated, "i18n/de.cue", "Arbeite in ", "ArBAD", "i18n/de.cue:3"},
		{"translated tool", translated, "i18n/de.cue", "Lies eine Datei.", "LiBAD", "i18n/de.cue:4"},
		{"translated parameter", translated, "i18n/de.cue", "Welche.", "WeBAD", "i18n/de.cue:4"},
		{"translated usage", translated, "i18n/de.cue", "main.go", "maBAD", "i18n/de.cue:4"},
	}
	bad := []struct{ escape, name string }{
		{`\u0000`, "U+0000"}, {`\r`, "U+000D"}, {`\r\n`, "U+000D"}, {`\u001b`, "U+001B"}, {`\u007f`, "U+007F"}, {`\u0085`, "U+0085"}, {`\b`, "U+0008"},
	}
	for i, p := range places {
		t.Run(p.name, func(t *testing.T) {
			p.base.change(t, p.file, p.old, strings.ReplaceAll(p.with, "BAD", `x\n\ty`)).says(t)
			for j, b := range bad {
				if j > 0 && i%len(bad) != j%len(bad) && p.name != "tool" {
					continue // every place meets a zero byte and another, and one place all
				}
				f := p.base.change(t, p.file, p.old, strings.ReplaceAll(p.with, "BAD", b.escape))
				if found := f.says(t, "control-character"); len(found) == 1 {
					f.refused(t, "control-character", p.at, b.name+" at character 3")
				}
			}
		})
	}
}

// TestLineEndsOfFiles pins that a registry checked out with CRLF is the same registry.
func TestLineEndsOfFiles(t *testing.T) {
	f := base(t).change(t, "i18n/en.cue", `"Sum up what was done."`, "\"\"\"\n\t\tSum up\n\n\t\twhat was done.\n\t\t\"\"\"")
	crlf := files{}
	for name, text := range f {
		crlf[name] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if diff := cmp.Diff(f.generate(t), crlf.generate(t)); diff != "" {
		t.Error(diff)
	}
}

// TestSharedDefinitions pins that two tools, and two parameters of one, which take their type from one definition of the
// source have each their own words, in every projection and over XML.
func TestSharedDefinitions(t *testing.T) {
	f := base(t).
		add("tools/shared.cue", "package tiny\n\n_range: {type: \"object\", params: [{name: \"first\", type: \"integer\", description: string | *\"First line.\"}]}\n").
		add(readFile, `package tiny

tools: read_file: {
	description: "Read one file."
	params: [
		_range & {name: "old", description: "Lines to read before."},
		_range & {name: "new", description: "Lines to read now."},
	]
}
`).
		add("tools/specs/load_skill.cue", `package tiny

tools: load_skill: {
	description: "Load the words of a skill."
	when:        "skills"
	params: [_range & {name: "lines", description: "Lines of the skill.", params: [{description: "First line of the skill."}]}]
}
`)
	// A folder sees the files of its parents only.
	f = f.add("shared.cue", f["tools/shared.cue"]).without("tools/shared.cue")
	generated := f.generate(t)
	want := []string{"Lines to read before.", "First line.", "Lines to read now.", "First line.", "Lines of the skill.", "First line of the skill."}
	for _, name := range []string{"tools.anthropic.json", "tools.openai-chat.json", "tools.gemini.json", "prompt.txt"} {
		transport := "native"
		if name == "prompt.txt" {
			transport = "xml"
		}
		got := generated["snapshots/full."+transport+".en.basic."+name]
		at := 0
		for _, w := range want {
			i := strings.Index(got[at:], w)
			if i < 0 {
				t.Fatalf("%s: no %q behind byte %d of\n%s", name, w, at, got)
			}
			at += i + len(w)
		}
		if transport == "xml" {
			continue // there the line of a parameter shows its description beside the schema, which has it too
		}
		for _, w := range want {
			if n := strings.Count(got, w); n != len(slices.DeleteFunc(slices.Clone(want), func(o string) bool { return !strings.Contains(o, w) })) {
				t.Errorf("%s: %q stands there %d times", name, w, n)
			}
		}
	}
}
