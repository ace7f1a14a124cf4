package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Problem is an error as a client is told of it (RFC 9457). Its texts are written for clients.
type Problem struct {
	Status     int
	Code       string // stable, such as "trip_not_found"
	Detail     string
	RetryAfter int // in seconds; 0 says nothing of it
}

// Problemf returns a problem whose detail is formatted.
func Problemf(status int, code, format string, args ...any) *Problem {
	return &Problem{Status: status, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// RetryIn says in how many seconds the request may be sent again.
func (p *Problem) RetryIn(seconds int) *Problem {
	p.RetryAfter = seconds
	return p
}

// Error implements error.
func (p *Problem) Error() string { return "web: " + p.Code + ": " + p.Detail }

// known are the problems of errors that a client can understand, of two that are in one error the first. What is not
// here is told as internal.
var known = []struct {
	err     error
	problem *Problem
	why     bool // what follows is about what the client itself sent, and is told too
}{
	{err: turn.ErrIntent, why: true, problem: Problemf(http.StatusUnprocessableEntity, "intent",
		"a trip cannot begin with this intent")},
	{err: applier.ErrPatch, why: true, problem: Problemf(http.StatusUnprocessableEntity, "patch",
		"the patch does not fit the trip")},
	{err: store.ErrNotFound, problem: Problemf(http.StatusNotFound, "trip_not_found",
		"there is no such trip, or no such event of it")},
	{err: runner.ErrExists, problem: Problemf(http.StatusConflict, "trip_exists",
		"there is a trip of this id already: take another id, or go on with it")},
	{err: replay.ErrUnderWay, problem: Problemf(http.StatusConflict, "under_way",
		"at this event a hold, a purchase or another write is under way, or its outcome is "+
			"unknown, and a fork must not make it again: fork from an event before it was asked for, or after it was answered")},
	{err: runner.ErrConflict, problem: Problemf(http.StatusConflict, "idempotency_conflict",
		"another event was accepted under this Idempotency-Key: send this one under a key of its own")},
	{err: runner.ErrBusy, problem: Problemf(http.StatusConflict, "trip_busy",
		"a turn of the trip runs: send this again when it has ended").RetryIn(1)},
	{err: runner.ErrReserved, problem: Problemf(http.StatusUnprocessableEntity, "reserved_id",
		"a UUID of version 5 is an id of the engine: take one of another version, or any "+
			"other text, as Idempotency-Key")},
	{err: runner.ErrEvent, why: true, problem: Problemf(http.StatusUnprocessableEntity, "event",
		"this event cannot be accepted")},
	{err: reducer.ErrMalformed, problem: Problemf(http.StatusUnprocessableEntity, "event",
		"this event cannot be accepted: what it refers to does not fit the trip")},
	{err: store.ErrInvalid, problem: Problemf(http.StatusBadRequest, "trip_id", "this cannot be the id of a trip")},
	{err: runner.ErrTooLarge, why: true, problem: Problemf(http.StatusRequestEntityTooLarge, "too_large",
		"the event, its Idempotency-Key, the intent or the trip is too long")},
	{err: runner.ErrOverloaded, problem: Problemf(http.StatusServiceUnavailable, "overloaded",
		"too many trips are being worked on: try again later").RetryIn(1)},
	{err: runner.ErrChanged, problem: Problemf(http.StatusConflict, "trip_changed",
		"the trip has another last event by now: look at it again")},
	{err: ops.ErrAtRest, problem: Problemf(http.StatusConflict, "at_rest",
		"the trip is at rest: there is nothing to cancel, or to try again")},
	{err: runner.ErrNotOpen, problem: Problemf(http.StatusConflict, "not_open",
		"the trip has no call of this id whose outcome is unknown")},
	{err: runner.ErrResult, why: true, problem: Problemf(http.StatusUnprocessableEntity, "result",
		"this settles nothing")},
	{err: runner.ErrClosed, problem: Problemf(http.StatusServiceUnavailable, "closing",
		"the server is shutting down: try again later").RetryIn(5)},
	{err: runner.ErrDeleted, problem: Problemf(http.StatusGone, "trip_deleted", "the trip was erased")},
	{err: runner.ErrAhead, problem: Problemf(http.StatusGone, "no_such_update",
		"the trip has no update of this id: read its updates anew, without Last-Event-ID")},
	{err: runner.ErrDiverged, problem: Problemf(http.StatusConflict, "diverged",
		"the trip was made by another version of the engine and cannot be gone on with")},
	{err: runner.ErrNoDeleter, problem: Problemf(http.StatusNotImplemented, "no_delete",
		"the store of this server cannot erase trips")},
	{err: store.ErrOwned, problem: Problemf(http.StatusServiceUnavailable, "owned",
		"another process works on this trip: send this again").RetryIn(1)},
	{err: store.ErrConflict, problem: Problemf(http.StatusServiceUnavailable, "owned",
		"another process works on this trip: send this again").RetryIn(1)},
	{err: store.ErrUncertain, problem: Problemf(http.StatusServiceUnavailable, "store",
		"whether this was saved is not known: send it again, under the same Idempotency-Key").RetryIn(5)},
	{err: store.ErrMedium, problem: Problemf(http.StatusServiceUnavailable, "store",
		"nothing can be saved at the moment: try again later").RetryIn(5)},
	{err: context.DeadlineExceeded, problem: Problemf(http.StatusServiceUnavailable, "timeout",
		"this took too long: try again later").RetryIn(1)},
	{err: context.Canceled, problem: Problemf(http.StatusServiceUnavailable, "cancelled",
		"the request was cancelled")},
}

// internal is told of every error that a client can do nothing about.
var internal = Problem{
	Status: http.StatusInternalServerError, Code: "internal",
	Detail: "the server could not do this; its log says why",
}

// ProblemOf returns what a client is told of an error.
func ProblemOf(err error) *Problem {
	if p, is := errors.AsType[*Problem](err); is {
		return p
	}
	if malformed, is := errors.AsType[*trip.MalformedError](err); is {
		return Problemf(http.StatusBadRequest, "malformed", "%s", malformed.Error())
	}
	for _, k := range known {
		if !errors.Is(err, k.err) {
			continue
		}
		told := *k.problem
		if k.why {
			_, why, _ := strings.Cut(err.Error(), k.err.Error())
			told.Detail += why
		}
		return &told
	}
	return &internal
}

// Ending returns what a client is told of an error that ends its stream: nil where it went away, and nobody is there to
// be told. The context of its request may end with a problem of the server's as the cause.
func Ending(ctx context.Context, err error) *Problem {
	if ctx.Err() == nil {
		return ProblemOf(err)
	}
	var p *Problem
	errors.As(context.Cause(ctx), &p)
	return p
}

// Fail answers a request with an error. Nothing may have been written before.
func (b *Backend) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p := ProblemOf(err)
	if p.Status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		b.Log.LogAttrs(r.Context(), slog.LevelWarn, "server: a request failed",
			slog.String("method", r.Method), slog.String("route", r.Pattern), slog.String("code", p.Code),
			slog.String("request", NotedOf(r.Context()).Request), slog.Any("error", err))
	}
	h := w.Header()
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.JSON())
}

// Handler serves with a function. An error, with which nothing of the answer was written, is told to the client.
func (b *Backend) Handler(serve func(w http.ResponseWriter, r *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := serve(w, r); err != nil {
			b.Fail(w, r, err)
		}
	})
}

// JSON returns the document of a problem.
func (p *Problem) JSON() []byte {
	doc, err := json.Marshal(struct {
		Type   string `json:"type"`
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
		Code   string `json:"code"`
	}{"about:blank", http.StatusText(p.Status), p.Status, p.Detail, p.Code})
	if err != nil {
		panic(err) // texts and a number always can be
	}
	return doc
}
