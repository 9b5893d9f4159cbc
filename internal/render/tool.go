package render

import (
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
	"github.com/promptgen/promptgen/internal/strict"
)

// filterTools finds the tools of the cell: those that the profile lists, the agent's list allows and whose condition
// holds, with those of their parameters whose condition holds. Everything else reads this list.
func (x *scene) filterTools() {
	for _, w := range x.profile.Tools {
		if t := x.r.Tool(w.Text); t != nil && x.setting.Shows(w.Text) {
			x.out.Tools = append(x.out.Tools, x.tool(t))
		}
	}
	var shown []*registry.Toolset
	for _, w := range x.profile.Tools {
		if ts := x.r.Toolset(w.Text); ts != nil && x.setting.Shows(w.Text) {
			shown = append(shown, ts)
		}
	}
	x.holdHostTools(shown)
	for _, ts := range shown {
		x.out.Tools = append(x.out.Tools, x.hosts[ts.Name]...)
	}
}

func (x *scene) tool(t *registry.Tool) project.Tool {
	out := project.Tool{Key: t.Name, Name: t.WireName(), Strict: x.strict(t.Name), Hints: project.Hints(t)}
	out.Doc = x.fragments("tools."+t.Name, x.r.ToolDoc(x.cell.Locale, x.cell.Profile, t))
	for i := range t.Params {
		if p := &t.Params[i]; x.setting.Holds(p.When.Text) {
			out.Params = append(out.Params, x.param(t, p))
		}
	}
	return out
}

// strict says where a tool is strict, which is decided for a profile as a whole.
func (x *scene) strict(tool string) strict.Set {
	sets, ok := x.stricts[x.profile]
	if !ok {
		sets = map[string]strict.Set{}
		for _, t := range strict.Decide(x.r, x.profile) {
			sets[t.Name] = t.Strict
		}
		x.stricts[x.profile] = sets
	}
	return sets[tool]
}

// paramText is what a parameter is in a profile and a locale, whatever the cell.
type paramText struct {
	usage string
	docs  []paramDoc // of the parameter, and of the members below it
}

type paramDoc struct {
	of        string // as errors name it
	fragments []registry.Fragment
}

func (x *scene) param(t *registry.Tool, p *registry.Param) project.ToolParam {
	p = x.shown(p)
	form, ok := x.forms[p]
	if !ok {
		form = project.Param(p)
		x.forms[p] = form
	}
	own := x.paramText(t, p)
	out := project.ToolParam{Name: p.Name, Required: p.Required, Form: form, Usage: own.usage}
	for _, d := range own.docs {
		out.Docs = append(out.Docs, x.fragments(d.of, d.fragments))
	}
	return out
}

func (x *scene) paramText(t *registry.Tool, p *registry.Param) *paramText {
	locale, profile := x.cell.Locale, x.cell.Profile
	key := paramKey{p, profile, locale}
	if known, ok := x.texts[key]; ok {
		return known
	}
	out := &paramText{usage: x.r.ParamUsage(locale, profile, t, p.Name, p)}
	for path, q := range project.Described(p) {
		out.docs = append(out.docs, paramDoc{"tools." + t.Name + ".params." + path, x.r.ParamDoc(locale, profile, t, path, q)})
	}
	x.texts[key] = out
	return out
}

// shown returns p without the members whose condition fails; p itself where all are shown.
func (x *scene) shown(p *registry.Param) *registry.Param {
	t, same := x.shownType(&p.Type)
	if same {
		return p
	}
	q := *p
	q.Type = *t
	return &q
}

func (x *scene) shownType(t *registry.Type) (out *registry.Type, same bool) {
	c := *t
	same = true
	for _, inner := range []**registry.Type{&c.Items, &c.Values} {
		if *inner != nil {
			of, whole := x.shownType(*inner)
			*inner, same = of, same && whole
		}
	}
	members := func(ps []registry.Param) []registry.Param {
		shown, whole := x.shownMembers(ps)
		same = same && whole
		return shown
	}
	c.Params = members(t.Params)
	c.Variants = slices.Clone(t.Variants)
	for i := range c.Variants {
		c.Variants[i].Params = members(c.Variants[i].Params)
	}
	if same {
		return t, true
	}
	return &c, false
}

func (x *scene) shownMembers(ps []registry.Param) (out []registry.Param, same bool) {
	same = true
	for i := range ps {
		p := &ps[i]
		if !x.setting.Holds(p.When.Text) {
			same = false
			continue
		}
		q := x.shown(p)
		same = same && q == p
		out = append(out, *q)
	}
	return out, same
}

// fragments puts a description together. In the catalog it is missing where there is none at all.
func (x *scene) fragments(of string, fs []registry.Fragment) string {
	if fs == nil {
		x.missing = append(x.missing, of)
		return ""
	}
	var b strings.Builder
	for i := range fs {
		if f := &fs[i]; x.setting.Holds(f.When.Text) {
			b.WriteString(x.text(&f.Text, ""))
		}
	}
	return b.String()
}
