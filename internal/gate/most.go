package gate

// Weighted is a formula that counts where it holds.
type Weighted struct {
	Formula Formula
	Weight  int64 // not negative
}

// Sums looks for largest sums in a world. It is made for sums that grow: what was added before is not added up again.
type Sums struct {
	w      *World
	memo   map[string]int64
	tables map[string]*counts // by their atoms
}

// Sums returns a new Sums. The world must be feasible.
func (w *World) Sums() *Sums {
	return &Sums{w: w, memo: map[string]int64{}, tables: map[string]*counts{}}
}

// Most returns the largest sum of the weights of formulas that hold together in a feasible setting. Where more than 22
// atoms depend on each other, which is more than a profile may have gates, it may return more.
func (s *Sums) Most(items []Weighted) int64 {
	var sum int64
	var open []Weighted
	for _, it := range items {
		if on, ok := it.Formula.IsConst(); !ok {
			open = append(open, it)
		} else if on {
			sum += it.Weight
		}
	}
	for _, group := range s.w.independent(merged(open)) {
		sum += s.mostOf(group)
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
func (s *Sums) mostOf(items []Weighted) int64 {
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
	if sum, ok := s.memo[string(key)]; ok {
		return sum
	}
	limits, atoms := s.w.around(Any(fs...))
	sum := int64(0)
	if len(atoms) > maxTable {
		sum = searched(len(s.w.atoms), limits, atoms, items)
	} else {
		sum = s.table(limits, atoms).most(len(s.w.atoms), items)
	}
	s.memo[string(key)] = sum
	return sum
}

// table returns the table of some atoms.
func (s *Sums) table(limits Formula, atoms []int) *counts {
	var key []byte
	for _, v := range atoms {
		key = append(key, byte(v), byte(v>>8))
	}
	c := s.tables[string(key)]
	if c == nil {
		c = &counts{atoms: atoms, limits: limits, has: map[string]int64{}}
		s.tables[string(key)] = c
	}
	return c
}
