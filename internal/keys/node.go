package keys

import (
	"math"
	"math/bits"
	"slices"
	"strings"
)

// node is a piece of a prompt in every setting of the gates that it reads. Equal strings have one number, and 0 is the
// empty one.
type node struct {
	gates  []int    // ascending
	number []uint32 // by setting, the first gate in the lowest bit; nil where the gates are too many to go through
	values []sum    // by number
}

// wide reports whether a node has too many gates to go through.
func (n *node) wide() bool { return n.number == nil }

// builder numbers the values of a node. Its table is open: there may be a million values, and a map takes five times as
// long.
type builder struct {
	values []sum
	slots  []uint32 // numbers from 1, 0 where there is none; by hash, then whichever is free
}

func newBuilder(size int) *builder {
	b := &builder{slots: make([]uint32, 1<<bits.Len(uint(2*size+2)))}
	b.add(sumOf("", true))
	return b
}

// add returns the number of a value.
func (b *builder) add(s sum) uint32 {
	mask := uint64(len(b.slots) - 1)
	for i := (s.hash[0]*spread ^ s.hash[1]) * spread >> 32 & mask; ; i = (i + 1) & mask {
		switch n := b.slots[i]; {
		case n == 0:
			b.values = append(b.values, s)
			b.slots[i] = uint32(len(b.values))
			return uint32(len(b.values)) - 1
		case b.values[n-1].hash == s.hash:
			return n - 1
		}
	}
}

// spread mixes the bits of small numbers.
const spread = 0x9e3779b97f4a7c15

// leaf is the node of a string that is made for each setting of the gates.
func leaf(gates []int, text func(on []bool) string) *node {
	if len(gates) > MaxGates {
		return &node{gates: gates}
	}
	b := newBuilder(1 << len(gates))
	n := &node{gates: gates, number: make([]uint32, 1<<len(gates))}
	on := make([]bool, len(gates))
	for setting := range n.number {
		for i := range on {
			on[i] = setting>>i&1 == 1
		}
		s := text(on)
		n.number[setting] = b.add(sumOf(s, strings.TrimSpace(s) == ""))
	}
	n.values = b.values
	return n
}

// constant is the node of a string that reads nothing.
func constant(s string) *node { return leaf(nil, func([]bool) string { return s }) }

// where leaves a node empty in the settings in which a condition fails. The condition is a node, too: it holds where it
// is not empty.
func where(cond, n *node) *node {
	if len(cond.gates) == 0 && cond.number[0] != 0 {
		return n
	}
	return combine(cond, n, func(c, v uint32) sum {
		if c == 0 {
			return n.values[0]
		}
		return n.values[v]
	})
}

// between puts strings around what is not empty.
func between(before string, n *node, after string) *node {
	if n.wide() || before == "" && after == "" {
		return n
	}
	first, last := sumOf(before, false), sumOf(after, false)
	out := &node{gates: n.gates, number: n.number, values: slices.Clone(n.values)}
	for i := 1; i < len(out.values); i++ {
		out.values[i] = first.then(out.values[i]).then(last)
	}
	return out
}

// notBlank makes empty what is blank.
func notBlank(n *node) *node {
	return combine(constant(""), n, func(_, v uint32) sum {
		if n.values[v].blank {
			return n.values[0]
		}
		return n.values[v]
	})
}

// joined puts two neighbours together, with a separator where neither is empty.
func joined(a, b *node, separator sum) *node {
	return combine(a, b, func(x, y uint32) sum {
		switch {
		case x == 0:
			return b.values[y]
		case y == 0:
			return a.values[x]
		}
		return a.values[x].then(separator).then(b.values[y])
	})
}

// pair tells apart what one of two nodes tells apart. Its values mean nothing.
func pair(a, b *node) *node {
	return combine(a, b, func(x, y uint32) sum { return sum{hash: [2]uint64{uint64(x) + 1, uint64(y) + 1}} })
}

// combine makes a node of two. What f makes of two values is asked once.
func combine(a, b *node, f func(x, y uint32) sum) *node {
	out := &node{gates: union(a.gates, b.gates)}
	if a.wide() || b.wide() || len(out.gates) > MaxGates {
		return out
	}
	out.number = make([]uint32, 1<<len(out.gates))
	values := newBuilder(min(len(out.number), len(a.values)*len(b.values)))
	memo := newMemo(len(a.values), len(b.values))
	left, right := newPicker(out.gates, a.gates), newPicker(out.gates, b.gates)
	for setting := range out.number {
		x, y := a.number[left.pick(setting)], b.number[right.pick(setting)]
		slot := memo.slot(x, y)
		if *slot == 0 {
			*slot = values.add(f(x, y)) + 1
		}
		out.number[setting] = *slot - 1
	}
	out.values = values.values
	return out
}

// memo remembers a number for two, 0 where there is none yet.
type memo struct {
	width int
	flat  []uint32
	byKey map[uint64]*uint32
}

func newMemo(a, b int) *memo {
	if a*b <= 1<<22 {
		return &memo{width: b, flat: make([]uint32, a*b)}
	}
	return &memo{byKey: map[uint64]*uint32{}}
}

func (m *memo) slot(x, y uint32) *uint32 {
	if m.flat != nil {
		return &m.flat[int(x)*m.width+int(y)]
	}
	key := uint64(x)<<32 | uint64(y)
	s := m.byKey[key]
	if s == nil {
		s = new(uint32)
		m.byKey[key] = s
	}
	return s
}

// picker finds the setting of a few gates in that of more, by tables over seven bits each.
type picker [3][128]int

func newPicker(all, some []int) *picker {
	var p picker
	for to, g := range some {
		at, _ := slices.BinarySearch(all, g)
		for bits := range p[0] {
			if bits>>(at%7)&1 == 1 {
				p[at/7][bits] |= 1 << to
			}
		}
	}
	return &p
}

func (p *picker) pick(setting int) int {
	return p[0][setting&127] | p[1][setting>>7&127] | p[2][setting>>14&127]
}

// fold joins neighbours, those with the fewest gates first, to as few nodes as can be gone through: mostly one.
func fold(nodes []*node, join func(a, b *node) *node) []*node {
	nodes = slices.Clone(nodes)
	gates := make([]int, max(0, len(nodes)-1)) // of each node and the next together
	for i := range gates {
		gates[i] = together(nodes[i], nodes[i+1])
	}
	for len(gates) > 0 {
		i := slices.Index(gates, slices.Min(gates))
		if gates[i] > MaxGates {
			break
		}
		nodes[i] = join(nodes[i], nodes[i+1])
		nodes, gates = slices.Delete(nodes, i+1, i+2), slices.Delete(gates, i, i+1)
		for j := max(0, i-1); j <= i && j < len(gates); j++ {
			gates[j] = together(nodes[j], nodes[j+1])
		}
	}
	return nodes
}

// together is how many gates two nodes read, and more than can be gone through where one of them has too many.
func together(a, b *node) int {
	if a.wide() || b.wide() {
		return MaxGates + 1
	}
	return len(union(a.gates, b.gates))
}

// gathered is fold to one node, which is wide where the gates are too many.
func gathered(nodes []*node, separator string) *node {
	between := sumOf(separator, strings.TrimSpace(separator) == "")
	nodes = fold(nodes, func(a, b *node) *node { return joined(a, b, between) })
	switch len(nodes) {
	case 0:
		return constant("")
	case 1:
		return nodes[0]
	}
	out := &node{}
	for _, n := range nodes {
		out.gates = union(out.gates, n.gates)
	}
	return out
}

func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// tally is how many values a node has in the settings that are feasible: in all, and with each gate off and on that it
// reads or that constrains what it reads.
type tally struct {
	all     int64
	off, on map[int]int64
}

// count counts the values of a node. Of one that is wide it counts the settings.
func (n *node) count(l *limits) tally {
	t := tally{off: map[int]int64{}, on: map[int]int64{}}
	if n.wide() {
		t.all = power2(len(n.gates))
		for _, g := range n.gates {
			t.off[g], t.on[g] = power2(len(n.gates)-1), power2(len(n.gates)-1)
		}
		return t
	}
	off, on := n.seen(l.over(n.gates))
	var offs, ons [MaxGates]int64
	for v := range n.values {
		if off[v] != 0 {
			t.all++
		}
		for i := range n.gates {
			ons[i] += int64(on[v] >> i & 1)
			offs[i] += int64(off[v] >> i & 1)
		}
	}
	for i, g := range n.gates {
		t.off[g], t.on[g] = offs[i], ons[i]
	}
	for _, g := range l.beside(n.gates) {
		t.off[g] = n.distinct(l.over(n.gates, literal{g, false}))
		t.on[g] = n.distinct(l.over(n.gates, literal{g, true}))
	}
	return t
}

// seen returns, for each value, the gates that are off and on in some setting that shows it. Bits beyond the gates are
// off, so that of a value that is never shown both are zero.
func (n *node) seen(f forbidden) (off, on []uint32) {
	off, on = make([]uint32, len(n.values)), make([]uint32, len(n.values))
	for setting, v := range n.number {
		if !f.holds(uint32(setting)) {
			on[v] |= uint32(setting)
			off[v] |= ^uint32(setting)
		}
	}
	return off, on
}

func (n *node) distinct(f forbidden) int64 {
	off, _ := n.seen(f)
	return int64(len(slices.DeleteFunc(off, func(bits uint32) bool { return bits == 0 })))
}

// power2 is 2^n, or the largest number there is.
func power2(n int) int64 {
	if n > 62 {
		return math.MaxInt64
	}
	return 1 << n
}

// times multiplies as far as numbers go.
func times(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi > 0 || lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(lo)
}
