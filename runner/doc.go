// Package runner performs what the engine decides: it loads a trip, folds an event, makes event
// and decision durable, runs the queued tools in parallel, and feeds their results back in call
// order until the turn is at rest.
//
// # Basics
//
//	r, err := runner.New(runner.Config{Turn: turn.Default(), Store: s, Tools: registry})
//	for u, err := range r.Handle(ctx, "t1", trip.Event{ID: id, Data: trip.UserMessage{Text: "Lisbon to Rome"}}) {
//		…
//	}
//	err = r.Close(ctx)
//
// One trip is serial; many trips run in parallel. A trip that nobody works on costs nothing but
// the ids of its last events, which are remembered for a bounded number of trips.
//
// # How a turn runs
//
// Handle checks an event and locks its trip, which is loaded if it is not in memory: the newest snapshot and
// the events after it, folded. When a turn can begin, the event is folded (turn.Step) and committed: event,
// digests, outstanding calls and, at the end of a turn, the snapshot are one transaction. Only then are the
// new calls started. When one ends, its outcome waits until all calls before it have been fed; then it is
// folded and committed as an event of its own, which may queue further calls. A turn ends when none is
// outstanding. Then the next event of the trip's durable queue opens the next turn.
//
// A call waits at the gate of its tool, which keeps the tool's limits over all trips: calls at once, calls a
// minute, and none for a while after many failures in a row. A read that failed is tried again; a write is not.
//
// # Guarantees
//
//   - Persist before perform: an event, its decision and the calls that it queued, with their
//     arguments, are durable before a tool runs and before an [Update] tells of them.
//   - Nothing lost: a user event that was accepted (an update [Accepted] or [Queued] came) is in the
//     log or in the trip's durable queue.
//   - Nothing unseen: an approval is for the ask that it names, else for the one that was current when it was accepted,
//     however long it waits in the queue.
//   - Nothing twice: an event that comes again under its id is answered from the log or the queue,
//     however long ago it was accepted; another event under that id is refused. A result is fed once. A
//     write call whose answer is lost is looked up, never repeated blindly, and a new attempt for the same
//     items has the same idempotency key unless the tool itself has answered the one before.
//   - Right time: rules go by the clock reading of each event, even if the clock was set back. The order of the log
//     does not depend on it.
//   - Every turn ends: each call has a deadline, and so has the turn.
//   - Raw error text stays in the event log. Updates, logs and returned errors never hold it.
//
// # Recovery
//
// After a crash the calls that were out are finished when somebody asks for their trip, or when
// [Runner.Recover] walks over all such trips. Read tools run again under the same call id. Write
// tools are looked up by their idempotency key: what is found becomes the result; else the outcome is
// unknown.
//
// # Upgrades
//
// A later version may decide otherwise, and be given another catalog. A trip at rest goes on from its last
// snapshot; its past is not folded. Of a turn that was interrupted the events since then are folded; where that is not
// what was recorded, the turn goes on with the calls that are out in the store, under their ids, arguments and keys,
// and the difference is logged ([GoOn]). With [Refuse] such a trip is left alone.
//
// # Unknown outcomes
//
// While the outcome of a write is unknown, the trip holds and buys nothing. The write is looked up in the
// background at growing intervals (Limits.LookupFirst, LookupMax, Lookups), also after a restart once Recover
// has found the trip, and before each event that somebody sends. No turn waits for a settlement: the turn ends in
// error/outcome_unknown, and the settlement is an event of its own.
//
// If a lookup finds the call, that settles it at once. A lookup that finds nothing counts only if the tool's
// settle_after has passed since the last attempt ended; two of these in a row mean that the call was not made. After a
// restart the settle_after period starts again, because nobody knows when the last attempt ended. Somebody who does
// know the outcome reports it with [Runner.Settle].
//
// A tool whose records are always up to date (a negative [ToolLimits].SettleAfter) is believed at once if it finds
// nothing twice in a row while no attempt is running. A call that a crash left open is then made, under its key.
//
// # Watching
//
// [Runner.Watch] yields what happens to a trip, whoever caused it, from any event on: first from the log, then as
// it is committed. A commit is handed to all watchers of its trip under the trip's lock, so each sees the events in
// order; it knows by the seq what it has told. What does not fit into its buffer it reads from the log later, so
// nobody waits for a slow watcher and none misses an event.
//
// # Invariants
//
//   - The state of a trip in memory is what the store holds. When a commit fails in an unclear way, the state
//     is dropped and loaded again.
//   - Only the holder of a trip's lock folds and commits its events. Handlers and lookups run without any lock.
//   - Results are fed in the order in which their calls were queued, whichever ends first.
//   - The context of every call is below the runner's own, which ends when Close stops waiting.
//   - Locks are taken in this order: a trip's, then the runner's, then those of a gate, of the remembered ids,
//     of a stream or of a watcher. What each one guards is said beside it.
//
// # Caveats
//
//   - An event without an id is never treated as a duplicate.
//   - An attempt lasts until its handler has returned, even if it was abandoned. settle_after is counted from then.
//   - Neither leaving the loop over [Runner.Handle] nor the end of its context ends the turn: only
//     TURN_CANCELLED, the limits and Close do.
//   - A fault of the store stops the work on its trip. What was durable stays, and the next Handle
//     or Recover goes on from there.
//   - A handler that ignores its context is abandoned after Limits.Grace; its goroutine stays until
//     it returns.
//   - Use one runner per store, unless the store is a [store.Owner]. A second runner is not kept out; it is only
//     noticed by the conflicts that it causes. On a [store.Inbox], such as adapters/postgres, it makes no difference
//     which runner is asked: what another one works on is done there. With an Owner that has no inbox, [Runner.Handle]
//     returns store.ErrOwned for such a trip, and store.ErrConflict if both begin at the same moment; nothing of the
//     event is kept then.
package runner
