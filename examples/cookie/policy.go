package main

import (
	"fmt"
	"strings"

	"github.com/promptgen/promptgen/examples/cookie/gen/cookie"
)

// peer is an agent that a run may delegate to.
type peer struct{ name, description string }

// providers returns what the named providers say, in the order of the names. Their text is compiled in, but for the
// names of what they serve: nothing from a server ever comes this way.
func providers(names []string, peers []peer) ([]cookie.Provider, error) {
	var out []cookie.Provider
	for _, name := range names {
		p := cookie.Provider{ID: name}
		switch name {
		case "builtin.delegate":
			if len(peers) > 0 {
				p.Sections = []cookie.ProviderSection{{Title: "Agents", Body: subagents(peers)}}
			}
		case "builtin.edits":
			p.Sections = []cookie.ProviderSection{
				{Title: "Reading", Body: "Read a file in this session before you edit it."},
				{Title: "Failed edits", Body: "After an edit that did not apply, read the file again. Do not guess what stands there."},
			}
		default:
			return nil, fmt.Errorf("no provider named %q", name)
		}
		out = append(out, p)
	}
	return out, nil
}

func subagents(peers []peer) string {
	lines := []string{"Available subagents:"}
	for _, p := range peers {
		lines = append(lines, "- "+p.name+": "+p.description)
	}
	return strings.Join(lines, "\n")
}

// plugin looks at the composed prompt before the agent starts, and may ask for a replacement or an addendum.
type plugin func(composed string) cookie.Plugin

// plugins returns the named plugins, in the order of the names.
func plugins(names []string) ([]plugin, error) {
	var out []plugin
	for _, name := range names {
		switch name {
		case "report":
			out = append(out, report)
		case "read-only":
			out = append(out, readOnly)
		default:
			return nil, fmt.Errorf("no plugin named %q", name)
		}
	}
	return out, nil
}

// report asks for a report at the end, unless the prompt has a heading for one.
func report(composed string) cookie.Plugin {
	if strings.Contains(composed, "# Report") {
		return cookie.Plugin{}
	}
	return cookie.Plugin{Addendum: "When you are done, say in two sentences what changed and how you know that it works."}
}

// readOnly puts an agent that only looks in place of any other.
func readOnly(string) cookie.Plugin {
	return cookie.Plugin{Replacement: "You answer questions about this repository. Change nothing."}
}
