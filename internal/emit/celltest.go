package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// snapshotTest writes the test of the generated packages. It knows nothing but the standard library, the runtime and
// the packages themselves.
func (w *writer) snapshotTest(c *plan.Cells) []jen.Code {
	decls := []jen.Code{w.testSnapshots()}
	if c.Pairwise {
		decls = append(decls, w.testPairwise())
	}
	decls = append(decls, w.cellTexts(c), w.toolTexts(c))
	if c.Turns {
		decls = append(decls, w.turnText())
	}
	if hasCommands(c) {
		decls = append(decls, w.commandTexts(), w.commandNames(c.Profiles))
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

func (w *writer) testSnapshots() jen.Code {
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
			for _, x := range cellTexts(t, cell) {
				f.equal(t, x.name, x.data)
			}
		})
	}
}`)
}

func (w *writer) testPairwise() jen.Code {
	return w.decl(`
// TestPairwise compares every pairwise cell with its line, which has the SHA-256 of its texts.
func TestPairwise(t *testing.T) {
	want, err := os.ReadFile(path("pairwise.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for name, cell := range codertest.Pairs() {
		all := cellTexts(t, cell)
		slices.SortFunc(all, func(a, b cellText) int { return strings.Compare(a.name, b.name) })
		sum := sha256.New()
		for _, x := range all {
			if len(x.data) > 0 {
				fmt.Fprintf(sum, "%s %d\n%s", x.name, len(x.data), x.data)
			}
		}
		at := group(name)
		fmt.Fprintf(&got, "%s %s %x\n", at, name[len(at)+1:], sum.Sum(nil))
	}
	equal(t, "pairwise.txt", got.Bytes(), want)
}`)
}

// cellTexts writes the function that gives what snapshots pin of a cell.
func (w *writer) cellTexts(c *plan.Cells) jen.Code {
	more := ""
	if c.Turns {
		more += "\n\tout = append(out, turnText(t, a, cell))"
	}
	if hasCommands(c) {
		more += "\n\tout = append(out, commandTexts(t, a, cell)...)"
	}
	return w.decl(`
// cellText is a text of a cell, with the end of its file's name.
type cellText struct {
	name string
	data []byte
}

// cellTexts gives what a cell consists of.
func cellTexts(t *testing.T, cell codertest.Cell) []cellText {
	t.Helper()
	a, err := coder.New(cell.Config, cell.Session)
	if err != nil {
		t.Fatal(err)
	}
	system, err := a.Append(nil, cell.Turn)
	if err != nil {
		t.Fatal(err)
	}
	tail, err := a.AppendTail(nil, cell.Turn)
	if err != nil {
		t.Fatal(err)
	}
	out := []cellText{{"prompt.txt", system}, {"tail.txt", tail}}` + more + `
	return append(out, toolTexts(t, a, cell)...)
}`)
}

func (w *writer) toolTexts(c *plan.Cells) jen.Code {
	var list []string
	for _, p := range c.Providers {
		list = append(list, "prompt."+p)
	}
	mcp := ""
	if c.MCP {
		mcp = `
	var mcp prompt.Values
	if cell.Config.Transport == prompt.Native {
		mcp = a.Tools().MCP()
	}
	out = append(out, cellText{"tools.mcp.json", indentTools(t, mcp)})`
	}
	return w.decl(`
// toolTexts gives the tools of the requests.
func toolTexts(t *testing.T, a *coder.Assembler, cell codertest.Cell) []cellText {
	t.Helper()
	var out []cellText
	for _, p := range []prompt.Provider{` + strings.Join(list, ", ") + `} {
		r, err := a.Request(p, cell.Turn)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, cellText{"tools." + p.String() + ".json", indentTools(t, r.Tools)})
	}` + mcp + `
	return out
}

// indentTools gives tools as the snapshots have them.
func indentTools(t *testing.T, tools prompt.Values) []byte {
	t.Helper()
	var b bytes.Buffer
	if !tools.IsZero() {
		if err := json.Indent(&b, []byte(tools.JSON()), "", "  "); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}`)
}

func (w *writer) turnText() jen.Code {
	return w.decl(`
// turnText gives the turns that open the history, with a line in front of each that says what it is.
func turnText(t *testing.T, a *coder.Assembler, cell codertest.Cell) cellText {
	t.Helper()
	all, err := a.ContextTurns(cell.Turn)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for i, c := range all {
		fmt.Fprintf(&b, "=== turn %d: %s, %s, %d bytes ===\n%s\n", i+1, c.Role, c.Level, len(c.Text), c.Text)
	}
	return cellText{"turns.txt", b.Bytes()}
}`)
}

func (w *writer) commandTexts() jen.Code {
	return w.decl(`
// commandTexts gives the commands of the profile.
func commandTexts(t *testing.T, a *coder.Assembler, cell codertest.Cell) []cellText {
	t.Helper()
	var out []cellText
	for _, name := range commands(cell.Config.Profile) {
		got, err := a.Command(name, cell.Turn)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, cellText{"command." + name + ".txt", []byte(got)})
	}
	return out
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
		if ext == "prompt.txt" || !errors.Is(err, fs.ErrNotExist) {
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
