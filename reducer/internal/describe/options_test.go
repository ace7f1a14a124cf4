package describe

import (
	"slices"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// An airline that flies several legs is named once, and one that is not known not at all.
func TestAirlinesOfAFlight(t *testing.T) {
	t.Parallel()
	legs := []trip.FlightLeg{{From: "JFK", Airline: "Larkspur"}, {From: "BOS"}, {From: "LIS", Airline: "Larkspur"}, {From: "OPO", Airline: "Orchard Air"}}
	got := Flights([]*trip.FlightOption{{}, {Segments: legs}})
	if len(got) != 1 || !slices.Equal(got[0].Get("airlines").([]string), []string{"Larkspur", "Orchard Air"}) {
		t.Errorf("%v", got)
	}
}
