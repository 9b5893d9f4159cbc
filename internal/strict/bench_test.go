package strict

import (
	"cmp"
	"slices"
	"strconv"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// BenchmarkDecide decides 400 tools under 22 gates, each with parameters of its own.
func BenchmarkDecide(b *testing.B) {
	r := toolset(named(400, func(i int, t *registry.Tool) {
		t.When = word("g" + strconv.Itoa(i%22))
		for j := range 4 {
			t.Params = append(t.Params, optional(gated(param("p"+strconv.Itoa(j), nullable(enum(3, 1))), []string{"", "!g" + strconv.Itoa(i%7)}[j%2])))
			t.Params[j].Required = j < 3
		}
	})...)
	for i := range 22 {
		r.Gates = append(r.Gates, registry.Gate{Name: "g" + strconv.Itoa(i)})
	}
	slices.SortFunc(r.Gates, func(a, b registry.Gate) int { return cmp.Compare(a.Name, b.Name) })
	for b.Loop() {
		Decide(r, &r.Profiles[0])
	}
}
