package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestApply(t *testing.T) {
	const manifest = "gen/.promptgen-manifest"
	tests := []struct {
		name  string
		have  disk
		files []File
		want  disk
		res   Result
	}{
		{
			name:  "into an empty folder",
			files: files("snapshots/a.prompt.txt", "hello", "gen/coder/config.go", goFile, "gen/coder/a.go", goFile),
			want: disk{
				"gen/coder/a.go": goFile, "gen/coder/config.go": goFile, manifest: "coder/a.go\ncoder/config.go\n",
				"snapshots/a.prompt.txt": "hello", "snapshots/.promptgen-manifest": "a.prompt.txt\n",
			},
			res: Result{Written: []string{"gen/coder/a.go", "gen/coder/config.go", "snapshots/a.prompt.txt"}},
		},
		{
			name:  "nothing at all",
			have:  disk{"registry.cue": "package x\n"},
			want:  disk{"registry.cue": "package x\n"},
			files: nil,
		},
		{
			name:  "one changed, one equal",
			have:  disk{"gen/a.txt": "old", "gen/b.txt": "same", manifest: "a.txt\nb.txt\n"},
			files: files("gen/a.txt", "new", "gen/b.txt", "same"),
			want:  disk{"gen/a.txt": "new", "gen/b.txt": "same", manifest: "a.txt\nb.txt\n"},
			res:   Result{Written: []string{"gen/a.txt"}, Unchanged: 1},
		},
		{
			name:  "the manifest is lost: equal bytes and the header make files ours",
			have:  disk{"gen/a.txt": "same", "gen/b.go": Header + "\r\n\r\npackage old\r\n", "gen/old.go": goFile},
			files: files("gen/a.txt", "same", "gen/b.go", goFile),
			want:  disk{"gen/a.txt": "same", "gen/b.go": goFile, manifest: "a.txt\nb.go\n"},
			res:   Result{Written: []string{"gen/b.go"}, Removed: []string{"gen/old.go"}, Unchanged: 1},
		},
		{
			name:  "orphans and the folders they leave empty go",
			have:  disk{"gen/a.txt": "1", "gen/old/deep/b.txt": "2", "gen/old/c.go": goFile, manifest: "a.txt\nold/deep/b.txt\n"},
			files: files("gen/a.txt", "1"),
			want:  disk{"gen/a.txt": "1", manifest: "a.txt\n"},
			res:   Result{Removed: []string{"gen/old/c.go", "gen/old/deep/b.txt"}, Unchanged: 1},
		},
		{
			name: "the last file of a tree takes the tree along",
			have: disk{"snapshots/a.prompt.txt": "1", "snapshots/.promptgen-manifest": "a.prompt.txt\n", "x": ""},
			want: disk{"x": ""},
			res:  Result{Removed: []string{"snapshots/a.prompt.txt"}},
		},
		{
			name: "foreign files and empty folders stay, and keep their folders",
			have: disk{
				"gen/coder/hand.go": "package coder\n", "gen/coder/old.go": goFile, "gen/mine/": "", "gen/link": "-> coder",
				"snapshots/notes.txt": "mine", manifest: "coder/old.go\n",
			},
			files: files("gen/a.txt", "1"),
			want: disk{
				"gen/coder/hand.go": "package coder\n", "gen/mine/": "", "gen/link": "-> coder", "gen/a.txt": "1",
				"snapshots/notes.txt": "mine", manifest: "a.txt\n",
			},
			res: Result{
				Written: []string{"gen/a.txt"}, Removed: []string{"gen/coder/old.go"},
				Foreign: []Problem{{Path: "snapshots/notes.txt", Kind: Foreign, Detail: noSnapshot}},
			},
		},
		{
			name:  "a listed path that became a link is not ours",
			have:  disk{"outside.txt": "mine", "gen/old.txt": "-> ../outside.txt", manifest: "old.txt\n"},
			files: files("gen/a.txt", "1"),
			want:  disk{"outside.txt": "mine", "gen/old.txt": "-> ../outside.txt", "gen/a.txt": "1", manifest: "a.txt\n"},
			res:   Result{Written: []string{"gen/a.txt"}},
		},
		{
			name:  "a manifest can't reach out of its tree",
			have:  disk{"registry.cue": "mine", "gen/.promptgen-manifest": "../registry.cue\n"},
			files: files("gen/a.txt", "1"),
			want:  disk{"registry.cue": "mine", "gen/a.txt": "1", manifest: "a.txt\n"},
			res:   Result{Written: []string{"gen/a.txt"}},
		},
		{
			name:  "a file of ours becomes a folder",
			have:  disk{"gen/coder": goFile, manifest: "coder\n"},
			files: files("gen/coder/a.go", goFile),
			want:  disk{"gen/coder/a.go": goFile, manifest: "coder/a.go\n"},
			res:   Result{Written: []string{"gen/coder/a.go"}, Removed: []string{"gen/coder"}},
		},
		{
			name:  "a folder of ours becomes a file",
			have:  disk{"gen/coder/x/a.go": goFile, "gen/coder/empty/": "", manifest: "coder/x/a.go\n"},
			files: files("gen/coder", "1"),
			want:  disk{"gen/coder": "1", manifest: "coder\n"},
			res:   Result{Written: []string{"gen/coder"}, Removed: []string{"gen/coder/x/a.go"}},
		},
		{
			name:  "what a killed run left goes",
			have:  disk{"gen/.promptgen-partial-ABC": "hal", "snapshots/.promptgen-partial-DEF": "", "gen/gone/": "", manifest: "a.txt\ngone/b.txt\n"},
			files: files("gen/a.txt", "1"),
			want:  disk{"gen/a.txt": "1", manifest: "a.txt\n"},
			res:   Result{Written: []string{"gen/a.txt"}},
		},
		{
			name:  "a conflicted manifest claims what it lists",
			have:  disk{"gen/a.txt": "1", "gen/b.txt": "2", manifest: "<<<<<<< HEAD\na.txt\n=======\nb.txt\n>>>>>>> main\n"},
			files: files("gen/a.txt", "new"),
			want:  disk{"gen/a.txt": "new", manifest: "a.txt\n"},
			res:   Result{Written: []string{"gen/a.txt"}, Removed: []string{"gen/b.txt"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tt.have.make(t)
			res, err := Apply(dir, tt.files)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, readDisk(t, dir)); diff != "" {
				t.Errorf("disk (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.res, res, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			again, err := Apply(dir, tt.files)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Result{Unchanged: len(tt.files), Foreign: tt.res.Foreign}, again); diff != "" {
				t.Errorf("second run (-want +got):\n%s", diff)
			}
		})
	}
}

func TestApplyConflicts(t *testing.T) {
	fresh := files("gen/coder/a.go", goFile, "gen/coder/b.go", goFile, "snapshots/x.prompt.txt", "hello")
	tests := []struct {
		name string
		have disk
		want string
	}{
		{
			"foreign files in both trees, all named",
			disk{"gen/coder/b.go": "package coder\n", "snapshots/x.prompt.txt": "mine"},
			"gen/coder/b.go: a file that promptgen did not write\n" +
				"snapshots/x.prompt.txt: a file that promptgen did not write\n",
		},
		{
			"a header further down is none",
			disk{"gen/coder/b.go": "package coder\n\n" + Header + "\n"},
			"gen/coder/b.go: a file that promptgen did not write\n",
		},
		{"a folder", disk{"gen/coder/b.go/": ""}, "gen/coder/b.go: a folder\n"},
		{
			"a folder with a foreign file beside ours",
			disk{"gen/coder/b.go/old.go": goFile, "gen/coder/b.go/hand.go": "package x\n"},
			"gen/coder/b.go: a folder\n",
		},
		{"a file as folder, named once", disk{"gen/coder": "mine"}, "gen/coder: a file\n"},
		{"a file as tree", disk{"gen": "mine"}, "gen: a file\n"},
		{
			"a link out of the folder, to a file of ours",
			disk{"gen/coder/b.go": "-> ../../../victim.go"},
			"gen/coder/b.go: a symbolic link\n",
		},
		{"a link as folder", disk{"src/": "", "gen/coder": "-> ../src"}, "gen/coder: a symbolic link\n"},
		{"a link as tree", disk{"src/": "", "gen": "-> src"}, "gen: a symbolic link\n"},
		{
			"a folder as manifest",
			disk{"gen/.promptgen-manifest/": ""},
			"gen/.promptgen-manifest: a folder\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tt.have.make(t)
			before := readDisk(t, dir)
			_, err := Apply(dir, fresh)
			var conflict *ConflictError
			if !errors.As(err, &conflict) {
				t.Fatalf("error %v, want a conflict", err)
			}
			lines := strings.SplitAfter(err.Error(), "\n")
			if diff := cmp.Diff(tt.want, strings.ReplaceAll(strings.Join(lines[1:len(lines)-1], ""), "\t", "")); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			problems, err := Check(dir, fresh)
			if err != nil {
				t.Fatal(err)
			}
			var blocked []Conflict
			for _, p := range problems {
				if p.Kind == Blocked {
					blocked = append(blocked, Conflict{p.Path, strings.TrimSuffix(p.Detail, " is in the way")})
				}
			}
			if diff := cmp.Diff(conflict.Conflicts, blocked); diff != "" {
				t.Errorf("Check sees other conflicts (-Apply +Check):\n%s", diff)
			}
			if diff := cmp.Diff(before, readDisk(t, dir)); diff != "" {
				t.Errorf("something was written (-before +after):\n%s", diff)
			}
		})
	}
}

func TestConflictError(t *testing.T) {
	one := Conflict{"gen/a.go", "a symbolic link"}
	tests := []struct {
		name      string
		conflicts []Conflict
		want      string
	}{
		{"one", []Conflict{one}, "1 thing is in the way; nothing written\n\tgen/a.go: a symbolic link\n\tmove or delete what is in the way, then generate again"},
		{"two", []Conflict{one, one}, "2 things are in the way; nothing written\n\tgen/a.go: a symbolic link\n\tgen/a.go: a symbolic link\n\tmove or delete what is in the way, then generate again"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, (&ConflictError{tt.conflicts}).Error()); diff != "" {
				t.Errorf("Error() (-want +got):\n%s", diff)
			}
		})
	}
}

// TestApplyKeepsTimes pins that unchanged files are not touched, so that build caches stay warm.
func TestApplyKeepsTimes(t *testing.T) {
	dir := t.TempDir()
	fresh := files("gen/a.go", goFile, "snapshots/x.prompt.txt", "hello")
	if _, err := Apply(dir, fresh); err != nil {
		t.Fatal(err)
	}
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	names := []string{"gen/a.go", "gen/.promptgen-manifest", "snapshots/x.prompt.txt", "snapshots/.promptgen-manifest"}
	for _, name := range names {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Apply(dir, fresh); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !info.ModTime().Equal(old) {
			t.Errorf("%s was written again", name)
		}
		if info.Mode().Perm()&^0o644 != 0 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
}

// TestApplyLargeFile pins that every byte of a file counts, wherever the pieces end in which it is read.
func TestApplyLargeFile(t *testing.T) {
	large := strings.Repeat("0123456789abcdef", 200<<10/16)
	tests := []struct {
		name, have string
		written    int
	}{
		{"equal", large, 0},
		{"last byte", large[:len(large)-1] + "X", 1},
		{"shorter", large[:64<<10], 1},
		{"longer", large + "0", 1},
		{"empty", "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := disk{"gen/a.txt": tt.have, "gen/.promptgen-manifest": "a.txt\n"}.make(t)
			res, err := Apply(dir, files("gen/a.txt", large))
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Written) != tt.written || readDisk(t, dir)["gen/a.txt"] != large {
				t.Errorf("written %v", res.Written)
			}
		})
	}
}

// TestApplyReplacesReadOnlyFile pins that a write replaces the file and does not write into it: a hard link to the
// old bytes keeps them.
func TestApplyReplacesReadOnlyFile(t *testing.T) {
	dir := disk{"gen/a.txt": "old", "gen/.promptgen-manifest": "a.txt\n"}.make(t)
	p := filepath.Join(dir, "gen", "a.txt")
	if err := os.Link(p, filepath.Join(dir, "kept.txt")); err != nil {
		t.Skip(err)
	}
	if err := os.Chmod(p, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := Apply(dir, files("gen/a.txt", "new")); err != nil {
		t.Fatal(err)
	}
	want := disk{"gen/a.txt": "new", "kept.txt": "old", "gen/.promptgen-manifest": "a.txt\n"}
	if diff := cmp.Diff(want, readDisk(t, dir)); diff != "" {
		t.Errorf("disk (-want +got):\n%s", diff)
	}
}

// TestApplyFails injects what a read-only folder or a full disk answers. Tests may run as root, who can write anywhere.
func TestApplyFails(t *testing.T) {
	have := disk{"gen/a.txt": "old", "gen/b.txt": "1", "gen/.promptgen-manifest": "a.txt\nb.txt\n"}
	fresh := files("gen/a.txt", "new", "gen/c.txt", "3")
	tests := []struct{ verb, name, want string }{
		{"write", "gen/.promptgen-manifest", `cannot write "gen/.promptgen-manifest": permission denied`},
		{"remove", "gen/b.txt", `cannot remove "gen/b.txt": permission denied`},
		{"write", "gen/a.txt", `cannot write "gen/a.txt": permission denied`},
		{"rename", "gen/c.txt", `cannot write "gen/c.txt": permission denied`},
	}
	for _, tt := range tests {
		t.Run(tt.verb+" "+tt.name, func(t *testing.T) {
			dir := have.make(t)
			_, err := apply(dir, fresh, func(verb, name string) error {
				if verb == tt.verb && name == tt.name {
					return &fs.PathError{Op: "openat", Path: name, Err: fs.ErrPermission}
				}
				return nil
			})
			if err == nil || err.Error() != tt.want {
				t.Fatalf("error %q, want %q", err, tt.want)
			}
			if !errors.Is(err, fs.ErrPermission) {
				t.Error("the cause is lost")
			}
			for name, data := range readDisk(t, dir) {
				if strings.Contains(name, tempPrefix) {
					t.Errorf("%s stayed", name)
				}
				if name == "gen/a.txt" && data != "old" && data != "new" {
					t.Errorf("%s is %q", name, data)
				}
			}
			if _, err := Apply(dir, fresh); err != nil {
				t.Fatal(err)
			}
			want := disk{"gen/a.txt": "new", "gen/c.txt": "3", "gen/.promptgen-manifest": "a.txt\nc.txt\n"}
			if diff := cmp.Diff(want, readDisk(t, dir)); diff != "" {
				t.Errorf("the next run (-want +got):\n%s", diff)
			}
		})
	}
}

// TestApplyWaits pins that a run waits for the one before it.
func TestApplyWaits(t *testing.T) {
	dir := t.TempDir()
	inside, leave := make(chan struct{}), make(chan struct{})
	var once sync.Once
	var wg sync.WaitGroup
	var secondDone bool
	var mu sync.Mutex
	wg.Go(func() {
		_, err := apply(dir, files("gen/a.txt", "first"), func(string, string) error {
			once.Do(func() { close(inside); <-leave })
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-inside
	wg.Go(func() {
		if _, err := Apply(dir, files("gen/a.txt", "second")); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		secondDone = true
	})
	time.Sleep(50 * time.Millisecond)
	mu.Lock()
	if secondDone {
		t.Error("the second run did not wait")
	}
	mu.Unlock()
	close(leave)
	wg.Wait()
	if got := readDisk(t, dir)["gen/a.txt"]; got != "second" {
		t.Errorf("gen/a.txt is %q", got)
	}
}

// TestApplyConcurrent runs two versions against each other: the disk ends as one of them, never as a mixture.
func TestApplyConcurrent(t *testing.T) {
	dir := t.TempDir()
	versions := [2][]File{}
	for v := range versions {
		for i := range 20 {
			versions[v] = append(versions[v], File{
				Path: fmt.Sprintf("gen/p%d/f%d.txt", (v+1)*i%7, i),
				Data: []byte(strings.Repeat(fmt.Sprint(v), 100)),
			})
		}
	}
	var wg sync.WaitGroup
	for run := range 8 {
		wg.Go(func() {
			if _, err := Apply(dir, versions[run%2]); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	first, err := Check(dir, versions[0])
	if err != nil {
		t.Fatal(err)
	}
	second, err := Check(dir, versions[1])
	if err != nil {
		t.Fatal(err)
	}
	if len(first) > 0 && len(second) > 0 {
		t.Errorf("neither version is whole:\n%v\n%v", first, second)
	}
	if slices.ContainsFunc(first, func(p Problem) bool { return strings.Contains(p.Path, tempPrefix) }) {
		t.Error("a partial file stayed")
	}
}
