package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/promptgen/promptgen/internal/plan"
)

// cells writes the package of the cells and the test that compares them with the snapshots.
func (w *writer) cells(c *plan.Cells) {
	w.file(c.Package, c.Name+".go", true, w.cellDecls(c)...)
	w.externalTest(c.Assembler, c.Assembler.Name+"_test.go", w.snapshotTest(c)...)
}

func (w *writer) cellDecls(c *plan.Cells) []jen.Code {
	decls := []jen.Code{
		w.decl(`
// Cell is a cell of the matrix: what to give to New and to the assembler that it returns.
type Cell struct {
	Config  coder.Config
	Session coder.Session
	Turn    coder.Turn
}`),
		w.cellsFunc(c), w.matrix(c.Profiles),
		w.decl(`
// kind is a case: what it sets beyond the fixture.
type kind struct {
	name     string` + agentField(c, "\n	agent    coder.Agent") + `
	profiles []coder.Profile // nil: all
	lay      func(*coder.Session, *coder.Turn)
}`),
		w.kinds(c, "kinds", "kinds lists the cases.", c.Cases), w.locales(c), w.fixture(c),
	}
	if c.Pairwise {
		decls = append(decls, w.kinds(c, "pairKinds", "pairKinds lists the pairwise cases.", c.Pairs))
	}
	return decls
}

func agentField(c *plan.Cells, field string) string {
	if c.Agents {
		return field
	}
	return ""
}

// cellsFunc writes what yields the cells, and those of pairwise cases where the registry asks for them.
func (w *writer) cellsFunc(c *plan.Cells) jen.Code {
	const doc = `
// Cells yields the cells with their names, e.g. "standard.native.en.basic": each case in each locale over each transport
// of each profile. The values of a cell are the caller's.
`
	if !c.Pairwise {
		return w.decl(doc + "func Cells() iter.Seq2[string, Cell] {" + cellsOf(c, "kinds()") + "}")
	}
	return w.decl(doc + `func Cells() iter.Seq2[string, Cell] { return cells(kinds()) }

// Pairs yields the pairwise cells, e.g. "standard.native.en.cli,!yolo", in which every two gates meet as no other cell
// has them.
func Pairs() iter.Seq2[string, Cell] { return cells(pairKinds()) }

func cells(kinds []kind) iter.Seq2[string, Cell] {` + cellsOf(c, "kinds") + "}")
}

// cellsOf is the body of a function that yields the cells of some kinds, which an expression gives.
func cellsOf(c *plan.Cells, kinds string) string {
	return `
	return func(yield func(string, Cell) bool) {
		for _, c := range configs() {
			for _, k := range ` + kinds + ` {
				if k.profiles != nil && !slices.Contains(k.profiles, c.Profile) {
					continue
				}
				cell := Cell{Config: c}
				cell.Session, cell.Turn = fixture()
				` + agentField(c, "cell.Config.Agent = k.agent\n") + `if k.lay != nil {
					k.lay(&cell.Session, &cell.Turn)
				}
				name := c.Profile.String() + "." + c.Transport.String() + "." + c.Locale.String() + "." + k.name
				if !yield(name, cell) {
					return
				}
			}
		}
	}
`
}

// matrix writes the configurations of the cells.
func (w *writer) matrix(ps []plan.CellProfile) jen.Code {
	var rows []jen.Code
	for _, p := range ps {
		for _, t := range p.Transports {
			rows = append(rows, inline(w.code("coder."+p.Profile), w.code("prompt."+t)))
		}
	}
	return w.fn("configs lists the configurations, without an agent.", "configs() []coder.Config",
		w.code("var all []coder.Config"),
		w.code("for _, c := range []struct {\nprofile coder.Profile\ntransport prompt.Transport\n}").Add(elems(rows...), block(
			w.code("for _, l := range locales() {\nall = append(all, coder.Config{Profile: c.profile, Transport: c.transport, Locale: l})\n}"),
		)), raw("return all"))
}

// kinds writes a function that gives one row for each case, in order.
func (w *writer) kinds(c *plan.Cells, name, doc string, cases []plan.CellCase) jen.Code {
	var rows []jen.Code
	for _, k := range cases {
		var f fields
		f.text("name", k.Name)
		if c.Agents {
			f.add("agent", w.code("coder."+k.Agent))
		}
		if k.Profiles != nil {
			var ps []jen.Code
			for _, p := range k.Profiles {
				ps = append(ps, w.code("coder."+p))
			}
			f.add("profiles", w.code("[]coder.Profile").Add(inline(ps...)))
		}
		if len(k.Session)+len(k.Turn) > 0 {
			f.add("lay", w.lay(k))
		}
		rows = append(rows, inline(f...))
	}
	return w.fn(doc, name+"() []kind", raw("return []kind").Add(elems(rows...)))
}

func (w *writer) locales(c *plan.Cells) jen.Code {
	var locales []string
	for _, l := range c.Locales {
		locales = append(locales, "coder."+l)
	}
	return w.code("func locales() []coder.Locale {\nreturn []coder.Locale{" + strings.Join(locales, ", ") + "}\n}")
}

// lay writes the function that lays a case over the fixture.
func (w *writer) lay(k plan.CellCase) jen.Code {
	var body []jen.Code
	s, t := "_", "_"
	for _, f := range k.Session {
		s = "s"
		body = append(body, raw("s."+f.Name+" =").Add(w.constant(f.Value, "coder.")))
	}
	for _, f := range k.Turn {
		t = "t"
		body = append(body, raw("t."+f.Name+" =").Add(w.constant(f.Value, "coder.")))
	}
	head := w.code("func(" + s + " *coder.Session, " + t + " *coder.Turn)")
	return head.Add(block(body...))
}

// fixture writes what every case starts from.
func (w *writer) fixture(c *plan.Cells) jen.Code {
	return w.fn("fixture is what every case starts from.", "fixture() (coder.Session, coder.Turn)",
		raw("s :=").Add(w.constant(c.Session, "coder.")),
		raw("t :=").Add(w.constant(c.Turn, "coder.")),
		raw("return s, t"))
}
