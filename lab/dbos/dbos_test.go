package dbos_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
// both: one after the other, and 64 at once. It tells medians of turns a second.
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
		ratesOurs, ratesTheirs := []float64{}, []float64{}
		var tookOurs, tookTheirs []time.Duration
		for range 7 {
			rate, took := block(at, ours)
			ratesOurs, tookOurs = append(ratesOurs, rate), append(tookOurs, took...)
			rate, took = block(at, theirs)
			ratesTheirs, tookTheirs = append(ratesTheirs, rate), append(tookTheirs, took...)
		}
		slices.Sort(ratesOurs)
		slices.Sort(ratesTheirs)
		slices.Sort(tookOurs)
		slices.Sort(tookTheirs)
		a, b := ratesOurs[3], ratesTheirs[3]
		t.Logf("%d at once: legwork %.0f turns/s, p50 %v, p99 %v; DBOS %.0f, p50 %v, p99 %v; ratio %.2f", at, a, tookOurs[len(tookOurs)/2],
			tookOurs[len(tookOurs)*99/100], b, tookTheirs[len(tookTheirs)/2], tookTheirs[len(tookTheirs)*99/100], a/b)
	}
}

// block does turns for a while, so many at once.
func block(at int, turn func()) (perSecond float64, took []time.Duration) {
	var mu sync.Mutex
	var all sync.WaitGroup
	begun := time.Now()
	for range at {
		all.Go(func() {
			for time.Since(begun) < 3*time.Second {
				from := time.Now()
				turn()
				mu.Lock()
				took = append(took, time.Since(from))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return float64(len(took)) / time.Since(begun).Seconds(), took
}
