package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed" // openapi.json
	"fmt"
	"io/fs"
	"net/http"
	"time"

	"github.com/legwork-go/legwork/transcript"
)

type conversation struct {
	TripID   string               `json:"trip_id"`
	Messages []transcript.Message `json:"messages"`

	ForkedFrom *forkedFrom `json:"forked_from,omitempty"` // absent of a trip that is no fork
}

func (s *Server) transcript(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	id, head, err := s.backend.Find(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	if notModified(w, r, head) {
		return nil
	}
	list, err := s.backend.Runner.Transcript(ctx, id)
	if err != nil {
		return err
	}
	if len(list) > 0 && list[len(list)-1].Seq > head.Seq {
		w.Header().Del("ETag") // an event came in between
	}
	if list == nil {
		list = []transcript.Message{}
	}
	from, err := s.forkedFrom(ctx, id)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, conversation{TripID: s.backend.Name(ctx, id), Messages: list, ForkedFrom: from})
}

// recording answers with the log as it stands, under the engine's own id of the trip: its digests are of that.
func (s *Server) recording(w http.ResponseWriter, r *http.Request) error {
	id, head, err := s.backend.Find(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if notModified(w, r, head) {
		return nil
	}
	w.Header().Del("ETag") // events may come while it is written
	w.Header().Set("Content-Type", "application/jsonl")
	if err := s.backend.Runner.Record(r.Context(), id, w); err != nil {
		s.cutShort(r, "a recording", err)
	}
	return nil
}

//go:embed openapi.json
var openapi []byte

// openapi answers with the description of this interface.
func (s *Server) openapi(w http.ResponseWriter, r *http.Request) error {
	return serveFile(w, r, "openapi.json", openapi)
}

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

type readiness struct {
	Ready    bool   `json:"ready"`
	Store    string `json:"store"`    // works or fails
	Recovery string `json:"recovery"` // running or done
	Closing  bool   `json:"closing"`
}

// Whoever asks whether the server is ready needs no token, so the store is asked at most so often, and waited for no
// longer.
const (
	askEvery = time.Second
	askTime  = 2 * time.Second
)

// asked is what the store said when it was asked whether it works.
type asked struct {
	turn  chan struct{} // has room for who asks; whoever comes meanwhile gets the same answer
	at    time.Time
	fails bool
}

// storeFails asks the store whether a commit could be made.
func (s *Server) storeFails(ctx context.Context) bool {
	a := &s.asked
	a.turn <- struct{}{}
	defer func() { <-a.turn }()
	if time.Since(a.at) < askEvery {
		return a.fails
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTime)
	defer cancel()
	a.fails = s.config.Runner.Probe(ctx) != nil
	a.at = time.Now()
	return a.fails
}

func (s *Server) readyz(w http.ResponseWriter, r *http.Request) error {
	h, closing := s.config.Health(), s.closing.Load()
	h.StoreFails = s.storeFails(r.Context()) || h.StoreFails
	doc := readiness{Ready: !h.Starting && !h.StoreFails && !closing, Store: "works", Recovery: "done", Closing: closing}
	if h.StoreFails {
		doc.Store = "fails"
	}
	if h.Starting {
		doc.Recovery = "running"
	}
	status := http.StatusOK
	if !doc.Ready {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "1")
	}
	return writeJSON(w, status, doc)
}

// page answers with a file of the page.
func (s *Server) page(w http.ResponseWriter, r *http.Request) error {
	name := cmp.Or(r.PathValue("file"), "index.html")
	if info, err := fs.Stat(s.config.Page, name); err != nil || !info.Mode().IsRegular() {
		return s.unknown(w, r)
	}
	content, err := fs.ReadFile(s.config.Page, name)
	if err != nil {
		return err
	}
	return serveFile(w, r, name, content)
}

// serveFile answers with a file, or with 304 if the client already has it: embedded files have no modification time.
func serveFile(w http.ResponseWriter, r *http.Request, name string, content []byte) error {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", fmt.Sprintf("%q", fmt.Sprintf("%x", sha256.Sum256(content))))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
	return nil
}
