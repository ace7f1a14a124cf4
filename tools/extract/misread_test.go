package extract_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestAlternatives: of several places that would do nobody knows which one is meant, so that is asked; and what may be
// spent is a limit, also beside a complaint or in the words of a question.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	const offered = "Leeds to Oslo on May 4, back on May 9, 2 adults"
	readTalks(t, []talkRead{
		{[]string{"from Leeds in May", "Rome maybe? or Oslo"}, "destination.code=FCO segments[0].alternatives.destination[0].code=OSL"},
		{[]string{"from Leeds in May", "Mallorca, or perhaps even Menorca"}, "destination.code=PMI segments[0].alternatives.destination[0].code=MAH"},
		{
			[]string{"from Leeds to Bergen, Oslo or Rome"},
			"destination.code=BGO origin.code=LBA segments[0].alternatives.destination[0].code=OSL segments[0].alternatives.destination[1].code=FCO",
		},
		{[]string{"from Leeds in May", "Bologna or Pisa, whichever is cheaper"}, "destination.code=BLQ segments[0].alternatives.destination[0].code=PSA"},
		{[]string{"from Leeds in May", "Barcelona or Valencia, whichever is cheaper"}, "destination.code=BCN segments[0].alternatives.destination[0].code=VLC"},
		{[]string{"from Leeds to Valencia or Alicante"}, "destination.code=VLC origin.code=LBA segments[0].alternatives.destination[0].code=ALC"},
		{[]string{"to Rome on May 4", "Leeds or London"}, "origin.code=LBA segments[0].alternatives.origin[0].code=LHR"},
		{[]string{"Leeds or Manchester to Faro"}, "destination.code=FAO origin.code=LBA segments[0].alternatives.origin[0].code=MAN"},
		{[]string{"Nashville or Atlanta to Miami"}, "destination.code=MIA origin.code=BNA segments[0].alternatives.origin[0].code=ATL"},
		{[]string{offered, "we have about 900 dollars in total"}, "constraints.budget_total.amount=900.00 constraints.budget_total.currency=USD"},
		{[]string{offered, "too pricey, we only have 900 pounds"}, "constraints.budget_total.amount=900.00 constraints.budget_total.currency=GBP"},
	})
}

// TestSights: what stands near something is no town that is called so.
func TestSights(t *testing.T) {
	t.Parallel()
	const stay = "stays[0].check_in=2026-05-03 stays[0].check_out=2026-05-05 stays[0].location_code=MAD " +
		"stays[0].location_hint=Madrid trip_type=stay_only"
	for _, near := range []string{"near the Prado", "close to the Prado", "opposite the Alhambra", "walking distance of the Prado"} {
		readTalks(t, []talkRead{{[]string{"a hotel in Madrid " + near + ", 3 to 5 May"}, "requests[0].kind=room requests[0].text=" + near + " " + stay}})
	}
	readTalks(t, []talkRead{{[]string{"Leeds to the Algarve"}, "destination.code=FAO origin.code=LBA"}})
}

// TestSaidAlready: what the trip has already is understood, and changes nothing; a question that no rule answers is for
// the assistant; what cannot be searched is noted.
func TestSaidAlready(t *testing.T) {
	t.Parallel()
	const (
		flights = "Leeds to Oslo on May 4, back on May 9, 2 adults, flights only"
		stay    = "Leeds to Oslo on May 4, back on May 9, 2 adults with a hotel"
	)
	readTalks(t, []talkRead{
		{[]string{flights, "we dont need a hotel, staying with grandma"}, ""},
		{[]string{flights, "just flights"}, ""},
		{[]string{stay, "with a hotel please"}, ""},
		{[]string{"3 rooms in Oslo for 5 people from 1 to 4 December", "no flights"}, ""},
		{[]string{"3 rooms in Oslo for 5 people from 1 to 4 December", "we don't need flights"}, ""},
		{[]string{stay, "she needs to be back by Sunday"}, ""},
		{[]string{flights, "does the baby need a seat?"}, "kind=assist"},
		{
			[]string{"trip from Leeds to Oslo on May 4 with a hotel, she hates layovers"},
			"constraints.max_stops=0 dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA",
		},
		{
			[]string{"Leeds to Oslo on May 4, Marriott if possible"},
			"dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA requests[0].kind=room requests[0].text=Marriott",
		},
		{
			[]string{"trip to Hilton Head from Boston on May 3"},
			"dates.departure_date=2026-05-03 origin.code=BOS | Which airport is best for Hilton Head (US): Savannah (US) or Hilton Head Island (US)?",
		},
	})
}

// TestApart: who comes at another time than the others changes no number and no day of the trip; and of two changes by
// days each moves its own end.
func TestApart(t *testing.T) {
	t.Parallel()
	const (
		six   = "destination.code=OSL origin.code=LBA travelers.adults=6"
		there = "Leeds to Oslo on May 4, back on May 9, 2 adults"
	)
	readTalks(t, []talkRead{
		{[]string{"6 of us, Leeds to Oslo, one of us leaves a day earlier"}, six + " | one of us leaves a day earlier"},
		{[]string{"We're 6 friends, from Leeds to Oslo. Two of us arrive a day later, on the 5th."}, six + " | Two of us arrive a day later, on the 5th."},
		{[]string{there, "could we all fly a day later and return a day earlier"}, "dates.departure_date=2026-05-05 dates.return_date=2026-05-08"},
		{[]string{there, "come back two days later and leave a day earlier"}, "dates.departure_date=2026-05-03 dates.return_date=2026-05-11"},
		{[]string{there, "let us go a day later"}, "dates.departure_date=2026-05-05 dates.return_date=2026-05-10"},
		{[]string{there, "at most 80 dollars a night", "make it 120 a night"}, "lodging.max_price_per_night.amount=120.00 lodging.max_price_per_night.currency=USD"},
	})
}

// TestOpenEnd: who asks where to go has a trip in mind, whose end is asked for; and what else is said of it stands.
func TestOpenEnd(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{
			[]string{"where can I go from Leeds for a weekend with 300 euros?"},
			"constraints.budget_total.amount=300.00 constraints.budget_total.currency=EUR inferred[0]=adults lodging.nights=2 origin.code=LBA travelers.adults=1",
		},
		{
			[]string{"from Leeds to Oslo on 4 May, no changes if possible"},
			"constraints.max_stops=0 dates.departure_date=2026-05-04 destination.code=OSL origin.code=LBA",
		},
	})
}

// TestGoals: places that are listed are where the journey goes when another one is where it begins, a city within a
// country narrows it down, and who arrives on one day and leaves on another comes home then.
func TestGoals(t *testing.T) {
	t.Parallel()
	const lagos = "destination.code=LOS origin.code=IAH"
	readTalks(t, []talkRead{
		{
			[]string{"Rome and Venice from New York in June"},
			"inferred[0]=hotel_city inferred[1]=check_in inferred[2]=check_out segments[0].destination.code=FCO " +
				"segments[0].origin.code=JFK segments[1].destination.code=VCE segments[1].origin.code=FCO " +
				"stays[0].location_code=FCO stays[0].location_hint=Rome stays[1].location_code=VCE stays[1].location_hint=Venice " +
				"trip_type=multi_city | Which day in June do you mean?",
		},
		{[]string{"golfing in Portugal, Faro probably, from Edinburgh"}, "destination.code=FAO origin.code=EDI"},
		{
			[]string{"from Houston to Lagos, arriving 19 December and leaving the 27th"},
			"dates.departure_date=2026-12-19 dates.return_date=2026-12-27 " + lagos + " " + landsThatDay + " trip_type=round_trip",
		},
		{
			[]string{"a conference in Lagos, 14 to 17 May, from Houston, arriving a day before"},
			"dates.departure_date=2026-05-13 dates.return_date=2026-05-17 " + lagos + " " + landsThatDay + " trip_type=round_trip",
		},
		{[]string{"a hotel in Berlin from 4 to 6 May", "close to Hauptbahnhof"}, "requests[0].kind=room requests[0].text=close to Hauptbahnhof"},
	})
}

// TestDaysInPlace: a day of the trip that is given up is no new one, and a number beyond the options is a day.
func TestDaysInPlace(t *testing.T) {
	t.Parallel()
	const there = "Leeds to Oslo on May 3, back on May 9, 2 adults"
	readTalks(t, []talkRead{
		{[]string{there, "change the 9th to the 10th"}, "dates.return_date=2026-05-10"},
		{[]string{there, "change the 3rd to the 4th"}, "dates.departure_date=2026-05-04"},
		{[]string{there, "swap the 9th for the 10th"}, "dates.return_date=2026-05-10"},
		{[]string{there, "forget the 9th, the 10th is better"}, "dates.return_date=2026-05-10"},
		{[]string{there, "the 10th instead of the 9th"}, "dates.return_date=2026-05-10"},
	})
}

// TestOverOptions reads what is said of the trip while options stand before the person.
func TestOverOptions(t *testing.T) {
	t.Parallel()
	const (
		french  = "je voudrais aller de Manchester à Oslo le 5 juin, retour le 9"
		english = "from Manchester to Oslo on June 5, back on the 9th"
		limit   = "constraints.budget_total.amount=900.00 constraints.budget_total.currency=USD"
	)
	for _, c := range []struct{ before, message, patch, acts string }{
		{english, "we have about 900 dollars in total", limit, ""},
		{english, "too expensive, we only have 900", limit, ""},
		{english, "no hotels", "", ""},
		{english, "Are there any other flights on the 8th?", "dates.departure_date=2026-06-08", ""},
		{english, "I want to leave later today", "dates.departure_date=2026-03-04", ""},
		{english, "direct if there is one", "constraints.max_stops=0", ""},
		{english, "which one has the best rating?", "", "ask by=best_rated of=shown what=best"},
		{english, "show me the trip", "", "show what=trip"},
		{english, "the 10th instead of the 9th", "dates.return_date=2026-06-10", ""},
		{english, "the third", "", "select position=3"},
		{french, "le moins cher", "", "select by=cheapest"},
		{english, "le moins cher", "", "select by=cheapest"},
	} {
		in := newIntent(t)
		if err := json.Unmarshal([]byte(after(planned, "choose select", "one", "two", "three", "four")), &in); err != nil {
			t.Fatal(err)
		}
		in.UpdatedAt = newIntent(t).UpdatedAt
		in.Turn.Assist.Recent = []string{c.before}
		res := readIn(t, in, c.message)
		if patch, acts := flat(t, res), saying(t, res); patch != c.patch || acts != c.acts {
			t.Errorf("%q: %q and %q, want %q and %q", c.message, patch, acts, c.patch, c.acts)
		}
	}
}

// TestClassAsked: the class that is asked for is no town of that name.
func TestClassAsked(t *testing.T) {
	t.Parallel()
	in := newIntent(t)
	if err := json.Unmarshal([]byte(after(planned, "clarify preferences.flight.cabin", "business", "economy")), &in); err != nil {
		t.Fatal(err)
	}
	in.UpdatedAt = newIntent(t).UpdatedAt
	if got := flat(t, readIn(t, in, "ok economy both ways")); got != "cabin=economy" {
		t.Error(got)
	}
}

// TestGoalWhileHomeIsAsked: a town of the country that the trip goes to is its goal, also while it is asked where the
// trip begins.
func TestGoalWhileHomeIsAsked(t *testing.T) {
	t.Parallel()
	in := newIntent(t)
	_, raw := say(t, in, "from Birmingham to Spain")
	in = merge(t, in, raw)
	in.Status.Ask = &trip.Ask{Kind: trip.AskClarify, About: []string{"itinerary.segments[0].origin.code"}}
	for message, want := range map[string]string{"Majorca": "destination.code=PMI", "London": "origin.code=LHR"} {
		if got := flat(t, readIn(t, in, message)); got != want {
			t.Errorf("%q: %s, want %s", message, got, want)
		}
	}
}

// TestWhatIsLookedForThere: what people look for at a place is no journey there and no meal on a flight.
func TestWhatIsLookedForThere(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"vegan places": true, "halal spots near Faro": true, "vegan restaurants in Porto": true, "things to see in Bologna": true,
		"some things to do in Porto": true, "nightlife in Berlin": true, "a good bakery": true, "churches please": true,
		"a vegan meal please": false, "I want to go to Rome, there are so many things to see": false, "Bologna please": false,
	} {
		res := extractFrom(t, message, `{}`)
		plan, err := json.Marshal(res.TripIntent)
		if err != nil {
			t.Fatal(err)
		}
		if isAssist := res.Request.Kind == "assist"; isAssist != want || want != (string(plan) == "{}") {
			t.Errorf("%q: kind %q, the plan %s", message, res.Request.Kind, plan)
		}
	}
}

// TestSoughtIsNoPlace: what people look for at a place, in capitals, is not the airport of that code.
func TestSoughtIsNoPlace(t *testing.T) {
	t.Parallel()
	for _, message := range []string{"ATM", "ATM please", "GYM", "PUB"} {
		res := extractFrom(t, message, `{}`)
		plan, err := json.Marshal(res.TripIntent)
		if err != nil {
			t.Fatal(err)
		}
		if string(plan) != "{}" || res.Assumptions != nil && len(*res.Assumptions) > 0 {
			t.Errorf("%q: the plan %s and assumptions", message, plan)
		}
	}
}

// TestCheckOutOrLookAt: "check out" before an airline, flights or prices is to look at them and asks for no bed; a day of
// check-out that is told with "my" is a day, and no place where one sleeps already.
// Rule: 6.7.cue
func TestCheckOutOrLookAt(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"American Airlines", "Delta", "United flights", "the flights", "flights on June 6", "the prices", "other fares", "the options"} {
		for _, says := range []string{"check out %s", "please check out %s.", "Saturday next week, check out %s"} {
			message := fmt.Sprintf(says, what)
			if got := stayed(t, "", "one way from Oslo to Rome on June 4, 1 adult", message); strings.Contains(got, "sleeps") {
				t.Errorf("%s: %s", message, got)
			}
		}
	}
	for _, whose := range []string{"my", "our", "the"} {
		for _, name := range []string{"checkout", "check-out", "check out", "checkout date", "check-out date", "checkout dates"} {
			for _, says := range []string{"is June 8", "will be on June 8", "is the 8th of June", "is on the 8th", ": 8 June"} {
				message := "Yes, make reservations for me. " + whose + " " + name + " " + says
				if got := stayed(t, "", "hotel in Rome for 2 adults, June 3 to 5", message); got != "sleeps 06-03 06-08 |" {
					t.Errorf("%s: %s", message, got)
				}
			}
		}
	}
	for message, want := range map[string]string{
		"my checkin date is June 4 and my checkout date is June 7": "sleeps 06-04 06-07 |", "check-in: June 4, checkout: June 7": "sleeps 06-04 06-07 |",
		"our check-in date will be June 4": "sleeps 06-04 06-05 |", "we check out of the hotel on June 7": "sleeps 06-03 06-07 |",
	} {
		if got := stayed(t, "", "hotel in Rome for 2 adults, June 3 to 5", message); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

// TestWhatAJourneyIsFor: a match or a concert that a journey is for is no errand, and its day is one of the journey.
// Tickets for it are one.
// Rule: 6.7.other
func TestWhatAJourneyIsFor(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"match", "game", "concert", "event", "football match", "basketball game", "festival"} {
		for _, says := range []string{
			"I want to get there before the %s so June 4 would be good.", "we need to arrive before the %s, on June 4", "leave on June 4 for the %s",
			"I would like to be there before the %s, so the 4th of June", "we fly in for the %s on June 4",
		} {
			message := fmt.Sprintf(says, what)
			if got := stayed(t, "itinerary.segments[0].depart_date", "Oslo to Rome, 1 adult, no hotel", message); got != "06-04 |" {
				t.Errorf("%s: %s", message, got)
			}
		}
		for _, says := range []string{"get me two tickets for the %s on June 4", "find me a %s on June 4", "book seats for the %s on June 4"} {
			message := fmt.Sprintf(says, what)
			got := stayed(t, "itinerary.segments[0].depart_date", "Oslo to Rome, 1 adult, no hotel", message)
			if got != "| "+message && what != "event" {
				t.Errorf("%s: %s", message, got)
			}
		}
	}
}
