//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package output

import (
	"errors"
	"os"
	"syscall"
)

// lock waits for the lock on root and returns what releases it. The lock sits on the folder itself and leaves no
// file behind.
func lock(root *os.Root, mode lockMode) (unlock func(), err error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, ioError("lock", root.Name(), err)
	}
	how := syscall.LOCK_SH
	if mode == exclusive {
		how = syscall.LOCK_EX
	}
	for {
		err = syscall.Flock(int(dir.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case err == nil:
		return func() { dir.Close() }, nil
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EBADF), errors.Is(err, syscall.EINVAL):
		dir.Close()
		return func() {}, nil
	default:
		dir.Close()
		return nil, ioError("lock", root.Name(), err)
	}
}
