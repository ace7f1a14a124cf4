package bolt_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/internal/barebolt"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/trip"
)

// The turn that all figures are about: four events of 597 bytes, each its own durable commit
// (persist before perform), a queued call after the first three, and a snapshot of 4 KB at the end.
const (
	turnEvents    = 4
	eventBytes    = 597
	snapshotBytes = 4096
)

// payload is what one turn stores.
type payload struct {
	header   []byte
	events   [turnEvents][]byte
	calls    []store.Outstanding
	snapshot []byte
}

// newPayload makes a turn of plausible JSON from a seed: it compresses as real intents do.
func newPayload(seed uint64) payload {
	r := rand.New(rand.NewPCG(seed, 1))
	p := payload{header: fmt.Appendf(nil, `{"engine":"v0.1.0","policy":{"multitask":"enqueue","quote_ttl":1200},"recording":"legwork/1","trip_id":"%032x"}`, seed)}
	for i := range p.events {
		p.events[i] = filled(r, eventBytes, `{"at":"2026-03-01T09:00:04Z","data":{"options":[`)
	}
	p.snapshot = filled(r, snapshotBytes, `{"constraints":{"currency":"USD"},"working_memory":{"flight_quotes_by_segment":[[`)
	p.calls = []store.Outstanding{{
		CallID: fmt.Sprintf("%08x-0000-5000-8000-%012x", r.Uint32(), r.Uint64()&0xffffffffffff), Name: "flight_quote_search", At: 1,
		Arguments: trip.Raw(fmt.Sprintf(`{"cabin":"economy","departure_date":"2026-04-%02d","destination":"JFK",`+
			`"max_stops":1,"origin":"LIS","result_limit":10,"segment_index":0,"travelers":{"adults":2,"children":0,"infants":0}}`, 1+r.IntN(28))),
	}}
	return p
}

func filled(r *rand.Rand, size int, start string) []byte {
	out := []byte(start)
	for len(out) < size {
		out = fmt.Appendf(out, `{"cabin":"economy","fare_rules_summary":"%d USD to change","option_id":"flt_seg%d_%d",`+
			`"refundable":%t,"segments":[{"airline":"%c%c","arrive_at":"2026-04-%02dT%02d:%02d",`+
			`"depart_at":"2026-04-%02dT%02d:%02d","flight_number":"%d","from":"LIS","stops":%d,"to":"JFK"}],"total_price":{"amount":"%d.%02d","currency":"USD"}},`,
			r.IntN(300), r.IntN(3), r.IntN(20), r.IntN(2) == 0, 'A'+r.IntN(26), 'A'+r.IntN(26), 1+r.IntN(28), r.IntN(24), r.IntN(60),
			1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(9999), r.IntN(3), r.IntN(2000), r.IntN(100))
	}
	return out[:size]
}

// payloads are made once: making them is no part of what is measured.
var payloads = sync.OnceValue(func() []payload {
	all := make([]payload, 64)
	for i := range all {
		all[i] = newPayload(uint64(i))
	}
	return all
})

func benchID(i int) trip.ID { return trip.ID(fmt.Sprintf("trip-%012d", i)) }

// turner does turns in a store of its own.
type turner interface {
	turn(tb testing.TB, writer int)
	used(tb testing.TB) int64 // bytes
}

// runTurns has writers do n turns together, each writer on a trip of its own.
func runTurns(tb testing.TB, s turner, writers, n int) time.Duration {
	var next atomic.Int64
	var done sync.WaitGroup
	start := time.Now()
	for w := range writers {
		done.Go(func() {
			for next.Add(1) <= int64(n) {
				s.turn(tb, w)
			}
		})
	}
	done.Wait()
	return time.Since(start)
}

// BenchmarkTurn does the same turns in this store and in bare bbolt, in blocks that take turns, so
// that a noisy machine is noisy for both. It reports medians of the blocks.
func BenchmarkTurn(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			ours, theirs := newOurs(b), newBare(b, writers)
			benchBlocks(b, ours, theirs, writers)
		})
	}
}

func benchBlocks(b *testing.B, ours, theirs turner, writers int) {
	const blocks = 20
	size := max(writers, (b.N+blocks-1)/blocks)
	var us, them, ratios []float64
	b.ResetTimer()
	for range blocks {
		n := float64(size)
		us = append(us, n/runTurns(b, ours, writers, size).Seconds())
		them = append(them, n/runTurns(b, theirs, writers, size).Seconds())
		ratios = append(ratios, us[len(us)-1]/them[len(them)-1])
	}
	b.StopTimer()
	b.ReportMetric(median(us), "turns/s")
	b.ReportMetric(median(them), "bare-turns/s")
	b.ReportMetric(median(ratios), "x-bare")
	b.ReportMetric(float64(ours.used(b))/float64(size*blocks), "B/turn")
	b.ReportMetric(float64(theirs.used(b))/float64(size*blocks), "bare-B/turn")
	b.ReportMetric(0, "ns/op")
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// ours is the store of this package.
type ours struct {
	store *bolt.Store
	seqs  [1024]int64
	trip  func(writer int) trip.ID
}

func newOurs(b *testing.B) *ours {
	return &ours{store: open(b, filepath.Join(b.TempDir(), "trips.db"), bolt.Options{}), trip: benchID}
}

func (o *ours) turn(tb testing.TB, w int) {
	p := &payloads()[w%len(payloads())]
	for i, event := range p.events {
		c := store.Commit{Trip: o.trip(w), ExpectedSeq: o.seqs[w], Header: p.header, Events: [][]byte{event}, Outstanding: p.calls}
		if i == turnEvents-1 {
			c.Snapshot, c.TurnEnded, c.Outstanding = p.snapshot, true, nil
		}
		if err := o.store.Append(context.Background(), c); err != nil {
			tb.Error(err)
			return
		}
		o.seqs[w]++
	}
}

func (o *ours) used(tb testing.TB) int64 { return bolt.UsedBytes(tb, o.store) }

// bare makes the same commits of the same bytes in bare bbolt.
type bare struct{ *barebolt.DB }

func newBare(b *testing.B, writers int) bare { return bare{barebolt.Open(b, writers == 1)} }

func (s bare) turn(tb testing.TB, w int) {
	p := &payloads()[w%len(payloads())]
	for i, event := range p.events {
		calls, snapshot := []byte(p.calls[0].Arguments), []byte(nil)
		if i == turnEvents-1 {
			calls, snapshot = nil, p.snapshot
		}
		if err := s.Append(string(benchID(w)), slices.Concat(event, calls), snapshot); err != nil {
			tb.Error(err)
			return
		}
	}
}

func (s bare) used(tb testing.TB) int64 { return s.Bytes(tb) }

// fill stores turns in many trips at once.
func (o *ours) fill(tb testing.TB, turns int) {
	for done := 0; done < turns && !tb.Failed(); done += 1024 {
		runTurns(tb, o, len(o.seqs), min(1024, turns-done))
	}
}

// BenchmarkAge does turns of one trip in a store of 100,000 turns and in one of 1,000, in blocks
// that take turns.
func BenchmarkAge(b *testing.B) {
	young, old := newOurs(b), newOurs(b)
	young.fill(b, 1_000)
	old.fill(b, 100_000)
	const blocks = 20
	size := (b.N + blocks - 1) / blocks
	var youngTurns, oldTurns, ratios []float64
	b.ResetTimer()
	for range blocks {
		youngTurns = append(youngTurns, runTurns(b, young, 1, size).Seconds()/float64(size))
		oldTurns = append(oldTurns, runTurns(b, old, 1, size).Seconds()/float64(size))
		ratios = append(ratios, oldTurns[len(oldTurns)-1]/youngTurns[len(youngTurns)-1])
	}
	b.StopTimer()
	b.ReportMetric(median(youngTurns)*1e6, "young-µs/turn")
	b.ReportMetric(median(oldTurns)*1e6, "old-µs/turn")
	b.ReportMetric(median(ratios), "x-young")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLoad loads trips at the end of a turn, and in the middle of one.
func BenchmarkLoad(b *testing.B) {
	o := newOurs(b)
	o.fill(b, 10_000)
	load := func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if _, err := o.store.Load(b.Context(), benchID(i%len(o.seqs))); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("rest", load)
	p := &payloads()[0]
	for w := range o.seqs {
		for i := range 3 {
			c := store.Commit{Trip: benchID(w), ExpectedSeq: o.seqs[w] + int64(i), Events: [][]byte{p.events[i]}, Outstanding: p.calls}
			if err := o.store.Append(b.Context(), c); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("tail=3", load)
}

// BenchmarkLog reads a trip of 10,000 turns whole. ns/op is that of an event.
func BenchmarkLog(b *testing.B) {
	o := newOurs(b)
	for range 10_000 {
		o.turn(b, 0)
	}
	b.ResetTimer()
	for n := 0; n < b.N; {
		for _, err := range o.store.Log(b.Context(), benchID(0), 1) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
}

// BenchmarkOpen opens a store of many trips, a tenth of them with something pending, and finds the
// first pending one.
func BenchmarkOpen(b *testing.B) {
	for _, trips := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprintf("trips=%d", trips), func(b *testing.B) {
			if trips > 10_000 && testing.Short() {
				b.Skip("makes a file of gigabytes")
			}
			path := filepath.Join(b.TempDir(), "trips.db")
			fillTrips(b, path, trips)
			b.ResetTimer()
			for range b.N {
				s, err := bolt.Open(path, bolt.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for _, err := range s.Pending(b.Context()) {
					if err != nil {
						b.Fatal(err)
					}
					break
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func fillTrips(b *testing.B, path string, trips int) {
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range 1024 {
		done.Go(func() {
			for i := int(next.Add(1)); i <= trips; i = int(next.Add(1)) {
				p := &payloads()[i%len(payloads())]
				c := store.Commit{Trip: benchID(i), Header: p.header, Events: p.events[:1], Snapshot: p.snapshot, TurnEnded: true}
				if i%10 == 0 {
					c.Outstanding = p.calls
				}
				if err := s.Append(context.Background(), c); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	done.Wait()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}
