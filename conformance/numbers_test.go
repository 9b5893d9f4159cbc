package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/promptgen/promptgen/prompt"
)

// great is the first integer that a float64 does not hold: it becomes 9007199254740992.
const great = 9007199254740993

// TestGreatIntegers has a model call a tool with a great integer. It shows which loops give it to the decoder as it
// was written, and send it back in the history so.
func TestGreatIntegers(t *testing.T) {
	c := call{"call_1", "read_file", `{"path":"main.go","first_line":9007199254740993}`}
	for _, tt := range []struct {
		name      string
		transport prompt.Transport
		answer    reply
		report    reply
		run       func(s *server, h Host) error
		want      int64
	}{
		{"anthropic", prompt.Native, anthropicAnswer("", c), anthropicAnswer(report), func(s *server, h Host) error {
			_, err := Anthropic(t.Context(), anthropicClient(s), h, []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(user))})
			return err
		}, great},
		{"openai-chat", prompt.Native, chatAnswer("", c), chatAnswer(report), func(s *server, h Host) error {
			_, err := OpenAIChat(t.Context(), openaiClient(s), h, []openai.ChatCompletionMessageParamUnion{openai.UserMessage(user)})
			return err
		}, great},
		{"openai-responses", prompt.Native, responsesAnswer("", c), responsesAnswer(report), func(s *server, h Host) error {
			_, err := OpenAIResponses(t.Context(), openaiClient(s), h, responses.ResponseInputParam{userItem(user)})
			return err
		}, great},
		{"xml", prompt.XML, chatDeltas("<read_file>\n<path>main.go</path>\n<first_line>9007199254740993</first_line>\n</read_file>"), chatDeltas(report), func(s *server, h Host) error {
			_, err := XML(t.Context(), openaiClient(s), h, io.Discard, []openai.ChatCompletionMessageParamUnion{openai.UserMessage(user)})
			return err
		}, great},
		{"gemini", prompt.Native, geminiAnswer("", c), geminiAnswer(report), func(s *server, h Host) error {
			_, err := Gemini(t.Context(), geminiClient(t, s), h, genai.Text(user))
			return err
		}, great - 1},
	} {
		h, d := host(t, tt.transport)
		s := serve(t, tt.answer, tt.report)
		if err := tt.run(s, h); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if !slices.Equal(d.lines, []int64{tt.want}) {
			t.Errorf("%s: decoded as %d, want %d", tt.name, d.lines, tt.want)
		}
		if kept := bytes.Contains(s.sent()[1], []byte("9007199254740993")); kept != (tt.want == great) {
			t.Errorf("%s: the history keeps it: %t", tt.name, kept)
		}
	}
}

// TestGreatIntegerMCP is TestGreatIntegers for a server of MCP.
func TestGreatIntegerMCP(t *testing.T) {
	h, d := host(t, prompt.Native)
	session, _ := connect(t, h)
	args := json.RawMessage(`{"path":"main.go","first_line":9007199254740993}`)
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_file", Arguments: args}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.lines, []int64{great}) {
		t.Errorf("decoded as %d", d.lines)
	}
}

// TestTrapTypedNumbers: what else these SDKs have for the arguments of a call holds numbers as float64.
func TestTrapTypedNumbers(t *testing.T) {
	const rounded = `{"n":9007199254740992}`
	var block anthropic.BetaToolUseBlock
	if err := json.Unmarshal([]byte(`{"type":"tool_use","id":"1","name":"x","input":{"n":9007199254740993}}`), &block); err != nil {
		t.Fatal(err)
	}
	if got := encoded(t, block.Input); got != rounded {
		t.Errorf("Anthropic's beta: %s", got)
	}
	if got := block.JSON.Input.Raw(); got != `{"n":9007199254740993}` {
		t.Errorf("Anthropic's beta: the text is %s", got)
	}
	type in struct {
		N int64 `json:"n"`
	}
	var got int64
	s := mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "x"}, func(_ context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
		got = i.N
		return &mcp.CallToolResult{}, nil, nil
	})
	near, far := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), near, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "y", Version: "1"}, nil).Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "x", Arguments: json.RawMessage(`{"n":9007199254740993}`)}); err != nil {
		t.Fatal(err)
	}
	if got != great-1 {
		t.Errorf("mcp.AddTool: %d", got)
	}
}
