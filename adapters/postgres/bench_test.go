package postgres_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/store/storetest"
)

// The turn that the figures are about, which is that of store/bolt: four events of 597 bytes, each its own durable
// commit, a queued call after the first three, and a snapshot of 4 KB at the end.
const (
	turnEvents    = 4
	eventBytes    = 597
	snapshotBytes = 4096
)

// bench does turns in a store of its own, each writer on a trip of its own.
type bench struct {
	store store.Store
	seqs  [64]int64
}

func (s *bench) turn(b *testing.B, writer int, appends *[]float64) {
	id := tripID("bench", writer)
	for i := range turnEvents {
		c := store.Commit{Trip: id, ExpectedSeq: s.seqs[writer], Header: storetest.Header(id)}
		c.Events = [][]byte{bytes.Repeat([]byte(`{"a":1}, `), eventBytes/9+1)[:eventBytes]}
		c.Outstanding = []store.Outstanding{{CallID: "8f99be6d-61c8-56e6-b221-b3083109281a", Name: "flight_quote_search", Arguments: `{"cabin":"economy"}`}}
		if i == turnEvents-1 {
			c.Outstanding, c.TurnEnded, c.Snapshot = nil, true, bytes.Repeat([]byte(`{"b":[]},`), snapshotBytes/9+1)[:snapshotBytes]
		}
		begun := time.Now()
		if err := s.store.Append(context.Background(), c); err != nil {
			b.Error(err)
			return
		}
		*appends = append(*appends, time.Since(begun).Seconds()*1e6)
		s.seqs[writer]++
	}
}

// turns has writers do n turns together, and returns how many a second they did, and the times of the appends in µs.
func (s *bench) turns(b *testing.B, writers, n int) (perSecond float64, appends []float64) {
	var next atomic.Int64
	var all sync.WaitGroup
	var mu sync.Mutex
	begun := time.Now()
	for w := range writers {
		all.Go(func() {
			var own []float64
			for next.Add(1) <= int64(n) {
				s.turn(b, w, &own)
			}
			mu.Lock()
			defer mu.Unlock()
			appends = append(appends, own...)
		})
	}
	all.Wait()
	return float64(n) / time.Since(begun).Seconds(), appends
}

// BenchmarkTurn does the same turns in this store and in store/bolt, in blocks that take turns, so that a noisy
// machine is noisy for both. The server syncs. It reports medians.
func BenchmarkTurn(b *testing.B) {
	need(b)
	server, err := newServer()
	if err != nil {
		b.Fatal(err)
	}
	defer server.Remove()
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	for _, trips := range []int{1, 64} {
		b.Run(fmt.Sprintf("trips=%d", trips), func(b *testing.B) {
			file, err := bolt.Open(filepath.Join(b.TempDir(), "trips.db"), bolt.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer file.Close()
			benchBlocks(b, &bench{store: open(b, server, postgres.Options{})}, &bench{store: file}, trips)
		})
	}
}

func benchBlocks(b *testing.B, ours, file *bench, trips int) {
	const blocks = 10
	size := max(trips, (b.N+blocks-1)/blocks)
	var rates, fileRates, times, fileTimes []float64
	b.ResetTimer()
	for range blocks {
		rate, appends := ours.turns(b, trips, size)
		rates, times = append(rates, rate), append(times, appends...)
		rate, appends = file.turns(b, trips, size)
		fileRates, fileTimes = append(fileRates, rate), append(fileTimes, appends...)
	}
	b.StopTimer()
	b.ReportMetric(median(rates), "turns/s")
	b.ReportMetric(median(fileRates), "bolt-turns/s")
	b.ReportMetric(median(times), "µs/append")
	b.ReportMetric(median(fileTimes), "bolt-µs/append")
	b.ReportMetric(0, "ns/op")
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
