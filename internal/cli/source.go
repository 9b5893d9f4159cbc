package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	gomodule "golang.org/x/mod/module"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/pipeline"
)

// source finds the registry at -C, the Go module around it and the folders between them.
func (a *app) source() (pipeline.Source, string, error) {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return pipeline.Source{}, "", err
	}
	if err := a.folder(); err != nil {
		return pipeline.Source{}, "", err
	}
	root, in, err := findModule(dir)
	if err != nil {
		return pipeline.Source{}, "", err
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return pipeline.Source{}, "", err
	}
	gen := path.Join(in, filepath.ToSlash(rel), "gen")
	if err := importable(gen, filepath.ToSlash(rel)); err != nil {
		return pipeline.Source{}, "", err
	}
	return pipeline.Source{
		FS:         regularFS{os.DirFS(dir)},
		Parents:    parents(root, rel),
		ImportPath: gen,
		Tokens:     a.tokens.Count,
	}, dir, nil
}

// folder refuses a -C that is no folder.
func (a *app) folder() error {
	switch info, err := os.Stat(a.dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no folder %q", a.dir)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%q is not a folder", a.dir)
	}
	return nil
}

// findModule looks for go.mod in dir and above, and returns its folder and the module's path.
func findModule(dir string) (root, path string, err error) {
	for d := dir; ; d = filepath.Dir(d) {
		file := filepath.Join(d, "go.mod")
		data, err := readRegular(file)
		if err == nil {
			path, err := modulePath(file, data)
			return d, path, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", err
		}
		if d == filepath.Dir(d) {
			return "", "", fmt.Errorf("no go.mod in %q or above\n\tthe generated packages need a module: run \"go mod init MODULE\" first", dir)
		}
	}
}

// modulePath reads the path of the module from go.mod, in each form that Go takes.
func modulePath(file string, data []byte) (string, error) {
	f, err := modfile.ParseLax(file, data, nil)
	switch {
	case err != nil:
		return "", fmt.Errorf("no valid go.mod: %w", err)
	case f.Module == nil || f.Module.Mod.Path == "":
		return "", fmt.Errorf("%q names no module", file)
	}
	return f.Module.Mod.Path, nil
}

// importable refuses a folder of a registry whose packages Go could not import.
func importable(gen, rel string) error {
	if slices.Contains(strings.Split(rel, "/"), "vendor") {
		return fmt.Errorf("the registry's folder is %q, and Go imports nothing from a folder \"vendor\"\n\tgive it another name", rel)
	}
	err := gomodule.CheckImportPath(gen)
	if bad, ok := errors.AsType[*gomodule.InvalidPathError](err); ok {
		return fmt.Errorf("the generated packages would be %q, which Go can't import: %w\n\tgive the registry's folder, or the module, another name", gen, bad.Err)
	}
	return err
}

// parents lists the folders from the one above rel up to the module's root, with the packages of their CUE files.
// CUE merges files of one package in parent folders, so a registry must not share its name with them.
func parents(root, rel string) []load.Parent {
	var out []load.Parent
	for rel != "." {
		rel = filepath.Dir(rel)
		p := load.Parent{Dir: filepath.ToSlash(rel)}
		names, _ := filepath.Glob(filepath.Join(escapeGlob(filepath.Join(root, rel)), "*.cue"))
		for _, name := range names {
			if data, err := readRegular(name); err == nil {
				p.Packages = append(p.Packages, load.PackageName(data))
			}
		}
		out = append(out, p)
	}
	return out
}

// escapeGlob makes a path match itself only.
func escapeGlob(p string) string {
	if os.PathSeparator == '\\' {
		return p
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(p)
}
