package conformance

import (
	"context"
	"io"
	"strings"

	"github.com/openai/openai-go/v3"

	"github.com/promptgen/promptgen/prompt"
)

// XML answers the last message of the history with a model that writes its calls into its text, as the system text
// tells it: a local one, say, behind a server that speaks chat completions. Text goes to w as it arrives.
func XML(ctx context.Context, client openai.Client, h Host, w io.Writer, history []openai.ChatCompletionMessageParamUnion) ([]openai.ChatCompletionMessageParamUnion, error) {
	for used := int64(0); ; {
		r, err := h.Assembler.Request(prompt.OpenAICompatible, h.turn(used))
		if err != nil {
			return nil, err
		}
		params := chatParams(r, history)
		params.Model = "local"
		params.StreamOptions.IncludeUsage = openai.Bool(true)
		parser, answer, complete := h.Assembler.Tools().Parser(), "", false
		stream := client.Chat.Completions.NewStreaming(ctx, params)
		for stream.Next() {
			chunk := stream.Current()
			if n := chunk.Usage.TotalTokens; n > 0 {
				used = n
			}
			for _, c := range chunk.Choices {
				answer += c.Delta.Content
				complete = complete || c.FinishReason == "stop"
				if err := show(w, parser.Feed(nil, c.Delta.Content)); err != nil {
					return nil, err
				}
			}
		}
		if err := stream.Err(); err != nil {
			return nil, err
		}
		history = append(history, openai.AssistantMessage(answer))
		results := h.results(ctx, parser.Close(complete))
		if results == "" {
			return history, nil
		}
		history = append(history, openai.UserMessage(results))
	}
}

// show writes the text of an answer, without reasoning and calls.
func show(w io.Writer, events []prompt.Event) error {
	for _, e := range events {
		if e.Kind == prompt.Text {
			if _, err := io.WriteString(w, e.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// results runs the calls of an answer. Where anything is wrong with it there are none, and the model hears what.
func (h Host) results(ctx context.Context, m prompt.Message) string {
	var out []string
	for _, c := range m.Calls {
		result, _ := h.run(ctx, c)
		out = append(out, "Result of "+c.Name+":\n"+result)
	}
	for _, err := range m.Errs {
		out = append(out, err.Error())
	}
	return strings.Join(out, "\n\n")
}
