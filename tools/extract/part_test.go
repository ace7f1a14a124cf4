package extract_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// booked is the planned trip with a hotel, bought as it stands.
const (
	withHotel = `"party":{"travelers":{"adults":2}},"itinerary":{"trip_type":"round_trip","lodging":{"needed":true,"check_in":"2026-06-05",
	"check_out":"2026-06-09"},"segments":[
		{"segment_id":"seg_0","origin":{"code":"MAN","city":"Manchester"},"destination":{"code":"OSL","city":"Oslo"},"depart_date":"2026-06-05"},
		{"segment_id":"seg_return","origin":{"code":"OSL","city":"Oslo"},"destination":{"code":"MAN","city":"Manchester"},"depart_date":"2026-06-09"}]}`
	isBooked = `{` + withHotel + `,"status":{"phase":"completed","state":"booked"}}`

	// what is held of it, and what is booked
	theHolds = `"working_memory":{"holds":[
		{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held","shown":{"flight":{"option_id":"f1","total_price":{"amount":"9.00",
		"currency":"USD"},"segments":[{"airline":"Rivermark","flight_number":"R1 79"}]}}},
		{"hold_id":"H2","item_type":"flight","option_id":"f2","status":"held","shown":{"index":1,"flight":{"option_id":"f2","total_price":{"amount":"9.00",
		"currency":"USD"},"segments":[{"airline":"Meridian Sky","flight_number":"M1 3"}]}}},
		{"hold_id":"H3","item_type":"hotel","option_id":"h1","status":"held","shown":{"stay":{"option":{"option_id":"h1","total_price":{"amount":"9.00",
		"currency":"USD"},"hotel_name":"Hazel House Oslo"}}}}]}`
	theBooking = `"working_memory":{"bookings":[{"record_locator":"QX7PLM","status":"confirmed"}]}`
)

// parts are messages that name a part of a trip, by what stands: what is held, what is to be held, what is booked.
var parts = []struct{ message, held, picked, booked string }{
	{"release the hotel only", "release items[0]=hotel", "", "cancel_booking items[0]=hotel"},
	{"Cancel the hotel but keep the flights", "release items[0]=hotel", "", "cancel_booking items[0]=hotel"},
	{"keep the flights but cancel the hotel please", "release items[0]=hotel", "", "cancel_booking items[0]=hotel"},
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

// TestPartsHeld: what is held is named by its airline, place, day or order too, and by what is not meant. The extraction
// is made while the message is read, with what the trip holds beside its arguments.
func TestPartsHeld(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"let go of everything but the hotel":            "release items[0]=f1 items[1]=f2",
		"release number 2":                              "release items[0]=f2",
		"please give back number three":                 "release items[0]=h1",
		"release the second one, keep the rest":         "release items[0]=f2",
		"let go of items 2 and 3":                       "release items[0]=f2 items[1]=h1",
		"release numbers 1 and 3":                       "release items[0]=f1 items[1]=h1",
		"give back #2":                                  "release items[0]=f2",
		"release 1":                                     "release items[0]=f1",
		"let go of 3 please":                            "release items[0]=h1",
		"keep only number 1":                            "release items[0]=f2 items[1]=h1",
		"release everything but number 3":               "release items[0]=f1 items[1]=f2",
		"release number 4":                              "unread release number 4",
		"don't release number 2":                        "unread don't release number 2",
		"release everything except the flight out":      "release items[0]=f2 items[1]=h1",
		"keep everything but the hotel":                 "release items[0]=hotel",
		"keep only the flights":                         "release items[0]=h1",
		"buy just the outbound":                         "release items[0]=f2 items[1]=h1",
		"book the flights without the hotel":            "release items[0]=hotel",
		"without the hotel please":                      "release items[0]=hotel",
		"no hotel":                                      "release items[0]=hotel",
		"only the flights please":                       "release items[0]=h1",
		"I want just the flights":                       "release items[0]=h1",
		"just the hotel":                                "release items[0]=f1 items[1]=f2",
		"doch nur die Flüge bitte":                      "release items[0]=h1",
		"not only the flights":                          "unread not only the flights",
		"keep the hotel but not the flights":            "release items[0]=flight",
		"no keep the hotel":                             "show what=holds",
		"please let the room go and book the rest":      "release items[0]=hotel",
		"release the Meridian Sky flight":               "release items[0]=f2",
		"give back the flight on June 9":                "release items[0]=f2",
		"give back the flight on the 9th":               "release items[0]=f2",
		"drop the flight to Oslo":                       "release items[0]=f1",
		"cancel the second flight and the hotel":        "release items[0]=f2 items[1]=hotel",
		"release Hazel House":                           "release items[0]=h1",
		"drop the hotel and drop the return":            "release items[0]=hotel items[1]=back",
		"don't release the Meridian Sky flight":         "unread don't release the Meridian Sky flight",
		"release everything except the Northglow seats": "unread release everything except the Northglow seats",
	} {
		res := extractFrom(t, message, after(withHotel+`,`+theHolds, approve+"[0]"))
		plan, err := json.Marshal(res.TripIntent)
		if err != nil {
			t.Fatal(err)
		}
		if got := saying(t, res); got != want || string(plan) != "{}" {
			t.Errorf("%q: %q, want %q, and the plan %s", message, got, want, plan)
		}
	}
}

// TestPartNotHeld keeps all that is held where only what is not held is to stay.
func TestPartNotHeld(t *testing.T) {
	t.Parallel()
	last := strings.LastIndex(theHolds, `"status":"held"`) // that of the hotel
	flights := theHolds[:last] + `"status":"released"` + theHolds[last+len(`"status":"held"`):]
	for _, message := range []string{"approve the hotel only", "release everything but the hotel", "keep only the hotel", "buy just the hotel"} {
		got := saying(t, extractFrom(t, message, after(withHotel+`,`+flights, approve+"[0]")))
		if got != "show what=holds" {
			t.Errorf("%q: %q", message, got)
		}
	}
}

// TestPartsBooked: a trip that is booked is not at rest while a message to it is read.
func TestPartsBooked(t *testing.T) {
	t.Parallel()
	reading := `{` + withHotel + `,` + theBooking + `,"status":{"phase":"intake","state":"collecting_requirements"}}`
	for message, want := range map[string]string{
		"cancel the return flight": "cancel_booking items[0]=back", "cancel the hotel": "cancel_booking items[0]=hotel",
	} {
		res := extractFrom(t, message, reading)
		plan, err := json.Marshal(res.TripIntent)
		if err != nil {
			t.Fatal(err)
		}
		if got := saying(t, res); got != want || string(plan) != "{}" {
			t.Errorf("%q: %q, want %q, and the plan %s", message, got, want, plan)
		}
	}
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
