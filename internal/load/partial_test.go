package load

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const smallest = `package notes

contract: {name: "notes", version: 1}
locales: [{name: "en"}]
snapshots: {fixture: inputs: {}, cases: [{name: "basic"}]}
`

// TestPartial pins that tools which name each other are known before the root lists them, and that what can't be read is no
// obstacle to reading the rest.
func TestPartial(t *testing.T) {
	const first, second = "package notes\n\ntools: b: description: \"See \\(tool.a).\"\n", "package notes\n\ntools: a: description: \"See \\(tool.b).\"\n"
	tests := []struct {
		name, root string
		missing    []string
		want       string // the start of the diagnostics
	}{
		{"both", smallest, []string{"a", "b"}, ""},
		{"one", smallest + "tool: b: _\n", []string{"a"}, ""},
		{"none", smallest + "tool: {a: _, b: _}\n", []string{}, ""},
		{"a tool that is declared nowhere", smallest + "i18n: en: shared: x: text: \"\\(tool.c)\"\n", []string{"a", "b"},
			"registry.cue:6:29: i18n.en.shared.x.text: no tool named \"c\" [unknown-tool]\n\tdid you mean \"a\"? (tools/specs/a.cue:3:8)\n"},
		{"nothing but a clause", "package notes\n", []string{"a", "b"}, "registry.cue:1:9: contract: field \"contract\" is missing"},
		{"a locale and no contract", "package notes\n\nlocales: [{name: \"en\"}]\n", []string{"a", "b"}, "registry.cue:1:9: contract: field \"contract\" is missing"},
		{"a tool with a slip", smallest + "tools: c: {description: \"C.\", params: [{name: \"p\", type: \"text\", description: \"P.\"}]}\n", []string{"a", "b", "c"}, "registry.cue:6:"},
		{"a section with two levels", smallest + "sections: s: {cache: \"static\", cache: \"session\"}\n", []string{"a", "b"}, "registry.cue:6:"},
	}
	for _, test := range tests {
		fsys := fstest.MapFS{
			"registry.cue":      {Data: []byte(test.root)},
			"tools/specs/b.cue": {Data: []byte(first)},
			"tools/specs/a.cue": {Data: []byte(second)},
		}
		r, missing, diags, err := Partial(fsys)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.missing, missing); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
		if got := diags.Text(); !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%s: %s", test.name, got)
		}
		if r == nil || r.Tool("a") == nil || r.Tool("b") == nil || len(r.Tool("b").Fragments) != 1 || len(r.ToolNames) < 2 {
			t.Errorf("%s: %v", test.name, r)
		}
	}
}

// TestPartialRefuses pins that nothing is taken for the whole where a name could not be read.
func TestPartialRefuses(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no package":                 {"registry.cue": "contract: {}\n"},
		"a slip in the syntax":       {"registry.cue": "package notes\n", "tools/specs/a.cue": "package notes\n\ntools: {\n"},
		"tools that are no struct":   {"registry.cue": smallest + "tools: 5\ntools: a: description: \"A.\"\n"},
		"no registry":                {},
		"a profile that is a number": {"registry.cue": smallest + "profiles: {p: 5} & {p: doc: \"P.\"} & 7\n"},
	} {
		fsys := fstest.MapFS{}
		for path, text := range files {
			fsys[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if r, _, diags, err := Partial(fsys); err != nil || r != nil || !diags.HasErrors() {
			t.Errorf("%s: %v %v\n%s", name, r, err, diags.Text())
		}
	}
}
