package check

import (
	"encoding/json"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/prompt/formats"
)

// TestMisfitFormats: a value that has not the format of its type is found at every depth.
func TestMisfitFormats(t *testing.T) {
	samples := map[string][2]string{ // a valid one, and one that is not
		"date-time": {"2026-01-31T09:30:00Z", "2026-01-31"}, "date": {"2026-01-31", "2026-02-30"}, "time": {"09:30:00Z", "9:30"},
		"email": {"a@b.org", "a@"}, "duration": {"P1D", "1D"}, "uuid": {"123e4567-e89b-12d3-a456-426614174000", "123"},
		"ipv4": {"127.0.0.1", "127.1"}, "ipv6": {"::1", "1.2.3.4"}, "hostname": {"a.org", "a_b"},
	}
	member := func(t registry.Type) []registry.Param { return []registry.Param{{Name: "m", Type: t}} }
	word := func(s string) registry.Word { return registry.Word{Text: s} }
	for _, name := range formats.Names() {
		sample, ok := samples[name]
		if !ok {
			t.Errorf("no sample for %s", name)
		}
		for i, s := range sample {
			leaf := registry.Type{Kind: registry.StringType, Format: word(name)}
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
					t.Errorf("%s: %s fits: %t, want %t: %s", name, shown, got, want, problem)
				}
			}
		}
	}
}
