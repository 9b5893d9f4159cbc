package load

import "github.com/promptgen/promptgen/internal/registry"

// place gives the place of a string, byte by byte, where the source has one. It is nothing for a default of the schema.
func (n node) place() registry.Place {
	if !n.written() {
		return registry.Place{}
	}
	return n.spelled().Place()
}

// spelled gives a string with its place and the places of its bytes: a condition, a pattern, a usage.
func (n node) spelled() registry.Word {
	w := n.word()
	if w.Text != "" {
		w.Runs = n.trace(w.Text).within(0, len(w.Text))
	}
	return w
}
