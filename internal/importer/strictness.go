package importer

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// strictOf reads whether a provider is to hold the model to a tool's schema.
func (im *importing) strictOf(s *source) registry.Word {
	switch {
	case s.strict == nil:
		return registry.Word{Text: "auto"}
	case s.strict.is("true"):
		return registry.Word{Text: "require", At: s.strict.loc()}
	case s.strict.is("false"):
		return registry.Word{Text: "off", At: s.strict.loc()}
	case s.strict.kind == nullValue:
		im.note(s.strict, "strict", LeftOut, "null says nothing")
	default:
		im.refuse(s.strict, "strict", "want true or false", "it is %s", s.strict.kind)
	}
	return registry.Word{Text: "auto"}
}

// strictly leaves "require" to tools that can be strict wherever the registry goes. Elsewhere the generation would fail, so
// the others are "auto": strict where they can be.
func (im *importing) strictly(sources []source, tools []registry.Tool) {
	var demanding []int
	for i := range tools {
		if tools[i].Strict.Text == "require" && !im.refused(i) {
			demanding = append(demanding, i)
		}
	}
	if demanding == nil {
		return
	}
	lax := im.lax(tools)
	for _, i := range demanding {
		if why := lax[tools[i].Name]; why != "" {
			im.owner, im.who, im.where = i, sources[i].name, ""
			im.note(sources[i].strict, "strict", Rewritten, "%q, so it is strict where it can be: %s", "auto", why)
			tools[i].Strict = registry.Word{Text: "auto"}
		}
	}
	im.owner, im.who = -1, ""
}

// lax says of tools why they can't be strict beside those of the registry, by key. Nobody knows yet which profiles will
// list them, so each is tried.
func (im *importing) lax(tools []registry.Tool) map[string]string {
	r := im.listed(tools)
	if strict.Projected(r) == 0 {
		return each(tools, "the contract projects to no provider that has strict tools")
	}
	out := map[string]string{}
	native := false
	for i := range r.Profiles {
		prof := &r.Profiles[i]
		if !prof.Offers("native") {
			continue
		}
		native = true
		for _, t := range strict.Decide(r, prof) {
			if len(t.Lax) > 0 && out[t.Name] == "" {
				out[t.Name] = "not for " + t.Lax[0].Family.String() + ", because " + t.Lax[0].Why
			}
		}
	}
	if !native {
		return each(tools, "no profile offers the transport native")
	}
	return out
}

func each(tools []registry.Tool, why string) map[string]string {
	out := map[string]string{}
	for i := range tools {
		out[tools[i].Name] = why
	}
	return out
}

// listed is the registry with the tools in it and in each of its profiles.
func (im *importing) listed(tools []registry.Tool) *registry.Registry {
	var whole []registry.Tool
	var names []registry.Word
	for i := range tools {
		if tools[i].Name != "" && !im.refused(i) {
			whole = append(whole, tools[i])
			names = append(names, registry.Word{Text: tools[i].Name})
		}
	}
	if im.opts.Registry == nil {
		r := im.alone(whole)
		r.Contract.Projections = []registry.Word{{Text: "anthropic"}, {Text: "openai-chat"}}
		return r
	}
	r := *im.opts.Registry
	again := func(t registry.Tool) bool {
		return slices.ContainsFunc(whole, func(o registry.Tool) bool { return o.Name == t.Name })
	}
	r.Tools = append(slices.DeleteFunc(slices.Clone(r.Tools), again), whole...)
	slices.SortFunc(r.Tools, func(a, b registry.Tool) int { return strings.Compare(a.Name, b.Name) })
	r.Profiles = slices.Clone(r.Profiles)
	if len(r.Profiles) == 0 {
		// The first profile is not written yet. It may list every tool, and nothing says that it shows them in words.
		p := registry.Profile{Name: "import", Kind: "agent", Transports: []registry.Word{{Text: "native"}}}
		for i := range r.Tools {
			p.Tools = append(p.Tools, registry.Word{Text: r.Tools[i].Name})
		}
		r.Profiles = []registry.Profile{p}
	}
	for i := range r.Profiles {
		p := &r.Profiles[i]
		listed := func(w registry.Word) bool {
			return slices.ContainsFunc(whole, func(t registry.Tool) bool { return t.Name == w.Text })
		}
		p.Tools = append(slices.DeleteFunc(slices.Clone(p.Tools), listed), names...)
	}
	return &r
}
