// Package trip is the vocabulary of Legwork: the saved trip intent, the events
// that happen to it, the calls and decisions that follow, the engine's policy and
// the limits on all of them.
//
// # Basics
//
// An [Intent] is everything that is known about one trip. It is a plain value. A method that
// changes one says so, and replaces its lists instead of writing into them, so a copy may be
// kept, compared and shared between goroutines. An [Event] is a recorded fact; its data is one of
// a closed set of types ([UserMessage], [ToolResult], …). A [Decision] is what the reducer makes
// of an event: the next [Status], the [Call] values to queue and the messages to show.
//
// Documents write themselves as RFC 8785 canonical JSON through an AppendJSON method and
// are read from any valid JSON of their shape by strict decoders whose errors name the
// field. Fields that this version does not know are kept out and reported as warnings.
//
// The tag of a field says how it stands on the wire: its name, whether it is left out
// (optional) or null when it is empty, and its bound. The codec is generated from that.
//
// # Caveats
//
// Money is int64 minor units with a currency, dates have no time zone, instants are
// nanoseconds of UTC. There is no float, clock, randomness or I/O in this package.
package trip

//go:generate go run ./internal/codecgen
