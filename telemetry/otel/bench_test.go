package otel_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/telemetry/otel"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// BenchmarkTurn measures turns of a message and three calls with every span sampled and every metric counted, beside
// turns without telemetry. The two take turns in blocks, so that a noisy machine is noisy for both.
func BenchmarkTurn(b *testing.B) {
	b.Run("store=mem", func(b *testing.B) {
		benchPair(b, func(string) store.Store { return mem.New(mem.Options{}) })
	})
	b.Run("store=bolt", func(b *testing.B) {
		folder := b.TempDir()
		benchPair(b, func(name string) store.Store {
			s, err := bolt.Open(filepath.Join(folder, name), bolt.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() {
				if err := s.Close(); err != nil {
					b.Error(err)
				}
			})
			return s
		})
	})
}

func benchPair(b *testing.B, open func(name string) store.Store) {
	const blocks = 20
	traces := trace.NewTracerProvider(trace.WithBatcher(tracetest.NewNoopExporter()))
	tele, err := otel.New(otel.Options{Traces: traces, Metrics: metric.NewMeterProvider(metric.WithReader(metric.NewManualReader()))})
	if err != nil {
		b.Fatal(err)
	}
	with, without := benchRunner(b, open("with.db"), tele), benchRunner(b, open("without.db"), nil)
	size := (b.N + blocks - 1) / blocks
	var ratios, ours, bare []float64
	b.ResetTimer()
	for range blocks {
		w, o := turns(b, with, size), turns(b, without, size)
		ours, bare = append(ours, w.Seconds()/float64(size)), append(bare, o.Seconds()/float64(size))
		ratios = append(ratios, w.Seconds()/o.Seconds())
	}
	b.StopTimer()
	b.ReportMetric(median(ratios), "x-without")
	b.ReportMetric((median(ours)-median(bare))*1e6, "added-µs/turn")
	b.ReportMetric(median(ours)*1e6, "µs/turn")
	b.ReportMetric(0, "ns/op")
}

func benchRunner(b *testing.B, s store.Store, tele runner.Telemetry) *runner.Runner {
	reg := tools.Registry{}
	for name, text := range usual {
		reg[name] = answers(text)
	}
	now := time.Unix(1_800_000_000, 0)
	r, err := runner.New(runner.Config{Store: s, Tools: reg, Telemetry: tele, Now: func() time.Time {
		now = now.Add(1000 * time.Second) // every quote is stale at the next turn
		return now
	}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			b.Error(err)
		}
	})
	return r
}

// turns makes n turns, one after the other, and returns how long they took.
func turns(b *testing.B, r *runner.Runner, n int) time.Duration {
	begun := time.Now()
	for range n {
		for _, err := range r.Handle(context.Background(), "t1", trip.Event{Data: trip.UserMessage{Text: "LIS to FCO on May 1"}}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	return time.Since(begun)
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
