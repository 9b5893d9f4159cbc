package project

import (
	"slices"
	"strconv"

	"github.com/promptgen/promptgen/internal/registry"
)

// Hints is what an MCP server says of a tool's effects, as JSON; "" where the tool declares none of them. A client then
// expects the worst. It takes readOnly and idempotent for false where they are missing, so these are always said.
func Hints(t *registry.Tool) string {
	hints := []struct {
		effect, name string
		on, always   bool
	}{
		{"readOnly", "readOnlyHint", t.Effect.ReadOnly, true},
		{"destructive", "destructiveHint", t.Effect.Destructive, false},
		{"idempotent", "idempotentHint", t.Effect.Idempotent, true},
		{"openWorld", "openWorldHint", t.Effect.OpenWorld, false},
	}
	declared := false
	out := object(func(w *writer) {
		for _, h := range hints {
			given := slices.Contains(t.Effects, h.effect)
			declared = declared || given
			if given || h.always {
				w.member(h.name, strconv.FormatBool(h.on))
			}
		}
	})
	if !declared {
		return ""
	}
	return out
}
