package check

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/registry"
)

// TestFormatsAsTheRunTime holds the copy of the formats to the original.
func TestFormatsAsTheRunTime(t *testing.T) {
	const from = "// checkFormat reports"
	var texts [2]string
	for i, file := range []string{"../../prompt/argformat.go", "format.go"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, after, ok := strings.Cut(string(data), from)
		if !ok {
			t.Fatalf("%s does not hold %q", file, from)
		}
		texts[i] = after
	}
	if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
		t.Errorf("copy prompt/argformat.go from %q on:\n%s", from, diff)
	}
}

// TestMisfitFormats: a value that has not the format of its type is found at every depth.
func TestMisfitFormats(t *testing.T) {
	samples := map[string][2]string{ // a valid one, and one that is not
		"date-time": {"2026-01-31T09:30:00Z", "2026-01-31"}, "date": {"2026-01-31", "2026-02-30"}, "time": {"09:30:00Z", "9:30"},
		"email": {"a@b.org", "a@"}, "duration": {"P1D", "1D"}, "uuid": {"123e4567-e89b-12d3-a456-426614174000", "123"},
		"ipv4": {"127.0.0.1", "127.1"}, "ipv6": {"::1", "1.2.3.4"}, "hostname": {"a.org", "a_b"},
	}
	member := func(t registry.Type) []registry.Param { return []registry.Param{{Name: "m", Type: t}} }
	word := func(s string) registry.Word { return registry.Word{Text: s} }
	for _, format := range Formats() {
		sample, ok := samples[format]
		if !ok {
			t.Errorf("no sample for %s", format)
		}
		for i, s := range sample {
			leaf := registry.Type{Kind: registry.StringType, Format: word(format)}
			var value any = s
			types := []registry.Type{
				leaf,
				{Kind: registry.ArrayType, Items: &leaf},
				{Kind: registry.MapType, Values: &leaf},
				{Kind: registry.ObjectType, Params: member(leaf)},
				{Kind: registry.UnionType, Discriminator: word("kind"), Variants: []registry.Variant{{Tag: word("v"), Params: member(leaf)}}},
				{Kind: registry.ArrayType, Items: &registry.Type{Kind: registry.MapType, Values: &registry.Type{Kind: registry.ObjectType, Params: member(leaf)}}},
			}
			values := []any{
				value, []any{value}, map[string]any{"k": value}, map[string]any{"m": value}, map[string]any{"kind": "v", "m": value},
				[]any{map[string]any{"k": map[string]any{"m": value}}},
			}
			for j := range types {
				problem := misfit(&types[j], values[j])
				if got, want := problem == "", i == 0; got != want {
					shown, _ := json.Marshal(values[j])
					t.Errorf("%s: %s fits: %t, want %t: %s", format, shown, got, want, problem)
				}
			}
		}
	}
}
