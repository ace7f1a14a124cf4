//go:build !linux

package bolt

import "os"

// syncData makes what was written to a file durable.
func syncData(file *os.File) error { return file.Sync() }
