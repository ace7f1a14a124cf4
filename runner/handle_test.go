package runner_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/runner"
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
