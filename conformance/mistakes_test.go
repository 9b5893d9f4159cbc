package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/codertest"
)

// TestMistakes proves that the comparison sees what it is for: each change, made to a copy of one snapshot, is found,
// even though every one of them is JSON that the SDKs take.
func TestMistakes(t *testing.T) {
	const cell, tool = "standard.native.en.basic", "read_file"
	var assembled codertest.Cell
	for name, c := range codertest.Cells() {
		if name == cell {
			assembled = c
		}
	}
	offered := offers(assembler(t, assembled).Tools())
	mistakes := []struct {
		name   string
		change func(schema *tree)
		want   string
	}{
		{"nothing", func(*tree) {}, ""},
		{"required renamed", func(s *tree) { s.keys[slices.Index(s.keys, "required")] = "requires" }, `keyword "requires"`},
		{"a name in required changed", func(s *tree) { s.member("required").values[0].scalar = "paths" }, `required ["paths"`},
		{"description dropped", func(s *tree) {
			p := s.member("properties").values[0]
			i := slices.Index(p.keys, "description")
			p.keys, p.values = slices.Delete(p.keys, i, i+1), slices.Delete(p.values, i, i+1)
		}, tool + `.path: description "", want "File to read`},
		{"order swapped", func(s *tree) {
			p := s.member("properties")
			p.keys[0], p.keys[1], p.values[0], p.values[1] = p.keys[1], p.keys[0], p.values[1], p.values[0]
		}, tool + `: parameters ["first_line" "path"`},
	}
	for _, p := range projections() {
		for _, m := range mistakes {
			t.Run(p.name+"/"+m.name, func(t *testing.T) {
				snapshot, err := parse(snapshot(t, cell, p.name))
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(p.split(snapshot), func(w wireTool) bool { return w.name == tool })
				m.change(p.split(snapshot)[i].schema)
				found := strings.Join(p.examine([]byte(snapshot.encode()), offered), "\n")
				if m.want == "" && found != "" || !strings.Contains(found, m.want) {
					t.Errorf("got %q, want %q", found, m.want)
				}
			})
		}
	}
}

// TestMistakesOfTools is the same for a tool's own description, and for the order of the tools.
func TestMistakesOfTools(t *testing.T) {
	const cell = "lite.native.en.basic"
	for name, c := range codertest.Cells() {
		if name != cell {
			continue
		}
		offered := offers(assembler(t, c).Tools())
		for _, p := range projections() {
			wire, err := parse(snapshot(t, cell, p.name))
			if err != nil {
				t.Fatal(err)
			}
			tools := p.split(wire)
			if bad := p.dialect.relateTools(offered, tools); bad != nil {
				t.Errorf("%s: %q", p.name, bad)
			}
			tools[0], tools[1] = tools[1], tools[0]
			if p.dialect.relateTools(offered, tools) == nil {
				t.Errorf("%s: tools in another order are not noticed", p.name)
			}
			tools[0], tools[1] = tools[1], tools[0]
			tools[0].doc = ""
			if p.dialect.relateTools(offered, tools) == nil {
				t.Errorf("%s: a tool without its description is not noticed", p.name)
			}
		}
	}
}
