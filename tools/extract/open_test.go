package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// opened writes what a message leaves open: the days to leave on, the nights, the places and days to choose from, and
// what it asks or does not use.
func opened(res *Result) string {
	var parts []string
	for i, s := range res.TripIntent.Segments {
		if d := s.DepartBetween; d != nil {
			parts = append(parts, strings.TrimSpace(d.From+".."+d.To+" "+d.Weekday))
		}
		if a := s.Alternatives; a != nil {
			for _, p := range append(a.Origin, a.Destination...) {
				parts = append(parts, "or "+p.Code)
			}
			parts = append(parts, a.DepartDate...)
		}
		if i > 0 {
			parts = append(parts, "back")
		}
	}
	if d := res.TripIntent.Dates; d != nil {
		parts = append(parts, "on "+strings.TrimSpace(d.DepartureDate+" "+d.ReturnDate))
	}
	if n := res.TripIntent.Nights; n != nil {
		parts = append(parts, fmt.Sprintf("%d-%d nights", n.Min, n.Max))
	}
	for _, a := range res.Acts {
		parts = append(parts, strings.TrimSpace(fmt.Sprint(a.Act, " ", a.Position, " ", a.By)))
	}
	for _, q := range res.Questions {
		parts = append(parts, q.Text)
	}
	return strings.Join(append(parts, res.Unread...), ", ")
}

// TestOpenDays reads days that are left open: a range of them, of nights, or several.
func TestOpenDays(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"3 to 5 nights some time in May":                   "2026-05-01..2026-05-31, 3-5 nights",
		"in May, 3-5 nights":                               "2026-05-01..2026-05-31, 3-5 nights",
		"in May, 4 nights":                                 "2026-05-01..2026-05-31, 4-4 nights",
		"for 4 nights in May":                              "2026-05-01..2026-05-31, 4-4 nights",
		"between 3 and 5 nights in May or June":            "2026-05-01..2026-06-30, 3-5 nights",
		"any weekend in June":                              "2026-06-01..2026-06-30 friday, 2-3 nights",
		"a long weekend in September":                      "2026-09-01..2026-09-30 friday, 3-3 nights",
		"around the 14th of May for 4 nights":              "2026-05-11..2026-05-17, 4-4 nights",
		"on May 9. What about May 14?":                     "on 2026-05-09 2026-05-14",
		"on May 14 or so":                                  "2026-05-11..2026-05-17",
		"the cheapest week in October":                     "2026-10-01..2026-10-31, 7-7 nights",
		"a week in July, flexible":                         "2026-07-01..2026-07-31, 7-7 nights",
		"in early June, dates flexible, about a week":      "2026-06-01..2026-06-10, 7-7 nights",
		"in the first half of June, 4 or 5 nights":         "2026-06-01..2026-06-15, 4-5 nights",
		"whenever it's cheapest in September":              "2026-09-01..2026-09-30",
		"any day next month":                               "2026-04-01..2026-04-30",
		"a week or two any time between June and August":   "2026-06-01..2026-08-31, 7-14 nights",
		"14 May to 21 May, ±3 days":                        "2026-05-11..2026-05-17, 7-7 nights",
		"14 May to 21 May, +/- 2 days":                     "2026-05-12..2026-05-16, 7-7 nights",
		"on May 14, give or take a day":                    "2026-05-13..2026-05-15",
		"on May 14, a day or two either way":               "2026-05-12..2026-05-16",
		"on May 14, but I'm flexible":                      "2026-05-11..2026-05-17",
		"between the 1st and the 10th of May for 5 nights": "2026-05-01..2026-05-05, 5-5 nights",
		"on the 3rd or the 5th of May":                     "2026-05-03, 2026-05-05",
		"any Friday in May, 3 nights":                      "2026-05-01, 2026-05-08, 2026-05-15, 2026-05-22, 2026-05-29, 3-3 nights",
		"or Porto on May 14, whichever is cheaper":         "or OPO, on 2026-05-14",
		"on May 14, my times are flexible":                 "on 2026-05-14",
		"on May 14, my dates are not flexible":             "on 2026-05-14, not flexible",
		"on a flexible ticket on May 14":                   "on 2026-05-14, flexible",
		"any day between 10 and 15 May":                    "2026-05-10..2026-05-15",
		"any day from the 10th to the 15th of May":         "2026-05-10..2026-05-15",
		"between 4 and 11 May":                             "on 2026-05-04 2026-05-11",
		"between May 4 and 11":                             "on 2026-05-04 2026-05-11",
		"sometime in May":                                  "Which day in May do you mean?",
		"leaving any time on May 14":                       "on 2026-05-14",
		"in May, give or take 2 days":                      "2026-04-29..2026-06-02",
		"the cheapest flight on May 14":                    "on 2026-05-14",
	} {
		res := read("From Boston to Lisbon "+said, today, &known{Intent: trip.NewIntent()})
		if got := opened(&res); got != want {
			t.Errorf("%q\n got  %s\n want %s", said, got, want)
		}
	}
}

// TestOpenDaysChange reads what is said of a trip whose days are open, also as an answer to the list of them.
func TestOpenDaysChange(t *testing.T) {
	t.Parallel()
	in := trip.NewIntent()
	in.Itinerary = trip.Itinerary{TripType: trip.RoundTrip, Nights: trip.Nights{Min: 7, Max: 7}, Segments: []trip.Segment{
		{
			Origin: trip.Place{Code: "BOS", City: "Boston"}, Destination: trip.Place{Code: "FAO", City: "Faro"},
			DepartBetween: trip.DayRange{From: 20260501, To: 20260531},
			Alternatives:  trip.Alternatives{Destination: []trip.Place{{Code: "LIS", City: "Lisbon"}}},
		},
		{SegmentID: trip.SegmentReturn, Origin: trip.Place{Code: "FAO", City: "Faro"}, Destination: trip.Place{Code: "BOS", City: "Boston"}},
	}}
	in.Party.Travelers.Adults = 1
	in.Status.Ask = &trip.Ask{
		Kind: trip.AskClarify, ID: "a", Key: trip.KeyDays, About: []string{departPath},
		Choices: []trip.Choice{{ID: "1"}, {ID: "2"}, {ID: "3"}},
	}
	for _, day := range []trip.Date{20260503, 20260514, 20260521} {
		in.Turn.Days = append(in.Turn.Days, trip.DayPlan{Legs: []trip.DayLeg{{Day: day}, {Day: 20260530}}})
	}
	for said, want := range map[string]string{
		"make it 4 nights":     "4-4 nights",
		"3 or 4 nights":        "3-4 nights",
		"in June instead":      "2026-06-01..2026-06-30",
		"the 14th is fine":     "on 2026-05-14",
		"the 3rd":              "on 2026-05-03",
		"the second day":       "on 2026-05-14",
		"the last date":        "on 2026-05-21",
		"the first weekend":    "on 2026-05-03",
		"the third weekend":    "on 2026-05-21",
		"the Sunday":           "on 2026-05-03",
		"the third one":        "select 3",
		"2":                    "select 2",
		"option 3 please":      "select 3",
		"the cheapest":         "select 0 cheapest",
		"the earliest, please": "select 0 earliest",
		"any day":              "select 0 cheapest",
		"either is fine":       "select 0 cheapest",
		"around the 20th":      "2026-05-17..2026-05-23",
	} {
		res := read(said, today, &known{Intent: in})
		if got := opened(&res); got != want {
			t.Errorf("%q\n got  %s\n want %s", said, got, want)
		}
	}
	if out := read("not the 14th", today, &known{Intent: in}).TripIntent.ExcludedDays; len(out) != 1 || out[0].From != "2026-05-14" {
		t.Errorf("a day that is listed is the one that is meant: got %v", out)
	}
	if res := read("Faro then", today, &known{Intent: in}); res.TripIntent.Destination == nil {
		t.Errorf("the place that stands ends the others: got %s", opened(&res))
	}
}

// TestBetweenDaysOneWay names two days between which one leaves, of a journey that goes one way: the second is no way back.
// Rule: 5.8.open
func TestBetweenDaysOneWay(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"Fly me from Berlin to Rome D, one way", "one way from Berlin to Rome D", "D one way from Berlin to Rome"} {
		for days, want := range map[string]string{
			"between April 9 and April 12": "2026-04-09, 2026-04-10, 2026-04-11, 2026-04-12",
			"between 9 and 12 April":       "2026-04-09, 2026-04-10, 2026-04-11, 2026-04-12",
			"between 1 and 30 April":       "2026-04-01..2026-04-30",
		} {
			message := strings.Replace(way, "D", days, 1)
			res := read(message, today, &known{Intent: trip.NewIntent()})
			if got := opened(&res); !strings.HasPrefix(got, want) || strings.Contains(got, "back") || strings.Contains(got, "on ") {
				t.Errorf("%q: %s", message, got)
			}
		}
	}
	for said, want := range map[string]string{
		"back 3 or 4 days later": "2026-04-13, 2026-04-14, back", "back 2 or 3 days later": "2026-04-12, 2026-04-13, back",
	} {
		res := read("Berlin to Rome on April 10, "+said, today, &known{Intent: trip.NewIntent()})
		if got := opened(&res); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestADayOfTheMonthIsTheDay: a month is open where no day of it is named, however far from it.
// Rule: 5.8.near
func TestADayOfTheMonthIsTheDay(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"Vienna to Rome in May, 5 nights from the 12th", "Vienna to Rome in May, on the 12th for 5 nights", "Vienna to Rome in May, 5 nights, 12th to 17th",
		"Vienna to Rome, 5 nights in May, leaving on the 12th",
	} {
		res := read(said, today, &known{Intent: trip.NewIntent()})
		if d := res.TripIntent.Dates; d == nil || !strings.HasSuffix(d.DepartureDate, "-05-12") || !strings.HasSuffix(d.ReturnDate, "-05-17") {
			t.Errorf("%s: %+v, told %q", said, res.TripIntent, res.Unread)
		}
	}
}

// TestIndifferentDays: days of which somebody says that it does not matter which are open.
// Rule: 5.8.open
func TestIndifferentDays(t *testing.T) {
	t.Parallel()
	const open, fixed = "2026-05-04..2026-05-11", "on 2026-05-04 2026-05-11"
	for _, same := range []string{"doesn't matter", "does not matter", "don't care", "don't mind", "do not care", "is not important"} {
		for form, want := range map[string]string{
			"it % which day": open, "I % what day exactly": open, "it % which date": open, "the exact day %": open, "the day %": open,
			"I % which airline": fixed, "I % which seat it is": fixed, "the airline %": fixed,
		} {
			said := "between 4 and 11 May, " + strings.Replace(form, "%", same, 1) + ", 2 adults"
			res := read("From Boston to Lisbon "+said, today, &known{Intent: trip.NewIntent()})
			if got := opened(&res); !strings.HasPrefix(got, want) {
				t.Errorf("%q\n got  %s\n want %s", said, got, want)
			}
		}
	}
	for said, want := range map[string]string{
		"sometime between 4 and 11 May": open, "between 4 and 11 May, and it matters which day": fixed,
		"between 4 and 11 May, the day of the week matters": fixed, "sometime between May 4 and May 11": open,
		"on 4 May, the exact day doesn't matter": "2026-05-01..2026-05-07", "between 4 and 11 May, it doesn't matter which day we check in": fixed,
		"between 4 and 11 May, no matter what day it is, book it": fixed, "on 4 May, the day doesn't matter for my wife": "on 2026-05-04",
	} {
		res := read("From Boston to Lisbon "+said, today, &known{Intent: trip.NewIntent()})
		if got := opened(&res); !strings.HasPrefix(got, want) {
			t.Errorf("%q\n got  %s\n want %s", said, got, want)
		}
	}
}
