package runner_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

func named(id, text string) trip.Event { return trip.Event{ID: id, Data: trip.UserMessage{Text: text}} }

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
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, newStore())
		first := later(t, r, "t1", named("e1", "LIS to FCO"))
		synctest.Wait()
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
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, newStore())
		later(t, r, "t1", named("e1", "LIS to FCO"))
		synctest.Wait()
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
		w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
		r := start(t, w, newStore(), policy(trip.Interrupt))
		first := later(t, r, "t1", named("e1", "LIS to FCO"))
		synctest.Wait()
		send(t, r, "t1", named("e2", "in business"))
		if a, b := first(), outline(send(t, r, "t1", named("e1", "LIS to FCO"))); a != b {
			t.Errorf("first  %s\nsecond %s", a, b)
		}
	})
}

func TestEventIDsAreForgottenBeyondTheirBound(t *testing.T) {
	w, s := newWorld(), newStore()
	w.on(trip.ToolExtract, answers(nothingExtracted))
	r := start(t, w, s)
	for i := range 60 { // 3 events each
		send(t, r, "t1", named(fmt.Sprintf("e%d", i), "hm"))
	}
	turns := func() int64 { return state(t, r, "t1").Turn.Number }
	for _, r := range []*runner.Runner{r, start(t, w, s)} {
		send(t, r, "t1", named("e59", "hm"))
		send(t, r, "t1", named("e20", "hm"))
	}
	if n := turns(); n != 60 {
		t.Errorf("%d turns: an event among the newest %d was not recognised", n, runner.RememberedEvents)
	}
	send(t, r, "t1", named("e0", "hm"))
	if n := turns(); n != 61 {
		t.Errorf("%d turns: an event beyond the bound was found", n)
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

func TestOnlyAFewTripsAtRestStayInMemory(t *testing.T) {
	for rested, want := range map[int]int{2: 4, -1: 6} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			w.on(trip.ToolExtract, answers(nothingExtracted))
			s := &reads{Store: newStore()}
			r := start(t, w, s, func(c *runner.Config) { c.Limits.Rested = rested })
			for _, i := range []int{0, 1, 2, 2, 1, 0} { // with two places, 0 has to go for 2
				send(t, r, tripID(i), say("hm"))
				synctest.Wait() // the turn's end is told before its trip is let go
			}
			if s.trips != want {
				t.Errorf("%d at rest: %d loads, want %d", rested, s.trips, want)
			}
		})
	}
}
