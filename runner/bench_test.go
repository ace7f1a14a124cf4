package runner_test

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt" //nolint:depguard // the baseline is bare bbolt

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

// BenchmarkAge measures a turn of a trip that is 10, 1,000 or 10,000 turns old.
func BenchmarkAge(b *testing.B) {
	for _, age := range []int{10, 1_000, 10_000} {
		b.Run(map[int]string{10: "turns=10", 1_000: "turns=1000", 10_000: "turns=10000"}[age], func(b *testing.B) {
			r := quick(b, openBolt(b, filepath.Join(b.TempDir(), "trips.db")), withAging)
			inParallel(1, age, func(i int) time.Duration { aTurn(b, r, tripID(i)); return 0 }, nil)
			b.ResetTimer()
			for range b.N {
				aTurn(b, r, tripID(0))
			}
		})
	}
}

// BenchmarkIdleTrips reports the memory that a trip takes which has had a turn and rests.
func BenchmarkIdleTrips(b *testing.B) {
	const trips = 10_000
	for range b.N {
		s := openBolt(b, filepath.Join(b.TempDir(), "trips.db"))
		r := quick(b, s, withAging, func(c *runner.Config) { c.Limits.Remembered = trips })
		turns := func(from int) {
			inParallel(64, trips/2, nextTrip(from, func(i int) { aTurn(b, r, tripID(i)) }), nil)
		}
		turns(0)
		half := heap()
		turns(trips / 2)
		b.ReportMetric(float64(heap()-half)/(trips/2), "B/idle-trip")
		runtime.KeepAlive(r)
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFlyingTrips reports the memory that a trip takes whose tool has not answered yet.
func BenchmarkFlyingTrips(b *testing.B) {
	const trips = 10_000
	for range b.N {
		s := openBolt(b, filepath.Join(b.TempDir(), "trips.db"))
		release := make(chan struct{})
		r := quick(b, s, withAging, func(c *runner.Config) { c.Tools[trip.ToolRank] = gated(release) })
		before := heap()
		var all sync.WaitGroup
		var flying atomic.Int64
		for i := range trips {
			all.Go(func() {
				for u, err := range r.Handle(context.Background(), tripID(i), say("LIS to FCO on May 1")) {
					if err != nil {
						b.Error(err)
					}
					if u.Kind == runner.CallStarted && u.Call.Name == trip.ToolRank {
						flying.Add(1)
					}
				}
			})
		}
		for flying.Load() < trips && !b.Failed() {
			time.Sleep(time.Millisecond)
		}
		b.ReportMetric(float64(heap()-before)/trips, "B/flying-trip")
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

// payload is the bytes that one turn of the runner stores, taken from a real one.
type payload struct {
	commits []store.Commit
}

// spy keeps the commits of one turn.
type spy struct {
	store.Store
	commits []store.Commit
}

func (s *spy) Append(ctx context.Context, c store.Commit) error {
	s.commits = append(s.commits, c)
	return s.Store.Append(ctx, c)
}

func sizesOf(b *testing.B) payload {
	s := &spy{Store: newStore()}
	r := quick(b, s, withAging)
	aTurn(b, r, "t1")
	s.commits = nil
	aTurn(b, r, "t1")
	return payload{s.commits}
}

// bare is bbolt with nothing around it but the best commit queue, making the commits of a payload.
type bare struct {
	db    *bbolt.DB
	p     payload
	alone bool
	mu    sync.Mutex
	line  []request
	wake  chan struct{}
	next  uint64
}

type request struct {
	trip   int
	commit *store.Commit
	done   chan error
}

func newBare(b *testing.B, p payload, trips int) *bare {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType, NoStatistics: true})
	if err != nil {
		b.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range []string{"log", "trips"} {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	s := &bare{db: db, p: p, alone: trips == 1, wake: make(chan struct{}, 1)}
	ended := make(chan struct{})
	go func() { defer close(ended); s.loop() }()
	b.Cleanup(func() { close(s.wake); <-ended; _ = db.Close() })
	return s
}

func (s *bare) turn(tb testing.TB, i int) {
	for n := range s.p.commits {
		r := request{trip: i, commit: &s.p.commits[n], done: make(chan error, 1)}
		if s.alone {
			if err := s.db.Update(func(tx *bbolt.Tx) error { return s.put(tx, r) }); err != nil {
				tb.Error(err)
			}
			continue
		}
		s.mu.Lock()
		s.line = append(s.line, r)
		s.mu.Unlock()
		select {
		case s.wake <- struct{}{}:
		default:
		}
		if err := <-r.done; err != nil {
			tb.Error(err)
		}
	}
}

func (s *bare) loop() {
	for range s.wake {
		s.mu.Lock()
		batch := s.line
		s.line = nil
		s.mu.Unlock()
		err := s.db.Update(func(tx *bbolt.Tx) error {
			for _, r := range batch {
				if err := s.put(tx, r); err != nil {
					return err
				}
			}
			return nil
		})
		for _, r := range batch {
			r.done <- err
		}
	}
}

func (s *bare) put(tx *bbolt.Tx, r request) error {
	log := tx.Bucket([]byte("log"))
	log.FillPercent = 0.95
	var value []byte
	for _, event := range r.commit.Events {
		value = append(value, event...)
	}
	for _, c := range r.commit.Outstanding {
		value = append(value, c.Arguments...)
	}
	s.next++
	if err := log.Put(binary.BigEndian.AppendUint64(nil, s.next), value); err != nil || len(r.commit.Snapshot) == 0 {
		return err
	}
	return tx.Bucket([]byte("trips")).Put([]byte(tripID(r.trip)), r.commit.Snapshot)
}
