package describe

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/legwork-go/legwork/trip"
)

// A stay is where a leg goes that has its place, else where one begins. As long as its place is not known it is where
// the leg to the city of its hint goes, without a hint the first one, and never where the trip begins.
func TestPlaceOfAStay(t *testing.T) {
	t.Parallel()
	nyc, lisbon, porto := trip.Place{Code: "NYC", City: "New York"}, trip.Place{Code: "LIS", City: "Lisbon"}, trip.Place{Code: "OPO", City: "Porto"}
	toLisbon, toPorto := trip.Segment{Origin: nyc, Destination: lisbon}, trip.Segment{Origin: lisbon, Destination: porto}
	uncoded := trip.Segment{Origin: trip.Place{City: "Manchester"}, Destination: trip.Place{City: "Lisbon"}}
	for name, c := range map[string]struct {
		stay trip.Stay
		legs []trip.Segment
		city string
	}{
		"where a leg goes":         {trip.Stay{LocationCode: "OPO"}, []trip.Segment{toLisbon, toPorto}, "Porto"},
		"where a leg goes first":   {trip.Stay{LocationCode: "LIS"}, []trip.Segment{{Origin: lisbon}, toLisbon}, "Lisbon"},
		"where a leg begins":       {trip.Stay{LocationCode: "NYC"}, []trip.Segment{toLisbon, toPorto}, "New York"},
		"where one begins by name": {trip.Stay{LocationCode: "NYC"}, []trip.Segment{toLisbon, {Origin: trip.Place{Code: "NYC"}}}, "New York"},
		"elsewhere":                {trip.Stay{LocationCode: "FAO"}, []trip.Segment{toLisbon, toPorto}, ""},
		"not known":                {trip.Stay{}, []trip.Segment{uncoded}, "Lisbon"},
		"not known, nor the leg's": {trip.Stay{}, []trip.Segment{{Origin: trip.Place{City: "Manchester"}}}, ""},
		"by its hint":              {trip.Stay{LocationHint: "Porto"}, []trip.Segment{toLisbon, toPorto}, "Porto"},
		"by a hint to elsewhere":   {trip.Stay{LocationHint: "Porto"}, []trip.Segment{uncoded}, ""},
	} {
		in := trip.NewIntent()
		in.Itinerary.Lodging.Needed, in.Itinerary.Lodging.Stays = true, []trip.Stay{c.stay}
		in.Itinerary.Segments = c.legs
		if place, _ := Stay(&in, 0).Get("place").(trip.Params); place.Get("city") != c.city {
			t.Errorf("%s: the stay is in %v, want %q", name, place, c.city)
		}
	}
}

// Each wish is told, and nothing that nobody wished.
func TestWishesOf(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	if got := wishesOf(&in); len(got) > 0 {
		t.Errorf("a trip without wishes has %v", got)
	}
	in.Preferences.Flight = trip.FlightPreferences{PreferredAirlines: []string{"Larkspur"}, MaxStops: trip.OptInt{Set: true}}
	in.Preferences.Hotel = trip.HotelPreferences{StarMin: trip.OptInt{Set: true, Value: 4}, MaxPricePerNight: trip.Money{Minor: 9000, Currency: "EUR"}}
	in.Constraints.RefundablePreference = true
	want := []any{"airlines", []string{"Larkspur"}, "max_stops", "0", "stars", "4", "nightly", "90.00 EUR", "refundable", true}
	if diff := cmp.Diff(want, wishesOf(&in)); diff != "" {
		t.Errorf("wishes (-want +got):\n%s", diff)
	}
}
