package gate

import "math/bits"

// maxTable is up to how many atoms sums are counted in every row of the truth table: 65,536 words of 64 rows.
const maxTable = 22

// counts are the sums of formulas in every row of a truth table, 64 rows at a time. Bit i of the sums of 64 rows is a word
// of its own, so that a weight is added to all of them by a few operations. What the last sum has added is kept for the
// next one, if that holds it as well.
type counts struct {
	atoms  []int
	limits Formula
	kept   []uint64   // the rows that keep the constraints
	sums   [][]uint64 // by bit, then by word
	tops   []int64    // by word, the largest sum of its rows
	has    map[string]int64
	last   []Weighted // what the last sum had beside that
}

// most returns the largest sum of the weights of formulas over these atoms, in a world of so many.
func (c *counts) most(world int, items []Weighted) int64 {
	want := map[string]int64{}
	var total int64
	for _, it := range items {
		want[string(it.Formula.key(nil))] = it.Weight
		total += it.Weight
	}
	if c.kept == nil {
		c.keep(world)
	}
	if c.holds(want, c.last) {
		c.add(world, c.last)
	}
	if !c.holds(want, nil) {
		c.sums, c.has = nil, map[string]int64{}
		clear(c.tops)
	}
	c.last = nil
	var more, best int64
	for _, it := range items {
		if n := it.Weight - c.has[string(it.Formula.key(nil))]; n > 0 {
			c.last, more = append(c.last, Weighted{it.Formula, n}), more+n
		}
	}
	width := bits.Len64(uint64(total))
	c.words(world, func(word int, val []uint64) {
		if c.kept[word] == 0 || c.tops[word]+more <= best {
			return
		}
		var sum [64]uint64
		c.sum(&sum, word, val, c.last)
		best = max(best, top(sum[:width], c.kept[word]))
	})
	return best
}

// top returns the largest of the sums of some rows.
func top(sum []uint64, rows uint64) int64 {
	var n int64
	for i := len(sum) - 1; i >= 0; i-- {
		if high := rows & sum[i]; high != 0 {
			rows, n = high, n|1<<i
		}
	}
	return n
}

// holds reports whether all that is counted, and some more, is wanted.
func (c *counts) holds(want map[string]int64, more []Weighted) bool {
	for key, n := range c.has {
		if want[key] < n {
			return false
		}
	}
	for _, it := range more {
		if key := string(it.Formula.key(nil)); want[key] < c.has[key]+it.Weight {
			return false
		}
	}
	return true
}

// add counts more formulas for good.
func (c *counts) add(world int, more []Weighted) {
	if len(more) == 0 {
		return
	}
	for _, it := range more {
		c.has[string(it.Formula.key(nil))] += it.Weight
	}
	var total int64
	for _, n := range c.has {
		total += n
	}
	for len(c.sums) < bits.Len64(uint64(total)) {
		c.sums = append(c.sums, make([]uint64, len(c.kept)))
	}
	c.words(world, func(word int, val []uint64) {
		var sum [64]uint64
		c.sum(&sum, word, val, more)
		for i := range c.sums {
			c.sums[i][word] = sum[i]
		}
		c.tops[word] = top(sum[:len(c.sums)], c.kept[word])
	})
}

// sum adds formulas to what is counted in a word.
func (c *counts) sum(sum *[64]uint64, word int, val []uint64, more []Weighted) {
	for i := range c.sums {
		sum[i] = c.sums[i][word]
	}
	for _, it := range more {
		rows := it.Formula.words(val)
		for n := uint64(it.Weight); n != 0; n &= n - 1 {
			carry := rows
			for i := bits.TrailingZeros64(n); carry != 0; i++ {
				sum[i], carry = sum[i]^carry, sum[i]&carry
			}
		}
	}
}

// keep finds the rows that keep the constraints.
func (c *counts) keep(world int) {
	n := 1
	if len(c.atoms) > wordAtoms {
		n <<= len(c.atoms) - wordAtoms
	}
	c.kept, c.tops = make([]uint64, n), make([]int64, n)
	c.words(world, func(word int, val []uint64) {
		c.kept[word] = c.limits.words(val)
		if len(c.atoms) < wordAtoms {
			c.kept[word] &= 1<<(1<<len(c.atoms)) - 1 // the other rows repeat these
		}
	})
}

// words visits the table, 64 rows at a time, with the values of the atoms in them.
func (c *counts) words(world int, visit func(word int, val []uint64)) {
	val := make([]uint64, world)
	for i, v := range c.atoms {
		if i < wordAtoms {
			val[v] = columns()[i]
		}
	}
	for word := range c.kept {
		if word > 0 {
			for changed := uint(word ^ (word - 1)); changed != 0; changed &= changed - 1 {
				v := c.atoms[wordAtoms+bits.TrailingZeros(changed)]
				val[v] = ^val[v]
			}
		}
		visit(word, val)
	}
}
