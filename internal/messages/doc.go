// Package messages makes the messages of package trip: for each key there is a struct whose fields are the parameters,
// with their types.
//
//	s.say(messages.NoteTotals{Tool: trip.ToolRank, Count: replaced}.Message())
//
// The keys stand in messages.tsv, from which `go generate ./internal/messages` writes messages_gen.go. A line has a key,
// what a message of that key may name by reference, and its parameters; the gen folder tells the form. Scenarios are
// held against the table by fixtures.TestMessages, and texts/en.tsv says what each key means.
package messages

//go:generate go run ./gen
