package openai

import (
	"errors"
	"strconv"
)

// Errors of reading transcripts.
var (
	// ErrTranscript is what every *Error wraps: a conversation cannot be read or converted.
	ErrTranscript = errors.New("openai: bad transcript")
)

// Error says which conversation of which file is wrong, and where in it.
type Error struct {
	File         string
	Line         int    // where the conversation starts, from 1
	Conversation string // its id, empty when it has none
	At           string // such as messages[3].tool_calls[0]; empty for the whole
	Problem      string
}

// Error implements error.
func (e *Error) Error() string {
	text := "openai: " + e.File + ":" + strconv.Itoa(e.Line)
	if e.Conversation != "" {
		text += ": conversation " + strconv.Quote(e.Conversation)
	}
	if e.At != "" {
		text += ": " + e.At
	}
	return text + ": " + e.Problem
}

// Unwrap makes errors.Is(err, ErrTranscript) hold.
func (e *Error) Unwrap() error { return ErrTranscript }

// fault is a problem at a place within a conversation, before it is known which one that is.
type fault struct{ at, problem string }

func (f *fault) Error() string { return "openai: " + f.at + ": " + f.problem }

// within puts the place of an outer value before that of a fault.
func within(at string, err error) error {
	var f *fault
	if !errors.As(err, &f) {
		return &fault{at: at, problem: err.Error()}
	}
	if f.at != "" && f.at[0] != '[' {
		at += "."
	}
	return &fault{at: at + f.at, problem: f.problem}
}
