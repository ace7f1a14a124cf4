package extract_test

import (
	"fmt"
	"testing"
)

// TestOtherDayOfOneWay: of a flight one way whose options are shown, a day that is said with words of a change, or asked
// for, takes the place of the day that is known; it is no way back.
//
// Rule: 6.7.day
func TestOtherDayOfOneWay(t *testing.T) {
	t.Parallel()
	const offered = `{"itinerary":{"trip_type":"one_way","segments":[{"segment_id":"s1","origin":{"city":"Oslo","code":"OSL"},
		"destination":{"city":"Rome","code":"FCO"},"depart_date":"2026-06-05"}],"lodging":{"needed":false}},
		"party":{"travelers":{"adults":2}},"status":{"node":"AWAITING_SELECTION","ask":{"kind":"choose","id":"a","about":[],"text":"",
		"choices":[{"id":"1","label":"1"},{"id":"2","label":"2"}]}}}`
	for _, form := range []string{
		"make it %s", "make that %s", "change it to %s", "move it to %s", "%s instead", "can we do %s instead?", "what about %s?",
		"could it be %s?", "let's do %s", "I'd rather fly on %s", "actually %s", "sorry, %s", "no, %s", "oops, %s",
		"change the flight to %s", "is there anything on %s?", "%s would be better",
	} {
		for _, day := range []string{"the 3rd", "the 6th", "6 June", "the 12th"} {
			want := "2026-06-06"
			switch day {
			case "the 3rd":
				want = "2026-06-03"
			case "the 12th":
				want = "2026-06-12"
			}
			said := fmt.Sprintf(form, day)
			if got := flat(t, extractFrom(t, said, offered)); got != "dates.departure_date="+want {
				t.Errorf("%q states %s", said, got)
			}
		}
	}
	for said, want := range map[string]string{
		"back on the 12th":     "dates.return_date=2026-06-12 trip_type=round_trip",
		"return on the 12th?":  "dates.return_date=2026-06-12 trip_type=round_trip",
		"we come home 12 June": "dates.return_date=2026-06-12 trip_type=round_trip",
	} {
		if got := flat(t, extractFrom(t, said, offered)); got != want {
			t.Errorf("%q states %s", said, got)
		}
	}
}
