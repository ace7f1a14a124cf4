package trip_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestHoldsOfOlderVersions: holds of before they kept what was shown of them have it from the offers, what they cost
// from beside them, and are those of their trip.
func TestHoldsOfOlderVersions(t *testing.T) {
	in, _, err := trip.DecodeIntent(`{"trip_id":"t1","itinerary":{"lodging":{"check_in":"2026-05-04","check_out":"2026-05-09"}},"working_memory":{
		"flight_quotes_by_segment":[[{"option_id":"f1","cabin":"economy","total_price":{"amount":"655.00","currency":"USD"}}]],
		"hotel_quotes_by_stay":[[[{"option_id":"h1","hotel_name":"Ribeira","total_price":{"amount":"300.00","currency":"USD"}}]]],
		"holds":[{"hold_id":"HF","item_type":"flight","option_id":"f1","status":"held"},{"hold_id":"HH","item_type":"hotel","option_id":"h1","status":"held"},
			{"hold_id":"HX","item_type":"flight","option_id":"gone","status":"held"},{"hold_id":"HO","item_type":"flight","option_id":"f1","status":"held","trip_id":"t0"}]},
		"turn":{"held_prices":[{"hold_id":"HF","price":{"amount":"610.00","currency":"USD"}}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	h := in.WorkingMemory.Holds
	if f := h[0]; f.TripID != "t1" || f.Price().String() != "610.00 USD" || f.Shown.Flight == nil || f.Shown.Flight.Cabin != "economy" {
		t.Errorf("the flight is %+v", f)
	}
	if r := h[1]; r.TripID != "t1" || r.Price().String() != "300.00 USD" || r.Shown.Stay == nil || r.Shown.Stay.CheckIn.String() != "2026-05-04" {
		t.Errorf("the room is %+v", r)
	}
	if x, o := h[2], h[3]; x.TripID != "t1" || x.Shown.IsSet() || o.TripID != "t0" || o.Shown.IsSet() || in.Turn.HeldPrices != nil {
		t.Errorf("the others are %+v and %+v, beside them %v", x, o, in.Turn.HeldPrices)
	}
}
