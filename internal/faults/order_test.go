package faults_test

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/prompt"
)

// digests asks the test program to print the digest of what it generates and assembles, and to test nothing.
const digests = "PROMPTGEN_FAULTS_DIGEST"

func TestMain(m *testing.M) {
	if os.Getenv(digests) == "" {
		os.Exit(m.Run())
	}
	digest, err := assembled()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(digest)
}

// assembled is a digest of the requests and prompts of the registry "coder", in all profiles, locales and transports.
func assembled() (string, error) {
	h := sha256.New()
	for name, cell := range codertest.Cells() {
		if !strings.HasSuffix(name, ".basic") {
			continue // other cases would make a hundred processes slow and show nothing new
		}
		a, err := coder.New(cell.Config, cell.Session)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, name, a.System(), a.Tools().Docs(), a.Tools().Names())
		for _, p := range providers() {
			r, err := a.Request(p, cell.Turn)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(h, r.Tools.JSON(), r.System.JSON(), r.Tail)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

func providers() []prompt.Provider {
	return []prompt.Provider{prompt.Anthropic, prompt.OpenAIChat, prompt.Gemini}
}

// TestFault04Processes pins that a hundred processes, each with a seed of its own for the order of maps, send the
// same bytes.
func TestFault04Processes(t *testing.T) {
	runs := 100
	if testing.Short() {
		runs = 5
	}
	want, err := assembled()
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), digests+"=1")
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Fatalf("process %d: %v\n%s\nwant %s", i, err, got, want)
		}
	}
}

// TestFault04AllowListInTwoOrders pins that the order in which a host lists tools decides nothing: they come in the
// order of the profile.
func TestFault04AllowListInTwoOrders(t *testing.T) {
	for name, cell := range codertest.Cells() {
		var all []string
		whole := assembler(t, cell.Config, cell.Session)
		for tool := range whole.Tools().All() {
			all = append(all, tool.Name)
		}
		orders := [][]string{all, slices.Clone(all), slices.Sorted(slices.Values(all))}
		slices.Reverse(orders[1])
		for _, order := range orders {
			cell.Session.Allow = order
			a := assembler(t, cell.Config, cell.Session)
			if a.System() != whole.System() {
				t.Errorf("%s: another system text with Allow %q", name, order)
			}
			for _, p := range providers() {
				if got, want := request(t, a, p, cell.Turn), request(t, whole, p, cell.Turn); got != want {
					t.Errorf("%s: another %s request with Allow %q", name, p, order)
				}
			}
		}
	}
}

func assembler(t *testing.T, c coder.Config, s coder.Session) *coder.Assembler {
	t.Helper()
	a, err := coder.New(c, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func request(t *testing.T, a *coder.Assembler, p prompt.Provider, turn coder.Turn) string {
	t.Helper()
	r, err := a.Request(p, turn)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\n%s\n%s", r.Tools.JSON(), r.System.JSON(), r.Tail)
}

// TestFault04OrderOfTools pins that tools come in the order in which the profile lists them, and not in that of
// their files or names.
func TestFault04OrderOfTools(t *testing.T) {
	f := base(t)
	want := []string{"load_skill", "read_file", "edit_file"}
	f = f.change(t, "profiles/full.cue", `["read_file", "edit_file", "load_skill"]`, `["load_skill", "read_file", "edit_file"]`)
	// The same tools in another order, in one file.
	var specs strings.Builder
	specs.WriteString("package tiny\n")
	moved := f
	for _, name := range []string{"read_file", "load_skill", "edit_file"} {
		path := "tools/specs/" + name + ".cue"
		specs.WriteString(strings.TrimPrefix(f[path], "package tiny\n"))
		moved = moved.without(path)
	}
	moved = moved.add("tools/specs/all.cue", specs.String()).
		change(t, "registry.cue", "read_file: _, edit_file: _, load_skill: _", "load_skill: _, edit_file: _, read_file: _")
	generated := f.generate(t)
	if again := moved.generate(t); !maps.Equal(generated, again) {
		t.Error("the order of declarations shows in what is generated")
	}
	for _, file := range []string{"native.en.basic.tools.anthropic.json", "native.en.basic.tools.openai-chat.json", "native.en.basic.tools.gemini.json", "xml.en.basic.prompt.txt"} {
		text := generated["snapshots/full."+file]
		at := -1
		for _, name := range want {
			name = `"name": "` + name + `"`
			if strings.HasSuffix(file, ".txt") {
				name = "## " + strings.Split(name, `"`)[3] + "\n"
			}
			if i := strings.Index(text, name); i <= at {
				t.Errorf("%s: %s at %d, want it behind %d", file, name, i, at)
			} else {
				at = i
			}
		}
	}
}

// TestFault04NoMapRange pins that neither generated code nor what it calls walks through a map, whose order Go makes
// up anew each time.
func TestFault04NoMapRange(t *testing.T) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: root}, "./gen/...", "./prompt")
	if err != nil {
		t.Fatal(err)
	}
	ranges := 0
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors)
		}
		if p.Imports["maps"] != nil {
			t.Errorf("%s imports maps", p.PkgPath)
		}
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				r, ok := n.(*ast.RangeStmt)
				if !ok {
					return true
				}
				ranges++
				if _, ok := p.TypesInfo.TypeOf(r.X).Underlying().(*types.Map); ok {
					t.Errorf("%s: a range over a map", p.Fset.Position(r.Pos()))
				}
				return true
			})
		}
	}
	if ranges == 0 {
		t.Error("found no range at all; the test looks at the wrong files")
	}
}
