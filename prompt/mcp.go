package prompt

// MCP returns the tools as an MCP server lists them, with what the registry says of their effects as hints. The list of a
// resumed session shows the schemas that calls are checked against.
func (t *Tools) MCP() Values {
	e := envelope{toolsOpen: `[`, toolsEnd: `]`, appendTool: func(dst []byte, o *offer, _ string) []byte {
		dst = o.appendHead(dst, `{"name":`)
		dst = append(dst, `,"inputSchema":`...)
		if t.frozen {
			dst = append(dst, o.schema.Value()...)
		} else {
			dst = o.appendSchema(dst, plainDialect, hostAsIs)
		}
		if o.spec.Hints != "" {
			dst = append(dst, `,"annotations":`...)
			dst = append(dst, o.spec.Hints...)
		}
		return append(dst, '}')
	}}
	return e.tools(t.list(), "")
}
