// Package aistream speaks the UI message stream, version 1, of the AI SDK: what its useChat reads and posts.
//
// # Basics
//
// A chat is a trip, and the answer to a message is a turn of it. [Decode] reads what a client posts, and [Projection]
// makes the chunks of an answer of what is decided on the events of a trip. Both are pure:
//
//	p := aistream.Projection{Chat: "t1"}
//	chunks := p.Start("turn-1", &before)
//	chunks = append(chunks, p.Add(&event, &decision)...) // for each event of the turn
//	chunks = append(chunks, p.Finish()...)
//
// [Handler] and [Resume] serve both over HTTP.
//
// # What a client sees
//
//   - Each text is a text part; each call a tool part with its input, then output or error.
//   - The words of a model's answer come as they are written, as a text part in a step of its own. Where the decision
//     is another, reset-step takes them back.
//   - data-intent, under one id, is the intent document without the engine's bookkeeping and without what pays or
//     approves. Its status.ask is what the engine waits for.
//   - data-progress, which is transient, is what a handler reports before it returns.
//   - What has to be approved is a tool part with an approval request. Once it is approved, the part gets the
//     outcome of the call; who declines it says no, which is an event like a word of theirs.
//   - A turn that was cancelled aborts. Only faults of the server are errors; a turn that failed says so, and
//     regenerating it tries again.
//
// # What a client sends
//
//   - The last message, when it is the user's. Its id is the id of the event, so that the same message posted again
//     says nothing twice; an edit, which comes under the same id with messageId, is a new event unless it is what was
//     sent last. Where its metadata are {ask_id, choice_id}, it is that choice and not its words.
//   - The answer to an approval request. What pays for a purchase is payment_method_id of the body, else the trip's;
//     approval_token of the body is passed on as it is. What a model proposed takes neither.
//   - regenerate-message: the request is taken up again.
//
// # Going away
//
// stop() of useChat does nothing but close the connection: that stops the turn, unless a call is out that writes, and
// what waits behind it. What was stopped stays in the history. A client that comes back (useChat with resume) says so
// with resume: true in the body of its transport: then the end of a connection ends no turn, a GET of the stream gets
// the running turn from its first event on, under the same message id, or 204 when none runs, and the button that stops
// it is a POST of its own ([Stop]).
//
// [History] has the messages so far, as useChat takes them when a page is loaded.
package aistream
