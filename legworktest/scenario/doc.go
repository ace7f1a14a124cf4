// Package scenario reads, runs and prints the hand-written tests of fixtures/scenarios: one event
// in, one block of what changed out. docs/scenario-format.md is the format's reference.
//
// # Basics
//
// [Parse] reads a file into stanzas, [File.Format] writes it back in its one normal form, and [Run]
// folds the events of a file and returns the file with every block replaced by what happened.
// A test compares that with the file; an update writes it.
//
// # Caveats
//
// There is no I/O here: files come and go as strings. A block shows what changed, never the whole
// state, so it proves what an event did and what it left alone, but `show` is needed for
// anything that stayed as it was.
package scenario
