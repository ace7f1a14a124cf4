package runner_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func policy(m trip.Multitask) func(*runner.Config) {
	return func(c *runner.Config) {
		c.Turn.Policy = trip.DefaultPolicy()
		c.Turn.Policy.Multitask = m
	}
}

// slow makes a script that answers after a while, or ends with its context.
func slow(d time.Duration, text string) script {
	return func(ctx context.Context, _ tools.Request) ([]byte, error) {
		select {
		case <-time.After(d):
			return []byte(text), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// later handles an event in the background and returns its outline when it has ended.
func later(t *testing.T, r *runner.Runner, id trip.ID, ev trip.Event) func() string {
	t.Helper()
	done := make(chan string, 1)
	go func() {
		list, err := sendErr(t.Context(), r, id, ev)
		text := outline(list)
		if err != nil {
			text += " error: " + err.Error()
		}
		done <- text
	}()
	return func() string { return <-done }
}

func TestEnqueuedEventWaitsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, newStore())
		all := watch(t, r, "t1", 0)
		first := later(t, r, "t1", say("LIS to FCO"))
		time.Sleep(time.Second)
		second := later(t, r, "t1", say("in business"))
		third := later(t, r, "t1", say("no, in first"))
		if got := first(); !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
			t.Errorf("first: %s", got)
		}
		for _, got := range []string{second(), third()} {
			if !strings.HasPrefix(got, "queued accepted decided(intake") || !strings.HasSuffix(got, "turn_ended") {
				t.Errorf("queued: %s", got)
			}
		}
		if n := state(t, r, "t1").Turn.Number; n != 3 {
			t.Errorf("%d turns, want 3", n)
		}
		if got := outline(all.end()); strings.Count(got, "queued") != 2 {
			t.Errorf("who watches is told %s", got)
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// TestWhoComesAfterARestartWaitsBehindTheQueue: a crash left an event in the queue of a trip without a turn. The one
// that comes next is the one after it.
func TestWhoComesAfterARestartWaitsBehindTheQueue(t *testing.T) {
	w, s := newWorld(), newStore()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	send(t, start(t, w, s), "t1", say("one"))
	there, err := s.Load(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	queued := say("two")
	err = s.Append(t.Context(), store.Commit{
		Trip: "t1", ExpectedSeq: there.Seq, Snapshot: there.Snapshot, TurnEnded: true, Queue: [][]byte{queued.AppendJSON(nil)},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, w, s)
	if got := outline(send(t, r, "t1", say("three"))); !strings.HasPrefix(got, "queued accepted") {
		t.Errorf("got %s", got)
	}
	text := recording(t, r, "t1")
	if two, three := strings.Index(text, `"text":"two"`), strings.Index(text, `"text":"three"`); two < 0 || three < two {
		t.Errorf("the log has the second message at %d, the third at %d", two, three)
	}
}

// TestAnEventThatIsTakenBackStopsNoTurn: its sender went away before it was in the queue. The turn that runs goes on.
func TestAnEventThatIsTakenBackStopsNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, &mortal{Store: newStore(), refuse: func(c store.Commit) error {
			if len(c.Queue) > 0 {
				return context.Canceled
			}
			return nil
		}})
		first := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		if _, err := sendErr(t.Context(), r, "t1", say("and a hotel")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if got := first(); !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
			t.Errorf("the turn: %s", got)
		}
	})
}

func TestQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, first := busy(t, w, func(c *runner.Config) { c.Limits.Queue = 1 })
		second := later(t, r, "t1", say("two"))
		synctest.Wait()
		if _, err := sendErr(t.Context(), r, "t1", say("three")); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("got %v, want ErrBusy", err)
		}
		first()
		second()
		if n := state(t, r, "t1").Turn.Number; n != 2 {
			t.Errorf("%d turns, want 2", n)
		}
	})
}

func TestRejectedEventChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, first := busy(t, w, policy(trip.Reject))
		if _, err := sendErr(t.Context(), r, "t1", say("two")); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("got %v, want ErrBusy", err)
		}
		first()
		send(t, r, "t1", say("two"))
		if n := state(t, r, "t1").Turn.Number; n != 2 {
			t.Errorf("%d turns, want 2", n)
		}
	})
}

func TestInterruptCancelsReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		cancelled := make(chan error, 1)
		w.on(trip.ToolFlightSearch, func(ctx context.Context, _ tools.Request) ([]byte, error) {
			<-ctx.Done()
			cancelled <- ctx.Err()
			return []byte(flights), nil
		})
		r := start(t, w, newStore(), policy(trip.Interrupt))
		first := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		w.on(trip.ToolFlightSearch, answers(flights))
		begun := time.Now()
		second := later(t, r, "t1", say("rather to JFK"))
		if got := first(); !strings.HasSuffix(got, "turn_ended(superseded)") {
			t.Errorf("first: %s", got)
		}
		if got := second(); !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
			t.Errorf("second: %s", got)
		}
		if took := time.Since(begun); took != 0 {
			t.Errorf("the interruption took %s", took)
		}
		if err := <-cancelled; !errors.Is(err, context.Canceled) {
			t.Errorf("the handler saw %v", err)
		}
		replayed(t, recording(t, r, "t1"))
	})
}

func TestInterruptedPurchaseIsSettledByItsOwnResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolExtract, slow(20*time.Second, extracted))
		w.on(trip.ToolPurchase, slow(5*time.Second, bought))
		r := start(t, w, newStore(), policy(trip.Interrupt))
		book(t, r, "t1")
		first := later(t, r, "t1", approval())
		synctest.Wait()
		second := later(t, r, "t1", say("and a hotel?"))
		if got := first(); !strings.HasSuffix(got, "turn_ended(superseded)") {
			t.Errorf("first: %s", got)
		}
		if got := second(); !strings.Contains(got, "call_finished(booking_confirm_and_purchase=ok)") {
			t.Errorf("second: %s", got)
		}
		in := state(t, r, "t1")
		if len(in.Turn.Unknown) != 0 || len(in.WorkingMemory.Bookings) != 1 || w.calls(trip.ToolPurchase) != 1 {
			t.Errorf("%d unknown, %d bookings, %d purchases", len(in.Turn.Unknown), len(in.WorkingMemory.Bookings), w.calls(trip.ToolPurchase))
		}
		replayed(t, recording(t, r, "t1"))
	})
}

// The end of the context ends the loop. The turn goes on until an event ends it.
func TestContextEndsTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, hangs)
		r := start(t, w, newStore())
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		begun := time.Now()
		list, err := sendErr(ctx, r, "t1", say("LIS to FCO"))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if took := time.Since(begun); took != 3*time.Second {
			t.Errorf("took %s", took)
		}
		if got := outline(list); !strings.HasSuffix(got, "call_started(flight_quote_search)") {
			t.Errorf("updates: %s", got)
		}
		if in := state(t, r, "t1"); len(in.Turn.Outstanding) != 1 {
			t.Errorf("%d calls are outstanding", len(in.Turn.Outstanding))
		}
		send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{Reason: "stop"}})
		if in := state(t, r, "t1"); len(in.Turn.Outstanding) != 0 {
			t.Errorf("%d calls are outstanding after the cancellation", len(in.Turn.Outstanding))
		}
	})
}

func TestLeavingTheLoopKeepsTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, newStore())
		ctx, cancel := context.WithCancel(t.Context())
		for u, err := range r.Handle(ctx, "t1", say("LIS to FCO")) {
			if err != nil || u.Kind != runner.Accepted {
				t.Fatalf("%v %v", u.Kind, err)
			}
			break
		}
		cancel()
		time.Sleep(time.Minute)
		if in := state(t, r, "t1"); in.Status.Node != trip.PresentingOptions {
			t.Errorf("status %s", in.Status.Node)
		}
	})
}

// A cancellation ends the turn and all that was sent before it: what waits comes to the log and does nothing.
func TestCancelEventEndsTheTurnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		w.on(trip.ToolFlightSearch, hangs)
		r := start(t, w, s)
		first := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		waits := later(t, r, "t1", say("and then?"))
		synctest.Wait()
		w.on(trip.ToolFlightSearch, answers(flights))
		called := w.calls(trip.ToolExtract) + w.calls(trip.ToolFlightSearch)
		list := send(t, r, "t1", trip.Event{ID: "c", Data: trip.TurnCancelled{Reason: "stop"}})
		if got := outline(list); got != "accepted decided(intake/collecting_requirements) turn_ended" {
			t.Errorf("cancel: %s", got)
		}
		if got := first(); !strings.HasSuffix(got, "turn_ended") {
			t.Errorf("first: %s", got)
		}
		const stopped = "queued accepted decided(intake/collecting_requirements) call_started(trip_requirements_extract)" +
			" accepted decided(intake/collecting_requirements) turn_ended"
		if got := waits(); got != stopped {
			t.Errorf("what waited: %s", got)
		}
		if n := w.calls(trip.ToolExtract) + w.calls(trip.ToolFlightSearch) - called; n != 0 {
			t.Errorf("%d calls after the cancellation", n)
		}
		if in := state(t, r, "t1"); in.Request.UserMessage != "and then?" {
			t.Errorf("the message that waited is not kept, but %q", in.Request.UserMessage)
		}
		after := outline(send(t, r, "t1", say("go on")))
		if !strings.HasSuffix(after, "decided(quote/presenting_options) turn_ended") {
			t.Errorf("after it: %s", after)
		}
	})
}

func TestNothingToCancel(t *testing.T) {
	r := start(t, newWorld(), newStore())
	if err := r.Create(t.Context(), "t1", trip.NewIntent()); err != nil {
		t.Fatal(err)
	}
	list := send(t, r, "t1", trip.Event{Data: trip.TurnCancelled{}})
	if got := outline(list); got != "accepted decided(intake/collecting_requirements) turn_ended" {
		t.Errorf("%s", got)
	}
}

func TestOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		s := newStore()
		r := start(t, w, s, func(c *runner.Config) { c.Limits.Turns = 1 })
		first := later(t, r, "t1", say("LIS to FCO"))
		synctest.Wait()
		if _, err := sendErr(t.Context(), r, "t2", say("LIS to FCO")); !errors.Is(err, runner.ErrOverloaded) {
			t.Errorf("got %v, want ErrOverloaded", err)
		}
		if _, err := s.Load(t.Context(), "t2"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the refused event left something: %v", err)
		}
		first()
		synctest.Wait()
		send(t, r, "t2", say("LIS to FCO"))
	})
}

func TestEventsThatAreNotAccepted(t *testing.T) {
	r := start(t, newWorld(), newStore())
	for name, tc := range map[string]struct {
		id   trip.ID
		ev   trip.Event
		want error
	}{
		"no data":       {"t1", trip.Event{}, runner.ErrEvent},
		"tool's result": {"t1", trip.Event{Data: trip.ToolResult{ToolName: "x", Result: "{}"}}, runner.ErrEvent},
		// Becomes U+FFFD.
		"invalid text": {"t1", say("\xff"), nil},
		// It is the runner's.
		"own seq":     {"t1", trip.Event{Seq: 7, Data: trip.IntentReady{}, Extra: []trip.Member{{Key: "seq", Value: "9"}}}, nil},
		"two ids":     {"t1", trip.Event{ID: "a", Data: trip.IntentReady{}, Extra: []trip.Member{{Key: "id", Value: `"b"`}}}, runner.ErrEvent},
		"hidden id":   {"t1", trip.Event{Data: trip.IntentReady{}, Extra: []trip.Member{{Key: "id", Value: `"b"`}}}, runner.ErrEvent},
		"no trip":     {"", say("hi"), store.ErrInvalid},
		"too long":    {"t1", say(strings.Repeat("x", trip.MaxMessageBytes+1)), runner.ErrTooLarge},
		"long bundle": {"t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: strings.Repeat("x", trip.MaxMessageBytes)}}, runner.ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sendErr(t.Context(), r, tc.id, tc.ev)
			if !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}
