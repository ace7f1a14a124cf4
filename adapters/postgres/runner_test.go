package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/postgres"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

var answers = map[string]string{
	trip.ToolExtract: `{"trip_intent":{"origin":"LIS","destination":"FCO","trip_type":"one_way","dates":{"departure_date":"2099-05-01"},
		"travelers":{"adults":1,"children":0,"infants":0},"lodging":{"needed":false}},"missing_required_fields":[],"clarifying_questions":[]}`,
	trip.ToolFlightSearch: `{"options":[{"option_id":"f1","total_price":{"amount":"100.00","currency":"USD"}}]}`,
	trip.ToolRank: `{"bundles":[{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":[],` +
		`"estimated_total":{"amount":"100.00","currency":"USD"},"why_this_bundle":"cheap","tradeoffs":[]}]}`,
	trip.ToolRiskCheck: `{"risks":[],"blocking_issues":[],"required_user_confirmations":[]}`,
	trip.ToolHold:      `{"holds":[{"hold_id":"h1","item_type":"flight","option_id":"f1","status":"held","expires_at":"2099-01-01T00:00:00Z"}]}`,
	trip.ToolPurchase:  `{"confirmation":{"record_locator":"ABC123","status":"confirmed","tickets":[]}}`,
}

// newRunner makes a runner whose tools call seen before they answer.
func newRunner(s store.Store, seen func(name string)) *runner.Runner {
	return observed(s, func(req tools.Request) { seen(req.Name) })
}

func observed(s store.Store, seen func(tools.Request)) *runner.Runner {
	registry := tools.Registry{}
	for name, answer := range answers {
		registry[name] = tools.Tool{
			Run: func(_ context.Context, req tools.Request) ([]byte, error) {
				seen(req)
				return []byte(answer), nil
			},
			Lookup: func(context.Context, tools.Request) ([]byte, bool, error) { return nil, false, nil },
		}
	}
	r, err := runner.New(runner.Config{Store: s, Tools: registry, Engine: "test"})
	if err != nil {
		panic(err)
	}
	return r
}

func closeRunner(t *testing.T, r *runner.Runner) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := r.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
}

func say(id string) trip.Event {
	return trip.Event{ID: id, Data: trip.UserMessage{Text: "LIS to FCO on May 1"}}
}

func sendTo(ctx context.Context, r *runner.Runner, id trip.ID, ev trip.Event) error {
	for _, err := range r.Handle(ctx, id, ev) {
		if err != nil {
			return err
		}
	}
	return nil
}

func wantStatus(t *testing.T, r *runner.Runner, id trip.ID, want trip.Status) {
	t.Helper()
	in, err := r.State(t.Context(), id)
	if err != nil || in.Status.Node != want {
		t.Errorf("trip %s: status %s, error %v, want %s", id, in.Status.Node, err, want)
	}
}

// workplace notes which process works on which trip.
type workplace struct {
	t  *testing.T
	mu sync.Mutex

	working map[trip.ID]map[string]int // calls that run, by process
	ran     map[string]int             // by call id
	bought  map[trip.ID]int
}

// seen is what the tools of a process do.
func (w *workplace) seen(process string) func(tools.Request) {
	return func(req tools.Request) {
		w.mu.Lock()
		if w.working[req.Trip] == nil {
			w.working[req.Trip] = map[string]int{}
		}
		w.working[req.Trip][process]++
		if len(w.working[req.Trip]) > 1 {
			w.t.Errorf("trip %s: two processes work on it", req.Trip)
		}
		if w.ran[req.CallID]++; w.ran[req.CallID] > 1 {
			w.t.Errorf("trip %s: the call %s of %s ran twice", req.Trip, req.CallID, req.Name)
		}
		if req.Name == trip.ToolPurchase {
			w.bought[req.Trip]++
		}
		w.mu.Unlock()
		time.Sleep(2 * time.Millisecond)
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.working[req.Trip][process]--; w.working[req.Trip][process] == 0 {
			delete(w.working[req.Trip], process)
		}
	}
}

// story is how a trip is booked.
var story = []trip.Event{
	say("e1"),
	{ID: "e2", Data: trip.UserSelectedBundle{BundleID: "b1"}},
	{ID: "e3", Data: trip.UserRequestHold{}},
	{ID: "e4", Data: trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}},
}

// Each event is sent to two processes at the same moment. Both accept it, and it counts once.
func TestTwoRunnersShareTrips(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	w := &workplace{t: t, working: map[trip.ID]map[string]int{}, ran: map[string]int{}, bought: map[trip.ID]int{}}
	runners := []*runner.Runner{observed(a, w.seen("a")), observed(b, w.seen("b"))}
	const trips = 16
	var all sync.WaitGroup
	for i := range trips {
		all.Go(func() {
			for _, ev := range story {
				sendToAll(t, runners, tripID("t", i), ev)
			}
		})
	}
	all.Wait()
	for i := range trips {
		id := tripID("t", i)
		wantStatus(t, runners[i%2], id, trip.Booked)
		if w.bought[id] != 1 {
			t.Errorf("trip %s: %d purchases", id, w.bought[id])
		}
	}
	for _, r := range runners {
		closeRunner(t, r)
	}
	wantSound(t, a)
}

// What a trip at rest has become elsewhere is known here: nothing of it is kept in memory.
func TestATripMovesBetweenRunners(t *testing.T) {
	a, b := pair(t, postgres.Options{Name: "a", Lease: long}, postgres.Options{Name: "b", Lease: long})
	first, second := newRunner(a, func(string) {}), newRunner(b, func(string) {})
	defer closeRunner(t, first)
	defer closeRunner(t, second)
	for i, r := range []*runner.Runner{first, second, first, second, first} {
		for range 2 { // the second time it is answered from the log
			if err := sendTo(t.Context(), r, "t1", say(fmt.Sprint("e", i))); err != nil {
				t.Fatalf("message %d: %v", i, err)
			}
		}
	}
	if err := sendTo(t.Context(), first, "t1", say("e1")); err != nil { // which the other one accepted
		t.Errorf("a message that comes again elsewhere: %v", err)
	}
	in, err := first.State(t.Context(), "t1")
	if err != nil || in.Turn.Number != 5 {
		t.Errorf("%d turns, error %v", in.Turn.Number, err)
	}
	wantSound(t, a)
}

func sendToAll(t *testing.T, runners []*runner.Runner, id trip.ID, ev trip.Event) {
	var both sync.WaitGroup
	for _, r := range runners {
		both.Go(func() {
			if err := sendTo(t.Context(), r, id, ev); err != nil {
				t.Errorf("%s to trip %s: %v", ev.Type(), id, err)
			}
		})
	}
	both.Wait()
}

// TestAWatcherIsToldWhatAnotherProcessDoes: its page need not be connected to the process that works on the trip.
func TestAWatcherIsToldWhatAnotherProcessDoes(t *testing.T) {
	s, other := pair(t, postgres.Options{Lease: long}, postgres.Options{Lease: long})
	works, watches := newRunner(s, func(string) {}), newRunner(other, func(string) {})
	defer closeRunner(t, works)
	defer closeRunner(t, watches)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var sent sync.WaitGroup
	defer sent.Wait() // before the context ends, which would cancel what is sent
	if err := sendTo(ctx, works, "t1", say("e1")); err != nil {
		t.Fatal(err)
	}
	ended := 0
	for u, err := range watches.Watch(ctx, "t1", 0) {
		if err != nil {
			t.Fatalf("%d turns were told: %v", ended, err)
		}
		if u.Kind != runner.TurnEnded {
			continue
		}
		if ended++; ended == 2 {
			return
		}
		sent.Go(func() {
			if err := sendTo(ctx, works, "t1", say("e2")); err != nil {
				t.Error(err)
			}
		})
	}
}
