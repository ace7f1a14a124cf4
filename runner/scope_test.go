package runner_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/legwork-go/legwork/trip"
)

func scope(id string, documents ...string) trip.Event {
	return trip.Event{ID: id, Data: trip.ScopeChanged{DocumentIDs: documents}}
}

// TestScopeChangesBetweenTurns opens no turn, and is answered from the log when it comes again.
func TestScopeChangesBetweenTurns(t *testing.T) {
	r := start(t, newWorld(), newStore())
	const want = "accepted decided(intake/collecting_requirements) turn_ended"
	for range 2 {
		if got := outline(send(t, r, "t1", scope("s1", "d1"))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if in := state(t, r, "t1"); in.Turn.Number != 0 || in.Turn.Seq != 1 || !slices.Equal(in.Scope.DocumentIDs, []string{"d1"}) {
		t.Errorf("turn %d, seq %d, scope %+v", in.Turn.Number, in.Turn.Seq, in.Scope)
	}
	send(t, r, "t1", say("LIS to FCO"))
	send(t, r, "t1", scope("s2"))
	if in := state(t, r, "t1"); in.Turn.Number != 1 || len(in.Scope.DocumentIDs) != 0 || in.Status.Node != trip.PresentingOptions {
		t.Errorf("turn %d in %s, scope %+v", in.Turn.Number, in.Status.Node, in.Scope)
	}
	replayed(t, recording(t, r, "t1"))
}

// TestScopeWaitsForTheTurn under every policy: it neither stops a turn nor is refused.
func TestScopeWaitsForTheTurn(t *testing.T) {
	for _, m := range []trip.Multitask{trip.Enqueue, trip.Interrupt, trip.Reject} {
		t.Run(string(m), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld()
				w.on(trip.ToolFlightSearch, slow(5*time.Second, flights))
				r := start(t, w, newStore(), policy(m))
				first := later(t, r, "t1", say("LIS to FCO"))
				time.Sleep(time.Second)
				second := later(t, r, "t1", scope("s1", "d1"))
				synctest.Wait()
				if in := state(t, r, "t1"); len(in.Scope.DocumentIDs) != 0 {
					t.Errorf("the scope changed while the turn runs: %+v", in.Scope)
				}
				if got := first(); !strings.HasSuffix(got, "decided(quote/presenting_options) turn_ended") {
					t.Errorf("first: %s", got)
				}
				if got := second(); got != "queued accepted decided(quote/presenting_options) turn_ended" {
					t.Errorf("queued: %s", got)
				}
				if in := state(t, r, "t1"); in.Turn.Number != 1 || !slices.Equal(in.Scope.DocumentIDs, []string{"d1"}) {
					t.Errorf("turn %d, scope %+v", in.Turn.Number, in.Scope)
				}
				replayed(t, recording(t, r, "t1"))
			})
		})
	}
}

// TestQueuedScopeSurvivesARestart, and the event behind it does too.
func TestQueuedScopeSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := newWorld(), newStore()
		w.on(trip.ToolFlightSearch, hangs)
		r := start(t, w, s)
		later(t, r, "t1", say("LIS to FCO"))
		time.Sleep(time.Second)
		later(t, r, "t1", scope("s1", "d1"))
		synctest.Wait()
		later(t, r, "t1", say("in business"))
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if r.Close(ctx) == nil {
			t.Fatal("nothing was cut short")
		}
		w.on(trip.ToolFlightSearch, nil)
		again := start(t, w, s)
		if err := again.Resume(t.Context(), "t1"); err != nil {
			t.Fatal(err)
		}
		if in := state(t, again, "t1"); in.Turn.Number != 2 || !slices.Equal(in.Scope.DocumentIDs, []string{"d1"}) {
			t.Errorf("turn %d, scope %+v", in.Turn.Number, in.Scope)
		}
		replayed(t, recording(t, again, "t1"))
	})
}
