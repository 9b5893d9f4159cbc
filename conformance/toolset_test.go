package conformance

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// TestToolset has a session take the tools that a server of MCP lists, and sends a call of one to that server.
func TestToolset(t *testing.T) {
	cell := basic(t, prompt.Native)
	served, _ := host(t, prompt.Native)
	client, wire := connect(t, served)
	wire.Reset()
	if _, err := client.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	listed := append(listing(t, wire.String()), listedTool{Name: "find.all", InputSchema: json.RawMessage(`{"type":"object"}`)})

	var calls, lines []string
	h := &mcpHost{
		call: func(ctx context.Context, server, tool string, args json.RawMessage) (string, error) {
			calls = append(calls, server+"."+tool+string(args))
			r, err := client.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
			if err != nil {
				return "", err
			}
			return r.Content[0].(*mcp.TextContent).Text, nil
		},
		log: func(line string) { lines = append(lines, line) },
	}
	a, err := h.connect(assembler(t, cell), cell.Session, map[string][]listedTool{"notes": listed, "none": nil})
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 1 || !strings.Contains(lines[0], "notes__find.all") {
		t.Errorf("notes: %q", lines)
	}
	tools := string(request(t, a, prompt.Anthropic, cell.Turn).Tools.JSON())
	for _, tool := range listed[:len(listed)-1] {
		if want := `{"name":"notes__` + tool.Name + `",`; !strings.Contains(tools, want) || !strings.Contains(tools, `"input_schema":`+string(tool.InputSchema)) {
			t.Errorf("%s is not offered with its schema", tool.Name)
		}
	}
	out, err := codertools.Dispatch(t.Context(), h, a.Tools(), prompt.Call{Name: "notes__read_file", Args: json.RawMessage(`{"path":"main.go"}`)})
	if want := []string{`notes.read_file{"path":"main.go"}`}; err != nil || out != "1 package <main> & more" || !slices.Equal(calls, want) {
		t.Errorf("%q, %v: %q", out, err, calls)
	}
}

// listing reads the tools out of what a server has answered, with their schemas as they came.
func listing(t *testing.T, wire string) []listedTool {
	t.Helper()
	for line := range strings.Lines(wire) {
		var answer struct{ Result struct{ Tools []listedTool } }
		line = strings.TrimPrefix(line, "data: ")
		if json.Unmarshal([]byte(line), &answer) == nil && answer.Result.Tools != nil {
			return answer.Result.Tools
		}
	}
	t.Fatalf("no list in %s", wire)
	return nil
}
