package prompt

// openAIChatEnvelope is that of OpenAI's chat completions: the system text is the first element of "messages". The
// key "strict" is always sent, so that no server picks a default of its own. Marks stand on parts of that element: tools
// hold none, and lifetimes are the request's.
func openAIChatEnvelope() envelope {
	return envelope{
		systemOpen: `{"role":"developer","content":[`, systemEnd: `]}`,
		appendBlock: appendTextBlock,
		toolsOpen:   `[`, toolsEnd: `]`,
		appendTool: func(dst []byte, t *offer, _ string) []byte {
			dst = append(dst, `{"type":"function","function":{"name":`...)
			dst = appendString(dst, t.spec.Name)
			dst = append(dst, `,"description":`...)
			dst = appendString(dst, t.spec.Doc)
			dst = append(dst, `,"strict":false,"parameters":`...)
			dst = appendSchema(dst, t.spec.Params, plainDialect)
			return append(dst, `}}`...)
		},
		mark:    func(string) string { return `,"prompt_cache_breakpoint":{"mode":"explicit"}` },
		options: `{"mode":"explicit"}`,
	}
}
