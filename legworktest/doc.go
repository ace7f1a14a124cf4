// Package legworktest holds golden tests of conversations: of the engine's own, and of those of a program that embeds
// it.
//
// # Basics
//
// [Scenarios] runs hand-written tests (docs/scenario-format.md), [Recordings] folds recordings again and compares
// their digests. [Drive] talks with one's own tools through a runner and keeps what happened as a scenario; [Stubs]
// makes tools that answer as a recording says. `go test -update` writes what is expected anew: read the difference
// before it is committed. `legwork test` does the same without Go.
//
// # Caveats
//
// The package defines the flag -update, so a test program that imports it cannot define its own; [Update] says whether
// it is set. A test that is given time by [Clock] must start nothing that outlives it.
package legworktest
