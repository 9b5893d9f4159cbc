package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/promptgen/promptgen/internal/diag"
)

// survey is what a tree should hold beside what it does hold.
type survey struct {
	tree     string
	files    []File                 // wanted, by path
	wanted   map[string]bool        // the same paths
	found    map[string]fs.FileMode // everything on disk below the tree, and the tree itself
	listed   map[string]bool        // by the manifest on disk
	manifest []byte                 // on disk; nil when there is none
	orphans  []string               // ours, and no longer wanted; leftovers of a killed run too
	foreign  []string               // files that are neither ours nor wanted
	missing  []File                 // wanted, not on disk
	stale    []change               // wanted, on disk with other bytes
	blocked  []Conflict
}

// change is a wanted file and what stands in its place.
type change struct {
	File
	old []byte
}

// look reads a tree.
func look(root *os.Root, tree string, files []File) (*survey, error) {
	s := &survey{tree: tree, wanted: make(map[string]bool), found: make(map[string]fs.FileMode)}
	for _, f := range files {
		if strings.HasPrefix(f.Path, tree+"/") {
			s.files = append(s.files, f)
			s.wanted[f.Path] = true
		}
	}
	if err := s.walk(root); err != nil {
		return nil, err
	}
	if err := s.readManifest(root); err != nil {
		return nil, err
	}
	if err := s.classify(root); err != nil {
		return nil, err
	}
	return s, s.compare(root)
}

// manifestPath is where the tree's manifest stands.
func (s *survey) manifestPath() string { return s.tree + "/" + manifestName }

// walk notes everything below the tree. It follows no link, not even one in place of the tree.
func (s *survey) walk(root *os.Root) error {
	info, err := root.Lstat(s.tree)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return ioError("read", s.tree, err)
	}
	s.found[s.tree] = info.Mode().Type()
	if !info.IsDir() {
		return nil
	}
	return fs.WalkDir(root.FS(), s.tree, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return ioError("read", p, err)
		}
		s.found[p] = d.Type()
		return nil
	})
}

func (s *survey) readManifest(root *os.Root) error {
	s.listed = make(map[string]bool)
	mode, ok := s.found[s.manifestPath()]
	if !ok {
		return nil
	}
	if !mode.IsRegular() {
		s.block(s.manifestPath(), describe(mode))
		return nil
	}
	data, err := root.ReadFile(s.manifestPath())
	if err != nil {
		return ioError("read", s.manifestPath(), err)
	}
	s.manifest, s.listed = data, parseManifest(s.tree, data)
	return nil
}

// classify sorts the files that are not wanted into ours and others'.
func (s *survey) classify(root *os.Root) error {
	for _, p := range slices.Sorted(maps.Keys(s.found)) {
		mode := s.found[p]
		if mode.IsDir() || s.wanted[p] || p == s.manifestPath() || p == s.tree {
			continue
		}
		ours := mode.IsRegular() && (s.listed[p] || strings.HasPrefix(path.Base(p), tempPrefix))
		if mode.IsRegular() && !ours {
			head, err := readHead(root, p)
			if err != nil {
				return err
			}
			ours = hasHeader(head)
		}
		if ours {
			s.orphans = append(s.orphans, p)
		} else {
			s.foreign = append(s.foreign, p)
		}
	}
	return nil
}

// readHead reads enough of a file to find our header.
func readHead(root *os.Root, p string) ([]byte, error) {
	f, err := root.Open(p)
	if err != nil {
		return nil, ioError("read", p, err)
	}
	defer f.Close()
	head := make([]byte, len(Header)+2)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, ioError("read", p, err)
	}
	return head[:n], nil
}

// compare finds the wanted files that are missing, stale, or have something in their way.
func (s *survey) compare(root *os.Root) error {
	buf := make([]byte, 64<<10)
	for _, f := range s.files {
		if s.obstructed(f.Path) {
			continue
		}
		mode, ok := s.found[f.Path]
		if !ok || mode.IsDir() { // a folder that goes, because only orphans are in it
			if twin, ok := s.twin(root, f.Path); ok {
				s.block(twin, "a file whose name differs in case only")
				continue
			}
			s.missing = append(s.missing, f)
			continue
		}
		same, err := matches(root, f, buf)
		if err != nil {
			return ioError("read", f.Path, err)
		}
		if same {
			continue
		}
		old, err := root.ReadFile(f.Path)
		if err != nil {
			return ioError("read", f.Path, err)
		}
		switch {
		case s.listed[f.Path] || hasHeader(old):
			s.stale = append(s.stale, change{f, old})
		default:
			s.block(f.Path, "a file that promptgen did not write")
		}
	}
	return nil
}

// matches reports whether f is on disk. It reads into buf, because in most runs hundreds of files are equal.
func matches(root *os.Root, f File, buf []byte) (bool, error) {
	file, err := root.Open(f.Path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	for rest := f.Data; ; {
		n, err := file.Read(buf)
		if !bytes.HasPrefix(rest, buf[:n]) {
			return false, nil
		}
		rest = rest[n:]
		if errors.Is(err, io.EOF) {
			return len(rest) == 0, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// obstructed reports whether something other than a file stands at p, or something other than a folder above it.
// What goes anyway is no obstacle.
func (s *survey) obstructed(p string) bool {
	for dir := range parents(p) {
		mode, ok := s.found[dir]
		if ok && !mode.IsDir() && !slices.Contains(s.orphans, dir) {
			s.block(dir, describe(mode))
			return true
		}
	}
	mode, ok := s.found[p]
	if !ok || mode.IsRegular() || mode.IsDir() && s.vanishes(p) {
		return false
	}
	s.block(p, describe(mode))
	return true
}

// twin returns the foreign file that a write to p would replace on a file system that ignores case.
func (s *survey) twin(root *os.Root, p string) (string, bool) {
	i := slices.IndexFunc(s.foreign, func(other string) bool { return strings.EqualFold(other, p) })
	if i < 0 {
		return "", false
	}
	if _, err := root.Lstat(p); err != nil {
		return "", false
	}
	return s.foreign[i], true
}

// vanishes reports whether the folder dir holds orphans and nothing else.
func (s *survey) vanishes(dir string) bool {
	inside := func(p string) bool { return strings.HasPrefix(p, dir+"/") }
	return slices.ContainsFunc(s.orphans, inside) && !slices.ContainsFunc(s.foreign, inside)
}

// block notes an obstacle, once.
func (s *survey) block(p, what string) {
	c := Conflict{Path: p, What: what}
	if !slices.Contains(s.blocked, c) {
		s.blocked = append(s.blocked, c)
	}
}

// newPaths reports whether a file is wanted that the manifest on disk does not list.
func (s *survey) newPaths() bool {
	return slices.ContainsFunc(s.files, func(f File) bool { return !s.listed[f.Path] })
}

// describe says what stands where a generated file or its folder should be.
func describe(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode.IsRegular():
		return "a file"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	default:
		return "a special file"
	}
}

// Conflict is something that stands where promptgen would write and that it must not touch.
type Conflict struct {
	Path string // e.g. "gen/coder/config.go"
	What string // e.g. "a symbolic link"
}

// String gives one line, e.g. "gen/coder: a symbolic link".
func (c Conflict) String() string {
	return diag.FileName(c.Path) + ": " + c.What
}

// ConflictError lists everything that is in the way. Nothing was written.
type ConflictError struct {
	Conflicts []Conflict // by path
}

// Error gives a line per conflict, and what to do.
func (e *ConflictError) Error() string {
	what := "1 thing is"
	if n := len(e.Conflicts); n != 1 {
		what = fmt.Sprintf("%d things are", n)
	}
	var b strings.Builder
	b.WriteString(what + " in the way; nothing written\n")
	for _, c := range e.Conflicts {
		b.WriteString("\t" + c.String() + "\n")
	}
	return b.String() + "\tmove or delete what is in the way, then generate again"
}
