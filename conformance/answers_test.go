package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
)

// What a scripted model says: a call where call has a name, else a text. The answers have the form of each provider, as
// one value and as a stream.

// call is a call that the model makes.
type call struct {
	id, name, args string
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func anthropicAnswer(text string, calls ...call) reply {
	content, stop := []string{`{"type":"text","text":` + quoted(text) + `}`}, "end_turn"
	for _, c := range calls {
		content, stop = append(content, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, c.id, c.name, c.args)), "tool_use"
	}
	return reply{body: fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[%s],"stop_reason":%q,"stop_sequence":null,`+
		`"usage":{"input_tokens":1000,"cache_read_input_tokens":0,"cache_creation_input_tokens":0,"output_tokens":100}}`, strings.Join(content, ","), stop)}
}

func anthropicStream() reply {
	return events("message_start", `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}`,
		"content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		"content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Done."}}`,
		"content_block_stop", `{"type":"content_block_stop","index":0}`,
		"message_delta", `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`,
		"message_stop", `{"type":"message_stop"}`)
}

func chatAnswer(text string, calls ...call) reply {
	var list []string
	for _, c := range calls {
		list = append(list, fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, c.id, c.name, quoted(c.args)))
	}
	message := fmt.Sprintf(`{"role":"assistant","content":%s,"refusal":null}`, quoted(text))
	finish := "stop"
	if list != nil {
		message, finish = fmt.Sprintf(`{"role":"assistant","content":%s,"refusal":null,"tool_calls":[%s]}`, quoted(text), strings.Join(list, ",")), "tool_calls"
	}
	return reply{body: fmt.Sprintf(`{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":%s,"finish_reason":%q}],`+
		`"usage":{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100}}`, message, finish)}
}

func chatStream() reply { return chatDeltas("Done.") }

// chatDeltas is a text that streams a few bytes at a time.
func chatDeltas(text string) reply {
	const chunk = `{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":%s},"finish_reason":%s}]}`
	var pairs []string
	for len(text) > 0 {
		n := min(5, len(text))
		pairs = append(pairs, "", fmt.Sprintf(chunk, quoted(text[:n]), "null"))
		text = text[n:]
	}
	pairs = append(pairs, "", fmt.Sprintf(chunk, `""`, `"stop"`),
		"", `{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100}}`,
		"", `[DONE]`)
	return events(pairs...)
}

func responsesAnswer(text string, calls ...call) reply {
	var items []string
	for _, c := range calls {
		items = append(items, fmt.Sprintf(`{"type":"function_call","id":"fc_1","status":"completed","call_id":%q,"name":%q,"arguments":%s}`, c.id, c.name, quoted(c.args)))
	}
	items = append(items, fmt.Sprintf(`{"type":"message","id":"m_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":%s,"annotations":[]}]}`, quoted(text)))
	return reply{body: fmt.Sprintf(`{"id":"r1","object":"response","created_at":1,"model":"m","status":"completed","output":[%s],`+
		`"usage":{"input_tokens":1000,"output_tokens":100,"total_tokens":1100}}`, strings.Join(items, ","))}
}

func responsesStream() reply {
	return events("response.completed", `{"type":"response.completed","sequence_number":0,"response":`+responsesAnswer("Done.").body+`}`)
}

func geminiAnswer(text string, calls ...call) reply {
	parts := []string{`{"text":` + quoted(text) + `}`}
	for _, c := range calls {
		parts = append(parts, fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q,"args":%s},"thoughtSignature":"c2ln"}`, c.id, c.name, c.args))
	}
	return reply{body: fmt.Sprintf(`{"candidates":[{"content":{"role":"model","parts":[%s]},"finishReason":"STOP"}],`+
		`"usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":100,"totalTokenCount":1100}}`, strings.Join(parts, ","))}
}

func geminiStream() reply { return events("", geminiAnswer("Done.").body) }

// events is a stream of events: a name, or "", and a body for each.
func events(pairs ...string) reply {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] != "" {
			b.WriteString("event: " + pairs[i] + "\n")
		}
		b.WriteString("data: " + pairs[i+1] + "\n\n")
	}
	return reply{stream: true, body: b.String()}
}
