package faults_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// amounts is what a provider counts in the strict tools of one request.
type amounts struct{ tools, optional, unions, properties, values, open int }

// count goes through a schema as it is sent.
func (n *amounts) count(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n.count(e)
		}
	case map[string]any:
		properties, isObject := v["properties"].(map[string]any)
		if isObject {
			required, _ := v["required"].([]any)
			n.optional += len(properties) - len(required)
			n.properties += len(properties)
		}
		if v["type"] == "object" && v["additionalProperties"] != false {
			n.open++
		}
		if _, several := v["type"].([]any); several || v["anyOf"] != nil {
			n.unions++
		}
		if enum, ok := v["enum"].([]any); ok {
			n.values += len(enum)
		}
		for _, p := range properties {
			n.count(p)
		}
		n.count(v["items"])
		n.count(v["anyOf"])
	}
}

// strictOf counts the strict tools among those of a request.
func strictOf(t *testing.T, data []byte) amounts {
	t.Helper()
	var tools []map[string]any
	if err := json.Unmarshal(data, &tools); err != nil {
		t.Fatal(err)
	}
	var n amounts
	for _, tool := range tools {
		if f, ok := tool["function"].(map[string]any); ok {
			tool = f
		}
		if tool["strict"] == true {
			n.tools++
			n.count(tool["input_schema"])
			n.count(tool["parameters"])
		}
	}
	return n
}

// TestFault10StrictToolsOnTheWire counts in the bytes of requests what the decision about strict tools is about, in every
// snapshot of this repository and in a registry that would pass all limits.
func TestFault10StrictToolsOnTheWire(t *testing.T) {
	files := map[string][]byte{}
	paths, err := filepath.Glob(root + "/snapshots/*.tools.*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	const fields = `when: "!editing", params: [
	{name: "p%d", type: "string", required: false, description: "P."},
	{name: "q", type: "object", description: "Q.", params: [{name: "r", type: "string", enum: ["a", "b"], required: false, description: "R."}]}]`
	for path, text := range snapshots(t, crowd(t, 30, fields).generate(t), ".json") {
		if strings.Contains(path, ".tools.") {
			files["crowd/"+filepath.Base(path)] = []byte(text)
		}
	}
	most := map[string]amounts{}
	for name, data := range files {
		projection := strings.Split(filepath.Base(name), ".tools.")[1]
		if !slices.Contains([]string{"anthropic.json", "openai-chat.json", "openai-responses.json"}, projection) {
			continue
		}
		n := strictOf(t, data)
		switch {
		case n.open > 0:
			t.Errorf("%s: %d open objects", name, n.open)
		case projection == "anthropic.json" && (n.tools > 20 || n.optional > 24 || n.unions > 16):
			t.Errorf("%s: %+v", name, n)
		case projection != "anthropic.json" && (n.optional > 0 || n.properties > 5000 || n.values > 1000):
			t.Errorf("%s: %+v", name, n)
		}
		if m := most[filepath.Dir(name)+"/"+projection]; n.tools > m.tools {
			most[filepath.Dir(name)+"/"+projection] = n
		}
	}
	if n := most["crowd/anthropic.json"]; n.optional < 23 {
		t.Errorf("%+v: more could be strict", n)
	}
	if n := most["crowd/openai-chat.json"]; n.tools < 30 {
		t.Errorf("%+v: more could be strict", n)
	}
}
