package faults_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/pipeline"
)

// readFile is the file that most of these tests change.
const readFile = "tools/specs/read_file.cue"

const onlyParam = `{name: "path", type: "string", description: "Path of the file."}`

// reading gives read_file other parameters.
func reading(t *testing.T, params string) files {
	return base(t).change(t, readFile, "["+onlyParam+"]", "["+params+"]")
}

// says requires what is reported about a registry, nothing else, as rules; nothing is generated.
func (f files) says(t *testing.T, rules ...string) diag.List {
	t.Helper()
	_, found, err := pipeline.Prove(f.source())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found {
		got = append(got, d.Rule)
	}
	if !slices.Equal(got, rules) {
		t.Errorf("want %q, got:\n%s", rules, found.Text())
	}
	return found
}

// crowd adds n tools with the same fields to the profile; %d in them is the number of the tool.
func crowd(t *testing.T, n int, fields string) files {
	var listed, names, tools strings.Builder
	for i := range n {
		fmt.Fprintf(&names, ", t%d: _", i)
		fmt.Fprintf(&listed, `, "t%d"`, i)
		fmt.Fprintf(&tools, "tools: t%d: {description: \"One of many.\", %s}\n", i, strings.ReplaceAll(fields, "%d", fmt.Sprint(i)))
	}
	return base(t).
		change(t, "registry.cue", "load_skill: _", "load_skill: _"+names.String()).
		change(t, "profiles/full.cue", `"load_skill"]`, `"load_skill"`+listed.String()+"]").
		add("tools/specs/crowd.cue", "package tiny\n\n"+tools.String())
}

// TestFault09NamesAtTheEdge pins the names that just pass, and those that just do not.
func TestFault09NamesAtTheEdge(t *testing.T) {
	long := strings.Repeat("a", 64)
	for _, name := range []string{long, "_", "A1", "read-file"} {
		onWire(t, name).says(t)
	}
	for _, name := range []string{"-read", "read:file", "lesen für", long + "a", ""} {
		onWire(t, name).refused(t, "bad-value", readFile+":3", "want 1 to 64 letters, digits, _ or -, starting with a letter or _")
	}
	for _, name := range []string{long, "_", "A1"} {
		reading(t, strings.Replace(onlyParam, "path", name, 1)).says(t)
	}
	for _, name := range []string{"a.b", "a-b", "$a", "1a", long + "a", ""} {
		reading(t, strings.Replace(onlyParam, `"path"`, `"`+name+`"`, 1)).
			refused(t, "bad-value", readFile+":5", "want 1 to 64 letters, digits or _, starting with a letter or _")
	}
	reading(t, strings.Replace(onlyParam, "path", "edit_file", 1)).refused(t, "param-tool-clash", readFile+":5", "edit_file", "tools/specs/edit_file.cue:3")
}

// TestFault09NamesAfterGates pins that two tools of one name are refused even where no session shows both: a call that
// comes back from a history could mean either.
func TestFault09NamesAfterGates(t *testing.T) {
	onWire(t, "edit_file").change(t, readFile, "read_file: {", `read_file: {when: "!editing", `).
		change(t, "i18n/en.cue", `Look with \(tool.read_file) first.`, "Look first.").
		refused(t, "wire-name-clash", readFile+":3", "edit_file", "tools/specs/edit_file.cue:3")
}

// TestFault10SchemasThatProvidersRefuse pins that what no provider takes can't be written down.
func TestFault10SchemasThatProvidersRefuse(t *testing.T) {
	reading(t, `{name: "a", type: "array", description: "A."}`).refused(t, "missing-field", readFile+":5", "items")
	reading(t, `{name: "a", type: "object", description: "A."}`).refused(t, "missing-field", readFile+":5", "params")
	reading(t, `{name: "a", type: "string", enum: [], description: "A."}`).refused(t, "bad-value", readFile+":5", "at least one item")
	reading(t, `{name: "a", type: "boolean", enum: [true], description: "A."}`).refused(t, "field-not-here", readFile+":5", "enum")
	base(t).change(t, readFile, "params: [", "anyOf: [").refused(t, "unknown-field", readFile+":5", "anyOf")
	base(t).change(t, readFile, "["+onlyParam+"]", "null").refused(t, "wrong-type", readFile+":5", "want a list")
	reading(t, `{name: "a", type: "string", pattern: "a(?=b)", description: "A."}`).refused(t, "param-pattern", readFile+":5", "lookaround")
}

// TestFault10NoParameters pins the form of a tool without parameters: empty lists and objects, never null.
func TestFault10NoParameters(t *testing.T) {
	generated := reading(t, "").generate(t)
	for projection, want := range map[string]string{
		"anthropic":   `{"type":"object","properties":{},"required":[],"additionalProperties":false}`,
		"openai-chat": `{"type":"object","properties":{},"required":[],"additionalProperties":false}`,
		"gemini":      "",
	} {
		var tools any
		name := "snapshots/full.native.en.scout.tools." + projection + ".json"
		if err := json.Unmarshal([]byte(generated[name]), &tools); err != nil {
			t.Fatal(name, err)
		}
		b, err := json.Marshal(tools) // which sorts members
		if err != nil {
			t.Fatal(err)
		}
		var schema any
		if want == "" {
			want = `{"functionDeclarations":[{"description":"Read one file.","name":"read_file"}]}`
		}
		if err := json.Unmarshal([]byte(want), &schema); err != nil {
			t.Fatal(err)
		}
		sorted, _ := json.Marshal(schema)
		if !strings.Contains(string(b), string(sorted)) || strings.Contains(string(b), "null") {
			t.Errorf("%s: want %s in\n%s", name, sorted, b)
		}
	}
}

// TestFault10Nesting pins ten levels, through arrays and objects alike.
func TestFault10Nesting(t *testing.T) {
	nested := func(n int) string {
		inner := `type: "string"`
		for i := range n {
			if i%2 == 0 {
				inner = `type: "array", items: {` + inner + "}"
			} else {
				inner = `type: "object", params: [{name: "m", description: "M.", ` + inner + "}]"
			}
		}
		return `{name: "a", description: "A.", ` + inner + "}"
	}
	reading(t, nested(9)).says(t)
	reading(t, nested(10)).refused(t, "param-depth", readFile+":5", "10 levels")
}

// TestFault10Enums pins that the sizes which OpenAI takes of enums only decide whether a tool is strict, unless that is
// demanded.
func TestFault10Enums(t *testing.T) {
	enum := func(name string, n, length int) string {
		var values []string
		for i := range n {
			v := fmt.Sprint(i)
			values = append(values, `"`+v+strings.Repeat("x", length-len(v))+`"`)
		}
		return `{name: "` + name + `", type: "string", description: "A.", enum: [` + strings.Join(values, ", ") + "]}"
	}
	demand := func(f files) files {
		return f.change(t, readFile, "read_file: {", `read_file: {strict: "require", `)
	}
	for _, tt := range []struct {
		params string
		fits   bool
		word   string
	}{
		{enum("a", 1, 3), true, ""},
		{`{name: "a", type: "integer", description: "A.", enum: [1, 2]}`, true, ""},
		{enum("a", 250, 61), true, ""},
		{enum("a", 251, 59), true, ""},
		{enum("a", 251, 60), false, "more than 15000 characters"},
		{enum("a", 500, 3) + ", " + enum("b", 500, 3), true, ""},
		{enum("a", 500, 3) + ", " + enum("b", 501, 3), false, "more than 1000 enum values"},
	} {
		reading(t, tt.params).says(t)
		if tt.fits {
			demand(reading(t, tt.params)).says(t)
		} else if found := demand(reading(t, tt.params)).says(t, "strict-refused"); !strings.Contains(found.Text(), tt.word) {
			t.Errorf("want %q in:\n%s", tt.word, found.Text())
		}
	}
}

// TestFault10Counts pins how many tools and strict tools a request may have.
func TestFault10Counts(t *testing.T) {
	const one = `, params: [{name: "a", type: "string", required: false, description: "A."}]`
	crowd(t, 125, "params: []").says(t)
	crowd(t, 126, "params: []").says(t, "tools-many")
	gemini := func(f files) files {
		return f.change(t, "registry.cue", "version: 1", `version: 1, projections: ["gemini"]`)
	}
	gemini(crowd(t, 509, "params: []")).says(t)
	gemini(crowd(t, 510, "params: []")).says(t, "tools-many")
	served := func(n int, limit string) files { // a toolset counts as its limit says, and as one tool where it says nothing
		last := fmt.Sprintf(`"t%d"`, n-1)
		return crowd(t, n, "params: []").change(t, "profiles/full.cue", last, last+`, "servers"`).
			add("toolsets.cue", "package tiny\n\ntoolsets: servers: {doc: \"Tools.\", reason: \"Servers differ.\", when: \"native\", wire: \"x_{name}\", trust: \"trusted\""+limit+"}\n")
	}
	served(124, "").says(t)
	served(125, "").says(t, "tools-many")
	served(123, `, limit: {tools: 2, over: "skip"}`).says(t)
	served(124, `, limit: {tools: 2, over: "skip"}`).says(t, "tools-many")
	crowd(t, 20, `strict: "require", params: []`).says(t)
	crowd(t, 21, `strict: "require", params: []`).says(t, "strict-refused")
	crowd(t, 18, `strict: "require"`+one).says(t)
	two := strings.Replace(one, "}]", `}, {name: "b", type: "string", required: false, description: "B."}]`, 1)
	crowd(t, 12, `strict: "require"`+two).says(t)
	crowd(t, 13, `strict: "require"`+two).says(t, "strict-refused")
}

// TestFault10SchemasThatCannotBeStrict pins that what no provider compiles goes out as it is, and is refused where
// strictness is demanded, at the type or the keyword that prevents it.
func TestFault10SchemasThatCannotBeStrict(t *testing.T) {
	for _, tt := range []struct{ param, at, words string }{
		{`{name: "a", type: "map", values: type: "string", description: "A."}`, `"map"`, "can't be strict for OpenAI and Anthropic"},
		{`{name: "a", type: "array", items: type: "any", description: "A."}`, `"any"`, "can't be strict for OpenAI and Anthropic"},
		{`{name: "a", type: "integer", nullable: true, required: false, description: "A."}`, `true`, "can't be strict for OpenAI:"},
	} {
		f := reading(t, tt.param)
		f.says(t)
		f = f.change(t, readFile, "read_file: {", `read_file: {strict: "require", `)
		line := strings.Split(f[readFile], "\n")[4]
		found := f.says(t, "strict-refused")
		if at := fmt.Sprintf("%s:5:%d", readFile, strings.Index(line, tt.at)+1); found[0].At.String() != at || !strings.Contains(found.Text(), tt.words) {
			t.Errorf("want %q at %s, got:\n%s", tt.words, at, found.Text())
		}
	}
	several := func(n int) string {
		params := make([]string, n)
		for i := range params {
			params[i] = fmt.Sprintf(`{name: "p%d", type: "string", nullable: true, description: "P."}`, i)
		}
		return strings.Join(params, ", ")
	}
	demand := func(f files) files { return f.change(t, readFile, "read_file: {", `read_file: {strict: "require", `) }
	demand(reading(t, several(16))).says(t)
	demand(reading(t, several(17))).says(t, "strict-refused")
}

// TestFault10LongDescriptions pins that characters are counted, not bytes.
func TestFault10LongDescriptions(t *testing.T) {
	described := func(n int) files {
		return base(t).change(t, readFile, "Read one file.", strings.Repeat("ä", n))
	}
	described(1024).says(t)
	described(1025).says(t, "description-long")
}

// TestFault10WordsOfDescriptions pins that a description arrives as it is written in every projection.
func TestFault10WordsOfDescriptions(t *testing.T) {
	const want = "  Path\nof </path> `the` {{file}} <b> & \u2028 \u2029 😀\n\n\tend "
	quoted, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	generated := reading(t, strings.Replace(onlyParam, `"Path of the file."`, string(quoted), 1)).generate(t)
	for _, projection := range []string{"anthropic", "openai-chat", "gemini"} {
		var tools any
		name := "snapshots/full.native.en.basic.tools." + projection + ".json"
		if err := json.Unmarshal([]byte(generated[name]), &tools); err != nil {
			t.Fatal(name, err)
		}
		if !slices.Contains(texts(tools), want) {
			t.Errorf("%s: no text %q in\n%s", name, want, generated[name])
		}
	}
	holds(t, generated, "snapshots/full.xml.en.basic.prompt.txt", want)
	base(t).change(t, readFile, "Path of the file.", "Path\xff").refused(t, "not-utf8", readFile+":5", "0xff")
}
