package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/trip"
)

// The lengths of a page of trips.
const (
	defaultPage = 50
	maxPage     = 500
)

// badRequest is the problem of a request that cannot be understood.
func badRequest(code, format string, args ...any) error {
	return web.Problemf(http.StatusBadRequest, code, format, args...)
}

// writeJSON writes a JSON document.
func writeJSON(w http.ResponseWriter, status int, doc any) error {
	body, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
	return nil
}

// decodeBody reads a JSON object with no members but those of doc, which is a pointer to a struct.
func decodeBody(r *http.Request, doc any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	into := doc
	err := d.Decode(&into) // null sets it to nil
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return badRequest("malformed", "%s: want %s, not %s", wrong.Field, kindOf(wrong.Type), wrong.Value)
	case wrong != nil:
		return badRequest("malformed", "the body is not what is wanted: an object, not %s", wrong.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return badRequest("malformed", "the body is no whole JSON document")
	case err == nil && into == nil:
		return badRequest("malformed", "the body is not what is wanted: an object, not null")
	case err != nil:
		return badRequest("malformed", "the body is not what is wanted: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) { // More says no before a bracket that closes nothing
		return badRequest("malformed", "the body is more than one JSON document")
	}
	return nil
}

// kindOf says in words what a member is to be: texts and numbers are all that there is.
func kindOf(t reflect.Type) string {
	if t.Kind() == reflect.String {
		return "a text"
	}
	return "a whole number"
}

type newTrip struct {
	TripID string          `json:"trip_id"`
	Intent json.RawMessage `json:"intent"`
}

type tripMade struct {
	TripID  string   `json:"trip_id"`
	Ignored []string `json:"ignored,omitempty"` // fields of the intent that this version does not know
}

func (s *Server) createTrip(w http.ResponseWriter, r *http.Request) error {
	var body newTrip
	if r.ContentLength != 0 {
		if err := decodeBody(r, &body); err != nil {
			return err
		}
	}
	made := tripMade{TripID: body.TripID}
	if made.TripID == "" {
		made.TripID = uuid.NewString()
	}
	in := trip.NewIntent()
	if doc := bytes.TrimSpace(body.Intent); len(doc) > 0 && string(doc) != "null" {
		read, warnings, err := trip.DecodeIntent(string(doc))
		if err != nil {
			return err
		}
		for _, unknown := range warnings {
			made.Ignored = append(made.Ignored, unknown.Path)
		}
		in = read
	}
	if _, err := s.backend.Create(r.Context(), made.TripID, in); err != nil {
		return err
	}
	w.Header().Set("Location", "/v1/trips/"+escaped(made.TripID))
	return writeJSON(w, http.StatusCreated, made)
}

type tripList struct {
	Trips []tripSummary `json:"trips"`
	Next  string        `json:"next,omitempty"` // what after is for the next page
}

type tripSummary struct {
	TripID    string       `json:"trip_id"`
	Phase     string       `json:"phase"`
	State     string       `json:"state"`
	UpdatedAt trip.Instant `json:"updated_at"` // null of a trip without events
}

func (s *Server) listTrips(w http.ResponseWriter, r *http.Request) error {
	ctx, prefix := r.Context(), s.backend.Prefix(r.Context())
	f, limit, err := filterOf(r, prefix)
	if err != nil {
		return err
	}
	page := tripList{Trips: []tripSummary{}}
	for t, err := range s.backend.Runner.Trips(ctx, f) {
		switch {
		case err != nil && t.ID == "":
			return err
		case !strings.HasPrefix(string(t.ID), prefix):
			return writeJSON(w, http.StatusOK, page)
		case err != nil:
			s.config.Logger.LogAttrs(ctx, slog.LevelWarn, "server: a trip cannot be read", slog.String("trip", string(t.ID)),
				slog.Any("error", err))
		case len(page.Trips) == limit:
			page.Next = page.Trips[limit-1].TripID
			return writeJSON(w, http.StatusOK, page)
		default:
			page.Trips = append(page.Trips, tripSummary{
				TripID: s.backend.Name(ctx, t.ID), Phase: t.Status.Phase(), State: t.Status.State(),
				UpdatedAt: t.UpdatedAt,
			})
		}
	}
	return writeJSON(w, http.StatusOK, page)
}

// filterOf reads the parameters of a list.
func filterOf(r *http.Request, prefix string) (f runner.Filter, limit int, err error) {
	q := r.URL.Query()
	f.Beyond, f.Owner = trip.ID(prefix+q.Get("after")), web.PrincipalOf(r.Context()).Owner
	if limit, err = intParameter(q.Get("limit"), defaultPage, 1, maxPage); err != nil {
		return f, 0, badRequest("limit", "limit: %v", err)
	}
	f.Limit = limit + 1 // one more says that there is a next page
	for _, name := range q["state"] {
		found := len(f.Status)
		for status := range trip.StatusCount {
			if name == status.State() || name == status.String() {
				f.Status = append(f.Status, status)
			}
		}
		if len(f.Status) == found {
			return f, 0, badRequest("state", "state: %q is none", name)
		}
	}
	return f, limit, nil
}

func intParameter(text string, absent, least, highest int) (int, error) {
	if text == "" {
		return absent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > highest {
		return 0, fmt.Errorf("want a number from %d to %d", least, highest)
	}
	return n, nil
}

func (s *Server) getTrip(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	id, head, err := s.backend.Find(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	var in trip.Intent
	seq, err := seqOf(r)
	if err != nil {
		return err
	}
	if seq != ops.AnySeq {
		if head, err = s.backend.Runner.HeadAt(ctx, id, seq); err == nil {
			if notModified(w, r, head) {
				return nil
			}
			in, err = s.backend.Runner.StateAt(ctx, id, seq)
		}
	} else {
		if notModified(w, r, head) {
			return nil
		}
		in, err = s.backend.Runner.State(ctx, id)
	}
	if err != nil {
		return err
	}
	if in.Turn.Seq != head.Seq {
		w.Header().Del("ETag") // an event came in between
	}
	in.TripID = trip.ID(s.backend.Name(ctx, id))
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(in.AppendJSON(nil), '\n'))
	return nil
}

// seqOf returns the parameter seq, ops.AnySeq where there is none.
func seqOf(r *http.Request) (int64, error) {
	text := r.URL.Query().Get("seq")
	if text == "" {
		return ops.AnySeq, nil
	}
	seq, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seq < 0 {
		return 0, badRequest("seq", "seq: want the number of an event, or 0")
	}
	return seq, nil
}

// notModified sets the ETag. If the client already has the current version, it answers 304 and returns true.
func notModified(w http.ResponseWriter, r *http.Request, head runner.Head) bool {
	tag := fmt.Sprintf("%q", fmt.Sprintf("%x", head.Chain))
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache")
	for given := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if given = strings.TrimPrefix(strings.TrimSpace(given), "W/"); given == tag || given == "*" {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

func (s *Server) deleteTrip(w http.ResponseWriter, r *http.Request) error {
	id, _, err := s.backend.Find(r.Context(), r.PathValue("id"))
	if err == nil {
		err = s.backend.Runner.Delete(r.Context(), id)
		s.audit(r.Context(), "delete", id, err)
	}
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
