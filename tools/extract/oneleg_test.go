package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// tripOfThree is a trip of three legs that goes home.
const tripOfThree = "two of us from London to Athens on 3 April, then Istanbul on 7 April, back to London on 12 April"

// namesOfLegs are ways to name each leg of tripOfThree.
var namesOfLegs = [3][]string{
	{"the first flight", "the first leg", "leg 1", "the first one", "the flight to Athens", "the flight from London"},
	{"the second flight", "the second leg", "leg 2", "the flight to Istanbul", "the flight out of Athens"},
	{"the last flight", "the third leg", "leg 3", "the last one", "the final leg", "the flight home", "the way back", "the flight from Istanbul"},
}

// TestATimeOfOneLeg says a time of one leg alone, in the message that begins the trip and in one of its own.
// Rule: 6.7.time
func TestATimeOfOneLeg(t *testing.T) {
	t.Parallel()
	times := map[string]string{
		"%s after 6pm": "%d leaves 18:00-", "%s before noon": "%d leaves -12:00", "%s in the morning": "%d leaves 04:00-12:00",
		"%s must land before noon": "%d lands -12:00", "%s should leave after 6pm": "%d leaves 18:00-",
	}
	for i, names := range namesOfLegs {
		for _, name := range names {
			for form, want := range times {
				said, want := fmt.Sprintf(form, name), fmt.Sprintf(want, i+1)
				if strings.HasSuffix(name, "home") || strings.HasSuffix(name, "back") {
					want = strings.Replace(want, "leaves -12:00", "lands -12:00", 1) // who is back before noon has landed
				}
				for _, talk := range [][]string{{tripOfThree, said}, {tripOfThree + ", " + said}, {tripOfThree + ". " + said}} {
					if got := windowsOf(t, talk...); got != want {
						t.Errorf("%q: %s, want %s", talk, got, want)
					}
				}
			}
		}
	}
}

// TestAWishOfOneLegIsTold wants a class or few stops of one leg alone: a trip has one such wish for all its flights, so
// none is written, and the words are told.
// Rule: 6.7.wish
func TestAWishOfOneLegIsTold(t *testing.T) {
	t.Parallel()
	for _, names := range namesOfLegs {
		for _, name := range names {
			for _, wish := range []string{"business class", "economy", "nonstop"} {
				if strings.HasSuffix(name, "one") {
					continue // one of the options
				}
				said := wish + " for " + name
				for _, talk := range [][]string{{tripOfThree, said}, {tripOfThree + ", " + said}} {
					in, res := converse(t, talk)
					flies := in.Preferences.Flight
					if flies.Cabin != "" || flies.MaxStops.Set || !strings.Contains(strings.Join(res.Unread, " "), wish) ||
						len(in.Itinerary.Segments) != 3 {
						t.Errorf("%q: %d legs, cabin %q, stops %v, told %q", talk, len(in.Itinerary.Segments), flies.Cabin,
							flies.MaxStops, res.Unread)
					}
				}
			}
		}
	}
}

// routeAfter writes where the legs of a plan go and when, "LHR-ATH 03 ATH-LHR 12".
func routeAfter(t *testing.T, talk ...string) string {
	t.Helper()
	in, _ := converse(t, talk)
	var legs []string
	for _, s := range in.Itinerary.Segments {
		day := ""
		if s.DepartDate != 0 {
			day = fmt.Sprintf("%02d", s.DepartDate.Day())
		}
		legs = append(legs, strings.TrimSpace(s.Origin.Code+"-"+s.Destination.Code+" "+day))
	}
	return strings.Join(legs, " ")
}

// TestHomeIsElsewhere ends a trip in another town than where it began: only the last leg changes.
// Rule: 6.7.place
func TestHomeIsElsewhere(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"fly home to Milan%s", "fly home to Milan instead%s", "go home to Milan%s", "home to Milan%s", "end in Milan%s",
		"and end in Milan%s", "fly back to Milan%s",
	} {
		for day, want := range map[string]string{"": "12", " on 13 April": "13", ", on 13 April": "13", " on the 13th": "13"} {
			said := fmt.Sprintf(form, day)
			if got := routeAfter(t, tripOfThree, said); got != "LHR-ATH 03 ATH-IST 07 IST-MXP "+want {
				t.Errorf("%q: %s", said, got)
			}
		}
	}
}

// TestAStopIsReplacedAndMore replaces a stop of several, or the goal of a trip there and back, and says a day beside.
// Rule: 6.7.place
func TestAStopIsReplacedAndMore(t *testing.T) {
	t.Parallel()
	const tripThere = "two of us from London to Athens on 3 April, back on 12 April, with a hotel"
	for _, form := range []string{"%[2]s instead of %[1]s", "replace %[1]s with %[2]s", "%[2]s, not %[1]s", "change %[1]s to %[2]s", "swap %[1]s for %[2]s"} {
		for more, days := range map[string][4]string{
			"":                               {"03", "07", "12", "12"},
			", and back on the 13th":         {"03", "07", "13", "13"},
			" and come back on 13 April":     {"03", "07", "13", "13"},
			", on the 8th":                   {"08", "08", "12", "12"},
			", on the 8th, back on the 13th": {"08", "08", "13", "13"},
		} {
			said := fmt.Sprintf(form, "Istanbul", "Izmir") + more
			want := fmt.Sprintf("LHR-ATH 03 ATH-ADB %s ADB-LHR %s", days[1], days[2])
			if got := routeAfter(t, tripOfThree, said); got != want {
				t.Errorf("%q: %s, want %s", said, got, want)
			}
			said = fmt.Sprintf(form, "Athens", "Izmir") + more
			want = fmt.Sprintf("LHR-ADB %s ADB-LHR %s", days[0], days[3])
			if got := routeAfter(t, tripThere, said); got != want {
				t.Errorf("%q: %s, want %s", said, got, want)
			}
		}
	}
	for _, said := range []string{"Izmir instead of Athens, hotel with 4 stars", "make it Izmir, 4 star hotel", "a hotel in Izmir, back on the 13th"} {
		in, _ := converse(t, []string{tripThere, said})
		stays := in.Itinerary.Lodging.Stays
		isMoved := len(stays) == 0 && in.Itinerary.Segments[0].Destination.Code == "ADB" ||
			len(stays) == 1 && stays[0].CheckOut.Day() == 13
		if !isMoved {
			t.Errorf("%q: %+v, %+v", said, in.Itinerary.Segments, stays)
		}
	}
}

// flightsOwned are ways to tell of a flight that one has.
var flightsOwned = []string{
	"my flight to Rome on 3 May is booked", "I already have my ticket to Rome on 3 May", "I've already booked the flight to Rome on 3 May",
	"we have our flights to Rome on 3 May", "my flight to Rome is already booked", "our flight to Rome leaves at 17:00",
	"my flight to Rome lands at 5 pm on 3 May", "I bought a ticket to Rome for 3 May", "we have already booked our flights to Rome",
}

// TestAFlightThatOneHas tells of a flight that one has: it is not planned again.
// Rule: 5.2.stay-only
func TestAFlightThatOneHas(t *testing.T) {
	t.Parallel()
	for _, swap := range []string{"change % to Milan", "swap % for Milan", "replace % with Milan"} {
		in, res := converse(t, []string{"2 adults, London to Oslo on 3 May", strings.ReplaceAll(swap, "%", "Rome")})
		if s := in.Itinerary.Segments; len(s) != 1 || s[0].Origin.Code != "LHR" || s[0].Destination.Code != "OSL" || len(res.Unread) == 0 {
			t.Errorf("%s: %+v, told %q", swap, s, res.Unread)
		}
	}
	for _, open := range []string{"to book", "to find", "in mind"} {
		in, _ := converse(t, []string{"I have flights from Oslo to Rome " + open + " for 5 May, 2 adults"})
		if s := in.Itinerary.Segments; len(s) != 1 || s[0].Origin.Code != "OSL" || s[0].DepartDate.Day() != 5 {
			t.Errorf("flights %s: %+v", open, s)
		}
	}
	for _, owned := range flightsOwned {
		for _, more := range []string{
			", I need one from Rome to Malta on 6 May", ". I need Rome to Malta on 6 May", ", now I need a flight from Rome to Malta on 6 May",
			" and I need a flight from Rome to Malta on 6 May",
		} {
			in, res := converse(t, []string{owned + more})
			told := strings.Join(res.Unread, " ")
			s := in.Itinerary.Segments
			if len(s) != 1 || s[0].Destination.Code != "MLA" || s[0].DepartDate.Day() != 6 || !strings.Contains(told, "Rome") {
				t.Errorf("%q: %+v, told %q", owned+more, s, told)
			}
		}
		for _, more := range []string{
			", I need a hotel there from 3 to 6 May", ". Just a hotel in Rome from 3 May to 6 May", " and I need a hotel there until 6 May",
		} {
			in, _ := converse(t, []string{owned + more})
			stays := in.Itinerary.Lodging.Stays
			if in.Itinerary.TripType != trip.StayOnly || len(stays) != 1 || stays[0].LocationHint != "Rome" || stays[0].CheckOut.Day() != 6 {
				t.Errorf("%q: %s, %+v", owned+more, in.Itinerary.TripType, stays)
			}
		}
		for _, more := range []string{", now I need the flight back to London on 6 May", ", I only need the return to London on 6 May"} {
			if got := routeAfter(t, owned+more); got != "FCO-LHR 06" {
				t.Errorf("%q: %s", owned+more, got)
			}
		}
		if in, res := converse(t, []string{owned}); len(in.Itinerary.Segments) > 0 || len(res.Unread) != 1 {
			t.Errorf("%q: %+v, told %q", owned, in.Itinerary.Segments, res.Unread)
		}
	}
	if in, _ := converse(t, []string{"I have tickets for a show in Rome, 3 to 6 May"}); len(in.Itinerary.Segments) > 0 {
		t.Errorf("%+v", in.Itinerary.Segments)
	}
	for _, said := range []string{
		"can I have a flight to Rome on 3 May", "I would like to have a flight to Rome on 3 May",
		"I want my flight to Rome booked on 3 May",
		"I need a flight to Rome on 3 May as I have a flight home already",
		"I have to book a flight to Rome on 3 May", "do you have flights to Rome on 3 May", "book my flights: to Rome on 3 May",
	} {
		in, _ := converse(t, []string{said})
		if !slices.ContainsFunc(in.Itinerary.Segments, func(s trip.Segment) bool { return s.DepartDate.Day() == 3 }) {
			t.Errorf("%q: %+v", said, in.Itinerary.Segments)
		}
	}
}

// TestTheLegThatIsNamedChanges changes where a leg that is named by number or place goes, or which airport of a city it
// uses.
// Rule: 6.7.place
func TestTheLegThatIsNamedChanges(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"the second leg goes to Izmir":               "LHR-ATH 03 ATH-ADB 07 ADB-LHR 12",
		"leg 2 to Izmir":                             "LHR-ATH 03 ATH-ADB 07 ADB-LHR 12",
		"the last leg goes to Milan":                 "LHR-ATH 03 ATH-IST 07 IST-MXP 12",
		"start from Gatwick":                         "LGW-ATH 03 ATH-IST 07 IST-LHR 12",
		"start from Gatwick on 2 April":              "LGW-ATH 02 ATH-IST 07 IST-LHR 12",
		"leave from Gatwick after 6 pm":              "LGW-ATH 03 ATH-IST 07 IST-LHR 12",
		"land at Gatwick before 6 pm on 12 April":    "LHR-ATH 03 ATH-IST 07 IST-LGW 12",
		"the flight to Istanbul a day later":         "LHR-ATH 03 ATH-IST 08 IST-LHR 13",
		"leave Athens on 8 April in the morning":     "LHR-ATH 03 ATH-IST 08 IST-LHR 12",
		"the last flight on 13 April after 6pm":      "LHR-ATH 03 ATH-IST 07 IST-LHR 13",
		"the flight to Istanbul on the 8th":          "LHR-ATH 03 ATH-IST 08 IST-LHR 12",
		"Izmir instead of Istanbul, home via Vienna": "LHR-ATH 03 ATH-ADB 07 ADB-LHR 12",
	} {
		if got := routeAfter(t, tripOfThree, said); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// TestTwoJourneys plans two journeys from one home in one message.
// Rule: 6.7.place
func TestTwoJourneys(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"London to Rome 10 April back 12 April%sLondon to Paris 3 May back 6 May", "London to Rome 10 to 12 April%sLondon to Paris 3 to 6 May",
		"from London to Rome on 10 April, back on 12 April%sfrom London to Paris on 3 May, back on 6 May",
	} {
		for _, between := range []string{", and ", "; ", " and ", ", then "} {
			said := fmt.Sprintf(form, between)
			if got := routeAfter(t, said); got != "LHR-FCO 10 FCO-LHR 12 LHR-CDG 03 CDG-LHR 06" {
				t.Errorf("%q: %s", said, got)
			}
		}
	}
	if got := routeAfter(t, "London to Rome 10 April back 12 April, and London to Paris 3 May"); got != "LHR-FCO 10 FCO-LHR 12 LHR-CDG 03" {
		t.Error(got)
	}
}

// TestADayBesideAnEvent counts from the day of an event that is told behind it.
// Rule: 6.7.day
func TestADayBesideAnEvent(t *testing.T) {
	t.Parallel()
	for _, event := range []string{"conference", "wedding", "fair"} {
		for _, form := range []string{"the %s, which ends on 12 April", "the %s. It ends on 12 April", "the %s on 12 April", "the %s, which is on 12 April"} {
			named := fmt.Sprintf(form, event)
			for said, want := range map[string]string{
				"London to Rome 10 April, back the day after " + named:            "LHR-FCO 10 FCO-LHR 13",
				"London to Rome 10 April, back two days after " + named:           "LHR-FCO 10 FCO-LHR 14",
				"London to Rome the day before " + named + ", back the day after": "LHR-FCO 11 FCO-LHR 13",
			} {
				if got := routeAfter(t, said); got != want {
					t.Errorf("%q: %s, want %s", said, got, want)
				}
			}
		}
	}
}

// TestThereAndBackOfAChoice names where the journey begins behind "and back", and what may be chosen again.
// Rule: 6.7.place
func TestThereAndBackOfAChoice(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"to Faro or Lisbon and back from London, 3 to 10 May", "from London to Faro or Lisbon and back, 3 to 10 May",
		"from London to Faro or Lisbon and back from Faro or Lisbon, 3 to 10 May", "to Faro and back from London, 3 to 10 May",
		"from London to Faro or Lisbon on 3 May, back from Faro or Lisbon on 10 May",
	} {
		if got := routeAfter(t, said); got != "LHR-FAO 03 FAO-LHR 10" {
			t.Errorf("%q: %s", said, got)
		}
	}
}
