// Package chat is a conversation about trips in a terminal, with bubbletea.
//
// # Basics
//
//	err := chat.Run(ctx, chat.Config{Backend: chat.NewLocal(r), Input: os.Stdin, Output: os.Stdout})
//
// A [Backend] is where the trips are: a runner over a store of this process ([NewLocal]), or a server ([NewRemote]).
// The [Model] does not know which. It sends events under ids of its own until they are accepted, and reads the updates
// of the trip from the last one that it has, so that nothing is lost and nothing is shown twice when a connection
// breaks.
//
// # How it is made
//
// conversation.go makes entries of the updates: what was said, options, steps. entry.go and card.go lay an entry out
// as lines of a width. model.go takes messages and keys, view.go puts the screen together, and overlay.go is what
// covers the conversation for a while: the review before a purchase, the log, a list of trips.
//
// # Caveats
//
// Texts of others go to the terminal through console.Printable, and arguments and results of calls through
// view.JSON, which leaves out what pays and approves.
package chat
