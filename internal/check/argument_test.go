package check

import (
	"encoding/json"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// TestArgument pins which values a call may have, down to nulls that stand for members which are not given.
func TestArgument(t *testing.T) {
	text := registry.Type{Kind: registry.StringType, Enum: []string{"a", "b"}}
	maybe := registry.Param{Name: "m", Type: text}
	object := registry.Type{Kind: registry.ObjectType, Params: []registry.Param{maybe, {Name: "n", Type: text, Required: true}}}
	union := registry.Type{
		Kind: registry.UnionType, Discriminator: registry.Word{Text: "kind"},
		Variants: []registry.Variant{{Tag: registry.Word{Text: "x"}, Params: []registry.Param{maybe}}},
	}
	null := text
	null.Nullable = true
	tests := []struct {
		name, value string
		typ         registry.Type
		want        string
	}{
		{"a choice", `"a"`, text, ""},
		{"none of the choices", `"c"`, text, `want "a", "b"`},
		{"no JSON", `a`, text, "it is no JSON"},
		{"more than one value", `"a" "b"`, text, "it is no JSON"},
		{"blanks behind", "\"a\" \n", text, ""},
		{"null", `null`, text, "want type string, or nullable: true"},
		{"null of a nullable", `null`, null, ""},
		{"null of a member that need not be given", `{"m":null,"n":"a"}`, object, ""},
		{"null of one that has to be", `{"m":"a","n":null}`, object, `member "n": want type string, or nullable: true`},
		{"in an item", `[{"m":null,"n":"a"}]`, registry.Type{Kind: registry.ArrayType, Items: &object}, ""},
		{"in an entry", `{"k":{"m":null,"n":"a"}}`, registry.Type{Kind: registry.MapType, Values: &object}, ""},
		{"in a variant", `{"kind":"x","m":null}`, union, ""},
		{"no variant", `{"kind":"y"}`, union, `member "kind": want "x"`},
		{"null of any", `null`, registry.Type{Kind: registry.AnyType}, ""},
	}
	for _, test := range tests {
		if got := Argument(&test.typ, json.RawMessage(test.value)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
