package bolt

import (
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

// unlock gives back the lock on a file, which would stay as long as the file is mapped into memory.
func unlock(file *os.File) error {
	return os.NewSyscallError("flock", syscall.Flock(int(file.Fd()), syscall.LOCK_UN))
}
