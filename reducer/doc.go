// Package reducer decides. [Decider.Reduce] maps an intent and an event to a decision: the status, the calls to queue,
// the messages to show and the intent after the event. It performs nothing.
//
// # How an event is decided
//
// The result of a tool, a choice and a patch are in the intent already when Reduce sees the event (package applier).
// Reduce hands the event to the rules of its type (reduce.go):
//
//   - A message opens a turn and queues its extraction (intake.go). Once it is read, what was understood is told
//     (echo.go), then come the acts that the message asks for (acts.go, answer.go), then what is missing or contradicts
//     itself (missing.go, conflicts.go), then the search.
//   - From a plan to what is held leads the search, a machine of its own (internal/search). What may be held and
//     bought, and every write, is booking's (internal/booking). What is offered, held and booked is told by
//     internal/tell.
//   - An open request goes to the assistant, a machine of its own (internal/assist). What a write of it waits for is
//     asked and answered here (waiting.go).
//   - A result or an error settles its call (toolresult.go, calls.go) and goes on where the call belongs. An error is
//     told in safe words (internal/decision, safe.go).
//   - At the end it is said what the trip waits for (asks.go, confirm.go), and nothing twice in a row (repeat.go).
//
// No text decides here: what a message or an error says comes as values of internal/words. What is said is a key with
// parameters, which internal/describe writes; package texts makes sentences of it.
//
// # Invariants
//
//   - The lifecycle is one table ([Lifecycle]). Rules pick the edge; decision.Fire alone changes the status, and
//     an edge that the table does not have is a bug and panics.
//   - The intent and the event that are passed in are never modified: a list that the decision shares with them is
//     copied before it is changed.
//   - A decision names the rules of the rule book that made it.
//   - The only clock is the event's.
package reducer
