package vectors

import (
	"encoding/json"
	"slices"

	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
	"github.com/promptgen/promptgen/internal/snapshot"
)

// Cell is a prompt: what the host gives, and what comes of it.
type Cell struct {
	Name      string `json:"name"`
	Profile   string `json:"profile"`
	Transport string `json:"transport"`
	Locale    string `json:"locale"`
	Case      string `json:"case"`
	Agent     string `json:"agent,omitempty"`

	Inputs   map[string]any        `json:"inputs,omitempty"` // Text, int64, bool, or a list of such maps
	Gates    map[string]bool       `json:"gates,omitempty"`
	Modes    map[string]string     `json:"modes,omitempty"`
	Toolsets map[string][]HostTool `json:"toolsets,omitempty"`

	Blocks   []Block           `json:"blocks"`
	System   Whole             `json:"system"`
	Tail     []Block           `json:"tail,omitempty"`
	Turns    []Turn            `json:"turns,omitempty"`
	Commands []Command         `json:"commands,omitempty"`
	Tools    map[string]string `json:"tools,omitempty"` // by format; keys of the document's tools
	Calls    []Call            `json:"calls,omitempty"`
	Notes    []string          `json:"notes,omitempty"`
}

// HostTool is a tool that a host has for a toolset.
type HostTool struct {
	Server      string          `json:"server"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
}

// Block is the text of a section, or of an amendment, with what stands in front of it.
type Block struct {
	Section   string         `json:"section"`
	Level     registry.Level `json:"level"`
	Separator string         `json:"separator"`
	Text      Text           `json:"text"`
	Sum       string         `json:"sha256"`
}

// Whole is a text that stands in blocks already.
type Whole struct {
	Bytes int    `json:"bytes"`
	Sum   string `json:"sha256"`
}

// Turn is a turn of the user's that opens the history.
type Turn struct {
	Section string         `json:"section"`
	Level   registry.Level `json:"level"`
	Text    Text           `json:"text"`
	Sum     string         `json:"sha256"`
}

// Command is the text of a command.
type Command struct {
	Name string `json:"name"`
	Text Text   `json:"text"`
	Sum  string `json:"sha256"`
}

// writer makes cells.
type writer struct {
	r         *registry.Registry
	renderer  *render.Renderer
	projector project.Projector
	tools     ToolsTable
}

func (w *writer) cell(c *snapshot.Cell) (Cell, error) {
	out, err := w.renderer.Render(c.Cell)
	if err != nil {
		return Cell{}, err
	}
	cell := Cell{Name: c.Name(), Profile: c.Profile, Transport: c.Transport, Locale: c.Locale, Case: c.Case, Agent: c.Agent}
	if err := w.given(&cell, c); err != nil {
		return Cell{}, err
	}
	cell.Blocks = blocks(out, false)
	cell.System = Whole{len(out.System), sum(out.System)}
	cell.Tail = blocks(out, true)
	for _, t := range out.Turns {
		cell.Turns = append(cell.Turns, Turn{t.Section, t.Level, Text(t.Text), sum(t.Text)})
	}
	for _, cmd := range out.Commands {
		cell.Commands = append(cell.Commands, Command{cmd.Name, Text(cmd.Text), sum(cmd.Text)})
	}
	for _, n := range out.Notes {
		cell.Notes = append(cell.Notes, n.String())
	}
	if c.Transport == "native" {
		cell.Tools, err = w.projections(c, out)
	} else {
		cell.Calls, err = calls(out.Tools)
	}
	return cell, err
}

// given fills in what the host gives, and the gates that follow.
func (w *writer) given(cell *Cell, c *snapshot.Cell) error {
	fields := make([]registry.Field, len(w.r.Inputs))
	for i := range w.r.Inputs {
		fields[i] = w.r.Inputs[i].Field
	}
	cell.Inputs = values(fields, c.Inputs)
	view, err := w.renderer.View(c.Cell)
	if err != nil {
		return err
	}
	cell.Gates = map[string]bool{}
	for i := range w.r.Gates {
		cell.Gates[w.r.Gates[i].Name] = view.Holds(w.r.Gates[i].Name)
	}
	cell.Modes = map[string]string{}
	for _, m := range c.Modes {
		cell.Modes[m.Level.Text] = m.Mode
	}
	cell.Toolsets = map[string][]HostTool{}
	for _, v := range c.Toolsets {
		for _, t := range v.Tools {
			cell.Toolsets[v.Name.Text] = append(cell.Toolsets[v.Name.Text], HostTool{t.Server, t.Name, t.Description, t.Schema})
		}
	}
	return nil
}

// values gives every field its value, an empty one where none is given.
func values(fields []registry.Field, given []registry.InputValue) map[string]any {
	out := map[string]any{}
	for i := range fields {
		f := &fields[i]
		var v registry.Value
		if k := slices.IndexFunc(given, func(v registry.InputValue) bool { return v.Name.Text == f.Name }); k >= 0 {
			v = given[k].Value
		}
		out[f.Name] = value(f, v)
	}
	return out
}

func value(f *registry.Field, v registry.Value) any {
	switch f.Type {
	case registry.Int:
		return orZero(v.Int)
	case registry.Bool:
		return orZero(v.Bool)
	case registry.List:
		items := []map[string]any{}
		for _, item := range v.Items {
			items = append(items, values(f.Item, item))
		}
		return items
	default:
		return Text(v.Text())
	}
}

func orZero[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func blocks(out *render.Result, tail bool) []Block {
	all := []Block{}
	for _, s := range out.Sections {
		if s.InTail == tail {
			all = append(all, Block{s.Name, s.Level, s.Separator, Text(s.Text), sum(s.Text)})
		}
	}
	return all
}

// projections gives the hash of the tools in each format of the contract, and puts the tools into the table.
func (w *writer) projections(c *snapshot.Cell, out *render.Result) (map[string]string, error) {
	all := map[string]string{}
	tools := w.projector.Take(out.Tools)
	for _, p := range w.r.Contract.Projections {
		end, on := marks.OnTools(marks.Of(w.r, w.r.Profile(c.Profile), c.Transport, p.Text, out))
		text, err := tools.Request(p.Text, project.Mark{On: on, TTL: end.TTL})
		if err != nil {
			return nil, err
		}
		if text != "" {
			all[p.Text] = sum(text)
			w.tools[all[p.Text]] = json.RawMessage(text)
		}
	}
	return all, nil
}
