package conformance

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/promptgen/promptgen/prompt"
)

// docs:start mcp-server

// MCPServer offers the tools of a session to other agents.
func MCPServer(h Host) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "coder", Version: "1"}, nil)
	for t := range h.Assembler.Tools().All() {
		s.AddTool(&mcp.Tool{
			Name:        t.Name,
			Description: t.Doc,
			InputSchema: json.RawMessage(t.Schema), // decoded into a map it would lose the order of the parameters
			Annotations: &mcp.ToolAnnotations{
				ReadOnlyHint:    t.Effect.ReadOnly,
				DestructiveHint: &t.Effect.Destructive,
				IdempotentHint:  t.Effect.Idempotent,
				OpenWorldHint:   &t.Effect.OpenWorld,
			},
		}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			out, failed := h.run(ctx, prompt.Call{Name: r.Params.Name, Args: r.Params.Arguments})
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}, IsError: failed}, nil
		})
	}
	return s
}

// docs:end mcp-server
