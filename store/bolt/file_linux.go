package bolt

import (
	"errors"
	"os"
	"syscall"
)

// dataSync makes what was written to a file durable, and of its metadata what is needed to read it.
func dataSync(file *os.File) error {
	for {
		err := syscall.Fdatasync(int(file.Fd()))
		if err != syscall.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}

// lock takes the lock on a file, for this process alone or shared with others. It reports false when the
// lock of another process excludes that.
func lock(file *os.File, alone bool) bool {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}

// unlock gives back the lock on a file. That of bbolt would stay as long as the file is mapped into memory.
func unlock(file *os.File) error {
	return os.NewSyscallError("flock", syscall.Flock(int(file.Fd()), syscall.LOCK_UN))
}
