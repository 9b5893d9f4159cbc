package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// display prints the turns: their texts, or a line for each.
type display struct {
	w     io.Writer
	brief bool
	fresh int // bytes read anew so far
}

// show prints one turn and what its limits did.
func (d *display) show(s shown) error {
	d.fresh += s.fresh
	var b strings.Builder
	since := cmp.Or(strings.Join(s.since, ", "), "-")
	if d.brief {
		if s.turn == 1 {
			b.WriteString("turn  system  tail  prefix kept    read anew  before it\n")
		}
		fmt.Fprintf(&b, "%4d  %6d  %4d  %-13s  %9d  %s\n", s.turn, len(s.system), len(s.tail), prefix(s), s.fresh, since)
	} else {
		fmt.Fprintf(&b, "=== turn %d: %s ===\n", s.turn, since)
		fmt.Fprintf(&b, "=== prefix kept: %s; read anew: %d ===\n", prefix(s), s.fresh)
		fmt.Fprintf(&b, "--- system: %d bytes ---\n%s\n", len(s.system), s.system)
		if s.tail != "" {
			fmt.Fprintf(&b, "--- tail: %d bytes ---\n%s\n", len(s.tail), s.tail)
		}
	}
	for _, n := range s.notes {
		fmt.Fprintln(&b, "note:", n)
	}
	_, err := io.WriteString(d.w, b.String())
	return err
}

// end prints what the whole session made the provider read.
func (d *display) end() error {
	_, err := fmt.Fprintf(d.w, "read anew in all: %d bytes\n", d.fresh)
	return err
}

// prefix says how much of what the turn before has sent stands unchanged in front.
func prefix(s shown) string {
	if s.of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d", s.kept, s.of)
}
