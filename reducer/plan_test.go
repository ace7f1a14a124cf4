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
