package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/promptgen/promptgen"
	root   = "../.."
)

// edges lists, for each room, the rooms that it may import. Data flows one way: load, registry, check, then plan and
// emit beside project, render and snapshot, then output. A room without a row fails the test, so that a new one is
// placed on purpose. A row that ends in /... stands for every package below it.
func edges() map[string][]string {
	return map[string][]string{
		"schema": nil,

		// What generated code imports, and generated code.
		"prompt":          {"prompt/formats", "prompt/patterns"},
		"prompt/formats":  nil,
		"prompt/patterns": nil,
		"gen/...":         {"prompt", "gen/..."},

		// Registries to start from, each with its program and its generated code.
		"examples":     nil,
		"examples/...": {"prompt", "examples/..."},

		// The ground: what all stages speak of.
		"internal/diag":     nil,
		"internal/registry": {"internal/diag"},
		"internal/gate":     {"internal/registry", "internal/diag"},
		"internal/strict":   {"internal/gate", "internal/registry", "internal/diag"},
		"internal/cases":    {"internal/gate", "internal/registry", "internal/diag"},

		// The stages.
		"internal/load":     {"schema", "internal/gate", "internal/registry", "internal/diag"},
		"internal/check":    {"prompt/formats", "internal/cases", "internal/strict", "internal/project", "internal/gate", "internal/registry", "internal/diag"},
		"internal/project":  {"prompt/patterns", "internal/strict", "internal/gate", "internal/registry", "internal/diag"},
		"internal/contract": {"internal/gate", "internal/registry", "internal/diag"},
		"internal/plan":     {"internal/cases", "internal/strict", "internal/project", "internal/gate", "internal/registry", "internal/diag"},
		"internal/emit":     {"internal/plan"},
		"internal/render":   {"internal/strict", "internal/project", "internal/gate", "internal/registry", "internal/diag"},
		"internal/marks":    {"internal/render", "internal/registry"},
		"internal/request":  {"internal/marks", "internal/render", "internal/project", "internal/registry"},
		"internal/snapshot": {"internal/cases", "internal/marks", "internal/render", "internal/project", "internal/gate", "internal/registry", "internal/diag"},
		"internal/output":   {"internal/diag"},

		// Rooms of the audit.
		"internal/keys":  {"internal/render", "internal/project", "internal/gate", "internal/registry", "internal/diag"},
		"internal/audit": {"internal/keys", "internal/strict", "internal/marks", "internal/check", "internal/render", "internal/project", "internal/registry", "internal/diag"},

		// What programs in other languages are held against.
		"internal/vectors": {"internal/marks", "internal/snapshot", "internal/render", "internal/project", "internal/registry"},

		// What other programs have written.
		"internal/importer": {"prompt/formats", "internal/load", "internal/check", "internal/strict", "internal/registry", "internal/diag"},

		// What joins them.
		"internal/pipeline": {
			"internal/load", "internal/check", "internal/contract", "internal/audit", "internal/plan", "internal/emit", "internal/project", "internal/render",
			"internal/snapshot", "internal/output", "internal/gate", "internal/registry", "internal/diag",
		},
		"internal/cli": {
			"schema", "internal/pipeline", "internal/load", "internal/cases", "internal/check", "internal/contract", "internal/audit", "internal/plan", "internal/render",
			"internal/snapshot", "internal/output", "internal/importer", "internal/request", "internal/vectors", "internal/registry", "internal/diag",
		},
		"cmd/promptgen": {"internal/cli"},

		// Rooms of tests alone.
		"internal/arch":   nil,
		"internal/corpus": nil,
		"internal/faults": nil,
		"internal/hosts":  nil,
	}
}

// foreign lists the modules that this one requires in its own code, each with the rooms that may import it. Tests
// outside prompt/ and gen/ may import what they like.
func foreign() map[string][]string {
	return map[string][]string{
		"cuelang.org/go":                   {"internal/load"},
		"github.com/dave/jennifer":         {"internal/emit"},
		"golang.org/x/tools":               {"internal/emit"},
		"golang.org/x/sys":                 {"internal/output"},
		"golang.org/x/mod":                 {"internal/cli"},
		"github.com/spf13/cobra":           {"internal/cli"},
		"github.com/spf13/pflag":           {"internal/cli"},
		"github.com/rogpeppe/go-internal":  {"internal/output", "internal/cli"},
		"github.com/tiktoken-go/tokenizer": {"internal/cli"},
	}
}

// machine lists what only the rooms at the edge may import: the others see files as fs.FS and give back values.
func machine() []string {
	return []string{"os", "os/exec", "os/user", "net", "net/http", "time", "math/rand", "math/rand/v2", "syscall", "unsafe", "C"}
}

// edge lists those rooms. The run time in prompt/ is not among the rooms that this rule is about.
func edge() []string {
	return []string{"cmd/promptgen", "internal/cli", "internal/output"}
}

// goPackage is what go list tells of a package.
type goPackage struct {
	ImportPath string
	Standard   bool
	ForTest    string
	Imports    []string
}

func list(t *testing.T, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Standard,ForTest,Imports"}, args...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// room returns the path of a package below the module.
func room(importPath string) (string, bool) {
	return strings.CutPrefix(importPath, module+"/")
}

// covers reports whether a row of a table stands for a room.
func covers(row, room string) bool {
	prefix, below := strings.CutSuffix(row, "...")
	return row == room || below && strings.HasPrefix(room, prefix)
}

func allowed(rows []string, room string) bool {
	return slices.ContainsFunc(rows, func(row string) bool { return covers(row, room) })
}

func TestEdges(t *testing.T) {
	table := edges()
	rows := slices.Sorted(maps.Keys(table))
	for _, p := range list(t, "./...") {
		from, _ := room(p.ImportPath)
		i := slices.IndexFunc(rows, func(row string) bool { return covers(row, from) })
		if i < 0 {
			t.Errorf("%s has no row in the table of edges", from)
			continue
		}
		for _, imp := range p.Imports {
			to, inside := room(imp)
			switch {
			case inside && !allowed(table[rows[i]], to):
				t.Errorf("%s imports %s", from, to)
			case !inside && strings.Contains(strings.Split(imp, "/")[0], "."):
				checkForeign(t, from, imp)
			case slices.Contains(machine(), imp) && strings.HasPrefix(from, "internal/") && !slices.Contains(edge(), from):
				t.Errorf("%s imports %s, which only the rooms at the edge may", from, imp)
			}
		}
	}
}

func checkForeign(t *testing.T, from, imp string) {
	t.Helper()
	for mod, rooms := range foreign() { // no module's path is the start of another's
		if imp == mod || strings.HasPrefix(imp, mod+"/") {
			if !slices.Contains(rooms, from) {
				t.Errorf("%s imports %s, which only %s may", from, imp, strings.Join(rooms, ", "))
			}
			return
		}
	}
	t.Errorf("%s imports %s, which has no row in the table of modules", from, imp)
}

// TestRuntimeStandsAlone pins that users download nothing for generated code and its tests: the standard library
// and this module's prompt/ and gen/ suffice.
func TestRuntimeStandsAlone(t *testing.T) {
	own := []string{"prompt", "prompt/...", "gen/...", "examples", "examples/..."}
	for _, p := range list(t, "-deps", "-test", "./gen/...", "./prompt/...", "./examples/...") {
		importPath, _, _ := strings.Cut(p.ImportPath, " ") // "x [x.test]" is x, built for its test
		importPath = strings.TrimSuffix(importPath, ".test")
		importPath = strings.TrimSuffix(importPath, "_test")
		if to, inside := room(importPath); !p.Standard && !(inside && allowed(own, to)) {
			t.Errorf("generated code or its tests import %s", importPath)
		}
	}
}
