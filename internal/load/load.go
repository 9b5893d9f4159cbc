// Package load reads a registry: it turns CUE files into the model of package registry, and CUE's errors into ours.
//
// It is the only package that knows CUE. The files are parsed here, checked for what CUE would read differently by
// another route, and built into one instance together with the embedded schema, so nothing is ever looked up on disk
// or in the network. CUE checks shapes; what the syntax tree alone can tell (names of marks, references, file names)
// is checked here, and the checks on the finished model are a stage of their own.
package load

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// Parent is a folder above the registry, up to the module's root, with the package names that the CUE files directly
// inside it use.
type Parent struct {
	Dir      string // as messages show it, e.g. ".."
	Packages []string
}

// Load reads the registry at the root of fsys, which holds the registry's folder alone. parents are the folders above
// it, nearest first.
//
// What the user did wrong is in the list; then the registry is nil, unless nothing is wrong but what no other part of it
// depends on, so that the checks can say the rest in the same run. An error is a fault of ours.
func Load(fsys fs.FS, parents []Parent) (*registry.Registry, diag.List, error) {
	src, diags := readSources(fsys)
	if diags.HasErrors() {
		return nil, diags.Sorted(), nil
	}
	return loadSources(src, diags, parents)
}

// loadSources makes the model of files that could be parsed, unless too much is wrong with them.
func loadSources(src *sources, diags diag.List, parents []Parent) (*registry.Registry, diag.List, error) {
	reg, diags, err := readModel(src, diags, parents)
	if err != nil || slices.ContainsFunc(diags, spoils) {
		return nil, diags, err
	}
	return reg, diags, nil
}

// readModel makes the model of files that could be parsed, with nothing in the places of what is wrong.
func readModel(src *sources, diags diag.List, parents []Parent) (*registry.Registry, diag.List, error) {
	diags = append(diags, checkPackageName(src, parents)...)
	schemaFiles, err := parseSchema()
	if err != nil {
		return nil, diags, fmt.Errorf("the embedded schema: %w", err)
	}
	schema := newTree(schemaFiles)
	diags = append(diags, checkSyntax(src, schema)...)
	value, err := evaluate(src, schemaFiles)
	for err == nil {
		found, changed := bury(src, schema, value)
		if !changed {
			break
		}
		diags = append(diags, found...)
		value, err = evaluate(src, schemaFiles)
	}
	if err != nil {
		return nil, diags.Sorted(), err
	}
	found, bad := explain(src, schema, value, diags)
	diags = append(diags, found...)
	reg, found := lower(src, value, bad)
	return reg, oncePerPlace(append(diags, found...)), nil
}

// oncePerPlace sorts and keeps the first of what is said twice about a place: a hidden field that several entries use
// has a path in each of them, and is one mistake.
func oncePerPlace(diags diag.List) diag.List {
	type key struct {
		file      string
		line, col int
		rule, msg string
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(diags.Sorted(), func(d diag.Diagnostic) bool {
		k := key{d.At.File, d.At.Line, d.At.Col, d.Rule, d.Message}
		again := seen[k] && d.At.Line > 0
		seen[k] = true
		return again
	})
}
