package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLengths reads how long a trip is, in every unit.
func TestLengths(t *testing.T) {
	t.Parallel()
	for message, back := range map[string]string{
		"Oslo to Lisbon on May 4 for a month":              "2026-06-04",
		"Oslo to Lisbon on May 31 for a month":             "2026-06-30",
		"Oslo to Lisbon on May 4 for two months":           "2026-07-04",
		"Oslo to Lisbon on May 4 for a fortnight":          "2026-05-18",
		"Oslo to Lisbon on May 4 for a week and a half":    "2026-05-14",
		"Oslo to Lisbon on May 4 for two and a half weeks": "2026-05-21",
		"Oslo to Lisbon on May 4 for a long weekend":       "2026-05-07",
		"Oslo to Lisbon on May 4 with a 6 month old baby":  "",
		"Oslo to Lisbon on May 4, I have waited a month":   "",
	} {
		res := extractFrom(t, message, "{}")
		got := ""
		if d := res.TripIntent.Dates; d != nil {
			got = d.ReturnDate
		}
		if got != back {
			t.Errorf("%q ends on %q, want %q", message, got, back)
		}
	}
}

// TestRoundTrips: who comes back and does not say when is asked, and the day that was said is the way out's.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	const out = "dates.departure_date=2026-05-05 destination.code=FCO lodging.needed=false origin.code=BER trip_type=round_trip"
	for message, want := range map[string]string{
		"return flight Berlin to Rome on 5 May":             out + " asks",
		"cheap return flights from Berlin to Rome on 5 May": out + " asks",
		"round trip flight Berlin to Rome, 5 May":           out + " asks",
		"flight from Berlin to Rome and back, 5 May":        out + " asks",
		"flight Berlin to Rome 5 May, return flight 9 May": "dates.departure_date=2026-05-05 dates.return_date=2026-05-09 " +
			"destination.code=FCO lodging.needed=false origin.code=BER trip_type=round_trip",
		"flight Berlin to Rome 5 May and back 9 May": "dates.departure_date=2026-05-05 dates.return_date=2026-05-09 " +
			"destination.code=FCO lodging.needed=false origin.code=BER trip_type=round_trip",
		"flight from Berlin to Rome and back, 5 to 9 May": "dates.departure_date=2026-05-05 dates.return_date=2026-05-09 " +
			"destination.code=FCO lodging.needed=false origin.code=BER trip_type=round_trip",
		"flight from Berlin to Rome on 5 May, one way": "dates.departure_date=2026-05-05 destination.code=FCO lodging.needed=false origin.code=BER trip_type=one_way",
	} {
		res := extractFrom(t, message, "{}")
		got := flat(t, res)
		if strings.Contains(asked(res), "fly back") {
			got += " asks"
		}
		if got != want {
			t.Errorf("%q\n got  %s\n want %s", message, got, want)
		}
	}
}

// TestStopsInAnotherOrder: each stop keeps its nights.
func TestStopsInAnotherOrder(t *testing.T) {
	t.Parallel()
	const first = "from Boston on May 3 to Rome for 4 nights, then Florence 3 nights, back to Boston"
	const swapped = "BOS FLR 2026-05-03, FLR FCO 2026-05-06, FCO BOS 2026-05-10; FLR 2026-05-03 2026-05-06, FCO 2026-05-06 2026-05-10"
	const still = "BOS FCO 2026-05-03, FCO FLR 2026-05-07, FLR BOS 2026-05-10; FCO 2026-05-03 2026-05-07, FLR 2026-05-07 2026-05-10"
	for _, talk := range [][]string{
		{first, still},
		{first, "swap Rome and Florence", swapped},
		{
			first, "instead of Florence go to Venice",
			"BOS FCO 2026-05-03, FCO VCE 2026-05-07, VCE BOS 2026-05-10; FCO 2026-05-03 2026-05-07, VCE 2026-05-07 2026-05-10",
		},
		{first, "swap Florence for Venice", "BOS FCO 2026-05-03, FCO VCE 2026-05-07, VCE BOS 2026-05-10; FCO 2026-05-03 2026-05-07, VCE 2026-05-07 2026-05-10"},
		{first, "one more night in Rome", "BOS FCO 2026-05-03, FCO FLR 2026-05-08, FLR BOS 2026-05-11; FCO 2026-05-03 2026-05-08, FLR 2026-05-08 2026-05-11"},
		{first, "we leave Rome a day later", "BOS FCO 2026-05-03, FCO FLR 2026-05-08, FLR BOS 2026-05-11; FCO 2026-05-03 2026-05-08, FLR 2026-05-08 2026-05-11"},
		{first, "Florence first, then Rome", swapped},
		{first, "can we do Florence before Rome?", swapped},
		{first, "Rome after Florence please", swapped},
		{first, "I'd rather start with Florence", swapped},
		{first, "the other way round", swapped},
		{first, "Rome first, then Florence", still},
		{first, "swap Rome and Florence", "swap them the other way round", still},
	} {
		in, _ := converse(t, talk[:len(talk)-1])
		var legs, stays []string
		for _, s := range in.Itinerary.Segments {
			legs = append(legs, s.Origin.Code+" "+s.Destination.Code+" "+s.DepartDate.String())
		}
		for _, s := range in.Itinerary.Lodging.Stays {
			stays = append(stays, s.LocationCode+" "+s.CheckIn.String()+" "+s.CheckOut.String())
		}
		got := strings.Join(legs, ", ") + "; " + strings.Join(stays, ", ")
		if want := talk[len(talk)-1]; got != want {
			t.Errorf("%q\n got %s\nwant %s", slices.Clip(talk[1:len(talk)-1]), got, want)
		}
	}
}

// TestListedStops reads towns whose names are words as well among others.
func TestListedStops(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"Trip from Boston to Rome, Florence and Venice starting May 3, 3 nights each": "BOS FCO 2026-05-03, FCO FLR " +
			"2026-05-06, FLR VCE 2026-05-09, VCE BOS 2026-05-12; FCO 2026-05-03 2026-05-06, FLR 2026-05-06 2026-05-09, VCE 2026-05-09 2026-05-12",
		"from Boston to Paris on May 3, then Nice on May 6": "BOS CDG 2026-05-03, CDG NCE 2026-05-06; CDG 2026-05-03 2026-05-06, NCE 2026-05-06 ",
	} {
		res := extractFrom(t, message, "{}")
		var legs, stays []string
		for _, s := range res.TripIntent.Segments {
			legs = append(legs, s.Origin.Code+" "+s.Destination.Code+" "+s.DepartDate)
		}
		for _, s := range res.TripIntent.Stays {
			stays = append(stays, s.LocationCode+" "+s.CheckIn+" "+s.CheckOut)
		}
		if got := strings.Join(legs, ", ") + "; " + strings.Join(stays, ", "); got != want {
			t.Errorf("%q\n got  %s\n want %s", message, got, want)
		}
	}
}

// TestWishesBeyondTheSearch: what no search knows is noted of a place to sleep, else told, in the words of the person,
// and nothing else is.
// Rule: 5.7.wish
func TestWishesBeyondTheSearch(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"A hotel near the Sagrada Familia from 5 May to 8 May for 2":                 "near the Sagrada Familia",
		"hotel close to the Eiffel Tower in Paris, 5 to 8 May":                       "close to the Eiffel Tower",
		"Hotel near Times Square, New York, 5 to 8 May, 2 people":                    "near Times Square",
		"hotel near Heathrow 5 to 6 May":                                             "",
		"Hotel in Rome with a pool and breakfast, 5 to 8 May, 2 adults":              "a pool and breakfast",
		"Berlin to Rome 5 to 8 May, window seat and vegetarian meal":                 "",
		"Berlin to Rome 5 to 8 May, 2 adults, two suitcases each, no hotel":          "",
		"Berlin to Rome 5 to 8 May, hotel in the old town, quiet":                    "in the old town, quiet",
		"I'd like a hotel room with sea view and half board in Nice, 5 to 8 May":     "room with sea view; half board",
		"a room at the Ritz in Paris 5 to 8 May":                                     "Ritz",
		"Berlin to Rome on 5 May, must land before 11":                               "before 11",
		"Berlin to Rome on 5 May, be there by 10am":                                  "",
		"Hi, my name is John Smith. I need a flight from London to Rome on May 5th.": "",
		"flight from West Palm Beach to Long Beach on May 5, 2 adults":               "",
		"Berlin to Rome by 5 May":                                                    "",
	} {
		res := extractFrom(t, message, "{}")
		got := res.Unread
		for _, q := range res.TripIntent.Requests {
			if q.Kind == "room" {
				got = append(got, q.Text)
			}
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%q notes or cannot use %q, want %q", message, text, want)
		}
	}
}

// TestMinors: nobody under 18 is booked alone or as an adult.
func TestMinors(t *testing.T) {
	t.Parallel()
	const trip = "London to Madrid on 5 May, one way, no hotel"
	for _, talk := range [][]string{
		{"I am 16 and want to fly alone, " + trip, "0 adults 1 children asks"},
		{"I'm 17 years old. " + trip, "0 adults 1 children asks"},
		{"my daughter (12) flies unaccompanied, " + trip, "0 adults 1 children asks"},
		{"for my 16 year old son, " + trip, "he travels alone", "0 adults 1 children asks"},
		{"for my 16 year old son, " + trip, "he travels alone", "one adult", "1 adults 1 children"},
		{"I am 16 and want to fly alone, " + trip, "my mum comes with me", "1 adults 1 children"},
		{"I'm 15 and travel with my parents, " + trip, "2 adults 1 children"},
		{"I travel alone with my son (8), " + trip, "1 adults 1 children"},
		{"I am 45 and travel alone, " + trip, "1 adults 0 children"},
		{trip + ". I am only 1.", "1 adults 0 children"},
	} {
		in, res := converse(t, talk[:len(talk)-1])
		got := fmt.Sprintf("%d adults %d children", in.Party.Travelers.Adults, in.Party.Travelers.Children)
		if strings.Contains(asked(res), "under 18") {
			got += " asks"
		}
		if want := talk[len(talk)-1]; got != want {
			t.Errorf("%q is %s, want %s", talk[:len(talk)-1], got, want)
		}
	}
}

// TestAYearCountsForTheDaysBeforeIt: a year that is said once, at the end, is that of the days before it too.
func TestAYearCountsForTheDaysBeforeIt(t *testing.T) {
	t.Parallel()
	const route = "destination.code=FCO origin.code=LIS"
	for said, want := range map[string][2]string{
		"June 3 to 10 2028":            {"2028-06-03", "2028-06-10"},
		"June 3-10, 2028":              {"2028-06-03", "2028-06-10"},
		"June 3 to 10, 2028":           {"2028-06-03", "2028-06-10"},
		"June 3 to June 10 2028":       {"2028-06-03", "2028-06-10"},
		"June 28 to 4, 2028":           {"2028-06-28", "2028-07-04"},
		"Dec 28 to Jan 4 2028":         {"2027-12-28", "2028-01-04"},
		"feb 29 to mar 5 2028":         {"2028-02-29", "2028-03-05"},
		"feb 1 to nov 30 2028":         {"2028-02-01", "2028-11-30"},
		"on June 3, back June 10 2028": {"2028-06-03", "2028-06-10"},
		"on June 3 2028, back June 10": {"2028-06-03", "2028-06-10"},
	} {
		want := "dates.departure_date=" + want[0] + " dates.return_date=" + want[1] + " " + route
		res, _ := say(t, newIntent(t), "Lisbon to Rome "+said)
		if got := flat(t, res); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", said, got)
		}
	}
}
