package load

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// syntaxError turns a parser's first error into a diagnostic. Those behind it mostly follow from it.
func syntaxError(name string, data []byte, err error) diag.Diagnostic {
	at, msg := diag.Loc{File: name, Line: 1, Col: 1}, "this is no CUE"
	if all := errors.Errors(err); len(all) > 0 {
		if p := all[0].Position(); p.IsValid() {
			at = locOf(p, "")
		}
		format, args := all[0].Msg()
		msg, _, _ = strings.Cut(fmt.Sprintf(format, args...), "\n")
	}
	d := diag.Errorf(at, "cue-syntax", "%s", tokenName.ReplaceAllStringFunc(msg, func(s string) string {
		name, text, _ := strings.Cut(s[1:], "'")
		switch {
		case name == "EOF":
			return "the end of the file"
		case name == "INTERPOLATION":
			return "a string"
		case strings.ContainsAny(text, "\"'"):
			return strings.TrimSpace(text)
		case text != "":
			return "'" + strings.TrimSpace(text) + "'"
		}
		return strings.ToLower(name)
	}))
	switch {
	case strings.HasPrefix(msg, "string literal not terminated"):
		d = d.Note("want a quote at the end of the line; text of several lines stands between \"\"\" and \"\"\"")
	case strings.HasPrefix(msg, "unknown escape sequence"):
		d = d.Note("a backslash is written \\\\")
	case strings.HasPrefix(msg, "non-matching whitespace"):
		d.At = strayLine(data, at)
		d = d.Note("every line starts with the white space in front of the closing \"\"\"")
	case strings.HasPrefix(msg, "missing ','") && bytes.Count(lastLine(data, at), []byte(`"`)) > 3 && quoted(data, at):
		d = d.Note("a quote inside a string is written \\\"")
	case strings.HasPrefix(msg, "expected label or ':'") && bytes.HasPrefix(bytes.TrimSpace(lastLine(data, at)), []byte("# ")):
		d = d.Note("comments start with //")
	case strings.HasPrefix(msg, "expected label or ':'") && equals.Match(lastLine(data, at)):
		d = d.Note("want ':' between a field and its value, not '='")
	}
	return d
}

// quoted reports whether a string has just ended in front of a place.
func quoted(data []byte, at diag.Loc) bool {
	line := lastLine(data, at)
	return at.Col > 1 && at.Col-2 < len(line) && line[at.Col-2] == '"'
}

// equals is a field with an equals sign behind its name.
var equals = regexp.MustCompile(`[\w"-]\s*=[^=~]`)

// lastLine gives the last line that holds anything up to a place.
func lastLine(data []byte, at diag.Loc) []byte {
	lines := bytes.Split(data, []byte("\n"))
	lines = lines[:min(at.Line, len(lines))]
	if n := len(lines); n > 1 && len(bytes.Trim(lines[n-1][:min(at.Col-1, len(lines[n-1]))], " \t})]")) == 0 {
		lines = lines[:n-1]
	}
	if len(lines) == 0 {
		return nil
	}
	return lines[len(lines)-1]
}

// tokenName is the parser's name for a kind of token, with the token itself where it shows it.
var tokenName = regexp.MustCompile(`'[A-Z]{2,}'( .*)?`)

// checkSyntax checks what the syntax tree alone can tell.
func checkSyntax(src *sources, schema *tree) diag.List {
	var out diag.List
	for _, f := range src.files {
		out = append(out, checkAttributes(src, f)...)
		out = append(out, checkBare(src, f)...)
		out = append(out, checkNumbers(src, f)...)
	}
	out = append(out, checkTopLevel(src, schema)...)
	out = append(out, refuseImports(src)...)
	if broken := checkWiring(src, schema); len(broken) > 0 {
		out = append(out, broken...)
		src.rewire()
	}
	return append(out, checkMarks(src)...)
}

// checkAttributes refuses attributes that make a file mean something else by another route.
func checkAttributes(src *sources, f *ast.File) diag.List {
	var out diag.List
	ast.Walk(f, func(n ast.Node) bool {
		var attrs []*ast.Attribute
		switch n := n.(type) {
		case *ast.Field:
			attrs = n.Attrs
		case *ast.Attribute:
			attrs = []*ast.Attribute{n}
		}
		for _, a := range attrs {
			if name, _ := a.Split(); !slices.Contains([]string{"embed", "extern", "if", "ignore", "tag"}, name) {
				continue
			} else if d := refuseAttribute(a, name); !slices.ContainsFunc(out, func(o diag.Diagnostic) bool { return o.At == d.At }) {
				out = append(out, d)
			}
			if field, ok := n.(*ast.Field); ok {
				src.dead.add(field.Value)
			}
		}
		return true
	}, nil)
	// CUE has a word on these, too.
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		a, ok := d.(*ast.Attribute)
		return ok && slices.ContainsFunc(out, func(o diag.Diagnostic) bool { return o.At == locOf(a.Pos(), "") })
	})
	return out
}

func refuseAttribute(a *ast.Attribute, name string) diag.Diagnostic {
	return diag.Errorf(locOf(a.Pos(), ""), "cue-attribute", "attribute @%s is not allowed in a registry", name).
		Note("it reads files or options that a registry does not have; write the value itself")
}

// checkBare refuses values that stand at the top of a file without a field.
func checkBare(src *sources, f *ast.File) diag.List {
	var out diag.List
	for _, d := range f.Decls {
		e, ok := d.(*ast.EmbedDecl)
		if !ok {
			continue
		}
		if kind := literalKind(e.Expr); kind != "" && kind != "a struct" {
			src.dead.add(e)
			out = append(out, diag.Errorf(locOf(e.Pos(), ""), "cue-value", "%s stands at the top of the file without a field", kind).
				Note("want fields, e.g. sections: {…}"))
		}
	}
	return out
}

// mostExponent is the greatest exponent that CUE reads. It takes 1e100001 for 1, without a word.
const mostExponent = 100_000

// checkNumbers refuses numbers whose exponent CUE would drop.
func checkNumbers(src *sources, f *ast.File) diag.List {
	var out diag.List
	ast.Walk(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.FLOAT {
			return true
		}
		_, exponent, _ := strings.Cut(strings.ToLower(lit.Value), "e")
		exponent = strings.ReplaceAll(exponent, "_", "")
		if e, err := strconv.Atoi(cmp.Or(exponent, "0")); err != nil || e < -mostExponent || e > mostExponent {
			src.dead.add(lit)
			out = append(out, diag.Errorf(locOf(lit.Pos(), ""), "number-range", "the exponent of %s is out of range", literalText(lit)).Note("choose another number"))
		}
		return true
	}, nil)
	return out
}

// checkTopLevel refuses fields that no registry has. CUE would not: a file is an open struct.
func checkTopLevel(src *sources, schema *tree) diag.List {
	var out diag.List
	known, _ := schema.view().field("#Registry").names()
	names, _ := src.tree.view().names()
	for _, name := range names {
		if strings.HasPrefix(name, "_") || strings.HasPrefix(name, "#") || slices.Contains(known, name) {
			continue
		}
		at := src.tree.view().field(name).labelAt(name, diag.Loc{File: mainFile})
		out = append(out, diag.Errorf(at, "unknown-field", "unknown field %s", quote(name)).Suggest(name, known).
			Note("fields for your own use start with \"_\" or \"#\""))
	}
	return out
}

// checkWiring asks that every top-level field refers to its definition, so that nothing goes unchecked.
func checkWiring(src *sources, schema *tree) diag.List {
	var loose []string
	known, _ := schema.view().field("#Registry").names()
	for _, name := range known {
		if !slices.ContainsFunc(src.tree.top[name], wired) {
			loose = append(loose, name)
		}
	}
	at := diag.Loc{File: wiringFile, Line: 1, Col: 1}
	var d diag.Diagnostic
	switch len(loose) {
	case 0:
		return nil
	case 1:
		at.Path = loose[0]
		d = diag.Errorf(at, "wiring", "field %s is tied to no definition", quote(loose[0]))
	default:
		d = diag.Errorf(at, "wiring", "%d fields are tied to no definition", len(loose)).Note("they are %s", strings.Join(loose, ", "))
	}
	return diag.List{d.Note("remove the file: without it, promptgen uses its own")}
}

// wired reports whether a field refers to a definition of the schema.
func wired(f *ast.Field) bool {
	found := false
	ast.Walk(f.Value, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				spec, ok := id.Node.(*ast.ImportSpec)
				if ok {
					path, err := literal.Unquote(spec.Path.Value)
					found = found || err == nil && isSchema(path)
				}
			}
		}
		return !found
	}, nil)
	return found
}
