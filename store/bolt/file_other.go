//go:build !linux

package bolt

import "os"

// dataSync makes what was written to a file durable.
func dataSync(file *os.File) error { return file.Sync() }

// lock does nothing: a copy that the file's owner interferes with is made again.
func lock(*os.File, bool) bool { return true }

// unlock leaves the lock on a file to the end of the process.
func unlock(*os.File) error { return nil }
