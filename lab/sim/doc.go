// Package sim is the deterministic simulator: it drives the real runner through random
// conversations in a simulated world and checks after every step what must always hold.
//
// # Basics
//
// Everything follows from one seed. A conversation is a list of operations: events of persons,
// settlements, restarts, jumps of the clock. Clients, turns and calls are coroutines, of which
// one runs at a time; which one, and every fault, is drawn. Time passes only when nobody can run.
//
//	report, err := sim.Run(sim.Config{Seed: 1, Turns: 200_000})
//
// The world fails in each way that it can: a tool returns every class of error, panics, hangs, ignores its context,
// answers garbage or loses the answer of a purchase that it made; the store refuses commits, is full for a while, does
// not say whether it committed, has lost its file, or takes its time, in which all that does not need the trip goes on;
// the process dies before or after a commit or in the middle of a call; clients send twice, go away, cancel, and change
// their minds while a write runs; two of them approve what each saw last, or before anything was shown. In some
// conversations two processes share the store: one of them stands still at any point and for any time, while the other
// takes over, and the supplier's books are further behind than it says. In half of these the store has an inbox, in
// which each leaves what is asked of a trip of the other, and others what they accept; not all that waits is told.
//
// # Invariants
//
// Each has a name, which a [Failure] tells: see the constants. What is checked against is a second
// fold of what was really committed, and the books of the pretended supplier.
//
// A failure is shrunk: operations and whole kinds of faults are taken away as long as the same
// invariant breaks. The rest is printed with the seed and the recording of the trip.
package sim
