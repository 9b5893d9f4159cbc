package plan

import (
	"bytes"
	"encoding/json"
	"strings"

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
	Meta   string   // JSON in the fixed form
}

// ParamSpec is a parameter of a ToolSpec.
type ParamSpec struct {
	Name           string
	Required       bool
	Schema, Gemini []string
	Docs           []Str
	Usage          Str
	Note           string
	JSON           bool
	When           Cond
	Hidden         []HiddenMember // members that are left out where their conditions fail
}

// HiddenMember is a member that is not offered where When holds.
type HiddenMember struct {
	Path string
	When Cond
}

// specs plans the tools that some profile lists, in the order of their names.
func (b *builder) specs() []ToolSpec {
	var out []ToolSpec
	for i := range b.r.Tools {
		t := &b.r.Tools[i]
		s := ToolSpec{
			Method: lower(t.Name) + "Tool",
			Field:  lower(t.Name),
			Const:  "Name" + b.toolNames[t.Name],
			Effect: effects(t.Effect),
			Doc: b.catalog.toolText(b, t, docName(t.Name, ""), func(locale, profile string) []registry.Fragment {
				return b.r.ToolDoc(locale, profile, t)
			}),
		}
		if t.Cache.Text == "session" {
			s.Level = "Session"
		}
		if t.Meta != nil {
			s.Meta = fixedForm(t.Meta)
		}
		for j := range t.Params {
			s.Params = append(s.Params, b.paramSpec(t, &t.Params[j]))
		}
		out = append(out, s)
	}
	return out
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

func (b *builder) paramSpec(t *registry.Tool, p *registry.Param) ParamSpec {
	form := project.Param(p)
	s := ParamSpec{
		Name: p.Name, Required: p.Required, Schema: form.Schema, Gemini: form.Gemini,
		Note: form.Note, JSON: form.JSON, When: b.when(p.When.Text, nil),
	}
	for path, described := range project.Described(p) {
		s.Docs = append(s.Docs, b.catalog.toolText(b, t, docName(t.Name, path), func(locale, profile string) []registry.Fragment {
			return b.r.ParamDoc(locale, profile, t, path, described)
		}))
		if below, ok := strings.CutPrefix(path, p.Name+"."); ok && described.When.Given() {
			s.Hidden = append(s.Hidden, HiddenMember{below, not(b.when(described.When.Text, nil))})
		}
	}
	s.Usage = b.usage(t, p)
	return s
}

// usage plans the placeholder of a parameter: a literal where all locales and profiles have the same one.
func (b *builder) usage(t *registry.Tool, p *registry.Param) Str {
	find := func(locale, profile string) string { return b.r.ParamUsage(locale, profile, t, p.Name, p) }
	same, first := true, find(b.r.Locales[0].Name.Text, registry.Shared)
	for i := range b.r.Locales {
		for j := range b.r.Profiles {
			same = same && find(b.r.Locales[i].Name.Text, b.r.Profiles[j].Name) == first
		}
	}
	if same {
		return Str{Lit(first)}.fold()
	}
	return b.catalog.toolText(b, t, docName(t.Name, p.Name)+"Usage", func(locale, profile string) []registry.Fragment {
		return []registry.Fragment{{Text: registry.Text{Segs: []registry.Seg{{Lit: find(locale, profile)}}}}}
	})
}

// fixedForm brings JSON into encoding/json's form: compact, with < > & U+2028 U+2029 escaped.
func fixedForm(raw json.RawMessage) string {
	var compact, escaped bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return string(raw) // load took it for JSON, so this is never reached
	}
	json.HTMLEscape(&escaped, compact.Bytes())
	return escaped.String()
}
