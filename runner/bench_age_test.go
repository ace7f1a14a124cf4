package runner_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt" //nolint:depguard // it tells how many pages of a file are in use

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store/bolt"
)

// ages are how many turns a trip has had.
var ages = []int{10, 1_000, 10_000}

// aged is a trip of an age, alone in its store.
type aged struct {
	runner *runner.Runner
	path   string
	file   *bolt.Store
	spy    *spy
	times  []float64
}

func newAged(b *testing.B, age int) *aged {
	a := &aged{path: filepath.Join(b.TempDir(), "trips.db")}
	a.file = openBolt(b, a.path)
	a.spy = &spy{Store: a.file}
	a.runner = quick(b, a.spy, withAging)
	for range age {
		aTurn(b, a.runner, "t1")
		a.spy.commits = a.spy.commits[:0]
	}
	return a
}

// BenchmarkAge measures turns of trips of several ages, which take turns, so that a noisy machine
// is noisy for all.
func BenchmarkAge(b *testing.B) {
	var trips []*aged
	for _, age := range ages {
		trips = append(trips, newAged(b, age))
	}
	for b.Loop() {
		for _, a := range trips {
			begun := time.Now()
			aTurn(b, a.runner, "t1")
			a.times = append(a.times, time.Since(begun).Seconds())
			a.spy.commits = a.spy.commits[:0]
		}
	}
	for i, a := range trips {
		b.ReportMetric(median(a.times)*1e6, fmt.Sprintf("µs/turn-at-%d", ages[i]))
	}
	b.ReportMetric(median(trips[len(trips)-1].times)/median(trips[0].times), "x-young")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkBytes reports what a turn adds to the file, beside what it says: the bytes of its
// events, and of the snapshot at its end, which is kept. x-log is what the file takes for the log,
// the calls and all that finds them again, as a multiple of the log's own bytes, when a snapshot is
// counted with all of its bytes.
func BenchmarkBytes(b *testing.B) {
	for _, age := range ages {
		b.Run(fmt.Sprintf("turns=%d", age), func(b *testing.B) {
			for range b.N {
				const turns = 1_000
				a := newAged(b, age)
				before := a.usedBytes(b)
				log, snapshots := 0, 0
				for range turns {
					aTurn(b, a.runner, "t1")
					for _, c := range a.spy.commits {
						snapshots += len(c.Snapshot)
						for _, event := range c.Events {
							log += len(event)
						}
					}
					a.spy.commits = a.spy.commits[:0]
				}
				stored := a.usedBytes(b) - before
				b.ReportMetric(float64(stored)/turns, "B/turn")
				b.ReportMetric(float64(log)/turns, "log-B/turn")
				b.ReportMetric(float64(snapshots)/turns, "snapshot-B/turn")
				b.ReportMetric(float64(stored-snapshots)/float64(log), "x-log")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// usedBytes returns the bytes of the pages in use of a store to which nobody appends.
func (a *aged) usedBytes(b *testing.B) int {
	b.Helper()
	clone := filepath.Join(b.TempDir(), "clone.db")
	if _, err := bolt.Backup(b.Context(), a.path, clone, bolt.BackupOptions{}); err != nil {
		b.Fatal(err)
	}
	db, err := bbolt.Open(clone, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	tx, err := db.Begin(false)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	free := db.Stats()
	return int(tx.Size()) - (free.FreePageN+free.PendingPageN)*db.Info().PageSize
}
