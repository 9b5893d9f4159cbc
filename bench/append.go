package main

import (
	"errors"
	"fmt"
)

const limitAppend, limitChecked = 1.3, 1.0 // a factor; nanoseconds per byte

// appendRows compares the fixed tiers of a standard prompt with a copy of their bytes.
func appendRows() ([]row, error) {
	a, err := assembler()
	if err != nil {
		return nil, err
	}
	t := turn()
	text, err := a.Append(nil, t)
	if err != nil {
		return nil, err
	}
	dst := make([]byte, 0, 2*len(text))
	found, err := compare(
		func() { dst, err = a.Append(dst[:0], t) },
		func() { dst = append(dst[:0], text...) },
	)
	if err != nil {
		return nil, err
	}
	r := atMost("append the fixed tiers, "+size(len(text)), "copy the same bytes", found.ratio, limitAppend)
	r.ratio += fmt.Sprintf(", %d allocs", found.allocs)
	r.target += ", 0 allocs"
	r.ok = r.ok && found.allocs == 0
	return []row{r}, nil
}

// volatileRows compares a tail with 2 KB of text that changed with a copy of its bytes. The text is checked byte by
// byte, so the difference is given per byte.
func volatileRows() ([]row, error) {
	a, err := assembler()
	if err != nil {
		return nil, err
	}
	t := longTurn(2048)
	text, err := a.AppendTail(nil, t)
	if err != nil {
		return nil, err
	}
	if len(text) < 2048 {
		return nil, errors.New("the tail does not hold the note")
	}
	dst := make([]byte, 0, 2*len(text))
	found, err := compare(
		func() { dst, err = a.AppendTail(dst[:0], t) },
		func() { dst = append(dst[:0], text...) },
	)
	if err != nil {
		return nil, err
	}
	extra := (found.work - found.peer) / float64(len(text))
	return []row{{
		work:   "append a checked tail, " + size(len(text)),
		peer:   "copy the same bytes",
		ratio:  fmt.Sprintf("+%.2f ns/byte", extra),
		target: fmt.Sprintf("at most +%g ns/byte", limitChecked),
		ok:     extra <= limitChecked,
	}}, nil
}
