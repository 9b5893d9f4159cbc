package load

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// shape is what the schema allows at a place.
type shape struct {
	kinds  []string // e.g. "a string"; empty: anything
	enum   []string // the words that are allowed, where they can be listed
	want   string   // the schema's own words
	bounds []string // e.g. ">=1"
	filled bool     // the text may not be empty
}

// shapeOf reads the definition at a place of the schema.
func shapeOf(v view) shape {
	var s shape
	for _, p := range v.leaves() {
		switch x := p.expr.(type) {
		case *ast.StructLit:
			s.addKind("a struct")
		case *ast.ListLit:
			s.addKind("a list")
		case *ast.BasicLit:
			s.addLiteral(x)
		case *ast.Ident:
			s.addName(x.Name)
		case *ast.UnaryExpr:
			s.addBound(x)
		case *ast.CallExpr:
			s.addCall(x)
		}
	}
	return s
}

func (s *shape) addKind(k string) {
	if !slices.Contains(s.kinds, k) {
		s.kinds = append(s.kinds, k)
	}
}

func (s *shape) addLiteral(x *ast.BasicLit) {
	switch x.Kind {
	case token.STRING:
		s.addKind("a string")
		if word, err := literal.Unquote(x.Value); err == nil {
			s.enum = append(s.enum, word)
		}
	case token.TRUE, token.FALSE:
		s.addKind("a bool")
		s.enum = append(s.enum, x.Value)
	case token.INT:
		s.addKind("a whole number")
	}
}

func (s *shape) addName(name string) {
	switch name {
	case "string":
		s.addKind("a string")
	case "int":
		s.addKind("a whole number")
	case "number":
		s.addKind("a number")
	case "bool":
		s.addKind("a bool")
	}
}

func (s *shape) addBound(x *ast.UnaryExpr) {
	lit, ok := x.X.(*ast.BasicLit)
	if !ok {
		return
	}
	if lit.Kind == token.STRING {
		s.addKind("a string")
		return
	}
	s.bounds = append(s.bounds, x.Op.String()+lit.Value)
}

// addCall reads error("want …") and strings.MinRunes(1).
func (s *shape) addCall(x *ast.CallExpr) {
	switch fun := x.Fun.(type) {
	case *ast.Ident:
		if fun.Name != "error" || len(x.Args) != 1 {
			return
		}
		if lit, ok := x.Args[0].(*ast.BasicLit); ok {
			s.want, _ = literal.Unquote(lit.Value)
		}
	case *ast.SelectorExpr:
		if name, _, err := ast.LabelName(fun.Sel); err == nil && name == "MinRunes" {
			s.filled = true
			s.addKind("a string")
		}
	}
}

// takes reports whether a literal of the kind may stand here. What is no literal may.
func (s shape) takes(kind string) bool {
	return kind == "" || len(s.kinds) == 0 || slices.Contains(s.kinds, kind) ||
		kind == "a whole number" && slices.Contains(s.kinds, "a number")
}

// wants says what is allowed, e.g. `want "static", "session" or "volatile"`, or "".
func (s shape) wants() string {
	switch {
	case s.want != "":
		return s.want
	case len(s.bounds) > 0:
		return "want " + strings.Join(s.kinds, " or ") + " " + boundWords(s.bounds)
	case len(s.enum) > 1 && len(s.kinds) == 1 && s.kinds[0] == "a string":
		return "want " + diag.Either(s.enum)
	case s.filled:
		return "want a string that is not empty"
	case len(s.kinds) > 0 && !slices.Equal(s.kinds, []string{"a struct"}):
		return "want " + strings.Join(s.kinds, " or ")
	}
	return ""
}

func boundWords(bounds []string) string {
	words := make([]string, len(bounds))
	for i, b := range bounds {
		n := strings.TrimLeft(b, "<>=")
		switch strings.TrimRight(b, "0123456789.-") {
		case ">=":
			words[i] = "of at least " + n
		case "<=":
			words[i] = "of at most " + n
		case ">":
			words[i] = "above " + n
		case "<":
			words[i] = "below " + n
		}
	}
	return strings.Join(words, " and ")
}
