package gate

import (
	"math/bits"
	"slices"
)

// Feasible reports whether any setting keeps the constraints of the registry under the pins of this world. Where
// none does, nothing can be decided: every formula would hold.
func (w *World) Feasible() bool {
	f := All(w.rules...)
	_, ok := w.first(f, support(f), nil)
	return ok
}

// Find returns a feasible choice under which f holds, whatever the atoms are that it leaves out. No atom of it can be
// left out. It reports false where f never holds. The same world and formula always give the same choice.
func (w *World) Find(f Formula) (Choice, bool) {
	limits, atoms := w.around(f)
	val, ok := w.first(All(f, limits), atoms, nil)
	if !ok {
		return nil, false
	}
	own := support(f)
	keep := slices.Clone(atoms)
	drop := func(v int) {
		rest := slices.DeleteFunc(slices.Clone(keep), func(k int) bool { return k == v })
		if _, fails := w.first(All(limits, Not(f)), atoms, fix(rest, val)); !fails {
			keep = rest
		}
	}
	// What only the constraints bring in is of no interest where the formula's own atoms say it all.
	for _, v := range atoms {
		if !slices.Contains(own, v) {
			drop(v)
		}
	}
	for _, v := range own {
		drop(v)
	}
	return w.choice(keep, val), true
}

// Always reports whether f holds in every feasible setting; where it does not, the choice is a counterexample.
func (w *World) Always(f Formula) (Choice, bool) {
	c, found := w.Find(Not(f))
	return c, !found
}

// Never reports whether f holds in no feasible setting.
func (w *World) Never(f Formula) bool {
	limits, atoms := w.around(f)
	_, found := w.first(All(f, limits), atoms, nil)
	return !found
}

// Atoms returns the atoms of the formulas, sorted.
func (w *World) Atoms(fs ...Formula) []Atom {
	var out []Atom
	for _, v := range support(All(fs...)) {
		out = append(out, w.atoms[v])
	}
	slices.SortFunc(out, compareAtoms)
	return out
}

// fix says which atoms of a truth table are decided, by their values.
func fix(vs []int, val []bool) map[int]bool {
	fixed := make(map[int]bool, len(vs))
	for _, v := range vs {
		fixed[v] = val[v]
	}
	return fixed
}

// around returns the constraints that f can't be judged without, and the atoms of f and of these, in a fixed order.
func (w *World) around(f Formula) (limits Formula, atoms []int) {
	in := map[int]bool{}
	f.atoms(in)
	used := make([]bool, len(w.rules))
	var rules []Formula
	for grown := true; grown; {
		grown = false
		for i, vs := range w.shares {
			if used[i] || !slices.ContainsFunc(vs, func(v int) bool { return in[v] }) && len(vs) > 0 {
				continue
			}
			used[i], grown = true, true
			rules = append(rules, w.rules[i])
			for _, v := range vs {
				in[v] = true
			}
		}
	}
	for v := range in {
		atoms = append(atoms, v)
	}
	slices.SortFunc(atoms, func(a, b int) int { return compareAtoms(w.atoms[a], w.atoms[b]) })
	return All(rules...), atoms
}

// first walks the truth table of f over the atoms that are not fixed to the first row where f holds: that with the
// fewest high atoms on. Whole parts of the table in which f can't hold are passed over, so that long chains of
// constraints cost no more than their length.
func (w *World) first(f Formula, atoms []int, fixed map[int]bool) ([]bool, bool) {
	if v, ok := f.IsConst(); ok && !v {
		return nil, false
	}
	t := table{f: f, val: make([]bool, len(w.atoms)), words: make([]uint64, len(w.atoms)), known: make([]trit, len(w.atoms))}
	free := make([]int, 0, len(atoms))
	for _, v := range atoms {
		if on, ok := fixed[v]; ok {
			t.set(v, on)
		} else {
			free = append(free, v)
		}
	}
	return t.val, t.search(free)
}

// table is the part of a truth table in which some atoms are decided.
type table struct {
	f     Formula
	val   []bool
	words []uint64 // the values 64 times
	known []trit
}

// set decides an atom.
func (t *table) set(v int, on bool) {
	t.val[v], t.known[v], t.words[v] = on, no, 0
	if on {
		t.known[v], t.words[v] = yes, ^uint64(0)
	}
}

// search looks for the first row over the free atoms. The last six are tried at once.
func (t *table) search(free []int) bool {
	if len(free) > wordAtoms {
		v := free[len(free)-1]
		for _, on := range []bool{false, true} {
			t.set(v, on)
			if t.f.trit(t.known) != no && t.search(free[:len(free)-1]) {
				return true
			}
		}
		t.known[v] = unknown
		return false
	}
	for i, v := range free {
		t.words[v] = columns()[i]
	}
	rows := t.f.words(t.words)
	if len(free) < wordAtoms {
		rows &= 1<<(1<<len(free)) - 1 // the others repeat these
	}
	if rows == 0 {
		return false
	}
	row := bits.TrailingZeros64(rows)
	for i, v := range free {
		t.val[v] = row>>i&1 == 1
	}
	return true
}

// wordAtoms is how many atoms have a truth table of one word: 64 rows, which are looked at at once.
const wordAtoms = 6

// columns are the values of these atoms in the rows.
func columns() [wordAtoms]uint64 {
	return [...]uint64{
		0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
	}
}

func (w *World) choice(vs []int, val []bool) Choice {
	c := Choice{}
	for _, v := range vs {
		c = append(c, Value{w.atoms[v], val[v]})
	}
	slices.SortFunc(c, func(a, b Value) int { return compareAtoms(a.Atom, b.Atom) })
	return c
}
