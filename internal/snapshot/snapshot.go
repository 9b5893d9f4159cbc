// Package snapshot renders the matrix of prompts that pins the bytes of a registry: a cell for each profile, transport of
// the profile, locale and case.
package snapshot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

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
}

// Name is what the cell's files begin with, e.g. "standard.native.en.basic".
func (c *Cell) Name() string {
	return c.Profile + "." + c.Transport + "." + c.Locale + "." + c.Case
}

// first reports whether c is the first case of its profile, transport and locale, given the cell in front of it.
func (c *Cell) first(before *Cell) bool {
	return before == nil || before.Profile != c.Profile || before.Transport != c.Transport || before.Locale != c.Locale
}

// Cells lists the cells of a registry. A case that names profiles has cells in those only, and one that runs a subagent
// only where the subagent runs.
func Cells(r *registry.Registry) []Cell {
	var cells []Cell
	for i := range r.Profiles {
		p := &r.Profiles[i]
		for _, transport := range p.Transports {
			for j := range r.Locales {
				locale := r.Locales[j].Name.Text
				for k := range r.Snapshots.Cases {
					if c := &r.Snapshots.Cases[k]; runs(r, c, p.Name) {
						cells = append(cells, Cell{render.CellOf(r, c, p.Name, transport.Text, locale), c.Name})
					}
				}
			}
		}
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
	all := sheetsOf(r)
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
	var found diag.List
	for _, s := range all {
		if s.err != nil {
			return nil, nil, s.err
		}
		files, found = append(files, s.files...), append(found, s.found...)
	}
	return files, once(found), nil
}

// sheet is the cells of one profile, transport and locale, and what comes of them. Files of a cell are left out where
// they equal those of the sheet's first.
type sheet struct {
	r     *registry.Registry
	cells []Cell
	files []File
	found diag.List
	err   error
}

func sheetsOf(r *registry.Registry) []*sheet {
	var out []*sheet
	var before *Cell
	cells := Cells(r)
	for i := range cells {
		c := &cells[i]
		if c.first(before) {
			out = append(out, &sheet{r: r})
		}
		last := out[len(out)-1]
		last.cells = append(last.cells, *c)
		before = c
	}
	return out
}

func (s *sheet) render(renderer *render.Renderer) {
	r := s.r
	var projector project.Projector
	var base map[string]string // what the first cell has beside its prompt
	for i := range s.cells {
		c := &s.cells[i]
		out, found, err := shown(r, renderer, c, s.found)
		if s.found, s.err = found, err; s.err != nil {
			return
		}
		if out == nil {
			continue
		}
		beside, err := besides(r, &projector, c, out)
		if err == nil {
			err = s.judge(r, renderer, c, out)
		}
		if err != nil {
			s.err = fmt.Errorf("snapshot %s: %w", c.Name(), err)
			return
		}
		s.files = append(s.files, File{c.Name() + ".prompt.txt", []byte(out.System)})
		first := base == nil
		if first {
			base = map[string]string{}
		}
		for _, b := range beside {
			if b.text != base[b.name] {
				s.files = append(s.files, File{c.Name() + "." + b.name, b.bytes()})
			}
			if first {
				base[b.name] = b.text
			}
		}
	}
}

// judge adds what the cell shows that no prompt may show.
func (s *sheet) judge(r *registry.Registry, renderer *render.Renderer, c *Cell, out *render.Result) error {
	broken, err := invariants(r, renderer, c, out)
	s.found = append(s.found, broken...)
	return err
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
		return nil, chooses(found, r, c, mode), nil
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
	for i := range s.cells {
		if _, s.found, s.err = shown(s.r, renderer, &s.cells[i], s.found); s.err != nil {
			return
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

// beside is a text that a cell may have beside its prompt.
type beside struct {
	name string // e.g. "tail.txt"
	text string // "" where the cell has none
	json bool
}

// bytes is the content of the file. JSON is the bytes of the request, indented: compacted, they come back.
func (b *beside) bytes() []byte {
	if !b.json || b.text == "" {
		return []byte(b.text)
	}
	var buf bytes.Buffer
	json.Indent(&buf, []byte(b.text), "", "  ") // the writer of package project makes nothing but JSON
	buf.WriteByte('\n')
	return buf.Bytes()
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

// besides lists what a cell may have beside its prompt, whether it has it or not.
func besides(r *registry.Registry, projector *project.Projector, c *Cell, out *render.Result) ([]beside, error) {
	all := []beside{{name: "tail.txt", text: out.Tail}, {name: "turns.txt", text: turns(out.Turns)}}
	for _, cmd := range out.Commands {
		all = append(all, beside{name: "command." + cmd.Name + ".txt", text: cmd.Text})
	}
	if c.Transport != "native" {
		return all, nil
	}
	tools := projector.Take(out.Tools)
	for _, p := range r.Contract.Projections {
		end, on := marks.OnTools(marks.Of(r, r.Profile(c.Profile), c.Transport, p.Text, out))
		text, err := tools.Request(p.Text, project.Mark{On: on, TTL: end.TTL})
		if err != nil {
			return nil, err
		}
		all = append(all, beside{name: "tools." + p.Text + ".json", text: text, json: true})
	}
	return all, nil
}
