package runner_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
)

func named(id, text string) trip.Event { return trip.Event{ID: id, Data: trip.UserMessage{Text: text}} }

// busy starts a runner and the turn of e1, which searches flights for five seconds. It returns what the turn tells.
func busy(t *testing.T, w *world, configure ...func(*runner.Config)) (r *runner.Runner, first func() string) {
	t.Helper()
	w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
	r = start(t, w, newStore(), configure...)
	first = later(t, r, "t1", named("e1", "LIS to FCO"))
	synctest.Wait()
	return r, first
}

func TestSecondDeliveryIsAnsweredFromTheLog(t *testing.T) {
	w, s := newWorld(), newStore()
	r := start(t, w, s)
	first := send(t, r, "t1", named("e1", "LIS to FCO"))
	send(t, r, "t1", named("e2", "in business"))
	before := recording(t, r, "t1")
	for name, r := range map[string]*runner.Runner{"same process": r, "after a restart": start(t, w, s)} {
		again := send(t, r, "t1", named("e1", "LIS to FCO"))
		if outline(again) != outline(first) {
			t.Errorf("%s: got %s, want %s", name, outline(again), outline(first))
		}
		for i, u := range again {
			if !u.Replayed || u.Seq != first[i].Seq || u.Turn != first[i].Turn {
				t.Errorf("%s: update %d is %+v", name, i, u)
			}
		}
	}
	if recording(t, r, "t1") != before {
		t.Error("the log has changed")
	}
	if n := w.calls(trip.ToolExtract); n != 2 {
		t.Errorf("%d extractions, want 2", n)
	}
}

func TestSecondDeliveryJoinsTheRunningTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, first := busy(t, w)
		again := later(t, r, "t1", named("e1", "LIS to FCO"))
		if a, b := first(), again(); a != b {
			t.Errorf("first  %s\nsecond %s", a, b)
		}
		if n := state(t, r, "t1").Turn.Number; n != 1 {
			t.Errorf("%d turns, want 1", n)
		}
	})
}

func TestSecondDeliveryJoinsTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, _ := busy(t, w)
		queued := later(t, r, "t1", named("e2", "in business"))
		synctest.Wait()
		again := later(t, r, "t1", named("e2", "in business"))
		if a, b := queued(), again(); a != b || !strings.HasPrefix(a, "queued accepted") {
			t.Errorf("first  %s\nsecond %s", a, b)
		}
		if n := state(t, r, "t1").Turn.Number; n != 2 {
			t.Errorf("%d turns, want 2", n)
		}
	})
}

func TestSecondDeliveryOfAnInterruptedTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, first := busy(t, w, policy(trip.Interrupt))
		send(t, r, "t1", named("e2", "in business"))
		if a, b := first(), outline(send(t, r, "t1", named("e1", "LIS to FCO"))); a != b {
			t.Errorf("first  %s\nsecond %s", a, b)
		}
	})
}

// The first of many events is recognised as the last one is, by the process that took it and after a
// restart, also when its state is in no snapshot any more.
func TestSecondDeliveryAfterManyEvents(t *testing.T) {
	w, s := newWorld(), newStore()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	r := start(t, w, s)
	for i := range 120 { // 3 events each
		send(t, r, "t1", named(fmt.Sprintf("e%d", i), "hm"))
	}
	if _, err := s.(store.Pruner).Prune(t.Context(), store.Retention{KeepTurns: 1}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*runner.Runner{r, start(t, w, s)} {
		for _, id := range []string{"e119", "e60", "e0"} {
			if list := send(t, r, "t1", named(id, "hm")); !list[0].Replayed {
				t.Errorf("%s is a new event", id)
			}
			conflicts(t, r, named(id, "something else"))
		}
		if n := state(t, r, "t1").Turn.Number; n != 120 {
			t.Errorf("%d turns, want 120", n)
		}
	}
}

// conflicts delivers an event to t1 under the id of another one. It must be refused and change nothing.
func conflicts(t *testing.T, r *runner.Runner, ev trip.Event) *runner.ConflictError {
	t.Helper()
	before := recording(t, r, "t1")
	list, err := sendErr(t.Context(), r, "t1", ev)
	var conflict *runner.ConflictError
	if len(list) > 0 || !errors.Is(err, runner.ErrConflict) || !errors.As(err, &conflict) || conflict.Trip != "t1" || conflict.EventID != ev.ID {
		t.Fatalf("%s %s: got %s and %v, want a conflict", ev.ID, ev.Type(), outline(list), err)
	}
	if recording(t, r, "t1") != before {
		t.Errorf("%s changed the log", ev.ID)
	}
	return conflict
}

func TestIDThatComesAgainWithOtherContent(t *testing.T) {
	w, s := newWorld(), newStore()
	r := start(t, w, s)
	first := trip.Event{
		ID: "e1", Data: trip.UserMessage{Text: "LIS to FCO"},
		Extra: []trip.Member{{Key: "client", Value: `{"b":1.0,"a":2}`}},
	}
	send(t, r, "t1", first)
	send(t, r, "t1", trip.Event{ID: "e2", Data: trip.UserSelectedBundle{BundleID: "b1"}})
	send(t, r, "t1", trip.Event{ID: "e3", Data: trip.UserRequestHold{}})
	send(t, r, "t1", trip.Event{ID: "e4", Data: trip.TurnCancelled{}})
	approval := trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm"}
	send(t, r, "t1", trip.Event{ID: "e5", Data: approval})
	other := approval
	other.PaymentMethodID = "another"
	for _, r := range []*runner.Runner{r, start(t, w, s)} {
		for _, ev := range []trip.Event{
			{ID: "e1", Data: first.Data},
			{ID: "e1", Data: trip.UserMessage{Text: "LIS to FCO "}, Extra: first.Extra},
			{ID: "e1", Data: approval},
			{ID: "e2", Data: trip.UserSelectedBundle{BundleID: "b2"}},
			{ID: "e3", Data: trip.UserRequestHold{Confirmations: []string{"all"}}},
			{ID: "e4", Data: trip.TurnCancelled{Reason: "stop"}},
			{ID: "e5", Data: other},
		} {
			if c := conflicts(t, r, ev); c.Seq == 0 {
				t.Errorf("%s: the conflict does not say where the other event stands", ev.ID)
			}
		}
		same := first
		same.Extra = []trip.Member{{Key: "client", Value: `{"a":2,"b":1}`}}
		same.At, same.Seq, same.Turn, same.Trip = 5, 77, 8, "elsewhere"
		for _, ev := range []trip.Event{same, {ID: "e3", Data: trip.UserRequestHold{Confirmations: []string{}}}, {ID: "e5", Data: approval}} {
			if list := send(t, r, "t1", ev); !list[0].Replayed {
				t.Errorf("%s with the same content is a new event", ev.ID)
			}
		}
	}
	if n := w.calls(trip.ToolPurchase); n != 1 {
		t.Errorf("%d purchases, want 1", n)
	}
}

func TestIDOfAQueuedEventThatComesAgainWithOtherContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		r, _ := busy(t, w)
		queued := later(t, r, "t1", named("e2", "in business"))
		synctest.Wait()
		if c := conflicts(t, r, named("e2", "in economy")); c.Seq != 0 {
			t.Errorf("a queued event stands at seq %d", c.Seq)
		}
		conflicts(t, r, named("e1", "LIS to TYO")) // its turn runs
		if got := queued(); !strings.HasPrefix(got, "queued accepted") {
			t.Errorf("got %s", got)
		}
	})
}

// A patch, or an unknown member, may hold an id as the engine makes them. That of the event counts all the same.
func TestIDOfAPatchThatComesAgainWithOtherContent(t *testing.T) {
	w, s := newWorld(), newStore()
	r := start(t, w, s)
	send(t, r, "t1", named("e1", "LIS to FCO"))
	patch := trip.Event{
		ID: "p1", Data: trip.IntentPatched{Patch: `{"party":{"travelers":{"adults":2}}}`},
		Extra: []trip.Member{{Key: "client", Value: trip.Raw(`{"id":"` + calls.EventID("t1", state(t, r, "t1").Turn.Seq+1) + `"}`)}},
	}
	send(t, r, "t1", patch)
	for _, r := range []*runner.Runner{r, start(t, w, s)} {
		conflicts(t, r, trip.Event{ID: "p1", Data: trip.IntentPatched{Patch: `{"party":{"travelers":{"adults":3}}}`}})
	}
}

// The ids that the engine makes are its own: whatever the case in which they are written, and of
// whatever trip.
func TestIDsOfTheEngineAreRefused(t *testing.T) {
	r := start(t, newWorld(), newStore())
	send(t, r, "t1", named("", "LIS to FCO"))
	for _, id := range []string{
		calls.EventID("t1", 1), calls.EventID("t1", 99), calls.EventID("another", 1), calls.ID("t1", 1, 1),
		strings.ToUpper(calls.EventID("t1", 1)),
	} {
		if _, err := sendErr(t.Context(), r, "t1", named(id, "hello")); !errors.Is(err, runner.ErrReserved) {
			t.Errorf("%s: got %v, want ErrReserved", id, err)
		}
	}
	hidden := trip.Event{
		Data: trip.UserMessage{Text: "hello"}, Extra: []trip.Member{{Key: "id", Value: trip.Raw(`"` + calls.EventID("t1", 9) + `"`)}},
	}
	if _, err := sendErr(t.Context(), r, "t1", hidden); !errors.Is(err, runner.ErrEvent) {
		t.Errorf("an id among the unknown members: got %v, want ErrEvent", err)
	}
	for _, id := range []string{
		"8f14e45f-ceea-467f-a1f0-52d0a1c9e1e5", "01966b1c-7a3e-7cc2-98c4-dc0c0c07398f", // versions 4 and 7
		strings.ReplaceAll(calls.EventID("t1", 1), "-", ""), calls.EventID("t1", 1) + "x", "e 1 – ü", strings.Repeat("x", 256),
	} {
		send(t, r, "t1", named(id, "hello"))
	}
	if _, err := sendErr(t.Context(), r, "t1", named(strings.Repeat("x", 257), "hello")); !errors.Is(err, runner.ErrTooLarge) {
		t.Errorf("an id of 257 bytes: got %v, want ErrTooLarge", err)
	}
}

// A log that came from elsewhere may have ids of any form on any event.
func TestIDsOfAnImportedLog(t *testing.T) {
	s := newStore()
	if err := s.Append(t.Context(), store.Commit{Trip: "t1", Header: []byte(`{"recording":"legwork/1","trip_id":"t1"}`), Events: [][]byte{
		[]byte(`{"at":"2026-03-01T09:00:01Z","data":{"text":"hm"},"id":"x1","seq":1,"type":"USER_MESSAGE"}`),
		[]byte(`{"at":"2026-03-01T09:00:02Z","data":{"error":"no","tool_name":"trip_requirements_extract"},"id":"x2","seq":2,"type":"TOOL_ERROR"}`),
	}}); err != nil {
		t.Fatal(err)
	}
	r := start(t, newWorld(), s)
	conflicts(t, r, named("x2", "hm"))
	if list := send(t, r, "t1", named("x1", "hm")); !list[0].Replayed {
		t.Error("x1 is a new event")
	}
}

// A trip that the store has forgotten begins anew, also under the ids that it had.
func TestIDsOfATripThatWasForgotten(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	s := mem.New(mem.Options{Now: func() time.Time { return now }})
	w := newWorld()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	r := start(t, w, s, func(c *runner.Config) { c.Limits.IdleCache = -1 })
	send(t, r, "t1", named("e1", "hm"))
	send(t, r, "t1", named("e2", "hm"))
	now = now.Add(2 * time.Hour)
	if report, err := s.Prune(t.Context(), store.Retention{IdleAfter: time.Hour}); err != nil || report.Removed != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	if list := send(t, r, "t1", named("e2", "something else")); list[0].Replayed || list[0].Seq != 1 {
		t.Errorf("got %+v", list[0])
	}
	if list := send(t, r, "t1", named("e2", "something else")); !list[0].Replayed {
		t.Error("e2 is new once more")
	}
}

// TestAMessageToATripThatWasPruned is not lost: the trip was at rest in memory when the store forgot it, and begins
// anew. What is about a trip that exists is refused.
func TestAMessageToATripThatWasPruned(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	s := mem.New(mem.Options{Now: func() time.Time { return now }})
	w := newWorld()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	r := start(t, w, s)
	prune := func() {
		t.Helper()
		send(t, r, "t1", say("hm"))
		now = now.Add(2 * time.Hour)
		if report, err := s.Prune(t.Context(), store.Retention{IdleAfter: time.Hour}); err != nil || report.Removed != 1 {
			t.Fatalf("%+v, %v", report, err)
		}
	}
	prune()
	if list := send(t, r, "t1", named("e1", "hm")); list[0].Seq != 1 || list[0].Turn != 1 {
		t.Errorf("got %+v", list[0])
	}
	replayed(t, recording(t, r, "t1"))
	prune()
	if list := send(t, r, "t1", named("e1", "under an id that the forgotten trip had")); list[0].Seq != 1 || list[0].Replayed {
		t.Errorf("got %+v", list[0])
	}
	prune()
	if _, err := sendErr(t.Context(), r, "t1", trip.Event{Data: trip.UserAnswered{AskID: "a", ChoiceID: "yes"}}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an answer to nothing: %v", err)
	}
	if _, err := sendErr(t.Context(), r, "t1", trip.Event{ID: "\xff", Data: trip.UserMessage{Text: "hello"}}); !errors.Is(err, runner.ErrEvent) {
		t.Errorf("an id that is no text: %v", err)
	}
	if _, err := sendErr(t.Context(), r, "t1", trip.Event{Data: trip.UserSelectedBundle{BundleID: "b1"}}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a choice: %v", err)
	}
}

// reads counts how often trips and logs are read from the store.
type reads struct {
	store.Store
	trips, logs int
}

func (l *reads) Load(ctx context.Context, id trip.ID) (store.Trip, error) {
	l.trips++
	return l.Store.Load(ctx, id)
}

func (l *reads) Log(ctx context.Context, id trip.ID, from int64) iter.Seq2[store.Record, error] {
	l.logs++
	return l.Store.Log(ctx, id, from)
}

func TestRememberedTripsAreBounded(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	s := &reads{Store: newStore()}
	r := start(t, w, s, func(c *runner.Config) { c.Limits.Remembered = 2 })
	for i := range 4 {
		send(t, r, tripID(i), named("e1", "hm"))
	}
	for _, i := range []int{3, 2, 1, 0} {
		if got := send(t, r, tripID(i), named("e1", "hm")); !got[0].Replayed {
			t.Errorf("trip %d: the second delivery was not recognised", i)
		}
	}
	if s.logs != 6 { // to tell again what happened, and of the two that were forgotten for their ids
		t.Errorf("%d logs were read, want 6", s.logs)
	}
}

// Of the trips that are remembered the one goes first that nobody has asked for longest, and a second delivery asks.
func TestATripThatIsAskedForStaysRemembered(t *testing.T) {
	w := newWorld()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	s := &reads{Store: newStore()}
	r := start(t, w, s, func(c *runner.Config) { c.Limits.Remembered = 2 })
	for _, i := range []int{0, 1, 0, 2, 0} { // 1 has to go for 2
		send(t, r, tripID(i), named("e1", "hm"))
	}
	if s.logs != 2 { // to tell 0 again, twice
		t.Errorf("%d logs were read, want 2", s.logs)
	}
}

func TestOnlyAFewTripsAtRestStayInMemory(t *testing.T) {
	for idle, want := range map[int]int{2: 4, -1: 6} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			w.on(trip.ToolExtract, answers(nothingExtracted))
			s := &reads{Store: newStore()}
			r := start(t, w, s, func(c *runner.Config) { c.Limits.IdleCache = idle })
			for _, i := range []int{0, 1, 2, 2, 1, 0} { // with two places, 0 has to go for 2
				send(t, r, tripID(i), say("hm"))
				synctest.Wait() // the turn's end is told before its trip is let go
			}
			if s.trips != want {
				t.Errorf("%d at rest: %d loads, want %d", idle, s.trips, want)
			}
		})
	}
}
