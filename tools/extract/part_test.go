package extract_test

import (
	"encoding/json"
	"testing"
)

// booked is the planned trip with a hotel, bought as it stands.
const (
	withHotel = `"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"round_trip","lodging":{"needed":true,"check_in":"2026-06-05","check_out":"2026-06-09"},"segments":[
		{"segment_id":"seg_0","origin":{"code":"MAN","city":"Manchester"},"destination":{"code":"OSL","city":"Oslo"},"depart_date":"2026-06-05"},
		{"segment_id":"seg_return","origin":{"code":"OSL","city":"Oslo"},"destination":{"code":"MAN","city":"Manchester"},"depart_date":"2026-06-09"}]}`
	isBooked = `{` + withHotel + `,"status":{"phase":"completed","state":"booked"}}`
)

// parts are messages that name a part of a trip, by what stands: what is held, what is to be held, what is booked.
var parts = []struct{ message, held, picked, booked string }{
	{"release the hotel only", "release items[0]=hotel", "", "cancel_booking items[0]=hotel"},
	{"Cancel the hotel but keep the flights", "release items[0]=hotel", "", "cancel_booking items[0]=hotel"},
	{"keep the flights but cancel the hotel please", "release items[0]=hotel", "", "cancel_booking items[0]=hotel"},
	{"keep only the flights", "release items[0]=hotel", "", ""},
	{"drop the flights", "release items[0]=flight", "", "cancel_booking items[0]=flight"},
	{"can you cancel the return flight?", "release items[0]=back", "", "cancel_booking items[0]=back"},
	{"cancel the return flight", "release items[0]=back", "", "cancel_booking items[0]=back"},
	{"let go of the outbound flight and the hotel", "release items[0]=out items[1]=hotel", "", "cancel_booking items[0]=out items[1]=hotel"},
	{"hold the way back too", "hold items[0]=back", "hold items[0]=back", ""},
	{"hold only the flights", "hold items[0]=flight", "hold items[0]=flight", ""},
	{"yes, hold just the hotel", "hold items[0]=hotel", "hold items[0]=hotel", ""},
	{"don't release the hotel", "unread don't release the hotel", "", ""},
	{"cancel the flights and the hotel", "", "", ""}, // that is all of it
}

// TestParts reads what a message names of what is held, picked or booked; the plan stays as it is.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, c := range parts {
		for _, in := range []struct{ intent, want string }{
			{after(withHotel, approve+"[0]"), c.held}, {after(withHotel, confirm), c.picked}, {isBooked, c.booked},
		} {
			if in.want == "" {
				continue
			}
			res := extractFrom(t, c.message, in.intent)
			plan, err := json.Marshal(res.TripIntent)
			if err != nil {
				t.Fatal(err)
			}
			if got := saying(t, res); got != in.want || string(plan) != "{}" {
				t.Errorf("%q of %s: %q, want %q, and the plan %s", c.message, in.intent[len(in.intent)-80:], got, in.want, plan)
			}
		}
	}
}
