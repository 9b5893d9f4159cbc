package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/promptgen/promptgen/gen/codertest"
	"github.com/promptgen/promptgen/prompt"
)

// route is the documented way of a request through an SDK.
type route struct {
	provider       prompt.Provider
	answer, stream reply
	// send sends one request with a short history, and reads the whole answer.
	send func(ctx context.Context, t *testing.T, s *server, r prompt.Request, stream bool) error
	// system and options find those members in a body.
	system  func(t *testing.T, body map[string]json.RawMessage) json.RawMessage
	options string
}

func routes() []route {
	return []route{
		{
			provider: prompt.Anthropic, answer: anthropicAnswer("Done."), stream: anthropicStream(),
			send:   sendAnthropic,
			system: func(_ *testing.T, b map[string]json.RawMessage) json.RawMessage { return b["system"] },
		},
		{
			provider: prompt.OpenAIChat, answer: chatAnswer("Done."), stream: chatStream(),
			send:    sendChat,
			system:  func(t *testing.T, b map[string]json.RawMessage) json.RawMessage { return first(t, b["messages"]) },
			options: "prompt_cache_options",
		},
		{
			provider: prompt.OpenAIResponses, answer: responsesAnswer("Done."), stream: responsesStream(),
			send:    sendResponses,
			system:  func(t *testing.T, b map[string]json.RawMessage) json.RawMessage { return first(t, b["input"]) },
			options: "prompt_cache_options",
		},
		{
			provider: prompt.OpenAICompatible, answer: chatAnswer("Done."), stream: chatStream(),
			send:    sendChat,
			system:  func(t *testing.T, b map[string]json.RawMessage) json.RawMessage { return first(t, b["messages"]) },
			options: "prompt_cache_options",
		},
		{
			provider: prompt.Gemini, answer: geminiAnswer("Done."), stream: geminiStream(),
			send:   sendGemini,
			system: func(_ *testing.T, b map[string]json.RawMessage) json.RawMessage { return b["systemInstruction"] },
		},
		{
			provider: prompt.GeminiOpenAPI, answer: geminiAnswer("Done."), stream: geminiStream(),
			send:   sendGemini,
			system: func(_ *testing.T, b map[string]json.RawMessage) json.RawMessage { return b["systemInstruction"] },
		},
	}
}

func sendAnthropic(ctx context.Context, _ *testing.T, s *server, r prompt.Request, stream bool) error {
	client := anthropicClient(s)
	params := anthropicParams(r, []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("Hi <you> & me."))})
	if !stream {
		_, err := client.Messages.New(ctx, params)
		return err
	}
	var msg anthropic.Message
	events := client.Messages.NewStreaming(ctx, params)
	for events.Next() {
		if err := msg.Accumulate(events.Current()); err != nil {
			return err
		}
	}
	return done(events.Err(), len(msg.Content) > 0)
}

func sendChat(ctx context.Context, _ *testing.T, s *server, r prompt.Request, stream bool) error {
	client := openaiClient(s)
	params := chatParams(r, []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hi <you> & me.")})
	if !stream {
		_, err := client.Chat.Completions.New(ctx, params)
		return err
	}
	var answer openai.ChatCompletionAccumulator
	chunks := client.Chat.Completions.NewStreaming(ctx, params)
	for chunks.Next() {
		answer.AddChunk(chunks.Current())
	}
	return done(chunks.Err(), len(answer.Choices) > 0)
}

func sendResponses(ctx context.Context, _ *testing.T, s *server, r prompt.Request, stream bool) error {
	client := openaiClient(s)
	params := responsesParams(r, responses.ResponseInputParam{userItem("Hi <you> & me.")})
	if !stream {
		_, err := client.Responses.New(ctx, params)
		return err
	}
	text := ""
	events := client.Responses.NewStreaming(ctx, params)
	for events.Next() {
		if e, ok := events.Current().AsAny().(responses.ResponseCompletedEvent); ok {
			text = e.Response.OutputText()
		}
	}
	return done(events.Err(), text != "")
}

func sendGemini(ctx context.Context, t *testing.T, s *server, r prompt.Request, stream bool) error {
	client := geminiClient(t, s)
	contents := geminiContents(r, genai.Text("Hi <you> & me."))
	if !stream {
		_, err := client.Models.GenerateContent(ctx, geminiModel, contents, geminiConfig(r))
		return err
	}
	some := false
	for answer, err := range client.Models.GenerateContentStream(ctx, geminiModel, contents, geminiConfig(r)) {
		if err != nil {
			return err
		}
		some = some || answer.Text() != ""
	}
	return done(nil, some)
}

// done is the error of a stream; one without content is none that was read.
func done(err error, content bool) error {
	if err == nil && !content {
		return fmt.Errorf("the stream brought nothing")
	}
	return err
}

// TestRoutes sends the request of every cell by the documented route: at once, streaming, and after answers that make
// the client try again. Our members arrive as they are, each time.
func TestRoutes(t *testing.T) {
	for _, route := range routes() {
		t.Run(route.provider.String(), func(t *testing.T) {
			for _, stream := range []bool{false, true} {
				end := route.answer
				if stream {
					end = route.stream
				}
				for name, cell := range codertest.Cells() {
					r := request(t, assembler(t, cell), route.provider, cell.Turn)
					s := serve(t, broken(), overloaded(), end)
					label := fmt.Sprintf("%s, stream %t", name, stream)
					if err := route.send(t.Context(), t, s, r, stream); err != nil {
						t.Fatalf("%s: %v", label, err)
					}
					bodies := s.sent()
					if len(bodies) != 3 {
						t.Fatalf("%s: %d requests, want 3", label, len(bodies))
					}
					for _, b := range bodies[1:] {
						if !bytes.Equal(b, bodies[0]) {
							t.Errorf("%s: a retry sent other bytes", label)
						}
					}
					route.check(t, label, bodies[0], r)
				}
			}
		})
	}
}

// check compares the members of a body with what the registry contributes.
func (r route) check(t *testing.T, label string, body []byte, want prompt.Request) {
	t.Helper()
	m := members(t, body)
	if want.Tools.IsZero() {
		same(t, label+": tools", m["tools"], nil)
	} else {
		same(t, label+": tools", m["tools"], want.Tools.Append(nil))
	}
	same(t, label+": system", r.system(t, m), want.System.Append(nil))
	if r.options != "" {
		same(t, label+": "+r.options, m[r.options], []byte(want.CacheOptions))
	}
}

// TestGeminiCache stores tools and system text with Gemini, and sends a request that uses them.
func TestGeminiCache(t *testing.T) {
	h, _ := host(t, prompt.Native)
	r := request(t, h.Assembler, prompt.Gemini, h.turn(0))
	s := serve(t, reply{body: `{"name":"cachedContents/abc"}`}, geminiAnswer(report))
	client := geminiClient(t, s)
	config, err := geminiCached(t.Context(), client, r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Models.GenerateContent(t.Context(), geminiModel, geminiContents(r, genai.Text(user)), config); err != nil {
		t.Fatal(err)
	}
	stored, sent := members(t, s.sent()[0]), members(t, s.sent()[1])
	same(t, "tools", stored["tools"], r.Tools.Append(nil))
	same(t, "system", stored["systemInstruction"], r.System.Append(nil))
	same(t, "ttl", stored["ttl"], []byte(`"3600s"`))
	same(t, "cache", sent["cachedContent"], []byte(`"cachedContents/abc"`))
	for _, m := range []string{"tools", "systemInstruction", "toolConfig"} {
		same(t, m, sent[m], nil)
	}
}
