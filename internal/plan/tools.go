package plan

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// ToolSpec is the method that gives a tool's prompt.ToolSpec.
type ToolSpec struct {
	Method string
	Field  string // of the state's tools
	Const  string
	Doc    Str
	Params []ParamSpec
	Effect []string // fields that are true
	Level  string   // "Session", or "" for static
	Strict []Strict // by value; one without profiles is that of all
	Hints  string   // of an MCP descriptor, as JSON
	Meta   string   // JSON in the fixed form
}

// Strict is a set of providers that hold models to the schema of a tool, and the profiles in which they do.
type Strict struct {
	Profiles []string // constants
	In       []string // constants of the runtime, e.g. "StrictOpenAI"
}

// ParamSpec is a parameter of a ToolSpec.
type ParamSpec struct {
	Shared   string // the method that gives it, where several tools have the same one; then only When is set
	Name     string
	Required bool
	Schemas  []Schema
	Docs     []Str
	Usage    Str
	Note     string
	Value    string // how XML carries it, e.g. "JSONValue"; "" is as text
	When     Cond
	Hidden   []Hidden
}

// Schema is the schema of a parameter in one dialect, cut where descriptions go.
type Schema struct {
	Field  string // of the runtime's ParamSpec, e.g. "Gemini"
	Pieces []string
}

// Hidden are members inside a parameter that are shown under one condition.
type Hidden struct {
	Shown Cond
	Paths []string // below the parameter, e.g. "range.start"
}

// SharedParam is the method that gives a parameter which several tools have.
type SharedParam struct {
	Method string
	ParamSpec
}

// specs plans the tools in the order of their names, and the parameters that several of them have.
func (b *builder) specs() ([]ToolSpec, []SharedParam) {
	var out []ToolSpec
	same := b.sameParams()
	b.stricts = b.strict()
	for i := range b.r.Tools {
		t := &b.r.Tools[i]
		s := ToolSpec{
			Strict: b.stricts[t.Name],
			Method: stem(t.Name) + "Tool",
			Field:  lower(t.Name),
			Const:  "Name" + b.toolNames[t.Name],
			Effect: effects(t.Effect),
		}
		s.Doc = b.catalog.toolText(b, textOwner{[]string{t.Name}, stem(t.Name)}, "doc", "Doc", func(locale, profile string) []registry.Fragment {
			return b.r.ToolDoc(locale, profile, t)
		})
		if t.Cache.Text == "session" {
			s.Level = "Session"
		}
		if b.projects("mcp") {
			s.Hints = project.Hints(t)
		}
		if t.Meta != nil {
			s.Meta = project.Compact(t.Meta)
		}
		for j := range t.Params {
			p := &t.Params[j]
			g := same.of(t.Name, p.Name)
			if g == nil {
				s.Params = append(s.Params, b.paramSpec(textOwner{[]string{t.Name}, stem(t.Name)}, t, p))
				continue
			}
			if g.method == "" {
				g.method = same.names.take(stem(p.Name) + "Param")
				shared := b.paramSpec(textOwner{g.tools, "param"}, t, p)
				shared.When = nil
				same.params = append(same.params, SharedParam{g.method, shared})
			}
			s.Params = append(s.Params, ParamSpec{Shared: g.method, When: b.when(p.When.Text, nil)})
		}
		out = append(out, s)
	}
	return out, same.params
}

func effects(e registry.Effect) []string {
	var out []string
	for _, f := range []struct {
		on   bool
		name string
	}{
		{e.ReadOnly, "ReadOnly"},
		{e.Destructive, "Destructive"},
		{e.Idempotent, "Idempotent"},
		{e.OpenWorld, "OpenWorld"},
		{e.Exclusive, "Exclusive"},
	} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return out
}

func (b *builder) paramSpec(o textOwner, t *registry.Tool, p *registry.Param) ParamSpec {
	form := project.Param(p)
	s := ParamSpec{
		Name: p.Name, Required: p.Required, Schemas: b.schemas(&form, o.tools),
		Note: form.Note, Value: form.Value, When: b.when(p.When.Text, nil),
	}
	for path, described := range project.Described(p) {
		s.Docs = append(s.Docs, b.catalog.toolText(b, o, "param\x00"+path, camels(path).join(), b.paramDoc(t, path, described)))
	}
	s.Usage = b.usage(o, t, p)
	b.hidden(&s, &p.Type, "")
	return s
}

// schemas lists the dialects of a parameter of some tools that the registry's projections need.
func (b *builder) schemas(f *project.ParamForm, tools []string) []Schema {
	out := []Schema{{"Schema", f.Schema}}
	for _, d := range []struct {
		field  string
		pieces []string
		needed bool
	}{
		{"Canonical", f.Canonical, true},
		{"OpenAIStrict", f.OpenAIStrict, b.strictIn("StrictOpenAI", tools)},
		{"AnthropicStrict", f.AnthropicStrict, b.strictIn("StrictAnthropic", tools)},
		{"Gemini", f.Gemini, b.projects("gemini")},
		{"GeminiOpenAPI", f.GeminiOpenAPI, b.projects("gemini-openapi")},
	} {
		if d.pieces != nil && d.needed {
			out = append(out, Schema{d.field, d.pieces})
		}
	}
	return out
}

// projects reports whether the registry has a projection.
func (b *builder) projects(name string) bool {
	return b.r.Projects(func(p registry.Projection) bool { return p.Name == name })
}

// hidden adds the members of a type that have a condition.
func (b *builder) hidden(s *ParamSpec, t *registry.Type, around string) {
	for below, members := range t.Objects() {
		for i := range members {
			m := &members[i]
			path := around + below + m.Name
			if shown := b.when(m.When.Text, nil); shown != nil {
				k := slices.IndexFunc(s.Hidden, func(h Hidden) bool { return reflect.DeepEqual(h.Shown, shown) })
				if k < 0 {
					k = len(s.Hidden)
					s.Hidden = append(s.Hidden, Hidden{Shown: shown})
				}
				s.Hidden[k].Paths = append(s.Hidden[k].Paths, path)
			}
			b.hidden(s, &m.Type, path+".")
		}
	}
}

func (b *builder) paramDoc(t *registry.Tool, path string, p *registry.Param) func(locale, profile string) []registry.Fragment {
	return func(locale, profile string) []registry.Fragment { return b.r.ParamDoc(locale, profile, t, path, p) }
}

// usage plans the placeholder of a parameter: a literal where all locales and profiles have the same one.
func (b *builder) usage(o textOwner, t *registry.Tool, p *registry.Param) Str {
	all := b.usages(t, p)
	if len(slices.Compact(slices.Clone(all))) == 1 {
		return Str{Lit(all[0])}.fold()
	}
	return b.catalog.toolText(b, o, "usage\x00"+p.Name, camel(p.Name)+"Usage", func(locale, profile string) []registry.Fragment {
		usage := b.r.ParamUsage(locale, profile, t, p.Name, p)
		return []registry.Fragment{{Text: registry.Text{Segs: []registry.Seg{{Lit: usage}}}}}
	})
}

// usages lists the placeholders of a parameter in all locales and profiles.
func (b *builder) usages(t *registry.Tool, p *registry.Param) []string {
	var all []string
	for i := range b.r.Locales {
		for j := range b.r.Profiles {
			all = append(all, b.r.ParamUsage(b.r.Locales[i].Name.Text, b.r.Profiles[j].Name, t, p.Name, p))
		}
	}
	return all
}

// sameParams finds parameters that several tools have with the same words.
type sameParams struct {
	names  names
	groups map[[2]string]*paramGroup // by tool and parameter
	params []SharedParam
}

// paramGroup is one such parameter.
type paramGroup struct {
	tools  []string
	method string // once it is planned
}

// paramKey is everything that a parameter shows, in all locales and profiles.
type paramKey struct {
	name     string
	form     project.ParamForm
	required bool
	usages   []string
	docs     [][]Fragment
	hidden   []Hidden
}

func (b *builder) sameParams() *sameParams {
	s := &sameParams{names: names{}, groups: map[[2]string]*paramGroup{}}
	same := map[string]*paramGroup{}
	for i := range b.r.Tools {
		t := &b.r.Tools[i]
		for j := range t.Params {
			p := &t.Params[j]
			key := fmt.Sprintf("%#v", b.paramKey(t, p))
			g := same[key]
			if g == nil {
				g = &paramGroup{}
				same[key] = g
			}
			g.tools = append(g.tools, t.Name)
			s.groups[[2]string{t.Name, p.Name}] = g
		}
	}
	return s
}

func (b *builder) paramKey(t *registry.Tool, p *registry.Param) paramKey {
	k := paramKey{name: p.Name, form: project.Param(p), required: p.Required, usages: b.usages(t, p)}
	for path, described := range project.Described(p) {
		e := &entry{find: b.paramDoc(t, path, described)}
		for i := range b.r.Locales {
			for _, scope := range b.scopes() {
				k.docs = append(k.docs, b.fragments(e, e.find(b.r.Locales[i].Name.Text, scope)))
			}
		}
	}
	var s ParamSpec
	b.hidden(&s, &p.Type, "")
	k.hidden = s.Hidden
	return k
}

// scopes lists the scopes of texts.
func (b *builder) scopes() []string {
	scopes := []string{registry.Shared}
	for i := range b.r.Profiles {
		scopes = append(scopes, b.r.Profiles[i].Name)
	}
	return scopes
}

// of finds the group of a tool's parameter, nil where no other tool has the same.
func (s *sameParams) of(tool, param string) *paramGroup {
	if g := s.groups[[2]string{tool, param}]; len(g.tools) > 1 {
		return g
	}
	return nil
}
