package emit

import (
	"go/build/constraint"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// This file holds the words of which all other files put declarations together.

// code is a piece of Go as it stands. Names that are qualified by a package that the writer knows import it, so
// "prompt.Errs" is all that is needed; "coder" stands for the assembler's package, "codertools" for that of the tools.
func (w *writer) code(src string) *jen.Statement {
	out := jen.Null()
	done := 0
	for _, q := range qualifiers(src) {
		path, ok := w.imports[q.pkg]
		if !ok {
			continue
		}
		out.Op(src[done:q.start]).Qual(path, q.name)
		done = q.end
	}
	return out.Op(src[done:])
}

// qualifier is a package's name in front of a name.
type qualifier struct {
	pkg, name  string
	start, end int
}

// qualifiers finds what looks like a qualified name in a piece of Go.
func qualifiers(src string) []qualifier {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(src)), []byte(src), func(token.Position, string) {}, 0)
	type tok struct {
		pos  int
		tok  token.Token
		text string
	}
	var toks []tok
	for {
		pos, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		toks = append(toks, tok{fset.Position(pos).Offset, t, lit})
	}
	var out []qualifier
	for i := 0; i+2 < len(toks); i++ {
		a, dot, b := toks[i], toks[i+1], toks[i+2]
		field := i > 0 && toks[i-1].tok == token.PERIOD
		if !field && a.tok == token.IDENT && dot.tok == token.PERIOD && b.tok == token.IDENT {
			out = append(out, qualifier{a.text, b.text, a.pos, b.pos + len(b.text)})
		}
	}
	return out
}

// raw is a piece of Go without imports.
func raw(src string) *jen.Statement { return jen.Op(src) }

// comment gives the lines of a comment on a declaration, each ending in a newline; nothing for none. Every line is
// wrapped by itself, so a paragraph is one line.
func comment(lines ...string) *jen.Statement { return commentAt(0, lines) }

// inner is comment inside the braces of a declaration.
func inner(lines ...string) *jen.Statement { return commentAt(1, lines) }

func commentAt(depth int, lines []string) *jen.Statement {
	const columns, tab = 120, 8
	s := jen.Null()
	for _, line := range lines {
		for _, l := range wrapped(line, columns-depth*tab-len("// ")) {
			s.Op(commentLine(l)).Line()
		}
	}
	return s
}

// wrapped breaks a line at blanks, so that no part has more characters than width where that is possible.
func wrapped(line string, width int) []string {
	var out []string
	part, n := "", 0
	for i, word := range strings.Split(line, " ") {
		size := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			part, n = word, size
		case n+1+size > width:
			out = append(out, part)
			part, n = word, size
		default:
			part, n = part+" "+word, n+1+size
		}
	}
	return append(out, part)
}

// commentLine makes a line fit for a comment, whatever a user has written into it.
func commentLine(line string) string {
	line = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || isHidden(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, "?"))
	// go/format moves a line that reads as a build constraint to the top of the file, wherever it stands.
	if constraint.IsPlusBuild("// " + line) {
		line = strings.Replace(line, "+build", `"+build"`, 1)
	}
	return strings.TrimRight("// "+line, " ")
}

// text is a string literal: one source line for each line of the text.
func text(s string) *jen.Statement {
	out := jen.Null()
	for i, line := range strings.SplitAfter(s, "\n") {
		if line == "" && i > 0 {
			continue // the text ends in a newline
		}
		if i > 0 {
			out.Op("+").Line()
		}
		out.Op(quote(line))
	}
	return out
}

// plain is a string literal on one line, without escapes where that is possible: for JSON.
func plain(s string) *jen.Statement {
	if strings.ContainsAny(s, `"\`) && !strings.Contains(s, "`") && quote(s) == `"`+strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`)+`"` {
		return raw("`" + s + "`")
	}
	return raw(quote(s))
}

// block is a body of statements in braces.
func block(stmts ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: "", Multi: true}, stmts...)
}

// elems are the elements of a composite in braces, one a line.
func elems(items ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// inline are elements in braces on one line.
func inline(items ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ","}, items...)
}

// args are arguments in parentheses.
func args(items ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "(", Close: ")", Separator: ","}, items...)
}

// pair is a field of a composite with its value.
func pair(field string, value jen.Code) *jen.Statement { return raw(field + ":").Add(value) }

// fields are those of a composite. What is zero is left out, as in Go that people write.
type fields []jen.Code

func (f *fields) add(name string, value jen.Code) { *f = append(*f, pair(name, value)) }

// text adds a string.
func (f *fields) text(name, s string) {
	if s != "" {
		f.add(name, raw(quote(s)))
	}
}

// json adds a string of JSON.
func (f *fields) json(name, s string) {
	if s != "" {
		f.add(name, plain(s))
	}
}

// number adds a whole number.
func (f *fields) number(name string, n int64) {
	if n != 0 {
		f.add(name, raw(number(n)))
	}
}

// strings adds a slice of strings.
func (f *fields) strings(name string, ss []string) {
	if len(ss) > 0 {
		f.add(name, stringSlice(ss))
	}
}

// flag adds a boolean.
func (f *fields) flag(name string, on bool) {
	if on {
		f.add(name, raw("true"))
	}
}

// fn is a function: what stands above it, its head, and its body.
func (w *writer) fn(doc, head string, body ...jen.Code) jen.Code {
	lines := []string(nil)
	if doc != "" {
		lines = strings.Split(doc, "\n")
	}
	return comment(lines...).Add(w.code("func "+head), block(body...))
}

// decl is code with nothing left open.
func (w *writer) decl(src string) jen.Code { return w.code(strings.TrimSpace(src)) }

// when is an if statement; without a condition its body alone.
func (w *writer) when(c plan.Cond, body ...jen.Code) jen.Code {
	if c == nil {
		s := jen.Null()
		for i, b := range body {
			if i > 0 {
				s.Line()
			}
			s.Add(b)
		}
		return s
	}
	return raw("if").Add(w.cond(c), block(body...))
}

// choose is a switch over cases, or an if statement for a single one.
func choose(on string, cases []choice) jen.Code {
	if len(cases) == 1 {
		return raw("if "+on+"==").Add(cases[0].value, block(cases[0].body...))
	}
	s := raw("switch " + on + " {").Line()
	for _, c := range cases {
		if c.value == nil {
			s.Op("default:").Line()
		} else {
			s.Op("case").Add(c.value).Op(":").Line()
		}
		for _, b := range c.body {
			s.Add(b).Line()
		}
	}
	return s.Op("}")
}

// choice is a case of a switch.
type choice struct {
	value jen.Code // nil for all other values
	body  []jen.Code
}

// quoted is a list of string literals.
func quoted(ss []string) []jen.Code {
	var out []jen.Code
	for _, s := range ss {
		out = append(out, raw(quote(s)))
	}
	return out
}
