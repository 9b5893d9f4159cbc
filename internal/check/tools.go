package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// maxDescription is what some providers still accept.
const maxDescription = 1024

// toolRules look at tools and parameters.
func toolRules() []rule {
	return []rule{
		{diag.Rule{ID: "tool-undescribed", Doc: "A tool or parameter has no description, or one that can be empty, so a model has to guess what it is for. Describe it; leave one fragment without a condition."}, toolUndescribed},
		{diag.Rule{ID: "param-tool-clash", Doc: "A parameter has the name of a tool. Over xml both are tags, and a call could not be read. Rename the parameter."}, paramToolClash},
		{diag.Rule{ID: "raw-param", Doc: "raw stands at a parameter that is no string, is nested, or has a parameter behind it that is not raw. Raw parameters are strings and come last in their tool."}, rawParams},
		{diag.Rule{ID: "usage-closer", Doc: "A usage text holds the closing tag of its parameter or tool, so the documented call would end too early. Reword it."}, usageClosers},
		{diag.Rule{ID: "usage-value", Doc: "A usage looks like a value of its parameter, but a call over xml that had it would be refused, and models copy what they are shown (a warning). There what may be null, any, arrays, objects, maps and unions stand as JSON, so that a string in them has quotes, and a string that can't be null stands without. Write the value so, or words that are no value, such as \"line number\" for an integer."}, usageValues},
		{diag.Rule{ID: "value-closer", Doc: "The enum or the pattern of a parameter that a profile offers over xml holds the closing tag of the parameter. There a value ends at that tag, so no call could give this one. Change the value, rename the parameter, or let an object hold it: what is written as JSON can escape the tag."}, valueClosers},
		{diag.Rule{ID: "tool-name-reserved", Doc: "A tool that a profile offers over xml is called think or thinking. There these tags open reasoning, in which no call runs. Give the tool another wire name."}, reservedNames},
		{diag.Rule{ID: "description-long", Doc: "A tool's description can have more than 1024 characters in a prompt, which some providers refuse (a warning). Shorten it, or move parts to the parameters or to a section."}, descriptionLong},
		{diag.Rule{ID: "subagent-tool", Doc: "A subagent allows a tool that none of its profiles lists, so it never gets it. Remove it from the subagent, or list it."}, subagentTools},
	}
}

func blank(fs []registry.Fragment) bool {
	for _, f := range fs {
		if strings.TrimSpace(plain(&f.Text)) != "" {
			return false
		}
	}
	return true
}

func toolUndescribed(p *pass) {
	for _, n := range p.docs {
		profiles := p.profiles(n.owner())
		if len(profiles) == 0 {
			if n.param == nil && blank(n.tool.Fragments) || n.param != nil && blank(n.param.Fragments) {
				p.report(n.at, "add description: it is all that a model knows of it", "%s has no description", n)
			}
			continue
		}
		for _, prof := range profiles {
			if p.undescribed(prof, n) {
				break
			}
		}
	}
}

// undescribed reports the node if a profile can show it without a description.
func (p *pass) undescribed(prof *registry.Profile, n docNode) bool {
	fs := n.fragments(p.r, p.r.First(), prof.Name)
	if blank(fs) {
		p.report(n.at, "add description: it is all that a model knows of it", "%s has no description", n)
		return true
	}
	for _, l := range p.r.Locales {
		fs := n.fragments(p.r, l.Name.Text, prof.Name)
		if len(fs) == 0 {
			continue // a missing translation: a rule of its own
		}
		for _, v := range p.viewsOf(prof) {
			if choice, empty := v.emptiness(n, fs); empty {
				p.add(p.errorf(fs[0].At, "the description of %s is empty %s", n, choice).
					Note("leave one fragment without a condition").Note("in %s", v))
				return true
			}
		}
	}
	return false
}

// emptiness finds a prompt that shows the node and none of its fragments.
func (v view) emptiness(n docNode, fs []registry.Fragment) (gate.Choice, bool) {
	shown, ok := v.guards(n.whens)
	if !ok {
		return nil, false
	}
	some := gate.Const(false)
	for i := range fs {
		if blank(fs[i : i+1]) {
			continue
		}
		f, ok := v.guards([]guard{{when: fs[i].When}})
		if !ok {
			return nil, false
		}
		some = gate.Any(some, f)
	}
	return v.Find(gate.All(shown, gate.Not(some)))
}

func paramToolClash(p *pass) {
	for _, n := range p.docs {
		if n.depth != 1 {
			continue
		}
		for i := range p.r.Tools {
			if t := &p.r.Tools[i]; n.param.Name == t.WireName() {
				p.add(p.errorf(n.at, "%s has the name of a tool", n).Note("rename the parameter: over xml both are tags; tool %q is declared at %s", t.Name, t.At))
			}
		}
	}
}

func rawParams(p *pass) {
	for _, n := range p.docs {
		if n.param == nil || !n.param.Raw {
			continue
		}
		switch {
		case n.depth > 1:
			p.report(n.at, "remove raw", "%s is raw, but only a tool's own parameters stand in tags", n)
		case n.param.Kind != registry.StringType || len(n.param.Enum) > 0 || n.param.Nullable:
			p.report(n.at, "remove raw, or make it a string without enum that is not nullable", "%s is raw, but no free string", n)
		default:
			if next := cookedBehind(n); next != "" {
				p.report(n.at, "move it behind all parameters that are not raw", "%s is raw, but parameter %q stands behind it", n, next)
			}
		}
	}
}

// cookedBehind names the first parameter behind n that is not raw.
func cookedBehind(n docNode) string {
	found := false
	for i := range n.tool.Params {
		q := &n.tool.Params[i]
		if found && !q.Raw {
			return q.Name
		}
		found = found || q == n.param
	}
	return ""
}

func usageClosers(p *pass) {
	look := func(usage, param, tool string, place registry.Place) {
		for _, name := range []string{param, tool} {
			closer := "</" + name + ">"
			if i := strings.Index(usage, closer); i >= 0 {
				p.report(place.Byte(i), "reword it: the call that it shows would end there", "usage text holds %q", closer)
			}
		}
	}
	for _, n := range p.docs {
		if n.depth == 1 {
			look(n.param.Usage, n.param.Name, n.tool.WireName(), registry.Place{At: n.param.UsageAt, Runs: n.param.UsageRuns})
		}
	}
	for _, tt := range p.r.ToolTexts {
		t := p.r.Tool(tt.Tool)
		for _, pt := range tt.Params {
			if t != nil && pt.Usage != nil {
				look(*pt.Usage, pt.Path, t.WireName(), registry.Place{At: pt.UsageAt, Runs: pt.UsageRuns})
			}
		}
	}
}

func reservedNames(p *pass) {
	for _, n := range p.docs {
		t := n.tool
		if name := t.WireName(); n.depth == 0 && (name == "think" || name == "thinking") && p.overXML(n) {
			at := t.At
			if t.Wire.Given() {
				at = t.Wire.At
			}
			p.report(at, "give it another wire name", "over xml the tag <%s> opens reasoning, so tool %q can't be called", name, t.Name)
		}
	}
}

// valueClosers finds values that a parameter takes and that its tag can't hold.
func valueClosers(p *pass) {
	for _, n := range p.docs {
		if n.depth != 1 {
			continue
		}
		word := project.Unwritable(n.param)
		if word == "" || !p.overXML(n) {
			continue
		}
		closer := "</" + n.param.Name + ">"
		at := n.param.Pattern.At
		if i := strings.Index(n.param.Pattern.Text, closer); i >= 0 {
			at = n.param.Pattern.Byte(i)
		}
		if word == "enum" {
			i := slices.IndexFunc(n.param.Enum, func(v string) bool { return strings.Contains(v, closer) })
			at = n.param.EnumPlace(i).Byte(strings.Index(n.param.Enum[i], closer))
		}
		p.report(at, "change the value, rename the parameter, or let an object hold it: JSON can escape the tag",
			"the %s of %s holds %q, where its value would end over xml", word, n, closer)
	}
}

// overXML reports whether a prompt over xml can offer a tool, or a parameter of one.
func (p *pass) overXML(n docNode) bool {
	shown := append(slices.Clone(n.whens), guard{when: registry.Word{Text: "xml"}})
	for _, prof := range p.profiles(n.owner()) {
		if !prof.Offers("xml") {
			continue
		}
		for _, v := range p.viewsOf(prof) {
			if f, ok := v.guards(shown); ok {
				if _, found := v.Find(f); found {
					return true
				}
			}
		}
	}
	return false
}

func descriptionLong(p *pass) {
	seen := map[diag.Loc]bool{}
	for _, n := range p.docs {
		if n.param != nil {
			continue
		}
		for _, prof := range p.profiles(n.owner()) {
			for _, l := range p.r.Locales {
				fs := n.fragments(p.r, l.Name.Text, prof.Name)
				count := p.longest(prof, n, fs)
				if count > maxDescription && !seen[fs[0].At.Spot()] {
					seen[fs[0].At.Spot()] = true
					p.add(diag.Warnf(fs[0].At, p.rule, "the description of %s has %d characters, and some providers refuse more than %d", n, count, maxDescription).
						Note("shorten it, or move parts to its parameters or to a section"))
				}
			}
		}
	}
}

// longest counts the characters of the longest description that a prompt can show.
func (p *pass) longest(prof *registry.Profile, n docNode, fs []registry.Fragment) int64 {
	var all []int64
	sum := int64(0)
	for i := range fs {
		all = append(all, int64(utf8.RuneCountInString(plain(&fs[i].Text))))
		sum += all[i]
	}
	views := p.viewsOf(prof)
	if sum <= maxDescription || len(views) == 0 {
		return sum
	}
	most := int64(0)
	for _, v := range views {
		var items []gate.Weighted
		for i := range fs {
			if f, ok := v.guards(n.guards(fs[i].When)); ok {
				items = append(items, gate.Weighted{Formula: f, Weight: all[i]})
			}
		}
		most = max(most, v.Sums().Most(items))
	}
	return most
}

func subagentTools(p *pass) {
	for _, s := range p.r.Subagents {
		for _, w := range s.Tools {
			listed := len(p.profiles(owner{"tool", w.Text})) > 0
			reached := false
			for _, q := range s.Profiles {
				prof := p.r.Profile(q.Text)
				reached = reached || prof == nil || prof.ListsTool(w.Text)
			}
			if listed && !reached {
				p.report(w.At, "remove it here, or list it in one of the profiles", "subagent %q allows tool %q, which none of its profiles lists", s.Name, w.Text)
			}
		}
	}
}
