package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// ref writes a variable, e.g. x.in.Cwd.
func ref(r plan.Ref) *jen.Statement { return jen.Id(strings.Join(r, ".")) }

// name writes a constant.
func (w *writer) name(n plan.Name) *jen.Statement {
	switch n.In {
	case plan.InRuntime:
		return w.code("prompt." + n.Name)
	case plan.InTools:
		return w.code("codertools." + n.Name)
	default:
		return raw(n.Name)
	}
}

// cond writes a condition, e.g. x.gate.web && !(x.gate.cli || x.gate.yolo).
func (w *writer) cond(c plan.Cond) *jen.Statement {
	switch c := c.(type) {
	case plan.All:
		return w.joined("&&", c)
	case plan.Any:
		return w.joined("||", c)
	case plan.Not:
		return raw("!").Add(w.operand(c.X))
	case plan.Flag:
		return ref(c.Ref)
	case plan.Compare:
		left := ref(c.Left)
		if c.Len {
			left = raw("len").Add(args(left))
		}
		return left.Op(c.Op).Add(w.name(c.Right))
	case plan.Given:
		return raw("x.host.Given").Add(args(raw(quote(c.Toolset))))
	case plan.False:
		return raw("false")
	default:
		return raw("true")
	}
}

func (w *writer) joined(op string, cs []plan.Cond) *jen.Statement {
	s := jen.Null()
	for i, c := range cs {
		if i > 0 {
			s.Op(op)
		}
		if _, comparison := c.(plan.Compare); comparison {
			s.Add(w.cond(c))
		} else {
			s.Add(w.operand(c))
		}
	}
	return s
}

// operand writes a condition that another operator is applied to.
func (w *writer) operand(c plan.Cond) *jen.Statement {
	switch c.(type) {
	case plan.All, plan.Any, plan.Compare:
		return raw("(").Add(w.cond(c)).Op(")")
	default:
		return w.cond(c)
	}
}

// str writes a string, e.g. "cwd: " + x.in.Cwd.
func (w *writer) str(s plan.Str) *jen.Statement {
	if len(s) == 0 {
		return raw(`""`)
	}
	out := jen.Null()
	for i, p := range s {
		if i > 0 {
			out.Op("+")
			if lit, ok := s[i-1].(plan.Lit); ok && strings.HasSuffix(string(lit), "\n") {
				out.Line()
			}
		}
		out.Add(w.piece(p))
	}
	return out
}

// short writes a piece on one line.
func (w *writer) short(p plan.Piece) *jen.Statement {
	if lit, ok := p.(plan.Lit); ok {
		return raw(quote(string(lit)))
	}
	return w.piece(p)
}

func (w *writer) piece(p plan.Piece) *jen.Statement {
	switch p := p.(type) {
	case plan.Lit:
		return text(string(p))
	case plan.Value:
		return w.value(p)
	case plan.TextCall:
		return raw("x.t." + p.Method.Name + "(" + strings.Join(p.Args, ", ") + ")")
	case plan.AttrPiece:
		return w.code("prompt.XMLAttr").Add(args(raw(quote(p.Name)), w.str(p.Value)))
	case plan.ToolDocs:
		if p.Toolset != "" {
			return raw("x.tools.ToolsetDocs").Add(args(raw(quote(p.Toolset))))
		}
		return raw("x.tools.Docs()")
	case plan.ToolNames:
		if p.Toolset != "" {
			return raw("x.tools.ToolsetNames").Add(args(raw(quote(p.Toolset))))
		}
		return raw("x.tools.Names()")
	default:
		return jen.Null()
	}
}

// value writes the value of an input as a string.
func (w *writer) value(v plan.Value) *jen.Statement {
	if v.Func == "" {
		return ref(v.Ref)
	}
	s := ref(v.Ref)
	if v.Defang != nil {
		s = w.code("prompt.Defang").Add(args(append([]jen.Code{s}, quoted(v.Defang)...)...))
	}
	return w.code("prompt." + v.Func).Add(args(s))
}

// constant writes a value; qualify stands in front of the names of types, e.g. "coder.".
func (w *writer) constant(v plan.GoValue, qualify string) *jen.Statement {
	switch {
	case v.Str != nil:
		return text(*v.Str)
	case v.Lit != "":
		return w.code(v.Lit)
	case v.Call != "":
		return w.code(v.Call).Add(args(w.constant(v.Elems[0], qualify)))
	}
	typ := jen.Null()
	if v.Type != "" {
		elem := strings.TrimLeft(v.Type, "[]*")
		prefix := strings.TrimSuffix(v.Type, elem)
		if elem == strings.ToLower(elem) || strings.Contains(elem, ".") { // a predeclared type, or another package's
			qualify = ""
		}
		typ = w.code(prefix + qualify + elem)
	}
	var items []jen.Code
	for _, e := range v.Elems {
		items = append(items, w.constant(e, qualify))
	}
	for _, f := range v.Fields {
		items = append(items, pair(f.Name, w.constant(f.Value, qualify)))
	}
	scalars := !slices.ContainsFunc(v.Elems, func(e plan.GoValue) bool { return e.Str == nil && e.Lit == "" })
	if len(v.Elems) > 0 && !scalars || v.Type != "" && !strings.HasPrefix(v.Type, "[]") && len(items) > 2 {
		return typ.Add(elems(items...))
	}
	return typ.Add(inline(items...))
}
