package mcpserver

import (
	"context"
	"errors"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
)

// request is an error that a client can do something about. Its text is meant for the client.
type request string

// Error implements error.
func (r request) Error() string { return string(r) }

// The errors of requests.
const (
	errNoText    = request("text is empty: send what the traveller says")
	errNoTrip    = request("there is no trip with this trip_id")
	errBadTrip   = request("trip_id cannot be used: it is empty or too long")
	errNoBundle  = request("bundle_id is empty: name one of the bundles that send_message returned")
	errNoPayment = request("approval_token and payment_method_id are needed")
	errNoAsk     = request("ask_id is empty: name the ask that the traveller answered or approved, which the last " +
		"result holds")
	errOtherAsk = request("ask_id names no ask that stands, so nothing was done. get_trip tells what the engine waits " +
		"for now: show that to the traveller first.")
	errOtherChoice = request("the ask has no choice with this choice_id, so nothing was done. Name one of its choices, " +
		"or send the traveller's words with send_message.")
	errNoChoice = request("choice_id is empty: name one of the choices of the ask, or send the traveller's words with " +
		"send_message")
)

// otherwise is said of everything else.
const otherwise = "the engine could not do this; the trip is as it was before, or goes on by itself: ask get_trip"

// storeFails is said while nothing can be saved.
const storeFails = "the engine cannot save anything at the moment: try again later, and ask get_trip before what " +
	"must not be done twice"

// sentences are what a client is told of the engine's errors. None holds a text from elsewhere.
var sentences = []struct {
	err  error
	text string
}{
	{store.ErrNotFound, string(errNoTrip)},
	{store.ErrInvalid, string(errBadTrip)},
	{runner.ErrTooLarge, "the message, or its message_id, is too long"},
	{runner.ErrReserved, "a message_id must not be a UUID of version 5: these are the engine's own; use another " +
		"version, or any other text"},
	{runner.ErrConflict, "another message was sent with this message_id: nothing was done; send this one with a " +
		"message_id of its own"},
	{runner.ErrEvent, "the engine does not accept this"},
	{store.ErrMedium, storeFails},
	{store.ErrUncertain, storeFails},
	{runner.ErrBusy, "the trip is busy: wait until its turn has ended, then try again"},
	{runner.ErrOverloaded, "too many trips are being worked on: try again later"},
	{runner.ErrClosed, "the engine is shutting down: try again later"},
	{runner.ErrDiverged, "what is stored of this trip cannot be read by this version of the engine, so it cannot be " +
		"gone on with"},
	{context.DeadlineExceeded, "the turn took too long"},
	{context.Canceled, "the request was cancelled"},
}

// sentence returns what a client is told of an error.
func sentence(err error) string {
	if r, is := errors.AsType[request](err); is {
		return string(r)
	}
	for _, s := range sentences {
		if errors.Is(err, s.err) {
			return s.text
		}
	}
	return otherwise
}
