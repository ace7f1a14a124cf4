package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// maxRecording bounds a recording that is put into the server's store.
const maxRecording = 64 << 20

// operations says what is answered below /v1/ops/, to operators alone.
func (s *Server) operations() {
	s.handle("GET /v1/ops/overview", s.operator(s.overview))
	s.handle("GET /v1/ops/trips", s.operator(s.opsTrips))
	s.handle("GET /v1/ops/trips/{id}", s.operator(s.opsTrip))
	s.handle("DELETE /v1/ops/trips/{id}", s.operator(s.opsDelete))
	s.handle("GET /v1/ops/trips/{id}/recording", s.operator(s.opsRecording))
	s.handle("GET /v1/ops/trips/{id}/timeline", s.operator(s.opsTimeline))
	s.handle("POST /v1/ops/trips/{id}/settle", s.operator(s.opsSettle))
	s.handle("POST /v1/ops/trips/{id}/retry", s.operator(s.opsRetry))
	s.handle("POST /v1/ops/trips/{id}/cancel", s.operator(s.opsCancel))
	s.handle("POST /v1/ops/recordings", s.guardedBy(permit{operator: true}, maxRecording, s.withDesk(s.opsImport)))
	s.handle("GET /v1/ops/find", s.operator(s.opsFind))
	s.handle("POST /v1/ops/check", s.operator(s.opsCheck))
	s.handle("POST /v1/ops/shrink", s.operator(s.opsShrink))
}

// operator serves operators.
func (s *Server) operator(next handler) http.Handler {
	return s.guardedBy(permit{operator: true}, s.config.Limits.BodyBytes, s.withDesk(next))
}

// withDesk refuses what takes a desk where there is none.
func (s *Server) withDesk(next handler) handler {
	if s.config.Desk == nil {
		return func(http.ResponseWriter, *http.Request) error { return noOps("this server has nothing for operators") }
	}
	return next
}

func noOps(why string) error {
	return web.Problemf(http.StatusNotImplemented, "no_ops", "%s", why)
}

// audit logs what an operator did, or whoever erased a trip, and who that was.
func (s *Server) audit(ctx context.Context, act string, id trip.ID, err error, more ...slog.Attr) {
	p := web.PrincipalOf(ctx)
	attrs := []slog.Attr{
		slog.String("event", "audit"), slog.String("act", act), slog.String("trip", string(id)),
		slog.String("token", p.TokenID), slog.String("tenant", p.Tenant), slog.Bool("operator", p.Operator),
		slog.String("request", web.NotedOf(ctx).Request), slog.Bool("done", err == nil),
	}
	if err != nil {
		attrs = append(attrs, slog.String("refused", web.ProblemOf(err).Code))
	}
	s.config.Logger.LogAttrs(ctx, slog.LevelInfo, "server: "+act, append(attrs, more...)...)
}

func (s *Server) overview(w http.ResponseWriter, r *http.Request) error {
	doc := ops.Overview{
		Version: s.config.Version, Started: s.started.UTC(), Counts: s.census.Counts(r.Context()),
		Tools: ops.ToolsOf(s.config.Runner), Lease: ops.LeaseOf(s.config.Desk.Store), Errors: []ops.Line{},
	}
	if s.config.Lines != nil {
		doc.Errors = s.config.Lines.Newest()
	}
	return writeJSON(w, http.StatusOK, doc)
}

func (s *Server) opsTrips(w http.ResponseWriter, r *http.Request) error {
	f, err := ops.ParseFilter(r.URL.Query(), maxPage)
	if err != nil {
		return badRequest("filter", "%v", err)
	}
	page, err := s.config.Desk.Page(r.Context(), f)
	return answer(w, page, err)
}

// idOf returns the engine's id of the trip that a path of an operator names.
func idOf(r *http.Request) trip.ID {
	web.NotedOf(r.Context()).Trip = r.PathValue("id")
	return trip.ID(r.PathValue("id"))
}

func (s *Server) opsTrip(w http.ResponseWriter, r *http.Request) error {
	t, err := s.config.Desk.Trip(r.Context(), idOf(r))
	return answer(w, t, err)
}

// answer answers with a document, unless there is an error.
func answer(w http.ResponseWriter, doc any, err error) error {
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, doc)
}

// act does something to a trip, logs who did it, and answers with how the trip stands.
func (s *Server) act(
	w http.ResponseWriter, r *http.Request, name string, do func(context.Context, trip.ID) (ops.Trip, error),
	more ...slog.Attr,
) error {
	t, err := do(r.Context(), idOf(r))
	s.audit(r.Context(), name, idOf(r), err, more...)
	s.census.Renew()
	return answer(w, t, err)
}

func (s *Server) opsRetry(w http.ResponseWriter, r *http.Request) error {
	return s.act(w, r, "retry", s.config.Desk.Retry)
}

func (s *Server) opsCancel(w http.ResponseWriter, r *http.Request) error {
	return s.act(w, r, "cancel", s.config.Desk.Cancel)
}

func (s *Server) opsSettle(w http.ResponseWriter, r *http.Request) error {
	var body ops.Settlement
	if err := decodeBody(r, &body); err != nil {
		return err
	}
	return s.act(w, r, "settle", func(ctx context.Context, id trip.ID) (ops.Trip, error) {
		return s.config.Desk.Settle(ctx, id, body.CallID, runner.Settlement{Result: body.Result, Failed: body.Failed})
	}, slog.String("call", body.CallID), slog.Bool("made", !body.Failed))
}

func (s *Server) opsDelete(w http.ResponseWriter, r *http.Request) error {
	seq, err := seqOf(r)
	if err != nil {
		return err
	}
	err = s.config.Desk.Delete(r.Context(), idOf(r), seq)
	s.audit(r.Context(), "delete", idOf(r), err)
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) opsRecording(w http.ResponseWriter, r *http.Request) error {
	in, err := s.config.Desk.Recording(r.Context(), idOf(r))
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	s.audit(r.Context(), "export", idOf(r), nil)
	w.Header().Set("Content-Type", "application/jsonl")
	if _, err := io.Copy(w, in); err != nil {
		s.cutShort(r, "a recording", err)
	}
	return nil
}

func (s *Server) opsTimeline(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.config.Runner.Head(r.Context(), idOf(r)); err != nil {
		return err
	}
	s.audit(r.Context(), "inspect", idOf(r), nil)
	s.sendTimeline(w, r, idOf(r), string(idOf(r)))
	return nil
}

func (s *Server) opsImport(w http.ResponseWriter, r *http.Request) error {
	o := runner.ImportOptions{GoOn: r.URL.Query().Get("go_on") == "true"}
	done, err := s.config.Desk.Import(r.Context(), r.Body, o)
	s.audit(r.Context(), "import", done.Trip, err, slog.Int64("events", done.Events), slog.Bool("go_on", o.GoOn))
	if err != nil {
		return recordingProblem(err)
	}
	return writeJSON(w, http.StatusOK, ops.Imported{TripID: done.Trip, Events: done.Events, InDoubt: done.InDoubt})
}

// recordingProblem says what is wrong with a recording, to an operator who has it.
func recordingProblem(err error) error {
	var bad *replay.InputError
	var differs *replay.Difference
	switch {
	case errors.As(err, &bad), errors.As(err, &differs):
		return web.Problemf(http.StatusUnprocessableEntity, "recording", "%s", err.Error())
	case errors.Is(err, store.ErrConflict):
		return web.Problemf(http.StatusConflict, "recording", "there is a trip of this id with another log")
	}
	return err
}

// unhurried lets an answer take as long as it takes: it goes over all trips.
func unhurried(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
}

func (s *Server) opsCheck(w http.ResponseWriter, r *http.Request) error {
	unhurried(w)
	report, err := s.config.Desk.Check(r.Context())
	s.audit(r.Context(), "check", "", err, slog.Int64("trips", report.Trips), slog.Int("findings", len(report.Findings)))
	return answer(w, ops.CheckedOf(report), err)
}

func (s *Server) opsShrink(w http.ResponseWriter, r *http.Request) error {
	var body ops.Shrink
	if err := decodeBody(r, &body); err != nil {
		return err
	}
	unhurried(w)
	report, err := s.config.Desk.Shrink(r.Context(), store.Retention{
		KeepTurns: body.KeepTurns, MaxAge: time.Duration(body.MaxAgeSeconds) * time.Second,
	})
	s.audit(r.Context(), "shrink", "", err, slog.Int64("snapshots", report.Snapshots))
	return answer(w, ops.Pruned{Trips: []trip.ID{}, Snapshots: report.Snapshots}, err)
}
