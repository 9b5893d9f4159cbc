package check

import (
	"encoding/json"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// TestMisleading pins which usages are taken for values, and which for words that stand for one.
func TestMisleading(t *testing.T) {
	words := registry.Type{Kind: registry.StringType, Enum: []string{"price", "rooms"}}
	null := func(t registry.Type) registry.Type { t.Nullable = true; return t }
	one := json.Number("1")
	integer := registry.Type{Kind: registry.IntegerType, Minimum: &one}
	list := registry.Type{Kind: registry.ArrayType, Items: &words}
	object := registry.Type{Kind: registry.ObjectType, Params: []registry.Param{{Name: "a", Required: true, Type: integer}}}
	text := registry.Type{Kind: registry.StringType}
	tests := []struct {
		name, usage string
		typ         registry.Type
		problem     string
		write       string
	}{
		{"none", "", list, "", ""},
		{"a string", "any words, or \"quotes\"", text, "", ""},
		{"words for a choice", "price or rooms", words, "", ""},
		{"a choice", "price", words, "", ""},
		{"a choice in quotes", `"price"`, words, "a string stands there without quotes", `write usage: "price"`},
		{"quotes of a free string", `"price"`, text, "", ""},
		{"words for a number", "line number", integer, "", ""},
		{"a number", "5", integer, "", ""},
		{"a number that is too small", "0", integer, "want at least 1", "correct it; words that are no JSON may stand for a value"},
		{"a number in quotes", `"5"`, integer, "want type integer", "correct it; words that are no JSON may stand for a value"},
		{"words for what may be null", "on or off", null(registry.Type{Kind: registry.BooleanType}), "", ""},
		{"a string that may be null", `2026-12-24`, null(text), `a nullable string stands there as JSON, and "2026-12-24" is none`, `a string has quotes: write usage: "\"2026-12-24\""`},
		{"a number for a string that may be null", `2026`, null(text), "want type string", "correct it; words that are no JSON may stand for a value"},
		{"a string in quotes that may be null", `"2026-12-24"`, null(text), "", ""},
		{"null", "null", null(words), "", ""},
		{"a choice that may be null", `"pool"`, null(words), `want "price", "rooms"`, "correct it; words that are no JSON may stand for a value"},
		{"any", "hello", registry.Type{Kind: registry.AnyType}, `type any stands there as JSON, and "hello" is none`, `a string has quotes: write usage: "\"hello\""`},
		{"any, cut short", `{"a": …}`, registry.Type{Kind: registry.AnyType}, "", ""},
		{"a list", `["price"]`, null(list), "", ""},
		{"a list, cut short", `["price", …]`, list, "", ""},
		{"words for a list", "a list of fields", list, "", ""},
		{"items without a list", "price, rooms", null(list), `an array stands there as JSON, and "price, rooms" is none`, `write usage: "[\"price\",\"rooms\"]"`},
		{"another item", `["pool"]`, list, `want "price", "rooms"`, "correct it; words that are no JSON may stand for a value"},
		{"an object", `{"a": 1}`, object, "", ""},
		{"an object that lacks a member", `{}`, object, `member "a" is missing`, "correct it; words that are no JSON may stand for a value"},
	}
	for _, test := range tests {
		q := registry.Param{Type: test.typ, Usage: test.usage}
		if problem, write := misleading(&q, test.usage); problem != test.problem || write != test.write {
			t.Errorf("%s: %q %q, want %q %q", test.name, problem, write, test.problem, test.write)
		}
	}
}
