package registry

import (
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
)

// Run is a stretch of a text whose bytes stand side by side in one line of a file. It reaches up to the next run.
type Run struct {
	Offset int      // of its first byte in the text
	At     diag.Loc // of that byte; zero where it can't be told, because an expression made the text
}

// Place is where a text stands, as a whole and byte by byte.
type Place struct {
	At   diag.Loc
	Runs []Run `json:",omitempty"`
}

// Byte gives the place of a byte of the text, or that of the text where it can't be told.
func (p Place) Byte(i int) diag.Loc {
	n, exact := slices.BinarySearchFunc(p.Runs, i, func(r Run, i int) int { return r.Offset - i })
	if !exact {
		n--
	}
	if n < 0 || p.Runs[n].At.Line == 0 {
		return p.At
	}
	at := p.Runs[n].At
	at.Col += i - p.Runs[n].Offset
	return at
}

// Place is where the word stands. Its bytes are known of words only whose characters somebody looks at.
func (w Word) Place() Place { return Place{w.At, w.Runs} }

// Byte gives the place of a byte of the word, or that of the word where it can't be told.
func (w Word) Byte(i int) diag.Loc { return w.Place().Byte(i) }

// Byte gives the place of a byte of the literal, or that of the text where it can't be told.
func (s Seg) Byte(i int) diag.Loc { return Place{s.At, s.Runs}.Byte(i) }
