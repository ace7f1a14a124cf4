package applier_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// TestOtherTravellersClearAllQuotes: lists that are cleared keep their lengths, whatever these are,
// and a mark without quotes stays.
func TestOtherTravellersClearAllQuotes(t *testing.T) {
	extract := func(in trip.Intent, result string) trip.Intent {
		in.UpdatedAt = 1_772_355_600_000_000_000
		in.Turn.Outstanding = []trip.Pending{{CallID: "c1", Name: trip.ToolExtract}}
		next, _, err := apply(catalog.Default(), in, trip.ToolResult{ToolName: trip.ToolExtract, Result: trip.Raw(result)})
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	plan := extract(trip.NewIntent(),
		`{"trip_intent":{"dates":{"departure_date":"2026-05-01","return_date":"2026-05-08"},"destination":"LHR",`+
			`"lodging":{"needed":true},"origin":"JFK","travelers":{"adults":2},"trip_type":"round_trip"}}`)
	mark := trip.QuoteMark{At: 1, Turn: 1, Args: "x"}
	for _, tc := range []struct{ flights, flightMarks, hotels, hotelMarks int }{
		{2, 2, 1, 1}, {0, 0, 0, 0}, {1, 0, 1, 0}, {1, 2, 1, 1}, {2, 2, 0, 1}, {3, 3, 2, 2},
	} {
		in := plan
		w, b := &in.WorkingMemory, &in.Turn
		for range tc.flights {
			w.FlightQuotes = append(w.FlightQuotes, trip.FlightQuotes{{OptionID: "f"}})
		}
		for range tc.hotels {
			w.HotelQuotes = append(w.HotelQuotes, trip.HotelQuotes{{{OptionID: "h"}}})
		}
		for range tc.flightMarks {
			b.FlightMarks = append(b.FlightMarks, mark)
		}
		for range tc.hotelMarks {
			b.HotelMarks = append(b.HotelMarks, mark)
		}
		next := extract(in, `{"trip_intent":{"travelers":{"adults":3}}}`)
		w, b = &next.WorkingMemory, &next.Turn
		legs, stays := len(plan.Itinerary.Segments), offers.StayCount(&plan)
		if len(w.FlightQuotes) != min(tc.flights, legs) || len(w.HotelQuotes) != min(tc.hotels, stays) ||
			len(b.FlightMarks) != min(tc.flightMarks, legs) || len(b.HotelMarks) != min(tc.hotelMarks, stays) {
			t.Errorf("%+v: the lists have %d, %d, %d and %d elements", tc, len(w.FlightQuotes), len(b.FlightMarks), len(w.HotelQuotes), len(b.HotelMarks))
		}
		if text := string(next.AppendJSON(nil)); strings.Contains(text, `"option_id"`) {
			t.Errorf("%+v: quotes are left: %s", tc, text)
		}
		checkMarks(t, b.FlightMarks, tc.flights, mark)
		checkMarks(t, b.HotelMarks, tc.hotels, mark)
	}
}

// checkMarks expects the first n marks cleared and the others kept.
func checkMarks(t *testing.T, marks []trip.QuoteMark, n int, kept trip.QuoteMark) {
	t.Helper()
	for i, m := range marks {
		if want := map[bool]trip.QuoteMark{true: {}, false: kept}[i < n]; m != want {
			t.Errorf("mark %d of %d is %v, want %v", i, len(marks), m, want)
		}
	}
}

// TestQuotesOfNoStay: quotes of a stay that the trip did not have are for no stay that it gets.
func TestQuotesOfNoStay(t *testing.T) {
	in := intent(t, held)
	in.WorkingMemory.HotelQuotes = append(in.WorkingMemory.HotelQuotes, in.WorkingMemory.HotelQuotes[0])
	night := `{"location_code":"LIS","check_in":"2026-05-04","check_out":"2026-05-06"}`
	next, _, err := applier.Patch(in, trip.Raw(`{"itinerary":{"lodging":{"stays":[`+night+`,`+night+`]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if q := next.WorkingMemory.HotelQuotes; len(q) != 2 || q[0] == nil || q[1] != nil {
		t.Errorf("the quotes are %v, want those of the first stay alone", q)
	}
}
