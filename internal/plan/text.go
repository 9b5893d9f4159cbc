package plan

import (
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
)

// Str is a string in Go: pieces that are put together.
type Str []Piece

// Piece is a piece of a Str.
type Piece interface{ piece() }

// Lit is a literal.
type Lit string

// Value is the value of an input.
type Value struct {
	Ref    Ref
	Func   string   // of the runtime, which makes a string of it, e.g. "EscapeXMLAttr", "Int"; "" where it is one as it is
	Defang []string // labels of fences that it must not fake, before it is escaped
}

// TextCall is the text that a method of the catalog returns.
type TextCall struct {
	Method *TextMethod
	Args   []string // variables
}

// AttrPiece is an attribute of a tag, nothing where its value is empty.
type AttrPiece struct {
	Name  string
	Value Str
}

// ToolDocs is the XML documentation of the tools of a toolset, of the declared ones where that is "".
type ToolDocs struct{ Toolset string }

// ToolNames is the list of their names.
type ToolNames struct{ Toolset string }

func (Lit) piece()       {}
func (Value) piece()     {}
func (TextCall) piece()  {}
func (AttrPiece) piece() {}
func (ToolDocs) piece()  {}
func (ToolNames) piece() {}

// fold joins literals that stand side by side and drops empty ones.
func (s Str) fold() Str {
	var out Str
	for _, p := range s {
		lit, ok := p.(Lit)
		if !ok {
			out = append(out, p)
			continue
		}
		if n := len(out); n > 0 {
			if last, ok := out[n-1].(Lit); ok {
				out[n-1] = last + lit
				continue
			}
		}
		if lit != "" {
			out = append(out, lit)
		}
	}
	return out
}

// literal gives the bytes of a Str that reads nothing.
func (s Str) literal() (string, bool) {
	switch s = s.fold(); len(s) {
	case 0:
		return "", true
	case 1:
		lit, ok := s[0].(Lit)
		return string(lit), ok
	}
	return "", false
}

// str plans a text of the source: literals, the names of tools, and inputs, escaped as the place demands.
func (b *builder) str(t registry.Text, escape string, sc scope) Str {
	var s Str
	for _, seg := range t.Segs {
		switch {
		case seg.Tool != "":
			name := seg.Tool
			if tool := b.r.Tool(name); tool != nil {
				name = tool.WireName()
			}
			s = append(s, Lit(name))
		case seg.Input != "":
			s = append(s, b.value(seg.Input, escape, sc))
		default:
			s = append(s, Lit(seg.Lit))
		}
	}
	return s.fold()
}

func (b *builder) value(path, escape string, sc scope) Piece {
	v := Value{Ref: b.ref(path, sc)}
	switch f, _ := b.r.Field(path); {
	case f != nil && f.Type == registry.Int:
		v.Func = "Int"
	case f != nil && f.Type == registry.Bool:
		v.Func = "Bool"
	default:
		mode, fenced := strings.CutPrefix(escape, inFence)
		v.Func = escaper(mode)
		if fenced {
			v.Defang = b.r.FenceLabels()
		}
	}
	return v
}

// inFence stands in front of the escape of values inside a fence.
const inFence = "fenced "

func escaper(escape string) string {
	switch escape {
	case "xml-attr":
		return "EscapeXMLAttr"
	case "xml-text":
		return "EscapeXMLText"
	case "json":
		return "EscapeJSON"
	default:
		return ""
	}
}
