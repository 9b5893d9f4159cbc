package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/promptgen/promptgen/internal/importer"
	"github.com/promptgen/promptgen/internal/registry"
)

// left says what an import can't do itself.
func (a *app) left(v *imported, d *destination, steps ...string) {
	if v.out == "-" {
		return
	}
	what := "left to do"
	if v.dry {
		what = "nothing written; it would leave to do"
	}
	run := "run \"promptgen check\""
	if d.dir != "." {
		run = fmt.Sprintf("run \"promptgen -C %s check\"", filepath.ToSlash(d.dir))
	}
	if d.wrong > 0 {
		run += ": the registry has " + count(d.wrong, "error") + " already"
	}
	fmt.Fprintf(a.stderr, "promptgen: %s:\n\t%s\n", what, strings.Join(append(steps, run), "\n\t"))
}

// unfinished says what to write for tools that are imported, and for what was there before and is not whole yet: lines to
// paste. prompt is nil unless one was imported, whose profile lists tools of its own.
func unfinished(d *destination, tools []string, prompt *importer.Prompt) []string {
	all := slices.Concat(tools, d.unlisted)
	for i := range d.registry.Tools {
		all = append(all, d.registry.Tools[i].Name)
	}
	all = once(all)
	unlisted := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
		return holds(d.registry.ToolNames, name) && !slices.Contains(d.unlisted, name)
	})
	idle := slices.DeleteFunc(all, func(name string) bool {
		return prompt != nil && slices.Contains(prompt.Tools, name) ||
			slices.ContainsFunc(d.registry.Profiles, func(p registry.Profile) bool { return holds(p.Tools, name) })
	})
	lines := d.root()
	if len(unlisted) > 0 {
		lines = append(lines, importer.Listing(unlisted))
	}
	var steps []string
	if len(lines) > 0 {
		steps = append(steps, "add to "+d.show("registry.cue")+":"+block(lines))
	}
	switch {
	case len(d.registry.Profiles) == 0 && prompt == nil:
		steps = append(steps, "add a profile to "+d.show("registry.cue")+", or import a prompt, which brings one:"+block(d.profile(idle)))
	case len(idle) > 0:
		steps = append(steps, d.offer(idle, prompt))
	}
	return steps
}

// block is lines to paste.
func block(lines []string) string { return "\n\t\t" + strings.Join(lines, "\n\t\t") }

// profile writes a first profile. It needs a section.
func (d *destination) profile(tools []string) []string {
	var sections, lines []string
	for i := range d.registry.Sections {
		sections = append(sections, d.registry.Sections[i].Name)
	}
	if sections == nil {
		locale := "en"
		if l := d.registry.Locales; len(l) > 0 && l[0].Name.Text != "" {
			locale = l[0].Name.Text
		}
		sections = []string{"rules"}
		if strings.Contains(locale, "-") {
			locale = strconv.Quote(locale)
		}
		lines = []string{"sections: rules: cache: \"static\"", "i18n: " + locale + ": shared: rules: text: \"…\""}
	}
	return append(lines, fmt.Sprintf("profiles: main: {doc: \"…\", sections: [%s], tools: [%s], transports: [\"native\"]}", quoted(sections), quoted(tools)))
}

// root gives the fields of the root that every registry has, as far as they are missing.
func (d *destination) root() []string {
	var lines []string
	for _, name := range d.missing {
		switch name {
		case "contract":
			lines = append(lines, fmt.Sprintf("contract: {name: %q, version: 1}", contractName(d.pkg)))
		case "locales":
			lines = append(lines, "locales: [{name: \"en\"}]")
		case "snapshots":
			lines = append(lines, "snapshots: {fixture: inputs: {}, cases: [{name: \"basic\"}]}")
		}
	}
	return lines
}

// contractName is a name for the contract of a package.
func contractName(pkg string) string {
	if name := importer.Identifier(pkg); name != "" {
		return name
	}
	return "main"
}

// offer says how a profile gets tools. Where there is one profile, it is the whole list.
func (d *destination) offer(tools []string, prompt *importer.Prompt) string {
	profiles := slices.Clone(d.registry.Profiles)
	if prompt != nil {
		profiles = slices.DeleteFunc(profiles, func(p registry.Profile) bool { return p.Name == prompt.Name })
	}
	switch {
	case prompt != nil && len(profiles) == 0:
		return fmt.Sprintf("let a profile list the tools, e.g. %q in %s: tools: [%s]", prompt.Name, d.show(prompt.ProfileFile()), quoted(slices.Concat(prompt.Tools, tools)))
	case prompt == nil && len(profiles) == 1:
		p := &profiles[0]
		var has []string
		for _, w := range p.Tools {
			has = append(has, w.Text)
		}
		at := p.ToolsAt
		at.File = d.show(at.File)
		return fmt.Sprintf("let a profile list the tools, e.g. %q at %s: tools: [%s]", p.Name, at, quoted(slices.Concat(has, tools)))
	}
	return "let a profile list the tools, behind those that it lists: " + quoted(tools)
}

// quoted lists names as CUE does.
func quoted(names []string) string {
	var out []string
	for _, name := range names {
		out = append(out, strconv.Quote(name))
	}
	return strings.Join(out, ", ")
}

func holds(list []registry.Word, name string) bool {
	return slices.ContainsFunc(list, func(w registry.Word) bool { return w.Text == name })
}

// once leaves the first of equal names.
func once(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// excluding says how the other agents leave the imported sections out, for which only their authors have a reason.
func excluding(d *destination, p *importer.Prompt) []string {
	var out []string
	for i := range d.registry.Profiles {
		if o := &d.registry.Profiles[i]; o.Kind != "task" && o.Name != p.Name {
			var sections []string
			for _, c := range p.Sections {
				sections = append(sections, c.Name+": reason: \"…\"")
			}
			out = append(out, fmt.Sprintf("leave the sections out of %q, e.g. in %s: profiles: %s: excludes: sections: {%s}", o.Name, d.show(o.At.File), o.Name, strings.Join(sections, ", ")))
		}
	}
	return out
}
