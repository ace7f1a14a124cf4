package runner_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

// The turn that all figures are about: a message and the results of three tools that answer at
// once, each event its own durable commit before the next call runs.
const turnEvents = 4

// quick is a world whose tools only answer.
func quick(b *testing.B, s store.Store, change ...func(*runner.Config)) *runner.Runner {
	b.Helper()
	change = append(change, func(c *runner.Config) {
		for name, text := range usual {
			c.Tools[name] = instant(text)
		}
	})
	return start(b, newWorld(), s, change...)
}

// aTurn makes one turn of four events: the quotes are stale each time.
func aTurn(b testing.TB, r *runner.Runner, id trip.ID) {
	n := 0
	for u, err := range r.Handle(context.Background(), id, say("LIS to FCO on May 1")) {
		if err != nil {
			b.Error(err)
			return
		}
		if u.Kind == runner.Decided {
			n++
		}
	}
	if n != turnEvents {
		b.Errorf("the turn has %d events, want %d", n, turnEvents)
	}
}

// aging returns a clock in which every quote is stale at the next turn.
func aging() func() time.Time {
	var ticks atomic.Int64
	return func() time.Time { return time.Unix(1_800_000_000+ticks.Add(1)*1000, 0) }
}

func withAging(c *runner.Config) { c.Now = aging() }

// BenchmarkTurn measures a turn on a file, beside bare bbolt with the same commits and bytes. The
// two take turns in blocks, so that a noisy machine is noisy for both.
func BenchmarkTurn(b *testing.B) {
	for _, trips := range []int{1, 64} {
		b.Run(map[int]string{1: "trips=1", 64: "trips=64"}[trips], func(b *testing.B) { benchTurns(b, trips) })
	}
}

func benchTurns(b *testing.B, trips int) {
	const blocks = 10
	r := quick(b, openBolt(b, filepath.Join(b.TempDir(), "trips.db")), withAging)
	bare := newBare(b, sizesOf(b), trips)
	size := max(trips, (b.N+blocks-1)/blocks)
	var ours, theirs, ratios, times []float64
	b.ResetTimer()
	for range blocks {
		took := inParallel(trips, size, func(i int) time.Duration {
			begun := time.Now()
			aTurn(b, r, tripID(i))
			return time.Since(begun)
		}, &times)
		bareTook := inParallel(trips, size, func(i int) time.Duration { bare.turn(b, i); return 0 }, nil)
		ours = append(ours, float64(size)/took.Seconds())
		theirs = append(theirs, float64(size)/bareTook.Seconds())
		ratios = append(ratios, took.Seconds()/bareTook.Seconds())
	}
	b.StopTimer()
	slices.Sort(times)
	b.ReportMetric(median(ours), "turns/s")
	b.ReportMetric(median(theirs), "bare-turns/s")
	b.ReportMetric(median(ratios), "x-bare-time")
	b.ReportMetric(times[len(times)/2]*1e6, "p50-µs")
	b.ReportMetric(times[len(times)*99/100]*1e6, "p99-µs")
	b.ReportMetric(0, "ns/op")
}

// inParallel does n turns with as many goroutines as there are trips.
func inParallel(trips, n int, turn func(i int) time.Duration, times *[]float64) time.Duration {
	var next atomic.Int64
	var all sync.WaitGroup
	var mu sync.Mutex
	begun := time.Now()
	for i := range trips {
		all.Go(func() {
			var own []float64
			for next.Add(1) <= int64(n) {
				own = append(own, turn(i).Seconds())
			}
			mu.Lock()
			defer mu.Unlock()
			if times != nil {
				*times = append(*times, own...)
			}
		})
	}
	all.Wait()
	return time.Since(begun)
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkOverhead measures the runner's own work in a turn of four events: tools answer at once
// and the store is memory.
func BenchmarkOverhead(b *testing.B) {
	r := quick(b, newStore(), withAging)
	var times []float64
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		begun := time.Now()
		aTurn(b, r, "t1")
		times = append(times, time.Since(begun).Seconds())
	}
	b.StopTimer()
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2]*1e6, "p50-µs")
	b.ReportMetric(times[len(times)*99/100]*1e6, "p99-µs")
}

// BenchmarkIdleTrips reports the memory that a trip takes which has had a turn, or many, and rests.
func BenchmarkIdleTrips(b *testing.B) {
	for _, tc := range []struct{ trips, turns int }{{10_000, 1}, {3_000, 35}} {
		b.Run(fmt.Sprintf("turns=%d", tc.turns), func(b *testing.B) {
			for range b.N {
				s := openBolt(b, filepath.Join(b.TempDir(), "trips.db"))
				r := quick(b, s, withAging, func(c *runner.Config) { c.Limits.Remembered = tc.trips })
				turns := func(from int) {
					inParallel(64, tc.trips/2, nextTrip(from, func(i int) {
						for range tc.turns {
							aTurn(b, r, tripID(i))
						}
					}), nil)
				}
				atRest := func() int64 {
					time.Sleep(time.Second) // the file takes what is in the journal when nobody appends
					return heap()
				}
				turns(0)
				half := atRest()
				turns(tc.trips / 2)
				b.ReportMetric(float64(atRest()-half)/float64(tc.trips/2), "B/idle-trip")
				runtime.KeepAlive(r)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkWaitingTrips reports the memory that a trip takes whose tool has not answered yet.
func BenchmarkWaitingTrips(b *testing.B) {
	const trips = 10_000
	for range b.N {
		s := openBolt(b, filepath.Join(b.TempDir(), "trips.db"))
		release := make(chan struct{})
		r := quick(b, s, withAging, func(c *runner.Config) { c.Tools[trip.ToolRank] = gated(release) })
		before := heap()
		var all sync.WaitGroup
		var active atomic.Int64
		for i := range trips {
			all.Go(func() {
				for u, err := range r.Handle(context.Background(), tripID(i), say("LIS to FCO on May 1")) {
					if err != nil {
						b.Error(err)
					}
					if u.Kind == runner.CallStarted && u.Call.Name == trip.ToolRank {
						active.Add(1)
					}
				}
			})
		}
		for active.Load() < trips && !b.Failed() {
			time.Sleep(time.Millisecond)
		}
		b.ReportMetric(float64(heap()-before)/trips, "B/active-trip")
		close(release)
		all.Wait()
	}
	b.ReportMetric(0, "ns/op")
}

func nextTrip(from int, f func(i int)) func(int) time.Duration {
	next := int64(from) - 1
	return func(int) time.Duration { f(int(atomic.AddInt64(&next, 1))); return 0 }
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
