//go:build !linux

package bolt

import "os"

// dataSync makes what was written to a file durable.
func dataSync(file *os.File) error { return file.Sync() }

// lock does nothing: if the owner commits during a copy, the file is copied again.
func lock(*os.File, bool) bool { return true }

// unlock does nothing, because lock takes no lock.
func unlock(*os.File) error { return nil }
