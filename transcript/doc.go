// Package transcript projects a trip's log to messages: for a page that shows the conversation
// ([Projection.Messages]) and for a model that goes on with it ([Projection.Model]).
//
// # Basics
//
// [Projection.Add] takes each event with its decision and says which messages it made or
// changed, so that a stream can send just those; a projection rebuilt from the log is equal.
// Every tool call stands in the message of its round, with one result, whatever the order in
// which the results arrived.
//
// # Caveats
//
// Raw error text never gets here: a failure is its class and one safe line. A model sees its
// own calls that succeeded; those that failed are told as that line alone, once, and what was
// asked of the person instead is not told at all. A write whose outcome is unknown has its safe
// line until the one event that settles it, in whatever turn, puts the outcome in its place.
package transcript
