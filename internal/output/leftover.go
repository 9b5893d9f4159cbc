package output

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// sweep removes what runs of Create left that were killed: a partial file, complete or not, is of no use. Other than the
// trees of generated files, the folders belong to the user, so a file must have exactly a name that only Create gives.
// The lock is held, so no other run is writing one.
func sweep(root *os.Root, files []File) error {
	dirs := []string{".", "tools/specs", "profiles", "i18n/*"} // where imports write
	for _, f := range files {
		dirs = append(dirs, path.Dir(f.Path))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		found, err := fs.Glob(root.FS(), path.Join(dir, tempPrefix+"*"))
		if err != nil {
			return ioError("read", dir, err)
		}
		for _, p := range found {
			info, err := root.Lstat(p)
			if err != nil || !info.Mode().IsRegular() || !isPartial(path.Base(p)) {
				continue
			}
			if err := root.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return ioError("remove", p, err)
			}
		}
	}
	return nil
}

// isPartial reports whether a name is one of a file that is being written: rand.Text gives 26 characters of base 32.
func isPartial(name string) bool {
	random, ok := strings.CutPrefix(name, tempPrefix)
	return ok && len(random) == 26 && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// otherCase finds what stands in the way of a path that is free, where the file system ignores case: a name on the path
// that differs in case only. Which file system that will be nobody knows, for registries are checked out elsewhere.
func otherCase(root *os.Root, p string) (Conflict, error) {
	dir := "."
	for name := range strings.SplitSeq(p, "/") {
		entries, err := fs.ReadDir(root.FS(), dir)
		if errors.Is(err, fs.ErrNotExist) {
			return Conflict{}, nil
		}
		if err != nil {
			return Conflict{}, ioError("read", dir, err)
		}
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
			for _, e := range entries {
				if strings.EqualFold(e.Name(), name) {
					return Conflict{path.Join(dir, e.Name()), "differs from " + path.Join(dir, name) + " in case only"}, nil
				}
			}
			return Conflict{}, nil
		}
		dir = path.Join(dir, name)
	}
	return Conflict{}, nil
}
