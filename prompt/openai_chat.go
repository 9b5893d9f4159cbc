package prompt

// openAIChatEnvelope is that of OpenAI's chat completions: the system text is the first element of "messages". Marks
// stand on parts of that element: tools hold none, and lifetimes are the request's.
func openAIChatEnvelope() envelope {
	return envelope{
		systemOpen: `{"role":"developer","content":[`, systemEnd: `]}`,
		appendBlock: appendTextBlock,
		toolsOpen:   `[`, toolsEnd: `]`,
		appendTool: func(dst []byte, t *offer, _ string) []byte {
			dst = t.appendHead(dst, `{"type":"function","function":{"name":`)
			dst = append(dst, `,"strict":`...)
			dst = appendOpenAISchema(dst, t)
			return append(dst, `}}`...)
		},
		mark:    openAIMark,
		options: `{"mode":"explicit"}`,
	}
}

// openAIMark is the same for every lifetime.
func openAIMark(string) string { return `,"prompt_cache_breakpoint":{"mode":"explicit"}` }

// appendOpenAISchema appends whether the tool is strict and its schema. The key "strict" is always sent, so that no
// server picks a default of its own.
func appendOpenAISchema(dst []byte, t *offer) []byte {
	if t.spec.Strict&StrictOpenAI != 0 {
		dst = append(dst, `true,"parameters":`...)
		return appendSchema(dst, t.spec.Params, openAIStrictDialect)
	}
	dst = append(dst, `false,"parameters":`...)
	return t.appendSchema(dst, plainDialect, hostFilled)
}
