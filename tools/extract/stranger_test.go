package extract_test

import (
	"strings"
	"testing"
)

// TestStrangersFirstMessages reads what people wrote who had never seen the rules.
func TestStrangersFirstMessages(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		// A range in words, also with its month first.
		"Oslo to Bergen, may 8 to 10": "dates.departure_date=2026-05-08 dates.return_date=2026-05-10 " +
			"destination.code=BGO origin.code=OSL trip_type=round_trip",
		"Oslo to Bergen in October, 24 to 31": "dates.departure_date=2026-10-24 dates.return_date=2026-10-31 " +
			"destination.code=BGO origin.code=OSL trip_type=round_trip",
		// The day on which one is back, and the way home that is the way out.
		"Oslo to Bergen on May 4, back the same day": "dates.departure_date=2026-05-04 dates.return_date=2026-05-04 " +
			"destination.code=BGO lodging.needed=false origin.code=OSL trip_type=round_trip",
		"get me home to Oslo from Bergen on May 4": "dates.departure_date=2026-05-04 destination.code=OSL inferred[0]=adults origin.code=BGO " +
			landsThatDay + " travelers.adults=1",
		// How much a day may move is no length of a stay.
		"Oslo to Bergen on May 4, flexible by a couple of days": "destination.code=BGO origin.code=OSL " +
			"segments[0].depart_between.from=2026-05-02 segments[0].depart_between.to=2026-05-06",
		// A star is no multiplication, and a minus no number of people.
		"Oslo to Bergen on May 4, hotel 4*":  "dates.departure_date=2026-05-04 destination.code=BGO lodging.hotel_star_min=4 origin.code=OSL",
		"Oslo to Bergen on May 4, -1 adults": "dates.departure_date=2026-05-04 destination.code=BGO origin.code=OSL",
		// Who travels.
		"me and 3 my friend to Bergen":         "destination.code=BGO travelers.adults=4",
		"Bergen w/ 5 friends":                  "destination.code=BGO travelers.adults=6",
		"Please arrange Bergen for Mr. Okafor": "destination.code=BGO travelers.adults=1",
		"we take our twins (18 months) to Bergen": "destination.code=BGO travelers.age_months[0]=18 " +
			"travelers.age_months[1]=18 travelers.ages[0]=1 travelers.ages[1]=1 travelers.infants=2",
		// Prepositions and months of neighbours.
		"von Oslo nach Bergen am 10. Mai": "dates.departure_date=2026-05-10 destination.code=BGO origin.code=OSL",
		"de Madrid a Lisboa el 5 de junio, vuelta el 15": "dates.departure_date=2026-06-05 dates.return_date=2026-06-15 " +
			"destination.code=LIS origin.code=MAD trip_type=round_trip",
		"da Napoli a Londra il 3 maggio":                    "dates.departure_date=2026-05-03 destination.code=LHR origin.code=NAP",
		"how much is a flight from Oslo to Bergen on May 4": "dates.departure_date=2026-05-04 destination.code=BGO lodging.needed=false origin.code=OSL",
		// A time of departure.
		"Oslo to Bergen on May 4 after 4pm": "dates.departure_date=2026-05-04 " +
			"destination.code=BGO origin.code=OSL segments[0].depart_time_window.start=16:00",
		"Oslo to Bergen on the morning of May 4, back sunday evening": "dates.departure_date=2026-05-04 " +
			"dates.return_date=2026-05-10 destination.code=BGO origin.code=OSL segments[0].depart_time_window.end=12:00 " +
			"segments[0].depart_time_window.start=04:00 segments[1].depart_time_window.start=17:00 trip_type=round_trip",
		"Oslo to Bergen on May 4, nothing too early": "dates.departure_date=2026-05-04 destination.code=BGO " +
			"origin.code=OSL segments[0].depart_time_window.start=08:00",
		"Oslo to Bergen on May 4 between 9 am and 11 am": "dates.departure_date=2026-05-04 destination.code=BGO " +
			"origin.code=OSL segments[0].depart_time_window.end=11:00 segments[0].depart_time_window.start=09:00",
		// A limit without a word for money.
		"a hotel in Bergen, max 250 a night": "lodging.max_price_per_night.amount=250.00 " +
			"lodging.max_price_per_night.currency=USD stays[0].location_code=BGO stays[0].location_hint=Bergen trip_type=stay_only",
	} {
		res, _ := say(t, newIntent(t), message)
		if got := flat(t, res); strings.NewReplacer(" segments[0].depart_time_window.end=<nil>", "",
			" segments[1].depart_time_window.end=<nil>", "").Replace(got) != want {
			t.Errorf("%q states\n got %s\nwant %s", message, got, want)
		}
	}
}

// TestDaysThatAreAskedAbout: a day that is over, or of which only a bound was said, is asked about and never taken.
func TestDaysThatAreAskedAbout(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"hotel in Lisbon last weekend":                        "already passed",
		"Oslo to Bergen last friday":                          "already passed",
		"Oslo to Bergen after easter":                         "Mon 6 Apr 2026",
		"Oslo to Bergen, leaving after May 15":                "Which day after Fri 15 May 2026",
		"Oslo to Bergen, leaving before June 10":              "Which day before Wed 10 Jun 2026",
		"business out, economy back, Oslo to Bergen on May 4": "All flights of a trip are searched in one class",
	} {
		res := extractFrom(t, message, "{}")
		var asked strings.Builder
		for _, q := range res.Questions {
			asked.WriteString(q.Text)
			for _, c := range q.Choices {
				asked.WriteString(" " + c.Label)
			}
		}
		if !strings.Contains(asked.String(), want) {
			t.Errorf("%q asks %q, want %q", message, asked.String(), want)
		}
	}
}

// TestStrangersTalks reads what follows in the light of what stands.
func TestStrangersTalks(t *testing.T) {
	t.Parallel()
	for _, talk := range [][]string{
		// The kids are some of the four; drop is not a new number; a day said twice is no way back.
		{
			"Oslo to Bergen on May 4 for 4 of us, no hotel", "the kids are 9 and 12",
			"travelers.adults=2 travelers.ages[0]=9 travelers.ages[1]=12 travelers.children=2",
		},
		{"Oslo to Bergen on May 4 for 5 people, no hotel", "drop two people", "travelers.adults=3"},
		{"Oslo to Bergen on May 4 for 5 people, no hotel", "make it 6 people, my sister joins", "travelers.adults=6"},
		{"Oslo to Bergen on May 4, no hotel", "from Oslo to Bergen on May 4", "dates.departure_date=2026-05-04"},
		{"Oslo to Bergen on May 4, no hotel", "I mean May 14", "dates.departure_date=2026-05-14"},
		// Another goal, and back to the first one.
		{"Oslo to Tokyo on May 4, back May 8", "make it Bergen", "go back to Tokyo", "destination.code=HND"},
		// A trip of several places: one is left out, and its legs are named by their ends.
		{"Singapore to Tokyo May 4, Tokyo to Seoul May 8, Seoul to Singapore May 11, hotels in both", "no hotel in Seoul", ""},
		{
			"Singapore to Tokyo May 4, Tokyo to Seoul May 8, Seoul to Singapore May 11, hotels in both", "skip Seoul",
			"segments[1].destination.code=SIN trip_type=round_trip",
		},
		{
			"Singapore to Tokyo May 4, Tokyo to Seoul May 8, Seoul to Singapore May 11, hotels in both",
			"the return on May 12", "segments[2].depart_date=2026-05-12 stays[1].check_out=2026-05-12",
		},
	} {
		_, res := converse(t, talk[:len(talk)-1])
		if got, want := flat(t, res), talk[len(talk)-1]; got != want {
			t.Errorf("%q\n got %s\nwant %s", talk[:len(talk)-1], got, want)
		}
	}
}
