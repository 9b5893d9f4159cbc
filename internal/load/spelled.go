package load

import "github.com/promptgen/promptgen/internal/registry"

// spelled gives a string with its place and the places of its bytes: a condition, a pattern, a usage.
func (n node) spelled() registry.Word {
	w := n.word()
	if w.Text != "" {
		w.Runs = n.trace(w.Text).within(0, len(w.Text))
	}
	return w
}
