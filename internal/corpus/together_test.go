package corpus_test

import (
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"
)

// TestReasonsHideNothing pins that what is wrong with a reason does not keep the checks from saying the rest: a volatile
// section is made static and keeps what it said of itself.
func TestReasonsHideNothing(t *testing.T) {
	files := baseFiles(t)
	const volatile = `budget: {cache: "volatile", reason: "It changes with every message."}`
	src := string(files["sections.cue"].Data)
	static := strings.Replace(src, volatile, `budget: {cache: "static", place: "system", placeReason: "x", reason: "x"}`, 1)
	files["sections.cue"] = &fstest.MapFile{Data: []byte(static)}
	var got []string
	for _, f := range findings(diagnose(t, files)) {
		if f.File == "sections.cue" {
			got = append(got, f.Rule)
		}
	}
	if diff := gocmp.Diff([]string{"cache-below-floor", "field-not-here", "reason-forbidden", "reason-forbidden"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestApartHidesNothing pins that mistakes on which nothing else depends are found together, and beside those of the checks.
func TestApartHidesNothing(t *testing.T) {
	files := baseFiles(t)
	files["more.cue"] = &fstest.MapFile{Data: []byte(`package small

inputs: left: blank: "reject"
gates: idle: {}
sections: rules: place: "tail"
sections: budget: when: "fsat"
tools: write_file: params: [_, {name: "content", type: "string", minimum: 1}]
`)}
	files["tools/specs/list.cue"] = &fstest.MapFile{Data: []byte(`package small

tool: list: _
tools: list: {
	description: "List."
	params: [
		{name: "depth", type: "integer", description: "How deep.", minimum: "1", maximum: 9223372036854775808, minLength: 3, default: "x"},
		{name: "sort", type: "string", required: false, description: "How.", pattern: 1, enum: "a"},
		{name: "kind", type: "boolean", required: false, description: "How.", enum: [true]},
	]
}
`)}
	var got []string
	for _, f := range findings(diagnose(t, files)) {
		got = append(got, f.String())
	}
	want := []string{
		"more.cue:3:15: [field-not-here]",
		"more.cue:4:8: [missing-field]",
		"more.cue:5:18: [field-not-here]",
		"more.cue:6:26: [unknown-gate]",
		"more.cue:7:66: [field-not-here]",
		"tools/specs/list.cue:4:8: [unused-tool]",
		"tools/specs/list.cue:7:71: [wrong-type]",
		"tools/specs/list.cue:7:85: [number-range]",
		"tools/specs/list.cue:7:106: [field-not-here]",
		"tools/specs/list.cue:7:129: [param-default]",
		"tools/specs/list.cue:8:81: [wrong-type]",
		"tools/specs/list.cue:8:90: [wrong-type]",
		"tools/specs/list.cue:9:73: [field-not-here]",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
