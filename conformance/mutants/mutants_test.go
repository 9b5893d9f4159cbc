package mutants

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMutants turns each operator of the decoders into its neighbour: < and <=, > and >=, == and !=, && and ||. All of a
// package stand in one test binary, and the environment says which one is in force, so that the compiler runs once. An
// operator whose neighbour does the same has to go: there is no list of exceptions.
func TestMutants(t *testing.T) {
	for _, of := range []struct {
		dir, files string
		quick      string // the tests that hold the files against tables
	}{
		{"../../prompt", "arg*.go", "^Test(Decode|Problems|CompareDecimals|PatternsOnce|UnknownTool|Bounds|ParseJSON)"},
		{"../../prompt/formats", "*.go", "^Test"},
	} {
		t.Run(filepath.Base(of.dir), func(t *testing.T) { turnAll(t, of.dir, of.files, of.quick) })
	}
}

func turnAll(t *testing.T, in, glob, quick string) {
	dir, err := filepath.Abs(in)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, glob))
	if err != nil {
		t.Fatal(err)
	}
	o := overlay{dir: t.TempDir(), replace: map[string]string{}}
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			if err := o.add(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	binary := o.build(t, dir)
	run := func(mutant int) error {
		cmd := exec.Command(binary, "-test.run", quick, "-test.failfast", "-test.timeout", "10s")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), fmt.Sprintf("PROMPTGEN_MUTANT=%d", mutant))
		_, err := cmd.CombinedOutput()
		return err
	}
	if err := run(0); err != nil {
		t.Fatal("without any change: ", err)
	}
	t.Logf("%d operators", len(o.mutants))
	for i, m := range o.mutants {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			t.Parallel()
			var failed *exec.ExitError
			err := run(i + 1)
			if err != nil && !errors.As(err, &failed) {
				t.Fatal(err)
			}
			if err == nil {
				t.Errorf("%s: nobody notices when the operator in the middle of %s is turned", m.at, m.name)
			}
		})
	}
}

// mutant is an operator that can be turned.
type mutant struct {
	name string // e.g. "isDate: day < 1"
	at   token.Position
}

// overlay is a copy of a package in which operators can be turned.
type overlay struct {
	dir     string
	replace map[string]string // files by those that they stand for
	mutants []mutant
}

// edit replaces what stands between two offsets.
type edit struct {
	from, to int
	text     string
}

// add rewrites a file.
func (o *overlay) add(name string) error {
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.ParseComments)
	if err != nil {
		return err
	}
	var edits []edit
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			edits = append(edits, o.function(set, src, f)...)
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(src[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(src[at:])
	return o.put(name, out.Bytes())
}

func (o *overlay) put(name string, src []byte) error {
	stand := filepath.Join(o.dir, filepath.Base(name))
	o.replace[name] = stand
	return os.WriteFile(stand, src, 0o600)
}

// function makes a mutant of each operator in a function.
func (o *overlay) function(set *token.FileSet, src []byte, f *ast.FuncDecl) []edit {
	var edits []edit
	var open []ast.Node
	ends := map[ast.Node]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if text := ends[last]; text != "" {
				end := set.Position(last.End()).Offset
				edits = append(edits, edit{end, end, text})
			}
			return true
		}
		open = append(open, n)
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		call, between, end := turned(b.Op)
		if call == "" {
			return true
		}
		start, stop, op := set.Position(b.Pos()).Offset, set.Position(b.End()).Offset, set.Position(b.OpPos).Offset
		o.mutants = append(o.mutants, mutant{f.Name.Name + ": " + string(src[start:stop]), set.Position(b.OpPos)})
		edits = append(edits, edit{start, start, fmt.Sprintf("%s(%d, ", call, len(o.mutants))})
		if between != "" {
			edits = append(edits, edit{op, op + len(b.Op.String()), between})
		}
		ends[n] = end
		return true
	})
	return edits
}

// turned says how an operator is written so that it can be turned; "" for one that can't be.
func turned(op token.Token) (call, between, end string) {
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return map[token.Token]string{token.LSS: "mutantLess", token.LEQ: "mutantLessEqual", token.GTR: "mutantGreater", token.GEQ: "mutantGreaterEqual"}[op], ",", ")"
	case token.EQL, token.NEQ:
		return "mutantNot", "", ")"
	case token.LAND:
		return "mutantAnd", ", func() bool { return (", ") })"
	case token.LOR:
		return "mutantOr", ", func() bool { return (", ") })"
	}
	return "", "", ""
}

// operators are in force as they are written, but for the one that the environment names.
const operators = `package %s

import (
	"cmp"
	"os"
	"strconv"
)

var inForce, _ = strconv.Atoi(os.Getenv("PROMPTGEN_MUTANT"))

func mutantLess[T cmp.Ordered](id int, a, b T) bool         { return a < b || id == inForce && a == b }
func mutantLessEqual[T cmp.Ordered](id int, a, b T) bool    { return a < b || id != inForce && a == b }
func mutantGreater[T cmp.Ordered](id int, a, b T) bool      { return a > b || id == inForce && a == b }
func mutantGreaterEqual[T cmp.Ordered](id int, a, b T) bool { return a > b || id != inForce && a == b }
func mutantNot(id int, b bool) bool                         { return b != (id == inForce) }

func mutantAnd(id int, a bool, b func() bool) bool {
	if id == inForce {
		return a || b()
	}
	return a && b()
}

func mutantOr(id int, a bool, b func() bool) bool {
	if id == inForce {
		return a && b()
	}
	return a || b()
}
`

// build compiles the tests of the package.
func (o *overlay) build(t *testing.T, dir string) string {
	t.Helper()
	if err := o.put(filepath.Join(dir, "mutants.go"), fmt.Appendf(nil, operators, filepath.Base(dir))); err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]any{"Replace": o.replace})
	if err != nil {
		t.Fatal(err)
	}
	name, binary := filepath.Join(o.dir, "overlay.json"), filepath.Join(o.dir, "package.test")
	if err := os.WriteFile(name, list, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-c", "-overlay", name, "-o", binary, ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}
