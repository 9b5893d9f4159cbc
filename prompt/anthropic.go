package prompt

// anthropicEnvelope is that of Anthropic's Messages: "system" is an array of text blocks, "tools" one of tools.
func anthropicEnvelope() envelope {
	return envelope{
		systemOpen: `[`, systemEnd: `]`,
		appendBlock: appendTextBlock,
		toolsOpen:   `[`, toolsEnd: `]`,
		appendTool: func(dst []byte, t *offer, mark string) []byte {
			dst = t.appendHead(dst, `{"name":`)
			d := plainDialect
			if t.spec.Strict&StrictAnthropic != 0 {
				d = anthropicStrictDialect
				dst = append(dst, `,"strict":true`...)
			}
			dst = append(dst, `,"input_schema":`...)
			dst = t.appendSchema(dst, d, hostAsIs)
			dst = append(dst, mark...)
			return append(dst, '}')
		},
		mark: func(ttl string) string {
			if ttl == "" {
				return `,"cache_control":{"type":"ephemeral"}`
			}
			return `,"cache_control":{"type":"ephemeral","ttl":"` + ttl + `"}`
		},
		marksTools: true,
	}
}

// appendTextBlock appends {"type":"text","text":…}, which several formats share.
func appendTextBlock(dst []byte, text, mark string) []byte {
	dst = append(dst, `{"type":"text","text":`...)
	dst = appendString(dst, text)
	dst = append(dst, mark...)
	return append(dst, '}')
}
