package server

import (
	"bufio"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/report"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// flushEvery is after how many events of a timeline they are sent on.
const flushEvery = 200

// timeline answers with what was decided on each event and why, a line each, folded again while it is written.
func (s *Server) timeline(w http.ResponseWriter, r *http.Request) error {
	id, _, err := s.backend.Find(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	s.sendTimeline(w, r, id, s.backend.Name(r.Context(), id))
	return nil
}

// sendTimeline answers with the timeline of a trip that is there, under a name.
func (s *Server) sendTimeline(w http.ResponseWriter, r *http.Request, id trip.ID, name string) {
	w.Header().Set("Content-Type", "application/jsonl")
	if err := s.writeTimeline(w, r, id, name); err != nil {
		s.cutShort(r, "a timeline", err)
	}
}

func (s *Server) writeTimeline(w http.ResponseWriter, r *http.Request, id trip.ID, name string) error {
	cfg := turn.Default() // the header has what the trip's catalog and policy have beside that
	cfg.Texts = s.backend.Runner.Texts()
	rep := replay.New(name, cfg, report.Options())
	events := report.NewReader(rep, false)
	flusher, out := http.NewResponseController(w), bufio.NewWriterSize(w, 64<<10)
	lines, count := json.NewEncoder(out), 0
	for line, err := range s.backend.Runner.Export(r.Context(), id) {
		if err != nil {
			return err
		}
		step, err := rep.Line(string(line))
		if err != nil {
			return err
		}
		if step == nil {
			continue
		}
		if err := lines.Encode(events.Event(step)); err != nil {
			return err
		}
		if count++; count%flushEvery == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
			_ = flusher.SetWriteDeadline(time.Now().Add(s.config.Limits.AnswerTime)) // of what comes next
			_ = flusher.Flush()
		}
	}
	return out.Flush()
}

// cutShort ends an answer that has begun and cannot be finished: the client must not take it for a whole one.
func (s *Server) cutShort(r *http.Request, what string, err error) {
	level := slog.LevelWarn
	if r.Context().Err() != nil { // the client went away
		level = slog.LevelDebug
	}
	s.config.Logger.LogAttrs(r.Context(), level, "server: "+what+" was cut short", slog.Any("error", err))
	panic(http.ErrAbortHandler)
}
