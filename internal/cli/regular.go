package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/promptgen/promptgen/internal/diag"
)

// regularFS is a folder whose files can be read to their end: a named pipe waits for a writer, and /dev/zero never ends.
type regularFS struct{ fs.FS }

// Open refuses what is neither a regular file nor a folder.
func (f regularFS) Open(name string) (fs.File, error) {
	if err := f.refuse(name); err != nil {
		return nil, err
	}
	return f.FS.Open(name)
}

// ReadFile refuses what is no regular file.
func (f regularFS) ReadFile(name string) ([]byte, error) {
	if err := f.refuse(name); err != nil {
		return nil, err
	}
	return fs.ReadFile(f.FS, name)
}

// Stat follows links.
func (f regularFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadDir lists a folder.
func (f regularFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(f.FS, name) }

func (f regularFS) refuse(name string) error {
	info, err := fs.Stat(f.FS, name)
	if err != nil {
		return err
	}
	if what := special(info.Mode()); what != "" {
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("it is " + what + ", want a regular file")}
	}
	if info.Mode().IsRegular() && info.Size() > maxInput {
		return &fs.PathError{Op: "read", Path: name, Err: tooLong()}
	}
	return nil
}

// maxInput is how much of a file is read, so that a mistaken name takes neither all memory nor forever.
const maxInput = 64 << 20

func tooLong() error { return fmt.Errorf("it has more than %d MiB", maxInput>>20) }

// readInput reads a file that the user names, or standard input. Either may be a pipe.
func readInput(name string) ([]byte, error) {
	in := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxInput:
		return nil, fmt.Errorf("can't read %s: %w", diag.FileName(shown(name)), tooLong())
	}
	return data, nil
}

// special names what is neither a regular file nor a folder.
func special(m fs.FileMode) string {
	switch {
	case m.IsRegular() || m.IsDir():
		return ""
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// readRegular reads a file of the machine that a regularFS would not refuse.
func readRegular(name string) ([]byte, error) {
	return regularFS{os.DirFS(filepath.Dir(name))}.ReadFile(filepath.Base(name))
}
