package bolt

import (
	"fmt"
	"runtime/debug"

	"github.com/legwork-go/legwork/store"
)

// guard runs code that reads pages which may be damaged. A panic, or a fault because a page
// points outside of the file, becomes a DamagedError. No caller's code runs inside it.
func guard(read func() error) (err error) {
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if cause := recover(); cause != nil {
			err = &store.DamagedError{What: fmt.Sprintf("a page cannot be read: %v", cause)}
		}
	}()
	return read()
}
