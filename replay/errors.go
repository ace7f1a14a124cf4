package replay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Errors of replaying.
var (
	// ErrDifference is what every *Difference wraps: the replay does not do what was recorded.
	ErrDifference = errors.New("replay: difference")
	// ErrInput is what every *InputError wraps: the recording is not one.
	ErrInput = errors.New("replay: bad recording")
	// ErrUnderWay is what the *InputError of Fork wraps where a fork would make a write twice, or lose its outcome.
	ErrUnderWay = errors.New("replay: a hold, a purchase or another write is under way, or its outcome is unknown")
)

// Difference is the first thing that a replay does otherwise than the recording.
type Difference struct {
	File     string
	Line     int
	Seq      int64
	Rules    []string // ids of the rules that decided, such as "1.4.cache"
	Field    string   // turn, decision or state; or what the line tells, as calls[0].arguments.cabin and state.party
	Recorded string
	Replayed string
	Hint     string // what else is known, may be empty
}

// Error implements error.
func (d *Difference) Error() string {
	rule := "no rule"
	if len(d.Rules) > 0 {
		rule = "rule " + strings.Join(d.Rules, ", ")
	}
	text := fmt.Sprintf("replay: %s:%d: seq %d, %s: %s differs\n  recorded %s\n  replayed %s",
		d.File, d.Line, d.Seq, rule, d.Field, d.Recorded, d.Replayed)
	if d.Hint != "" {
		text += "\n  " + d.Hint
	}
	return text
}

// Unwrap makes errors.Is(err, ErrDifference) hold.
func (d *Difference) Unwrap() error { return ErrDifference }

// InputError says which line and field of a recording is wrong and what to do.
type InputError struct {
	File  string
	Line  int    // from 1; 0 when the file as a whole is meant
	Field string // such as data.text; empty when the line as a whole is meant
	Err   error
	Hint  string // what to do
}

// Error implements error.
func (e *InputError) Error() string {
	text := "replay: " + e.File
	if e.Line > 0 {
		text += ":" + strconv.Itoa(e.Line)
	}
	if e.Field != "" {
		text += ": field " + e.Field
	}
	text += ": " + e.Err.Error()
	if e.Hint != "" {
		text += "\n  " + e.Hint
	}
	return text
}

// Unwrap makes errors.Is hold for ErrInput and for the cause.
func (e *InputError) Unwrap() []error { return []error{ErrInput, e.Err} }
