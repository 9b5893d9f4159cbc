package vocabulary

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// standard turns a schema of Gemini's older form into JSON Schema: names of types are in capitals there, and what may be
// null is nullable.
func standard(t *testing.T, schema []byte) []byte {
	t.Helper()
	var v map[string]any
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(standardSchema(v))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func standardSchema(s map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range s {
		switch k {
		case "type":
			v = strings.ToLower(v.(string))
		case "items":
			v = standardSchema(v.(map[string]any))
		case "properties":
			all := map[string]any{}
			for name, p := range v.(map[string]any) {
				all[name] = standardSchema(p.(map[string]any))
			}
			v = all
		case "anyOf":
			var all []any
			for _, branch := range v.([]any) {
				all = append(all, standardSchema(branch.(map[string]any)))
			}
			v = all
		case "nullable", "propertyOrdering":
			continue
		}
		out[k] = v
	}
	if s["nullable"] != true {
		return out
	}
	delete(out, "description")
	return map[string]any{"anyOf": []any{out, map[string]any{"type": "null"}}}
}
