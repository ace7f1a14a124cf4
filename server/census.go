package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/legwork-go/legwork/server/ops"
)

// standing tells how all trips stand, as the last walk over them has found. In a database each server tells the same.
type standing struct{ s *Server }

// gauge describes a figure of how trips stand.
func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("legwork_"+name, help, labels, nil)
}

var (
	tripsFigure     = gauge("trips", "Trips, by status and tenant; further than 20 tenants are one.", "status", "tenant")
	attentionFigure = gauge("trips_attention", "Trips that somebody has to look at, by what they need it for.", "needs")
	doubtFigure     = gauge("calls_in_doubt", "Writes whose outcome is not known.", "tool")
	doubtAgeFigure  = gauge("calls_in_doubt_oldest_seconds", "For how long the oldest of them has been in doubt.", "tool")
	queuedFigure    = gauge("queued_events", "Events that wait behind the turn that runs.")
	inboxFigure     = gauge("inbox_requests", "Requests that wait in inboxes for whoever works on their trips.")
	inboxAgeFigure  = gauge("inbox_oldest_seconds", "For how long the oldest of them has waited.")
	leaseFigure     = gauge("lease_length_seconds", "How long this server may say nothing before others take its trips.")
	leftFigure      = gauge("lease_left_seconds", "What is left of that now.")
	countedFigure   = gauge("census_timestamp_seconds", "When the trips were counted last, in Unix time.")
	walkFigure      = gauge("census_duration_seconds", "How long the walk over all trips took that counted them.")
)

// Describe implements prometheus.Collector.
func (standing) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		tripsFigure, attentionFigure, doubtFigure, doubtAgeFigure, queuedFigure, inboxFigure, inboxAgeFigure, leaseFigure,
		leftFigure, countedFigure, walkFigure,
	} {
		to <- d
	}
}

// scrapeTime is how long a scrape waits for a walk that has begun.
const scrapeTime = time.Second

// Collect implements prometheus.Collector.
func (c standing) Collect(to chan<- prometheus.Metric) {
	tell := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	if l := ops.LeaseOf(c.s.config.Desk.Store); l != nil {
		tell(leaseFigure, l.LengthSeconds)
		tell(leftFigure, l.LeftSeconds)
	}
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	n := c.s.census.Counts(ctx)
	if n.At.IsZero() {
		return // they are being counted
	}
	for _, t := range n.Trips {
		tell(tripsFigure, float64(t.Trips), t.Phase+"/"+t.State, t.Tenant)
	}
	for _, needs := range []string{ops.Doubt, ops.Failed, ops.Stalled, ops.Unreadable} {
		tell(attentionFigure, float64(n.Attention[needs]), needs)
	}
	for _, d := range n.InDoubt {
		tell(doubtFigure, float64(d.Calls), d.Tool)
		tell(doubtAgeFigure, float64(d.OldestSeconds), d.Tool)
	}
	tell(queuedFigure, float64(n.Queued))
	tell(inboxFigure, float64(n.Inbox.Requests))
	tell(inboxAgeFigure, float64(n.Inbox.OldestSeconds))
	tell(countedFigure, float64(n.At.Unix()))
	tell(walkFigure, n.Took)
}
