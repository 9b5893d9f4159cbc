package gate

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
)

// gatesOf makes a world of n gates g0, g1, … with random constraints between them, one in so many; 0 is none.
func gatesOf(rng *rand.Rand, n, in int) *World {
	r := &registry.Registry{Profiles: []registry.Profile{{Name: "p", Transports: words("native")}}}
	for i := range n {
		g := registry.Gate{Name: "g" + strconv.Itoa(i)}
		if in > 0 && i > 0 && rng.IntN(in) == 0 {
			g.Implies = words("g" + strconv.Itoa(rng.IntN(i)))
		}
		if in > 0 && i > 1 && rng.IntN(in) == 0 {
			g.Excludes = words("g" + strconv.Itoa(rng.IntN(i)))
		}
		r.Gates = append(r.Gates, g)
	}
	// The model sorts gates by name.
	r.Gates = sortedGates(r.Gates)
	return NewWorld(r, &r.Profiles[0], nil, "")
}

func sortedGates(gates []registry.Gate) []registry.Gate {
	for i := range gates {
		for j := i; j > 0 && strings.Compare(gates[j].Name, gates[j-1].Name) < 0; j-- {
			gates[j], gates[j-1] = gates[j-1], gates[j]
		}
	}
	return gates
}

// TestMostAgrees compares sums over random formulas of up to nine gates with plain enumeration.
func TestMostAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 1 + rng.IntN(9)
		w := gatesOf(rng, n, 3)
		var whens []string
		var items []Weighted
		for range rng.IntN(8) {
			when := randomCondition(rng, n, rng.IntN(3))
			f, err := w.When(when)
			if err != nil {
				t.Fatal(err)
			}
			whens, items = append(whens, when), append(items, Weighted{f, int64(rng.IntN(5))})
		}
		if rng.IntN(3) == 0 {
			whens, items = append(whens, ""), append(items, Weighted{Const(true), 3})
		}
		var want int64
		for bits := range 1 << n {
			gates := map[string]bool{}
			for i := range n {
				gates["g"+strconv.Itoa(i)] = bits>>i&1 == 1
			}
			s := &Setting{World: w, Gates: gates}
			if len(s.Broken()) > 0 {
				continue
			}
			var sum int64
			for i, when := range whens {
				if s.Holds(when) {
					sum += items[i].Weight
				}
			}
			want = max(want, sum)
		}
		sums := w.Sums()
		for i := range items { // what it remembers of smaller sums, and of ones that did not grow, is in nobody's way
			sums.Most(items[:i])
			sums.Most(slices.Concat(items[:i], items[i+1:]))
		}
		if got := sums.Most(items); got != want {
			t.Fatalf("%q with %v: %d, want %d", whens, items, got, want)
		}
		if got := w.searchedMost(items); got != want {
			t.Fatalf("%q with %v: %d found by search, want %d", whens, items, got, want)
		}
	}
}

// searchedMost is Most as it is found where there are many atoms.
func (w *World) searchedMost(items []Weighted) int64 {
	all := Const(false)
	var open []Weighted
	var sum int64
	for _, it := range items {
		if on, ok := it.Formula.IsConst(); !ok {
			all, open = Any(all, it.Formula), append(open, it)
		} else if on {
			sum += it.Weight
		}
	}
	limits, atoms := w.around(all)
	return sum + searched(len(w.atoms), limits, atoms, open)
}

// TestMostOfManyAtoms takes more atoms than a table is made for: the sum is at least the right one.
func TestMostOfManyAtoms(t *testing.T) {
	const gates = 40
	rng := rand.New(rand.NewPCG(5, 6))
	w := gatesOf(rng, gates, 2)
	var items []Weighted
	for i := range gates - 1 {
		f, err := w.When("g" + strconv.Itoa(i) + " || g" + strconv.Itoa(i+1))
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, Weighted{f, 1})
	}
	if c, ok := w.Find(items[0].Formula); !ok || w.Sums().Most(items) < 1 || w.Sums().Most(items) > gates-1 {
		t.Errorf("%v", c)
	}
}
