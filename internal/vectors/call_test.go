package vectors_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
)

// The calls mean to the generated parser what the vectors say, and its writer takes their arguments.
func TestCalls(t *testing.T) {
	r := read(t, once(t, loaded(t, os.DirFS(root))))
	calls := map[string][]readCall{}
	for _, c := range r.Cells {
		if c.Transport == "xml" {
			calls[c.Name] = c.Calls
		}
	}
	read := 0
	for name, cell := range codertest.Cells() {
		if len(calls[name]) == 0 {
			continue
		}
		a, err := coder.New(cell.Config, cell.Session)
		if err != nil {
			t.Fatal(err)
		}
		tools := a.Tools()
		seen := map[string]bool{}
		for _, c := range calls[name] {
			read++
			seen[c.Name] = true
			p := tools.Parser()
			p.Feed(nil, "Before.\n"+string(c.XML)+"\n")
			m := p.Close(true)
			if len(m.Errs) > 0 || len(m.Calls) != 1 || m.Calls[0].Name != c.Name {
				t.Errorf("%s: %s of %s: %v, %d calls\n%s", name, c.Sample, c.Name, m.Errs, len(m.Calls), c.XML)
				continue
			}
			if diff := cmp.Diff(plain(t, c.Arguments), plain(t, m.Calls[0].Args)); diff != "" {
				t.Errorf("%s: %s of %s (-vectors +parser)\n%s", name, c.Sample, c.Name, diff)
			}
			if _, err := tools.AppendCall(nil, m.Calls[0]); err != nil {
				t.Errorf("%s: %s of %s: %v", name, c.Sample, c.Name, err)
			}
		}
		for tool := range tools.All() {
			if !seen[tool.Name] {
				t.Errorf("%s: no call of %s", name, tool.Name)
			}
		}
	}
	if read < 100 {
		t.Errorf("only %d calls read", read)
	}
}

// plain is JSON as a value in which numbers stand as they are written.
func plain(t *testing.T, data []byte) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}
