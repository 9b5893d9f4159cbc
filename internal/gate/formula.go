package gate

import (
	"cmp"
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
)

// Formula is a boolean function of the atoms of one World. The zero Formula is false.
type Formula struct {
	op op
	v  int // the atom
	xs []Formula
}

type op uint8

const (
	opFalse op = iota
	opTrue
	opAtom
	opNot
	opAll
	opAny
)

// Const is the formula that is always v.
func Const(v bool) Formula {
	if v {
		return Formula{op: opTrue}
	}
	return Formula{}
}

// Not is true where f is false.
func Not(f Formula) Formula {
	switch f.op {
	case opFalse, opTrue:
		return Const(f.op == opFalse)
	case opNot:
		return f.xs[0]
	default:
		return Formula{op: opNot, xs: []Formula{f}}
	}
}

// All is true where each of fs is.
func All(fs ...Formula) Formula { return join(opAll, opTrue, opFalse, fs) }

// Any is true where one of fs is.
func Any(fs ...Formula) Formula { return join(opAny, opFalse, opTrue, fs) }

// Implies is true where f is false or g is true.
func Implies(f, g Formula) Formula { return Any(Not(f), g) }

// join folds constants, so that a formula holds only atoms that may matter.
func join(o, neutral, absorbing op, fs []Formula) Formula {
	var xs []Formula
	for _, f := range fs {
		switch f.op {
		case neutral:
		case absorbing:
			return f
		case o:
			xs = append(xs, f.xs...)
		default:
			xs = append(xs, f)
		}
	}
	switch len(xs) {
	case 0:
		return Formula{op: neutral}
	case 1:
		return xs[0]
	}
	return Formula{op: o, xs: xs}
}

// IsConst reports whether f is a constant by its form alone, and which.
func (f Formula) IsConst() (value, ok bool) { return f.op == opTrue, f.op <= opTrue }

// Same reports whether f and g have the same form.
func (f Formula) Same(g Formula) bool {
	return f.op == g.op && f.v == g.v && slices.EqualFunc(f.xs, g.xs, Formula.Same)
}

// atoms adds the atoms of f to set.
func (f Formula) atoms(set map[int]bool) {
	if f.op == opAtom {
		set[f.v] = true
	}
	for _, x := range f.xs {
		x.atoms(set)
	}
}

// words evaluates f for 64 settings at once: val[atom] holds the atom's value in each of them.
func (f Formula) words(val []uint64) uint64 {
	switch f.op {
	case opTrue:
		return ^uint64(0)
	case opAtom:
		return val[f.v]
	case opNot:
		return ^f.xs[0].words(val)
	case opAll:
		w := ^uint64(0)
		for _, x := range f.xs {
			w &= x.words(val)
		}
		return w
	case opAny:
		var w uint64
		for _, x := range f.xs {
			w |= x.words(val)
		}
		return w
	default:
		return 0
	}
}

// trit is what is known of a value.
type trit int8

const (
	unknown trit = iota
	no
	yes
)

// trit evaluates f as far as the atoms that are known decide it.
func (f Formula) trit(known []trit) trit {
	switch f.op {
	case opTrue:
		return yes
	case opAtom:
		return known[f.v]
	case opNot:
		switch f.xs[0].trit(known) {
		case no:
			return yes
		case yes:
			return no
		}
		return unknown
	case opAll, opAny:
		decides := no // one of these is enough
		if f.op == opAny {
			decides = yes
		}
		out := no + yes - decides
		for _, x := range f.xs {
			switch x.trit(known) {
			case decides:
				return decides
			case unknown:
				out = unknown
			}
		}
		return out
	default:
		return no
	}
}

// AtomKind says what an atom stands for.
type AtomKind uint8

const (
	GateAtom      AtomKind = iota // a gate that the host sets is on
	InputAtom                     // an input, or a field of the item at hand, is given
	ToolsetAtom                   // the host gave tools for a toolset
	TransportAtom                 // the transport is xml
)

// Atom is a variable of formulas.
type Atom struct {
	Kind AtomKind
	Name string // of a TransportAtom "xml"
}

func compareAtoms(a, b Atom) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
}

// Value is an atom with a value.
type Value struct {
	Atom
	On bool
}

// Choice gives values to some atoms, sorted by kind and name; the others don't matter.
type Choice []Value

// String says the choice in words, e.g. "with mcp off, yolo on and no skills over xml".
func (c Choice) String() string {
	var words []string
	over := ""
	for _, v := range c {
		switch {
		case v.Kind == TransportAtom && v.On:
			over = "over xml"
		case v.Kind == TransportAtom:
			over = "over native"
		case v.Kind == GateAtom && v.On:
			words = append(words, v.Name+" on")
		case v.Kind == GateAtom:
			words = append(words, v.Name+" off")
		case v.On:
			words = append(words, v.Name+" given")
		default:
			words = append(words, "no "+v.Name)
		}
	}
	with := diag.Listed(words, "and")
	if with != "" {
		with = "with " + with
	}
	if with != "" && over != "" {
		return with + " " + over
	}
	return with + over
}
