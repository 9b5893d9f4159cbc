package prompt

// dialect is a way to write JSON schemas.
type dialect uint8

const (
	canonicalDialect dialect = iota
	geminiDialect            // names the order of properties, and says in words what the format does not honour
)

// ToolSpec is a tool of a [Program], filtered for one session.
type ToolSpec struct {
	Name   string // on the wire
	Doc    string // what the model reads about it
	Params []ParamSpec
	Effect Effect
	Level  Level // Static when 0
	Meta   JSON
}

// ParamSpec is a parameter of a tool. Schemas are cut where descriptions go, so that one schema serves all locales.
type ParamSpec struct {
	Name     string
	Required bool
	Schema   []string // canonical schema in encoding/json's fixed form, cut inside the quotes of each description
	Gemini   []string // the same in Gemini's dialect; nil when it does not differ
	Docs     []string // the descriptions in the order of the cuts, not escaped; the first is the parameter's own
	Usage    string   // placeholder in its XML tag
	Note     string   // ends its line in the XML documentation, e.g. " One of: r, w."
	JSON     bool     // over XML its value is JSON text, so its line shows the schema and no Note
}

// appendSchema appends the schema of an object with these members.
func appendSchema(dst []byte, params []ParamSpec, d dialect) []byte {
	dst = append(dst, `{"type":"object","properties":{`...)
	for i := range params {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, params[i].Name)
		dst = append(dst, ':')
		dst = params[i].appendSchema(dst, d)
	}
	dst = append(dst, `},"required":`...)
	dst = appendNames(dst, params, func(p *ParamSpec) bool { return p.Required })
	dst = append(dst, `,"additionalProperties":false`...)
	if d == geminiDialect {
		dst = append(dst, `,"propertyOrdering":`...)
		dst = appendNames(dst, params, func(*ParamSpec) bool { return true })
	}
	return append(dst, '}')
}

// appendNames appends the names of the parameters that are wanted, as an array.
func appendNames(dst []byte, params []ParamSpec, want func(*ParamSpec) bool) []byte {
	dst = append(dst, '[')
	first := true
	for i := range params {
		if !want(&params[i]) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = appendString(dst, params[i].Name)
	}
	return append(dst, ']')
}

// appendSchema appends the schema of the parameter, its descriptions put between the pieces.
func (p *ParamSpec) appendSchema(dst []byte, d dialect) []byte {
	pieces := p.Schema
	if d == geminiDialect && p.Gemini != nil {
		pieces = p.Gemini
	}
	for i, piece := range pieces {
		dst = append(dst, piece...)
		if i < len(p.Docs) && i < len(pieces)-1 {
			dst = appendEscaped(dst, p.Docs[i])
		}
	}
	return dst
}
