package gate

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxSteps is how many parts of a truth table are looked at for one sum.
const maxSteps = 1 << 14

// searched returns the largest sum of formulas over more atoms than a table is made for, or more than that where it takes
// too many steps.
func searched(world int, limits Formula, atoms []int, items []Weighted) int64 {
	weight := map[int]int64{}
	for _, it := range items {
		for _, v := range support(it.Formula) {
			weight[v] += it.Weight
		}
	}
	// What decides most comes last and is tried first.
	slices.SortStableFunc(atoms, func(a, b int) int { return cmp.Compare(weight[a], weight[b]) })
	m := &summing{table: table{f: limits, val: make([]bool, world), words: make([]uint64, world), known: make([]trit, world)}}
	m.search(atoms, m.weigh(tally{open: items}))
	return m.best
}

// tally is what the formulas come to in a part of the truth table.
type tally struct {
	sum  int64      // of those that hold in all of it
	most int64      // of these and of the open ones
	open []Weighted // that hold in some of it at most
}

// summing looks for the row of a truth table with the largest sum, among those that keep the constraints.
type summing struct {
	table
	best  int64
	steps int
}

// weigh narrows a tally down to what is decided now.
func (m *summing) weigh(before tally) tally {
	now := tally{sum: before.sum}
	for _, it := range before.open {
		switch it.Formula.trit(m.known) {
		case yes:
			now.sum += it.Weight
		case unknown:
			now.open = append(now.open, it)
			now.most += it.Weight
		}
	}
	now.most += now.sum
	return now
}

// search looks through the part of the table that the free atoms span, the more promising half of it first. Parts that
// can't hold a larger sum are passed over.
func (m *summing) search(free []int, now tally) {
	if now.most <= m.best || m.f.trit(m.known) == no {
		return
	}
	if m.steps++; m.steps > maxSteps {
		m.best = now.most
		return
	}
	if len(free) <= wordAtoms {
		m.rows(free, now)
		return
	}
	v, rest := free[len(free)-1], free[:len(free)-1]
	m.set(v, true)
	on := m.weigh(now)
	m.set(v, false)
	off := m.weigh(now)
	if on.most < off.most {
		m.search(rest, off)
		m.set(v, true)
		m.search(rest, on)
	} else {
		m.set(v, true)
		m.search(rest, on)
		m.set(v, false)
		m.search(rest, off)
	}
	m.known[v] = unknown
}

// rows adds up all rows of a small part at once.
func (m *summing) rows(free []int, now tally) {
	for i, v := range free {
		m.words[v] = columns()[i]
	}
	kept := m.f.words(m.words)
	if len(free) < wordAtoms {
		kept &= 1<<(1<<len(free)) - 1
	}
	var sums [64]int64
	for _, it := range now.open {
		for on := it.Formula.words(m.words) & kept; on != 0; on &= on - 1 {
			sums[bits.TrailingZeros64(on)] += it.Weight
		}
	}
	for ; kept != 0; kept &= kept - 1 {
		m.best = max(m.best, now.sum+sums[bits.TrailingZeros64(kept)])
	}
}
