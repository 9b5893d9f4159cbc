package load

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

// specFolders are read with everything below them. Nothing but the registry lives there.
func specFolders() []string { return []string{"profiles", "i18n", "tools/specs"} }

// isMeant reports whether a file of another package was meant for the registry: it lies in a folder that only exists for
// it, its package is nearly the registry's, or it holds fields of a registry. Other files beside registry.cue are none
// of ours. f is nil where the file is broken.
func isMeant(f *ast.File, pkg registry.Word, ours string) bool {
	if strings.Contains(pkg.At.File, "/") {
		return true
	}
	if _, near := diag.Nearest(pkg.Text, []string{ours}); near {
		return true
	}
	if f == nil || len(checkFileName(pkg.At.File)) > 0 {
		return false
	}
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		field, ok := d.(*ast.Field)
		if !ok {
			return false
		}
		name, _, err := ast.LabelName(field.Label)
		return err == nil && isRegistryField(name)
	})
}

// isRegistryField reports whether the wiring ties a field of this name, as the schema demands of every one.
func isRegistryField(name string) bool {
	return slices.ContainsFunc(strings.Split(wiring, "\n"), func(line string) bool {
		field, _, ok := strings.Cut(line, ":")
		return ok && strings.TrimSuffix(field, "?") == name && !isMarkRoot(name)
	})
}

// otherPackages refuses files whose package clause is not the registry's. Where all of them agree against
// registry.cue, that is what is reported.
func otherPackages(src *sources, foreign []registry.Word) diag.List {
	agree := len(foreign) > 1 && len(src.files) == 1 && !slices.ContainsFunc(foreign, func(w registry.Word) bool { return w.Text != foreign[0].Text })
	if agree {
		return diag.List{diag.Errorf(packageLoc(src.files[0]), "other-package", "%s belongs to package %q, but the other files to %q", mainFile, src.pkg, foreign[0].Text).
			Note("want \"package %s\" here, or \"package %s\" in all of them", foreign[0].Text, src.pkg)}
	}
	var out diag.List
	for _, pkg := range foreign {
		out = append(out, diag.Errorf(pkg.At, "other-package", "the file belongs to package %q, but the registry to %q", pkg.Text, src.pkg).
			Note("want \"package %s\"", src.pkg))
	}
	return out
}

// strayFiles refuses files of the registry's package in folders where one would expect them to be read, e.g.
// tools/read_file.cue or sections/rules.cue. They would have no effect.
func strayFiles(fsys fs.FS, ours string) diag.List {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil // reported where the files are listed
	}
	var out diag.List
	for _, e := range entries {
		if !e.IsDir() || slices.Contains(specFolders(), e.Name()) {
			continue
		}
		home := homeOf(e.Name())
		if home == "" {
			continue
		}
		files, err := fs.ReadDir(fsys, e.Name())
		if err != nil {
			continue
		}
		for _, f := range files {
			if name := path.Join(e.Name(), f.Name()); !f.IsDir() && packageOf(fsys, name) == ours {
				out = append(out, diag.Errorf(diag.Loc{File: name, Line: 1, Col: 1}, "cue-file-name", "files in the folder %q are not read", e.Name()).
					Note("move it to %s", home))
			}
		}
	}
	return out
}

// homeOf says where files that lie in a folder of this name should lie, or "" for folders that mean nothing to us.
func homeOf(dir string) string {
	best, near := diag.Nearest(dir, []string{"profiles", "i18n", "tools"})
	switch {
	case dir == "tools" || near && best == "tools":
		return "tools/specs/"
	case near:
		return best + "/"
	case dir == "locales" || dir == "tooltext":
		return "i18n/"
	case isRegistryField(dir):
		return fmt.Sprintf("the folder of %s", mainFile)
	}
	return ""
}

// packageOf tells the package of a CUE file, or "".
func packageOf(fsys fs.FS, name string) string {
	if path.Ext(name) != ".cue" {
		return ""
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return ""
	}
	return PackageName(data)
}

// PackageName tells the package of a CUE file, or "" where there is none.
func PackageName(file []byte) string {
	f, err := parser.ParseFile("", bytes.TrimPrefix(file, []byte(byteOrderMark)), parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.PackageName()
}
