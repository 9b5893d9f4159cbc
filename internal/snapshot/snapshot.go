// Package snapshot renders the matrix of prompts that pins the bytes of a registry: a cell for each profile, transport of
// the profile, locale and case.
package snapshot

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/promptgen/promptgen/internal/cases"
	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// File is a file of the folder snapshots/.
type File struct {
	Path string // e.g. "standard.native.en.basic.prompt.txt"
	Data []byte
}

// Cell is a cell of the matrix.
type Cell struct {
	render.Cell
	Case string
	from *registry.Case
}

// Name is what the cell's files begin with, e.g. "standard.native.en.basic".
func (c *Cell) Name() string {
	return c.Profile + "." + c.Transport + "." + c.Locale + "." + c.Case
}

// Cells lists the cells of a registry. A case that names profiles has cells in those only, and one that runs a subagent
// only where the subagent runs.
func Cells(r *registry.Registry) []Cell {
	var cells []Cell
	for _, s := range sheetsOf(r, nil) {
		cells = append(cells, s.cells...)
	}
	return cells
}

func runs(r *registry.Registry, c *registry.Case, profile string) bool {
	agent := r.Subagent(c.Subagent.Text)
	return c.In(profile) && (!c.Subagent.Given() || agent != nil && agent.Allows(profile))
}

// Files renders every cell of a registry that is free of errors. What a cell shows that no prompt may show is a
// diagnostic; a cell that can't be rendered is an error, because the checks let it through.
func Files(r *registry.Registry) ([]File, diag.List, error) {
	files, found, err := sheets(r, (*sheet).render)
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return files, found, err
}

// sheets does some work on every sheet of a registry, and gathers what comes of it. Each worker has a renderer, which
// keeps what sheets share.
func sheets(r *registry.Registry, work func(*sheet, *render.Renderer)) ([]File, diag.List, error) {
	all := sheetsOf(r, cases.Pairwise(r))
	todo := make(chan *sheet)
	var wait sync.WaitGroup
	for range min(len(all), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			renderer := render.New(r)
			for s := range todo {
				work(s, renderer)
			}
		})
	}
	for _, s := range all {
		todo <- s
	}
	close(todo)
	wait.Wait()
	var files []File
	var lines bytes.Buffer
	var found diag.List
	for _, s := range all {
		if s.err != nil {
			return nil, nil, s.err
		}
		lines.Write(s.lines.Bytes())
		files, found = append(files, s.files...), append(found, s.found...)
	}
	if r.Snapshots.Pairwise {
		files = append(files, File{"pairwise.txt", lines.Bytes()})
	}
	return files, once(found), nil
}

// sheet is the cells of one profile, transport and locale, and what comes of them. Files of a cell are left out where
// they equal those of the sheet's first.
type sheet struct {
	r     *registry.Registry
	cells []Cell
	pairs []Cell // that have a line of pairwise.txt each
	files []File
	lines bytes.Buffer
	found diag.List
	err   error

	projector project.Projector
}

// sheetsOf lays out the cells of the declared cases and of the pairwise ones.
func sheetsOf(r *registry.Registry, pairwise []registry.Case) []*sheet {
	var out []*sheet
	for i := range r.Profiles {
		p := &r.Profiles[i]
		for _, transport := range p.Transports {
			for j := range r.Locales {
				locale := r.Locales[j].Name.Text
				s := &sheet{r: r, cells: cells(r, r.Snapshots.Cases, p, transport.Text, locale), pairs: cells(r, pairwise, p, transport.Text, locale)}
				if len(s.cells)+len(s.pairs) > 0 {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

func cells(r *registry.Registry, from []registry.Case, p *registry.Profile, transport, locale string) []Cell {
	var out []Cell
	for i := range from {
		if c := &from[i]; runs(r, c, p.Name) {
			out = append(out, Cell{render.CellOf(r, c, p.Name, transport, locale), c.Name, c})
		}
	}
	return out
}

func (s *sheet) render(renderer *render.Renderer) {
	var base map[string]string // what the first cell has beside its prompt
	for i := range s.cells {
		c := &s.cells[i]
		texts := s.show(renderer, c)
		first := base == nil && texts != nil
		if first {
			base = map[string]string{}
		}
		for _, t := range texts {
			if t.name == promptFile || t.text != base[t.name] {
				s.files = append(s.files, File{c.Name() + "." + t.name, t.bytes()})
			}
			if first {
				base[t.name] = t.text
			}
		}
	}
	for i := range s.pairs {
		c := &s.pairs[i]
		if texts := s.show(renderer, c); texts != nil {
			fmt.Fprintf(&s.lines, "%s.%s.%s %s %x\n", c.Profile, c.Transport, c.Locale, c.Case, digest(texts))
		}
	}
}

// digest is the SHA-256 of a cell's texts by name: of each that is not empty a line with its name and length, then it.
func digest(texts []text) []byte {
	slices.SortFunc(texts, func(a, b text) int { return cmp.Compare(a.name, b.name) })
	sum := sha256.New()
	for _, t := range texts {
		if t.text != "" {
			data := t.bytes()
			fmt.Fprintf(sum, "%s %d\n%s", t.name, len(data), data)
		}
	}
	return sum.Sum(nil)
}

// show renders what a cell consists of, nil where something refuses it, and adds what no prompt may show.
func (s *sheet) show(renderer *render.Renderer, c *Cell) []text {
	if s.err != nil {
		return nil
	}
	out, found, err := shown(s.r, renderer, c, s.found)
	if s.found, s.err = found, err; out == nil || err != nil {
		return nil
	}
	texts, err := texts(s.r, &s.projector, c, out)
	if err == nil {
		var broken diag.List
		broken, err = invariants(s.r, renderer, &s.projector, c, out)
		s.found = append(s.found, broken...)
	}
	if err != nil {
		s.err = fmt.Errorf("snapshot %s: %w", c.Name(), err)
	}
	return texts
}

// shown renders a cell, or adds to what is found why there is none.
func shown(r *registry.Registry, renderer *render.Renderer, c *Cell, found diag.List) (*render.Result, diag.List, error) {
	out, err := renderer.Render(c.Cell)
	if over, ok := errors.AsType[render.OverLimit](err); ok {
		return nil, refuse(found, c, caseLimit, over), nil
	}
	if broken, ok := errors.AsType[render.Broken](err); ok {
		return nil, breaks(found, r, c, broken), nil
	}
	if bad, ok := errors.AsType[render.BadHostTools](err); ok {
		return nil, refuse(found, c, caseToolset, render.OverLimit(bad)), nil
	}
	if mode, ok := errors.AsType[*render.NoMode](err); ok {
		return nil, chooses(found, c, mode), nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("snapshot %s: %w", c.Name(), err)
	}
	return out, found, nil
}

// Refused lists what Files would refuse of the values of cases. Nothing is rendered where no value can be refused.
func Refused(r *registry.Registry) (diag.List, error) {
	if !refuses(r) {
		return nil, nil
	}
	_, found, err := sheets(r, (*sheet).try)
	return found, err
}

// try renders the cells for what is refused of them alone.
func (s *sheet) try(renderer *render.Renderer) {
	for _, cells := range [][]Cell{s.cells, s.pairs} {
		for i := range cells {
			if _, s.found, s.err = shown(s.r, renderer, &cells[i], s.found); s.err != nil {
				return
			}
		}
	}
}

// refuses reports whether a registry has limits, or levels of a chain whose mode cases choose.
func refuses(r *registry.Registry) bool {
	if r.Chain != nil || len(r.Toolsets) > 0 {
		return true
	}
	var parts func(ps []registry.Part) bool
	parts = func(ps []registry.Part) bool {
		return slices.ContainsFunc(ps, func(p registry.Part) bool { return p.Limit != nil || parts(p.Parts) })
	}
	return slices.ContainsFunc(r.Inputs, func(in registry.Input) bool { return in.Limited() }) ||
		slices.ContainsFunc(r.Sections, func(s registry.Section) bool { return parts([]registry.Part{s.Part}) }) ||
		slices.ContainsFunc(r.Commands, func(c registry.Command) bool { return parts([]registry.Part{c.Part}) }) ||
		slices.ContainsFunc(r.Profiles, func(p registry.Profile) bool { return p.Limit != nil })
}

// promptFile is the text that every cell has a file of.
const promptFile = "prompt.txt"

// text is what a cell consists of, or may.
type text struct {
	name string // e.g. "tail.txt"
	text string // "" where the cell has none
	json bool
}

// bytes is the content of the file. JSON is the bytes of the request, indented: compacted, they come back.
func (t *text) bytes() []byte {
	if !t.json || t.text == "" {
		return []byte(t.text)
	}
	return append(indented(t.text), '\n')
}

// turns writes the turns that open the history. A line in front of each says what it is, so that a reader sees where one
// ends, and a line feed stands behind it.
func turns(ts []render.Turn) string {
	var b strings.Builder
	for i, t := range ts {
		fmt.Fprintf(&b, "=== turn %d: user, %s, %d bytes ===\n%s\n", i+1, t.Level, len(t.Text), t.Text)
	}
	return b.String()
}

// texts lists the prompt of a cell and what it may have beside it, whether it has it or not.
func texts(r *registry.Registry, projector *project.Projector, c *Cell, out *render.Result) ([]text, error) {
	all := []text{{name: promptFile, text: out.System}, {name: "tail.txt", text: out.Tail}, {name: "turns.txt", text: turns(out.Turns)}}
	for _, cmd := range out.Commands {
		all = append(all, text{name: "command." + cmd.Name + ".txt", text: cmd.Text})
	}
	if c.Transport != "native" {
		return all, nil
	}
	tools := projector.Take(out.Tools)
	for _, p := range r.Contract.Projections {
		end, on := marks.OnTools(marks.Of(r, r.Profile(c.Profile), c.Transport, p.Text, out))
		request, err := tools.Request(p.Text, project.Mark{On: on, TTL: end.TTL})
		if err != nil {
			return nil, err
		}
		all = append(all, text{name: "tools." + p.Text + ".json", text: request, json: true})
	}
	return all, nil
}
