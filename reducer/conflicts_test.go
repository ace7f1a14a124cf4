package reducer

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Behaviour 6.4, at the edges of what contradicts itself.
func TestConflicts(t *testing.T) {
	t.Parallel()
	leg := func(from, to string, day trip.Date) trip.Segment {
		return trip.Segment{Origin: at(from), Destination: at(to), DepartDate: day}
	}
	out, back := leg("BER", "ROM", 20500), leg("ROM", "BER", 20507)
	for name, c := range map[string]struct {
		adults, children, infants int64
		kind                      trip.TripType
		legs                      []trip.Segment
		stays                     []trip.Stay
		withoutLodging            bool
		want                      []string
	}{
		"a lap for each infant":      {adults: 1, infants: 1},
		"an infant too many":         {adults: 1, infants: 2, want: []string{trip.InfantsWithoutLaps}},
		"nine seats":                 {adults: 5, children: 4},
		"ten seats":                  {adults: 5, children: 5, want: []string{trip.PartyTooLarge}},
		"back on the same day":       {legs: []trip.Segment{out, leg("ROM", "BER", 20500)}},
		"back before":                {kind: trip.RoundTrip, legs: []trip.Segment{out, leg("ROM", "BER", 20499)}, want: []string{trip.ReturnBeforeDeparture}},
		"a night before":             {legs: []trip.Segment{out, back}, stays: []trip.Stay{{CheckIn: 20499, CheckOut: 20502}}, want: []string{trip.StayOutsideTrip}},
		"a night after":              {legs: []trip.Segment{out, back}, stays: []trip.Stay{{CheckIn: 20500, CheckOut: 20508}}, want: []string{trip.StayOutsideTrip}},
		"a night before, not needed": {legs: []trip.Segment{out, back}, stays: []trip.Stay{{CheckIn: 20499, CheckOut: 20502}}, withoutLodging: true},
		"a stay alone":               {kind: trip.StayOnly, legs: []trip.Segment{out, back}, stays: []trip.Stay{{CheckIn: 20499, CheckOut: 20509}}},
		"back before, behind a train without a day": {
			legs: []trip.Segment{out, {Origin: at("ROM"), Destination: at("NAP"), TransportMode: "train"}, leg("NAP", "BER", 20499)},
			want: []string{trip.LegsOutOfOrder},
		},
		"legs come first": {
			legs: []trip.Segment{out, leg("ROM", "PAR", 20499)}, stays: []trip.Stay{{CheckIn: 20490, CheckOut: 20491}},
			want: []string{trip.LegsOutOfOrder},
		},
	} {
		in := trip.NewIntent()
		in.Party.Travelers = trip.Travelers{Adults: c.adults, Children: c.children, Infants: c.infants}
		in.Itinerary.TripType, in.Itinerary.Segments = c.kind, c.legs
		in.Itinerary.Lodging.Needed, in.Itinerary.Lodging.Stays = !c.withoutLodging, c.stays
		var got []string
		for _, conflict := range conflicts(&in) {
			got = append(got, conflict.Code)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Behaviour 1.2: what is required and absent, once each.
func TestMissing(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Itinerary.TripType = trip.StayOnly
	in.Itinerary.Lodging.Needed = true
	in.Itinerary.Lodging.Stays = []trip.Stay{{CheckIn: 20500, CheckOut: 20501}, {CheckIn: 20501, CheckOut: 20502}}
	s := deciding(&in)
	s.Policy.Required = []string{"party.travelers.adults", "itinerary.trip_type"}
	want := "[party.travelers.adults itinerary.lodging.stays[0].location_code itinerary.lodging.stays[1].location_code]"
	if got := s.missing(&in); fmt.Sprint(got) != want {
		t.Errorf("missing are %q", got)
	}
}

// TestPlacesOfTheWayBack asks for a place of a way there and back once, and for each leg of any other trip.
// Rule: 6.2.ask-way-back
func TestPlacesOfTheWayBack(t *testing.T) {
	t.Parallel()
	gaps := []string{"itinerary.segments[0].destination.code", "itinerary.segments[1].origin.code"}
	for of, want := range map[trip.TripType][]string{trip.RoundTrip: gaps[:1], trip.MultiCity: gaps} {
		in := trip.NewIntent()
		in.Itinerary.TripType = of
		if got := deciding(&in).askMissing(gaps).Params.Get("missing"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: asks for %q", of, got)
		}
	}
}

// TestMissingDayBetween leaves the day of a leg open that is not flown, between flights: nothing hangs on it but a place
// to sleep.
// Rule: 1.2.depart-date
func TestMissingDayBetween(t *testing.T) {
	t.Parallel()
	for mode, needed := range map[string]bool{"flight": true, "train": false, "car": false} {
		for _, sleeps := range []bool{false, true} {
			in := trip.NewIntent()
			in.Party.Travelers.Adults = 1
			in.Itinerary.TripType, in.Itinerary.Lodging.Needed = trip.MultiCity, sleeps
			in.Itinerary.Lodging.Stays = []trip.Stay{{LocationCode: "ROM", CheckIn: 20500, CheckOut: 20507}}
			in.Itinerary.Segments = []trip.Segment{
				{Origin: at("BER"), Destination: at("ROM"), DepartDate: 20500},
				{Origin: at("ROM"), Destination: at("NAP"), TransportMode: mode},
				{Origin: at("NAP"), Destination: at("BER"), DepartDate: 20507},
			}
			if got := missing(&in, false); len(got) > 0 != (needed || sleeps) {
				t.Errorf("%s, sleeps %v: %q", mode, sleeps, got)
			}
		}
	}
}
