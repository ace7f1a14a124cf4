package extract_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestDaysWithinWhatWasSaid reads weekdays and day numbers within the month, the range or the trip that was said, on
// Wednesday 2026-03-04. The last message of each conversation is judged.
func TestDaysWithinWhatWasSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says   []string
		states string
	}{
		{
			[]string{"London to Krakow, the last weekend in May"},
			"dates.departure_date=2026-05-30 dates.return_date=2026-05-31 destination.code=KRK origin.code=LHR trip_type=round_trip",
		},
		{
			[]string{"London to Krakow, the second weekend of June"},
			"dates.departure_date=2026-06-13 dates.return_date=2026-06-14 destination.code=KRK origin.code=LHR trip_type=round_trip",
		},
		{
			[]string{"London to Krakow, the last weekend in May, leaving on the Friday"},
			"dates.departure_date=2026-05-29 dates.return_date=2026-05-31 destination.code=KRK origin.code=LHR trip_type=round_trip",
		},
		{
			[]string{"London to Krakow, the last weekend in May, back on the Monday"},
			"dates.departure_date=2026-05-30 dates.return_date=2026-06-01 destination.code=KRK origin.code=LHR trip_type=round_trip",
		},
		{[]string{"London to Krakow, the last weekend in May", "can we leave on the Friday?"}, "dates.departure_date=2026-05-29"},
		{[]string{"London to Krakow, the last weekend in May", "come back on Tuesday"}, "dates.return_date=2026-06-02"},
		{[]string{"London to Lisbon in May for two", "the 5th"}, "dates.departure_date=2026-05-05"},
		{[]string{"London to Lisbon in May for two", "the 5th to the 12th"}, "dates.departure_date=2026-05-05 dates.return_date=2026-05-12 trip_type=round_trip"},
		{[]string{"London to Lisbon in May for two", "Friday"}, ""},
		{[]string{"a flight from London to Lisbon in the first week of June", "Friday"}, "dates.departure_date=2026-06-05"},
		{[]string{"a flight from London to Lisbon next week", "the Thursday"}, "dates.departure_date=2026-03-12"},
		{[]string{"London to Lisbon on a Friday in May"}, "destination.code=LIS origin.code=LHR"},
		{
			[]string{"a flight from London to Lisbon on May 15, back on Sunday"},
			"dates.departure_date=2026-05-15 dates.return_date=2026-05-17 destination.code=LIS lodging.needed=false origin.code=LHR trip_type=round_trip",
		},
		{[]string{"London to Lisbon on May 15 for two", "back on Sunday", "actually leave Thursday"}, "dates.departure_date=2026-05-14"},
		{[]string{"a flight from London to Lisbon in May", "May 12", "make it Thursday"}, "dates.departure_date=2026-05-14"},
	} {
		_, res := converse(t, c.says)
		if got := flat(t, res); got != c.states {
			t.Errorf("%q\n got  %s\n want %s", c.says, got, c.states)
		}
	}
}

// TestWhichWeekday asks which of several is meant.
func TestWhichWeekday(t *testing.T) {
	t.Parallel()
	const question = "Which Friday do you mean?"
	if got := asked(extractFrom(t, "London to Lisbon on a Friday in May", "{}")); got != question {
		t.Errorf("asked %q, want %q", got, question)
	}
}

// TestNumberOfADayThatIsAsked answers "Which Friday in June?" with nothing but the number of a day.
// Rule: 6.9.answer
func TestNumberOfADayThatIsAsked(t *testing.T) {
	t.Parallel()
	for weekday, days := range map[string][]int{"Friday": {5, 12, 19, 26}, "Tuesday": {9, 16, 23, 30}} {
		for _, day := range days {
			for _, form := range []string{"the %dth", "%d", "%dth", "on the %dth please", "%s %d June"} {
				in := newIntent(t)
				answer := fmt.Sprintf(form, day)
				if strings.HasPrefix(form, "%s") {
					answer = fmt.Sprintf(form, weekday, day)
				}
				for _, message := range []string{"Oslo to Rome, 2 adults, no hotel", "a " + weekday + " in June"} {
					res, raw := say(t, in, message)
					in = merge(t, in, raw)
					for _, q := range res.Questions {
						in.Status.Ask = &trip.Ask{Kind: trip.AskClarify, Text: q.Text, About: []string{q.About}}
						for k, c := range q.Choices {
							in.Status.Ask.Choices = append(in.Status.Ask.Choices, trip.Choice{ID: strconv.Itoa(k + 1), Label: c.Label})
						}
					}
				}
				_, raw := say(t, in, answer)
				in = merge(t, in, raw)
				if got, want := in.Itinerary.Segments[0].DepartDate.String(), fmt.Sprintf("2026-06-%02d", day); got != want {
					t.Errorf("%s, %q: %s", weekday, answer, got)
				}
			}
		}
	}
}

// TestSeasons: a season is a range of days to leave on where it is said how long, else a time of which a day is asked
// for; early or late in one is told.
// Rule: 5.8.near
func TestSeasons(t *testing.T) {
	t.Parallel()
	const trip = "destination.code=OPO origin.code=VIE"
	for season, days := range map[string][2]string{
		"spring": {"2026-03-04", "2026-05-31"}, "summer": {"2026-06-01", "2026-08-31"},
		"autumn": {"2026-09-01", "2026-11-30"}, "fall": {"2026-09-01", "2026-11-30"}, "winter": {"2026-12-01", "2027-02-28"},
	} {
		for _, in := range []string{"in", "in the", "over the", "during the", "this"} {
			between := fmt.Sprintf("segments[0].depart_between.from=%s segments[0].depart_between.to=%s", days[0], days[1])
			message := fmt.Sprintf("Vienna to Porto %s %s", in, season)
			readTalks(t, []talkRead{
				{[]string{message + " for a week, no hotel"}, "destination.code=OPO lodging.needed=false nights.max=7 nights.min=7 " +
					"origin.code=VIE " + between + " trip_type=round_trip"},
				{[]string{message}, trip + " | Which day " + in + " " + season + " do you mean?"},
			})
		}
		for _, part := range []string{"early", "late"} {
			readTalks(t, []talkRead{{[]string{"Vienna to Porto in " + part + " " + season}, trip + " | " + part + " " + season}})
		}
	}
}

// TestDaysUpTo: a day up to which, or from which on, one travels is no day of travel; which one is meant is asked.
// Rule: 6.7.day
func TestDaysUpTo(t *testing.T) {
	t.Parallel()
	for end, question := range map[string]string{
		"%s at the latest": "Which day up to Thu 21 May 2026 do you mean?", "%s or earlier": "Which day up to Thu 21 May 2026 do you mean?",
		"%s at the earliest": "Which day from Thu 21 May 2026 on do you mean?", "%s or later": "Which day from Thu 21 May 2026 on do you mean?",
	} {
		for _, day := range []string{"by the 21st", "on May 21", "by 21 May", "on Thursday 21 May"} {
			limit := fmt.Sprintf(end, day)
			readTalks(t, []talkRead{
				{[]string{"Leeds to Oslo on 3 May, back " + limit}, "dates.departure_date=2026-05-03 destination.code=OSL origin.code=LBA " +
					"trip_type=round_trip | " + question},
			})
			if !strings.Contains(limit, "the 21st") {
				readTalks(t, []talkRead{{[]string{"Leeds to Oslo, leaving " + limit}, "destination.code=OSL origin.code=LBA | " + question}})
			}
		}
	}
}

// TestDaysUpToOfATrip: of a trip that is known the day is taken as it is said, and the limit told; none is asked about.
// Rule: 6.7.day
func TestDaysUpToOfATrip(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"at the latest", "at the earliest", "or later", "or earlier"} {
		for _, day := range []string{"the 9th", "9 June", "Tuesday 9 June"} {
			readTalks(t, []talkRead{{
				[]string{"Oslo to Rome on 4 June, back 8 June, 2 adults, no hotel", "back on " + day + " " + limit},
				"dates.return_date=2026-06-09 | " + limit,
			}})
		}
	}
}

// TestWeekdayFromADay counts a weekday from the day or feast behind "after" or "before".
// Rule: 6.7.day
func TestWeekdayFromADay(t *testing.T) {
	t.Parallel()
	for said, day := range map[string]string{
		"the Tuesday after St Patrick's": "2026-03-24", "the Monday before St Patrick's Day": "2026-03-16",
		"the Tuesday after Easter": "2026-04-07", "the Friday after the 15th": "2026-03-20", "the Saturday before Christmas": "2026-12-19",
		"Monday after 15 May": "2026-05-18", "the Monday after May 15": "2026-05-18", "the Thursday before 15 May": "2026-05-14",
	} {
		readTalks(t, []talkRead{{
			[]string{"Leeds to Oslo " + said}, "dates.departure_date=" + day + " destination.code=OSL origin.code=LBA",
		}})
	}
}

// TestOneOfTwoWeekdays: two weekdays of which one is meant are days to choose from within the time that is said, and
// never the way out and back. What stands behind them is another day for each of these, and told.
// Rule: 5.8.open
func TestOneOfTwoWeekdays(t *testing.T) {
	t.Parallel()
	const trip = "London to Lisbon, 2 adults, "
	for says, want := range map[string]struct{ days, told string }{
		"in June, on a Tuesday or a Wednesday":                       {"02 03 09 10 16 17 23 24 30", ""},
		"in June, either a Tuesday or a Wednesday":                   {"02 03 09 10 16 17 23 24 30", ""},
		"leaving on a Friday or Saturday in June":                    {"05 06 12 13 19 20 26 27", ""},
		"a Friday or Saturday in June, for 5 nights":                 {"05 06 12 13 19 20 26 27", ""},
		"a Friday or Saturday in June, back on a Monday":             {"05 06 12 13 19 20 26 27", "Monday"},
		"in June, a Friday or Saturday to Tuesday or Sunday":         {"05 06 12 13 19 20 26 27", "Tuesday or Sunday"},
		"Tuesday or Wednesday in the week of 8 June":                 {"09 10", ""},
		"a Friday and back on a Saturday in June":                    {"05 12 19 26", ""},
		"in June, returning on a Sunday or Monday":                   {"", "Sunday or Monday"},
		"in June, a Friday or Saturday return":                       {"", "Friday or Saturday"},
		"in June, on a Monday or Tuesday we meet, leave on a Friday": {"", "Monday or Tuesday"},
	} {
		_, res := converse(t, []string{trip + says})
		var days []string
		if legs := res.TripIntent.Segments; len(legs) > 0 && legs[0].Alternatives != nil {
			for _, d := range legs[0].Alternatives.DepartDate {
				days = append(days, strings.TrimPrefix(d, "2026-06-"))
			}
		}
		if got := strings.Join(days, " "); want.days != "" && got != want.days || res.TripIntent.Dates != nil {
			t.Errorf("%q: days %s, want %s: %s", says, got, want.days, flat(t, res))
		}
		if got := strings.Join(res.Unread, " "); got != want.told {
			t.Errorf("%q: told %q, want %q", says, got, want.told)
		}
	}
}

// TestMonthBetweenMarks: a month that stands alone between marks is when the trip is, unless it may be a name, is
// denied, or one of two.
// Rule: 6.7.day
func TestMonthBetweenMarks(t *testing.T) {
	t.Parallel()
	for says, isAsked := range map[string]bool{
		"Oslo to Rome, october, 2 adults":                 true,
		"Oslo to Rome, May, 2 adults":                     true,
		"Oslo to Rome. 2 adults. Thanks, May":             false,
		"Oslo to Rome, 2 adults. Best, April":             false,
		"Hi, it's June. Oslo to Rome, 2 adults":           false,
		"Oslo to Rome, 2 adults: April and me":            false,
		"Oslo to Rome, 2 adults, October? No, November":   false,
		"Oslo to Rome, 2 adults, August, or September":    false,
		"Oslo to Rome, 2 adults, August, maybe September": false,
		"Oslo to Rome, two adults, October 2026":          true,
		"October, Oslo to Rome, 2 adults":                 true,
		"Oslo to Rome, 2 adults. Just October please.":    true,
		"Oslo to Rome, June, 2 adults":                    true,
		"Oslo to Rome, for our girls, June and April":     false,
		"Oslo to Rome with my wife, June, 2 adults":       false,
		"Oslo to Rome with my wife, October":              true,
		"Oslo to Rome, not October, 2 adults":             false,
		"Oslo to Rome, October films, 2 adults":           false,
		"Oslo to Rome, on the October dates, 2 adults":    false,
		"Oslo to Rome, busy October, 2 adults":            false,
		"Oslo to Rome on 3 May, 2 adults, July":           false,
	} {
		_, res := converse(t, []string{says})
		if got := strings.HasPrefix(asked(res), "Which day in"); got != isAsked {
			t.Errorf("%q: asked %q, told %q", says, asked(res), res.Unread)
		}
	}
	_, res := converse(t, []string{"Oslo to Rome in May, 2 adults", "Only October. From the 2nd to the 12th"})
	if got := flat(t, res); !strings.Contains(got, "departure_date=2026-10-02 dates.return_date=2026-10-12") {
		t.Error(got)
	}
}

// TestWhenOneMayLeave: days within which one leaves are no way out and back, where the words say so or the nights do not
// fit in between; "a couple of days either way" is by how much a day may move, and no length.
// Rule: 5.8.open
func TestWhenOneMayLeave(t *testing.T) {
	t.Parallel()
	const window, days, fixed = "window", "days", "fixed"
	for says, want := range map[string]string{
		"leaving anywhere from 2 to 6 June, 14 nights":             days,
		"leaving anytime from the 2nd to the 6th of June":          days,
		"leaving from 2 to 6 June, 14 nights":                      window,
		"from 2 to 6 June, 4 nights":                               fixed,
		"flights anywhere from 2 to 6 June":                        fixed,
		"leave 10 June, 10 nights, couple of days either way":      window,
		"in June, 10 nights, around the 10th, 2 days either way":   window,
		"leave 10 June for a couple of days":                       fixed,
		"leave 10 June, couple of nights":                          fixed,
		"can leave between 2 and 6 June, whichever day, 14 nights": days,
		"away from 2 to 6 June":                                    fixed,
	} {
		_, res := converse(t, []string{"Oslo to Rome, 2 adults, " + says})
		got := ""
		switch legs := res.TripIntent.Segments; {
		case len(legs) > 0 && legs[0].Alternatives != nil:
			got = days
		case len(legs) > 0 && legs[0].DepartBetween != nil:
			got = window
		case res.TripIntent.Dates != nil && res.TripIntent.Dates.ReturnDate != "":
			got = fixed
		}
		if got != want {
			t.Errorf("%q: %s, want %s: %s told %q", says, got, want, flat(t, res), res.Unread)
		}
	}
}

// TestOtherWeekdaysOfATrip: weekdays of which one will do are those next to the day of the trip that they replace.
// Rule: 5.8.open
func TestOtherWeekdaysOfATrip(t *testing.T) {
	t.Parallel()
	for says, want := range map[string]string{
		"leave on Friday or Saturday instead": "[2026-06-05 2026-06-06]", // for Monday 8 June
		"leave on a Sunday or a Tuesday":      "[2026-06-07 2026-06-09]",
		"back on Tuesday or Wednesday":        "[2026-06-16 2026-06-17]", // for Monday 15 June
		"leave on the 4th or 6th":             "[2026-06-04 2026-06-06]",
		"leave on the 9th or 10th instead":    "[2026-06-09 2026-06-10]",
		"back on the 9th or 10th":             "[2026-06-09 2026-06-10]",
	} {
		_, res := converse(t, []string{"Oslo to Rome, 8 June to 15 June, 2 adults", says})
		got := ""
		for _, leg := range res.TripIntent.Segments {
			if leg.Alternatives != nil {
				got = fmt.Sprint(leg.Alternatives.DepartDate)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s: %s", says, got, want, flat(t, res))
		}
	}
}
