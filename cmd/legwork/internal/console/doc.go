// Package console is what the verbs that talk with a person at a terminal share: the lines that are typed there, events
// and results in a few words, and texts that cannot steer the terminal.
package console
