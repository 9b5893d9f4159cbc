package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/gen/codertools"
	"github.com/promptgen/promptgen/prompt"
)

// desk runs tools: a call of another one than it has would panic.
type desk struct {
	codertools.Handler[string]
	read  []string
	lines []int64 // the first line of each
}

// ReadFile answers with one line.
func (d *desk) ReadFile(_ context.Context, a *codertools.ReadFile) (string, error) {
	d.read, d.lines = append(d.read, a.Path), append(d.lines, a.FirstLine)
	return "1 package <main> & more", nil
}

const (
	user   = "What does main.go hold?"
	report = "A package."
)

// calls are what the scripted model does first: a call, one that lacks a parameter, and one of a tool that is not there.
func calls() []call {
	return []call{
		{"call_1", "read_file", `{"path":"main.go","first_line":1,"max_lines":null}`},
		{"call_2", "read_file", `{"first_line":0}`},
		{"call_3", "format_disk", `{}`},
	}
}

// host is that of a session with all that it may have.
func host(t *testing.T, transport prompt.Transport) (Host, *desk) {
	t.Helper()
	d := new(desk)
	return Host{Assembler: assembler(t, basic(t, transport)), Tools: d, Window: 200_000}, d
}

// basic is the first case of the standard profile.
func basic(t *testing.T, transport prompt.Transport) codertest.Cell {
	t.Helper()
	for name, cell := range codertest.Cells() {
		if name == "standard."+transport.String()+".en.basic" {
			return cell
		}
	}
	t.Fatal("no such cell")
	return codertest.Cell{}
}

// opening returns the messages that open the history.
func opening(t *testing.T, h Host) []string {
	t.Helper()
	texts, err := h.open(user)
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// settled checks what all loops have in common: our members are the same in each request, the history of one request is
// the beginning of that of the next, the tail ends each, and the results of all calls have gone back.
func settled(t *testing.T, h Host, d *desk, p prompt.Provider, s *server, history string) {
	t.Helper()
	if !slices.Equal(d.read, []string{"main.go"}) {
		t.Errorf("read %q", d.read)
	}
	bodies := s.sent()
	if len(bodies) != 2 {
		t.Fatalf("%d requests, want 2", len(bodies))
	}
	told := [2][]json.RawMessage{
		sentBefore(t, h, p, bodies[0], history, 0),
		sentBefore(t, h, p, bodies[1], history, 1100),
	}
	for i, m := range told[0] {
		if got, want := unmarked(told[1][i]), unmarked(m); got != want {
			t.Errorf("message %d was sent as\n%s then as\n%s", i, want, got)
		}
	}
	var after string
	for _, m := range told[1][len(told[0]):] {
		result, err := parse(m)
		if err != nil {
			t.Fatal(err)
		}
		after += result.encode() + "\n"
	}
	for _, want := range []string{`1 package \u003cmain\u003e \u0026 more`, "path: required", "first_line: ", "format_disk"} {
		if !strings.Contains(after, want) {
			t.Errorf("the results lack %q:\n%s", want, after)
		}
	}
}

// sentBefore checks our members in a body, and that the tail ends its history. It returns what stands in front of that.
func sentBefore(t *testing.T, h Host, p prompt.Provider, body []byte, history string, used int64) []json.RawMessage {
	t.Helper()
	want, err := h.Assembler.Request(p, h.turn(used))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range routes() {
		if r.provider == p {
			r.check(t, "request", body, want)
		}
	}
	var told []json.RawMessage
	if err := json.Unmarshal(members(t, body)[history], &told); err != nil {
		t.Fatal(err)
	}
	last := len(told) - 1
	if want.Tail == "" || !bytes.Contains(told[last], []byte(encoded(t, want.Tail))) {
		t.Errorf("the request ends with %s, want the tail %q", told[last], want.Tail)
	}
	return told[:last]
}

// unmarked removes the host's own mark from a message.
func unmarked(m json.RawMessage) string {
	return strings.NewReplacer(
		`,"cache_control":{"type":"ephemeral"}`, "", `"cache_control":{"type":"ephemeral"},`, "",
		`,"prompt_cache_breakpoint":{"mode":"explicit"}`, "", `"prompt_cache_breakpoint":{"mode":"explicit"},`, "",
	).Replace(string(m))
}

func TestAnthropicLoop(t *testing.T) {
	h, d := host(t, prompt.Native)
	s := serve(t, anthropicAnswer("Let me look.", calls()...), anthropicAnswer(report))
	var history []anthropic.MessageParam
	for _, text := range opening(t, h) {
		history = append(history, anthropic.NewUserMessage(anthropic.NewTextBlock(text)))
	}
	history, err := Anthropic(t.Context(), anthropicClient(s), h, history)
	if err != nil {
		t.Fatal(err)
	}
	if last := history[len(history)-1]; last.OfAssistant == nil || last.OfAssistant.Content[0].OfText.Text != report {
		t.Errorf("the history does not end with the report")
	}
	kept, err := json.Marshal(history)
	if err != nil || bytes.Contains(kept, []byte("cache_control")) {
		t.Errorf("the history keeps marks: %s %v", kept, err)
	}
	settled(t, h, d, prompt.Anthropic, s, "messages")
	for _, body := range s.sent() {
		var messages []json.RawMessage
		if err := json.Unmarshal(members(t, body)["messages"], &messages); err != nil {
			t.Fatal(err)
		}
		for i, m := range messages {
			if got, want := bytes.Count(m, []byte("cache_control")), i == len(messages)-2; got == 1 != want {
				t.Errorf("message %d of %d has %d marks", i, len(messages), got)
			}
		}
		if n := bytes.Count(body, []byte(`"cache_control"`)); n > 4 {
			t.Errorf("%d marks in a request", n)
		}
	}
}

func TestOpenAIChatLoop(t *testing.T) {
	h, d := host(t, prompt.Native)
	s := serve(t, chatAnswer("Let me look.", calls()...), chatAnswer(report))
	var history []openai.ChatCompletionMessageParamUnion
	for _, text := range opening(t, h) {
		history = append(history, openai.UserMessage(text))
	}
	opened := len(history)
	history, err := OpenAIChat(t.Context(), openaiClient(s), h, history)
	if err != nil {
		t.Fatal(err)
	}
	if last := history[len(history)-1]; last.OfAssistant == nil || last.OfAssistant.Content.OfString.Value != report {
		t.Errorf("the history does not end with the report")
	}
	settled(t, h, d, prompt.OpenAIChat, s, "messages")
	for _, body := range s.sent() {
		var messages []json.RawMessage
		if err := json.Unmarshal(members(t, body)["messages"], &messages); err != nil {
			t.Fatal(err)
		}
		for i, m := range messages[1:] { // behind the system text
			if got, want := bytes.Count(m, []byte("prompt_cache_breakpoint")), i == opened-1; got == 1 != want {
				t.Errorf("message %d has %d marks", i, got)
			}
		}
	}
}

func TestOpenAIResponsesLoop(t *testing.T) {
	h, d := host(t, prompt.Native)
	s := serve(t, responsesAnswer("Let me look.", calls()...), responsesAnswer(report))
	var history responses.ResponseInputParam
	for _, text := range opening(t, h) {
		history = append(history, userItem(text))
	}
	opened := len(history)
	history, err := OpenAIResponses(t.Context(), openaiClient(s), h, history)
	if err != nil {
		t.Fatal(err)
	}
	if last := encoded(t, history[len(history)-1]); !strings.Contains(last, report) {
		t.Errorf("the history ends with %s", last)
	}
	settled(t, h, d, prompt.OpenAIResponses, s, "input")
	for _, body := range s.sent() {
		var items []json.RawMessage
		if err := json.Unmarshal(members(t, body)["input"], &items); err != nil {
			t.Fatal(err)
		}
		for i, m := range items[1:] { // behind the system text
			if got, want := bytes.Count(m, []byte("prompt_cache_breakpoint")), i == opened-1; got == 1 != want {
				t.Errorf("item %d has %d marks", i, got)
			}
		}
	}
}

func TestGeminiLoop(t *testing.T) {
	h, d := host(t, prompt.Native)
	s := serve(t, geminiAnswer("Let me look.", calls()...), geminiAnswer(report))
	var history []*genai.Content
	for _, text := range opening(t, h) {
		history = append(history, genai.NewContentFromText(text, genai.RoleUser))
	}
	history, err := Gemini(t.Context(), geminiClient(t, s), h, history)
	if err != nil {
		t.Fatal(err)
	}
	if last := history[len(history)-1]; last.Role != genai.RoleModel || last.Parts[0].Text != report {
		t.Errorf("the history does not end with the report")
	}
	settled(t, h, d, prompt.Gemini, s, "contents")
	if !bytes.Contains(s.sent()[1], []byte(`"thoughtSignature":"c2ln"`)) {
		t.Error("the signature of a thought was not sent back")
	}
}

// TestEmptyArguments pins that a call without arguments is one with none.
func TestEmptyArguments(t *testing.T) {
	h, _ := host(t, prompt.Native)
	s := serve(t, reply{body: `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"read_file"}}]}}]}`}, geminiAnswer(report))
	if _, err := Gemini(t.Context(), geminiClient(t, s), h, genai.Text(user)); err != nil {
		t.Fatal(err)
	}
	if second := s.sent()[1]; !bytes.Contains(second, []byte(`- path: required"`)) {
		t.Errorf("the model is told %s", second)
	}
	if out, failed := h.run(t.Context(), prompt.Call{Name: "read_file"}); !failed || !strings.HasSuffix(out, "- path: required") {
		t.Errorf("got %q", out)
	}
}
