package runner_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// mortal is a store that can be taken away from its runner, as a crash does.
type mortal struct {
	store.Store
	dead    atomic.Bool
	appends atomic.Int64
	refuse  func(store.Commit) error
}

var errDead = errors.New("the process is dead")

// storeThatFills returns a store that refuses all commits while full is set.
func storeThatFills() (m *mortal, full *atomic.Bool) {
	full = new(atomic.Bool)
	refused := 0
	return &mortal{Store: newStore(), refuse: func(store.Commit) error {
		if !full.Load() {
			return nil
		}
		if refused++; refused > 1000 {
			panic("it is tried without end")
		}
		return errors.New("no space left")
	}}, full
}

func (m *mortal) Append(ctx context.Context, c store.Commit) error {
	if m.dead.Load() {
		return errDead
	}
	if m.refuse != nil {
		if err := m.refuse(c); err != nil {
			return err
		}
	}
	m.appends.Add(1)
	return m.Store.Append(ctx, c)
}

// crashDuring runs a trip until a tool runs, and kills the process there. The supplier's books get
// what `effect` puts into them.
func crashDuring(t *testing.T, w *world, s store.Store, tool string, effect func(req tools.Request), change ...func(*runner.Config)) {
	t.Helper()
	m := &mortal{Store: s}
	r := start(t, w, m, change...)
	if tool == trip.ToolPurchase {
		book(t, r, "t1")
	}
	w.on(tool, func(_ context.Context, req tools.Request) ([]byte, error) {
		m.dead.Store(true)
		if effect != nil {
			effect(req)
		}
		return []byte(usual[tool]), nil
	})
	ev := say("LIS to FCO")
	if tool == trip.ToolPurchase {
		ev = approval()
	}
	if _, err := sendErr(t.Context(), r, "t1", ev); !errors.Is(err, errDead) {
		t.Fatalf("the crash gave %v", err)
	}
	w.on(tool, nil)
}

func TestReadsRunAgainUnderTheSameCallID(t *testing.T) {
	w, s := newWorld(), newStore()
	crashDuring(t, w, s, trip.ToolFlightSearch, nil)
	r := start(t, w, s)
	report, err := r.Recover(t.Context())
	if err != nil || report != (runner.RecoverReport{Trips: 1}) {
		t.Fatalf("%+v %v", report, err)
	}
	made := w.requests(trip.ToolFlightSearch)
	if len(made) != 2 || made[0].CallID != made[1].CallID || string(made[0].Arguments) != string(made[1].Arguments) || made[0].At != made[1].At {
		t.Errorf("requests %+v", made)
	}
	if one, two := made[0].Intent, made[1].Intent; string(one.AppendJSON(nil)) != string(two.AppendJSON(nil)) {
		t.Error("the handler saw another intent after the crash")
	}
	if in := state(t, r, "t1"); in.Status.Node != trip.PresentingOptions {
		t.Errorf("status %s", in.Status.Node)
	}
	replayed(t, recording(t, r, "t1"))
}

// TestResumeFinishesOneTrip: what a crash left of one trip is finished; another stays as it is, and one that
// does not exist is at rest.
func TestResumeFinishesOneTrip(t *testing.T) {
	w, s := newWorld(), newStore()
	crashDuring(t, w, s, trip.ToolFlightSearch, nil)
	m := &mortal{Store: s}
	other := start(t, w, m)
	w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		m.dead.Store(true)
		return []byte(usual[trip.ToolFlightSearch]), nil
	})
	if _, err := sendErr(t.Context(), other, "t2", say("LIS to FCO")); !errors.Is(err, errDead) {
		t.Fatalf("the crash gave %v", err)
	}
	w.on(trip.ToolFlightSearch, nil)
	r := start(t, w, s)
	for _, id := range []trip.ID{"t1", "t1", "nobody"} {
		if err := r.Resume(t.Context(), id); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
	}
	for id, want := range map[trip.ID]trip.Status{"t1": trip.PresentingOptions, "t2": trip.QuotingFlights} {
		if in := state(t, r, id); in.Status.Node != want {
			t.Errorf("%s: status %s, want %s", id, in.Status.Node, want)
		}
	}
	replayed(t, recording(t, r, "t1"))
}

func TestWritesAreLookedUp(t *testing.T) {
	for name, tc := range map[string]struct {
		effect    func(*world, tools.Request)
		down      bool
		noLooker  bool
		status    trip.Status
		purchases int
	}{
		"it was made":     {effect: func(w *world, r tools.Request) { w.buy(r.Key, bought) }, status: trip.Booked, purchases: 1},
		"it was not made": {status: trip.ErrorOutcomeUnknown, purchases: 1}, // so far: see TestRestartInDoubt
		"nobody knows":    {down: true, status: trip.ErrorOutcomeUnknown, purchases: 1},
		"no lookup":       {noLooker: true, status: trip.ErrorOutcomeUnknown, purchases: 1},
	} {
		t.Run(name, func(t *testing.T) {
			w, s := newWorld(), newStore()
			crashDuring(t, w, s, trip.ToolPurchase, func(r tools.Request) {
				if tc.effect != nil {
					tc.effect(w, r)
				}
			})
			w.down = tc.down
			r := start(t, w, s, func(c *runner.Config) {
				if tc.noLooker {
					c.Tools[trip.ToolPurchase] = asTool(tool{w, trip.ToolPurchase})
					repeated(t, c)
				}
			})
			if _, err := r.Recover(t.Context()); err != nil {
				t.Fatal(err)
			}
			if in := state(t, r, "t1"); in.Status.Node != tc.status {
				t.Errorf("status %s, want %s", in.Status.Node, tc.status)
			}
			made := w.requests(trip.ToolPurchase)
			if len(made) != tc.purchases || made[0].Key != made[len(made)-1].Key {
				t.Errorf("%d purchases, want %d under one key: %+v", len(made), tc.purchases, made)
			}
			replayed(t, recording(t, r, "t1"))
		})
	}
}

func TestHandleFinishesWhatACrashLeft(t *testing.T) {
	w, s := newWorld(), newStore()
	crashDuring(t, w, s, trip.ToolFlightSearch, nil)
	r := start(t, w, s)
	got := outline(send(t, r, "t1", say("in business")))
	if !strings.HasPrefix(got, "queued accepted") || !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
		t.Errorf("updates %s", got)
	}
	if n := state(t, r, "t1").Turn.Number; n != 2 {
		t.Errorf("%d turns, want 2", n)
	}
}

func TestQueueSurvivesACrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		m := &mortal{Store: s}
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		old := start(t, w, m)
		later(t, old, "t1", named("e1", "LIS to FCO"))
		synctest.Wait()
		later(t, old, "t1", named("e2", "in business"))
		synctest.Wait()
		m.dead.Store(true)
		time.Sleep(time.Minute)
		r := start(t, w, s)
		if report, err := r.Recover(t.Context()); err != nil || report.Failed != 0 {
			t.Fatalf("%+v %v", report, err)
		}
		in := state(t, r, "t1")
		if in.Turn.Number != 2 || in.Request.UserMessage != "in business" || in.Status.Node != trip.PresentingOptions {
			t.Errorf("turn %d, message %q, status %s", in.Turn.Number, in.Request.UserMessage, in.Status.Node)
		}
		replayed(t, recording(t, r, "t1"))
	})
}

func TestRecoverIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		m := &mortal{Store: s}
		w.on(trip.ToolFlightSearch, slow(time.Second, flights))
		old := start(t, w, m)
		for i := range 20 {
			later(t, old, tripID(i), say("LIS to FCO"))
		}
		synctest.Wait()
		m.dead.Store(true)
		time.Sleep(time.Minute)

		peak := crowd(w)
		r := start(t, w, s, func(c *runner.Config) { c.Limits.Recovering = 4 })
		report, err := r.Recover(t.Context())
		if err != nil || report.Trips != 20 || report.Failed != 0 {
			t.Fatalf("%+v %v", report, err)
		}
		if peak() != 4 {
			t.Errorf("%d trips at once, want 4", peak())
		}
	})
}

// TestRecoverWaitsForTheLast: when it returns, the trip that took longest is at rest too.
func TestRecoverWaitsForTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		m := &mortal{Store: s}
		w.on(trip.ToolFlightSearch, slow(time.Second, flights))
		old := start(t, w, m)
		for i := range 3 {
			later(t, old, tripID(i), say("LIS to FCO"))
		}
		synctest.Wait()
		m.dead.Store(true)
		time.Sleep(time.Minute)

		w.on(trip.ToolFlightSearch, func(ctx context.Context, req tools.Request) ([]byte, error) {
			if req.Trip == tripID(0) {
				return slow(5*time.Second, flights)(ctx, req)
			}
			return []byte(flights), nil
		})
		r := start(t, w, s)
		if _, err := r.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			if in := state(t, r, tripID(i)); in.Status.Node != trip.PresentingOptions {
				t.Errorf("trip %d: status %s", i, in.Status.Node)
			}
		}
	})
}

// A purchase whose answer is lost is looked up at once.
func TestLostAnswerOfAWrite(t *testing.T) {
	for name, tc := range map[string]struct {
		lost    script
		made    bool
		down    bool
		status  trip.Status
		outline string
	}{
		"bought, then a timeout": {
			lost: fails(trip.ClassTimeout), made: true, status: trip.Booked,
			outline: "call_finished(booking_confirm_and_purchase=ok) decided(completed/booked) turn_ended",
		},
		"nothing bought yet": {
			lost: fails(trip.ClassFailed), status: trip.ErrorOutcomeUnknown,
			outline: "call_finished(booking_confirm_and_purchase=outcome_unknown) decided(error/outcome_unknown) turn_ended",
		},
		"nobody knows": {
			lost: fails(trip.ClassFailed), made: true, down: true, status: trip.ErrorOutcomeUnknown,
			outline: "call_finished(booking_confirm_and_purchase=outcome_unknown) decided(error/outcome_unknown) turn_ended",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			r := start(t, w, newStore())
			book(t, r, "t1")
			w.down = tc.down
			w.on(trip.ToolPurchase, func(ctx context.Context, req tools.Request) ([]byte, error) {
				if tc.made {
					w.buy(req.Key, bought)
				}
				return tc.lost(ctx, req)
			})
			got := outline(send(t, r, "t1", approval()))
			if !strings.HasSuffix(got, tc.outline) {
				t.Errorf("got %s", got)
			}
			if in := state(t, r, "t1"); in.Status.Node != tc.status {
				t.Errorf("status %s, want %s", in.Status.Node, tc.status)
			}
			replayed(t, recording(t, r, "t1"))
		})
	}
}

func TestOpenWriteIsLookedUpBeforeTheNextTurn(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	book(t, r, "t1")
	w.down = true
	w.on(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
		w.buy(req.Key, bought)
		return nil, tools.Failure(trip.ClassTimeout, "SECRET")
	})
	send(t, r, "t1", approval())
	send(t, r, "t1", say("hm?"))
	if n := len(state(t, r, "t1").Turn.Unknown); n != 1 {
		t.Fatalf("%d calls of unknown outcome, want 1: the lookup fails", n)
	}
	w.down = false
	list := send(t, r, "t1", approval())
	in := state(t, r, "t1")
	if len(in.Turn.Unknown) != 0 || len(in.WorkingMemory.Bookings) != 1 || w.calls(trip.ToolPurchase) != 1 {
		t.Errorf("%d unknown, %d bookings, %d purchases; %s", len(in.Turn.Unknown), len(in.WorkingMemory.Bookings), w.calls(trip.ToolPurchase), outline(list))
	}
	replayed(t, recording(t, r, "t1"))
}

// While the abandoned handler of a purchase still runs, «not found» proves nothing.
func TestLookupIsNotTrustedWhileTheHandlerRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r := start(t, w, newStore())
		book(t, r, "t1")
		release := make(chan struct{})
		w.on(trip.ToolPurchase, func(_ context.Context, req tools.Request) ([]byte, error) {
			<-release
			w.buy(req.Key, bought)
			return []byte(bought), nil
		})
		send(t, r, "t1", approval())
		send(t, r, "t1", say("hm?"))
		if n := len(state(t, r, "t1").Turn.Unknown); n != 1 {
			t.Fatalf("%d calls of unknown outcome, want 1", n)
		}
		close(release)
		synctest.Wait()
		send(t, r, "t1", say("and now?"))
		if in := state(t, r, "t1"); len(in.Turn.Unknown) != 0 || len(in.WorkingMemory.Bookings) != 1 {
			t.Errorf("%d unknown, %d bookings", len(in.Turn.Unknown), len(in.WorkingMemory.Bookings))
		}
	})
}

func TestSettle(t *testing.T) {
	for name, tc := range map[string]struct {
		settlement runner.Settlement
		err        error
		status     trip.Status
	}{
		"it was made":     {runner.Settlement{Result: []byte(bought)}, nil, trip.Booked},
		"it was not":      {runner.Settlement{Failed: true}, nil, trip.ErrorRetryable},
		"a broken result": {runner.Settlement{Result: []byte(`{"confirmation":7}`)}, runner.ErrResult, trip.ErrorOutcomeUnknown},
		"no JSON":         {runner.Settlement{Result: []byte(`yes`)}, runner.ErrResult, trip.ErrorOutcomeUnknown},
		"an error":        {runner.Settlement{Result: []byte(`{"error":"no"}`)}, runner.ErrResult, trip.ErrorOutcomeUnknown},
		"neither":         {runner.Settlement{}, runner.ErrResult, trip.ErrorOutcomeUnknown},
		"both":            {runner.Settlement{Result: []byte(bought), Failed: true}, runner.ErrResult, trip.ErrorOutcomeUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.down = true
			r := start(t, w, newStore())
			book(t, r, "t1")
			w.on(trip.ToolPurchase, fails(trip.ClassTimeout))
			send(t, r, "t1", approval())
			callID := w.requests(trip.ToolPurchase)[0].CallID
			list, err := r.Settle(t.Context(), "t1", callID, tc.settlement)
			if !errors.Is(err, tc.err) {
				t.Errorf("got %v, want %v", err, tc.err)
			}
			if err == nil && (len(list) != 3 || list[2].Kind != runner.TurnEnded) {
				t.Errorf("it told %s", outline(list))
			}
			if in := state(t, r, "t1"); in.Status.Node != tc.status {
				t.Errorf("status %s, want %s", in.Status.Node, tc.status)
			}
			if tc.err == nil {
				if _, err := r.Settle(t.Context(), "t1", callID, tc.settlement); !errors.Is(err, runner.ErrNotOpen) {
					t.Errorf("the second time gave %v", err)
				}
			}
			replayed(t, recording(t, r, "t1"))
		})
	}
}

func TestStoreFaultStopsTheTurnAndLosesNothing(t *testing.T) {
	w, s := newWorld(), newStore()
	full := errors.New("no space left")
	var broken atomic.Bool
	m := &mortal{Store: s, refuse: func(store.Commit) error {
		if broken.Load() {
			return full
		}
		return nil
	}}
	r := start(t, w, m)
	w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		broken.Store(true)
		return []byte(flights), nil
	})
	if _, err := sendErr(t.Context(), r, "t1", say("LIS to FCO")); !errors.Is(err, full) {
		t.Fatalf("got %v", err)
	}
	if n := w.calls(trip.ToolRank); n != 0 {
		t.Error("a call ran that was not durable")
	}
	if _, err := sendErr(t.Context(), r, "t1", say("two")); !errors.Is(err, full) && !errors.Is(err, runner.ErrBusy) {
		t.Fatalf("got %v", err)
	}
	broken.Store(false)
	w.on(trip.ToolFlightSearch, nil)
	for {
		_, err := sendErr(t.Context(), r, "t1", say("three"))
		if err == nil {
			break
		}
		if !errors.Is(err, runner.ErrBusy) {
			t.Fatal(err)
		}
	}
	if in := state(t, r, "t1"); in.Turn.Number != 2 || in.Status.Node != trip.PresentingOptions {
		t.Errorf("turn %d, status %s", in.Turn.Number, in.Status.Node)
	}
	replayed(t, recording(t, r, "t1"))
}

func TestConflictIsNoticed(t *testing.T) {
	s := newStore()
	w := newWorld()
	other := start(t, newWorld(), s)
	r := start(t, w, s)
	w.on(trip.ToolFlightSearch, func(context.Context, tools.Request) ([]byte, error) {
		c := trip.Event{Seq: 1, At: 1, Data: trip.IntentReady{}}
		stored, err := s.Load(t.Context(), "t1")
		if err != nil {
			t.Error(err)
		}
		if err := s.Append(t.Context(), store.Commit{Trip: "t1", ExpectedSeq: stored.Seq, Events: [][]byte{c.AppendJSON(nil)}}); err != nil {
			t.Error(err)
		}
		return []byte(flights), nil
	})
	_, err := sendErr(t.Context(), r, "t1", say("LIS to FCO"))
	if !errors.Is(err, store.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
	if _, err := other.State(t.Context(), "t1"); !errors.Is(err, runner.ErrDiverged) {
		t.Errorf("got %v, want ErrDiverged: the foreign event does not follow", err)
	}
}

func TestCloseWaitsAndCutsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, s)
		first := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		if err := r.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := first(); !strings.HasSuffix(got, "turn_ended") {
			t.Errorf("a turn that Close waited for: %s", got)
		}
		if _, err := sendErr(t.Context(), r, "t1", say("two")); !errors.Is(err, runner.ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}

		w.on(trip.ToolFlightSearch, hangs)
		r = start(t, w, s)
		second := later(t, r, "t2", say("LIS to JFK"))
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := r.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if got := second(); !strings.HasSuffix(got, "error: "+runner.ErrClosed.Error()) {
			t.Errorf("a turn that Close cut short: %s", got)
		}
		w.on(trip.ToolFlightSearch, nil)
		r = start(t, w, s)
		if _, err := r.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		if in := state(t, r, "t2"); in.Status.Node != trip.PresentingOptions {
			t.Errorf("status %s after recovery", in.Status.Node)
		}
	})
}

func TestManyTripsAtOnce(t *testing.T) {
	w, s := newWorld(), newStore()
	r := start(t, w, s)
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			for range 3 {
				send(t, r, tripID(i), say("LIS to FCO"))
			}
		})
	}
	all.Wait()
	for i := range 200 {
		if in := state(t, r, tripID(i)); in.Turn.Number != 3 || in.Status.Node != trip.PresentingOptions {
			t.Errorf("trip %d: turn %d, status %s", i, in.Turn.Number, in.Status.Node)
		}
	}
}
