package prompt

// Docs returns the documentation of the tools for the XML transport: what each is for, its parameters, and a call. A
// blank line stands between two tools.
func (t *Tools) Docs() string {
	var dst []byte
	for i := range t.list() {
		if i > 0 {
			dst = append(dst, "\n\n"...)
		}
		dst = t.offers[i].appendDocs(dst)
	}
	return string(dst)
}

// Names returns one line "- NAME" per tool.
func (t *Tools) Names() string {
	var dst []byte
	for i := range t.list() {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = append(dst, "- "...)
		dst = append(dst, t.offers[i].spec.Name...)
	}
	return string(dst)
}

func (o *offer) appendDocs(dst []byte) []byte {
	s := &o.spec
	dst = append(dst, "## "...)
	dst = append(dst, s.Name...)
	dst = append(dst, "\nDescription: "...)
	dst = append(dst, s.Doc...)
	dst = append(dst, "\nParameters:"...)
	if len(s.Params) == 0 {
		dst = append(dst, " None"...)
	}
	for i := range s.Params {
		dst = s.Params[i].appendDocs(dst)
	}
	dst = append(dst, "\nUsage:\n"...)
	dst = appendTag(dst, "<", s.Name)
	for i := range s.Params {
		dst = append(dst, '\n')
		dst = appendTag(dst, "<", s.Params[i].Name)
		dst = append(dst, s.Params[i].Usage...)
		dst = appendTag(dst, "</", s.Params[i].Name)
	}
	dst = append(dst, '\n')
	return appendTag(dst, "</", s.Name)
}

func (p *ParamSpec) appendDocs(dst []byte) []byte {
	dst = append(dst, "\n- "...)
	dst = append(dst, p.Name...)
	if p.Required {
		dst = append(dst, ": (required) "...)
	} else {
		dst = append(dst, ": (optional) "...)
	}
	if p.Value == JSONValue {
		dst = append(dst, "(JSON) "...)
	}
	if len(p.Docs) > 0 {
		dst = append(dst, p.Docs[0]...)
	}
	if p.Value == JSONValue {
		dst = append(dst, " Schema: "...)
		return append(dst, plainJSON(string(p.appendSchema(nil, plainDialect)))...)
	}
	return append(dst, p.Note...)
}

func appendTag(dst []byte, open, name string) []byte {
	dst = append(dst, open...)
	dst = append(dst, name...)
	return append(dst, '>')
}
