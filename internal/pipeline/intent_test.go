package pipeline_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/pipeline"
	"github.com/promptgen/promptgen/internal/registry"
)

// field is a field of a CUE file, with the labels that lead to it.
type field struct {
	path  []string
	field *ast.Field
}

// fieldsOf lists the fields of a CUE file in order, those inside others too.
func fieldsOf(t *testing.T, name string, data []byte) []field {
	t.Helper()
	file, err := parser.ParseFile(name, data)
	if err != nil {
		t.Fatal(err)
	}
	var out []field
	var walk func(path []string, decls []ast.Decl)
	walk = func(path []string, decls []ast.Decl) {
		for _, d := range decls {
			f, ok := d.(*ast.Field)
			if !ok {
				continue
			}
			label, _, err := ast.LabelName(f.Label)
			if err != nil {
				continue
			}
			at := append(slices.Clip(path), label)
			out = append(out, field{at, f})
			if s, ok := f.Value.(*ast.StructLit); ok {
				walk(at, s.Elts)
			}
		}
	}
	walk(nil, file.Decls)
	return out
}

// replaced is a registry in which bytes of one file are others.
func replaced(files fstest.MapFS, name string, from, to int, text string) fstest.MapFS {
	out := maps.Clone(files)
	data := files[name].Data
	out[name] = &fstest.MapFile{Data: slices.Concat(data[:from], []byte(text), data[to:])}
	return out
}

// TestEveryReasonIsDemanded deletes each reason of a section in turn: the section's cache field is refused.
func TestEveryReasonIsDemanded(t *testing.T) {
	const name = "registry.cue"
	files := registryOnly(t)
	data := files[name].Data
	deleted := 0
	for _, f := range fieldsOf(t, name, data) {
		if len(f.path) != 3 || f.path[0] != "sections" || f.path[2] != "reason" {
			continue
		}
		from, to := f.field.Pos().Offset(), f.field.End().Offset()
		if rest := data[to:]; len(rest) > 0 && rest[0] == ',' {
			to++
		}
		without := replaced(files, name, from, to, "")
		cache := ""
		for _, g := range fieldsOf(t, name, without[name].Data) {
			if slices.Equal(g.path, []string{"sections", f.path[1], "cache"}) {
				cache = fmt.Sprintf("%s:%d:%d", name, g.field.Value.Pos().Line(), g.field.Value.Pos().Column())
			}
		}
		_, found, err := pipeline.Prove(pipeline.Source{FS: without, ImportPath: importPath})
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != 1 || found[0].Rule != "reason-missing" || found[0].At.String() != cache {
			t.Errorf("without the reason of section %q, want reason-missing at %s, got:\n%s", f.path[1], cache, found.Text())
		}
		deleted++
	}
	if deleted < 5 {
		t.Errorf("%d reasons found", deleted)
	}
}

// TestNoSessionValueInStaticText puts a session input into each static text in turn: refused, with its name, its scope
// and the place of the mark.
func TestNoSessionValueInStaticText(t *testing.T) {
	files := registryOnly(t)
	r, found, err := load.Load(files, nil)
	if err != nil || found.HasErrors() {
		t.Fatal(err, found.Text())
	}
	const mark = `\(input.cwd)`
	tried := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasPrefix(name, "i18n/") {
			continue
		}
		data := files[name].Data
		for i, f := range fieldsOf(t, name, data) {
			if len(f.path) != 5 || f.path[0] != "i18n" {
				continue
			}
			s := r.Section(f.path[3])
			if s == nil || s.Level() != registry.Static || testing.Short() && i%12 != 0 {
				continue
			}
			at := end(data, f.field.Value.End().Offset())
			want := diag.Loc{File: name, Line: 1 + strings.Count(string(data[:at]), "\n"), Col: at - strings.LastIndexByte(string(data[:at]), '\n')}
			_, found, err := pipeline.Prove(pipeline.Source{FS: replaced(files, name, at, at, mark), ImportPath: importPath})
			if err != nil {
				t.Fatal(err)
			}
			if !refuses(found, s, want) {
				t.Errorf("%s with %s, want section %q refused for it at %s, got:\n%s", strings.Join(f.path, "."), mark, s.Name, want, found.Text())
			}
			tried++
		}
	}
	if tried < 5 {
		t.Errorf("%d static texts found", tried)
	}
}

// end is the end of the text of a string that ends at an offset.
func end(data []byte, offset int) int {
	if strings.HasSuffix(string(data[:offset]), `"""`) {
		return strings.LastIndexByte(string(data[:offset]), '\n')
	}
	return offset - len(`"`)
}

func refuses(found diag.List, s *registry.Section, mark diag.Loc) bool {
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
		text := d.String()
		return d.Rule == "cache-below-floor" && d.At == s.Cache.At && strings.Contains(text, `input "cwd" of scope session`) &&
			strings.Contains(text, "is read at "+mark.String())
	})
}
