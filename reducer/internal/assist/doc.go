// Package assist is the assistant: it answers an open request, one that plans no trip (docs/behaviour.md 2 to 4). A
// model proposes, the rules decide what runs.
//
// # How a request is answered
//
//	Start          looks into documents first where the request may be about them (readfirst.go), else asks the model
//	askModel       queues assistant_step: the tools that are left, and whether one may be chosen
//	Proposed       reads the answer: a text ends the turn (finish), a proposal goes on
//	propose        admits each proposed call or refuses it with a reason; a plan stands for its first step
//	run            queues what was admitted as one round; nothing admitted is a failed round
//	RoundResult,
//	RoundError     note one outcome; a search without a usable place gets the next place instead
//	completeRound  after the last outcome: the plan's next step, askModel again, or the end
//
// The loop itself stands in assist.go. What may run is decided in admission.go and known.go, after what a model left
// out and the trip knows was filled in (repair.go, places.go). One round of calls is kept in round.go; plans are
// made in plans.go and run in runplan.go; tools that failed too often are switched off (switchoff.go). What was
// found is kept (answers.go) for the end of the turn (finish.go). A write waits until a person approves it
// (approval.go).
//
// # State
//
// The assistant's own state is trip.Assist, and of the turn PendingApproval, the writes that wait, and OpenRequest,
// what was asked for before a question. It reads the rest of the trip and changes none of it, but that an approved
// write makes the message an open request, and that a person says which documents are looked into (ChangeScope).
//
// # Invariants
//
//   - What a model says is not trusted: only what was admitted is queued, and no text of it goes where a name belongs.
//   - Each iteration uses up a good round, a failed round or one of the calls of the turn, and each of these is
//     bounded. So every turn ends: in endWith with an answer or a question, or in giveUp with a failure.
//   - No write runs that was not approved, unless the catalog says that its tool may run unattended.
//   - A call that succeeded is not made again in its turn, nor is one that failed twice.
//   - It knows nothing of booking and dialogue: it imports neither, and calls only what package decision offers to all.
package assist
