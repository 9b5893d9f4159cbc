package prompt

// openAIResponsesEnvelope is that of OpenAI's Responses: the system text is the first element of "input", because
// "instructions" holds no marks. That element says its type, without which OpenAI's own types read no input at all.
func openAIResponsesEnvelope() envelope {
	return envelope{
		systemOpen: `{"type":"message","role":"developer","content":[`, systemEnd: `]}`,
		appendBlock: func(dst []byte, text, mark string) []byte {
			dst = append(dst, `{"type":"input_text","text":`...)
			dst = appendString(dst, text)
			dst = append(dst, mark...)
			return append(dst, '}')
		},
		toolsOpen: `[`, toolsEnd: `]`,
		appendTool: func(dst []byte, t *offer, _ string) []byte {
			dst = t.appendHead(dst, `{"type":"function","name":`)
			dst = append(dst, `,"strict":`...)
			dst = appendOpenAISchema(dst, t)
			return append(dst, '}')
		},
		mark:    openAIMark,
		options: `{"mode":"explicit"}`,
	}
}
