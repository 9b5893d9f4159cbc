package prompt

import (
	"slices"
	"sort"
	"strings"
)

// maxGap is how many blanks and line ends may stand in front of a tag inside a call.
const maxGap = 64

// isGap reports whether c may stand between the tags of a call.
func isGap(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// tag is a tag together with what it means where it is looked for: most often an index.
type tag struct {
	text string // e.g. "</path>"
	of   int
}

func openTag(name string) string  { return "<" + name + ">" }
func closeTag(name string) string { return "</" + name + ">" }

// tagged reports whether a name can stand in a tag. The names of generated tools all can; those that a host brings may
// be anything.
func tagged(name string) bool { return name != "" && !strings.ContainsAny(name, "<>/ \t\r\n") }

// tagSet is sorted by text. No tag is the beginning of another one, because a > stands only at the end.
type tagSet []tag

func newTagSet(tags ...tag) tagSet {
	slices.SortStableFunc(tags, func(a, b tag) int { return strings.Compare(a.text, b.text) })
	return tags
}

// longest is the length of the longest tag.
func (s tagSet) longest() int {
	n := 0
	for _, t := range s {
		n = max(n, len(t.text))
	}
	return n
}

// tagSearch looks for a tag of a set, one byte after the other.
type tagSearch struct {
	left tagSet // those that begin like what was read
	read int
	gap  int // how many blanks and line ends may still stand in front
}

// progress is what a byte did to a search.
type progress uint8

const (
	tagNone    progress = iota // no tag begins like this
	tagPartial                 // more bytes are needed
	tagWhole                   // the tag is there: the first of left
)

func (s *tagSearch) next(c byte) progress {
	if s.read == 0 && s.gap > 0 && isGap(c) {
		s.gap--
		return tagPartial
	}
	from := sort.Search(len(s.left), func(i int) bool { return s.left[i].text[s.read] >= c })
	s.left = s.left[from:]
	s.left = s.left[:sort.Search(len(s.left), func(i int) bool { return s.left[i].text[s.read] > c })]
	s.read++
	switch {
	case len(s.left) == 0:
		return tagNone
	case len(s.left[0].text) == s.read:
		return tagWhole
	}
	return tagPartial
}

// callEnd is what the closing tag of a call means among the tags of its parameters.
const callEnd = -1

// xmlTool is a tool as its calls are written.
type xmlTool struct {
	name   string
	offer  *offer // nil when the tool is registered, but not offered
	params []string
	tags   tagSet // what may follow inside a call: the index of a parameter, or callEnd
}

func newXMLTool(name string, o *offer, params []string) xmlTool {
	t := xmlTool{name: name, offer: o, params: params}
	tags := []tag{{closeTag(name), callEnd}}
	for i, p := range params {
		if tagged(p) {
			tags = append(tags, tag{openTag(p), i})
		}
	}
	t.tags = newTagSet(tags...)
	return t
}

// xmlGrammar is what the tools of a session, and the registered ones that it does not offer, have for tags.
type xmlGrammar struct {
	tools   []xmlTool
	open    tagSet // the opening tags of tools
	first   tagSet // those, and the tags that open reasoning
	think   tagSet // the tags that open reasoning
	close   tagSet // the closing tags of tools
	longest int    // of all tags
}

// reasoningNames are the tags around reasoning. One means ^i in a tagSet, where i is its place here, so that it is no
// index of a tool.
func reasoningNames() []string { return []string{"think", "thinking"} }

func newXMLGrammar(t *Tools) *xmlGrammar {
	g := &xmlGrammar{tools: t.xmlTools()}
	var open, closing, think []tag
	for i := range g.tools {
		name := g.tools[i].name
		open = append(open, tag{openTag(name), i})
		closing = append(closing, tag{closeTag(name), i})
		g.longest = max(g.longest, g.tools[i].tags.longest()+len("/"))
	}
	for i, name := range reasoningNames() {
		think = append(think, tag{openTag(name), ^i})
		g.longest = max(g.longest, len(closeTag(name)))
	}
	g.first = newTagSet(slices.Concat(think, open)...) // reasoning wins over a tool of that name
	g.open, g.close, g.think = newTagSet(open...), newTagSet(closing...), newTagSet(think...)
	return g
}

// xmlTools are the tools that are offered, then those that were, then those that are only registered.
func (t *Tools) xmlTools() []xmlTool {
	if t == nil {
		return nil
	}
	var out []xmlTool
	known := make(map[string]bool, len(t.offers)+len(t.gone))
	for i := range t.offers {
		o := &t.offers[i]
		var params []string
		for _, p := range o.spec.Params {
			params = append(params, p.Name)
		}
		known[o.spec.Name] = true
		if tagged(o.spec.Name) {
			out = append(out, newXMLTool(o.spec.Name, o, params))
		}
	}
	for _, g := range t.gone {
		known[g.name] = true
		out = append(out, newXMLTool(g.name, nil, g.params))
	}
	for _, name := range t.box.Names {
		if known[name] {
			continue
		}
		var params []string
		if t.box.Fields != nil {
			for _, f := range t.box.Fields(name) {
				params = append(params, f.name)
			}
		}
		out = append(out, newXMLTool(name, nil, params))
	}
	return out
}

// fields returns a fresh argument of a tool, or nil for one that the host brought, which a resumed session may have under
// the name of a tool that was declared since.
func (t *Tools) fields(name string) []ArgField {
	if t == nil || t.box.Fields == nil || t.Hosts(name) {
		return nil
	}
	return t.box.Fields(name)
}
