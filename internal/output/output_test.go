package output

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const goFile = Header + "\n\npackage coder\n"

// disk is a folder as a map: a file's bytes, "-> target" for a link, and "" for a folder, whose key ends in a slash.
type disk map[string]string

// make creates d below a new folder.
func (d disk) make(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range d {
		p := filepath.Join(dir, filepath.FromSlash(name))
		var err error
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(p, 0o755)
		} else if err = os.MkdirAll(filepath.Dir(p), 0o755); err == nil {
			if target, ok := strings.CutPrefix(data, "-> "); ok {
				err = os.Symlink(target, p)
			} else {
				err = os.WriteFile(p, []byte(data), 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// readDisk returns what is below dir; of the folders only the empty ones.
func readDisk(t *testing.T, dir string) disk {
	t.Helper()
	d := disk{}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		switch {
		case e.IsDir():
			entries, err := os.ReadDir(p)
			if err == nil && len(entries) == 0 {
				d[name+"/"] = ""
			}
			return err
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(p)
			d[name] = "-> " + target
			return err
		default:
			data, err := os.ReadFile(p)
			d[name] = string(data)
			return err
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// files makes a list of files from paths and bytes in turn.
func files(pairs ...string) []File {
	var out []File
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, File{Path: pairs[i], Data: []byte(pairs[i+1])})
	}
	return out
}

func TestArrangeRefuses(t *testing.T) {
	tests := []struct {
		name  string
		files []File
		want  string
	}{
		{"out of the folder", files("../x.go", ""), `generated file "../x.go": not a slash-separated path below the registry's folder`},
		{"absolute", files("/gen/x.go", ""), `generated file "/gen/x.go": not a slash-separated path below the registry's folder`},
		{"backslash", files(`gen\x.go`, ""), `generated file "gen\\x.go": not a slash-separated path below the registry's folder`},
		{"line end", files("gen/a\nb", ""), `generated file "gen/a\nb": not a slash-separated path below the registry's folder`},
		{"another tree", files("prompt/x.go", ""), `generated file "prompt/x.go": not below gen or snapshots`},
		{"the tree itself", files("gen", ""), `generated file "gen": not below gen or snapshots`},
		{"a manifest", files("gen/.promptgen-manifest", ""), `generated file "gen/.promptgen-manifest": names that start with ".promptgen-" are kept for bookkeeping`},
		{"twice", files("gen/x", "1", "gen/x", "2"), `generated files "gen/x" and "gen/x" are one where case is ignored`},
		{"case", files("gen/X", "1", "gen/x", "2"), `generated files "gen/X" and "gen/x" are one where case is ignored`},
		{"file as folder", files("gen/x", "1", "gen/x/y", "2"), `generated file "gen/x/y": its folder is the generated file "gen/x"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := Apply(dir, tt.files)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if _, err := Check(dir, tt.files); err == nil {
				t.Error("Check has no error")
			}
			if diff := cmp.Diff(disk{}, readDisk(t, dir)); diff != "" {
				t.Errorf("something was written:\n%s", diff)
			}
		})
	}
}

func TestRootRefused(t *testing.T) {
	dir := disk{"registry.cue": "package x\n"}.make(t)
	tests := []struct{ name, dir, want string }{
		{"nowhere", filepath.Join(dir, "nowhere"), "no folder "},
		{"a file", filepath.Join(dir, "registry.cue"), "is not a folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Apply(tt.dir, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Apply: %v, want %q", err, tt.want)
			}
			if _, err := Check(tt.dir, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Check: %v, want %q", err, tt.want)
			}
		})
	}
}

func TestManifest(t *testing.T) {
	tests := []struct {
		name, data string
		want       []string
	}{
		{"empty", "", nil},
		{"lines", "coder/a.go\ncoder/b.go\n", []string{"gen/coder/a.go", "gen/coder/b.go"}},
		{"CRLF, no final line end", "coder/a.go\r\ncoder/b.go", []string{"gen/coder/a.go", "gen/coder/b.go"}},
		{"nothing outside the tree", "../prompt/x.go\n/etc/passwd\n.\n\na/../../b\n", nil},
		{"a merge conflict", "<<<<<<< HEAD\na.go\n=======\nb.go\n>>>>>>> main\n", []string{
			"gen/<<<<<<< HEAD", "gen/=======", "gen/>>>>>>> main", "gen/a.go", "gen/b.go",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := map[string]bool{}
			for _, p := range tt.want {
				want[p] = true
			}
			got := parseManifest("gen", []byte(tt.data))
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("parseManifest (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(got, parseManifest("gen", formatManifest("gen", got)), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("round trip (-want +got):\n%s", diff)
			}
		})
	}
}
