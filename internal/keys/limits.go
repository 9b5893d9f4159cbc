package keys

import "slices"

// limits are the constraints between gates, as clauses of at most two literals: no setting is feasible in which all
// literals of a clause hold. The clauses that follow from two others are among them, so that of any few gates those
// clauses that speak of them alone say which of their settings are part of a feasible one.
type limits struct{ clauses [][]literal }

// literal is a gate that is on, or off.
type literal struct {
	gate int
	on   bool
}

func (l literal) not() literal { return literal{l.gate, !l.on} }

// forbid adds a clause: the literals don't hold together.
func (l *limits) forbid(lits ...literal) {
	slices.SortFunc(lits, func(a, b literal) int {
		if a.gate != b.gate {
			return a.gate - b.gate
		}
		return order(a.on) - order(b.on)
	})
	lits = slices.Compact(lits)
	if len(lits) == 2 && lits[0] == lits[1].not() {
		return // one of them holds always
	}
	if !slices.ContainsFunc(l.clauses, func(c []literal) bool { return slices.Equal(c, lits) }) {
		l.clauses = append(l.clauses, lits)
	}
}

func order(on bool) int {
	if on {
		return 1
	}
	return 0
}

// close adds what follows: where a with b and not-a with c are forbidden, b with c is.
func (l *limits) close() {
	for i := 0; i < len(l.clauses); i++ {
		for j := range i {
			for _, x := range l.clauses[i] {
				if y := x.not(); slices.Contains(l.clauses[j], y) {
					rest := slices.Concat(without(l.clauses[i], func(z literal) bool { return z == x }), without(l.clauses[j], func(z literal) bool { return z == y }))
					l.forbid(rest...)
				}
			}
		}
	}
}

// forbidden are settings of a few gates that are not feasible: where the gates under mask are as in value.
type forbidden []struct{ mask, value uint32 }

// over returns the forbidden settings of the gates where the given literals hold.
func (l *limits) over(gates []int, given ...literal) forbidden {
	var out forbidden
clauses:
	for _, c := range l.clauses {
		var mask, value uint32
		for _, x := range c {
			if slices.Contains(given, x) {
				continue
			}
			i, ok := slices.BinarySearch(gates, x.gate)
			if !ok {
				continue clauses
			}
			mask |= 1 << i
			if x.on {
				value |= 1 << i
			}
		}
		out = append(out, struct{ mask, value uint32 }{mask, value})
	}
	return out
}

// beside returns the gates that are not among these and share a constraint with one of them.
func (l *limits) beside(gates []int) []int {
	var out []int
	for _, c := range l.clauses {
		for i, x := range c {
			if len(c) == 2 && slices.Contains(gates, c[1-i].gate) && !slices.Contains(gates, x.gate) {
				out = union(out, []int{x.gate})
			}
		}
	}
	return out
}

func (f forbidden) holds(setting uint32) bool {
	for _, x := range f {
		if setting&x.mask == x.value {
			return true
		}
	}
	return false
}
