package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/promptgen/promptgen/prompt"
)

// The tests in this file keep docs/providers.md true: what it warns of is still so in the SDKs that go.mod names. Where one
// of them fails after an update, a warning can go.

// TestVersions: the page names the versions of the SDKs.
func TestVersions(t *testing.T) {
	page, err := os.ReadFile("../docs/providers.md")
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("`([\\w./-]+)` (v[0-9.]+)").FindAllSubmatch(page, -1)
	if len(shown) != 4 {
		t.Errorf("%d versions", len(shown))
	}
	for _, m := range shown {
		if !regexp.MustCompile(`(?m)` + regexp.QuoteMeta(string(m[1])) + ` ` + regexp.QuoteMeta(string(m[2])) + `$`).Match(module) {
			t.Errorf("go.mod has no %s %s", m[1], m[2])
		}
	}
}

// TestTrapTypedSchema: a typed schema loses the order of its parameters.
func TestTrapTypedSchema(t *testing.T) {
	h, _ := host(t, prompt.Native)
	r := request(t, h.Assembler, prompt.Anthropic, h.turn(0))
	var tools []anthropic.ToolUnionParam
	if err := json.Unmarshal([]byte(r.Tools.JSON()), &tools); err != nil {
		t.Fatal(err)
	}
	if again := encoded(t, tools); again == string(r.Tools.JSON()) {
		t.Error("it keeps it")
	}
}

// TestTrapZeroMark: a zero mark is none.
func TestTrapZeroMark(t *testing.T) {
	block := anthropic.TextBlockParam{Text: "x", CacheControl: anthropic.CacheControlEphemeralParam{}}
	if got := encoded(t, block); strings.Contains(got, "cache_control") {
		t.Error(got)
	}
}

// TestTrapJSONSet: WithJSONSet sends bytes as a string and a marshaler as it is.
func TestTrapJSONSet(t *testing.T) {
	h, _ := host(t, prompt.Native)
	r := request(t, h.Assembler, prompt.Anthropic, h.turn(0))
	for _, v := range []any{r.Tools.Append(nil), r.Tools} {
		s := serve(t, anthropicAnswer(report))
		client := anthropicClient(s)
		params := anthropicParams(prompt.Request{}, nil)
		if _, err := client.Messages.New(t.Context(), params, anthropicoption.WithJSONSet("tools", v)); err != nil {
			t.Fatal(err)
		}
		_, raw := v.([]byte)
		if sent := members(t, s.sent()[0])["tools"]; bytes.Equal(sent, r.Tools.Append(nil)) == raw {
			t.Errorf("%T is sent as %s", v, sent)
		}
	}
}

// TestTrapRole: a message of the user's has no role.
func TestTrapRole(t *testing.T) {
	if got := *openai.UserMessage("x").GetRole(); got != "" {
		t.Error(got)
	}
}

// TestTrapInputItems: an input whose items lack their type is not read.
func TestTrapInputItems(t *testing.T) {
	for _, item := range []string{`{"role":"user","content":"x"}`, `{"type":"message","role":"user","content":"x"}`} {
		var p responses.ResponseNewParams
		if err := json.Unmarshal([]byte(`{"input":[`+item+`]}`), &p); err != nil {
			t.Fatal(err)
		}
		if got, want := len(p.Input.OfInputItemList) > 0, strings.Contains(item, "type"); got != want {
			t.Errorf("%s is read: %t", item, got)
		}
	}
}

// TestTrapClientExtras: the provider of extras is ignored on the client.
func TestTrapClientExtras(t *testing.T) {
	h, _ := host(t, prompt.Native)
	r := request(t, h.Assembler, prompt.Anthropic, h.turn(0))
	s := serve(t, geminiAnswer(report))
	client, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey: "key", Backend: genai.BackendGeminiAPI,
		HTTPOptions: genai.HTTPOptions{BaseURL: s.URL, ExtrasRequestProvider: geminiConfig(r).HTTPOptions.ExtrasRequestProvider},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Models.GenerateContent(t.Context(), "m", genai.Text("Hi."), nil); err != nil {
		t.Fatal(err)
	}
	if sent := members(t, s.sent()[0])["tools"]; sent != nil {
		t.Errorf("sent %s", sent)
	}
}

// TestTrapMCPNumbers: a client of MCP rounds great numbers in schemas.
func TestTrapMCPNumbers(t *testing.T) {
	var tool mcp.Tool
	if err := json.Unmarshal([]byte(`{"name":"x","inputSchema":{"maximum":9007199254740993}}`), &tool); err != nil {
		t.Fatal(err)
	}
	if got := encoded(t, tool.InputSchema); got != `{"maximum":9007199254740992}` {
		t.Error(got)
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
