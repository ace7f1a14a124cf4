package turn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// A clock that stands at the moment of the last event was not set back behind it: nothing has ended meanwhile.
func TestClockAtTheLastEvent(t *testing.T) {
	const last = trip.Instant(1_772_355_600_000_000_000)
	for clock, want := range map[trip.Instant]string{last: trip.HoldHeld, last - 1: trip.HoldLapsed} {
		in := trip.NewIntent()
		in.TripID, in.Turn.Seq, in.CreatedAt, in.UpdatedAt, in.Turn.LogAt = "t1", 3, last-9, last, last+5
		in.WorkingMemory.Holds = []trip.Hold{{HoldID: "H1", OptionID: "f1", Status: trip.HoldHeld, ExpiresAt: last}}
		next, _, err := turn.Step(turn.Default(), in, trip.Event{At: last + 6, Clock: clock, Data: trip.TurnCancelled{}})
		if err != nil {
			t.Fatal(err)
		}
		if got := next.WorkingMemory.Holds[0].Status; got != want {
			t.Errorf("with the clock %d before the last event the hold is %q, want %q", last-clock, got, want)
		}
	}
}

// An event whose clock agrees with its place in the log says so by having none.
func TestClockIsBeforeAt(t *testing.T) {
	const at = trip.Instant(1_772_355_600_000_000_000)
	for clock, want := range map[trip.Instant]error{at - 1: nil, at: turn.ErrTime, at + 1: turn.ErrTime, -1: turn.ErrTime} {
		_, _, err := turn.Step(turn.Default(), trip.NewIntent(), trip.Event{At: at, Clock: clock, Data: trip.IntentReady{}})
		if !errors.Is(err, want) {
			t.Errorf("clock %d behind at: %v, want %v", clock-at, err, want)
		}
	}
}

// An event without a time is told so, and not that its clock is wrong.
func TestEventWithoutTime(t *testing.T) {
	for _, ev := range []trip.Event{{}, {At: -1}, {At: 1, Clock: -1}} {
		ev.Data = trip.IntentReady{}
		_, _, err := turn.Step(turn.Default(), trip.NewIntent(), ev)
		if !errors.Is(err, turn.ErrTime) || !strings.Contains(err.Error(), "needs a time after 1970-01-01") {
			t.Errorf("at %d, clock %d: %v", ev.At, ev.Clock, err)
		}
	}
}
