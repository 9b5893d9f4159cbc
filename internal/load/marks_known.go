package load

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/token"

	"github.com/promptgen/promptgen/internal/diag"
)

// known reports marks of inputs and tools that are not there.
func (c *markChecker) known(pos token.Pos, path, name string) {
	if c.good[name] {
		return
	}
	before := len(c.diags)
	defer func() { c.good[name] = len(c.diags) == before && !c.seen }()
	if tool, ok := strings.CutPrefix(name, "tool."); ok {
		c.knownTool(pos, path, tool)
		return
	}
	at := c.root.field("inputs")
	parts := strings.Split(strings.TrimPrefix(name, "input."), ".")
	for i, part := range parts {
		names, open := at.names()
		if i == 0 && at.spoken() && len(names) == 0 || i > 0 && len(names) == 0 && at.given() {
			c.seen = true // no struct, which is reported itself
			return
		}
		if open && !slices.Contains(names, part) {
			return // CUE knows
		}
		if !slices.Contains(names, part) {
			if slices.ContainsFunc(names, func(n string) bool { return n != part && strings.EqualFold(n, part) }) {
				c.seen = true // declared under a name that is refused itself
				return
			}
			what := "no input named " + quote(part)
			if i > 0 {
				what = "input " + quote(strings.Join(parts[:i], ".")) + " has no field " + quote(part)
			}
			d := c.report(pos, path, "unknown-input", "%s", what)
			*d = c.suggest(*d, part, names, at)
			return
		}
		in := at.field(part)
		at = in.field("item")
		if i == len(parts)-1 && at.given() {
			fields, _ := at.names()
			d := c.report(pos, path, "list-in-text", "%s is a list and can't stand in text", quote(strings.TrimPrefix(name, "input.")))
			if len(fields) > 0 {
				*d = d.Note("repeat a part with \"each\", and name a field of the item, e.g. \\(%s.%s)", name, fields[0])
			}
		}
	}
}

func (c *markChecker) knownTool(pos token.Pos, path, tool string) {
	list := c.root.field("tool")
	listed, open := list.names()
	if slices.Contains(listed, tool) || open {
		return
	}
	if list.listLen() > 0 { // no struct, which is reported
		c.seen = true
		return
	}
	d := c.report(pos, path, "unknown-tool", "no tool named %s", quote(tool))
	declared := c.root.field("tools")
	if names, _ := declared.names(); slices.Contains(names, tool) {
		d.Message = "tool " + quote(tool) + " is not in the list of names that text may use"
		*d = d.Note("add %s: _ to the field \"tool\" in %s", tool, mainFile)
		return
	}
	if _, near := diag.Nearest(tool, listed); near || !c.toolsetMeant(d, tool) {
		*d = c.suggest(*d, tool, listed, declared)
	}
}

// toolsetMeant says of a mark that names a toolset, or nearly one, what to write instead.
func (c *markChecker) toolsetMeant(d *diag.Diagnostic, tool string) bool {
	sets := c.root.field("toolsets")
	names, _ := sets.names()
	set := tool
	if !slices.Contains(names, tool) {
		near, ok := diag.Nearest(tool, names)
		if !ok {
			return false
		}
		set = near
	}
	at := sets.field(set).labelAt("", diag.Loc{})
	*d = d.Note("%q is a toolset (%s) and no tool: what it holds is known at run time only", set, at).
		Note("list its names by a part {tools: \"names\", toolset: %q}, or write of them in a part with when: %q", set, "tool."+set)
	return true
}
