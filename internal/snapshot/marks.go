package snapshot

import (
	"github.com/promptgen/promptgen/internal/marks"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/render"
)

// toolMark returns the cache mark on the last tool of a cell, in projections that mark tools.
func toolMark(r *registry.Registry, c *Cell, out *render.Result) project.Mark {
	for _, m := range marks.Of(r, r.Profile(c.Profile), c.Transport, "anthropic", out) {
		if m.Section == "" {
			return project.Mark{On: true, TTL: m.TTL}
		}
	}
	return project.Mark{}
}
