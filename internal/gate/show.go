package gate

import "github.com/promptgen/promptgen/internal/registry"

// CanShow reports whether a profile may show a tool or toolset over a transport. One whose condition is wrong may.
func CanShow(r *registry.Registry, p *registry.Profile, tool, transport string) bool {
	if !p.Offers(transport) || !p.ListsTool(tool) {
		return false
	}
	f, err := NewWorld(r, p, nil, transport).Tool(tool)
	if err != nil {
		return true
	}
	shown, decided := f.IsConst()
	return shown || !decided
}
