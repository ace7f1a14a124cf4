package server

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/server/ops"
)

// mostSearches is how many searches of tenants go on at once, for each keeps a processor busy. Others wait.
const maxSearches = 2

// find looks through the trips of whoever asks, as far as they may see them.
func (s *Server) find(w http.ResponseWriter, r *http.Request) error {
	unhurried(w)
	select {
	case s.searches <- struct{}{}:
		defer func() { <-s.searches }()
	case <-r.Context().Done():
		return nil
	}
	p := web.PrincipalOf(r.Context())
	return s.look(w, r, ops.Query{Tenant: p.Tenant, Owner: p.Owner, Bounded: true}, func(int, error) {})
}

// opsFind looks through the trips of all tenants.
func (s *Server) opsFind(w http.ResponseWriter, r *http.Request) error {
	unhurried(w)
	return s.look(w, r, ops.Query{}, func(found int, err error) {
		s.audit(r.Context(), "find", "", err, slog.String("when", r.URL.Query().Get("when")), slog.Int("found", found))
	})
}

// look answers with a line for each trip, or event, as it is found, and says at the end how many that were.
func (s *Server) look(w http.ResponseWriter, r *http.Request, q ops.Query, ended func(found int, err error)) error {
	q.When, q.Events = r.URL.Query().Get("when"), r.URL.Query().Get("events") == "true"
	if s.config.Find == nil {
		return noOps("this server looks for nothing")
	}
	out, found := http.NewResponseController(w), 0
	var err error
	for f, failed := range s.config.Find.Find(r.Context(), q) {
		if err = failed; err == nil {
			if q.Bounded {
				f.Name = s.backend.Name(r.Context(), f.TripID)
			}
			w.Header().Set("Content-Type", "application/jsonl")
			_ = out.SetWriteDeadline(time.Now().Add(s.config.Limits.AnswerTime)) // of this line
			err = errors.Join(ops.WriteFound(w, &f), out.Flush())
			found++
		}
		if err != nil {
			break
		}
	}
	err = cmp.Or(err, r.Context().Err()) // whose token ends meanwhile has not seen all
	ended(found, err)
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/jsonl")
		_ = out.SetWriteDeadline(time.Now().Add(s.config.Limits.AnswerTime))
		_ = ops.WriteFound(w, nil) // whoever does not get it sees that
	case found > 0:
		s.cutShort(r, "what was found", err)
	case errors.Is(err, ops.ErrExpr):
		return badRequest("expression", "when: %v", err)
	}
	return err
}
