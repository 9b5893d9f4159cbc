package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// limit writes e.g. prompt.Limit{Lines: 200, Over: prompt.Truncate}.
func (w *writer) limit(l plan.Within) jen.Code {
	var f fields
	f.number("Lines", l.Lines)
	f.number("Items", l.Items)
	f.number("Bytes", l.Bytes)
	f.add("Over", w.code("prompt."+l.Over))
	return w.code("prompt.Limit").Add(inline(f...))
}

// number writes a number, nothing where it is zero.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// fitList writes
//
//	x.in.Providers = prompt.FitList(e, "Session.Providers", x.in.Providers, prompt.Limit{Bytes: 32768, Over: prompt.Reject}, func(v *Provider) int {
//		n := 0
//		for i := range v.Sections {
//			n += len(v.Sections[i].Body)
//		}
//		return n
//	})
func (w *writer) fitList(c plan.FitList) jen.Code {
	size := raw("nil")
	if len(c.Sum) > 0 {
		size = raw("func(v *" + c.Item + ") int").Add(block(raw(sumOf(c.Sum))))
	}
	return ref(c.Value).Op("=").Add(w.code("prompt.FitList"), args(raw("e"), raw(quote(c.Field)), ref(c.Value), w.limit(c.Limit), size))
}

// sumOf writes the body of the function that adds up a field behind lists of lists.
func sumOf(path []string) string {
	if len(path) == 1 {
		return "return len(v." + path[0] + ")"
	}
	const indexes = "ijkmn" // nobody nests deeper
	var b strings.Builder
	b.WriteString("n := 0\n")
	at := "v"
	for d, list := range path[:len(path)-1] {
		index := indexes[min(d, len(indexes)-1):][:1]
		at += "." + list
		b.WriteString("for " + index + " := range " + at + " {\n")
		at += "[" + index + "]"
	}
	b.WriteString("n += len(" + at + "." + path[len(path)-1] + ")\n" + strings.Repeat("}\n", len(path)-1) + "return n")
	return b.String()
}
