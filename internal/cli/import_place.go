package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/importer"
	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/output"
	"github.com/promptgen/promptgen/internal/registry"
)

// destination is the registry that files are written for.
type destination struct {
	dir      string
	pkg      string
	registry *registry.Registry // nil where it says nothing yet
	unlisted []string           // tools that its root does not list yet
}

// destination reads what an import has to know of the registry at -C: its package, and what it has already. Checks may
// find errors in it, but it has to load: taken for an empty one, its tools would stay words and its names be taken twice.
func (a *app) destination() (destination, error) {
	if err := a.folder(); err != nil {
		return destination{}, err
	}
	data, err := os.ReadFile(filepath.Join(a.dir, "registry.cue"))
	if errors.Is(err, fs.ErrNotExist) {
		return destination{}, fmt.Errorf("no registry.cue in %q\n\timported files belong to its package: write it first, or say where it is with -C", a.dir)
	}
	if err != nil {
		return destination{}, err
	}
	d := destination{dir: a.dir, pkg: load.PackageName(data)}
	if d.pkg == "" {
		return d, fmt.Errorf("%s has no package clause", filepath.Join(a.dir, "registry.cue"))
	}
	fsys := regularFS{os.DirFS(a.dir)}
	if load.Blank(fsys) {
		return d, nil
	}
	var found diag.List
	if d.registry, d.unlisted, found, err = load.Unlisted(fsys); err != nil || d.registry != nil {
		return d, err
	}
	return d, a.report(found, "nothing written: import has to know what the registry has")
}

// place writes files, or shows them. A dry run finds what would be in their way, too.
func (a *app) place(v *imported, d destination, files []importer.File) error {
	if v.out == "-" {
		for i, f := range files {
			if i > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprintf(a.stdout, "// %s\n%s", f.Path, f.Data)
		}
		return nil
	}
	var all []output.File
	for _, f := range files {
		all = append(all, output.File{Path: f.Path, Data: f.Data})
	}
	create := output.Create
	if v.dry {
		create = output.Creatable
	}
	created, err := create(d.dir, all)
	if err != nil {
		return err
	}
	for _, p := range created {
		fmt.Fprintln(a.stdout, p)
	}
	if n := len(files) - len(created); n > 0 {
		fmt.Fprintf(a.stderr, "promptgen: %s there already, with the same bytes\n", count(n, "file"))
	}
	return nil
}

// left says what an import can't do itself.
func (a *app) left(v *imported, steps ...string) {
	if v.out == "-" {
		return
	}
	what := "left to do"
	if v.dry {
		what = "nothing written; it would leave to do"
	}
	fmt.Fprintf(a.stderr, "promptgen: %s:\n\t%s\n", what, strings.Join(steps, "\n\t"))
}

// unfinished says what is left to do for tools that are imported, and for those that were before. A profile that is
// imported lists some of its own.
func unfinished(d destination, tools, profiled []string) []string {
	all := slices.Clone(tools)
	for _, name := range d.unlisted {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	known := func(name string, lists ...[]registry.Word) bool {
		return slices.ContainsFunc(slices.Concat(lists...), func(w registry.Word) bool { return w.Text == name })
	}
	unlisted := slices.Clone(all)
	idle := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(profiled, name) })
	if r := d.registry; r != nil {
		unlisted = slices.DeleteFunc(unlisted, func(name string) bool { return known(name, r.ToolNames) && !slices.Contains(d.unlisted, name) })
		for i := range r.Profiles {
			idle = slices.DeleteFunc(idle, func(name string) bool { return known(name, r.Profiles[i].Tools) })
		}
	}
	var steps []string
	if len(unlisted) > 0 {
		steps = append(steps, "list the tools in registry.cue: "+importer.Listing(unlisted))
	}
	if len(idle) > 0 {
		steps = append(steps, "list the tools in a profile: tools: [\""+strings.Join(idle, `", "`)+"\"]")
	}
	return steps
}

// excluding says how the other agents leave the imported sections out, for which only their authors have a reason.
func excluding(r *registry.Registry, p *importer.Prompt) []string {
	var out []string
	if r == nil {
		return nil
	}
	for i := range r.Profiles {
		if o := &r.Profiles[i]; o.Kind != "task" && o.Name != p.Name {
			var sections []string
			for _, c := range p.Sections {
				sections = append(sections, c.Name+": reason: \"…\"")
			}
			out = append(out, fmt.Sprintf("leave the sections out of %q: profiles: %s: excludes: sections: {%s}", o.Name, o.Name, strings.Join(sections, ", ")))
		}
	}
	return out
}
