package output

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// ExistsError lists the files of Create that are there already, with other bytes, or under a name that differs in case
// only, and what else is in their way. Nothing was written.
type ExistsError struct {
	Paths []string
	Twins []Conflict // what stands there under another name, or is no file
}

// Error gives a line per file, and what to do.
func (e *ExistsError) Error() string {
	what := "a file is"
	if n := len(e.Paths) + len(e.Twins); n != 1 {
		what = fmt.Sprintf("%d files are", n)
	}
	lines := slices.Clone(e.Paths)
	for _, t := range e.Twins {
		lines = append(lines, t.String())
	}
	return what + " there already and would be overwritten; nothing written\n\t" + strings.Join(lines, "\n\t") +
		"\n\tmove or delete what is there, then import again"
}

// Create writes files that from then on belong to the user, below dir. It never overwrites: a file that is there with the
// same bytes stays as it is, and one with other bytes is an *ExistsError. It returns the paths that are new, sorted.
//
// Either all files are there afterwards, or, where one can't be written, none that was not there before. What runs left
// that were killed is removed.
func Create(dir string, files []File) ([]string, error) {
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	unlock, err := lock(root, exclusive)
	if err != nil {
		return nil, err
	}
	defer unlock()

	if files, err = placed(files); err != nil {
		return nil, err
	}
	if err := sweep(root, files); err != nil {
		return nil, err
	}
	missing, err := absent(root, files)
	if err != nil {
		return nil, err
	}
	w := &writer{root: root, before: func(string, string) error { return nil }}
	var created []string
	for _, f := range missing {
		if err := w.create(f); err != nil {
			for _, p := range created {
				// Best effort: the error that is returned says more.
				_ = root.Remove(p)
			}
			return nil, ioError("write", f.Path, err)
		}
		created = append(created, f.Path)
	}
	return created, nil
}

// Creatable tells which of the files Create would write, by path, and gives the error that it would find in their way.
// It writes nothing.
func Creatable(dir string, files []File) ([]string, error) {
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if files, err = placed(files); err != nil {
		return nil, err
	}
	missing, err := absent(root, files)
	var paths []string
	for _, f := range missing {
		paths = append(paths, f.Path)
	}
	return paths, err
}

// placed sorts files by path and refuses sets that no disk can hold, which are a fault of the caller.
func placed(files []File) ([]File, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	seen := map[string]string{}
	for _, f := range files {
		if !fs.ValidPath(f.Path) {
			return nil, fmt.Errorf("imported file %q: not a slash-separated path below the registry's folder", f.Path)
		}
		if other, ok := seen[strings.ToLower(f.Path)]; ok {
			return nil, fmt.Errorf("imported files %q and %q are one where case is ignored", other, f.Path)
		}
		seen[strings.ToLower(f.Path)] = f.Path
	}
	return files, nil
}

// absent returns the files that are not there yet. Anything in their way is an *ExistsError.
func absent(root *os.Root, files []File) ([]File, error) {
	var missing []File
	inTheWay := &ExistsError{}
	for _, f := range files {
		data, err := root.ReadFile(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			twin, err := otherCase(root, f.Path)
			if err != nil {
				return nil, err
			}
			if twin.Path != "" && !slices.Contains(inTheWay.Twins, twin) {
				inTheWay.Twins = append(inTheWay.Twins, twin)
			}
			missing = append(missing, f)
		case err != nil:
			kind := otherKind(root, f.Path)
			if kind.Path == "" {
				return nil, ioError("read", f.Path, err)
			}
			if !slices.Contains(inTheWay.Twins, kind) {
				inTheWay.Twins = append(inTheWay.Twins, kind)
			}
		case !bytes.Equal(data, f.Data):
			inTheWay.Paths = append(inTheWay.Paths, f.Path)
		}
	}
	if inTheWay.Paths != nil || inTheWay.Twins != nil {
		return nil, inTheWay
	}
	return missing, nil
}

// otherKind finds a folder where a file is wanted, or a file where a folder is.
func otherKind(root *os.Root, name string) Conflict {
	for p := name; p != "."; p = path.Dir(p) {
		info, err := root.Lstat(p)
		switch {
		case err != nil:
		case info.IsDir() && p == name:
			return Conflict{Path: p, What: "a folder, and a file is wanted"}
		case info.Mode().IsRegular() && p != name:
			return Conflict{Path: p, What: "a file, and a folder is wanted"}
		}
	}
	return Conflict{}
}

// create writes a file that must not be there. A link, unlike a rename, never replaces one that came in between; file
// systems without links fall back on a look and a rename.
func (w *writer) create(f File) error {
	dir := path.Dir(f.Path)
	temp := path.Join(dir, tempPrefix+rand.Text())
	if err := w.root.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	defer func() { _ = w.root.Remove(temp) }() // gone already where it was renamed
	if err := w.fill(temp, f.Data, synced); err != nil {
		return err
	}
	err := w.root.Link(temp, f.Path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := w.root.Lstat(f.Path); !errors.Is(err, fs.ErrNotExist) {
		return fs.ErrExist
	}
	return w.root.Rename(temp, f.Path)
}
