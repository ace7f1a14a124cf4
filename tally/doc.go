// Package tally counts what happened in recordings: trips, turns, calls by outcome, what was called twice or in vain,
// how long it took to book, and which rules decided.
//
// # Basics
//
// A [Tally] takes one trip after another: [Tally.Trip] starts to watch one, [Watch.Step] takes its events as package
// replay folds them, [Watch.End] counts it. Tallies of several goroutines are added with [Tally.Add].
//
// # Caveats
//
// Memory does not grow with what is counted: times are kept in classes, exact to one part in sixteen, and repeated
// calls are looked for among the last few thousand different ones of a trip.
package tally
