//go:build unix

package otel_test

import (
	"context"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/legwork-go/legwork/adapters/otel"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// BenchmarkTurn measures turns of a message and three calls with telemetry, beside turns without. The two take turns in
// blocks, so that a noisy machine is noisy for both; the time of the processor says more there than that of the clock.
func BenchmarkTurn(b *testing.B) {
	exported := func(s trace.Sampler) *trace.TracerProvider {
		return trace.NewTracerProvider(trace.WithSampler(s), trace.WithBatcher(tracetest.NewNoopExporter()))
	}
	for _, spans := range []struct {
		name   string
		traces func() otel.Options
	}{
		{"all", func() otel.Options { return otel.Options{Traces: exported(trace.AlwaysSample())} }},
		{"unsampled", func() otel.Options { return otel.Options{Traces: exported(trace.NeverSample())} }},
		{"none", func() otel.Options { return otel.Options{} }},
	} {
		b.Run("store=mem/spans="+spans.name, func(b *testing.B) {
			benchPair(b, spans.traces(), func(string) store.Store { return mem.New(mem.Options{}) })
		})
		b.Run("store=bolt/spans="+spans.name, func(b *testing.B) {
			folder := b.TempDir()
			benchPair(b, spans.traces(), func(name string) store.Store {
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
}

// BenchmarkTelling measures what is told of a turn of three calls and five commits, alone.
func BenchmarkTelling(b *testing.B) {
	for name, sampler := range map[string]trace.Sampler{"all": trace.AlwaysSample(), "unsampled": trace.NeverSample(), "none": nil} {
		b.Run("spans="+name, func(b *testing.B) {
			o := otel.Options{Metrics: metric.NewMeterProvider(metric.WithReader(metric.NewManualReader()))}
			if sampler != nil {
				o.Traces = trace.NewTracerProvider(trace.WithSampler(sampler), trace.WithBatcher(tracetest.NewNoopExporter()))
			}
			tele, err := otel.New(o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				tellTurn(tele)
			}
		})
	}
}

func tellTurn(tele runner.Telemetry) {
	ctx, end := tele.Begin(context.Background(), runner.Work{Kind: runner.TurnWork, Trip: "t1", Turn: 7, Event: trip.TypeUserMessage})
	for _, tool := range []string{trip.ToolExtract, trip.ToolFlightSearch, trip.ToolRank} {
		within, done := tele.Begin(ctx, runner.Work{Kind: runner.CallWork, Trip: "t1", Turn: 7, CallID: "9a2d9229-79bb-5dcb-ae57-6de5b0cf15d4", Tool: tool})
		_, saved := tele.Begin(within, runner.Work{Kind: runner.CommitWork, Trip: "t1", Turn: 7})
		saved(runner.Done{})
		done(runner.Done{Class: trip.ClassOK, Attempts: 1, At: time.Now()})
	}
	for range 2 {
		_, saved := tele.Begin(ctx, runner.Work{Kind: runner.CommitWork, Trip: "t1", Turn: 7})
		saved(runner.Done{})
	}
	end(runner.Done{Status: trip.PresentingOptions})
}

// spent is how much time something took: elapsed, and of the processors.
type spent struct{ clock, cpu time.Duration }

func benchPair(b *testing.B, o otel.Options, open func(name string) store.Store) {
	const blocks = 40
	o.Metrics = metric.NewMeterProvider(metric.WithReader(metric.NewManualReader()))
	tele, err := otel.New(o)
	if err != nil {
		b.Fatal(err)
	}
	with, without := benchRunner(b, open("with.db"), tele), benchRunner(b, open("without.db"), nil)
	size := (b.N + blocks - 1) / blocks
	var clock, cpu, added []float64
	turns(b, with, size) // a store that is new does less
	turns(b, without, size)
	b.ResetTimer()
	for i := range blocks {
		var w, o spent
		if i%2 == 0 {
			w, o = turns(b, with, size), turns(b, without, size)
		} else {
			o, w = turns(b, without, size), turns(b, with, size)
		}
		clock, cpu = append(clock, w.clock.Seconds()/o.clock.Seconds()), append(cpu, w.cpu.Seconds()/o.cpu.Seconds())
		added = append(added, (w.cpu-o.cpu).Seconds()*1e6/float64(size))
	}
	b.StopTimer()
	b.ReportMetric(median(clock), "x-clock")
	b.ReportMetric(median(cpu), "x-cpu")
	b.ReportMetric(median(added), "added-µs-cpu/turn")
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
func turns(b *testing.B, r *runner.Runner, n int) spent {
	begun, used := time.Now(), cpuTime(b)
	for range n {
		for _, err := range r.Handle(context.Background(), "t1", trip.Event{Data: trip.UserMessage{Text: "LIS to FCO on May 1"}}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	return spent{clock: time.Since(begun), cpu: cpuTime(b) - used}
}

// cpuTime is what the process has used of the processors.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
