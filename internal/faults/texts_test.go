package faults_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt"
)

// placeholders is a registry in which every kind of tool text reads an input.
func placeholders(t *testing.T) files {
	f := base(t).
		change(t, "sections.cue", `calls: {cache: "static"`, `calls: {cache: "session", reason: "Descriptions name the directory."`).
		change(t, "tools/specs/read_file.cue", `"Read one file."`, `"Read one file below \(input.cwd)."`).
		change(t, "tools/specs/read_file.cue", `"Path of the file."`, `"Path below \(input.cwd), or \(tool.read_file) fails."`).
		change(t, "tools/specs/edit_file.cue", `"Text to find."`, `"Text to find below \(input.cwd)."`)
	for _, tool := range []string{"read_file", "edit_file"} {
		f = f.change(t, "tools/specs/"+tool+".cue", tool+": {", tool+`: {cache: "session", reason: "It names the directory."`)
	}
	return f
}

// projected is the registry with a contract of all projections.
func projected(f files) files {
	var names []string
	for _, p := range registry.Projections() {
		names = append(names, strconv.Quote(p.Name))
	}
	return f.add("projections.cue", "package tiny\n\ncontract: projections: ["+strings.Join(names, ", ")+"]\n")
}

// TestFault05PlaceholderOnTheWire pins that what a description reads is there in every projection, and its
// placeholder in none.
func TestFault05PlaceholderOnTheWire(t *testing.T) {
	generated := projected(placeholders(t)).generate(t)
	want := []string{"Read one file below /work/tiny.", "Path below /work/tiny, or read_file fails.", "Text to find below /work/tiny."}
	for _, p := range registry.Projections() {
		holds(t, generated, "snapshots/full.native.en.basic.tools."+p.Name+".json", want...)
	}
	holds(t, generated, "snapshots/full.xml.en.basic.prompt.txt", want...)
	for name, text := range snapshots(t, generated, "") {
		if strings.ContainsAny(text, "\ue000\ue001") || strings.Contains(text, "input.cwd") {
			t.Errorf("%s: a placeholder in\n%s", name, text)
		}
	}
}

func holds(t *testing.T, generated map[string]string, name string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(generated[name], w) {
			t.Errorf("%s: want %q in\n%s", name, w, generated[name])
		}
	}
}

// TestFault05PlaceholderThatIsNone pins that text which would reach the model as a placeholder is refused: one that
// CUE reads as plain characters, and the characters by which marks are known.
func TestFault05PlaceholderThatIsNone(t *testing.T) {
	const spec = "tools/specs/read_file.cue"
	for _, text := range []string{`#"Path below \(input.cwd)."#`, `"Path below \\(input.cwd)."`} {
		base(t).change(t, spec, `"Path of the file."`, text).refused(t, "mark-in-raw-string", spec+":5", `\(input.`)
	}
	for _, text := range []string{`"Path \ue000input.cwd\ue001."`, "\"Path \ue000input.cwd\ue001.\""} {
		base(t).change(t, spec, `"Path of the file."`, text).refused(t, "mark-character", spec+":5", "U+E000")
	}
}

// TestFault06DescriptionsAndTypesStay pins that no projection drops the description of a nested parameter, or turns
// its type into another.
func TestFault06DescriptionsAndTypesStay(t *testing.T) {
	generated := projected(base(t)).generate(t)
	for file, at := range map[string][]string{
		"tools.anthropic.json":         {"input_schema"},
		"tools.openai-chat.json":       {"function", "parameters"},
		"tools.openai-responses.json":  {"parameters"},
		"tools.openai-compatible.json": {"function", "parameters"},
		"tools.gemini.json":            {"parametersJsonSchema"},
		"tools.gemini-openapi.json":    {"parameters"},
		"tools.mcp.json":               {"inputSchema"},
	} {
		t.Run(file, func(t *testing.T) {
			var tools any
			name := "snapshots/full.native.en.basic." + file
			if err := json.Unmarshal([]byte(generated[name]), &tools); err != nil {
				t.Fatal(name, err)
			}
			if list, ok := dig(tools, 0, "functionDeclarations").([]any); ok {
				tools = list
			}
			edits(t, dig(tools, append([]any{1}, keys(at)...)...))
		})
	}
	// Over XML the value is JSON text, so its line shows the schema.
	doc := generated["snapshots/full.xml.en.basic.prompt.txt"]
	_, schema, ok := strings.Cut(doc, "- edits: (required) (JSON) Changes, in order. Schema: ")
	if !ok {
		t.Fatalf("no line of edits in\n%s", doc)
	}
	line, _, _ := strings.Cut(schema, "\n")
	var edit any
	if err := json.Unmarshal([]byte(line), &edit); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	equal(t, "array", dig(edit, "type"))
	items(t, edit)
}

// edits checks the schema of the tool edit_file.
func edits(t *testing.T, schema any) {
	t.Helper()
	equal(t, "object", kind(schema))
	equal(t, "string", kind(dig(schema, "properties", "path")))
	equal(t, "Path of the file.", dig(schema, "properties", "path", "description"))
	edit := dig(schema, "properties", "edits")
	equal(t, "array", kind(edit))
	equal(t, "Changes, in order.", dig(edit, "description"))
	items(t, edit)
}

// items checks what stands below edits.
func items(t *testing.T, edit any) {
	t.Helper()
	equal(t, 1.0, dig(edit, "minItems"))
	equal(t, "object", kind(dig(edit, "items")))
	for name, want := range map[string][2]string{
		"old": {"string", "Text to find."}, "new": {"string", "Text to put there."}, "line": {"integer", "Line to start at."},
	} {
		equal(t, want[0], kind(dig(edit, "items", "properties", name)))
		equal(t, want[1], dig(edit, "items", "properties", name, "description"))
	}
	equal(t, "old", dig(edit, "items", "required", 0))
	equal(t, "new", dig(edit, "items", "required", 1))
	if optional := dig(edit, "items", "required", 2); optional != nil { // of a strict schema, where null is an absent one
		equal(t, "null", dig(edit, "items", "properties", optional, "type", 1))
	}
}

// kind is the type of a schema, as every dialect means it.
func kind(schema any) string {
	typ := dig(schema, "type")
	if first := dig(typ, 0); first != nil {
		typ = first
	}
	name, _ := typ.(string)
	return strings.ToLower(name)
}

func equal(t *testing.T, want, got any) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// dig follows keys and indices into a JSON value. What is not there is nil.
func dig(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = object[p]
		case int:
			list, _ := v.([]any)
			if p >= len(list) {
				return nil
			}
			v = list[p]
		}
	}
	return v
}

func keys(names []string) []any {
	var out []any
	for _, n := range names {
		out = append(out, n)
	}
	return out
}

// TestFault19DocumentationInNativePrompts pins that a prompt whose calls are native explains no XML, and that one
// over XML sends no schemas.
func TestFault19DocumentationInNativePrompts(t *testing.T) {
	base(t).change(t, "sections.cue", `calls: {cache: "static", when: "xml"`, `calls: {cache: "static"`).
		refused(t, "docs-without-xml", "sections.cue:6", "calls", "xml")
	for name, cell := range codertest.Cells() {
		a, err := coder.New(cell.Config, cell.Session)
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Request(prompt.Anthropic, cell.Turn)
		if err != nil {
			t.Fatal(err)
		}
		native := cell.Config.Transport == prompt.Native
		if r.Tools.IsZero() == native {
			t.Errorf("%s: schemas %t", name, !native)
		}
		turns, err := a.ContextTurns(cell.Turn) // what servers say of their tools stands there
		if err != nil {
			t.Fatal(err)
		}
		text := a.System()
		for _, turn := range turns {
			text += turn.Text
		}
		for tool := range a.Tools().All() {
			for _, doc := range []string{"## " + tool.Name + "\n", "<" + tool.Name + ">", "</" + tool.Name + ">"} {
				if strings.Contains(text, doc) == native {
					t.Errorf("%s: %q %t", name, doc, native)
				}
			}
		}
	}
}
