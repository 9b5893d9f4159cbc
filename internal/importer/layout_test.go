package importer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLayout pins how a tool is laid out: what is short stands on one line, and of the rest each field on its own.
func TestLayout(t *testing.T) {
	const doc = `[{"name":"t","description":"T.","parameters":{"type":"object","properties":{
"a":{"type":"string","minLength":1,"description":"A."},
"b":{"type":"array","minItems":1,"items":{"type":["string","null"],"minLength":1},"description":"B.","examples":[["x"]]},
"c":{"type":"array","maxItems":3,"items":{"type":"array","minItems":2,"items":{"type":"object","properties":{"d":{"type":"string","description":"D."}},"required":["d"],"additionalProperties":false}},"description":"C.\nMore."}
},"required":["a"],"additionalProperties":false}}]`
	const want = `package sample

tools: t: {
	description: "T."
	params: [
		{name: "a", type: "string", minLength: 1, description: "A."},
		{
			name:        "b"
			type:        "array"
			minItems:    1
			required:    false
			description: "B. Examples: [\"x\"]."
			usage:       "[\"x\"]"
			items: {type: "string", nullable: true, minLength: 1}
		},
		{
			name:     "c"
			type:     "array"
			maxItems: 3
			required: false
			description: """
				C.
				More.
				"""
			items: {
				type:     "array"
				minItems: 2
				items: {
					type: "object"
					params: [
						{name: "d", type: "string", description: "D."},
					]
				}
			}
		},
	]
}
`
	tools, report, _ := Tools([]byte(doc), Options{File: "in.json"})
	files, err := Specs("sample", tools)
	if err != nil || len(files) != 1 {
		t.Fatal(err, report.Diagnostics().Text())
	}
	if diff := cmp.Diff(want, string(files[0].Data)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
