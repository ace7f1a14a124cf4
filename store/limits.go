package store

import (
	"fmt"
	"unicode/utf8"

	"github.com/legwork-go/legwork/trip"
)

// Limits that every store keeps. A commit beyond one of them is [ErrInvalid].
const (
	MaxIDBytes     = 255      // of a trip id
	MaxCommitBytes = 64 << 20 // all bytes of one commit together
	MaxPending     = 10_000   // outstanding calls, and queued events, of one trip
)

// CheckID returns ErrInvalid for an id that no trip can have.
func CheckID(id trip.ID) error {
	if id == "" {
		return fmt.Errorf("%w: the trip id is empty", ErrInvalid)
	}
	if len(id) > MaxIDBytes {
		return fmt.Errorf("%w: the trip id has %d bytes, the limit is %d", ErrInvalid, len(id), MaxIDBytes)
	}
	if !utf8.ValidString(string(id)) {
		return fmt.Errorf("%w: the trip id %q is not valid UTF-8", ErrInvalid, id)
	}
	return nil
}

// Check returns ErrInvalid for a commit that no store accepts.
func (c Commit) Check() error {
	if err := CheckID(c.Trip); err != nil {
		return err
	}
	if c.ExpectedSeq < 0 {
		return fmt.Errorf("%w: trip %q: expected seq %d is negative", ErrInvalid, c.Trip, c.ExpectedSeq)
	}
	if n := len(c.Decisions); n > 0 && n != len(c.Events) {
		return fmt.Errorf("%w: trip %q: %d decisions on %d events: want one for each, or none", ErrInvalid, c.Trip, n,
			len(c.Events))
	}
	if n := max(len(c.Outstanding), len(c.Queue), len(c.Answers)); n > MaxPending {
		return fmt.Errorf("%w: trip %q: %d calls, queued events or answers, the limit is %d", ErrInvalid, c.Trip, n,
			MaxPending)
	}
	if n := c.Bytes(); n > MaxCommitBytes {
		return fmt.Errorf("%w: trip %q: the commit has %d bytes, the limit is %d", ErrInvalid, c.Trip, n, MaxCommitBytes)
	}
	return nil
}

// DecisionOn returns what is to be kept beside the ith event, nil when nothing is.
func (c Commit) DecisionOn(i int) []byte {
	if i >= len(c.Decisions) || len(c.Decisions[i]) == 0 {
		return nil
	}
	return c.Decisions[i]
}

// Bytes returns the size of everything in the commit.
func (c Commit) Bytes() int {
	n := len(c.Trip) + len(c.Header) + len(c.Snapshot)
	for _, event := range c.Events {
		n += len(event)
	}
	for _, decision := range c.Decisions {
		n += len(decision)
	}
	for _, call := range c.Outstanding {
		n += len(call.CallID) + len(call.Name) + len(call.Arguments) + len(call.Key)
	}
	for _, event := range c.Queue {
		n += len(event)
	}
	for _, answer := range c.Answers {
		n += len(answer.ID) + len(answer.Body)
	}
	return n
}
