package prompt

import (
	"cmp"
	"slices"
	"strings"
)

// HostTool is what the host knows of a tool that no registry declares, e.g. an MCP server's.
type HostTool struct {
	Server, Name string
	Doc          string // what the model reads about it; may be empty
	Schema       JSON   // of its argument: any valid JSON, member order kept
}

// Toolset is a set of tools that a registry knows at run time only: how it takes them, and what the host has.
// Generated code makes it.
type Toolset struct {
	Name      string // in the registry, e.g. "mcp_tools"
	Field     string // where the host gives the tools, e.g. "Session.McpTools"
	Tools     []HostTool
	Wire      string // the names on the wire: {server} and {name} stand for what the host gives
	XML       bool   // calls come as text: what a tag can't carry is a bad name, or a bad schema
	AsGiven   bool   // the host's order is kept; else they are sorted by their names on the wire
	BadName   Over   // Reject or Skip: a name that providers refuse, or that is taken, or a server that is no text
	BadSchema Over   // Reject or Skip: a schema that providers refuse, or words in it or in the description that are no text
	MaxTools  int    // 0 is no limit
	MaxDoc    int    // of a description, in bytes
	MaxSchema int    // of a schema, in bytes of its fixed form
	Over      Over   // Reject or Skip: what passes a limit
}

// Hosted is the host's tools of a session after all checks. A nil Hosted has none.
type Hosted struct{ sets []hostedSet }

// hostedSet is what remains of a toolset.
type hostedSet struct {
	name  string
	field string   // where the host gives it
	over  Over     // what happens to what passes a limit
	given []string // names on the wire, of all that the host gave
	tools []hostOffer
}

// hostOffer is a tool of the host that may be offered.
type hostOffer struct {
	HostTool
	set    string
	wire   string
	parsed jsonValue
	at     int // in the host's list
}

// HostTools checks what the host gives for the toolsets that a profile lists, in the order of the profile; what it
// gives for others is not looked at. Errors are in the host's order. declared are the names on the wire of all tools of
// the registry, offered or not.
func (e *Errs) HostTools(declared, listed []string, all ...Toolset) *Hosted {
	h := &Hosted{}
	taken := map[string]string{} // by names in lower case: some providers and all readers take names that differ in case for one
	for _, name := range declared {
		taken[lowerString(name)] = "the tool " + quote(name) + " of the registry"
	}
	for i := range all {
		if !slices.Contains(listed, all[i].Name) {
			h.sets = append(h.sets, hostedSet{name: all[i].Name, given: all[i].names()})
		}
	}
	for _, name := range listed {
		i := slices.IndexFunc(all, func(s Toolset) bool { return s.Name == name })
		if i >= 0 {
			h.sets = append(h.sets, e.toolset(&all[i], taken))
		}
	}
	return h
}

// names are those of all tools of a toolset, good or bad.
func (s *Toolset) names() []string {
	var out []string
	for i := range s.Tools {
		out = append(out, s.wireName(&s.Tools[i]))
	}
	return out
}

func (s *Toolset) wireName(t *HostTool) string {
	return strings.NewReplacer("{server}", t.Server, "{name}", t.Name).Replace(s.Wire)
}

// toolset checks one toolset and adds the names of what remains to taken.
func (e *Errs) toolset(s *Toolset, taken map[string]string) hostedSet {
	c := setCheck{s: s, bad: make([][]hostProblem, len(s.Tools))}
	var sound []hostOffer
	for i := range s.Tools {
		if o, ok := c.tool(i); ok {
			sound = append(sound, o)
		}
	}
	slices.SortStableFunc(sound, func(a, b hostOffer) int {
		if s.AsGiven {
			return 0
		}
		return cmp.Or(strings.Compare(a.wire, b.wire), strings.Compare(a.Server, b.Server), strings.Compare(a.Name, b.Name),
			strings.Compare(a.Doc, b.Doc), strings.Compare(string(a.Schema), string(b.Schema)))
	})
	var free []hostOffer
	for _, o := range sound {
		key := lowerString(o.wire)
		if by, ok := taken[key]; ok {
			c.add(o.at, s.BadName, "is "+quote(o.wire)+" on the wire, as is "+by)
			continue
		}
		taken[key] = itemPath(s.Field, o.at, "")
		free = append(free, o)
	}
	c.report(e)
	if s.MaxTools > 0 && len(free) > s.MaxTools {
		if s.Over == Skip {
			e.exceed(s.Field, []passed{{"items", len(free), s.MaxTools}}, Skip)
			free = free[:s.MaxTools:s.MaxTools]
		} else {
			e.Add(s.Field, "must hold at most "+Int(int64(s.MaxTools))+" tools, got "+Int(int64(len(free))))
		}
	}
	return hostedSet{name: s.Name, field: s.Field, over: s.Over, given: s.names(), tools: free}
}

// setCheck collects what is wrong with the tools of a toolset, in the host's order.
type setCheck struct {
	s   *Toolset
	bad [][]hostProblem
}

type hostProblem struct {
	over Over
	text string
}

func (c *setCheck) add(i int, over Over, text string) {
	c.bad[i] = append(c.bad[i], hostProblem{over: over, text: text})
}

// tool checks what can be said of a tool by itself.
func (c *setCheck) tool(i int) (hostOffer, bool) {
	s := c.s
	t := s.Tools[i]
	o := hostOffer{HostTool: t, set: s.Name, wire: s.wireName(&t), at: i}
	switch {
	case t.Name == "":
		c.add(i, s.BadName, "has no name")
	case t.Server == "" && strings.Contains(s.Wire, "{server}"):
		c.add(i, s.BadName, "has no server, which is a part of its name")
	case !isWireName(o.wire):
		c.add(i, s.BadName, "is "+shorten(o.wire)+" on the wire; want 1 to 64 letters, digits, _ or -, starting with a letter or _")
	case s.XML && slices.Contains(reasoningNames(), o.wire):
		c.add(i, s.BadName, "is "+quote(o.wire)+" on the wire, the tag that opens reasoning over XML")
	}
	for _, word := range [...]struct{ what, is string }{{"a server", t.Server}, {"a name", t.Name}} { // which patterns may leave out
		if at := badWord(word.is); at >= 0 && isWireName(o.wire) {
			c.add(i, s.BadName, "has "+word.what+" that "+badTextProblem(word.is, at, at))
		}
	}
	o.Doc = normalize(t.Doc, []Norm{LF})
	if at := badText(o.Doc); at >= 0 {
		c.add(i, s.BadSchema, "has a description that "+badTextProblem(o.Doc, at, originalOffset(t.Doc, o.Doc, at, []Norm{LF})))
	}
	parsed, problem := parseRoot(string(t.Schema))
	if problem == "" {
		problem = cmp.Or(badSchemaText(&parsed), badSchemaNumber(&parsed))
	}
	if problem != "" {
		c.add(i, s.BadSchema, "has a schema that "+problem)
	} else {
		o.parsed, o.Schema = parsed, JSON(appendJSON(nil, &parsed))
		if problem := unwritableProperty(&parsed); s.XML && problem != "" {
			c.add(i, s.BadSchema, "has a schema that "+problem)
		}
	}
	c.limit(i, "a description", len(o.Doc), s.MaxDoc)
	c.limit(i, "a schema", len(o.Schema), s.MaxSchema)
	return o, len(c.bad[i]) == 0
}

func (c *setCheck) limit(i int, what string, had, limit int) {
	if limit > 0 && had > limit {
		c.add(i, c.s.Over, "has "+what+" of "+Int(int64(had))+" bytes, at most "+Int(int64(limit)))
	}
}

// report adds what is wrong: an error where one of the problems is to be rejected, else a note.
func (c *setCheck) report(e *Errs) {
	for i, problems := range c.bad {
		field, who := itemPath(c.s.Field, i, ""), c.s.Tools[i].who()
		for _, p := range problems {
			if p.over != Skip {
				e.Add(field, who+p.text)
			}
		}
		if len(problems) > 0 && !slices.ContainsFunc(problems, func(p hostProblem) bool { return p.over != Skip }) {
			e.notes = append(e.notes, Note{Section: e.path(field), Verb: Skip.String(), Problem: who + problems[0].text})
		}
	}
}

// who names a tool in front of what is wrong with it: hosts gather tools from servers that come in any order, so its place
// in their list tells them little.
func (t *HostTool) who() string {
	switch {
	case t.Name == "" && t.Server == "":
		return ""
	case t.Name == "":
		return "of server " + shorten(t.Server) + " "
	case t.Server == "":
		return shorten(t.Name) + " "
	}
	return shorten(t.Name) + " of server " + shorten(t.Server) + " "
}

// Names are the names on the wire of all that the host gave, whether a profile lists it or not.
func (h *Hosted) Names() []string {
	var out []string
	for i := range h.all() {
		out = append(out, h.sets[i].given...)
	}
	return out
}

func (h *Hosted) all() []hostedSet {
	if h == nil {
		return nil
	}
	return h.sets
}

// Given reports whether at least one tool of a toolset that the profile lists remains.
func (h *Hosted) Given(set string) bool { return h.Remains(set, nil) }

// Remains reports whether a tool of a toolset remains that allow does not leave out; a nil allow leaves all.
func (h *Hosted) Remains(set string, allow []string) bool {
	for _, s := range h.all() {
		if s.name == set && slices.ContainsFunc(s.tools, func(o hostOffer) bool { return allowed(allow, o.wire) }) {
			return true
		}
	}
	return false
}

func allowed(allow []string, name string) bool { return allow == nil || slices.Contains(allow, name) }

// Shown lists what allow leaves of the toolsets that are shown, in the order of the profile.
func (h *Hosted) Shown(shown func(set string) bool, allow []string) []HostSpec {
	var out []HostSpec
	for _, s := range h.all() {
		if !shown(s.name) {
			continue
		}
		for _, o := range s.allowed(allow) {
			out = append(out, HostSpec{&o})
		}
	}
	return out
}

// Hold holds the tools of a session to the number that requests may have, beside the declared ones that it shows. The last
// tools of the last toolset go first, where it says Skip, and one of each stays, so that gates and conditions hold as they
// do. What is too much then is an error. Generated code calls it.
func (h *Hosted) Hold(e *Errs, most, declared int, shown func(set string) bool, allow []string) {
	count, field := declared, ""
	for _, s := range h.all() {
		if n := len(s.allowed(allow)); n > 0 && shown(s.name) {
			count, field = count+n, s.field
		}
	}
	if declared > most {
		return // which the registry knows
	}
	for i := len(h.all()) - 1; i >= 0 && count > most; i-- {
		s := &h.sets[i]
		tools := s.allowed(allow)
		if s.over != Skip || len(tools) < 2 || !shown(s.name) {
			continue
		}
		left := max(1, len(tools)-(count-most))
		e.exceed(s.field, []passed{{"items", len(tools), left}}, Skip)
		count -= len(tools) - left
		s.tools = tools[:left]
	}
	if count > most {
		e.Add(field, "must leave a request at most "+Int(int64(most))+" tools, got "+Int(int64(count))+" with the declared ones")
	}
}

// allowed are the tools of a set that allow does not leave out.
func (s *hostedSet) allowed(allow []string) []hostOffer {
	var out []hostOffer
	for _, o := range s.tools {
		if allowed(allow, o.wire) {
			out = append(out, o)
		}
	}
	return out
}

// HostSpec is a tool of the host that a session shows, for [NewTools].
type HostSpec struct{ *hostOffer }

// isWireName reports whether every provider takes a name.
func isWireName(s string) bool {
	if s == "" || len(s) > 64 || s[0] == '-' || '0' <= s[0] && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return true
}
