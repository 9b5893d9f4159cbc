package conformance

import (
	"context"
	"slices"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"github.com/promptgen/promptgen/prompt"
)

// anthropicParams is one request to Anthropic's Messages, for New and NewStreaming alike.
func anthropicParams(r prompt.Request, history []anthropic.MessageParam) anthropic.MessageNewParams {
	p := anthropic.MessageNewParams{Model: "claude-opus-5", MaxTokens: 4096}
	for v := range r.Tools.All() { // the bytes of the snapshot, cache marks included
		p.Tools = append(p.Tools, param.Override[anthropic.ToolUnionParam](v))
	}
	for v := range r.System.All() {
		p.System = append(p.System, param.Override[anthropic.TextBlockParam](v))
	}
	p.Messages = anthropicMarked(r, history)
	if r.Tail != "" { // behind the last message and behind the mark, and not in the history
		p.Messages = append(p.Messages, anthropic.NewUserMessage(anthropic.NewTextBlock(r.Tail)))
	}
	return p
}

// anthropicMarked returns a copy of the history with the host's own mark, which belongs to this request alone.
func anthropicMarked(r prompt.Request, history []anthropic.MessageParam) []anthropic.MessageParam {
	history = slices.Clone(history)
	turns := make([]prompt.HostTurn, len(history))
	for i, m := range history {
		turns[i] = prompt.HostTurn{Role: *m.GetRole(), Empty: !slices.ContainsFunc(blocks(m), markable)}
	}
	if at := prompt.RollingMark(prompt.Anthropic, turns); r.Rolling && at >= 0 {
		history[at] = withMark(history[at])
	}
	return history
}

func blocks(m anthropic.MessageParam) []anthropic.ContentBlockParamUnion {
	switch {
	case m.OfUser != nil:
		return m.OfUser.Content
	case m.OfAssistant != nil:
		return m.OfAssistant.Content
	}
	return nil
}

// markable reports whether a block can hold a mark: empty text and thinking can't.
func markable(b anthropic.ContentBlockParamUnion) bool {
	return b.OfText != nil && b.OfText.Text != "" || b.OfToolUse != nil || b.OfToolResult != nil
}

// withMark marks the last block that can hold it. Message and block are pointers that the history keeps, so both are
// copied: a history that keeps its marks has one more in every turn, and the fifth is refused.
func withMark(m anthropic.MessageParam) anthropic.MessageParam {
	content := slices.Clone(blocks(m))
	last := len(content) - 1
	for !markable(content[last]) { // the turn was chosen because a block is
		last--
	}
	b, mark := &content[last], anthropic.NewCacheControlEphemeralParam() // a zero CacheControlEphemeralParam is no mark
	switch {
	case b.OfText != nil:
		text := *b.OfText
		text.CacheControl = mark
		b.OfText = &text
	case b.OfToolUse != nil:
		use := *b.OfToolUse
		use.CacheControl = mark
		b.OfToolUse = &use
	case b.OfToolResult != nil:
		result := *b.OfToolResult
		result.CacheControl = mark
		b.OfToolResult = &result
	}
	if m.OfUser != nil {
		return anthropic.NewUserMessage(content...)
	}
	return anthropic.NewAssistantMessage(content...)
}

// Anthropic answers the last message of the history: it runs the calls that the model makes until it makes none. It
// returns the history with all that was said.
func Anthropic(ctx context.Context, client anthropic.Client, h Host, history []anthropic.MessageParam) ([]anthropic.MessageParam, error) {
	for used := int64(0); ; {
		r, err := h.Assembler.Request(prompt.Anthropic, h.turn(used))
		if err != nil {
			return nil, err
		}
		msg, err := client.Messages.New(ctx, anthropicParams(r, history))
		if err != nil {
			return nil, err
		}
		history = append(history, msg.ToParam())
		u := msg.Usage // what the cache held is not among the input tokens
		used = u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens + u.OutputTokens
		var results []anthropic.ContentBlockParamUnion
		for _, b := range msg.Content {
			if u, ok := b.AsAny().(anthropic.ToolUseBlock); ok {
				out, failed := h.run(ctx, prompt.Call{ID: u.ID, Name: u.Name, Args: u.Input})
				results = append(results, anthropic.NewToolResultBlock(u.ID, out, failed))
			}
		}
		if results == nil {
			return history, nil
		}
		history = append(history, anthropic.NewUserMessage(results...))
	}
}
