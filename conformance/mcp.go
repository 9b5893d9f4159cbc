package conformance

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/promptgen/promptgen/prompt"
)

// MCPServer offers the tools of a session to other agents.
func MCPServer(h Host) (*mcp.Server, error) {
	s := mcp.NewServer(&mcp.Implementation{Name: "coder", Version: "1"}, nil)
	for v := range h.Assembler.Tools().MCP().All() {
		var tool mcp.Tool
		var raw struct{ InputSchema json.RawMessage }
		if err := errors.Join(json.Unmarshal([]byte(v), &tool), json.Unmarshal([]byte(v), &raw)); err != nil {
			return nil, err
		}
		tool.InputSchema = raw.InputSchema // as a map it would lose the order of the parameters
		s.AddTool(&tool, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			out, failed := h.run(ctx, prompt.Call{Name: r.Params.Name, Args: r.Params.Arguments})
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}, IsError: failed}, nil
		})
	}
	return s, nil
}
