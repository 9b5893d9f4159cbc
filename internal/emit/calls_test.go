package emit_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/snapshot"
	"github.com/promptgen/promptgen/internal/vectors"
)

// callsTest is a test in the module of what is generated: the calls of the vectors mean to the generated parser what the
// vectors say.
const callsTest = `package calls_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	cells "IMPORT/gen/PACKAGEtest"
	prompts "IMPORT/gen/PACKAGE"
)

func TestCalls(t *testing.T) {
	data, err := os.ReadFile("vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Cells []struct {
			Name  string
			Calls []struct {
				Name, XML string
				Arguments json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	read := 0
	for name, cell := range cells.Cells() {
		a, err := prompts.New(cell.Config, cell.Session)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range doc.Cells {
			if c.Name != name {
				continue
			}
			for _, call := range c.Calls {
				p := a.Tools().Parser()
				p.Feed(nil, call.XML)
				m := p.Close(true)
				read++
				if len(m.Errs) > 0 || len(m.Calls) != 1 || m.Calls[0].Name != call.Name {
					t.Errorf("%s: %v\n%s", name, m.Errs, call.XML)
				} else if want, got := value(t, call.Arguments), value(t, m.Calls[0].Args); !reflect.DeepEqual(want, got) {
					t.Errorf("%s: want %s, got %s", name, call.Arguments, m.Calls[0].Args)
				}
			}
		}
	}
	if read == 0 {
		t.Error("no calls")
	}
}

func value(t *testing.T, data []byte) (v any) {
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
`

// TestCalls compiles what is generated for registries that have every type of parameter and tools of hosts, and feeds
// the calls of their vectors to the parser.
func TestCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := module(t)
	add := func(name string, r *registry.Registry, write func()) {
		doc, err := vectors.Of(r, func(*snapshot.Cell) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		data, err := doc.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(doc.Cells, func(c vectors.Cell) bool { return len(c.Calls) > 0 }) {
			t.Errorf("%s has no calls", name)
		}
		write()
		writeFile(t, filepath.Join(dir, name, "vectors.json"), data)
		test := strings.NewReplacer("IMPORT", "example.org/"+name, "PACKAGE", r.Package).Replace(callsTest)
		writeFile(t, filepath.Join(dir, name, "calls_test.go"), []byte(test))
	}
	for _, name := range []string{"vocabulary", "toolsets", "hosts", "tools"} {
		r, files := generate(t, parse(t, filepath.Join("testdata", name+".txtar")), "example.org/"+name+"/gen")
		add(name, r, func() { write(t, filepath.Join(dir, name), r, files) })
	}
	for _, name := range []string{"open", "closed"} {
		r, files := build(t, os.DirFS(filepath.Join("..", "..", "conformance", "vocabulary", name)), "example.org/"+name+"/gen")
		add(name, r, func() { write(t, filepath.Join(dir, name), r, files) })
	}
	if out, err := goCommand(dir, "test", "-vet=off", "-run", "TestCalls", "./..."); err != nil {
		t.Errorf("go test: %v\n%s", err, out)
	}
}
