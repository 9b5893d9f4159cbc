package gate

import (
	"iter"
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

// Settings yields every combination of values of the atoms that some feasible setting has, the first atom changing
// fastest, off before on.
func (w *World) Settings(atoms []Atom) iter.Seq[Choice] {
	var vs []int
	all := Const(false)
	for _, a := range slices.SortedFunc(slices.Values(atoms), compareAtoms) {
		f := w.atom(a)
		vs, all = append(vs, f.v), Any(all, f)
	}
	return func(yield func(Choice) bool) {
		limits, around := w.around(all)
		val := make([]bool, len(w.atoms))
		for n := uint64(0); n < 1<<len(vs); n++ {
			for i, v := range vs {
				val[v] = n>>i&1 == 1
			}
			if _, ok := w.first(limits, around, fix(vs, val)); ok && !yield(w.choice(vs, val)) {
				return
			}
		}
	}
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

// first walks the truth table of f over the atoms that are not fixed, 64 rows at a time, to the first row where f holds:
// that with the fewest high atoms on.
func (w *World) first(f Formula, atoms []int, fixed map[int]bool) ([]bool, bool) {
	if v, ok := f.IsConst(); ok && !v {
		return nil, false
	}
	val := make([]bool, len(w.atoms))
	words := make([]uint64, len(w.atoms))
	free := make([]int, 0, len(atoms))
	for _, v := range atoms {
		on, ok := fixed[v]
		if !ok {
			free = append(free, v)
		} else if val[v] = on; on {
			words[v] = ^uint64(0)
		}
	}
	for block := uint64(0); block>>max(0, len(free)-6) == 0; block++ {
		for i, v := range free {
			words[v] = column(i, block)
		}
		rows := f.words(words)
		if rows == 0 {
			continue
		}
		row := block<<6 | uint64(bits.TrailingZeros64(rows))
		for i, v := range free {
			val[v] = row>>i&1 == 1
		}
		return val, true
	}
	return nil, false
}

// column holds the values of the i-th atom in the 64 rows of a block of the truth table.
func column(i int, block uint64) uint64 {
	// Within a block the first six atoms count through all their values.
	inner := [...]uint64{
		0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
	}
	if i < len(inner) {
		return inner[i]
	}
	return -(block >> (i - len(inner)) & 1)
}

func (w *World) choice(vs []int, val []bool) Choice {
	c := Choice{}
	for _, v := range vs {
		c = append(c, Value{w.atoms[v], val[v]})
	}
	slices.SortFunc(c, func(a, b Value) int { return compareAtoms(a.Atom, b.Atom) })
	return c
}
