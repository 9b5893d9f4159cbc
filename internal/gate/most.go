package gate

import (
	"cmp"
	"math/bits"
	"slices"
)

// Weighted is a formula that counts where it holds.
type Weighted struct {
	Formula Formula
	Weight  int64 // not negative
}

// maxSteps is how many parts of a truth table are looked at for one sum. The tables of 22 atoms have fewer parts, so
// that sums over the gates of a profile are exact.
const maxSteps = 1 << 18

// Most returns the largest sum of the weights of formulas that hold together in a feasible setting. The world must be
// feasible. Where far more atoms depend on each other than a profile may have gates, it may return more.
func (w *World) Most(items []Weighted) int64 {
	var sum int64
	var open []Weighted
	for _, it := range items {
		if on, ok := it.Formula.IsConst(); !ok {
			open = append(open, it)
		} else if on {
			sum += it.Weight
		}
	}
	for _, group := range w.independent(merged(open)) {
		sum += w.mostOf(group)
	}
	return sum
}

// merged adds up the weights of equal formulas.
func merged(items []Weighted) []Weighted {
	var out []Weighted
	index := map[string]int{}
	for _, it := range items {
		key := string(it.Formula.key(nil))
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key], out = i, append(out, Weighted{Formula: it.Formula})
		}
		out[i].Weight += it.Weight
	}
	return out
}

// key appends what tells formulas apart by their form.
func (f Formula) key(dst []byte) []byte {
	dst = append(dst, byte(f.op), byte(f.v), byte(f.v>>8), byte(len(f.xs)), byte(len(f.xs)>>8))
	for _, x := range f.xs {
		dst = x.key(dst)
	}
	return dst
}

// independent splits formulas into groups that share no atom, not even through constraints: what holds in one group says
// nothing of another, so that the largest sums of the groups may be added.
func (w *World) independent(items []Weighted) [][]Weighted {
	group := make([]int, len(w.atoms)) // of each atom, by its smallest atom so far
	for v := range group {
		group[v] = v
	}
	var find func(v int) int
	find = func(v int) int {
		if group[v] != v {
			group[v] = find(group[v])
		}
		return group[v]
	}
	join := func(vs []int) {
		for _, v := range vs {
			a, b := find(vs[0]), find(v)
			group[max(a, b)] = min(a, b)
		}
	}
	for _, vs := range w.shares {
		join(vs)
	}
	first := make([]int, len(items))
	for i, it := range items {
		vs := support(it.Formula)
		join(vs)
		first[i] = vs[0]
	}
	var out [][]Weighted
	index := map[int]int{}
	for i, it := range items {
		g := find(first[i])
		at, ok := index[g]
		if !ok {
			at = len(out)
			index[g], out = at, append(out, nil)
		}
		out[at] = append(out[at], it)
	}
	return out
}

// mostOf is Most of formulas that depend on each other. It remembers what it has found.
func (w *World) mostOf(items []Weighted) int64 {
	var key []byte
	var fs []Formula
	for _, it := range items {
		key = it.Formula.key(key)
		for n := it.Weight; ; n >>= 8 {
			if key = append(key, byte(n)); n == 0 {
				break
			}
		}
		fs = append(fs, it.Formula)
	}
	if sum, ok := w.sums[string(key)]; ok {
		return sum
	}
	limits, atoms := w.around(Any(fs...))
	weight := map[int]int64{}
	for _, it := range items {
		for _, v := range support(it.Formula) {
			weight[v] += it.Weight
		}
	}
	// What decides most comes last and is tried first.
	slices.SortStableFunc(atoms, func(a, b int) int { return cmp.Compare(weight[a], weight[b]) })
	m := &summing{table: table{f: limits, val: make([]bool, len(w.atoms)), words: make([]uint64, len(w.atoms)), known: make([]trit, len(w.atoms))}}
	m.search(atoms, m.weigh(tally{open: items}))
	if w.sums == nil {
		w.sums = map[string]int64{}
	}
	w.sums[string(key)], w.steps = m.best, w.steps+m.steps
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
	if len(free) <= len(columns()) {
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
	if len(free) < len(columns()) {
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
