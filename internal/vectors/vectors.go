// Package vectors writes what a registry makes as one JSON document that no language and no library is needed for but a
// reader of JSON: what the host gives, the blocks of each prompt with their hashes, the tools of each format. Ports of a
// prompt to other languages are held against it. docs/vectors.schema.json describes the document.
//
// All is computed by the generator's own rooms; nothing of the run time is asked.
package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/snapshot"
)

// format is the version of the document. It goes up when a reader of the former one would be wrong.
const format = 1

// Document is the whole.
type Document struct {
	Format   int        `json:"format"`
	Contract Contract   `json:"contract"`
	Profiles []Profile  `json:"profiles"`
	Fences   []Fence    `json:"fences,omitempty"`
	Texts    Texts      `json:"texts"`
	Tools    ToolsTable `json:"tools,omitempty"`
	Cells    []Cell     `json:"cells"`
}

// Contract is what the bytes belong to.
type Contract struct {
	Name    string `json:"name"`
	Version int64  `json:"version"`
}

// Profile is the list of sections of a profile, and what stands between them.
type Profile struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`
	Separator string    `json:"separator"`
	Final     string    `json:"final"`
	Sections  []Section `json:"sections"`
}

// Section is a section that a profile may show.
type Section struct {
	Name  string         `json:"name"`
	Level registry.Level `json:"level"`
	Role  string         `json:"role"`
	Place string         `json:"place"`           // "system", "tail", "turn"
	Chain bool           `json:"chain,omitempty"` // it stands there for the chain
}

// Fence is a boundary around untrusted text. Cells have a fixed nonce, because every run must give the same bytes.
type Fence struct {
	Name  string   `json:"name"`
	Label string   `json:"label"`
	Nonce string   `json:"nonce"`
	Attrs []string `json:"attrs,omitempty"`
}

// Texts are the texts of the catalog by locale, scope, section and key.
type Texts map[string]map[string]map[string]map[string][]Piece

// ToolsTable holds the tools of requests by the hash of their bytes, because many cells offer the same.
type ToolsTable map[string]json.RawMessage

// Of makes the document of a registry that is free of errors, with the cells that keep chooses. A cell that a limit or a
// toolset refuses is an error.
func Of(r *registry.Registry, keep func(*snapshot.Cell) bool) (*Document, error) {
	doc := &Document{
		Format:   format,
		Contract: Contract{r.Contract.Name.Text, r.Contract.Version},
		Fences:   fences(r),
		Texts:    texts(r),
		Tools:    ToolsTable{},
		Cells:    []Cell{},
	}
	for i := range r.Profiles {
		doc.Profiles = append(doc.Profiles, profile(r, &r.Profiles[i]))
	}
	w := &writer{r: r, renderer: render.New(r), tools: doc.Tools}
	for _, c := range snapshot.Cells(r) {
		if !keep(&c) {
			continue
		}
		cell, err := w.cell(&c)
		if err != nil {
			return nil, fmt.Errorf("vectors of %s: %w", c.Name(), err)
		}
		doc.Cells = append(doc.Cells, cell)
	}
	return doc, nil
}

func profile(r *registry.Registry, p *registry.Profile) Profile {
	out := Profile{Name: p.Name, Kind: p.Kind, Separator: p.Separator, Final: p.Final}
	for _, w := range r.Lineup(p) {
		s := r.Section(w.Text)
		place := "system"
		switch {
		case s.Role == "user":
			place = "turn"
		case s.InTail():
			place = "tail"
		}
		out.Sections = append(out.Sections, Section{s.Name, s.Level(), s.Role, place, !p.ListsSection(s.Name)})
	}
	return out
}

func fences(r *registry.Registry) []Fence {
	var out []Fence
	for i := range r.Fences {
		f := &r.Fences[i]
		fence := Fence{Name: f.Name, Label: f.Label.Text, Nonce: fmt.Sprintf("%016x", registry.CaseNonce(f.Nonce))}
		for _, a := range f.Attrs {
			fence.Attrs = append(fence.Attrs, a.Text)
		}
		out = append(out, fence)
	}
	return out
}

func texts(r *registry.Registry) Texts {
	all := Texts{}
	for i := range r.Messages {
		m := &r.Messages[i]
		below(below(below(all, m.Locale), m.Scope), m.Section)[m.Key] = pieces(r, &m.Text)
	}
	return all
}

// below returns the map under a key, which it adds where there is none.
func below[M ~map[string]V, V ~map[string]E, E any](m M, key string) V {
	if m[key] == nil {
		m[key] = V{}
	}
	return m[key]
}

// JSON writes the document. The same document always gives the same bytes.
func (d *Document) JSON() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // prompts are full of tags, and people read this
	enc.SetIndent("", "  ")
	err := enc.Encode(d)
	return buf.Bytes(), err
}
