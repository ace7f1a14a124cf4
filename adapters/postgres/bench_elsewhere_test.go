package postgres_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// syncing starts a server that syncs, and runners of it.
func syncing(b *testing.B, n int) (list []*runner.Runner, stores []*postgres.Store) {
	b.Helper()
	need(b)
	server, err := newServer()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(server.Remove)
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	for i := range n {
		s := open(b, server, postgres.Options{Name: fmt.Sprint(i), Schema: "legwork"})
		r := newRunner(s, func(string) {})
		b.Cleanup(func() { _ = r.Close(context.Background()) })
		list, stores = append(list, r), append(stores, s)
	}
	return list, stores
}

// share returns the duration that so many of a hundred do not exceed, in ms.
func share(list []time.Duration, hundredths int) float64 {
	slices.Sort(list)
	return list[min(len(list)*hundredths/100, len(list)-1)].Seconds() * 1e3
}

// BenchmarkHearing says how much later a watcher in another process is told of an event than whoever sent the message.
func BenchmarkHearing(b *testing.B) {
	runners, _ := syncing(b, 2)
	for _, trips := range []int{1, 64} {
		b.Run(fmt.Sprintf("trips=%d", trips), func(b *testing.B) {
			var late []time.Duration
			var mu sync.Mutex
			var all sync.WaitGroup
			var next atomic.Int64
			for w := range trips {
				all.Go(func() {
					id := tripID(fmt.Sprintf("hears-%d-%d", trips, b.N), w)
					for next.Add(1) <= int64(max(b.N, trips)) {
						own := hearing(b, runners[0], runners[1], id)
						mu.Lock()
						late = append(late, own...)
						mu.Unlock()
					}
				})
			}
			all.Wait()
			b.ReportMetric(share(late, 50), "p50-ms")
			b.ReportMetric(share(late, 99), "p99-ms")
			b.ReportMetric(float64(len(late)), "events")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// hearing does a turn of a trip, and returns how late each of its events is told elsewhere.
func hearing(b *testing.B, works, watches *runner.Runner, id trip.ID) (late []time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	from := int64(0)
	if in, err := works.State(ctx, id); err == nil {
		from = in.Turn.Seq
	}
	told, heard := map[int64]time.Time{}, map[int64]time.Time{}
	var both sync.WaitGroup
	both.Go(func() {
		for u, err := range watches.Watch(ctx, id, from) {
			switch {
			case err != nil:
				b.Error(err)
				return
			case u.Kind == runner.Decided:
				heard[u.Seq] = time.Now()
			case u.Kind == runner.TurnEnded:
				return
			}
		}
	})
	for u, err := range works.Handle(ctx, id, say("")) {
		if err != nil {
			b.Error(err)
			break
		}
		if u.Kind == runner.Decided {
			told[u.Seq] = time.Now()
		}
	}
	both.Wait()
	for seq, at := range told {
		late = append(late, max(heard[seq].Sub(at), 0))
	}
	return late
}

// BenchmarkAccept accepts messages in transactions, and waits for the end of each one's turn, in one of three processes.
func BenchmarkAccept(b *testing.B) {
	runners, stores := syncing(b, 3)
	pool := postgres.PoolOf(stores[0])
	for _, trips := range []int{1, 64} {
		b.Run(fmt.Sprintf("trips=%d", trips), func(b *testing.B) {
			var took []time.Duration
			var mu sync.Mutex
			var all sync.WaitGroup
			var next atomic.Int64
			begun := time.Now()
			n := int64(max(b.N, trips))
			for w := range trips {
				all.Go(func() {
					id := tripID(fmt.Sprintf("accepts-%d-%d", trips, b.N), w)
					var from int64
					for i := 0; next.Add(1) <= n; i++ {
						d := accepting(b, pool, runners[w%len(runners)], id, fmt.Sprint("e", i), &from)
						mu.Lock()
						took = append(took, d)
						mu.Unlock()
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(n)/time.Since(begun).Seconds(), "turns/s")
			b.ReportMetric(share(took, 50), "p50-ms")
			b.ReportMetric(share(took, 99), "p99-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// accepting has a message accepted, and waits until its turn has ended. from is the seq of the trip.
func accepting(
	b *testing.B, pool *pgxpool.Pool, watches *runner.Runner, id trip.ID, eventID string, from *int64,
) time.Duration {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	begun := time.Now()
	tx, err := pool.Begin(ctx)
	if err == nil {
		err = postgres.Accept(ctx, tx, id, say(eventID))
	}
	if err == nil {
		err = tx.Commit(ctx)
	}
	if err != nil {
		b.Error(err)
		return 0
	}
	seen := false
	for u, err := range watches.Watch(ctx, id, *from) {
		if err != nil {
			b.Error(err)
			break
		}
		*from = max(*from, u.Seq)
		seen = seen || u.Kind == runner.Accepted && u.EventID == eventID
		if seen && u.Kind == runner.TurnEnded {
			break
		}
	}
	return time.Since(begun)
}
