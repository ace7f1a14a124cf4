package server

import (
	"cmp"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/legwork-go/legwork/server/internal/web"
)

// figures are the server's metrics. They are labelled by route, never by anything that a client sent.
type figures struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	open     prometheus.Gauge
}

func newFigures(r *prometheus.Registry) (*figures, error) {
	f := &figures{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "legwork_http_requests_total", Help: "Requests by route and status; a stream counts when it has ended.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "legwork_http_request_seconds", Help: "How long answers took that are no streams, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route"}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "legwork_http_requests_open",
			Help: "Requests and streams that are being answered.",
		}),
	}
	for _, c := range []prometheus.Collector{
		f.requests, f.seconds, f.open, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	} {
		if err := r.Register(c); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// counted answers a request, counts it and logs it: its route, whom and which trip it was about, and what became of it.
func (s *Server) counted(w http.ResponseWriter, r *http.Request) {
	begun := time.Now()
	r, noted := web.WithNoted(r)
	w.Header().Set("X-Request-Id", noted.Request)
	s.figures.open.Inc()
	out := &counting{ResponseWriter: w}
	defer func() {
		took := time.Since(begun)
		route := cmp.Or(r.Pattern, "none")
		s.figures.open.Dec()
		s.figures.requests.WithLabelValues(route, strconv.Itoa(out.status)).Inc()
		streamed := out.Header().Get("Content-Type") == "text/event-stream"
		if !streamed {
			s.figures.seconds.WithLabelValues(route).Observe(took.Seconds())
		}
		s.config.Logger.LogAttrs(r.Context(), slog.LevelDebug, "server: answered",
			slog.String("event", "access"), slog.String("request", noted.Request), slog.String("route", route),
			slog.Int("status", out.status), slog.Float64("took_ms", float64(took.Microseconds())/1000),
			slog.Int64("sent_bytes", out.sent), slog.Bool("streamed", streamed), slog.String("tenant", noted.Tenant),
			slog.String("token", noted.Token), slog.String("trip", noted.Trip))
	}()
	s.answer(out, r)
}

// counting remembers the status of an answer.
type counting struct {
	http.ResponseWriter
	status int
	sent   int64 // bytes of the body
}

// WriteHeader implements http.ResponseWriter.
func (c *counting) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (c *counting) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(p)
	c.sent += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (c *counting) Unwrap() http.ResponseWriter { return c.ResponseWriter }
