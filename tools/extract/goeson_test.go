package extract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestGoesOnWithTheWay: what says nothing of its way is of the one that the message before spoke of alone.
// Rule: 6.7.cue
func TestGoesOnWithTheWay(t *testing.T) {
	t.Parallel()
	const out, back = `{"departure_date":"2026-06-06"}`, `{"return_date":"2026-06-06"}`
	for before, want := range map[string]string{
		"how much is the flight back?": back, "when does the return leave?": back, "the flight home a bit later": back,
		"how much is the flight out?": out, "there and back": out, "Oslo to Rome on 4 June, back 8 June": out,
		"how much is it?": out, "I leave on 4 June and am back on 8 June": out,
	} {
		for _, said := range []string{"and on the 6th?", "what about the 6th?", "rather the 6th", "make it the 6th"} {
			res := read(said, today, thereAndBack(before))
			if got, _ := json.Marshal(res.TripIntent.Dates); string(got) != want {
				t.Errorf("%q, %q: %s, want %s", before, said, got, want)
			}
		}
	}
	for _, says := range []string{"too", "also"} {
		for before, want := range map[string]string{
			"the return two days later": `{"departure_date":"2026-06-05"}`, "come back a day earlier": `{"departure_date":"2026-06-03"}`,
			"the return please": "null",
		} {
			res := read("and the outbound "+says+", one day", today, thereAndBack(before))
			if got, _ := json.Marshal(res.TripIntent.Dates); string(got) != want {
				t.Errorf("%q, %q: %s, want %s", before, says, got, want)
			}
		}
	}
}

// TestNoDayOfTheTrip: "the second, but …" is an option and "the one-day version" no length: neither moves a trip that is
// known. Days that are left open for the way back leave the way out as it is.
// Rule: 6.7.accounted
func TestNoDayOfTheTrip(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"the second, but with a later flight", "the third with another hotel", "the one-day version", "the 2-day version",
		"and the outbound one day", "if next morning I need a bed", "leave in the following evening",
	} {
		res := read(said, today, thereAndBack(""))
		if p := res.TripIntent; p.Dates != nil || p.Nights != nil || len(p.Segments) > 0 || len(res.Unread)+len(res.Questions) == 0 {
			got, _ := json.Marshal(p)
			t.Errorf("%q: %s, told %q", said, got, res.Unread)
		}
	}
	for said, want := range map[string]string{
		"back June 9 or a day either side": `["2026-06-08","2026-06-09","2026-06-10"]`,
		"home June 9 give or take a day":   `["2026-06-08","2026-06-09","2026-06-10"]`,
		"return on June 9, +/- 1 day":      ``,
	} {
		res := read(said, today, thereAndBack(""))
		got, _ := json.Marshal(res.TripIntent)
		if strings.Contains(string(got), "depart_between") || !strings.Contains(string(got), want) {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// thereAndBack is a trip from 4 to 8 June behind a message.
func thereAndBack(before string) *known {
	in := trip.NewIntent()
	in.Party.Travelers.Adults = 1
	in.Itinerary.TripType, in.Itinerary.Lodging.Needed = trip.RoundTrip, false
	in.Itinerary.Segments = []trip.Segment{
		{Origin: trip.Place{Code: "OSL", City: "Oslo"}, Destination: trip.Place{Code: "FCO", City: "Rome"}, DepartDate: 20260604},
		{Origin: trip.Place{Code: "FCO", City: "Rome"}, Destination: trip.Place{Code: "OSL", City: "Oslo"}, DepartDate: 20260608},
	}
	return &known{Intent: in, recent: []string{before}}
}
