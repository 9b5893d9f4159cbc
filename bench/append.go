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

// volatileRows compares 2 KB more of text that changed with a copy of those bytes. The text is checked byte by byte,
// so what it costs beside the copy is given per byte. A tail with a short note stands for what every tail costs.
func volatileRows() ([]row, error) {
	const extra, short = 2048, 16
	a, err := assembler()
	if err != nil {
		return nil, err
	}
	long, brief := longTurn(short+extra), longTurn(short)
	text, err := a.AppendTail(nil, long)
	if err != nil {
		return nil, err
	}
	if len(text) < short+extra {
		return nil, errors.New("the tail does not hold the note")
	}
	dst := make([]byte, 0, 2*len(text))
	tails, err := compare(
		func() { dst, err = a.AppendTail(dst[:0], long) },
		func() { dst, err = a.AppendTail(dst[:0], brief) },
	)
	if err != nil {
		return nil, err
	}
	copies, err := compare(
		func() { dst = append(dst[:0], text...) },
		func() { dst = append(dst[:0], text[extra:]...) },
	)
	if err != nil {
		return nil, err
	}
	cost := (tails.work - tails.peer - (copies.work - copies.peer)) / extra
	return []row{{
		work:   "append " + size(extra) + " more of a checked tail",
		peer:   "copy the same bytes",
		ratio:  fmt.Sprintf("+%.2f ns/byte", cost),
		target: fmt.Sprintf("at most +%g ns/byte", limitChecked),
		ok:     cost <= limitChecked,
	}}, nil
}
