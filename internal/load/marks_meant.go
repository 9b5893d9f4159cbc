package load

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// isText reports whether strings in a field of this name may hold marks, as far as the name tells.
func isText(field string) bool {
	field, _, _ = strings.Cut(field, "[")
	return !slices.Contains([]string{"when", "each", "from", "inputs", "tools", "sections", "profiles", "commands", "unique", "distinct", "profile"}, field)
}

// meant reports an expression inside a string that was meant to be a mark: a name with hyphens, which CUE takes for a
// subtraction, or an input's name that something else around bears.
func (c *markChecker) meant(pos token.Pos, path string, e ast.Expr) bool {
	if root, name, ok := hyphened(e); ok {
		c.src.told.add(e)
		d := c.report(pos, path, "mark-misuse", "%s.%s can't stand here, because of the hyphen", root, name)
		*d = c.withoutHyphen(*d, root, name)
		return true
	}
	name, ok := dottedName(e)
	if !ok {
		return false
	}
	mark, ok := c.src.markFor(name)
	ok = ok && c.isNoText(e)
	for _, root := range []string{"input", "tool"} {
		if inner, plural := strings.CutPrefix(name, root+"s."); plural && !ok {
			mark, ok = c.src.markFor(inner)
		}
	}
	if ok {
		c.src.told.add(e)
		d := c.report(pos, path, "unknown-reference", "%s names no text here", name)
		*d = d.Note("write \\(%s)", mark)
	}
	return ok
}

// withoutHyphen proposes the key of a tool whose name on the wire has a hyphen.
func (c *markChecker) withoutHyphen(d diag.Diagnostic, root, name string) diag.Diagnostic {
	declared := c.root.field(root + "s")
	keys, _ := declared.names()
	for _, key := range keys {
		for _, wire := range declared.field(key).field("wire").parts {
			if root == "tool" && unquoted(literalText(wire.expr)) == name {
				return d.Note("text names a tool by its key, not by its name on the wire: write \\(tool.%s)", key)
			}
		}
	}
	if key := strings.ReplaceAll(name, "-", "_"); slices.Contains(keys, key) {
		return d.Note("did you mean \\(%s.%s)?", root, key)
	}
	return d.Note("want \\(%s.KEY), with the key under %q", root, root+"s")
}

// isNoText reports whether a name leads to a struct or a list of the user's own, which can't stand in a string.
func (c *markChecker) isNoText(e ast.Expr) bool {
	head := headOf(e)
	structural := func(e ast.Expr) bool {
		leaves := view{c.src.tree, []part{{expr: e}}}.leaves()
		return len(leaves) > 0 && !slices.ContainsFunc(leaves, func(p part) bool {
			kind := literalKind(p.expr)
			return kind != "a struct" && kind != "a list" && p.expr != e
		})
	}
	id, ok := head.(*ast.Ident)
	if !ok || id.Name[0] == '_' || id.Name[0] == '#' {
		return false
	}
	leaves := view{c.src.tree, []part{{expr: head}}}.leaves()
	found := slices.ContainsFunc(leaves, func(p part) bool { return p.expr != head })
	return found && structural(head) && structural(e)
}

// suggest names the nearest candidate and where it stands.
func (c *markChecker) suggest(d diag.Diagnostic, got string, names []string, in view) diag.Diagnostic {
	best, ok := diag.Nearest(got, names)
	if !ok {
		return d
	}
	if at := in.field(best).labelAt("", diag.Loc{}); at.Line > 0 {
		return d.Note("did you mean %q? (%s)", best, at)
	}
	return d.Note("did you mean %q?", best)
}
