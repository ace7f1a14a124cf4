// Package agui speaks AG-UI 1.0, the protocol between an agent and somebody else's chat front end: a run is posted as
// JSON, and its events come back as server-sent events.
//
// # Basics
//
// A thread is a trip, and a run is a turn of it. [Decode] reads what a client posts, [Projection] makes the
// events of a run of what is decided on the events of a trip, and [Verifier] checks their order. They are pure, and
// need no server:
//
//	p := agui.Projection{Thread: "t1", Run: "r1"}
//	events := p.Start(&before)
//	events = append(events, p.Add(&event, &decision)...) // for each event of the turn
//	events = append(events, p.Finish()...)
//
// [Handler] serves both over HTTP.
//
// # What a client sees
//
//   - Lifecycle: RUN_STARTED, a step for each status in which calls are outstanding, RUN_FINISHED. A turn that failed
//     finishes like another; its result says so, and "try again" is a new run. RUN_ERROR is for faults alone.
//   - Each text of the agent is a message, each round of calls an assistant message with its tool calls, each
//     outcome a TOOL_CALL_RESULT. What a handler reports before it returns is CUSTOM legwork.progress.
//   - The words of a model's answer come as they are written, as a message that stays open until it is decided. Where
//     the decision is another, MESSAGES_SNAPSHOT has the conversation as it is.
//   - The state is the intent document without the engine's bookkeeping and without what pays or approves: a snapshot
//     first, then JSON Patches.
//   - What the engine waits for is status.ask of the state, with its choices. It is an interrupt only where the turn
//     stopped for it: an approval, or a yes or no without which nothing that was asked for goes on. Its response schema
//     says how it is answered. While an interrupt is open, a client sends no plain message; anything else that is asked
//     is answered by the next one.
//
// # What a client sends
//
//   - The last message, when it is the user's: a message to the agent. Its id is the id of the event, so that
//     the same run posted again says nothing twice.
//   - resume with {choice_id}, {text}, or {approval_token, payment_method_id}: the answer to what is asked, an
//     interrupt or not. What pays may be left out where the trip has it. One that is cancelled is declined where that
//     can be said, else left alone. With a new message, both are taken, the answer first; beside a message, cancelled
//     says nothing.
//   - forwardedProps.cancel: the running turn ends.
//   - None of these: the client comes back, and gets the conversation, the state, and the rest of the running turn.
//
// # Going away
//
// A turn goes on when its connection ends. A client that posts the same run again, or a run without anything new, gets
// MESSAGES_SNAPSHOT, with the ids that it knows, and then what happens next. Nothing is lost, and nothing is sent
// twice.
package agui
