package hosts_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// listedTool is a tool as a server lists it.
type listedTool struct {
	Name, Description string
	InputSchema       json.RawMessage
}

// host runs tools.
type host struct {
	codertools.Handler[string]
	tools *prompt.Tools
	calls []string
	lines []string
}

func (h *host) call(_ context.Context, server, tool string, args json.RawMessage) (string, error) {
	h.calls = append(h.calls, server+"."+tool+string(args))
	return "done", nil
}

func (h *host) log(line string) { h.lines = append(h.lines, line) }

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
func (h *host) HostTool(ctx context.Context, c prompt.Call) (string, error) {
	tool, _ := h.tools.Lookup(c.Name) // dispatch has looked it up
	return h.call(ctx, tool.Host.Server, tool.Host.Name, c.Args)
}

// connect is called when servers come and go.
func (h *host) connect(a *coder.Assembler, s coder.Session, servers map[string][]listedTool) (*coder.Assembler, error) {
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

// TestToolsOfTheHostPage pins that the code of docs/tools.md is that of this file, and that it does what the page says.
func TestToolsOfTheHostPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "tools.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Tools of the host\n")
	_, code, _ := strings.Cut(section, "```go\n")
	code, _, _ = strings.Cut(code, "```")
	own, err := os.ReadFile("toolsets_page_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if code == "" || !strings.Contains(string(own), "\n"+code) {
		t.Error("the code of docs/tools.md is not that of this test")
	}

	c, s, turn := session(t)
	a, err := coder.New(c, s)
	if err != nil {
		t.Fatal(err)
	}
	schema := json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}}}`)
	h := &host{}
	a, err = h.connect(a, s, map[string][]listedTool{
		"notes":   {{"find", "Finds.", schema}, {"find.all", "", schema}},
		"tickets": {{"find", "Finds.", schema}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(h.lines) != 1 || !strings.Contains(h.lines[0], "notes__find.all") {
		t.Errorf("notes: %q", h.lines)
	}
	r, err := a.Request(prompt.Anthropic, turn)
	if err != nil || !strings.Contains(string(r.Tools.JSON()), `{"name":"notes__find","description":"Finds.","input_schema":`+string(schema)+`}`) {
		t.Errorf("%v: %s", err, r.Tools.JSON())
	}
	out, err := codertools.Dispatch(t.Context(), h, a.Tools(), prompt.Call{Name: "tickets__find", Args: json.RawMessage(`{"text":"x"}`)})
	if err != nil || out != "done" || len(h.calls) != 1 || h.calls[0] != `tickets.find{"text":"x"}` {
		t.Errorf("%q, %v: %q", out, err, h.calls)
	}
}
