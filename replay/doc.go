// Package replay folds a recording again and compares what it decides with what was recorded.
//
// # Basics
//
// [New] starts a replay, [Replayer.Line] folds one line after another, and [Lines] feeds it from a
// reader in constant memory. A recording is hand-written or a log from production: what it leaves
// out is counted, what it carries (digests, turns) must be reproduced.
//
// # Caveats
//
// A digest says that two decisions differ, not in what: the replayed decision is in the [Step]
// that [Replayer.Line] returns beside a [Difference].
package replay
