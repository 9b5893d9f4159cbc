package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// snapshotTest writes the test of the generated packages. It knows nothing but the standard library, the runtime and
// the packages themselves.
func (w *writer) snapshotTest(c *plan.Cells) []jen.Code {
	decls := []jen.Code{w.testSnapshots(c), w.testTools(c)}
	if c.Turns {
		decls = append(decls, w.testTurns())
	}
	if hasCommands(c) {
		decls = append(decls, w.testCommands(), w.commandNames(c.Profiles))
	}
	return append(decls, w.testFiles())
}

func hasCommands(c *plan.Cells) bool {
	for _, p := range c.Profiles {
		if len(p.Commands) > 0 {
			return true
		}
	}
	return false
}

func (w *writer) testSnapshots(c *plan.Cells) jen.Code {
	commands := ""
	if hasCommands(c) {
		commands = "\n\t\t\tf.commands(t, a, cell)"
	}
	if c.Turns {
		commands += "\n\t\t\tf.turns(t, a, cell)"
	}
	return w.decl(`
// TestSnapshots compares every cell with its snapshots, byte for byte.
func TestSnapshots(t *testing.T) {
	var first string // the first case of the profile, transport and locale
	for name, cell := range codertest.Cells() {
		if group(name) != group(first) {
			first = name
		}
		f := files{name, first}
		t.Run(name, func(t *testing.T) {
			a, err := coder.New(cell.Config, cell.Session)
			if err != nil {
				t.Fatal(err)
			}
			system, err := a.Append(nil, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(path(name + ".prompt.txt"))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "prompt.txt", system, want)
			tail, err := a.AppendTail(nil, cell.Turn)
			if err != nil {
				t.Fatal(err)
			}
			f.equal(t, "tail.txt", tail)
			f.tools(t, a, cell)` + commands + `
		})
	}
}`)
}

func (w *writer) testTools(c *plan.Cells) jen.Code {
	var list []string
	for _, p := range c.Providers {
		list = append(list, "prompt."+p)
	}
	mcp := ""
	if c.MCP {
		mcp = `
	tools := prompt.Values{}
	if cell.Config.Transport == prompt.Native {
		tools = a.Tools().MCP()
	}
	f.values(t, "tools.mcp.json", tools)`
	}
	return w.decl(`
// tools compares the tools of the requests.
func (f files) tools(t *testing.T, a *coder.Assembler, cell codertest.Cell) {
	for _, p := range []prompt.Provider{` + strings.Join(list, ", ") + `} {
		r, err := a.Request(p, cell.Turn)
		if err != nil {
			t.Fatal(err)
		}
		f.values(t, "tools."+p.String()+".json", r.Tools)
	}` + mcp + `
}

// values compares tools, which are indented in the snapshots.
func (f files) values(t *testing.T, name string, tools prompt.Values) {
	var b bytes.Buffer
	if !tools.IsZero() {
		if err := json.Indent(&b, []byte(tools.JSON()), "", "  "); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	f.equal(t, name, b.Bytes())
}`)
}

func (w *writer) testTurns() jen.Code {
	return w.decl(`
// turns compares the turns that open the history, with a line in front of each that says what it is.
func (f files) turns(t *testing.T, a *coder.Assembler, cell codertest.Cell) {
	turns, err := a.ContextTurns(cell.Turn)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for i, c := range turns {
		fmt.Fprintf(&b, "=== turn %d: %s, %s, %d bytes ===\n%s\n", i+1, c.Role, c.Level, len(c.Text), c.Text)
	}
	f.equal(t, "turns.txt", b.Bytes())
}`)
}

func (w *writer) testCommands() jen.Code {
	return w.decl(`
// commands compares the commands of the profile.
func (f files) commands(t *testing.T, a *coder.Assembler, cell codertest.Cell) {
	for _, name := range commands(cell.Config.Profile) {
		text, err := a.Command(name, cell.Turn)
		if err != nil {
			t.Fatal(err)
		}
		f.equal(t, "command."+name+".txt", []byte(text))
	}
}`)
}

// commandNames writes the commands of each profile that has some.
func (w *writer) commandNames(ps []plan.CellProfile) jen.Code {
	var cases []choice
	for _, p := range ps {
		if len(p.Commands) > 0 {
			cases = append(cases, choice{w.code("coder." + p.Profile), []jen.Code{jen.Return(stringSlice(p.Commands))}})
		}
	}
	return w.fn("", "commands(p coder.Profile) []string", choose("p", cases), raw("return nil"))
}

func (w *writer) testFiles() jen.Code {
	return w.decl(`
// files are the snapshots of a cell. Those beside the prompt are left out where they equal those of the first case.
type files struct{ cell, first string }

// equal compares with the cell's file, else with that of the first case, else with nothing.
func (f files) equal(t *testing.T, ext string, got []byte) {
	t.Helper()
	for _, cell := range []string{f.cell, f.first} {
		want, err := os.ReadFile(path(cell + "." + ext))
		if err == nil {
			equal(t, ext, got, want)
			return
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	equal(t, ext, got, nil)
}

func equal(t *testing.T, ext string, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	t.Errorf("%s differs at byte %d:\ngot  %q\nwant %q", ext, at, got[at:min(len(got), at+80)], want[at:min(len(want), at+80)])
}

func path(file string) string { return filepath.Join("..", "..", "snapshots", file) }

// group is the profile, transport and locale in the name of a cell.
func group(cell string) string {
	if i := strings.LastIndexByte(cell, '.'); i >= 0 {
		return cell[:i]
	}
	return ""
}`)
}
