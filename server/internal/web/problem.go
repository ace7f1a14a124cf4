package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
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

// Error implements error.
func (p *Problem) Error() string { return "web: " + p.Code + ": " + p.Detail }

// known are the problems of errors that a client can understand. What is not here is told as internal.
var known = []struct {
	err     error
	problem Problem
}{
	{store.ErrNotFound, Problem{
		Status: http.StatusNotFound, Code: "trip_not_found",
		Detail: "there is no such trip, or no such event of it",
	}},
	{runner.ErrExists, Problem{
		Status: http.StatusConflict, Code: "trip_exists",
		Detail: "there is a trip of this id already: take another id, or go on with it",
	}},
	{replay.ErrUnderWay, Problem{
		Status: http.StatusConflict, Code: "under_way",
		Detail: "at this event a hold, a purchase or another write is under way, or its outcome is unknown, and a fork " +
			"must not make it again: fork from an event before it was asked for, or after it was answered",
	}},
	{runner.ErrConflict, Problem{
		Status: http.StatusConflict, Code: "idempotency_conflict",
		Detail: "another event was accepted under this Idempotency-Key: send this one under a key of its own",
	}},
	{runner.ErrBusy, Problem{
		Status: http.StatusConflict, Code: "trip_busy",
		Detail: "a turn of the trip runs: send this again when it has ended", RetryAfter: 1,
	}},
	{runner.ErrReserved, Problem{
		Status: http.StatusUnprocessableEntity, Code: "reserved_id",
		Detail: "a UUID of version 5 is an id of the engine: take one of another version, or any other text, as " +
			"Idempotency-Key",
	}},
	{runner.ErrEvent, Problem{
		Status: http.StatusUnprocessableEntity, Code: "event",
		Detail: "this event cannot be accepted",
	}},
	{reducer.ErrMalformed, Problem{
		Status: http.StatusUnprocessableEntity, Code: "event",
		Detail: "this event cannot be accepted: what it refers to does not fit the trip",
	}},
	{applier.ErrPatch, Problem{
		Status: http.StatusUnprocessableEntity, Code: "patch",
		Detail: "the patch does not fit an intent, or changes what is the engine's own",
	}},
	{store.ErrInvalid, Problem{Status: http.StatusBadRequest, Code: "trip_id",
		Detail: "this cannot be the id of a trip"}},
	{runner.ErrTooLarge, Problem{
		Status: http.StatusRequestEntityTooLarge, Code: "too_large",
		Detail: "the event, its Idempotency-Key or the intent is too long",
	}},
	{runner.ErrOverloaded, Problem{
		Status: http.StatusServiceUnavailable, Code: "overloaded",
		Detail: "too many trips are being worked on: try again later", RetryAfter: 1,
	}},
	{runner.ErrClosed, Problem{
		Status: http.StatusServiceUnavailable, Code: "closing",
		Detail: "the server is shutting down: try again later", RetryAfter: 5,
	}},
	{runner.ErrDeleted, Problem{Status: http.StatusGone, Code: "trip_deleted", Detail: "the trip was erased"}},
	{runner.ErrAhead, Problem{
		Status: http.StatusGone, Code: "no_such_update",
		Detail: "the trip has no update of this id: read its updates anew, without Last-Event-ID",
	}},
	{runner.ErrDiverged, Problem{
		Status: http.StatusConflict, Code: "diverged",
		Detail: "the trip was made by another version of the engine and cannot be gone on with",
	}},
	{runner.ErrNoDeleter, Problem{
		Status: http.StatusNotImplemented, Code: "no_delete",
		Detail: "the store of this server cannot erase trips",
	}},
	{store.ErrOwned, Problem{
		Status: http.StatusServiceUnavailable, Code: "owned",
		Detail: "another process works on this trip: send this again", RetryAfter: 1,
	}},
	{store.ErrConflict, Problem{
		Status: http.StatusServiceUnavailable, Code: "owned",
		Detail: "another process works on this trip: send this again", RetryAfter: 1,
	}},
	{store.ErrMedium, Problem{
		Status: http.StatusServiceUnavailable, Code: "store",
		Detail: "nothing can be saved at the moment: try again later", RetryAfter: 5,
	}},
	{
		context.DeadlineExceeded,
		Problem{
			Status: http.StatusServiceUnavailable, Code: "timeout", Detail: "this took too long: try again later",
			RetryAfter: 1,
		},
	},
	{context.Canceled, Problem{
		Status: http.StatusServiceUnavailable, Code: "cancelled",
		Detail: "the request was cancelled",
	}},
}

// internal is told of every error that a client can do nothing about.
var internal = Problem{
	Status: http.StatusInternalServerError, Code: "internal",
	Detail: "the server could not do this; its log says why",
}

// ProblemOf returns what a client is told of an error.
func ProblemOf(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	var malformed *trip.MalformedError
	if errors.As(err, &malformed) {
		return &Problem{Status: http.StatusBadRequest, Code: "malformed", Detail: malformed.Error()}
	}
	if errors.Is(err, turn.ErrIntent) { // what follows is about the client's own document
		_, why, _ := strings.Cut(err.Error(), turn.ErrIntent.Error())
		return &Problem{
			Status: http.StatusUnprocessableEntity, Code: "intent",
			Detail: "a trip cannot begin with this intent" + why,
		}
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return &k.problem
		}
	}
	return &internal
}

// Fail answers a request with an error. Nothing may have been written before.
func (b *Backend) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p := ProblemOf(err)
	if p.Status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		b.Log.LogAttrs(r.Context(), slog.LevelWarn, "server: a request failed",
			slog.String("method", r.Method), slog.String("route", r.Pattern), slog.String("code", p.Code),
			slog.Any("error", err))
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
