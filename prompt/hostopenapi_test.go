package prompt

import "testing"

// TestHostOpenForm pins what Gemini's older form makes of what is no schema, which it would refuse a request for.
func TestHostOpenForm(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"a":{"type":"object","properties":[{"type":"string"},{"type":"string"}]}}}`: `{"type":"OBJECT","properties":{"a":{"type":"STRING","description":"A value as JSON text."}},"propertyOrdering":["a"]}`,
		`{"type":"object","properties":{"a":{"properties":{"b":{"type":"integer"}},"required":["b","c","b"]}}}`:     `{"type":"OBJECT","properties":{"a":{"type":"OBJECT","properties":{"b":{"type":"INTEGER"}},"propertyOrdering":["b"],"required":["b"]}},"propertyOrdering":["a"]}`,
	} {
		root, problem := parseRoot(schema)
		if problem != "" {
			t.Fatal(problem)
		}
		if got := string(new(openForm).schema(nil, &root)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", schema, got, want)
		}
	}
}
