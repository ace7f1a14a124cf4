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
