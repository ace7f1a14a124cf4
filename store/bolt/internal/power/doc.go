// Package power finds out what a power failure can do to the files of a program.
//
// # Basics
//
// A program is run, and every system call is recorded that changes its folder or makes a change durable, and every line
// that the program prints. The program needs no changes: writes of bbolt are recorded like those of the store.
//
//	trace, err := power.Record(folder, argv, env)
//	for state := range trace.States(1, 10_000) {
//		// state.Files is what a disk may hold when the power failed, state.Said what was said before.
//	}
//
// # What a disk may hold
//
// What was synced is there. Of what was not, anything is: none, all, or some of the writes, each as a whole or
// some of its sectors of 512 bytes, whichever; a file that grew may have its new size and zeros. A name
// that was made, changed or removed is as before, unless its folder was synced since.
//
// The same seed gives the same states of the same trace.
package power
