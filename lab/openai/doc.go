// Package openai turns recorded agent transcripts into recordings: [Read] finds the conversations of a file, [Infer]
// makes tools of the calls in them, and [Convert] writes one conversation as a recording that carries the digests of
// its own fold.
//
// Everything is read as OpenAI chat completions. Messages of Anthropic and of the AI SDK, event logs of AG-UI and
// spans of OpenTelemetry are first written so; what they have beside messages and calls is left out, but never a
// call.
//
// # Basics
//
// The engine takes the place of the loop that made the transcript. What people and tools said
// becomes events, what the model answered becomes results of `assistant_step`; which of the calls
// run is the engine's decision.
//
//   - system, developer: left out; the header's member "import" has their SHA-256.
//   - user: USER_MESSAGE, then an extraction that finds an open request (`request.kind=assist`).
//   - assistant: TOOL_RESULT of assistant_step. Messages in a row, with no answer of a tool
//     between them, are one step: texts joined by a blank line, calls in order. Before the first
//     user message no turn is open: the event stands in the recording and the engine ignores it.
//   - tool, function: TOOL_RESULT, or TOOL_ERROR when the text starts with "Error" or is an object
//     with an `error`. A JSON object is the result itself, a JSON list its `results`, anything
//     else its `result`.
//
// Answers of the running round have no call id: they settle the oldest open call of their tool, and
// are written in the order in which the engine queued the calls. Then come the answers of calls that
// it did not admit; they have the log's id, and the engine ignores them as `not_outstanding`. An
// answer that is later than its round has the engine's id of its call.
//
// # Caveats
//
// A failed write call is taken as a definite refusal, `invalid_arguments`, unless its answer has a
// code of its own: the log goes on as if nothing had happened, so nothing had. A call without an
// answer in a round that has others gets a TOOL_ERROR `cancelled`, marked by the member "note" of
// its event. Texts beyond the engine's limits are cut; the header's notes say where.
package openai
