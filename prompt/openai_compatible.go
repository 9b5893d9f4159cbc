package prompt

// openAICompatibleEnvelope is that of other servers with chat completions: nothing in it that only OpenAI has. The
// system text is one string of the role that all of them know, and the only element of Request.System.
func openAICompatibleEnvelope() envelope {
	return envelope{
		systemOpen: `{"role":"system","content":`, systemEnd: `}`,
		appendBlock: func(dst []byte, text, _ string) []byte { return appendString(dst, text) },
		oneBlock:    true,
		toolsOpen:   `[`, toolsEnd: `]`,
		appendTool: func(dst []byte, t *offer, _ string) []byte {
			dst = t.appendHead(dst, `{"type":"function","function":{"name":`)
			dst = append(dst, `,"parameters":`...)
			dst = t.appendSchema(dst, plainDialect, hostFilled)
			return append(dst, `}}`...)
		},
	}
}
