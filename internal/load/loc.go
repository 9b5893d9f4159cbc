package load

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// locOf turns a position of a file into a place.
func locOf(p token.Pos, path string) diag.Loc {
	if !p.IsValid() {
		return diag.Loc{Path: path}
	}
	at := p.Position()
	return diag.Loc{File: at.Filename, Line: at.Line, Col: at.Column, Path: path}
}

// packageLoc gives the place of the name in a file's package clause.
func packageLoc(f *ast.File) diag.Loc {
	for _, d := range f.Decls {
		if p, ok := d.(*ast.Package); ok {
			return locOf(p.Name.Pos(), "")
		}
	}
	return diag.Loc{File: f.Filename, Line: 1, Col: 1}
}

// at gives the place of a value: of its label where it is a struct, of itself otherwise. Where nothing in the user's
// own files speaks of it, the place around it is taken.
func (v view) at(path string, around diag.Loc) diag.Loc {
	for _, p := range v.parts {
		if p.expr == nil {
			continue
		}
		pos := p.expr.Pos()
		if p.label.IsValid() && v.t.isStruct(p) {
			pos = p.label
		}
		if pos.IsValid() && pos.Filename() != wiringFile {
			return locOf(pos, path)
		}
	}
	around.Path = path
	return around
}

// isStruct reports whether the value of a field is a struct, in place or by reference.
func (t *tree) isStruct(p part) bool {
	switch p.expr.(type) {
	case *ast.StructLit:
		return true
	case *ast.Ident, *ast.SelectorExpr, *ast.BinaryExpr, *ast.CallExpr:
	default:
		return false
	}
	defer t.query()()
	found := false
	t.spread(p, 0, func(_ part, m *members, _ *ast.ListLit) { found = found || m != nil })
	return found
}

// labelAt gives the place of a field's name.
func (v view) labelAt(path string, around diag.Loc) diag.Loc {
	for _, p := range v.parts {
		if p.label.IsValid() && p.label.Filename() != wiringFile {
			return locOf(p.label, path)
		}
	}
	return v.at(path, around)
}

// under appends a field's name to a path.
func under(path, name string) string {
	if !plainName(name) {
		name = strconv.Quote(name)
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// plainName reports whether a field's name can stand in a path without quotes. Unlike CUE, a hyphen is plain:
// i18n.zh-CN reads better and can't be misread.
func plainName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-#") == ""
}

func indexed(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// follow walks from the root to the place that CUE's path names, and gives the place as we write it. Where the
// user's files say nothing any more, the last place they speak of stands.
func follow(root view, path []string) (v view, at diag.Loc) {
	v = root
	for _, s := range path {
		if i, err := strconv.Atoi(s); err == nil {
			v = v.item(i)
			at = v.at(indexed(at.Path, i), at)
			continue
		}
		name := s
		if q, err := literal.Unquote(s); err == nil {
			name = q
		}
		v = v.field(name)
		at = v.at(under(at.Path, name), at)
	}
	return v, at
}

// spans are stretches of files.
type spans []span

type span struct {
	file     string
	from, to int
}

func (s *spans) add(n ast.Node) {
	if p := n.Pos(); p.IsValid() {
		*s = append(*s, span{p.Filename(), p.Offset(), n.End().Offset()})
	}
}

func (s spans) hold(p token.Pos) bool {
	return p.IsValid() && slices.ContainsFunc(s, func(x span) bool {
		return x.file == p.Filename() && x.from <= p.Offset() && p.Offset() < x.to
	})
}
