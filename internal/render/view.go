package render

import (
	"strings"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// View shows pieces of a cell by themselves, for those who count what a prompt is made of. Whether the gates of the
// cell keep the constraints is not looked at: a piece reads a few of them, and the others are nobody's.
type View struct{ x *scene }

// View returns the View of a cell. The error says which name of it the registry does not have.
func (rr *Renderer) View(c Cell) (*View, error) {
	x, err := rr.scene(c)
	if err != nil {
		return nil, err
	}
	return &View{x}, nil
}

// Holds evaluates a condition of the source.
func (v *View) Holds(when string) bool { return v.x.setting.Holds(when) }

// Tool returns a tool as the cell shows it; false where it does not.
func (v *View) Tool(key string) (project.Tool, bool) {
	t := v.x.r.Tool(key)
	if t == nil || !v.x.setting.Shows(key) {
		return project.Tool{}, false
	}
	return v.x.tool(t), true
}

// Part renders a part of a section with all that stands in it.
func (v *View) Part(section string, p *registry.Part) string {
	if v.x.out.Tools == nil {
		v.x.filterTools()
	}
	return v.x.part(section, p, "")
}

// Body renders the content of a text or value as if its condition held, with what stands around it.
func (v *View) Body(section string, p *registry.Part) string { return v.x.body(section, p, p.Escape) }

// Around returns what stands around the body of a part that is not empty.
func (v *View) Around(section string, p *registry.Part) (before, after string) {
	if p.Wrap == nil {
		return "", ""
	}
	const body = "\x00"
	before, after, _ = strings.Cut(v.x.wrap(section, p.Wrap, body, p.Escape), body)
	return before, after
}
