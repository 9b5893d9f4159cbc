package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/promptgen/promptgen/prompt"
)

type object map[string]any

// printBody prints the body of the last request in the format of a provider.
func (h *host) printBody(w io.Writer, provider string) error {
	var body any
	switch provider {
	case prompt.Anthropic.String():
		r, err := h.prompt.Request(prompt.Anthropic, h.turn)
		if err != nil {
			return err
		}
		body = h.anthropic(r)
	case prompt.OpenAIResponses.String():
		r, err := h.prompt.Request(prompt.OpenAIResponses, h.turn)
		if err != nil {
			return err
		}
		body = h.responses(r)
	default:
		return fmt.Errorf("body is %q; want %q or %q", provider, prompt.Anthropic, prompt.OpenAIResponses)
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", "  "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, out.String())
	return err
}

// anthropic is a request to Anthropic's Messages. Its metadata takes the id of a user and nothing else, so what names
// the prompt is kept with the message only.
func (h *host) anthropic(r prompt.Request) any {
	var messages []object
	for _, s := range h.history {
		role, blocks := s.Role, []object{}
		switch {
		case s.Role == "tool":
			role, blocks = "user", []object{{"type": "tool_result", "tool_use_id": s.Call, "content": s.Text}}
		case s.Text != "":
			blocks = []object{{"type": "text", "text": s.Text}}
		}
		for _, c := range s.Calls {
			blocks = append(blocks, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": c.Args})
		}
		if n := len(messages); n > 0 && messages[n-1]["role"] == role { // roles alternate
			messages[n-1]["content"] = slices.Concat(messages[n-1]["content"].([]object), blocks)
			continue
		}
		messages = append(messages, object{"role": role, "content": blocks})
	}
	return struct {
		Model     string        `json:"model"`
		MaxTokens int           `json:"max_tokens"`
		Tools     prompt.Values `json:"tools,omitzero"`
		System    prompt.Values `json:"system,omitzero"`
		Messages  []object      `json:"messages"`
	}{"claude-opus-5", 4096, r.Tools, r.System, messages}
}

// responses is a request to OpenAI's Responses, whose metadata names the prompt.
func (h *host) responses(r prompt.Request) any {
	input := []any{r.System}
	for _, s := range h.history {
		switch {
		case s.Role == "tool":
			input = append(input, object{"type": "function_call_output", "call_id": s.Call, "output": s.Text})
		case s.Text != "":
			input = append(input, object{"role": s.Role, "content": s.Text})
		}
		for _, c := range s.Calls {
			input = append(input, object{"type": "function_call", "call_id": c.ID, "name": c.Name, "arguments": string(c.Args)})
		}
	}
	id := h.prompt.Identity()
	return struct {
		Model        string            `json:"model"`
		Metadata     map[string]string `json:"metadata"`
		CacheOptions prompt.JSON       `json:"prompt_cache_options,omitempty"`
		Tools        prompt.Values     `json:"tools,omitzero"`
		Input        []any             `json:"input"`
	}{"gpt-5.6", map[string]string{"contract": id.Contract, "version": strconv.FormatInt(id.Version, 10), "prompt": h.prompt.Fingerprint().String()}, r.CacheOptions, r.Tools, input}
}
