package dbos_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/internal/pgserver"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// A turn of three calls: what is read of a message, a search, a ranking.
var answers = map[string]string{
	trip.ToolExtract: `{"trip_intent":{"origin":"LIS","destination":"FCO","trip_type":"one_way","dates":{"departure_date":"2099-05-01"},
		"travelers":{"adults":1,"children":0,"infants":0},"lodging":{"needed":false}},"missing_required_fields":[],"clarifying_questions":[]}`,
	trip.ToolFlightSearch: `{"options":[{"option_id":"f1","total_price":{"amount":"100.00","currency":"USD"}}]}`,
	trip.ToolRank: `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":[],` +
		`"estimated_total":{"amount":"100.00","currency":"USD"},"why_this_bundle":"cheap","tradeoffs":[]}]}`,
}

var steps = []string{trip.ToolExtract, trip.ToolFlightSearch, trip.ToolRank}

// turnOf is such a turn as DBOS has it.
func turnOf(ctx dbos.Context, message string) (string, error) {
	out := ""
	for _, name := range steps {
		got, err := dbos.RunAsStep(ctx, func(context.Context) (string, error) { return answers[name], nil }, dbos.WithStepName(name))
		if err != nil {
			return "", err
		}
		out = got
	}
	return out, nil
}

// TestBeside does turns of three durable steps in both, in blocks that take turns, so that a noisy machine is noisy for
// both: one after the other, and 64 at once. It tells medians of turns a second, and what a turn takes of the processors,
// here and in the database, which a noisy machine changes less.
func TestBeside(t *testing.T) {
	db, err := pgserver.New()
	if err != nil {
		t.Skip(err)
	}
	defer db.Remove()
	if err := db.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, err := dbos.NewContext(t.Context(), dbos.Config{
		AppName: "beside", DatabaseURL: db.URL(), Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	dbos.RegisterWorkflow(ctx, turnOf)
	if err := dbos.Launch(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dbos.Shutdown(ctx, 5*time.Second) }()
	s, err := postgres.Open(t.Context(), db.URL(), postgres.Options{Name: "beside"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	registry := tools.Registry{}
	for name, answer := range answers {
		registry[name] = tools.Tool{Run: func(context.Context, tools.Request) ([]byte, error) { return []byte(answer), nil }}
	}
	r, err := runner.New(runner.Config{Store: s, Tools: registry, Engine: "beside", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close(context.Background()) }()
	var serial atomic.Int64
	ours := func() {
		calls := 0
		id := trip.ID(fmt.Sprintf("t%d", serial.Add(1)))
		for u, err := range r.Handle(context.Background(), id, trip.Event{ID: "e1", Data: trip.UserMessage{Text: "LIS to FCO on May 1"}}) {
			if err != nil {
				t.Error(err)
			}
			if u.Kind == runner.CallFinished {
				calls++
			}
		}
		if calls != len(steps) {
			t.Errorf("%d calls", calls)
		}
	}
	theirs := func() {
		h, err := dbos.RunWorkflow(ctx, turnOf, strings.Repeat("x", 100), dbos.WithWorkflowID(fmt.Sprintf("w%d", serial.Add(1))))
		if err == nil {
			_, err = h.GetResult()
		}
		if err != nil {
			t.Error(err)
		}
	}
	for _, at := range []int{1, 64} {
		a, b := &blocks{db: db, turn: ours}, &blocks{db: db, turn: theirs}
		for range 7 {
			a.add(at)
			b.add(at)
		}
		t.Logf("%d at once: legwork %s; DBOS %s; ratio %.2f", at, a, b, median(a.rates)/median(b.rates))
	}
}

// blocks are some seconds of turns, again and again.
type blocks struct {
	db   *pgserver.Server
	turn func()

	rates []float64 // turns a second
	took  []time.Duration
	used  time.Duration // of the processors
}

// add does turns for a while, so many at once.
func (b *blocks) add(at int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	var list []time.Duration
	used, begun := b.processors(), time.Now()
	for range at {
		all.Go(func() {
			for time.Since(begun) < 3*time.Second {
				from := time.Now()
				b.turn()
				mu.Lock()
				list = append(list, time.Since(from))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b.used += b.processors() - used
	b.rates = append(b.rates, float64(len(list))/time.Since(begun).Seconds())
	b.took = append(b.took, list...)
}

// processors returns what this process and the database have taken of the processors.
func (b *blocks) processors() time.Duration {
	var own syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	return time.Duration(own.Utime.Nano()+own.Stime.Nano()) + b.db.Processors()
}

// String tells the medians.
func (b *blocks) String() string {
	return fmt.Sprintf("%.0f turns/s, p50 %v, p99 %v, %v of the processors a turn", median(b.rates), median(b.took),
		b.took[len(b.took)*99/100], (b.used / time.Duration(len(b.took))).Round(10*time.Microsecond))
}

// median sorts a list and returns what stands in its middle.
func median[T cmp.Ordered](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}
