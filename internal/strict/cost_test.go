package strict

import (
	"testing"

	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/registry"
)

// TestMeasured pins what counts against the limits, one thing a row: the tool, optional and nullable ones, properties,
// characters and values.
func TestMeasured(t *testing.T) {
	str, whole := of(registry.StringType), of(registry.IntegerType)
	codes := registry.Type{Kind: registry.IntegerType, EnumInts: []int64{-100, 7}}
	for _, tt := range []struct {
		name  string
		param registry.Param
		want  amount
	}{
		{"a parameter", param("abc", str), amount{tools: 1, properties: 1, characters: 3}},
		{"characters are no bytes", param("a", registry.Type{Kind: registry.StringType, Enum: []string{"ä€"}}), amount{tools: 1, properties: 1, characters: 3, values: 1}},
		{"optional", optional(param("abc", whole)), amount{tools: 1, optional: 1, properties: 1, characters: 3}},
		{"nullable", param("abc", nullable(whole)), amount{tools: 1, unions: 1, properties: 1, characters: 3}},
		{"nullable items", param("abc", array(nullable(whole))), amount{tools: 1, unions: 1, properties: 1, characters: 3}},
		{"union", param("abc", union(variant("xy"), variant("z"))), amount{tools: 1, unions: 1, properties: 3, characters: 3 + 4 + 2 + 4 + 1}},
		{"nullable union", param("abc", nullable(union(variant("xy")))), amount{tools: 1, unions: 1, properties: 2, characters: 3 + 4 + 2}},
		{"members", param("abc", array(object(optional(param("d", str))))), amount{tools: 1, optional: 1, properties: 2, characters: 4}},
		{"members of a variant", param("abc", union(variant("xy", optional(param("d", str))))),
			amount{tools: 1, optional: 1, unions: 1, properties: 3, characters: 3 + 4 + 2 + 1}},
		{"integers to choose from", param("a", codes), amount{tools: 1, properties: 1, characters: 1 + 4 + 1, values: 2}},
		{"null among them", param("a", nullable(codes)), amount{tools: 1, unions: 1, properties: 1, characters: 1 + 4 + 1 + 4, values: 3}},
		{"null for absent", optional(param("a", codes)), amount{tools: 1, optional: 1, properties: 1, characters: 1 + 4 + 1 + 4, values: 3}},
		{"null in items", param("a", array(nullable(codes))), amount{tools: 1, unions: 1, properties: 1, characters: 1 + 4 + 1 + 4, values: 3}},
	} {
		r := toolset(tool(tt.param))
		var got amount
		for _, it := range measure(gate.Worlds(r, &r.Profiles[0], "native"), &r.Tools[0]).items[0] {
			got = got.plus(it.amount)
		}
		if got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestLevels: the parameters of a tool are the first level, and whatever holds others adds one.
func TestLevels(t *testing.T) {
	str := of(registry.StringType)
	around := map[string]func(registry.Type) registry.Type{
		"arrays":  array,
		"objects": func(t registry.Type) registry.Type { return object(param("a", t)) },
		"unions":  func(t registry.Type) registry.Type { return union(variant("x", param("a", t))) },
	}
	for name, wrap := range around {
		inner := str
		for levels := 1; levels <= maxLevels+1; levels++ {
			r := toolset(tool(param("a", inner)))
			var deep bool
			for _, o := range measure(gate.Worlds(r, &r.Profiles[0], "native"), &r.Tools[0]).obstacles {
				deep = deep || o.families == OpenAI
			}
			if deep != (levels > 10) {
				t.Errorf("%d levels of %s: too many: %t", levels, name, deep)
			}
			inner = wrap(inner)
		}
	}
}
