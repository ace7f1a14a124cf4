package server

import (
	"cmp"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server/agui"
	"github.com/legwork-go/legwork/server/aistream"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/server/internal/web"
	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/page"
	"github.com/legwork-go/legwork/trip"
)

// Config is what a server is made of. Runner is required; everything else has a default.
type Config struct {
	Runner *runner.Runner // not closed by the server
	Auth   auth.Auth      // who is let in; nil lets in this machine alone, which may do everything

	// Hosts are the names and addresses by which clients reach the server beside those of this machine, without
	// ports. "0.0.0.0" stands for every IP address, "*" for everything.
	Hosts []string
	// Origins are those of pages of other sites that may use the server, such as "https://chat.example". None may
	// by default.
	Origins []string

	Page    fs.FS                // the files of the page; default those of server/page
	Health  func() Health        // how the engine is; default: well
	Metrics *prometheus.Registry // what /metrics tells, to which the server adds its own; default a new one
	Logger  *slog.Logger         // default: nothing is logged
	Limits  Limits               // zero fields have their defaults

	// Desk is what operators work with, below /v1/ops/ and on the page operations.html; default none.
	Desk    *ops.Local
	Lines   *ops.Lines // the last lines of the log, for operators; default none
	Version string     // that operators are told
	Find    ops.Finder // looks for trips by expressions; default none
}

// Limits bound what one request may take. A zero field has its default.
type Limits struct {
	BodyBytes    int64         // of a request; default 1 MiB; beyond: 413
	ChatBytes    int64         // of a request to /agui or /chat, which holds the whole conversation; default 8 MiB
	BodyTime     time.Duration // how long a body may take to arrive; default 10 s
	AnswerTime   time.Duration // of an answer that is no stream; default 1 min
	WriteTimeout time.Duration // how long a client may take to read one message of a stream; default 10 s
	Heartbeat    time.Duration // between two comments of a stream on which nothing happens; default 15 s

	Rate float64 // requests a second of one tenant, twice as many at once; 0 is no limit; beyond: 429
	Open int     // requests of one tenant at once, or of all without authentication; default 4096; beyond: 429
}

// Health says how an engine is.
type Health struct {
	Starting   bool // what a restart left behind is still being finished
	StoreFails bool // a write failed, and none has succeeded since; beside that a store.Prober is asked
}

// Server is an http.Handler.
type Server struct {
	config  Config
	backend *web.Backend
	mux     *http.ServeMux

	patterns []string // of the routes
	origins  map[string]bool
	hosts    hosts
	rates    rates
	figures  *figures
	messages messages
	closing  atomic.Bool
	asked    asked
	searches chan struct{} // one for each search of a tenant that goes on
	started  time.Time
	census   ops.Census
}

// Policy is the default policy of a server: an approval must say itself what it is for, since several clients may
// look at one trip.
func Policy() trip.Policy {
	p := trip.DefaultPolicy()
	p.ApprovalBinding = trip.BindStrict
	return p
}

// New returns a server. It starts nothing.
//
//   - Errors: ErrConfig, which names the field and what to do.
func New(c Config) (*Server, error) {
	if c.Runner == nil {
		return nil, fmt.Errorf("%w: Runner is missing", ErrConfig)
	}
	l := &c.Limits
	l.BodyBytes, l.ChatBytes = cmp.Or(max(l.BodyBytes, 0), 1<<20), cmp.Or(max(l.ChatBytes, 0), 8<<20)
	for _, d := range []struct {
		limit     *time.Duration
		byDefault time.Duration
	}{
		{&l.BodyTime, 10 * time.Second},
		{&l.AnswerTime, time.Minute},
		{&l.WriteTimeout, 10 * time.Second},
		{&l.Heartbeat, 15 * time.Second},
	} {
		*d.limit = cmp.Or(max(*d.limit, 0), d.byDefault)
	}
	if c.Page == nil {
		c.Page = page.FS()
	}
	if c.Health == nil {
		c.Health = func() Health { return Health{} }
	}
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	s := &Server{
		config: c, mux: http.NewServeMux(), origins: map[string]bool{}, messages: newMessages(),
		asked: asked{turn: make(chan struct{}, 1)}, searches: make(chan struct{}, maxSearches), started: time.Now(),
		census:  ops.Census{Desk: c.Desk},
		rates:   rates{each: l.Rate, open: cmp.Or(max(l.Open, 0), 4096)},
		backend: &web.Backend{Runner: c.Runner, Log: c.Logger, Heartbeat: l.Heartbeat, WriteTimeout: l.WriteTimeout},
	}
	var err error
	if c.Metrics == nil {
		s.config.Metrics = prometheus.NewRegistry()
	}
	if s.figures, err = newFigures(s.config.Metrics); err != nil {
		return nil, fmt.Errorf("%w: Metrics: %w", ErrConfig, err)
	}
	if c.Desk != nil {
		if err := s.config.Metrics.Register(standing{s}); err != nil {
			return nil, fmt.Errorf("%w: Metrics: %w", ErrConfig, err)
		}
	}
	if s.hosts, err = parseHosts(c.Hosts); err != nil {
		return nil, err
	}
	for _, o := range c.Origins {
		if s.origins[o], err = isOrigin(o); err != nil {
			return nil, err
		}
	}
	s.routes()
	return s, nil
}

// files is the route of the page, under which every path stands that has no other.
const files = "GET /{file...}"

// routes says what is answered where, and which scope it takes.
func (s *Server) routes() {
	s.handle("GET /v1/trips", s.guarded(auth.Read, s.listTrips))
	s.handle("POST /v1/trips", s.guarded(auth.Write, s.createTrip))
	s.handle("GET /v1/trips/{id}", s.guarded(auth.Read, s.getTrip))
	s.handle("DELETE /v1/trips/{id}", s.guarded(auth.Write, s.deleteTrip))
	s.handle("POST /v1/trips/{id}/events", s.guarded(auth.Write, s.postEvent))
	s.handle("POST /v1/trips/{id}/forks", s.guarded(auth.Write, s.createFork))
	s.handle("GET /v1/trips/{id}/updates", s.guarded(auth.Read, s.updates))
	s.handle("GET /v1/trips/{id}/transcript", s.guarded(auth.Read, s.transcript))
	s.handle("GET /v1/trips/{id}/recording", s.guarded(auth.Read, s.recording))
	s.handle("GET /v1/trips/{id}/timeline", s.guarded(auth.Read, s.timeline))
	s.handle("GET /v1/find", s.guarded(auth.Read, s.find))
	figures := promhttp.HandlerFor(s.config.Metrics, promhttp.HandlerOpts{})
	s.handle("GET /metrics", s.guardedBy(permit{auth.Admin, true}, s.config.Limits.BodyBytes, whole(figures)))
	s.handle("POST /agui", s.chat(auth.Write, agui.Handler(s.backend)))
	s.handle("POST /chat", s.chat(auth.Write, aistream.Handler(s.backend)))
	s.handle("GET /chat/{id}", s.chat(auth.Read, aistream.History(s.backend)))
	s.handle("POST /chat/{id}/stop", s.chat(auth.Write, aistream.Stop(s.backend)))
	s.handle("GET /chat/{id}/stream", s.chat(auth.Read, aistream.Resume(s.backend)))
	s.operations()
	s.handle("GET /openapi.json", s.open(s.openapi))
	s.handle("GET /healthz", s.open(s.healthz))
	s.handle("GET /readyz", s.open(s.readyz))
	s.handle(files, s.open(s.page))
}

func (s *Server) handle(pattern string, h http.Handler) {
	s.patterns = append(s.patterns, pattern)
	s.mux.Handle(pattern, h)
}

// Drain says that the server is about to end: /readyz tells so, and whoever routes requests sends no more. What the
// runner refuses and finishes is Runner.Close's.
func (s *Server) Drain() { s.closing.Store(true) }
