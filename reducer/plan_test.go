package reducer

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// A stay whose place is not known yet is never where the trip begins, also while neither end has a code.
func TestPlanStayIsNotAtTheStart(t *testing.T) {
	in := trip.NewIntent()
	in.Itinerary.Lodging.Needed = true
	in.Itinerary.Segments = []trip.Segment{{Origin: trip.Place{City: "Manchester"}}}
	if place, _ := planStay(&in, 0).Get("place").(trip.Params); place.Get("city") != "" {
		t.Errorf("the stay is in %v", place)
	}
}

// Numbers of stars that say nothing are none, and no hotel is the best for them.
func TestStarsThatSayNothing(t *testing.T) {
	for text, want := range map[trip.Number]int64{
		"4": 40, "4.5": 45, "4.59": 45, "0": 0, "": 0, "-4": 0, "-4.5": 0, "4e1": 0, "99999999999999999999999": 0,
	} {
		if got := tenths(text); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

// A flight that lands as it leaves has times that cannot be: it is not the fastest.
func TestNoFlightTakesNoTime(t *testing.T) {
	for arrival, want := range map[string]int64{
		"2026-05-04T18:31:00+01:00": 1, "2026-05-04T18:30:00+01:00": worst, "2026-05-04T18:29:00+01:00": worst,
	} {
		o := trip.FlightOption{Segments: []trip.FlightLeg{{DepartAt: "2026-05-04T18:30:00+01:00", ArriveAt: arrival}}}
		if got := minutesOf(&o); got != want {
			t.Errorf("until %s it is %d minutes, want %d", arrival, got, want)
		}
	}
}
