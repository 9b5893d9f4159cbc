package conformance

import (
	"context"
	"encoding/json"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// listedTool is a tool as a server lists it, with its schema as it came.
type listedTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// mcpHost runs the declared tools, and those of servers through call.
type mcpHost struct {
	codertools.Handler[string]
	tools *prompt.Tools
	call  func(ctx context.Context, server, tool string, args json.RawMessage) (string, error)
	log   func(line string)
}

// connected are the tools of the servers that are connected now, as an MCP client lists them.
func connected(servers map[string][]listedTool) []prompt.HostTool {
	var out []prompt.HostTool
	for server, tools := range servers { // in any order: the registry sorts them
		for _, t := range tools {
			out = append(out, prompt.HostTool{Server: server, Name: t.Name, Doc: t.Description, Schema: prompt.JSON(t.InputSchema)})
		}
	}
	return out
}

// HostTool sends a call of a server's tool to that server. It is a method of the handler, beside those of the declared tools.
func (h *mcpHost) HostTool(ctx context.Context, c prompt.Call) (string, error) {
	tool, _ := h.tools.Lookup(c.Name) // dispatch has looked it up
	return h.call(ctx, tool.Host.Server, tool.Host.Name, c.Args)
}

// connect is called when servers come and go.
func (h *mcpHost) connect(a *coder.Assembler, s coder.Session, servers map[string][]listedTool) (*coder.Assembler, error) {
	s.McpTools = connected(servers)
	next, err := a.Refresh(s)
	if err != nil {
		return nil, err // a toolset that rejects says what is wrong with which tool
	}
	for _, n := range next.Notes() {
		h.log(n.String()) // what a toolset that skips has left out
	}
	h.tools = next.Tools()
	return next, nil
}
