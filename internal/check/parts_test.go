package check

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

func TestHoldsName(t *testing.T) {
	for _, tt := range []struct {
		lit, name string
		want      bool
	}{
		{"call read_file first", "read_file", true},
		{"read_file", "read_file", true},
		{"read_files, read_file2", "read_file", false},
		{"spread_file and read_file.", "read_file", true},
		{"readFile(x)", "readFile", true},
		{"search well", "search", false},
		{"`search` well", "search", true},
		{"`search well`", "search", false},
		{"web-search is fine", "web-search", false},
		{"`web-search` is not", "web-search", true},
		{"Search", "Search", false},
		{"日read_file本", "read_file", true},
	} {
		if got := len(namesIn(tt.lit, tt.name)) > 0; got != tt.want {
			t.Errorf("%q in %q: %v", tt.name, tt.lit, got)
		}
	}
}

func TestMisplaced(t *testing.T) {
	levels := map[byte]string{'s': "static", 'e': "session", 'v': "volatile"}
	for order, want := range map[string]string{
		"":       "",
		"ssevv":  ".....",
		"svsse":  ".x...",
		"ess":    "x..",
		"es":     ".x",
		"vess":   "xx..",
		"sevsev": "...xx.",
		"vvs":    "..x",
	} {
		var sections []placed
		for _, c := range []byte(order) {
			sections = append(sections, placed{Section: &registry.Section{Cache: registry.Word{Text: levels[c]}}})
		}
		got := ""
		for i, wrong := range misplaced(sections) {
			if !wrong {
				got += "."
				continue
			}
			got += "x"
			if other := opponent(sections, i); other.Section == sections[i].Section {
				t.Errorf("%s: section %d has no opponent", order, i)
			}
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", order, got, want)
		}
	}
}

func TestMisfit(t *testing.T) {
	one, two := int64(1), int64(2)
	low, high := json.Number("1"), json.Number("2.5")
	object := &registry.Type{Kind: registry.ObjectType, Params: []registry.Param{
		{Name: "a", Type: registry.Type{Kind: registry.StringType}, Required: true},
		{Name: "b", Type: registry.Type{Kind: registry.BooleanType}},
	}}
	union := &registry.Type{Kind: registry.UnionType, Discriminator: registry.Word{Text: "kind"}, Variants: []registry.Variant{
		{Tag: registry.Word{Text: "one"}, Params: object.Params}, {Tag: registry.Word{Text: "two"}},
	}}
	for _, tt := range []struct {
		typ         *registry.Type
		value, want string
	}{
		{&registry.Type{Kind: registry.StringType}, `"a"`, ""},
		{&registry.Type{Kind: registry.StringType}, `1`, "want type string"},
		{&registry.Type{Kind: registry.StringType, Enum: []string{"a", "b"}}, `"c"`, `want "a", "b"`},
		{&registry.Type{Kind: registry.StringType, MinLength: &two}, `"ä"`, "want at least 2 characters"},
		{&registry.Type{Kind: registry.StringType, MaxLength: &one}, `"ä"`, ""},
		{&registry.Type{Kind: registry.StringType, Pattern: registry.Word{Text: "^a"}}, `"b"`, `it does not match "^a"`},
		{&registry.Type{Kind: registry.IntegerType}, `1.5`, "want type integer"},
		{&registry.Type{Kind: registry.IntegerType}, `1.0`, ""},
		{&registry.Type{Kind: registry.IntegerType, EnumInts: []int64{1, 3}}, `2`, "want one of [1 3]"},
		{&registry.Type{Kind: registry.NumberType, Minimum: &low, Maximum: &high}, `2.6`, "want at most 2.5"},
		{&registry.Type{Kind: registry.NumberType, Minimum: &low, Maximum: &high}, `0.9`, "want at least 1"},
		{&registry.Type{Kind: registry.BooleanType}, `true`, ""},
		{&registry.Type{Kind: registry.BooleanType}, `null`, "want type boolean, or nullable: true"},
		{&registry.Type{Kind: registry.BooleanType, Nullable: true}, `null`, ""},
		{&registry.Type{Kind: registry.AnyType}, `[null, {"a": 1}]`, ""},
		{&registry.Type{Kind: registry.AnyType}, `[null, {"a": 12345678901234567890.5}]`, ""},
		{&registry.Type{Kind: registry.AnyType}, `[null, {"a": 1e400}]`, "with 1e400, it does not fit into a float of 64 bits"},
		{&registry.Type{Kind: registry.MapType, Values: object}, `{"x": {"a": "y"}, "": {"a": "z"}}`, ""},
		{&registry.Type{Kind: registry.MapType, Values: object}, `{"x y": {"a": 1}}`, `entry "x y": member "a": want type string`},
		{&registry.Type{Kind: registry.MapType, Values: object}, `[]`, "want type map"},
		{union, `{"kind": "one", "a": "x"}`, ""},
		{union, `{"kind": "two"}`, ""},
		{union, `{"kind": "two", "a": "x"}`, "it has unknown members"},
		{union, `{"kind": "one"}`, `member "a" is missing`},
		{union, `{"a": "x"}`, `member "kind": want "one", "two"`},
		{union, `{"kind": 1}`, `member "kind": want "one", "two"`},
		{union, `"one"`, "want type union"},
		{&registry.Type{Kind: registry.ArrayType, Items: &registry.Type{Kind: registry.StringType}, MinItems: &two}, `["a"]`, "it has 1 items"},
		{&registry.Type{Kind: registry.ArrayType, Items: &registry.Type{Kind: registry.StringType}}, `["a", 1]`, "want type string"},
		{object, `{"a": "x", "b": true}`, ""},
		{object, `{"b": true}`, `member "a" is missing`},
		{object, `{"a": "x", "b": 1}`, `member "b": want type boolean`},
		{object, `{"a": "x", "c": 1}`, "it has unknown members"},
	} {
		dec := json.NewDecoder(strings.NewReader(tt.value))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, misfit(tt.typ, v)); diff != "" {
			t.Errorf("%s: %s", tt.value, diff)
		}
	}
}

// TestRuleTexts holds what "promptgen explain" shows to the house style.
func TestRuleTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] {
			t.Errorf("two rules are called %s", r.ID)
		}
		seen[r.ID] = true
		if r.ID != strings.ToLower(r.ID) || strings.ContainsAny(r.ID, " _.") {
			t.Errorf("%q is not in kebab-case", r.ID)
		}
		if strings.Count(r.Doc, ". ") < 1 || !strings.HasSuffix(r.Doc, ".") {
			t.Errorf("%s: want what is wrong and how to repair it, got %q", r.ID, r.Doc)
		}
	}
}
