package extract_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestLonger asks until when somebody stays who wants to stay longer, and adds stops that are named with a day.
func TestLonger(t *testing.T) {
	t.Parallel()
	const toRome = "Boston to Rome, June 3 to June 10, 2 adults, no hotel"
	readTalks(t, []talkRead{
		{[]string{toRome, "stay longer"}, "| Which day do you want to come back, instead of Wed 10 Jun 2026?"},
		{[]string{toRome, "can we stay a bit longer?"}, "| Which day do you want to come back, instead of Wed 10 Jun 2026?"},
		{[]string{toRome, "a few more days please"}, "| Which day do you want to come back, instead of Wed 10 Jun 2026?"},
		{[]string{toRome, "2 days longer"}, "dates.return_date=2026-06-12"},
		{[]string{threeCities, "we want to stay longer in Brussels"}, "| Which day do you want to leave Brussels, instead of Tue 9 Jun 2026?"},
		{[]string{"hotel in Rome from June 3 to June 10", "we'd like to stay longer"}, "| Which day do you want to check out, instead of Wed 10 Jun 2026?"},
	})
}

// TestStopsWithin adds a stop on a day on which the trip is elsewhere, or at its end.
func TestStopsWithin(t *testing.T) {
	t.Parallel()
	const toRome = "Milan to Rome on June 3, back June 10, 2 adults, no hotel"
	readTalks(t, []talkRead{
		{
			[]string{toRome, "go to Florence by train on the 6th"},
			"segments[1].depart_date=2026-06-06 segments[1].destination.code=FLR segments[1].transport_mode=train " +
				"segments[2].depart_date=2026-06-10 segments[2].destination.code=MXP segments[2].origin.code=FLR trip_type=multi_city",
		},
		{
			[]string{toRome, "train to Florence on the 6th"},
			"segments[1].depart_date=2026-06-06 segments[1].destination.code=FLR segments[1].transport_mode=train " +
				"segments[2].depart_date=2026-06-10 segments[2].destination.code=MXP segments[2].origin.code=FLR trip_type=multi_city",
		},
		{[]string{toRome, "let's go to Florence on the 6th instead"}, "dates.departure_date=2026-06-06 destination.code=FLR"},
		{[]string{toRome, "we go to Florence on the 1st"}, "dates.departure_date=2026-06-01 destination.code=FLR"},
		{
			[]string{"LAX to JFK on June 5, back June 8, no hotel", "add BOS 2 nts after JFK"},
			"segments[1].depart_date=2026-06-08 segments[1].destination.code=BOS segments[2].depart_date=2026-06-10 segments[2].destination.code=LAX " +
				"segments[2].origin.code=BOS trip_type=multi_city",
		},
		{
			[]string{"London to New York on June 5, then Boston on June 8, no hotel", "end in Philadelphia on June 12"},
			"segments[2].depart_date=2026-06-12 segments[2].destination.code=PHL segments[2].origin.code=BOS trip_type=multi_city",
		},
		{
			[]string{"London to New York on June 5, then Boston on June 8, end in Manchester on June 12"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].depart_date=2026-06-05 " +
				"segments[0].destination.code=JFK segments[0].origin.code=LHR segments[1].depart_date=2026-06-08 " +
				"segments[1].destination.code=BOS segments[1].origin.code=JFK segments[2].depart_date=2026-06-12 " +
				"segments[2].origin.code=BOS stays[0].check_in=2026-06-05 stays[0].check_out=2026-06-08 " +
				"stays[0].location_code=JFK stays[0].location_hint=New York stays[1].check_in=2026-06-08 " +
				"stays[1].check_out=2026-06-12 stays[1].location_code=BOS stays[1].location_hint=Boston trip_type=multi_city | " +
				"Do you mean Manchester (GB) or Manchester (US)?",
		},
		{
			[]string{"London to New York on June 5, then Boston on June 8, then Portland on June 12, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-06-05 segments[0].destination.code=JFK " +
				"segments[0].origin.code=LHR segments[1].depart_date=2026-06-08 segments[1].destination.code=BOS " +
				"segments[1].origin.code=JFK segments[2].depart_date=2026-06-12 segments[2].destination.code=PDX segments[2].origin.code=BOS trip_type=multi_city",
		},
	})
}

// TestCounted reads numbers of people and limits of money that are written in other ways.
func TestCounted(t *testing.T) {
	t.Parallel()
	const toRome = "Boston to Rome, June 3 to June 10, hotel"
	readTalks(t, []talkRead{
		{
			[]string{"a hotel in Rome 5 May to 8 May, 80 nightly max"},
			"lodging.max_price_per_night.amount=80.00 lodging.max_price_per_night.currency=USD stays[0].check_in=2026-05-05 " +
				"stays[0].check_out=2026-05-08 stays[0].location_code=FCO stays[0].location_hint=Rome trip_type=stay_only",
		},
		{
			[]string{"from Vienna to Rome on 12 April, budget 1000 canadian dollars"},
			"constraints.budget_total.amount=1000.00 constraints.budget_total.currency=CAD dates.departure_date=2026-04-12 " +
				"destination.code=FCO origin.code=VIE",
		},
		{[]string{"from Vienna to Rome on 12 April", "budget CHF 1'500"}, "constraints.budget_total.amount=1500.00 constraints.budget_total.currency=CHF"},
		{
			[]string{"from Vienna to Rome on 5 May with two other people"},
			"dates.departure_date=2026-05-05 destination.code=FCO origin.code=VIE travelers.adults=3",
		},
		{
			[]string{"2 adults and 2 kids, Vienna to Rome, 5 May", "one dropped out so we are 3"},
			"| Who stays at home? How many adults and how many children travel now?",
		},
		{[]string{toRome, "2A 1C"}, "travelers.adults=2 travelers.children=1"},
		{[]string{toRome, "a dozen people"}, "travelers.adults=12"},
		{[]string{toRome, "half a dozen people"}, "travelers.adults=6"},
		{[]string{toRome, "hotel 100-150 a night"}, "lodging.max_price_per_night.amount=150.00 lodging.max_price_per_night.currency=USD"},
		{[]string{toRome, "between €100 and €150 per night"}, "lodging.max_price_per_night.amount=150.00 lodging.max_price_per_night.currency=EUR"},
		{[]string{toRome, "150 a night"}, "| 150 a night"},
		{[]string{toRome, "budget 1500 to 2000 dollars"}, "constraints.budget_total.amount=2000.00 constraints.budget_total.currency=USD"},
		{[]string{"Paris to Rome, June 3 to June 10", "plutôt Naples"}, "destination.code=NAP"},
	})
}

// TestDayInPlaceOfAnother: "take the 10th" is a day only where the same message gives another day up.
func TestDayInPlaceOfAnother(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"cancel the return on the 9th, take the 10th": "dates.return_date=2026-06-10",
		"take the 10th":  "",
		"take the third": "",
	} {
		if got := flat(t, extractFrom(t, message, after(planned, "choose working_memory.selected", "a", "b", "c"))); got != want {
			t.Errorf("%q states %s, want %s", message, got, want)
		}
	}
}

// TestAnswersLonger adds the days that answer until when somebody stays to those that there are.
func TestAnswersLonger(t *testing.T) {
	t.Parallel()
	const at = "London to Paris on June 3, then Brussels on June 6, then Amsterdam June 9, back June 12, 2 adults, no hotel"
	in := newIntent(t)
	for _, message := range []string{at, "we want to stay longer in Brussels"} {
		_, raw := say(t, in, message)
		in = merge(t, in, raw)
	}
	in.Status.Ask = &trip.Ask{
		Kind: trip.AskClarify, About: []string{"itinerary.segments[2].depart_date"},
		Text: "Which day do you want to leave Brussels, instead of Tue 9 Jun 2026?",
	}
	res, _ := say(t, in, "until the 10th")
	if got := flat(t, res); got != "segments[2].depart_date=2026-06-10" {
		t.Errorf("states %s", got)
	}
}

// TestHowLongItShallBe makes a trip three nights long where somebody says "shorten it to three nights", whatever it was.
// Rule: 6.7.day
func TestHowLongItShallBe(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"shorten", "extend", "cut", "reduce", "lengthen"} {
		for _, what := range []string{"it", "the trip", "our trip", "the stay", "our holiday"} {
			for nights, says := range map[int]string{2: "two nights", 3: "3 nights", 6: "six days", 7: "a week"} {
				message := fmt.Sprintf("could you %s %s to %s instead?", verb, what, says)
				if got := returns(t, message); got != fmt.Sprintf("2026-06-%02d", 4+nights) {
					t.Errorf("%q: back on %s", message, got)
				}
				if got := returns(t, fmt.Sprintf("make the trip %s", says)); got != fmt.Sprintf("2026-06-%02d", 4+nights) {
					t.Errorf("make the trip %s: back on %s", says, got)
				}
			}
		}
	}
	for said, want := range map[string]string{
		"two nights longer": "2026-06-10", "shorten it by two nights": "2026-06-06", "extend the trip by a day": "2026-06-09",
		"cut the trip by a day": "2026-06-07", "make it a day shorter": "2026-06-07",
		"make it shorter, three nights": "2026-06-07", "shorten my reservation to 3 days": "2026-06-07",
	} {
		if got := returns(t, said); got != want {
			t.Errorf("%q: back on %s, want %s", said, got, want)
		}
	}
}

// returns tells when a trip from 4 to 8 June flies back after a message, which must be when its stay ends.
func returns(t *testing.T, message string) string {
	t.Helper()
	in := newIntent(t)
	for _, m := range []string{"Oslo to Rome, 4-8 June, 2 adults, with a hotel", message} {
		_, raw := say(t, in, m)
		in = merge(t, in, raw)
	}
	out := in.Itinerary.Lodging.CheckOut
	if stays := in.Itinerary.Lodging.Stays; len(stays) > 0 {
		out = stays[0].CheckOut
	}
	if back := in.Itinerary.Segments[1].DepartDate; out != 0 && back != out {
		t.Errorf("%q: back on %s, check-out on %s", message, back, out)
	}
	return in.Itinerary.Segments[1].DepartDate.String()
}
