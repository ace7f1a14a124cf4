package server

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/legwork-go/legwork/trip"
)

type newFork struct {
	Seq    int64  `json:"seq"`
	TripID string `json:"trip_id"`
}

type forkMade struct {
	TripID     string     `json:"trip_id"`
	ForkedFrom forkedFrom `json:"forked_from"`
	Writes     bool       `json:"writes"` // tools that hold, buy or give back run in it
	Notice     string     `json:"notice"` // what a person has to know, in words
}

// forkedFrom says which trip a fork comes from, and after which event.
type forkedFrom struct {
	TripID string `json:"trip_id"`
	Seq    int64  `json:"seq"`
}

// createFork creates a trip that continues another one from one of its events. Repeating the same request returns 200.
func (s *Server) createFork(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var body newFork
	if err := decodeBody(r, &body); err != nil {
		return err
	}
	if body.Seq < 1 {
		return badRequest("seq",
			"seq: want the number of the last event that both trips are to have, from 1 on")
	}
	if body.TripID == "" {
		body.TripID = uuid.NewString()
	}
	id, _, err := s.backend.Find(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	newID, existed, err := s.backend.Fork(ctx, id, body.Seq, body.TripID)
	if err != nil {
		return err
	}
	in, err := s.backend.Runner.State(ctx, newID)
	if err != nil {
		return err
	}
	from := forkedFrom{TripID: s.backend.Name(ctx, id), Seq: body.Seq}
	made := forkMade{TripID: body.TripID, ForkedFrom: from, Writes: in.Policy.Rules.ForkWrites, Notice: from.notice(&in)}
	w.Header().Set("Location", "/v1/trips/"+escaped(made.TripID))
	status := http.StatusCreated
	if existed {
		status = http.StatusOK
	}
	return writeJSON(w, status, made)
}

// notice says what becomes of writes in a fork.
func (f forkedFrom) notice(in *trip.Intent) string {
	text := fmt.Sprintf("This is a fork of trip %q, from its event %d on. ", f.TripID, f.Seq)
	if in.Policy.Rules.ForkWrites {
		return text + "Its policy allows writes: what is approved in it is held and bought."
	}
	return text + "Nothing is held, bought or given back in it, until an INTENT_PATCHED sets policy.rules.fork_writes " +
		"to true (scope admin)."
}

// forkedFrom returns the trip that a trip was forked from, nil if it is not a fork.
func (s *Server) forkedFrom(ctx context.Context, id trip.ID) (*forkedFrom, error) {
	for line, err := range s.backend.Runner.Export(ctx, id) {
		if err != nil {
			return nil, err
		}
		h, _, err := trip.DecodeHeader(string(line))
		if err != nil || h.ForkedFrom == nil {
			return nil, err
		}
		return &forkedFrom{TripID: s.backend.Name(ctx, h.ForkedFrom.TripID), Seq: h.ForkedFrom.Seq}, nil
	}
	return nil, nil
}
