package load_test

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/promptgen/promptgen/internal/load"
)

// mapFS reads a registry from an archive of testdata into a file system that can be changed.
func mapFS(t testing.TB, name string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	fsys := archive(t, name)
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, path)
		out[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func file(data string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(data)} }

// What is wrong with files as such, each laid over the minimal registry.
func TestFiles(t *testing.T) {
	tests := []struct {
		name  string
		files fstest.MapFS // nil removes a file
		want  string
	}{
		{"missing", fstest.MapFS{"registry.cue": nil},
			"registry.cue: no registry here: there is no file \"registry.cue\" [no-registry]\n\tpromptgen reads the folder that holds registry.cue; choose another with -C\n"},
		{"folder", fstest.MapFS{"registry.cue": {Mode: fs.ModeDir}},
			"registry.cue: \"registry.cue\" is a folder, want a file [no-registry]\n"},
		{"empty", fstest.MapFS{"registry.cue": file("")},
			"registry.cue:1:1: the registry is empty [no-registry]\n\twant a package clause, e.g. \"package coder\", and the fields of a registry\n"},
		{"comment only", fstest.MapFS{"registry.cue": file("// nothing\n")},
			"registry.cue:1:1: the registry is empty [no-registry]\n\twant a package clause, e.g. \"package coder\", and the fields of a registry\n"},
		{"no package in the main file", fstest.MapFS{"registry.cue": file("sections: {}\n")},
			"registry.cue:1:1: file without a package clause [cue-file-name]\n\twant a package clause in its first line, e.g. \"package coder\"\n"},
		{"no package", fstest.MapFS{"i18n/en/more.cue": file("sections: {}\n")},
			"i18n/en/more.cue:1:1: file without a package clause [cue-file-name]\n\twant \"package helper\" in its first line\n"},
		{"empty beside the main file", fstest.MapFS{"profiles/more.cue": file("")},
			"profiles/more.cue:1:1: file without a package clause [cue-file-name]\n\twant \"package helper\" in its first line\n"},
		{"tool file", fstest.MapFS{"tools/specs/read_tool.cue": file("package helper\n")},
			"tools/specs/read_tool.cue: CUE ignores files whose name ends in \"_tool.cue\" [cue-file-name]\n\tgive the file another name\n"},
		{"test file", fstest.MapFS{"more_test.cue": file("package helper\n")},
			"more_test.cue: CUE ignores files whose name ends in \"_test.cue\" [cue-file-name]\n\tgive the file another name\n"},
		{"underscore", fstest.MapFS{"i18n/_en/x.cue": file("package helper\n")},
			"i18n/_en/x.cue: CUE ignores files and folders whose name starts with \"_\" [cue-file-name]\n\tgive it another name\n"},
		{"not UTF-8", fstest.MapFS{"i18n/en/more.cue": file("\ufeffpackage helper\r\n_x: \"a\xffb\"\r\n")},
			"i18n/en/more.cue:2:7: byte 0xff at offset 25 is not UTF-8 [not-utf8]\n\tsave the file as UTF-8\n"},
		{"not UTF-8 in the main file", fstest.MapFS{"registry.cue": file("\xc3\x28")},
			"registry.cue:1:1: byte 0xc3 at offset 0 is not UTF-8 [not-utf8]\n\tsave the file as UTF-8\n"},
		{"another package in a folder", fstest.MapFS{"tools/specs/more.cue": file("// Tools.\npackage main\ntools: more: {}\n"), "i18n/more.cue": file("package helpr\n_x: {\n")},
			"i18n/more.cue:1:9: the file belongs to package \"helpr\", but the registry to \"helper\" [other-package]\n\twant \"package helper\"\n" +
				"tools/specs/more.cue:2:9: the file belongs to package \"main\", but the registry to \"helper\" [other-package]\n\twant \"package helper\"\n"},
		{"another package beside the main file", fstest.MapFS{"more.cue": file("package other\n\ngates: x: doc: \"x\"\n"), "near.cue": file("package helpr\n")},
			"more.cue:1:9: the file belongs to package \"other\", but the registry to \"helper\" [other-package]\n\twant \"package helper\"\n" +
				"near.cue:1:9: the file belongs to package \"helpr\", but the registry to \"helper\" [other-package]\n\twant \"package helper\"\n"},
		{"another package in the main file", fstest.MapFS{"registry.cue": file("package main\n"), "promptgen.cue": nil},
			"registry.cue:1:9: registry.cue belongs to package \"main\", but the other files to \"helper\" [other-package]\n\twant \"package helper\" here, or \"package main\" in all of them\n"},
		{"folders that are not read", fstest.MapFS{"tools/more.cue": file("package helper\n"), "sections/rules.cue": file("package helper\n"), "profile/x.cue": file("package helper\n")},
			"profile/x.cue:1:1: files in the folder \"profile\" are not read [cue-file-name]\n\tmove it to profiles/\n" +
				"sections/rules.cue:1:1: files in the folder \"sections\" are not read [cue-file-name]\n\tmove it to the folder of registry.cue\n" +
				"tools/more.cue:1:1: files in the folder \"tools\" are not read [cue-file-name]\n\tmove it to tools/specs/\n"},
		{"several", fstest.MapFS{"a_tool.cue": file("package helper\n"), "b.cue": file("package helper\n_x: {\n"), "c.cue": file("_x: 1\n")},
			"a_tool.cue: CUE ignores files whose name ends in \"_tool.cue\" [cue-file-name]\n\tgive the file another name\n" +
				"b.cue:2:7: expected '}', found the end of the file [cue-syntax]\n" +
				"c.cue:1:1: file without a package clause [cue-file-name]\n\twant \"package helper\" in its first line\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fsys := mapFS(t, "minimal.txtar")
			maps.Copy(fsys, tt.files)
			maps.DeleteFunc(fsys, func(_ string, f *fstest.MapFile) bool { return f == nil })
			r, diags, err := load.Load(fsys, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r != nil {
				t.Error("want no registry")
			}
			if diff := cmp.Diff(tt.want, diags.Text()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// broken is a file system in which one path can't be opened.
type broken struct {
	fs.FS
	path string
}

func (b broken) Open(name string) (fs.File, error) {
	if name == b.path {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("input/output error")}
	}
	return b.FS.Open(name)
}

func TestUnreadable(t *testing.T) {
	for path, want := range map[string]string{
		"registry.cue":       "registry.cue: can't read the file: input/output error [unreadable-file]\n",
		"i18n/en/shared.cue": "i18n/en/shared.cue: can't read the file: input/output error [unreadable-file]\n",
		"i18n/en":            "i18n/en: can't read the folder: input/output error [unreadable-file]\n",
		".":                  ".: can't read the folder: input/output error [unreadable-file]\n",
	} {
		t.Run(path, func(t *testing.T) {
			_, diags, err := load.Load(broken{mapFS(t, "minimal.txtar"), path}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, diags.Text()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPackageNameTaken(t *testing.T) {
	_, diags, err := load.Load(archive(t, "minimal.txtar"), []load.Parent{{Dir: "..", Packages: []string{"other"}}, {Dir: "../..", Packages: []string{"x", "helper"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "registry.cue:2:9: package name \"helper\" is taken by the folder \"../..\" above [package-name-taken]\n" +
		"\tCUE merges files of one package name; give every registry its own\n"
	if diff := cmp.Diff(want, diags.Text()); diff != "" {
		t.Error(diff)
	}
}

// What changes nothing: line ends of Windows, byte order marks, other packages, foreign files, a missing wiring.
func TestSameRegistry(t *testing.T) {
	want := mustLoad(t, archive(t, "minimal.txtar"))
	tests := map[string]func(fstest.MapFS){
		"CRLF": func(fsys fstest.MapFS) {
			for _, f := range fsys {
				f.Data = []byte(strings.ReplaceAll(string(f.Data), "\n", "\r\n"))
			}
		},
		"BOM": func(fsys fstest.MapFS) {
			for _, f := range fsys {
				f.Data = []byte("\ufeff" + string(f.Data))
			}
		},
		"other packages": func(fsys fstest.MapFS) {
			fsys["tables.cue"] = file("package tables\ncolumns: 1\n")
			fsys["tables_tool.cue"] = file("package tables\nsections: 1\n")
			fsys["broken.cue"] = file("package tables\nsections: {\n")
			fsys["tables/tables.cue"] = file("package tables\nsections: 1\n")
			fsys["tools/tables.cue"] = file("package tables\nsections: 1\n")
		},
		"foreign files": func(fsys fstest.MapFS) {
			fsys["gen/x.cue"] = file("package helper\nsections: 1\n")
			fsys["cue.mod/module.cue"] = file("module: \"example.org/x@v0\"\n")
			fsys["i18n/.draft.cue"] = file("package helper\nsections: 1\n")
			fsys["i18n/en/readme.md"] = file("#")
		},
		"no wiring": func(fsys fstest.MapFS) { delete(fsys, "promptgen.cue") },
		"CUE's own packages": func(fsys fstest.MapFS) {
			fsys["own.cue"] = file("package helper\nimport \"strings\"\n_x: strings.ToUpper(\"x\")\n#Y: {a: int}\n")
		},
	}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		t.Run(name, func(t *testing.T) {
			fsys := mapFS(t, "minimal.txtar")
			tests[name](fsys)
			if diff := cmp.Diff(want, mustLoad(t, fsys)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The wiring that promptgen supplies is what the minimal registry holds.
func TestWiring(t *testing.T) {
	data, err := fs.ReadFile(archive(t, "minimal.txtar"), "promptgen.cue")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(load.Wiring("helper"), string(data)); diff != "" {
		t.Error(diff)
	}
}
