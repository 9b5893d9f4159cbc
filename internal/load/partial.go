package load

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue/parser"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Partial reads what can be read of the registry at the root of fsys, as if its root listed every tool that is declared.
// It returns the names that are missing there, and what is wrong. The registry is nil where one of the files can't be
// read, or where something that they declare could not: whoever took it for the whole would not know that name.
//
// Imports read registries this way. Theirs are not whole yet: the files of tools that name each other don't load until
// their author lists them, and what is imported meanwhile has to know them.
func Partial(fsys fs.FS) (*registry.Registry, []string, diag.List, error) {
	src, diags := readSources(fsys)
	if diags.HasErrors() {
		return nil, nil, diags.Sorted(), nil
	}
	root := src.tree.view()
	listed, open := root.field("tool").names()
	declared, _ := root.field("tools").names()
	missing := slices.DeleteFunc(declared, func(name string) bool {
		return open || slices.Contains(listed, name) || !plainKey.MatchString(name)
	})
	slices.Sort(missing)
	if missing = slices.Compact(missing); len(missing) > 0 {
		text := fmt.Sprintf("package %s\n\ntool: {\"%s\": _}\n", src.pkg, strings.Join(missing, "\": _, \""))
		f, err := parser.ParseFile(mainFile, text)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("a list of tools: %w", err)
		}
		src.files = append(src.files, f)
		src.tree = newTree(src.files)
	}
	reg, diags, err := readModel(src, diags, nil)
	if err != nil || !namesAll(reg, src.tree.view()) {
		return nil, missing, diags, err
	}
	return reg, missing, diags, nil
}

// plainKey is a tool's name as they are allowed, or nearly. Others are reported where they stand.
var plainKey = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]*$`)

// namesAll reports whether a registry has everything with a name that its files declare.
func namesAll(r *registry.Registry, root view) bool {
	found := map[string][]string{}
	for i := range r.Tools {
		found["tools"] = append(found["tools"], r.Tools[i].Name)
	}
	for i := range r.Profiles {
		found["profiles"] = append(found["profiles"], r.Profiles[i].Name)
	}
	for i := range r.Sections {
		found["sections"] = append(found["sections"], r.Sections[i].Name)
	}
	for i := range r.Commands {
		found["commands"] = append(found["commands"], r.Commands[i].Name)
	}
	for _, field := range []string{"tools", "profiles", "sections", "commands"} {
		declared, _ := root.field(field).names()
		if slices.ContainsFunc(declared, func(name string) bool { return plainKey.MatchString(name) && !slices.Contains(found[field], name) }) {
			return false
		}
	}
	return true
}
