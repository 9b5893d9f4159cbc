package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

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
	registry *registry.Registry // as far as it can be read
	unlisted []string           // tools that its root does not list yet
	missing  []string           // fields of the root that every registry has, and that it has not yet
	wrong    int                // errors beside that
}

// destination reads what an import has to know of the registry at -C: its package, and what it has already. It need not be
// whole, but what it declares has to be readable: taken for an empty one, its tools would stay words and its names be taken
// twice.
func (a *app) destination() (destination, error) {
	d := destination{dir: a.dir}
	if err := a.folder(); err != nil {
		return d, err
	}
	files := regularFS{os.DirFS(a.dir)}
	data, err := files.ReadFile("registry.cue")
	if errors.Is(err, fs.ErrNotExist) {
		return d, fmt.Errorf("no registry.cue in %q\n\timported files belong to its package: write it first, e.g. with the line \"package prompts\" alone, or say where it is with -C", a.dir)
	}
	if err == nil {
		d.pkg = load.PackageName(data)
	}
	if err == nil && d.pkg == "" {
		return d, fmt.Errorf("%s has no package clause\n\twant one in its first line, e.g. \"package prompts\"", d.show("registry.cue"))
	}
	var found diag.List
	var fault error
	d.registry, d.unlisted, found, fault = load.Partial(files)
	switch {
	case fault != nil:
		return d, fault
	case d.registry == nil:
		return d, a.report(d.seen(found), "nothing written: import has to know what the registry has")
	case err != nil:
		return d, err
	}
	for _, e := range found {
		switch {
		case e.Severity != diag.Error:
		case e.Rule == "missing-field" && slices.Contains([]string{"contract", "locales", "snapshots"}, e.At.Path):
			d.missing = append(d.missing, e.At.Path)
		default:
			d.wrong++
		}
	}
	return d, nil
}

// show is a file of the registry as seen from the current folder, from where the input's name is seen, too.
func (d *destination) show(file string) string {
	return filepath.ToSlash(filepath.Join(d.dir, filepath.FromSlash(file)))
}

// inRegistry finds the places in messages on a registry.
var inRegistry = regexp.MustCompile(`[\w./-]+\.cue(:\d+)`)

// seen gives the places of diagnostics as seen from the current folder.
func (d *destination) seen(found diag.List) diag.List {
	out := slices.Clone(found)
	for i := range out {
		e := &out[i]
		e.At.File = d.show(e.At.File)
		e.Notes = slices.Clone(e.Notes)
		for j, note := range e.Notes {
			e.Notes[j] = inRegistry.ReplaceAllStringFunc(note, d.show)
		}
	}
	return out
}

// seenFrom gives the files that an error speaks of as seen from the current folder.
func (d *destination) seenFrom(err error) error {
	var there *output.ExistsError
	if !errors.As(err, &there) {
		return err
	}
	seen := &output.ExistsError{Twins: slices.Clone(there.Twins)}
	for _, p := range there.Paths {
		seen.Paths = append(seen.Paths, d.show(p))
	}
	for i := range seen.Twins {
		seen.Twins[i].Path = d.show(seen.Twins[i].Path)
	}
	return seen
}

// place writes files, or shows them. A dry run finds what would be in their way, too.
func (a *app) place(v *imported, d destination, files []importer.File) error {
	if v.out == "-" {
		for i, f := range files {
			if i > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprintf(a.stdout, "// %s\n%s", d.show(f.Path), f.Data)
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
		return d.seenFrom(err)
	}
	for _, p := range created {
		fmt.Fprintln(a.stdout, d.show(p))
	}
	if n := len(files) - len(created); n > 0 {
		fmt.Fprintf(a.stderr, "promptgen: %s there already, with the same bytes\n", count(n, "file"))
	}
	return nil
}
