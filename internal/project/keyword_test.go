package project

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// TestTableOfKeywords looks at what the forms really write, not at the table: for each keyword and column, whether it
// stands in the schema (K), in the description (N), or in both (B).
func TestTableOfKeywords(t *testing.T) {
	typ := func(t registry.Type) registry.Param { return registry.Param{Name: "p", Required: true, Type: t} }
	text, whole, array := registry.StringType, registry.IntegerType, registry.ArrayType
	items := &registry.Type{Kind: text}
	rows := []struct {
		name, keyword string
		param         registry.Param
		want          string
	}{
		// OpenAI, OpenAI strict, Anthropic, Anthropic strict, Gemini OpenAPI, Gemini JSON Schema, MCP, XML
		{"enum of strings", "enum", typ(registry.Type{Kind: text, Enum: []string{"a", "b"}}), "K K K K K K K N"},
		{"enum of integers", "enum", typ(registry.Type{Kind: whole, EnumInts: []int64{1, 2}}), "K K K K N K K N"},
		{"default", "default", registry.Param{Name: "p", Default: json.RawMessage(`"x"`), Type: registry.Type{Kind: text}}, "K N K N N B K N"},
		{"format date-time", "format", typ(registry.Type{Kind: text, Format: registry.Word{Text: "date-time"}}), "K K K K K B K N"},
		{"format of the others", "format", typ(registry.Type{Kind: text, Format: registry.Word{Text: "uuid"}}), "K K K K N B K N"},
		{"simple pattern", "pattern", typ(registry.Type{Kind: text, Pattern: registry.Word{Text: `^\\b$`}}), "K K K K K B K N"},
		{"pattern with a word boundary", "pattern", typ(registry.Type{Kind: text, Pattern: registry.Word{Text: `\bx`}}), "K K K N K B K N"},
		{"minLength", "minLength", typ(registry.Type{Kind: text, MinLength: ptr(int64(1))}), "K N K N K B K N"},
		{"maxLength", "maxLength", typ(registry.Type{Kind: text, MaxLength: ptr(int64(1))}), "K N K N K B K N"},
		{"minimum", "minimum", typ(registry.Type{Kind: whole, Minimum: ptr(json.Number("1"))}), "K K K N K K K N"},
		{"maximum", "maximum", typ(registry.Type{Kind: registry.NumberType, Maximum: ptr(json.Number("1.5"))}), "K K K N K K K N"},
		{"minItems up to 1", "minItems", typ(registry.Type{Kind: array, Items: items, MinItems: ptr(int64(1))}), "K K K K K K K -"},
		{"minItems above 1", "minItems", typ(registry.Type{Kind: array, Items: items, MinItems: ptr(int64(2))}), "K K K N K K K -"},
		{"maxItems", "maxItems", typ(registry.Type{Kind: array, Items: items, MaxItems: ptr(int64(2))}), "K K K N K K K -"},
	}
	names := map[string]bool{}
	for _, row := range rows {
		names[row.keyword] = true
		f := Param(&row.param)
		var got []string
		for _, c := range []form{openai, openaiStrict, anthropic, anthropicStrict, geminiOpenAPI, gemini, mcp} {
			var schema struct{ Description string }
			var members map[string]json.RawMessage
			whole := strings.Join(f.pieces(c), "")
			if err := json.Unmarshal([]byte(whole), &schema); err != nil {
				t.Fatalf("%s: %v: %s", row.name, err, whole)
			}
			if err := json.Unmarshal([]byte(whole), &members); err != nil {
				t.Fatalf("%s: %v: %s", row.name, err, whole)
			}
			got = append(got, cell(members[row.keyword] != nil, strings.Contains(schema.Description, row.keyword+" ")))
		}
		xml := "-" // of JSON, whose line shows the schema
		if f.Value != jsonValue {
			xml = cell(false, f.Note != "")
		}
		if got := strings.Join(append(got, xml), " "); got != row.want {
			t.Errorf("%s:\nwant %s\ngot  %s", row.name, row.want, got)
		}
	}
	for _, k := range keywords() {
		if !names[k.name] {
			t.Errorf("no row for %s", k.name)
		}
	}
}

// cell is the letter of what a form does.
func cell(schema, description bool) string {
	switch {
	case schema && description:
		return "B"
	case schema:
		return "K"
	case description:
		return "N"
	default:
		return "lost"
	}
}

// Projecting twice says nothing twice, and the sentence has one order.
func TestConstraintsAreSaidOnce(t *testing.T) {
	p := registry.Param{Name: "p", Default: json.RawMessage(`"b"`), Type: registry.Type{
		Kind: registry.StringType, MaxLength: ptr(int64(9)), MinLength: ptr(int64(1)), Pattern: registry.Word{Text: "^b$"}, Format: registry.Word{Text: "uuid"},
	}}
	first := strings.Join(Param(&p).Gemini, "")
	if second := strings.Join(Param(&p).Gemini, ""); first != second {
		t.Errorf("got %s, then %s", first, second)
	}
	const want = `\nConstraints: minLength 1; maxLength 9; pattern ^b$; format uuid; default \"b\"."`
	if strings.Count(first, want) != 1 {
		t.Errorf("want %s in %s", want, first)
	}
}
