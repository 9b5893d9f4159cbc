package output

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const lockName = reserved + "lock"

// lock waits for the lock on root and returns what releases it. A folder can't be locked here, so the lock sits on
// a file beside the trees that is there during a run only. Check writes nothing, so it takes none.
func lock(root *os.Root, mode lockMode) (unlock func(), err error) {
	if mode == shared {
		return func() {}, nil
	}
	f, err := root.OpenFile(lockName, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, ioError("lock", root.Name(), err)
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, new(windows.Overlapped))
	if err != nil && !errors.Is(err, windows.ERROR_NOT_SUPPORTED) {
		f.Close()
		return nil, ioError("lock", root.Name(), err)
	}
	return func() {
		f.Close()
		// Fails while another run waits for the file, which then removes it.
		_ = root.Remove(lockName)
	}, nil
}
