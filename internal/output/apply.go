package output

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// Result says what Apply did. Manifests are not counted.
type Result struct {
	Written   []string // new or with new bytes, by path
	Removed   []string // by path
	Unchanged int
	Foreign   []Problem // files among the snapshots that were left alone and don't belong there
}

// Apply makes the disk below dir hold files: it writes what differs, leaves equal files untouched, and removes what
// earlier runs wrote and this one does not, together with the folders that this empties.
//
// The error is a *ConflictError when something is in the way; then nothing was written. Any other error may leave a
// part of the files written, each of them whole; the next run completes them. A second run waits for the first.
func Apply(dir string, files []File) (Result, error) {
	return apply(dir, files, func(string, string) error { return nil })
}

// apply is Apply with a hook that runs before each change on disk. Tests use it to fail or to die at that point.
func apply(dir string, files []File, before func(verb, name string) error) (Result, error) {
	files, err := arrange(files)
	if err != nil {
		return Result{}, err
	}
	root, err := openRoot(dir)
	if err != nil {
		return Result{}, err
	}
	defer root.Close()
	unlock, err := lock(root, exclusive)
	if err != nil {
		return Result{}, err
	}
	defer unlock()

	var surveys []*survey
	var conflicts []Conflict
	for _, tree := range trees() {
		s, err := look(root, tree, files)
		if err != nil {
			return Result{}, err
		}
		surveys = append(surveys, s)
		conflicts = append(conflicts, s.blocked...)
	}
	if len(conflicts) > 0 {
		slices.SortFunc(conflicts, func(a, b Conflict) int { return strings.Compare(a.Path, b.Path) })
		return Result{}, &ConflictError{conflicts}
	}
	w := &writer{root: root, before: before}
	for _, s := range surveys {
		w.announce(s)
		w.prune(s)
		w.update(s)
	}
	for _, s := range surveys {
		w.conclude(s)
		w.result.Foreign = append(w.result.Foreign, s.foreignProblems()...)
	}
	w.result.Unchanged = len(files) - len(w.result.Written)
	return w.result, w.err
}

// writer changes the disk. After the first error it does nothing more.
type writer struct {
	root   *os.Root
	before func(verb, name string) error
	result Result
	err    error
}

// announce claims the files that are new before the first of them exists. Were the run killed half-way and the
// registry changed before the next one, that one could not tell them from files of the user otherwise.
func (w *writer) announce(s *survey) {
	if !s.newPaths() {
		return
	}
	claimed := maps.Clone(s.listed)
	maps.Copy(claimed, s.wanted)
	w.write(s.manifestPath(), formatManifest(s.tree, claimed), synced)
}

// prune removes the orphans, then the folders that hold nothing else.
func (w *writer) prune(s *survey) {
	for _, p := range s.orphans {
		w.remove(p)
		if w.err == nil && !strings.HasPrefix(path.Base(p), tempPrefix) {
			w.result.Removed = append(w.result.Removed, p)
		}
	}
	for _, dir := range s.emptied() {
		w.remove(dir)
	}
}

// update writes what is missing or stale.
func (w *writer) update(s *survey) {
	var writes []File
	for _, c := range s.stale {
		writes = append(writes, c.File)
	}
	writes = append(writes, s.missing...)
	slices.SortFunc(writes, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range writes {
		w.write(f.Path, f.Data, unsynced)
		if w.err == nil {
			w.result.Written = append(w.result.Written, f.Path)
		}
	}
}

// conclude writes the final manifest, or removes the tree when nothing of ours is left in it.
func (w *writer) conclude(s *survey) {
	if len(s.files) > 0 {
		if want := formatManifest(s.tree, s.wanted); s.newPaths() || !bytes.Equal(s.manifest, want) {
			w.write(s.manifestPath(), want, synced)
		}
		return
	}
	if s.manifest != nil {
		w.remove(s.manifestPath())
	}
	if s.found[s.tree].IsDir() && len(s.foreign) == 0 {
		w.remove(s.tree)
	}
}

const (
	synced   = true
	unsynced = false
)

// write replaces the file p in one step: a reader sees the old bytes or the new ones.
//
// Only manifests are synced to the disk: after a crash of the machine a generated file that lost its bytes is
// listed, so the next run finds it stale and repairs it.
func (w *writer) write(p string, data []byte, sync bool) {
	if w.err != nil {
		return
	}
	temp := path.Dir(p) + "/" + tempPrefix + rand.Text()
	err := w.before("write", p)
	if err == nil {
		err = w.root.MkdirAll(path.Dir(p), 0o755)
	}
	if err == nil {
		err = w.fill(temp, data, sync)
	}
	if err == nil {
		err = w.before("rename", p)
	}
	if err == nil {
		err = w.root.Rename(temp, p)
	}
	if err != nil {
		w.err = ioError("write", p, err)
		// Best effort: the next run removes what stays.
		_ = w.root.Remove(temp)
	}
}

// fill creates the file p.
func (w *writer) fill(p string, data []byte, sync bool) error {
	f, err := w.root.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && sync {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// remove removes a file or an empty folder. A folder that is not empty after all stays, and what is gone
// already is no error.
func (w *writer) remove(p string) {
	if w.err != nil {
		return
	}
	err := w.before("remove", p)
	if err == nil {
		err = w.root.Remove(p)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return
	}
	w.err = ioError("remove", p, err)
}

// emptied lists the folders below the tree that hold no file once the orphans are gone, the deepest first. A folder
// counts if files of ours were in it or above it; an empty one that someone else made stays.
func (s *survey) emptied() []string {
	remains := make(map[string]bool) // folders in which files stay or come
	ours := make(map[string]bool)    // folders in which files of ours were
	mark := func(set map[string]bool, p string) {
		for dir := range parents(p) {
			set[dir] = true
		}
	}
	for p, mode := range s.found {
		if !mode.IsDir() && !slices.Contains(s.orphans, p) {
			mark(remains, p)
		}
	}
	for p := range s.wanted {
		mark(remains, p)
	}
	for p := range s.listed {
		mark(ours, p)
	}
	for _, p := range s.orphans {
		mark(ours, p)
	}
	var out []string
	for dir, mode := range s.found {
		if mode.IsDir() && dir != s.tree && !remains[dir] && s.below(dir, func(d string) bool { return ours[d] && !remains[d] }) {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// below reports whether dir or a folder above it, but not the tree, is one that ok accepts.
func (s *survey) below(dir string, ok func(string) bool) bool {
	for d := range parents(dir + "/x") {
		if d != s.tree && ok(d) {
			return true
		}
	}
	return false
}
