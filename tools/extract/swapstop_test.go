package extract_test

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestStopsTakenOut takes stops out of a trip of several, and says to what the others come.
func TestStopsTakenOut(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{threeCities, "skip Brussels and stay longer in Paris"},
			"segments[1].depart_date=2026-06-09 segments[1].destination.code=AMS stays[0].check_out=2026-06-09",
		},
		{[]string{threeCities, "skip Brussels and stay longer in Amsterdam"}, "segments[1].destination.code=AMS stays[1].check_in=2026-06-06"},
		{
			[]string{threeCities, "only Brussels"},
			"segments[0].destination.code=BRU segments[1].origin.code=BRU stays[0].check_in=2026-06-03 " +
				"stays[0].check_out=2026-06-12 trip_type=round_trip",
		},
		{[]string{threeCities, "only Brussels is too short"}, "| only Brussels is too short"},
		{[]string{threeCities, "no, Lyon better"}, "| no, Lyon better"},
	})
}

// TestPlainWishes reads means of travel, classes and requests that are said shortly.
func TestPlainWishes(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"a hotel in Rome", "The Happy Dog Hostel on 3 May."}, "requests[0].kind=room requests[0].text=The Happy Dog Hostel stays[0].check_in=2026-05-03"},
		{
			[]string{"Vienna to Rome 4 May to 8 May, by plane and then by train"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-08 destination.code=FCO lodging.needed=false " +
				"origin.code=VIE segments[0].transport_mode=flight segments[1].transport_mode=train trip_type=round_trip",
		},
		{[]string{"from JFK airport to Rome on 5 May"}, "dates.departure_date=2026-05-05 destination.code=FCO origin.code=JFK"},
		{[]string{"from Vienna to Riad on 5 May"}, "dates.departure_date=2026-05-05 destination.code=RUH origin.code=VIE"},
		{
			[]string{"from Vienna to Rome on 5 May, with any hotel but a hostel"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE requests[0].kind=room requests[0].text=any hotel but a hostel",
		},
		{
			[]string{"from Vienna to Rome on 5 May, I use a powerchair (the battery is lithium)"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE requests[0].kind=assistance requests[0].text=I " +
				"use a powerchair (the battery is lithium)",
		},
		{
			[]string{"from Vienna to Rome on 5 May with a hotel, late check-in around 11pm"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE requests[0].kind=room requests[0].text=late check-in around 11pm",
		},
		{
			[]string{"vegan meal for a family of four from Vienna to Rome on 5 May"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE requests[0].kind=meal requests[0].text=vegan " +
				"meal travelers.adults=2 travelers.children=2",
		},
		{
			[]string{"from Vienna to Rome on 5 May with my dog, is that ok?"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE requests[0].asked=true requests[0].kind=pet requests[0].text=my dog",
		},
		{
			[]string{"from Vienna to Rome on 5 May travelling with my dog"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE requests[0].kind=pet requests[0].text=my dog",
		},
		{
			[]string{"from Vienna to Rome on 5 May, business or economy"},
			"dates.departure_date=2026-05-05 destination.code=FCO no_preference[0]=cabin origin.code=VIE | business or economy",
		},
		{
			[]string{"from Vienna to Rome on 5 May, business or economy, can you check"},
			"dates.departure_date=2026-05-05 destination.code=FCO no_preference[0]=cabin origin.code=VIE | business or economy",
		},
		{
			[]string{"from Vienna to Rome on 5 May, it can be business or economy"},
			"dates.departure_date=2026-05-05 destination.code=FCO no_preference[0]=cabin origin.code=VIE",
		},
		{
			[]string{"from Vienna to Rome on 5 May, business or economy is fine"},
			"dates.departure_date=2026-05-05 destination.code=FCO no_preference[0]=cabin origin.code=VIE",
		},
		{
			[]string{"from Vienna to Rome on 5 May in premium-economy"},
			"cabin=premium_economy dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE",
		},
		{[]string{"my destination is Rome"}, "destination.code=FCO"},
		{[]string{"from Vienna to Rome on 5 May, back 9 May", "swap Vienna and Rome"}, "destination.code=VIE origin.code=FCO"},
		{[]string{"from Vienna to Rome on 5 May via Munich", "not via Munich"}, "constraints.excluded_connections[0].code=MUC"},
	})
}

// TestMoreFirstMessages reads routes, means of travel and who has a bed.
func TestMoreFirstMessages(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"from London to Paris on 2 June, to Brussels on 5 June, to London on 8 June, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-06-02 segments[0].destination.code=CDG " +
				"segments[0].origin.code=LHR segments[1].depart_date=2026-06-05 segments[1].destination.code=BRU " +
				"segments[1].origin.code=CDG segments[2].depart_date=2026-06-08 segments[2].destination.code=LHR segments[2].origin.code=BRU trip_type=multi_city",
		},
		{
			[]string{"fly from London to Paris on 2 June, train to Brussels on 5 June, train back to London on 8 June, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-06-02 segments[0].destination.code=CDG " +
				"segments[0].origin.code=LHR segments[1].depart_date=2026-06-05 segments[1].destination.code=BRU " +
				"segments[1].origin.code=CDG segments[1].transport_mode=train segments[2].depart_date=2026-06-08 " +
				"segments[2].destination.code=LHR segments[2].origin.code=BRU segments[2].transport_mode=train trip_type=multi_city",
		},
		{[]string{"me & my gf, Krakow to Barcelona"}, "destination.code=BCN origin.code=KRK travelers.adults=2"},
		{
			[]string{"Helsinki to Athens on 20 May, we already have a place to stay"},
			"dates.departure_date=2026-05-20 destination.code=ATH lodging.needed=false origin.code=HEL",
		},
		{
			[]string{"Rome to Naples on 3 June, back 5 June. Flying makes no sense, train please."},
			"dates.departure_date=2026-06-03 dates.return_date=2026-06-05 destination.code=NAP origin.code=FCO " +
				"segments[0].transport_mode=train segments[1].transport_mode=train trip_type=round_trip",
		},
		{
			[]string{"Hamburg to Munich on 3 June, back 5 June. We don't want to fly."},
			"dates.departure_date=2026-06-03 dates.return_date=2026-06-05 destination.code=MUC origin.code=HAM " +
				"segments[0].transport_mode=other segments[1].transport_mode=other trip_type=round_trip",
		},
		{[]string{"Madrid to Vienna with Lufthansa", "actually Austrian"}, "airline=Austrian Airlines constraints.preferred_airlines[0]=Austrian Airlines"},
	})
}

// TestSpokenOfBefore reads a correction and a length in the light of the message before.
func TestSpokenOfBefore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, want string }{
		{
			"how long are we in Brussels", "no, Lyon better",
			"segments[1].destination.code=LYS segments[2].origin.code=LYS stays[1].location_code=LYS stays[1].location_hint=Lyon",
		},
		{"after Paris we see Brussels and Amsterdam", "no, Lyon better", ""},
		{"we want to stay longer", "2 days", "segments[3].depart_date=2026-06-14 stays[2].check_out=2026-06-14"},
	} {
		in := newIntent(t)
		_, raw := say(t, in, threeCities)
		in = merge(t, in, raw)
		in.Turn.Assist.Recent = []string{c.before}
		in.Status.Ask = &trip.Ask{
			Kind: trip.AskClarify, About: []string{"itinerary.segments[3].depart_date"}, Text: "Until when?",
		}
		res := readIn(t, in, c.message)
		if got := flat(t, res); got != c.want {
			t.Errorf("%q after %q states\n got %s\nwant %s", c.message, c.before, got, c.want)
		}
	}
}
