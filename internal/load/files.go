package load

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"

	"github.com/promptgen/promptgen/internal/diag"
	"github.com/promptgen/promptgen/internal/registry"
)

const (
	mainFile   = "registry.cue"
	wiringFile = "promptgen.cue"

	byteOrderMark = "\ufeff"
)

// sources are the parsed files of one registry.
type sources struct {
	pkg   string
	files []*ast.File // the main file first, then by name
	tree  *tree       // over files
	dead  spans       // what a reported error made worthless
	told  spans       // expressions whose names are reported as a whole
}

// readSources finds, reads and parses the files of the registry.
func readSources(fsys fs.FS) (*sources, diag.List) {
	main, diags := readMain(fsys)
	if main == nil {
		return nil, diags
	}
	src := &sources{pkg: main.PackageName(), files: []*ast.File{main}}
	names, ds := listFiles(fsys)
	diags = append(diags, ds...)
	var foreign []registry.Word // package clauses of files that belong to the registry, but say otherwise
	for _, name := range names {
		f, pkg, ds := readFile(fsys, name)
		switch {
		case pkg.Text != "" && pkg.Text != src.pkg:
			if isMeant(f, pkg, src.pkg) {
				foreign = append(foreign, pkg)
			}
			continue
		case f != nil && pkg.Text == "":
			ds = diag.List{diag.Errorf(diag.Loc{File: name, Line: 1, Col: 1}, "cue-file-name", "file without a package clause").
				Note("want \"package %s\" in its first line", src.pkg)}
		case f != nil:
			src.files = append(src.files, f)
		}
		if bad := checkFileName(name); len(bad) > 0 {
			ds = bad
		}
		diags = append(diags, ds...)
	}
	diags = append(diags, otherPackages(src, foreign)...)
	diags = append(diags, strayFiles(fsys, src.pkg)...)
	if !diags.HasErrors() {
		src.ensureWiring()
		src.tree = newTree(src.files)
	}
	return src, diags
}

// readMain reads the file that names the package.
func readMain(fsys fs.FS) (*ast.File, diag.List) {
	at := diag.Loc{File: mainFile}
	switch info, err := fs.Stat(fsys, mainFile); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, diag.List{diag.Errorf(at, "no-registry", "no registry here: there is no file %q", mainFile).
			Note("promptgen reads the folder that holds %s; choose another with -C", mainFile)}
	case err == nil && info.IsDir():
		return nil, diag.List{diag.Errorf(at, "no-registry", "%q is a folder, want a file", mainFile)}
	}
	f, _, diags := readFile(fsys, mainFile)
	switch {
	case f == nil:
		return nil, diags
	case len(f.Decls) == 0:
		return nil, append(diags, diag.Errorf(diag.Loc{File: mainFile, Line: 1, Col: 1}, "no-registry", "the registry is empty").
			Note("want a package clause, e.g. \"package coder\", and the fields of a registry"))
	case f.PackageName() == "" || f.PackageName() == "_":
		return nil, append(diags, diag.Errorf(diag.Loc{File: mainFile, Line: 1, Col: 1}, "cue-file-name", "file without a package clause").
			Note("want a package clause in its first line, e.g. \"package coder\""))
	}
	return f, diags
}

// listFiles names the other files that may belong to the registry, in a fixed order.
func listFiles(fsys fs.FS) ([]string, diag.List) {
	var names []string
	var diags diag.List
	visit := func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil && errors.Is(err, fs.ErrNotExist):
		case err != nil:
			diags = append(diags, unreadable("folder", name, err))
		case name != "." && (strings.HasPrefix(base, ".") || base == "cue.mod"):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() || path.Ext(name) != ".cue" || name == mainFile:
		default:
			names = append(names, name)
		}
		return nil
	}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, diag.List{unreadable("folder", ".", err)}
	}
	for _, e := range entries {
		if !e.IsDir() {
			_ = visit(e.Name(), e, nil)
		}
	}
	for _, dir := range specFolders() {
		_ = fs.WalkDir(fsys, dir, visit) // visit takes note of errors and returns none
	}
	slices.Sort(names)
	return names, diags
}

// checkFileName refuses names that CUE reads differently by different routes: in a folder, or as an argument.
func checkFileName(name string) diag.List {
	at := diag.Loc{File: name}
	base := strings.TrimSuffix(path.Base(name), ".cue")
	for _, suffix := range []string{"_tool", "_test"} {
		if strings.HasSuffix(base, suffix) {
			return diag.List{diag.Errorf(at, "cue-file-name", "CUE ignores files whose name ends in %q", suffix+".cue").
				Note("give the file another name")}
		}
	}
	if strings.Contains("/"+name, "/_") {
		return diag.List{diag.Errorf(at, "cue-file-name", "CUE ignores files and folders whose name starts with \"_\"").
			Note("give it another name")}
	}
	return nil
}

// readFile reads and parses one file, and tells its package. It returns nil when that is not possible, with the reason.
func readFile(fsys fs.FS, name string) (f *ast.File, pkg registry.Word, diags diag.List) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, pkg, diag.List{unreadable("file", name, err)}
	}
	if d, ok := invalidUTF8(name, data); ok {
		return nil, pkg, diag.List{d}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	f, err = parser.ParseFile(name, data, parser.ParseComments)
	if err != nil {
		if head, err := parser.ParseFile(name, data, parser.PackageClauseOnly); err == nil {
			pkg = registry.Word{Text: head.PackageName(), At: packageLoc(head)}
		}
		return nil, pkg, diag.List{syntaxError(name, data, err)}
	}
	return f, registry.Word{Text: f.PackageName(), At: packageLoc(f)}, nil
}

// invalidUTF8 reports the first byte that is no text. CUE would replace it silently.
func invalidUTF8(name string, data []byte) (diag.Diagnostic, bool) {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			before := data[:i]
			line := bytes.Count(before, []byte("\n")) + 1
			col := i - bytes.LastIndexByte(before, '\n')
			if line == 1 && bytes.HasPrefix(data, []byte(byteOrderMark)) {
				col -= len(byteOrderMark) // as in every other message
			}
			return diag.Errorf(diag.Loc{File: name, Line: line, Col: col}, "not-utf8", "byte 0x%02x at offset %d is not UTF-8", data[i], i).
				Note("save the file as UTF-8"), true
		}
		i += size
	}
	return diag.Diagnostic{}, false
}

func unreadable(what, name string, err error) diag.Diagnostic {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return diag.Errorf(diag.Loc{File: name}, "unreadable-file", "can't read the %s: %v", what, err)
}

// checkPackageName refuses a package name of a folder above: CUE would merge the files of both.
func checkPackageName(src *sources, parents []Parent) diag.List {
	for _, p := range parents {
		if slices.Contains(p.Packages, src.pkg) {
			return diag.List{diag.Errorf(packageLoc(src.files[0]), "package-name-taken", "package name %q is taken by the folder %q above", src.pkg, cmp.Or(p.Dir, "..")).
				Note("CUE merges files of one package name; give every registry its own")}
		}
	}
	return nil
}
