package load_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/bolt"
	"github.com/legwork-go/legwork/tools/booking"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// bare is a runner with what the program has, without a server around it.
type bare struct {
	r     *runner.Runner
	turns []int // that were made, by trip
}

func newBare(t *testing.T, trips int) *bare {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bare.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ledger, err := booking.OpenFile(path + ".ledger")
	if err != nil {
		t.Fatal(err)
	}
	registry, err := embedded.Tools(embedded.Options{Ledger: ledger})
	if err != nil {
		t.Fatal(err)
	}
	c := runner.Config{Turn: turn.Default(), Store: s, Tools: registry}
	c.Turn.Policy = server.Policy()
	b := &bare{turns: make([]int, trips)}
	if b.r, err = runner.New(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(b.r.Close(context.Background()), ledger.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	})
	return b
}

// turn makes the next turn of a trip.
func (b *bare) turn(ctx context.Context, i int) error {
	name := fmt.Sprint("t", i)
	ev := trip.Event{ID: key(name, b.turns[i]), Data: trip.UserMessage{Text: message(b.turns[i])}}
	b.turns[i]++
	for _, err := range b.r.Handle(ctx, trip.ID(name), ev) {
		if err != nil {
			return err
		}
	}
	return nil
}

// block is what was done for a while.
type block struct {
	turns int
	took  time.Duration
	times []time.Duration // of each turn
}

func (b *block) rate() float64 { return float64(b.turns) / b.took.Seconds() }

// work makes turns for a while, in so many trips at once as there are workers: each goes round in its own trips.
func work(ctx context.Context, t *testing.T, lasts time.Duration, workers, trips int, turn func(ctx context.Context, i int) error) block {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, lasts+patience)
	defer cancel()
	var all sync.WaitGroup
	var mu sync.Mutex
	var b block
	begun := time.Now()
	for w := range workers {
		all.Go(func() {
			var times []time.Duration
			for i := w; time.Since(begun) < lasts; i += workers {
				if i >= trips {
					i = w
				}
				at := time.Now()
				if err := turn(ctx, i); err != nil {
					t.Error(err)
					return
				}
				times = append(times, time.Since(at))
			}
			mu.Lock()
			defer mu.Unlock()
			b.times = append(b.times, times...)
		})
	}
	all.Wait()
	b.took, b.turns = time.Since(begun), len(b.times)
	if t.Failed() {
		t.FailNow()
	}
	return b
}

// ownTime returns the processor time of this process in seconds: that of the bare runner, or of the clients.
func ownTime(t *testing.T) float64 {
	t.Helper()
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	list, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f.GetName() == "process_cpu_seconds_total" {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatal("this system does not say how much processor time a process took")
	return 0
}

// atWork is how many trips are worked on at once.
const atWork = 64

// TestLoad makes as many turns as the machine gives, by turns through the server with its streams open and in a bare
// runner with the same store and tools: what slows the machine slows both. On a machine with other work two processes
// get more of it than one, so the processor time of a turn is compared too.
func TestLoad(t *testing.T) {
	for _, shape := range []struct {
		trips, streams int
		least          float64 // of the bare runner's turns a second, and of what it makes of a second of processor time
	}{
		{atWork, atWork, 0.5},
		{1000, 1000, 0.5},
		{atWork, 1000, 0}, // each turn is told to 15 who look on
	} {
		t.Run(fmt.Sprintf("trips=%d,streams=%d", shape.trips, shape.streams), func(t *testing.T) {
			if !isLong() {
				shape.trips, shape.streams = shape.trips/8, shape.streams/8
			}
			rate, cost := loadShape(t, shape.trips, shape.streams)
			t.Logf("median of the pairs: %.2f of the bare runner's turns/s, %.2f of its turns in a second of processor time", rate, cost)
			if isLong() && min(rate, cost) < shape.least {
				t.Errorf("the server makes too little of what a bare runner does: want %.2f", shape.least)
			}
		})
	}
}

// loadShape returns the medians of the server's share of the bare runner's turns, by time and by processor time.
func loadShape(t *testing.T, trips, streams int) (rate, cost float64) {
	s := up(t)
	b := newBare(t, trips)
	list := s.travellers("t", trips)
	before := s.figures()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	listeners, wait := listen(ctx, t, list, streams)
	each, pairs, workers := 300*time.Millisecond, 1, min(atWork, trips)
	if isLong() {
		pairs = 12
		each = *lasts / time.Duration(pairs)
	}
	served := func(ctx context.Context, i int) error { return list[i].turn(ctx) }
	used := func() float64 { return s.figures()["process_cpu_seconds_total"] }
	work(ctx, t, each/10, workers, trips, b.turn)
	work(ctx, t, each/10, workers, trips, served)
	var rates, costs []float64
	var bareTimes, servedTimes []time.Duration
	for range pairs {
		start := ownTime(t)
		ours := work(ctx, t, each, workers, trips, b.turn)
		bareCost, middle, program := (ownTime(t)-start)/float64(ours.turns), ownTime(t), used()
		theirs := work(ctx, t, each, workers, trips, served)
		clientCost, servedCost := (ownTime(t)-middle)/float64(theirs.turns), (used()-program)/float64(theirs.turns)
		rates, costs = append(rates, theirs.rate()/ours.rate()), append(costs, bareCost/servedCost)
		bareTimes, servedTimes = append(bareTimes, ours.times...), append(servedTimes, theirs.times...)
		t.Logf("bare %.0f turns/s, server %.0f: %.2f; processor time of a turn: bare %.2f ms, server %.2f: %.2f; clients %.2f",
			ours.rate(), theirs.rate(), theirs.rate()/ours.rate(), 1000*bareCost, 1000*servedCost, bareCost/servedCost, 1000*clientCost)
	}
	events := complete(t, list, listeners)
	cancel()
	wait()
	s.rests(before)
	t.Logf("%d events through the server: each of %d streams had all of its trip once", events, streams)
	t.Logf("a turn: bare p50 %v, p99 %v; server p50 %v, p99 %v", quantile(bareTimes, 50), quantile(bareTimes, 99),
		quantile(servedTimes, 50), quantile(servedTimes, 99))
	return median(rates), median(costs)
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

func quantile(list []time.Duration, percent int) time.Duration {
	slices.Sort(list)
	return list[min(len(list)-1, len(list)*percent/100)].Round(time.Microsecond)
}

// TestOverhead makes turns one after another, by turns in a bare runner and through the server, which tells them on a
// stream: the difference is what the way through the server takes.
func TestOverhead(t *testing.T) {
	s := up(t)
	b := newBare(t, 1)
	list := s.travellers("o", 1)
	ctx, cancel := context.WithTimeout(t.Context(), 10*patience)
	defer cancel()
	listeners, wait := listen(ctx, t, list, 1)
	var ours, theirs, more []time.Duration
	for range either(20, 3000) {
		begun := time.Now()
		if err := b.turn(ctx, 0); err != nil {
			t.Fatal(err)
		}
		middle := time.Now()
		if err := list[0].turn(ctx); err != nil {
			t.Fatal(err)
		}
		ours, theirs = append(ours, middle.Sub(begun)), append(theirs, time.Since(middle))
		more = append(more, theirs[len(theirs)-1]-ours[len(ours)-1])
	}
	complete(t, list, listeners)
	cancel()
	wait()
	t.Logf("a turn of one trip: bare p50 %v, p99 %v; through the server p50 %v, p99 %v; more in a pair: p50 %v", quantile(ours, 50), quantile(ours, 99),
		quantile(theirs, 50), quantile(theirs, 99), quantile(more, 50))
}
