package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// metaschema is what JSON Schema 2020-12 says of schemas. The judge brings it along.
func metaschema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// invalid says why a document is no schema of JSON Schema 2020-12, or nothing.
func invalid(meta *jsonschema.Schema, schema string) string {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(schema)))
	if err == nil {
		err = meta.Validate(doc)
	}
	if err != nil {
		return err.Error()
	}
	c := jsonschema.NewCompiler() // what the meta-schema can't say: patterns that compile
	c.DefaultDraft(jsonschema.Draft2020)
	if err = c.AddResource("schema.json", doc); err == nil {
		_, err = c.Compile("schema.json")
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// TestMetaschema holds every schema in every snapshot of this repository and of both vocabularies to the meta-schema.
// Gemini's older form is no JSON Schema.
func TestMetaschema(t *testing.T) {
	meta := metaschema(t)
	known := map[string]string{} // by schema
	for _, dir := range []string{"../snapshots", "vocabulary/closed/snapshots", "vocabulary/open/snapshots"} {
		seen := map[string]int{}
		for _, p := range projections() {
			files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.tools."+p.name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				doc, err := parse(data)
				if err != nil {
					t.Fatal(file, err)
				}
				for _, tool := range p.split(doc) {
					if tool.schema == nil || p.dialect.upper {
						continue // a function without parameters
					}
					seen[p.name]++
					schema := tool.schema.encode()
					bad, ok := known[schema]
					if !ok {
						bad = invalid(meta, schema)
						known[schema] = bad
					}
					if bad != "" {
						t.Errorf("%s: %s: %s", file, tool.name, bad)
					}
				}
			}
		}
		for _, p := range projections() {
			if seen[p.name] == 0 && !p.dialect.upper {
				t.Errorf("%s has no schema for %s", dir, p.name)
			}
		}
		t.Log(dir, seen)
	}
	t.Logf("%d different schemas", len(known))
}

// TestMetaschemaMistakes proves that the meta-schema is asked: what it forbids is found.
func TestMetaschemaMistakes(t *testing.T) {
	meta := metaschema(t)
	for _, bad := range []string{
		`{"type":"text"}`, `{"type":"OBJECT"}`, `{"required":"a"}`, `{"required":["a","a"]}`, `{"minLength":-1}`, `{"properties":[]}`, `{"enum":"a"}`, `{"pattern":"("}`,
		`{"items":{"type":["string","string"]}}`, `{"anyOf":[]}`, `{"properties":{"a":{"additionalProperties":1}}}`, `{"description":1}`, `[]`,
	} {
		if invalid(meta, bad) == "" {
			t.Errorf("%s passes", bad)
		}
	}
	if bad := invalid(meta, `{"type":"object","properties":{},"required":[],"additionalProperties":false}`); bad != "" {
		t.Error(bad)
	}
}
