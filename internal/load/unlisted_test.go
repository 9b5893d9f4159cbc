package load

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const smallest = `package notes

contract: {name: "notes", version: 1}
locales: [{name: "en"}]
snapshots: {fixture: inputs: {}, cases: [{name: "basic"}]}
`

// TestUnlisted pins that tools which name each other are known before the root lists them, and that nothing else is
// forgiven.
func TestUnlisted(t *testing.T) {
	const first, second = "package notes\n\ntools: b: description: \"See \\(tool.a).\"\n", "package notes\n\ntools: a: description: \"See \\(tool.b).\"\n"
	tests := []struct {
		name, root string
		missing    []string
		want       string // the diagnostics
	}{
		{"both", "", []string{"a", "b"}, ""},
		{"one", "tool: b: _\n", []string{"a"}, ""},
		{"none", "tool: {a: _, b: _}\n", []string{}, ""},
		{"a tool that is declared nowhere", "i18n: en: shared: x: text: \"\\(tool.c)\"\n", []string{"a", "b"},
			"registry.cue:6:29: i18n.en.shared.x.text: no tool named \"c\" [unknown-tool]\n\tdid you mean \"a\"? (tools/specs/a.cue:3:8)\n"},
	}
	for _, test := range tests {
		fsys := fstest.MapFS{
			"registry.cue":      {Data: []byte(smallest + test.root)},
			"tools/specs/b.cue": {Data: []byte(first)},
			"tools/specs/a.cue": {Data: []byte(second)},
		}
		r, missing, diags, err := Unlisted(fsys)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.missing, missing); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.want, diags.Text()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
		if whole := r != nil && len(r.ToolNames) == 2; whole != (test.want == "") {
			t.Errorf("%s: %v", test.name, r)
		}
	}
}

// TestBlank pins what is a registry to begin with.
func TestBlank(t *testing.T) {
	tests := []struct {
		name string
		fsys fstest.MapFS
		want bool
	}{
		{"a clause", fstest.MapFS{"registry.cue": {Data: []byte("// Soon.\npackage notes\n\n// Here.\n")}}, true},
		{"wiring", fstest.MapFS{"registry.cue": {Data: []byte("package notes\n")}, "promptgen.cue": {Data: []byte(Wiring("notes"))}}, true},
		{"nothing", fstest.MapFS{}, false},
		{"a field", fstest.MapFS{"registry.cue": {Data: []byte(smallest)}}, false},
		{"a field elsewhere", fstest.MapFS{"registry.cue": {Data: []byte("package notes\n")}, "tools/specs/a.cue": {Data: []byte("package notes\n\ntools: a: description: \"A.\"\n")}}, false},
		{"a slip", fstest.MapFS{"registry.cue": {Data: []byte("package notes\n\ntools: {\n")}}, false},
	}
	for _, test := range tests {
		if got := Blank(test.fsys); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
