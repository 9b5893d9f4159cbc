package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/promptgen/promptgen/internal/load"
	"github.com/promptgen/promptgen/internal/pipeline"
)

// source finds the registry at -C, the Go module around it and the folders between them.
func (a *app) source() (pipeline.Source, string, error) {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return pipeline.Source{}, "", err
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return pipeline.Source{}, "", fmt.Errorf("no folder %q", a.dir)
	case err != nil:
		return pipeline.Source{}, "", err
	case !info.IsDir():
		return pipeline.Source{}, "", fmt.Errorf("%q is not a folder", a.dir)
	}
	root, module, err := findModule(dir)
	if err != nil {
		return pipeline.Source{}, "", err
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return pipeline.Source{}, "", err
	}
	return pipeline.Source{
		FS:         os.DirFS(dir),
		Parents:    parents(root, rel),
		ImportPath: path.Join(module, filepath.ToSlash(rel), "gen"),
		Tokens:     a.tokens.Count,
	}, dir, nil
}

// findModule looks for go.mod in dir and above, and returns its folder and the module's path.
func findModule(dir string) (root, module string, err error) {
	for d := dir; ; d = filepath.Dir(d) {
		file := filepath.Join(d, "go.mod")
		data, err := os.ReadFile(file)
		if err == nil {
			module := modfile.ModulePath(data)
			if module == "" {
				return "", "", fmt.Errorf("%s names no module", file)
			}
			return d, module, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", err
		}
		if d == filepath.Dir(d) {
			return "", "", fmt.Errorf("no go.mod in %s or above\n\tthe generated packages need a module: run \"go mod init MODULE\" first", dir)
		}
	}
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
			if data, err := os.ReadFile(name); err == nil {
				p.Packages = append(p.Packages, packageName(string(data)))
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

// packageName reads the package clause of a CUE file, which only comments, blanks and attributes may precede.
func packageName(file string) string {
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if name, ok := strings.CutPrefix(line, "package "); ok {
			name, _, _ = strings.Cut(name, "//")
			return strings.TrimSpace(name)
		}
		if line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "@") {
			break
		}
	}
	return ""
}
