package prompt

// Docs returns the documentation of the declared tools for the XML transport: what each is for, its parameters, and a
// call. A blank line stands between two tools.
func (t *Tools) Docs() string { return t.ToolsetDocs("") }

// ToolsetDocs returns what Docs does, for the host's tools of one toolset.
func (t *Tools) ToolsetDocs(set string) string { return t.joined(set, "\n\n", (*offer).appendDocs) }

// Names returns one line "- NAME" per declared tool.
func (t *Tools) Names() string { return t.ToolsetNames("") }

// ToolsetNames returns what Names does, for the host's tools of one toolset.
func (t *Tools) ToolsetNames(set string) string {
	return t.joined(set, "\n", func(o *offer, dst []byte) []byte { return append(append(dst, "- "...), o.spec.Name...) })
}

// joined joins what write appends for the tools of a toolset, or for the declared ones where set is "".
func (t *Tools) joined(set, separator string, write func(*offer, []byte) []byte) string {
	var dst []byte
	for i := range t.list() {
		if o := &t.offers[i]; o.hoster().Toolset == set {
			if len(dst) > 0 {
				dst = append(dst, separator...)
			}
			dst = write(o, dst)
		}
	}
	return string(dst)
}

func (o *offer) appendDocs(dst []byte) []byte {
	s := &o.spec
	dst = append(dst, "## "...)
	dst = append(dst, s.Name...)
	if s.Doc != "" || o.host == nil {
		dst = append(dst, "\nDescription: "...)
		dst = append(dst, s.Doc...)
	}
	dst = append(dst, "\nParameters:"...)
	if len(s.Params) == 0 {
		dst = append(dst, " None"...)
	}
	for i := range s.Params {
		dst = s.Params[i].appendDocs(dst)
	}
	if o.host != nil {
		dst = o.host.appendRest(dst)
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
		dst = append(dst, ": (required)"...)
	} else {
		dst = append(dst, ": (optional)"...)
	}
	if p.Value == JSONValue {
		dst = append(dst, " (JSON)"...)
	}
	if len(p.Docs) > 0 { // a parameter of a tool of the host may have none
		dst = append(dst, ' ')
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
