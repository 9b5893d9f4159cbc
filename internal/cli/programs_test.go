package cli_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// source is a Go file beside tests that run it. Which functions they reach is told by names alone.
type source struct {
	path, text string
	funcs      []function
}

// function is one of a source, with its place in the text.
type function struct {
	name     string
	from, to int
	reached  bool
}

type sources []*source

// programs are the files that the pages may show: those that conformance sends requests with, and those of tests here.
func programs(t *testing.T) sources {
	t.Helper()
	var all sources
	for _, dir := range []string{"conformance", "prompt", "internal/hosts", "internal/faults"} {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", dir, err)
		}
		all = append(all, folder(t, files)...)
	}
	for _, b := range blocks(t, "docs/guide.md") {
		if b.lang == "go" { // TestGuide builds and runs it
			all = append(all, &source{path: "docs/guide.md", text: b.text})
		}
	}
	return all
}

// folder reads the files of a package, and follows the names from its tests and examples on.
func folder(t *testing.T, files []string) sources {
	t.Helper()
	var all sources
	uses, work := map[string][]string{}, []string{}
	set := token.NewFileSet()
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(set, path, data, 0)
		if err != nil {
			t.Fatal(err)
		}
		s := &source{path: path, text: string(data)}
		all = append(all, s)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := f.Name.Name
			s.funcs = append(s.funcs, function{name: name, from: set.Position(f.Pos()).Offset, to: set.Position(f.End()).Offset})
			uses[name] = append(uses[name], names(f)...)
			if strings.HasSuffix(path, "_test.go") && (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example")) {
				work = append(work, name)
			}
		}
	}
	reached := map[string]bool{}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if !reached[name] {
			reached[name] = true
			work = append(work, uses[name]...)
		}
	}
	for _, s := range all {
		for i := range s.funcs {
			s.funcs[i].reached = reached[s.funcs[i].name]
		}
	}
	return all
}

// names are those that a function uses.
func names(f *ast.FuncDecl) []string {
	var out []string
	for _, part := range []ast.Node{f.Type, f.Body} {
		ast.Inspect(part, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				out = append(out, id.Name)
			}
			return true
		})
	}
	return out
}

// refuse says why a block is no part of a program that tests run, or "".
func (s sources) refuse(block string) string {
	for _, tabs := range []string{"", "\t", "\t\t"} {
		part := "\n" + indent(block, tabs)
		for _, f := range s {
			at := strings.Index(f.text, part)
			if at < 0 {
				continue
			}
			for _, fn := range f.funcs {
				if fn.from < at+len(part) && at < fn.to && !fn.reached {
					return f.path + ": no test reaches " + fn.name
				}
			}
			return ""
		}
	}
	return "no program here holds this:"
}

// prints says whether an Example has the block in its output.
func (s sources) prints(block string) bool {
	for _, f := range s {
		for _, fn := range f.funcs {
			_, output, _ := strings.Cut(f.text[fn.from:fn.to], "\n\t// Output:\n")
			if strings.HasPrefix(fn.name, "Example") && strings.Contains("\n"+output, "\n"+indent(block, "\t// ")) {
				return true
			}
		}
	}
	return false
}

// within are the files of one folder.
func (s sources) within(dir string) sources {
	var out sources
	for _, f := range s {
		if filepath.ToSlash(filepath.Dir(f.path)) == "../../"+dir {
			out = append(out, f)
		}
	}
	return out
}

// indent puts a prefix in front of each line, without blanks at its end.
func indent(text, prefix string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(prefix+strings.TrimSuffix(line, "\n"), " \t") + "\n")
	}
	return b.String()
}

// TestPrograms proves that a block which nothing compiles, or no test runs, is refused.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":      "package a\n\n// Run runs.\nfunc Run() int {\n\tx := 1\n\treturn x + more()\n}\n\nfunc more() int { return 2 }\n\nfunc idle() int { return 3 }\n",
		"a_test.go": "package a\n\nfunc ExampleRun() {\n\tprintln(Run())\n\t// Output:\n\t// 3\n\t// is it\n}\n",
	} {
		if err := write(dir, name, text); err != nil {
			t.Fatal(err)
		}
	}
	s := folder(t, []string{filepath.Join(dir, "a.go"), filepath.Join(dir, "a_test.go")})
	for block, want := range map[string]string{
		"// Run runs.\nfunc Run() int {\n\tx := 1\n\treturn x + more()\n}\n": "",
		"x := 1\nreturn x + more()\n":                                        "",
		"func more() int { return 2 }\n":                                     "",
		"x := 1\nreturn x\n":                                                 "no program here holds this:",
		"func idle() int { return 3 }\n":                                     filepath.Join(dir, "a.go") + ": no test reaches idle",
		"func more() int { return 2 }\n\n\n":                                 "no program here holds this:",
	} {
		if got := s.refuse(block); got != want {
			t.Errorf("%q: %q, want %q", block, got, want)
		}
	}
	for block, want := range map[string]bool{"3\n": true, "3\nis it\n": true, "is\n": false, "package a\n": false} {
		if got := s.prints(block); got != want {
			t.Errorf("%q is printed: %t", block, got)
		}
	}
}
