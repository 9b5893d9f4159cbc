package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCreate(t *testing.T) {
	const partial = ".promptgen-partial-ABCDEFGHIJKLMNOPQRSTUVW234"
	fresh := files("tools/specs/a.cue", "a", "tools/specs/b.cue", "b")
	tests := []struct {
		name    string
		have    disk
		want    disk // nil: as it was, and an error
		created []string
	}{
		{"an empty folder", disk{}, disk{"tools/specs/a.cue": "a", "tools/specs/b.cue": "b"}, []string{"tools/specs/a.cue", "tools/specs/b.cue"}},
		{"one is there", disk{"tools/specs/a.cue": "a"}, disk{"tools/specs/a.cue": "a", "tools/specs/b.cue": "b"}, []string{"tools/specs/b.cue"}},
		{"all are there", disk{"tools/specs/a.cue": "a", "tools/specs/b.cue": "b"}, disk{"tools/specs/a.cue": "a", "tools/specs/b.cue": "b"}, nil},
		{"one differs", disk{"tools/specs/b.cue": "mine"}, nil, nil},
		{"one is a folder", disk{"tools/specs/b.cue/": ""}, nil, nil},
		{"a folder is a file", disk{"tools": "mine"}, nil, nil},
		{"a name in another case", disk{"tools/specs/A.cue": "a"}, nil, nil},
		{"a folder in another case", disk{"Tools/specs/c.cue": "c"}, nil, nil},
		{"what killed runs left", disk{
			"tools/specs/" + partial: "ha", "profiles/" + partial: "", "i18n/en/" + partial: "x", partial: "x", "tools/specs/a.cue": "a",
			"tools/specs/.promptgen-partial-mine": "mine", "docs/" + partial: "mine", "i18n/" + partial + "/": "", "i18n/de/" + partial: "-> ../../registry.cue",
		}, disk{
			"tools/specs/a.cue": "a", "tools/specs/b.cue": "b",
			"tools/specs/.promptgen-partial-mine": "mine", "docs/" + partial: "mine", "i18n/" + partial + "/": "", "i18n/de/" + partial: "-> ../../registry.cue",
			"profiles/": "", "i18n/en/": "",
		}, []string{"tools/specs/b.cue"}},
		{"one is a link out of the folder", disk{"tools/specs/b.cue": "-> ../../../victim"}, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := test.have.make(t)
			before := readDisk(t, dir)
			would, lookErr := Creatable(dir, fresh)
			if diff := cmp.Diff(before, readDisk(t, dir)); diff != "" {
				t.Errorf("a look writes (-want +got)\n%s", diff)
			}
			created, err := Create(dir, fresh)
			want := test.want
			if want == nil {
				want = before
			}
			if (err == nil) != (test.want != nil) {
				t.Errorf("error %v", err)
			}
			if fmt.Sprint(lookErr) != fmt.Sprint(err) || err == nil && !slices.Equal(would, created) {
				t.Errorf("a look says %q, %v; Create says %q, %v", would, lookErr, created, err)
			}
			if diff := cmp.Diff(test.created, created); diff != "" {
				t.Errorf("created (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(want, readDisk(t, dir)); diff != "" {
				t.Errorf("disk (-want +got)\n%s", diff)
			}
		})
	}
	for _, have := range []disk{{"tools/specs/b.cue/": ""}, {"tools": "mine"}, {"tools/specs": "mine"}} {
		_, err := Create(have.make(t), fresh)
		if exists, ok := errors.AsType[*ExistsError](err); !ok || len(exists.Twins) != 1 {
			t.Errorf("%v: error %v", have, err)
		}
	}
	dir := disk{"tools/specs/b.cue": "mine"}.make(t)
	_, err := Create(dir, fresh)
	exists, ok := errors.AsType[*ExistsError](err)
	if !ok || len(exists.Paths) != 1 {
		t.Errorf("error %v", err)
	}
	if _, err := Create(filepath.Join(dir, "none"), fresh); err == nil {
		t.Error("a folder that is not there passes")
	}
	if _, err := Create(dir, files("../x", "x")); err == nil {
		t.Error("a path out of the folder passes")
	}
	if _, err := Create(dir, files("profiles/a.cue", "x", "profiles/A.cue", "x")); err == nil {
		t.Error("names that only case tells apart pass")
	}
}

// TestCreateTakesBack pins that nothing is left when a later file can't be written.
func TestCreateTakesBack(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("the superuser writes everywhere")
	}
	dir := disk{"b/keep": "x"}.make(t)
	if err := os.Chmod(filepath.Join(dir, "b"), 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(dir, "b"), 0o755)
	before := readDisk(t, dir)
	if _, err := Create(dir, files("a.cue", "a", "b/c.cue", "c")); err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(before, readDisk(t, dir)); diff != "" {
		t.Errorf("disk (-want +got)\n%s", diff)
	}
}
