package render

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/gate"
	"github.com/promptgen/promptgen/internal/project"
	"github.com/promptgen/promptgen/internal/registry"
)

// BadHostTools is the error for a cell whose tools of the host the registry refuses.
type BadHostTools []Excess

func (b BadHostTools) Error() string { return OverLimit(b).Error() }

// wireName is what every provider takes as the name of a tool.
var wireName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`)

// hostTool is a tool of the host that may be shown.
type hostTool struct {
	project.Tool
	given *registry.HostTool
	at    string // how notes call it, e.g. `tool "find" of server "notes"`
}

// hostTools checks what the host gives for the toolsets that the profile lists, in the profile's order. What it gives
// for others is not looked at.
func (x *scene) hostTools() {
	x.hosts = map[string][]project.Tool{}
	taken := map[string]string{}
	for i := range x.r.Tools {
		t := &x.r.Tools[i]
		taken[strings.ToLower(t.WireName())] = fmt.Sprintf("tool %q", t.WireName())
	}
	for _, w := range x.profile.Tools {
		ts := x.r.Toolset(w.Text)
		if ts == nil {
			continue
		}
		i := slices.IndexFunc(x.cell.Toolsets, func(v registry.ToolsetValue) bool { return v.Name.Text == ts.Name })
		if i >= 0 {
			x.hosts[ts.Name] = x.toolset(ts, x.cell.Toolsets[i], taken)
		}
	}
}

// toolset checks one toolset and adds the names of what remains to taken.
func (x *scene) toolset(ts *registry.Toolset, v registry.ToolsetValue, taken map[string]string) []project.Tool {
	var sound []hostTool
	for i := range v.Tools {
		if t, ok := x.hostTool(ts, &v.Tools[i]); ok {
			sound = append(sound, t)
		}
	}
	if ts.Order != "given" {
		slices.SortStableFunc(sound, func(a, b hostTool) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.given.Server, b.given.Server), cmp.Compare(a.given.Name, b.given.Name),
				cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Host.JSON(), b.Host.JSON()))
		})
	}
	var out []project.Tool
	for _, t := range sound {
		key := strings.ToLower(t.Name)
		if by, ok := taken[key]; ok {
			x.badHostTool(ts.BadName, t.given.At, ts.Wire.At, fmt.Sprintf("%s is called %q on the wire, like %s", t.at, t.Name, by))
			continue
		}
		taken[key] = t.at
		out = append(out, t.Tool)
	}
	if l := ts.Limit; l != nil && l.Tools > 0 && int64(len(out)) > l.Tools {
		x.badHostTool(l.Over, v.Name.At, l.At, fmt.Sprintf("toolset %q must hold at most %d tools, got %d", ts.Name, l.Tools, len(out)))
		out = out[:l.Tools]
	}
	return out
}

// hostTool checks what can be said of a tool by itself.
func (x *scene) hostTool(ts *registry.Toolset, given *registry.HostTool) (hostTool, bool) {
	t := hostTool{given: given, at: fmt.Sprintf("tool %q of server %q", given.Name, given.Server)}
	t.Key = ts.Name
	t.Name = strings.NewReplacer("{server}", given.Server, "{name}", given.Name).Replace(ts.Wire.Text)
	t.Doc = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(given.Description)
	overXML, sound := x.overXML(ts), true
	bad := func(verb string, at diag.Loc, problem string) {
		sound = false
		x.badHostTool(verb, given.At, at, t.at+" "+problem)
	}
	switch {
	case given.Name == "" || given.Server == "" && strings.Contains(ts.Wire.Text, "{server}"):
		bad(ts.BadName, ts.Wire.At, "lacks a part of its name")
	case !wireName.MatchString(t.Name):
		bad(ts.BadName, ts.Wire.At, fmt.Sprintf("is called %q on the wire; want 1 to 64 letters, digits, _ or -, starting with a letter or _", t.Name))
	case overXML && (t.Name == "think" || t.Name == "thinking"):
		bad(ts.BadName, ts.Wire.At, fmt.Sprintf("is called %q on the wire, the tag that opens reasoning over xml", t.Name))
	}
	if strings.ContainsFunc(given.Server+given.Name, unicode.IsControl) && wireName.MatchString(t.Name) { // the pattern may leave it out
		bad(ts.BadName, ts.Wire.At, "has a server or a name that holds a control character")
	}
	if strings.ContainsFunc(t.Doc, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		bad(ts.BadSchema, ts.At, "has a description that holds a control character")
	}
	var err error
	if t.Host, err = project.NewHost(ts.Name, given.Schema); err != nil {
		bad(ts.BadSchema, ts.At, "has a schema that "+err.Error())
	} else {
		t.Params = t.Host.Params()
		if problem := t.Host.Unwritable(); overXML && problem != "" {
			bad(ts.BadSchema, ts.At, "has a schema that "+problem)
		}
	}
	if l := ts.Limit; l != nil {
		if l.Description > 0 && int64(len(t.Doc)) > l.Description {
			bad(l.Over, l.At, fmt.Sprintf("has a description of %d bytes, at most %d", len(t.Doc), l.Description))
		}
		if t.Host != nil && l.Schema > 0 && int64(len(t.Host.JSON())) > l.Schema {
			bad(l.Over, l.At, fmt.Sprintf("has a schema of %d bytes, at most %d", len(t.Host.JSON()), l.Schema))
		}
	}
	return t, sound
}

// overXML reports whether calls of a toolset come as text.
func (x *scene) overXML(ts *registry.Toolset) bool {
	return x.cell.Transport == "xml" && slices.ContainsFunc(x.r.Profiles, func(p registry.Profile) bool {
		return gate.CanShow(x.r, &p, ts.Name, "xml")
	})
}

// badHostTool notes what the registry refuses. What it leaves out is no mistake.
func (x *scene) badHostTool(verb string, at, declared diag.Loc, problem string) {
	if verb != "skip" {
		x.badTools = append(x.badTools, Excess{At: at, Limit: declared, Problem: problem})
	}
}

// holdHostTools leaves the last tools of toolsets out where all would be more than any request may have, one of each
// toolset excepted.
func (x *scene) holdHostTools(shown []*registry.Toolset) {
	most, count := int(x.r.MostTools()), len(x.out.Tools)
	if x.cell.Transport != "native" || most == 0 || count > most {
		return
	}
	last := ""
	for _, ts := range shown {
		if n := len(x.hosts[ts.Name]); n > 0 {
			count, last = count+n, ts.Name
		}
	}
	for _, ts := range slices.Backward(shown) {
		tools := x.hosts[ts.Name]
		if over := count - most; over > 0 && ts.Limit != nil && ts.Limit.Over == "skip" && len(tools) > 1 {
			x.hosts[ts.Name] = tools[:max(1, len(tools)-over)]
			count -= len(tools) - len(x.hosts[ts.Name])
		}
	}
	if count > most {
		i := slices.IndexFunc(x.cell.Toolsets, func(v registry.ToolsetValue) bool { return v.Name.Text == last })
		x.badHostTool("reject", x.cell.Toolsets[i].Name.At, x.profile.At,
			fmt.Sprintf("profile %q shows %d tools; a request takes %d", x.profile.Name, count, most))
	}
}
