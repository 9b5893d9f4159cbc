package conformance

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"github.com/promptgen/promptgen/prompt"
)

// responsesParams is one request to OpenAI's Responses, for New and NewStreaming alike. The system text is the first
// item of the input: the member instructions can hold no marks.
func responsesParams(r prompt.Request, history responses.ResponseInputParam) responses.ResponseNewParams {
	p := responses.ResponseNewParams{Model: "gpt-5.6", Store: openai.Bool(false)}
	p.Include = []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent}
	for v := range r.Tools.All() {
		p.Tools = append(p.Tools, param.Override[responses.ToolUnionParam](v))
	}
	var input responses.ResponseInputParam
	if !r.System.IsZero() {
		input = append(input, param.Override[responses.ResponseInputItemUnionParam](r.System))
	}
	input = append(input, responsesMarked(r, history)...)
	if r.Tail != "" {
		input = append(input, userItem(r.Tail))
	}
	p.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: input}
	if r.CacheOptions != "" {
		p.PromptCacheOptions = param.Override[responses.ResponseNewParamsPromptCacheOptions](r.CacheOptions)
	}
	return p
}

// userItem is a message of the user's as one part, which can hold a mark.
func userItem(text string) responses.ResponseInputItemUnionParam {
	part := responses.ResponseInputContentUnionParam{OfInputText: &responses.ResponseInputTextParam{Text: text}}
	item := responses.ResponseInputItemParamOfInputMessage(responses.ResponseInputMessageContentListParam{part}, "user")
	item.OfInputMessage.Type = "message" // the SDK reads no stored input back whose items lack it
	return item
}

// responsesMarked returns a copy of the history with the host's own mark.
func responsesMarked(r prompt.Request, history responses.ResponseInputParam) responses.ResponseInputParam {
	history = slices.Clone(history)
	turns := make([]prompt.HostTurn, len(history))
	for i, item := range history {
		if m := item.OfInputMessage; m != nil {
			turns[i] = prompt.HostTurn{Role: m.Role, Empty: m.Content[0].OfInputText.Text == ""}
		}
	}
	if at := prompt.RollingMark(prompt.OpenAIResponses, turns); r.Rolling && at >= 0 {
		item := userItem(history[at].OfInputMessage.Content[0].OfInputText.Text)
		item.OfInputMessage.Content[0].OfInputText.PromptCacheBreakpoint = responses.NewResponseInputTextPromptCacheBreakpointParam()
		history[at] = item
	}
	return history
}

// OpenAIResponses answers the last message of the history over Responses.
func OpenAIResponses(ctx context.Context, client openai.Client, h Host, history responses.ResponseInputParam) (responses.ResponseInputParam, error) {
	for used := int64(0); ; {
		r, err := h.Assembler.Request(prompt.OpenAIResponses, h.turn(used))
		if err != nil {
			return nil, err
		}
		answer, err := client.Responses.New(ctx, responsesParams(r, history))
		if err != nil {
			return nil, err
		}
		used = answer.Usage.TotalTokens
		called := false
		for _, item := range answer.Output { // reasoning and messages go back as they came
			history = append(history, param.Override[responses.ResponseInputItemUnionParam](json.RawMessage(item.RawJSON())))
		}
		for _, item := range answer.Output {
			if c, ok := item.AsAny().(responses.ResponseFunctionToolCall); ok {
				called = true
				out, _ := h.run(ctx, prompt.Call{ID: c.CallID, Name: c.Name, Args: json.RawMessage(c.Arguments)})
				result := responses.ResponseInputItemParamOfFunctionCallOutput(out)
				result.OfFunctionCallOutput.CallID = openai.String(c.CallID)
				history = append(history, result)
			}
		}
		if !called {
			return history, nil
		}
	}
}
