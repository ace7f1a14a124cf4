package extract_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// TestEndsByTheirWords: each way to say at which end of the journey a place is names that end, and never the other.
// Rule: 6.7.place
func TestEndsByTheirWords(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"Boston", "Philly", "LAX", "New York City", "Denver"} {
		for _, form := range []string{
			"flights fro %s", "flights form %s", "fly frm %s", "I would like to depart form %s", "flights out %s", "I am flying out %s",
			"it is %s, from where I am going to leave", "%s, where I leave from", "%s is where I'm flying from", "%s, that's where I fly out of",
			"depart city is %s", "departure city: %s", "departing city would be %s", "departure airport %s", "origin city: %s", "start city %s",
			"I will be in %s, search for the flights leaving from there",
		} {
			isEnd(t, fmt.Sprintf(form, place), "origin.code=", "destination.code=")
		}
		for _, form := range []string{
			"I'm %s bound", "bound for %s", "I'm %s-bound", "arrival city: %s", "arriving city is %s", "arrival airport %s", "%s is where I'm going",
		} {
			isEnd(t, fmt.Sprintf(form, place), "destination.code=", "origin.code=")
		}
	}
	for _, said := range []string{
		"Departing city is Oslo and arriving city is Rome", "Departure airport Oslo, arrival airport Rome", "flights form oslo to rome",
		"My departure city would be Oslo and my arrival city would be Rome", "Oslo is the departure, Rome is the arrival",
		"flights out Oslo to Rome", "Rome-bound flight from Oslo", "depart city: Oslo, arrival city: Rome",
	} {
		if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, "destination.code=FCO") || !strings.Contains(got, "origin.code=OSL") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// isEnd reads a message that names one end of the journey with all its words.
func isEnd(t *testing.T, message, end, other string) {
	t.Helper()
	res := extractFrom(t, message, "{}")
	if got := flat(t, res); !strings.Contains(got, end) || strings.Contains(got, other) || len(res.Unread) > 0 {
		t.Errorf("%q: %s, not used %q", message, got, res.Unread)
	}
}

// TestRegionsBehindATown: a state or country behind a town says which one is meant, with "in" or without.
// Rule: 6.7.place
func TestRegionsBehindATown(t *testing.T) {
	t.Parallel()
	for said, code := range map[string]string{
		"Sydney, NSW in Australia": "SYD", "Sydney, NSW, Australia": "SYD", "Portland, Maine in the US": "PWM", "Portland in Maine": "PWM",
		"Portland, the one in Maine": "PWM", "Portland, Maine, USA": "PWM", "Toulouse in France": "TLS", "London in Ontario": "YXU",
		"London, Ontario in Canada": "YXU", "Birmingham in the UK": "BHX", "Rome in May": "FCO", "Rome in Italy": "FCO",
	} {
		for _, form := range []string{"I want to book a flight to %s", "fly to %s from Oslo", "%s"} {
			isEnd(t, fmt.Sprintf(form, said), "destination.code="+code, "segments")
		}
		isEnd(t, "flights from "+said, "origin.code="+code, "destination")
	}
}

// TestCodesInOddLetters: a code is one however its letters are written, and an article before nothing is none.
// Rule: 6.7.place
func TestCodesInOddLetters(t *testing.T) {
	t.Parallel()
	hasTalk(t, []string{"I want to fly from jFK to lAX"}, "origin.code=JFK", "destination.code=JFK")
	hasTalk(t, []string{"lAX please, on 12 May"}, "destination.code=LAX", "origin")
	for _, said := range []string{"La and on the 12th of this month", "la, on the 12th", "La"} {
		isEnd(t, said, "destination.code=LAX", "origin.code=")
	}
}

// TestAirportsOfOneEnd: airports of a town of the trip, several of them also, are of its end.
// Rule: 6.7.place
func TestAirportsOfOneEnd(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"JFK or Laguardia?", "JFK or Newark", "Newark or JFK", "LaGuardia"} {
		hasTalk(t, []string{"flights from New York to Portland, OR on 5 May", said}, "origin", "destination")
		hasTalk(t, []string{"flights from Portland, OR to New York on 5 May", said}, "destination", "origin")
	}
}

// TestFromThere: a journey that is said to go on from the goal that is known begins there; a town alone before another
// goal is no more than a goal that was changed.
// Rule: 6.7.place
func TestFromThere(t *testing.T) {
	t.Parallel()
	for said, origin := range map[string]string{
		"flights from there to LA": "MEX", "from there to LA on 14 May": "MEX", "to LA": "", "I want to go to LA": "", "or to LA": "", "no, to LA": "",
	} {
		_, in := readUnsaid(t, trip.LodgingOffer, "Mexico City", said)
		if leg := in.Itinerary.Segments[0]; !strings.HasPrefix(said, "or ") && leg.Destination.Code != "LAX" || leg.Origin.Code != origin {
			t.Errorf("%q: from %q to %q", said, leg.Origin.Code, leg.Destination.Code)
		}
	}
}

// TestOpenJawWithoutOrigin keeps where the way home begins while nobody has said where it ends.
func TestOpenJawWithoutOrigin(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"returning from", "then returning from", "come back from", "fly home from", "out of"} {
		said := "I am flying into Rome on 3 May and " + home + " Milan on 9 May"
		if res := extractFrom(t, said, "{}"); len(res.Unread) > 0 {
			t.Errorf("%q: not used %q", said, res.Unread)
		}
		_, in := readUnsaid(t, trip.LodgingOffer, said, "from Oslo")
		legs := in.Itinerary.Segments
		if len(legs) != 2 || legs[0].Origin.Code != "OSL" || legs[0].Destination.Code != "FCO" || legs[1].Origin.Code != "MXP" ||
			legs[1].Destination.Code != "OSL" || legs[0].DepartDate.String() != "2026-05-03" || legs[1].DepartDate.String() != "2026-05-09" {
			t.Errorf("%q: %+v", said, legs)
		}
	}
}

// TestAnotherGoalAsked: what there is for another town is searched.
func TestAnotherGoalAsked(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"What do you have for %s?", "What do have for %s.", "what's there for %s", "anything to %s?"} {
		for _, place := range []string{"Denver", "Chi-town", "New York"} {
			res := extractFrom(t, fmt.Sprintf(said, place), "{"+planned+"}")
			if got := flat(t, res); !strings.Contains(got, "destination.code=") || strings.Contains(got, "kind=") {
				t.Errorf("%q %s: %s", said, place, got)
			}
		}
	}
	for _, said := range []string{"what is there to do in Denver?", "what's there to see in Denver?"} {
		if got := flat(t, extractFrom(t, said, "{"+planned+"}")); strings.Contains(got, "destination") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestWhoGoesAlong counts "with 2 others" and the like; what is said of some of a known party is told, not counted.
// Rule: 6.7.traveller
func TestWhoGoesAlong(t *testing.T) {
	t.Parallel()
	for said, adults := range map[string]string{
		"with 2 others": "3", "me and 2 others": "3", "accompanied by 2 others": "3", "accompanied by my wife": "2", "accompanied by two friends": "3",
		"I have three people who need them": "3", "2 of us are leaving later today": "2", "four of us leave later tonight": "4",
	} {
		res := extractFrom(t, "Flights to Boston. "+said, "{}")
		if got := flat(t, res); !strings.Contains(got, "travelers.adults="+adults) || len(res.Unread) > 0 {
			t.Errorf("%q: %s, not used %q", said, got, res.Unread)
		}
	}
	for _, said := range []string{"2 of us are leaving later today", "one of us leaves later", "2 of us fly later tonight"} {
		four := strings.Replace("{"+planned+"}", `"adults":2`, `"adults":4`, 1)
		if res := extractFrom(t, said, four); flat(t, res) != "" || len(res.Unread) == 0 {
			t.Errorf("%q: %s, not used %q", said, flat(t, res), res.Unread)
		}
	}
	for _, said := range []string{"Is that for 3 passengers?", "Is this for two people?", "Is it for 1 traveller?"} {
		if got := flat(t, extractFrom(t, said, after(planned, "choose", "1. A", "2. B"))); strings.Contains(got, "travelers") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestWayBackFromTheGoal: who leaves the goal of a trip after it began comes back then, however that is said.
// Rule: 6.7.day
func TestWayBackFromTheGoal(t *testing.T) {
	t.Parallel()
	for _, known := range []string{"London to Rome on 5 May, 2 adults", "London to Rome 5 to 8 May, 2 adults"} {
		for _, said := range []string{
			"we leave Rome on %s", "leaving Rome on %s", "we fly out of Rome on %s", "from Rome on %s", "we don't leave Rome until %s", "we don't leave until %s",
		} {
			for _, day := range []string{"9 May", "the 9th"} {
				message := fmt.Sprintf(said, day)
				_, in := readUnsaid(t, trip.LodgingOffer, known, message)
				legs := in.Itinerary.Segments
				if len(legs) != 2 || legs[0].Origin.City != "London" || legs[0].DepartDate != 20260505 || legs[1].DepartDate != 20260509 {
					t.Errorf("%s, %s: %+v", known, message, legs)
				}
			}
		}
	}
}

// TestNoEndByItsWord: words that also say where a journey begins or that a day is another do not say it everywhere.
// Rule: 6.7.place
func TestNoEndByItsWord(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"let's check out Rome", "help me figure out Rome in May", "let's start: Rome in May", "find out Rome hotel prices for 5 to 7 May",
		"Rome, where can I fly from?", "Rome, where my wife is from, on 5 May",
	} {
		_, in := readUnsaid(t, trip.LodgingOffer, said)
		if legs := in.Itinerary.Segments; len(legs) > 0 && legs[0].Origin.Code != "" {
			t.Errorf("%q: from %s", said, legs[0].Origin.Code)
		}
	}
	const known = "London to Rome on 5 May, 2 adults"
	for _, said := range []string{
		"what tours do you have for Paris?", "how much money should I have for Paris?", "find out Paris prices", "2 ways please", "the flight is no good",
		"Bristol, where my friend is from", "it's not until 9 May", "the meeting isn't until 7 May",
	} {
		_, before := readUnsaid(t, trip.LodgingOffer, known)
		if _, in := readUnsaid(t, trip.LodgingOffer, known, said); !reflect.DeepEqual(in.Itinerary.Segments, before.Itinerary.Segments) ||
			in.Party.Travelers != before.Party.Travelers {
			t.Errorf("%q: %+v", said, in.Itinerary.Segments)
		}
	}
}

// TestNoGoodOfADay: a day that is no good is none to travel on; said behind "if" it is the other day that is meant, and a
// hotel that is no good is still wanted, another one.
// Rule: 6.7.day
func TestNoGoodOfADay(t *testing.T) {
	t.Parallel()
	for said, excluded := range map[string]bool{
		"the 7th is no good": true, "or the 7th if that is no good": false, "the 7th if the 6th is no good": false,
	} {
		_, in := readUnsaid(t, trip.LodgingOffer, "London to Rome on 6 May, 2 adults")
		in.Status.Ask = &trip.Ask{Kind: trip.AskChoose, ID: "a1", Choices: []trip.Choice{{ID: "1"}, {ID: "2"}}}
		res, _ := say(t, in, said)
		if got := len(res.TripIntent.ExcludedDays) > 0; got != excluded {
			t.Errorf("%q: excluded %v", said, res.TripIntent.ExcludedDays)
		}
	}
	_, in := readUnsaid(t, trip.LodgingOffer, "London to Rome 6 to 9 May, 2 adults with a hotel", "the hotel is no good")
	if !in.Itinerary.Lodging.Needed {
		t.Error("a hotel that is no good is no longer wanted")
	}
}

// TestAWaitBesideAChange: who asks to wait and changes something asks for no time.
// Rule: 6.8.wait
func TestAWaitBesideAChange(t *testing.T) {
	t.Parallel()
	const known = "London to Rome 5 to 9 May, 2 adults"
	for said, waits := range map[string]bool{"wait": true, "wait, we are 3 adults": false, "hold on, make it 3 adults": false} {
		_, in := readUnsaid(t, trip.LodgingOffer, known)
		in.Status.Ask = &trip.Ask{Kind: trip.AskChoose, ID: "a1", Choices: []trip.Choice{{ID: "1"}, {ID: "2"}}}
		res, _ := say(t, in, said)
		if got := slices.ContainsFunc(res.Acts, func(a extract.Act) bool { return a.What == trip.ShowDeadline }); got != waits {
			t.Errorf("%q: %+v", said, res.Acts)
		}
	}
}
