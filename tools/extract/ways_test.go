package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// TestVerbsOfLeaving reads which end of the journey the place behind a verb is, in every form of the verb.
func TestVerbsOfLeaving(t *testing.T) {
	t.Parallel()
	for _, thing := range []string{"a flight", "flights", "a train", "I need a flight"} {
		for verb, want := range map[string]string{
			"leaving": "origin", "that leaves": "origin", "which leave": "origin", "departing": "origin", "that departs": "origin",
			"that depart": "origin", "departing from": "origin", "that leaves from": "origin", "that goes from": "origin",
			"arriving in": "destination", "that arrives in": "destination", "that lands in": "destination",
			"that reaches": "destination", "that goes to": "destination", "that leaves for": "destination",
		} {
			for _, when := range []string{"at noon tomorrow", "after 10:00", "on May 5"} {
				message := fmt.Sprintf("%s %s Paris %s", thing, verb, when)
				res := extractFrom(t, message, "{}")
				end := map[bool]*extract.Place{true: res.TripIntent.Origin, false: res.TripIntent.Destination}
				if p := end[want == "origin"]; p == nil || p.Code != "CDG" || end[want != "origin"] != nil || len(res.Unread) > 0 {
					t.Errorf("%q: Paris is no %s, or %q is not used", message, want, res.Unread)
				}
			}
		}
	}
}

// TestAnyTrains begins a trip with a question whether a train, bus or ferry goes from one place to another.
func TestAnyTrains(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"train", "bus", "ferry"} {
		plural := map[string]string{"train": "trains", "bus": "buses", "ferry": "ferries"}[mode]
		for _, form := range []string{
			"Are there any %[2]s from Dover to Calais on May 5?", "is there a %[1]s from Dover to Calais on May 5?",
			"Do you have %[2]s from Dover to Calais on May 5?", "What %[2]s are there from Dover to Calais on May 5?",
			"Do you know of any %[2]s from Dover to Calais on May 5?", "I need a %[1]s from Dover to Calais on May 5",
			"a %[1]s from Dover to Calais on May 5", "by %[1]s from Dover to Calais on May 5",
		} {
			res := extractFrom(t, fmt.Sprintf(form, mode, plural), "{}")
			got := flat(t, res)
			if p := res.TripIntent; p.Origin == nil || p.Origin.City != "Dover" || p.Destination == nil || p.Destination.City != "Calais" {
				t.Errorf("%q: %s", fmt.Sprintf(form, mode, plural), got)
			}
		}
	}
}

// TestReturnWithoutADay asks for the day of the way back where only a month, a part of one or a feast was said of it.
func TestReturnWithoutADay(t *testing.T) {
	t.Parallel()
	for _, when := range []string{
		"in May", "at the end of May", "some time in May", "in the first week of May", "in early May", "after New Year", "over Easter", "after Easter",
		"during May",
	} {
		for _, back := range []string{"back", "returning", "return", "coming home"} {
			message := fmt.Sprintf("London to Rome on 5 April, %s %s, 2 adults", back, when)
			res := extractFrom(t, message, "{}")
			asks := len(res.Questions) == 1 && res.Questions[0].About == "itinerary.segments[1].depart_date"
			if p := res.TripIntent; !asks || p.TripType != "round_trip" || p.Dates.DepartureDate != "2026-04-05" || p.Dates.ReturnDate != "" {
				t.Errorf("%q: %s, asks %+v", message, flat(t, res), res.Questions)
			}
			message = fmt.Sprintf("London to Rome in April, %s %s, 2 adults", back, when)
			res = extractFrom(t, message, "{}")
			if p := res.TripIntent; len(res.Unread) == 0 || p.Dates != nil {
				t.Errorf("%q: %s, not used %q", message, flat(t, res), res.Unread)
			}
		}
	}
	for _, form := range []string{
		"a return from Dublin to Faro on 12 June", "two returns from Dublin to Faro on 12 June", "return from Dublin to Faro on 12 June",
	} {
		p := extractFrom(t, form, "{}").TripIntent
		if p.Origin == nil || p.Origin.Code != "DUB" || p.Destination == nil || p.Destination.Code != "FAO" ||
			p.TripType != "round_trip" || p.Dates.DepartureDate != "2026-06-12" {
			t.Errorf("%q: %+v", form, p)
		}
	}
}

// TestHomeFromElsewhere flies home from where somebody says that they come home from.
func TestHomeFromElsewhere(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"fly home from", "come home from", "return from", "fly back from", "are going home from", "get back from", "head home from"} {
		for _, form := range []string{
			"we fly from London to Rome on 3 June and %s Naples on the 10th", "we fly to Rome on 3 June and %s Naples on the 10th, from London",
		} {
			message := fmt.Sprintf(form, home)
			s := extractFrom(t, message, "{}").TripIntent.Segments
			if len(s) != 2 || s[1].Origin == nil || s[1].Origin.Code != "NAP" || s[1].Destination == nil || s[1].Destination.Code != "LHR" {
				t.Errorf("%q: %+v", message, s)
			}
		}
	}
}

// TestTimesOfBothWays gives the way back the time of leaving that is later than the one of landing there.
func TestTimesOfBothWays(t *testing.T) {
	t.Parallel()
	for _, times := range []string{"arriving before noon, leaving after 6pm", "landing by 11:00 and leaving after 18:00", "arrive by noon, leave after 1pm"} {
		message := "Barcelona to Ibiza 1st-8th August, " + times
		s := extractFrom(t, message, "{}").TripIntent.Segments
		if len(s) != 2 || s[0].ArriveTimeWindow == nil || s[0].DepartTimeWindow != nil || s[1].DepartTimeWindow == nil {
			t.Errorf("%q: %+v", message, s)
		}
	}
	message := "Barcelona to Ibiza 1st-8th August, leaving after 8am, arriving before noon"
	if s := extractFrom(t, message, "{}").TripIntent.Segments; len(s) != 1 || s[0].DepartTimeWindow == nil || s[0].ArriveTimeWindow == nil {
		t.Errorf("%q: %+v", message, s)
	}
}

// TestClassesOfTheWays asks which of two classes is meant.
func TestClassesOfTheWays(t *testing.T) {
	t.Parallel()
	for _, cabins := range []string{"business there, economy back", "economy there, business back", "business out and economy home"} {
		res := extractFrom(t, cabins+", Frankfurt-New York, 3 to 9 March", "{}")
		if res.TripIntent.Cabin != "" || len(res.Questions) != 1 {
			t.Errorf("%q: %s, asks %+v", cabins, flat(t, res), res.Questions)
		}
	}
}

// TestHowOneDoesNotFly takes no denial of how or when one flies for one of flying.
func TestHowOneDoesNotFly(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"without overnight flying", "no early flying", "no night flights", "without late flying", "I don't want to fly overnight"} {
		message := "Berlin to Malaga on 3 July, " + how
		for _, s := range extractFrom(t, message, "{}").TripIntent.Segments {
			if s.TransportMode != "" {
				t.Errorf("%q: by %s", message, s.TransportMode)
			}
		}
	}
}

// TestWayBackBeside makes a planned one-way trip a round trip when its way back is asked for.
// Rule: 6.7.cue
func TestWayBackBeside(t *testing.T) {
	t.Parallel()
	for _, opens := range []string{"", "I need ", "okay, I'm going to need ", "also ", "can I get ", "please add "} {
		for _, what := range []string{
			"a return ticket", "return tickets", "return flights", "the way back please", "a flight back", "a return", "a way back too",
		} {
			in := newIntent(t)
			for _, message := range []string{"Oslo to Rome on 4 June, 1 adult", opens + what} {
				_, raw := say(t, in, message)
				in = merge(t, in, raw)
			}
			if in.Itinerary.TripType != trip.RoundTrip || in.Itinerary.Segments[0].Destination.Code != "FCO" {
				t.Errorf("%q: %s", opens+what, in.Itinerary.TripType)
			}
		}
	}
	for _, said := range []string{"I'll be back", "be right back", "get back to me", "no way back", "go back", "when do I get back?", "I will come back"} {
		in := newIntent(t)
		for _, message := range []string{"Oslo to Rome on 4 June, 1 adult", said} {
			_, raw := say(t, in, message)
			in = merge(t, in, raw)
		}
		if in.Itinerary.TripType == trip.RoundTrip {
			t.Errorf("%q asks for a way back", said)
		}
	}
}

// TestBackToWhatWasSpokenOf: who goes back to the booking flies nowhere.
func TestBackToWhatWasSpokenOf(t *testing.T) {
	t.Parallel()
	for _, back := range []string{"let's go back to", "I want to get back to", "return to", "can we return to", "I would like to go back to"} {
		for _, what := range []string{
			"the booking", "booking the flight", "booking the tickets", "the options", "the first option", "my reservation", "choosing a flight",
		} {
			for _, known := range []string{"Oslo to Rome on 4 June, 1 adult", "Oslo to Rome on 4 June and back on 8 June, 1 adult"} {
				in := newIntent(t)
				_, raw := say(t, in, known)
				if res, _ := say(t, merge(t, in, raw), back+" "+what); flat(t, res) != "" || len(res.Questions) > 0 {
					t.Errorf("%q behind %q: %s, asks %v", back+" "+what, known, flat(t, res), res.Questions)
				}
			}
		}
	}
}

// TestWhatIsNotDoneOnADay says of a day that something is not done on it, by a verb that the rules know or by one that they do
// not: the day is out, or told, and never one of the trip.
// Rule: 6.7.polarity
func TestWhatIsNotDoneOnADay(t *testing.T) {
	t.Parallel()
	const day = "2026-06-07" // a Sunday, two days before the way back
	verbs := []string{
		"come back", "come home", "head home", "return", "fly", "travel", "make it", "leave", // the day is out
		"end the trip", "spend the day in Oslo", "sit in a plane", "miss church", // told
	}
	for n, verb := range verbs {
		for _, never := range []string{"I don't want to ", "we do not want to ", "I can't ", "I won't "} {
			for _, on := range []string{" on a Sunday", " on Sunday", " on the 7th"} {
				res := extractFrom(t, never+verb+on, after(planned, "choose working_memory.selected", "1. A", "2. B"))
				got, isOut := flat(t, res), n < 8
				if strings.Contains(got, "dates.") || isOut && !strings.Contains(got, "excluded_days") && len(res.Unread) == 0 ||
					!isOut && !strings.Contains(got, "excluded_days") && !strings.Contains(strings.Join(res.Unread, "|"), verb) &&
						res.Request.Kind != trip.KindAssist || strings.Contains(got, day) && !strings.Contains(got, "excluded_days") {
					t.Errorf("%q: %s, told %q", never+verb+on, got, res.Unread)
				}
			}
		}
	}
	for _, not := range []string{
		"I can't find ", "we could not find ", "can't you find me ", "won't you book ", "Don't forget to book ",
		"Don't forget ", "don't hesitate to get me ", "I don't speak Italian need ", "I don't know the area please find ", "I can't see ",
	} {
		for _, route := range []string{"a flight from Berlin to Rome", "flights Berlin to Rome", "a flight to Rome"} {
			for _, mark := range []string{"", "?"} {
				message := not + route + " on 3 June" + mark
				if d := extractFrom(t, message, "{}").TripIntent.Dates; d == nil || d.DepartureDate != "2026-06-03" {
					t.Errorf("%q loses its day", message)
				}
			}
		}
	}
}
