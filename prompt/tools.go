package prompt

import (
	"iter"
	"slices"
	"strings"
)

// Tool is an entry of a Tools.
type Tool struct {
	Name   string // on the wire
	Doc    string // what the model reads about it
	Schema JSON   // canonical input schema; of a tool of the host the one that it gave
	Level  Level  // Static, or Session: declared so, or the host's
	Effect Effect // for the host's approval policy; nothing is known of a tool of the host
	Meta   JSON   // the declaration's meta, "" where it has none; never on the wire
	Host   Hoster // whose it is, where it is the host's
}

// Hoster says which of the host's tools a Tool is. That of a declared tool is zero.
type Hoster struct {
	Toolset      string // in the registry, e.g. "mcp_tools"
	Server, Name string // as the host gave them
}

// Effect says what a call may do, as far as the registry declares it. That of a tool without a declared effect is zero, as
// is that of the host's tools: so only what is ReadOnly is known to be harmless.
type Effect struct {
	ReadOnly    bool // it changes nothing
	Destructive bool // it may remove or overwrite what is there; false may be unsaid
	Idempotent  bool // a second time changes nothing more
	OpenWorld   bool // it reaches beyond the machine
	Exclusive   bool // it runs alone, with no other call beside it
}

// Tools is the filtered list behind schemas, XML documentation and dispatch alike, in the order of the profile: the
// declared tools, then those of the host. A nil Tools offers nothing.
type Tools struct {
	box      Toolbox
	offers   []offer
	gone     []goneTool          // that the host had before a Refresh
	frozen   bool                // they come from a record
	elements [providers][]shared // of a frozen one: those of requests, without marks
}

// offer is a tool that is offered.
type offer struct {
	spec   ToolSpec
	schema shared          // canonical
	host   *hostSchema     // nil for a declared tool
	places map[string]bool // of the members of arguments; nil for a tool that is from no record
}

// Toolbox is what a generated package knows of its tools, whether a session offers them or not.
type Toolbox struct {
	Names  []string                     // on the wire
	Fields func(name string) []ArgField // a fresh argument of a tool; nil for a name that is none of Names
	Host   bool                         // calls of tools that the registry does not declare can be dispatched
}

// NewTools makes the list of specs, which are tools of box, and of the host's tools. Generated code calls it.
func NewTools(box Toolbox, specs []ToolSpec, host ...HostSpec) *Tools {
	t := &Tools{box: box, offers: make([]offer, len(specs), len(specs)+len(host))}
	var scratch []byte
	for i, s := range specs {
		if s.Level == 0 {
			s.Level = Static
		}
		s.Params = slices.Clone(s.Params)
		scratch = appendSchema(scratch[:0], s.Params, canonicalDialect)
		t.offers[i] = offer{spec: s, schema: share(string(scratch))}
	}
	for _, h := range host {
		t.offers = append(t.offers, h.offer())
	}
	return t
}

// All yields the tools in the order of the profile.
func (t *Tools) All() iter.Seq[Tool] {
	return func(yield func(Tool) bool) {
		for i := range t.list() {
			if !yield(t.offers[i].tool()) {
				return
			}
		}
	}
}

// Lookup returns the tool with this name on the wire.
func (t *Tools) Lookup(name string) (Tool, bool) {
	if o := t.find(name); o != nil {
		return o.tool(), true
	}
	return Tool{}, false
}

func (t *Tools) list() []offer {
	if t == nil {
		return nil
	}
	return t.offers
}

func (t *Tools) find(name string) *offer {
	for i := range t.list() {
		if t.offers[i].spec.Name == name {
			return &t.offers[i]
		}
	}
	return nil
}

func (o *offer) tool() Tool {
	return Tool{
		Name:   o.spec.Name,
		Doc:    o.spec.Doc,
		Schema: JSON(o.schema.Value()),
		Level:  o.spec.Level,
		Effect: o.spec.Effect,
		Meta:   o.spec.Meta,
		Host:   o.hoster(),
	}
}

// holds reports whether the tools of a request in the format of p are known.
func (t *Tools) holds(p Provider) bool {
	return len(t.list()) == 0 || !t.frozen || len(t.elements[p-1]) > 0
}

// values returns the "tools" of a request in the format of p, the last declared one with a mark or "".
func (t *Tools) values(p Provider, env *envelope, mark string) Values {
	if t == nil || !t.frozen {
		return env.tools(t.list(), mark)
	}
	v := Values{open: env.toolsOpen, end: env.toolsEnd, elems: slices.Clone(t.elements[p-1])}
	if last := lastDeclared(t.offers); last >= 0 && last < len(v.elems) && mark != "" {
		v.elems[last] = share(strings.TrimSuffix(v.elems[last].Value(), "}") + mark + "}")
	}
	return v
}
