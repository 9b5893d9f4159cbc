package load

import (
	"cuelang.org/go/cue/ast"

	"github.com/promptgen/promptgen/internal/registry"
)

// condition gives a condition with its place. It is plain where a byte of it can be found in the file by counting.
func (n node) condition() registry.Word {
	w := n.word()
	for _, p := range n.w.parts {
		lit, ok := p.expr.(*ast.BasicLit)
		if ok && lit.Value == `"`+w.Text+`"` && locOf(lit.Pos(), w.At.Path) == w.At {
			w.Plain = true
		}
	}
	return w
}
