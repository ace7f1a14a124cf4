package extract_test

import (
	"strings"
	"testing"
)

// TestWhoAndWhere reads who travels and names of places that other words lie near to.
func TestWhoAndWhere(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"We are four friends who want to fly from Oslo to Bergen"}, "destination.code=BGO lodging.needed=false origin.code=OSL travelers.adults=4"},
		{[]string{"Boston to Rome, there'll be two of us plus our toddler"}, "destination.code=FCO origin.code=BOS travelers.adults=2 travelers.infants=1"},
		{
			[]string{"my husband, my mother-in-law, our two boys and me from Boston to Rome"},
			"destination.code=FCO origin.code=BOS travelers.adults=3 travelers.children=2",
		},
		{
			[]string{"Chicago to San Juan, Puerto Rico on May 4, witout hotel"},
			"dates.departure_date=2026-05-04 destination.code=SJU lodging.needed=false origin.code=ORD",
		},
		{[]string{"Chicago to Portland on May 4, no hotel", "the one in Maine"}, "destination.code=PWM"},
		{
			[]string{"Amsterdam - Brussels - Paris, start from Copenhagen on 4 May, two nights in each city, no hotel"},
			"lodging.needed=false segments[0].depart_date=2026-05-04 segments[0].destination.code=AMS " +
				"segments[0].origin.code=CPH segments[1].depart_date=2026-05-06 segments[1].destination.code=BRU " +
				"segments[1].origin.code=AMS segments[2].depart_date=2026-05-08 segments[2].destination.code=CDG " +
				"segments[2].origin.code=BRU segments[3].depart_date=2026-05-10 segments[3].destination.code=CPH segments[3].origin.code=CDG trip_type=multi_city",
		},
		{
			[]string{"Madrid to Vienna on June 3, no hotel, I'd rather not change planes"},
			"constraints.max_stops=0 dates.departure_date=2026-06-03 destination.code=VIE inferred[0]=adults lodging.needed=false " +
				"origin.code=MAD travelers.adults=1",
		},
		{
			[]string{"Oslo to Rome, June 3 to June 10, no hotel", "let's also go to Naples from June 7 to June 10"},
			"segments[1].depart_date=2026-06-07 segments[1].destination.code=NAP segments[2].depart_date=2026-06-10 " +
				"segments[2].destination.code=OSL segments[2].origin.code=NAP trip_type=multi_city",
		},
		{[]string{"Paris to London, June 3 to June 7", "change it to the Eurostar"}, "segments[0].transport_mode=train segments[1].transport_mode=train"},
	})
}

// TestEndsOfAnAnswer: where one comes from and where one goes, in answers to where the journey begins and ends, whatever
// stands in the sentence beside.
func TestEndsOfAnAnswer(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"I want to fly out of the main airport in Leeds, please.", "I'd like to depart from the nearest airport in Leeds", "out of the airport in Leeds",
		"we leave from an airport in Leeds", "from the international airport of Leeds", "I want to leave out of the closest airport near Leeds",
		"I need to catch the plane in Leeds.", "I have to board the flight in Leeds", "I'll get on the plane in Leeds", "we board the plane in Leeds",
		"I would be taking the flight in Leeds", "We want to catch a flight in Leeds", "I'm from Leeds", "I am from Leeds.",
	} {
		for _, before := range []string{"I want to visit some friends in Oslo", "a flight to Oslo on 5 May"} {
			hasTalk(t, []string{before, said}, "origin.code=LBA", "destination.code")
		}
	}
	for _, said := range []string{
		"I want to fly into the main airport in Oslo", "to the nearest airport in Oslo", "into the airport of Oslo", "we fly to the airport of Oslo",
		"Oslo, I'm leaving next Thursday", "Oslo, I am leaving on 5 May", "Oslo, we are departing on 5 May", "Oslo, leaving on 5 May",
		"Oslo, I'll be leaving on Thursday", "I will visit Oslo", "We'll visit Oslo.", "Oslo. I'm leaving on 5 May", "Oslo, I'm starting on 5 May",
	} {
		for _, before := range []string{"I'm leaving from Leeds", "a flight from Leeds"} {
			hasTalk(t, []string{before, said}, "destination.code=OSL", "origin.code")
		}
	}
	for _, said := range []string{
		"I will visit Oslo and I am from Leeds.", "I am from Leeds. I will visit Oslo.", "We're from Leeds and we'd like to visit Oslo",
		"I'm from Leeds, I'll visit Oslo",
	} {
		for _, before := range []string{"I need a flight", "hello", "a flight on 5 May"} {
			hasTalk(t, []string{before, said}, "destination.code=OSL", "")
			hasTalk(t, []string{before, said}, "origin.code=LBA", "")
		}
	}
	hasTalk(t, []string{"a flight to Oslo", "Leeds, I'm leaving from there"}, "origin.code=LBA", "destination.code")
	hasTalk(t, []string{"a flight to Oslo", "Leeds, I'm leaving on 5 May"}, "origin.code=LBA", "destination.code")
}

// hasTalk says the messages of a talk, of which the last states some things and not others, and is used in all its words.
func hasTalk(t *testing.T, talk []string, want, not string) {
	t.Helper()
	in := newIntent(t)
	for _, message := range talk[:len(talk)-1] {
		_, raw := say(t, in, message)
		in = merge(t, in, raw)
	}
	res, _ := say(t, in, talk[len(talk)-1])
	if got := flat(t, res); !strings.Contains(got, want) || not != "" && strings.Contains(got, not) || len(res.Unread) > 0 {
		t.Errorf("%q: %s, unread %q; want %s and no %s", talk, got, res.Unread, want, not)
	}
}
