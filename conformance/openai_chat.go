package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"

	"github.com/promptgen/promptgen/prompt"
)

// chatParams is one request to OpenAI's chat completions, for New and NewStreaming alike.
func chatParams(r prompt.Request, history []openai.ChatCompletionMessageParamUnion) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{Model: "gpt-5.6"}
	for v := range r.Tools.All() {
		p.Tools = append(p.Tools, param.Override[openai.ChatCompletionToolUnionParam](v))
	}
	if !r.System.IsZero() {
		p.Messages = append(p.Messages, param.Override[openai.ChatCompletionMessageParamUnion](r.System))
	}
	p.Messages = append(p.Messages, chatMarked(r, history)...)
	if r.Tail != "" {
		p.Messages = append(p.Messages, openai.UserMessage(r.Tail))
	}
	if r.CacheOptions != "" {
		p.PromptCacheOptions = param.Override[openai.ChatCompletionNewParamsPromptCacheOptions](r.CacheOptions)
	}
	return p
}

// chatMarked returns a copy of the history with the host's own mark. Only a part can hold it, so the text of the marked
// message becomes one.
func chatMarked(r prompt.Request, history []openai.ChatCompletionMessageParamUnion) []openai.ChatCompletionMessageParamUnion {
	history = slices.Clone(history)
	turns := make([]prompt.HostTurn, len(history))
	for i, m := range history {
		if m.OfUser != nil { // GetRole is empty before the message is encoded
			turns[i] = prompt.HostTurn{Role: "user", Empty: m.OfUser.Content.OfString.Value == ""}
		}
	}
	if at := prompt.RollingMark(prompt.OpenAIChat, turns); r.Rolling && at >= 0 {
		history[at] = openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{{
			OfText: &openai.ChatCompletionContentPartTextParam{
				Text:                  history[at].OfUser.Content.OfString.Value,
				PromptCacheBreakpoint: openai.NewChatCompletionContentPartTextPromptCacheBreakpointParam(),
			},
		}})
	}
	return history
}

// OpenAIChat answers the last message of the history over chat completions.
func OpenAIChat(ctx context.Context, client openai.Client, h Host, history []openai.ChatCompletionMessageParamUnion) ([]openai.ChatCompletionMessageParamUnion, error) {
	for used := int64(0); ; {
		r, err := h.Assembler.Request(prompt.OpenAIChat, h.turn(used))
		if err != nil {
			return nil, err
		}
		answer, err := client.Chat.Completions.New(ctx, chatParams(r, history))
		if err != nil {
			return nil, err
		}
		if len(answer.Choices) == 0 {
			return nil, errors.New("an answer without a choice")
		}
		msg := answer.Choices[0].Message
		history = append(history, msg.ToParam())
		used = answer.Usage.TotalTokens
		if len(msg.ToolCalls) == 0 {
			return history, nil
		}
		for _, c := range msg.ToolCalls {
			out, _ := h.run(ctx, prompt.Call{ID: c.ID, Name: c.Function.Name, Args: json.RawMessage(c.Function.Arguments)})
			history = append(history, openai.ToolMessage(out, c.ID))
		}
	}
}
