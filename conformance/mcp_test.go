package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/promptgen/promptgen/prompt"
)

// recorder keeps what a server answers.
type recorder struct {
	http.ResponseWriter
	io.Writer
}

func (r recorder) Write(b []byte) (int, error) {
	return io.MultiWriter(r.Writer, r.ResponseWriter).Write(b) // kept before the client can read it
}

// Unwrap lets the server flush its events.
func (r recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// connect returns a session of a client with a server that offers the tools of h, and what the server answers.
func connect(t *testing.T, h Host) (*mcp.ClientSession, *bytes.Buffer) {
	t.Helper()
	served, err := MCPServer(h)
	if err != nil {
		t.Fatal(err)
	}
	sent := new(bytes.Buffer)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return served }, nil)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost { // the client makes one after the other
			w = recorder{w, sent}
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.URL, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // the server goes next, whatever the client says
	return session, sent
}

// TestMCP has a client on loopback list the tools of a session and call them.
func TestMCP(t *testing.T) {
	h, d := host(t, prompt.Native)
	session, sent := connect(t, h)
	sent.Reset()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	wire := sent.String()
	var want []string
	for v := range h.Assembler.Tools().MCP().All() {
		want = append(want, string(v))
		schema := members(t, []byte(v))["inputSchema"]
		if !strings.Contains(wire, string(schema)) {
			t.Errorf("sent without\n%s", schema)
		}
	}
	slices.Sort(want) // by name, as the server lists them
	if len(list.Tools) != len(want) {
		t.Fatalf("%d tools, want %d", len(list.Tools), len(want))
	}
	for i, tool := range list.Tools {
		offered, err := parse([]byte(want[i]))
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range difference(tool.Name, offered, []byte(encoded(t, tool))) {
			t.Error(bad)
		}
	}
	for _, c := range calls()[:2] {
		r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.name, Arguments: json.RawMessage(c.args)})
		if err != nil {
			t.Fatal(err)
		}
		text := r.Content[0].(*mcp.TextContent).Text
		if want := "1 package <main> & more"; text != want && !r.IsError || r.IsError != strings.Contains(text, "path: required") {
			t.Errorf("%s: %q, error %t", c.args, text, r.IsError)
		}
	}
	if !slices.Equal(d.read, []string{"main.go"}) {
		t.Errorf("read %q", d.read)
	}
}
