package runner_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

func TestTurnStreamsItsUpdates(t *testing.T) {
	r := start(t, newWorld(), newStore())
	got := outline(send(t, r, "t1", say("LIS to FCO on May 1")))
	want := strings.Join([]string{
		"accepted decided(intake/collecting_requirements) call_started(trip_requirements_extract)",
		"call_finished(trip_requirements_extract=ok) decided(quote/quoting_flights) call_started(flight_quote_search)",
		"call_finished(flight_quote_search=ok) decided(quote/ranking_bundles) call_started(trip_option_ranker)",
		"call_finished(trip_option_ranker=ok) decided(quote/presenting_options) turn_ended",
	}, " ")
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestStoryFromMessageToBooking(t *testing.T) {
	w := newWorld()
	r := start(t, w, newStore())
	book(t, r, "t1")
	list := send(t, r, "t1", approval())
	last := list[len(list)-1]
	if last.Kind != runner.TurnEnded || last.Decision.Status != trip.Booked {
		t.Fatalf("the story ends with %s", outline(list))
	}
	if n := w.calls(trip.ToolPurchase); n != 1 {
		t.Errorf("%d purchases, want 1", n)
	}
	replayed(t, recording(t, r, "t1"))
}

// replayed folds a recording again and holds it against its digests.
func replayed(t testing.TB, text string) *replay.Replayer {
	t.Helper()
	p := replay.New("trip.jsonl", turn.Default(), replay.Options{})
	for step, err := range p.Lines(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if step.Event.Decision == "" || step.Event.State == "" || step.Event.ID == "" {
			t.Errorf("seq %d has no digests or no id", step.Event.Seq)
		}
	}
	return p
}

// TestContinueMakesNoTrip: no event makes a trip that was never there, was deleted, or was forgotten by the store
// while it rested in memory.
func TestContinueMakesNoTrip(t *testing.T) {
	w, s := newWorld(), mem.New(mem.Options{})
	r := start(t, w, s)
	goOn := func(id trip.ID) error {
		var last error
		for _, err := range r.Continue(t.Context(), id, say("LIS to FCO")) {
			last = err
		}
		return last
	}
	send(t, r, "t1", say("LIS to FCO"))
	send(t, r, "t2", say("LIS to FCO"))
	if err := goOn("t1"); err != nil {
		t.Errorf("a trip that is there: %v", err)
	}
	if n := state(t, r, "t1").Turn.Number; n != 2 {
		t.Errorf("it has %d turns, want 2", n)
	}
	if err := r.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "t2"); err != nil { // without the runner's knowledge, as Prune does it
		t.Fatal(err)
	}
	for _, id := range []trip.ID{"t1", "t2", "t3"} {
		if err := goOn(id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", id, err)
		}
		if _, err := r.State(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s was made: %v", id, err)
		}
	}
}
