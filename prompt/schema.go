package prompt

import "slices"

// dialect is a way to write JSON schemas.
type dialect uint8

const (
	canonicalDialect       dialect = iota // what calls are checked against
	plainDialect                          // as most formats take it
	openAIStrictDialect                   // demands every member; null is an absent one
	anthropicStrictDialect                // says in words what a strict schema may not demand
	geminiDialect                         // names the order of properties, and says in words what the format does not honour
	geminiOpenAPIDialect                  // a part of OpenAPI 3.0
)

// Strict is a set of providers that are to hold the model to the schema of a tool.
type Strict uint8

const (
	StrictOpenAI    Strict = 1 << iota // chat completions and Responses
	StrictAnthropic                    // Messages
)

// ValueForm is how the XML transport carries the value of a parameter.
type ValueForm uint8

const (
	TextValue   ValueForm = iota // a string or one of an enum's, as it stands between the tags
	RawValue                     // a string that may hold tags: it ends where its call can go on
	NumberValue                  // an integer or a number
	BoolValue                    // true or false
	JSONValue                    // JSON text of any other type
)

// ToolSpec is a tool of a [Program], filtered for one session.
type ToolSpec struct {
	Name   string // on the wire
	Doc    string // what the model reads about it
	Params []ParamSpec
	Effect Effect
	Level  Level // Static when 0
	Strict Strict
	Hints  JSON // annotations of an MCP descriptor; "" for none
	Meta   JSON
}

// ParamSpec is a parameter of a tool. Schemas are in encoding/json's fixed form and cut inside the quotes of each
// description, so that one schema serves all locales. Those of a dialect are nil where they do not differ from Schema.
type ParamSpec struct {
	Name            string
	Required        bool
	Value           ValueForm
	Schema          []string // as most formats take it
	Canonical       []string // what calls are checked against
	OpenAIStrict    []string
	AnthropicStrict []string
	Gemini          []string
	GeminiOpenAPI   []string
	Docs            []string // the descriptions in the order of the cuts, not escaped; the first is the parameter's own
	Usage           string   // placeholder in its XML tag
	Note            string   // ends its line in the XML documentation, e.g. " One of: r, w."; a JSONValue shows its schema
	Hidden          []string // paths of members that are not offered, e.g. "range.start"; items add nothing to a path
}

// appendSchema appends the schema of an object with these members.
func appendSchema(dst []byte, params []ParamSpec, d dialect) []byte {
	if d == geminiOpenAPIDialect {
		dst = append(dst, `{"type":"OBJECT","properties":`...)
	} else {
		dst = append(dst, `{"type":"object","properties":`...)
	}
	dst = appendProperties(dst, params, d)
	all := func(*ParamSpec) bool { return true }
	required := func(p *ParamSpec) bool { return p.Required }
	switch d {
	case geminiOpenAPIDialect:
		dst = append(dst, `,"propertyOrdering":`...)
		dst = appendNames(dst, params, all)
		if slices.ContainsFunc(params, func(p ParamSpec) bool { return p.Required }) {
			dst = append(dst, `,"required":`...)
			dst = appendNames(dst, params, required)
		}
		return append(dst, '}')
	case openAIStrictDialect:
		required = all
	}
	dst = append(dst, `,"required":`...)
	dst = appendNames(dst, params, required)
	dst = append(dst, `,"additionalProperties":false`...)
	if d == geminiDialect {
		dst = append(dst, `,"propertyOrdering":`...)
		dst = appendNames(dst, params, all)
	}
	return append(dst, '}')
}

func appendProperties(dst []byte, params []ParamSpec, d dialect) []byte {
	dst = append(dst, '{')
	for i := range params {
		dst = appendString(comma(dst), params[i].Name)
		dst = append(dst, ':')
		dst = params[i].appendSchema(dst, d)
	}
	return append(dst, '}')
}

// appendNames appends the names of the parameters that are wanted, as an array.
func appendNames(dst []byte, params []ParamSpec, want func(*ParamSpec) bool) []byte {
	dst = append(dst, '[')
	for i := range params {
		if want(&params[i]) {
			dst = appendString(comma(dst), params[i].Name)
		}
	}
	return append(dst, ']')
}

// appendSchema appends the schema of the parameter, its descriptions put between the pieces.
func (p *ParamSpec) appendSchema(dst []byte, d dialect) []byte {
	if len(p.Hidden) > 0 && len(p.Schema) > 0 {
		whole := *p
		whole.Hidden = nil
		return pruner{p.hidden(), d == geminiOpenAPIDialect}.schema(dst, string(whole.appendSchema(nil, d)), p.Name)
	}
	pieces := p.pieces(d)
	for i, piece := range pieces {
		dst = append(dst, piece...)
		if i < len(p.Docs) && i < len(pieces)-1 {
			dst = appendEscaped(dst, p.Docs[i])
		}
	}
	return dst
}

// hidden lists the members that are not offered, by their places.
func (p *ParamSpec) hidden() []string {
	out := make([]string, len(p.Hidden))
	for i, path := range p.Hidden {
		out[i] = p.Name + "." + path
	}
	return out
}

// pieces returns the schema in a dialect.
func (p *ParamSpec) pieces(d dialect) []string {
	own := p.Schema
	switch d {
	case canonicalDialect:
		own = p.Canonical
	case openAIStrictDialect:
		own = p.OpenAIStrict
	case anthropicStrictDialect:
		own = p.AnthropicStrict
	case geminiDialect:
		own = p.Gemini
	case geminiOpenAPIDialect:
		own = p.GeminiOpenAPI
	}
	if own == nil {
		return p.Schema
	}
	return own
}
