package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/prompt"
)

// assembler returns that of a cell.
func assembler(t *testing.T, c codertest.Cell) *coder.Assembler {
	t.Helper()
	a, err := coder.New(c.Config, c.Session)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// request returns a cell's request in the format of p.
func request(t *testing.T, a *coder.Assembler, p prompt.Provider, turn coder.Turn) prompt.Request {
	t.Helper()
	r, err := a.Request(p, turn)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestProjections decodes all that a request holds into the SDK's types, in every cell, and encodes it again.
func TestProjections(t *testing.T) {
	for name, cell := range codertest.Cells() {
		a := assembler(t, cell)
		for _, p := range projections() {
			r, err := p.contribute(a, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			label := name + " " + p.name
			if !r.Tools.IsZero() {
				fixedForm(t, label+" tools", r.Tools.JSON())
				for v := range r.Tools.All() {
					fixedForm(t, label+" tool", v)
				}
				for _, bad := range p.examine([]byte(r.Tools.JSON()), offers(a.Tools())) {
					t.Errorf("%s: %s", label, bad)
				}
			}
			members := []struct {
				name  string
				codec codec
				value prompt.JSON
			}{{"system", p.system, r.System.JSON()}, {"options", p.options, r.CacheOptions}}
			for _, m := range members {
				if m.codec == nil || m.value == "" {
					continue
				}
				fixedForm(t, label+" "+m.name, m.value)
				want, err := parse([]byte(m.value))
				if err != nil {
					t.Fatal(label, err)
				}
				_, again, err := m.codec([]byte(m.value))
				if err != nil {
					t.Errorf("%s %s: %v", label, m.name, err)
					continue
				}
				for _, bad := range difference(label+" "+m.name, want, again) {
					t.Error(bad)
				}
			}
		}
	}
}

// fixedForm checks that encoding/json, which all SDKs end in, leaves a value as it is.
func fixedForm(t *testing.T, label string, v prompt.JSON) {
	t.Helper()
	got, err := json.Marshal(json.RawMessage(v))
	if err != nil {
		t.Errorf("%s: %v", label, err)
	} else if string(got) != string(v) {
		t.Errorf("%s: encoding/json turns\n%s into\n%s", label, v, got)
	}
}

// snapshot reads the tools that the snapshots pin for a cell: its own file, or that of the first case of its group.
func snapshot(t *testing.T, cell, projection string) []byte {
	t.Helper()
	group := cell[:strings.LastIndex(cell, ".")]
	for _, name := range []string{cell, group + ".basic"} {
		data, err := os.ReadFile(filepath.Join("..", "snapshots", name+".tools."+projection+".json"))
		if err == nil {
			return data
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	t.Fatalf("%s: no snapshot of its tools for %s", cell, projection)
	return nil
}

// TestSnapshots holds the committed snapshots against the SDKs and the tools of their sessions. They are written by the
// generator, not by the run time: a second source.
func TestSnapshots(t *testing.T) {
	for name, cell := range codertest.Cells() {
		if cell.Config.Transport != prompt.Native {
			continue
		}
		a := assembler(t, cell)
		for _, p := range projections() {
			data := snapshot(t, name, p.name)
			for _, bad := range p.examine(data, offers(a.Tools())) {
				t.Errorf("%s %s: %s", name, p.name, bad)
			}
			var wire bytes.Buffer
			if err := json.Compact(&wire, data); err != nil {
				t.Fatal(err)
			}
			r, err := p.contribute(a, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			if wire.String() != string(r.Tools.JSON()) {
				t.Errorf("%s %s: the request has other bytes than the snapshot", name, p.name)
			}
		}
	}
}
