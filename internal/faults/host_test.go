package faults_test

import (
	"encoding/json"
	"slices"

	"github.com/promptgen/promptgen/gen/coder"
	"github.com/promptgen/promptgen/prompt"
)

// This file is a host, whose code docs/requests.md shows: it puts requests together with encoding/json alone.

// said is a turn of the history, as the host stores it: without marks and without tails.
type said struct {
	Role   string // "user", "assistant" or "tool"
	Text   string
	CallID string          // of a call of the assistant, and of its result
	Tool   string          // the tool that is called
	Args   json.RawMessage // what it is called with
}

// object is written by encoding/json with its keys in order of their names, so always alike.
type object map[string]any

// rolling returns the turn that gets the host's own mark, or -1.
func rolling(p prompt.Provider, r prompt.Request, history []said) int {
	if !r.Rolling {
		return -1
	}
	turns := make([]prompt.HostTurn, len(history))
	for i, h := range history {
		turns[i] = prompt.HostTurn{Role: h.Role, Empty: h.Text == "" && h.Tool == ""}
	}
	return prompt.RollingMark(p, turns)
}

// anthropicBody is the body of one request to Anthropic's Messages.
func anthropicBody(a *coder.Assembler, t coder.Turn, history []said) ([]byte, error) {
	r, err := a.Request(prompt.Anthropic, t)
	if err != nil {
		return nil, err
	}
	mark := rolling(prompt.Anthropic, r, history)
	var messages []object
	for i, h := range history {
		messages = append(messages, anthropicMessage(h, i == mark))
	}
	if r.Tail != "" { // behind the last message and behind the mark, and not in the history
		messages = append(messages, anthropicMessage(said{Role: "user", Text: r.Tail}, false))
	}
	return json.Marshal(struct {
		Model     string        `json:"model"`
		MaxTokens int           `json:"max_tokens"`
		Tools     prompt.Values `json:"tools,omitzero"`
		System    prompt.Values `json:"system,omitzero"`
		Messages  []object      `json:"messages"`
	}{"claude-opus-5", 4096, r.Tools, r.System, messages})
}

func anthropicMessage(h said, marked bool) object {
	role, block := h.Role, object{"type": "text", "text": h.Text}
	switch {
	case h.Role == "tool":
		role, block = "user", object{"type": "tool_result", "tool_use_id": h.CallID, "content": h.Text}
	case h.Tool != "":
		block = object{"type": "tool_use", "id": h.CallID, "name": h.Tool, "input": h.Args}
	}
	if marked { // no ttl: none may be longer than those in front
		block["cache_control"] = object{"type": "ephemeral"}
	}
	return object{"role": role, "content": []object{block}}
}

// openAIBody is the body of one request to OpenAI's chat completions.
func openAIBody(a *coder.Assembler, t coder.Turn, history []said) ([]byte, error) {
	r, err := a.Request(prompt.OpenAIChat, t)
	if err != nil {
		return nil, err
	}
	mark := rolling(prompt.OpenAIChat, r, history)
	messages := []any{r.System}
	for i, h := range history {
		messages = append(messages, openAIMessage(h, i == mark))
	}
	if r.Tail != "" {
		messages = append(messages, openAIMessage(said{Role: "user", Text: r.Tail}, false))
	}
	return json.Marshal(struct {
		Model        string        `json:"model"`
		CacheOptions prompt.JSON   `json:"prompt_cache_options,omitempty"`
		Tools        prompt.Values `json:"tools,omitzero"`
		Messages     []any         `json:"messages"`
	}{"gpt-5.6", r.CacheOptions, r.Tools, messages})
}

func openAIMessage(h said, marked bool) object {
	part := object{"type": "text", "text": h.Text}
	if marked {
		part["prompt_cache_breakpoint"] = object{"mode": "explicit"}
	}
	m := object{"role": h.Role, "content": []object{part}}
	switch {
	case h.Role == "tool":
		m["tool_call_id"] = h.CallID
	case h.Tool != "":
		call := object{"name": h.Tool, "arguments": string(h.Args)}
		m = object{"role": h.Role, "tool_calls": []object{{"id": h.CallID, "type": "function", "function": call}}}
	}
	return m
}

// geminiBody is the body of one request to Gemini's generateContent, which takes no marks.
func geminiBody(a *coder.Assembler, t coder.Turn, history []said) ([]byte, error) {
	r, err := a.Request(prompt.Gemini, t)
	if err != nil {
		return nil, err
	}
	if r.Tail != "" {
		history = append(slices.Clone(history), said{Role: "user", Text: r.Tail})
	}
	var contents []object
	for _, h := range history {
		role, part := "user", object{"text": h.Text}
		switch {
		case h.Role == "tool":
			part = object{"functionResponse": object{"name": h.Tool, "response": object{"output": h.Text}}}
		case h.Role == "assistant" && h.Tool != "":
			role, part = "model", object{"functionCall": object{"name": h.Tool, "args": h.Args}}
		case h.Role == "assistant":
			role = "model"
		}
		contents = append(contents, object{"role": role, "parts": []object{part}})
	}
	return json.Marshal(struct {
		SystemInstruction prompt.Values `json:"systemInstruction,omitzero"`
		Tools             prompt.Values `json:"tools,omitzero"`
		Contents          []object      `json:"contents"`
	}{r.System, r.Tools, contents})
}
