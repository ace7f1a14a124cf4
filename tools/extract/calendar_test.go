package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestLeavesTwice reads "departing on the 10th and leaving on the 19th" as the days of the way out and of the way back.
// Rule: 6.7.day
func TestLeavesTwice(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"I will be departing on 10 June", "leaving 10 June", "we depart on the 10th of June", "I leave on June 10th"} {
		for _, then := range []string{"leaving on the 19th", "then leaving on 19 June", "we will leave on the 19th", "leave again on the 19th"} {
			message := first + " and " + then
			for _, known := range []string{"", "Oslo to Rome, 2 adults", "round trip Oslo to Rome, 2 adults"} {
				res := afterMessages(t, known, message)
				if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-06-10" || d.ReturnDate != "2026-06-19" {
					t.Errorf("%q after %q: %+v, told %q", message, known, d, res.Unread)
				}
			}
		}
	}
}

// TestWeekdaysOfAMonth applies a month that is named once to both weekdays: "a Friday and back on a Monday in June" is any
// Friday of June, for three nights.
// Rule: 6.7.day
func TestWeekdaysOfAMonth(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Rome, 2 adults, no hotel"
	for _, form := range []string{
		"leave on a %s and come back on a %s in June", "a %s in June, back on the %s", "%s to %s in June", "in June, out on a %s, back on a %s",
	} {
		for _, pair := range [][2]string{{"Friday", "Monday"}, {"Thursday", "Sunday"}, {"Saturday", "Tuesday"}} {
			message := fmt.Sprintf(form, pair[0], pair[1])
			p := afterMessages(t, trip, message).TripIntent
			if p.Nights == nil || *p.Nights != (Nights{3, 3}) || len(p.Segments) == 0 || p.Segments[0].Alternatives == nil ||
				len(p.Segments[0].Alternatives.DepartDate) != 4 {
				t.Errorf("%q: %+v, %+v", message, p.Nights, p.Segments)
			}
		}
	}
}

// TestAfterNext counts a weekday, a weekend, a week and a month "after next" from the next one.
// Rule: 6.7.day
func TestAfterNext(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"Friday after next": "2026-03-13", "on the Friday after next": "2026-03-13", "Monday after next": "2026-03-09",
		"the weekend after next": "2026-03-14", "Friday in the week after next": "2026-03-13",
	} {
		p := read("Oslo to Rome "+said, today, &known{Intent: trip.NewIntent()}).TripIntent
		if p.Dates == nil || p.Dates.DepartureDate != want {
			t.Errorf("%q: %+v, want %s", said, p.Dates, want)
		}
	}
	for said, want := range map[string]string{
		"back the Saturday after next": "2026-06-20", "back the same evening": "2026-06-06", "back that night": "2026-06-06",
		"return next morning": "2026-06-07", "back the following afternoon": "2026-06-07", "back the same day": "2026-06-06",
		"back the Saturday after": "2026-06-13",
	} {
		p := read("Oslo to Rome on 6 June, "+said, today, &known{Intent: trip.NewIntent()}).TripIntent
		if p.Dates == nil || p.Dates.DepartureDate != "2026-06-06" || p.Dates.ReturnDate != want {
			t.Errorf("%q: %+v, want %s", said, p.Dates, want)
		}
	}
	for _, said := range []string{"and back that evening", ", back the same evening", "and return the next evening"} {
		p := read("Oslo to Bergen on 14 April "+said+", 1 adult", today, &known{Intent: trip.NewIntent()}).TripIntent
		if len(p.Segments) != 2 || p.Segments[0].DepartTimeWindow != nil || p.Segments[1].DepartTimeWindow == nil {
			t.Errorf("%q: %+v", said, p.Segments)
		}
	}
	for said, first := range map[string]string{"the week after next": "2026-03-09", "the month after next": "2026-05-01"} {
		r := &reading{message: "Oslo to Rome " + said, today: today, known: &known{Intent: trip.NewIntent()}}
		r.understand()
		if r.vague == nil || r.vague.first.String() != first {
			t.Errorf("%q: %+v, want from %s", said, r.vague, first)
		}
	}
}

// TestNightOfADay takes "tomorrow night" for a time, and does not add a hotel.
// Rule: 6.7.topic
func TestNightOfADay(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"tomorrow night", "Friday night", "on the night of 5 May", "on 5 May at night", "on 5 May, back that night"} {
		for _, form := range []string{"Oslo to Rome %s, 1 adult", "can I fly from Oslo to Rome %s?"} {
			r := &reading{message: fmt.Sprintf(form, when), today: today, known: &known{Intent: trip.NewIntent()}}
			if r.understand(); r.speaksOf(hotelTopic) {
				t.Errorf("%q: a place to sleep is wanted", r.message)
			}
		}
	}
	for _, stays := range []string{"stay the night", "for a night", "1 night", "for one night"} {
		r := &reading{message: "Oslo to Rome on 5 May, " + stays, today: today, known: &known{Intent: trip.NewIntent()}}
		if r.understand(); !r.speaksOf(hotelTopic) {
			t.Errorf("%q: no place to sleep is wanted", r.message)
		}
	}
}

// TestDottedRange reads days with dots on either side of a dash, also without a blank, as days, and as no phone number.
// Rule: 6.7.day
func TestDottedRange(t *testing.T) {
	t.Parallel()
	for _, year := range []string{"", "2026", "26"} {
		for _, dash := range []string{"-", " - ", "–", " – "} {
			for _, first := range []string{"13.06.", "13.06." + year} {
				for _, form := range []string{"Oslo to Rome, 2 adults, %s", "Oslo to Rome %s, 2 adults", "Oslo to Rome, %s. We need a hotel"} {
					message := fmt.Sprintf(form, first+dash+"27.06."+year)
					p := afterMessages(t, message).TripIntent
					if p.Contact != nil || p.Dates == nil || p.Dates.DepartureDate != "2026-06-13" || p.Dates.ReturnDate != "2026-06-27" {
						t.Errorf("%q: %+v, contact %+v", message, p.Dates, p.Contact)
					}
				}
			}
		}
	}
}

// TestPartOfADayBehindIt: "night" and "morning" behind a date such as 13/06 are times of that day. They count no nights.
// Rule: 6.7.time
func TestPartOfADayBehindIt(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{"13/06": "2026-06-13", "06/13": "2026-06-13", "13 June": "2026-06-13", "Saturday": "2026-03-07"} {
		for part, start := range map[string]string{"night": "20:00", "evening": "17:00", "afternoon": "12:00", "morning": "04:00"} {
			for _, form := range []string{"Oslo to Rome on %s %s, one way", "Oslo - Rome %s %s, 2 adults", "Oslo to Rome on %s %s"} {
				message := fmt.Sprintf(form, day, part)
				p := afterMessages(t, message).TripIntent
				if p.Dates == nil || p.Dates.DepartureDate != want || p.Lodging != nil && p.Lodging.Needed != nil && *p.Lodging.Needed ||
					len(p.Segments) != 1 || p.Segments[0].DepartTimeWindow == nil || *p.Segments[0].DepartTimeWindow.Start != start {
					t.Errorf("%q: %+v, %+v, %+v", message, p.Dates, p.Lodging, p.Segments)
				}
			}
		}
	}
}

// TestLengthBehindDaysToChoose counts "a week later" behind days of which one is to be chosen from that one, and "after
// that" behind a length from no day.
// Rule: 5.8.open
func TestLengthBehindDaysToChoose(t *testing.T) {
	t.Parallel()
	for _, days := range []string{"departing between 4 and 7 June", "on 4 or 7 June", "on June 4 or June 7", "the 4th or 7th of June"} {
		for _, back := range []string{"coming back", "back", "returning", "and back"} {
			for later, nights := range map[string]int64{"a week later": 7, "5 days later": 5, "two weeks later": 14} {
				message := "Oslo to Rome " + days + ", " + back + " " + later
				p := afterMessages(t, message).TripIntent
				if p.Nights == nil || p.Nights.Min != nights || p.Nights.Max != nights || p.Dates != nil ||
					len(p.Segments) != 1 || p.Segments[0].Alternatives == nil || len(p.Segments[0].Alternatives.DepartDate) < 2 {
					t.Errorf("%q: nights %+v, %+v, %+v", message, p.Nights, p.Dates, p.Segments)
				}
			}
		}
	}
	res := afterMessages(t, "Oslo to Rome, I can't fly before 15 May, two adults for one week after that")
	if res.TripIntent.Dates != nil || len(res.Unread) > 0 || res.Assumptions == nil {
		t.Errorf("%+v, told %q", res.TripIntent.Dates, res.Unread)
	}
}

// TestDayOrLengthLater comes back on a day or so much later, counted or not, in a first message and in one behind it: both
// days are kept open.
// Rule: 5.8.open
func TestDayOrLengthLater(t *testing.T) {
	t.Parallel()
	later := map[string]string{
		"a week": "2026-06-11", "two weeks": "2026-06-18", "a couple of days": "2026-06-06", "another week": "2026-06-11", "one week": "2026-06-11",
		"a fortnight": "2026-06-18",
	}
	for _, day := range []string{"4", "the 4th", "4th"} {
		for length, other := range later {
			back := "back on " + day + " or " + length + " later"
			afterMessages(t, "Oslo to Rome on 1 June, "+back, "2 adults")
			if got := strings.Join(leavesOf(t, afterMessages(t, "Oslo to Rome on 1 June", back)), " "); !strings.Contains(got, other) {
				t.Errorf("%q: %s, want %s among them", back, got, other)
			}
		}
	}
}

// TestPartOfTheMonthAsked answers the question for a day of a month with a part of it, of whose days one is asked then.
// Rule: 6.7.day
func TestPartOfTheMonthAsked(t *testing.T) {
	t.Parallel()
	for part, want := range map[string]string{
		"first week": "the first week of July", "the second week": "the second week of July", "early": "early July", "mid": "mid July",
		"the end": "the end of July", "last week": "the last week of July", "the second half": "the second half of July",
	} {
		k := &known{Intent: trip.NewIntent()}
		k.Status.Ask = &trip.Ask{Kind: trip.AskClarify, ID: "a", About: []string{departPath}, Text: "Which day in July do you mean?"}
		res := read(part, today, k)
		if len(res.Questions) != 1 || !strings.Contains(res.Questions[0].Text, want) || len(res.Unread) > 0 {
			t.Errorf("%q: %+v, told %q", part, res.Questions, res.Unread)
		}
	}
	for _, said := range []string{"I work late", "my boss comes early", "he wakes up late", "sorry, I'm late", "I'll be early"} {
		k := &known{Intent: trip.NewIntent()}
		k.Status.Ask = &trip.Ask{Kind: trip.AskClarify, ID: "a", About: []string{departPath}, Text: "Which day in July do you mean?"}
		if res := read(said, today, k); len(res.Questions) > 0 {
			t.Errorf("%q: %+v", said, res.Questions)
		}
	}
}

// TestFigureForTo reads the "2" between two towns as "to", and where it counts something as a number.
// Rule: 6.7.place
func TestFigureForTo(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"Leeds", "lagos", "New York"} {
		for _, to := range []string{"Rome", "london"} {
			for _, form := range []string{"fly %s 2 %s on 4 May", "frm %s 2 %s 4 May, 1 adult", "%s 2 %s, 4 May to 9 May"} {
				message := fmt.Sprintf(form, from, to)
				p := afterMessages(t, message).TripIntent
				if p.Origin == nil || p.Destination == nil || !strings.EqualFold(p.Origin.City, from) ||
					!strings.EqualFold(p.Destination.City, to) {
					t.Errorf("%q: %+v to %+v", message, p.Origin, p.Destination)
				}
			}
		}
	}
}

// TestFeastsByTheirNames reads feasts by their day, in German as in English, and asks for the day around those that last.
// Rule: 6.7.day
func TestFeastsByTheirNames(t *testing.T) {
	t.Parallel()
	for message, day := range map[string]string{
		"Oslo to Rome on Maundy Thursday, 2 adults": "2026-04-02", "Von Oslo nach Rom am Gründonnerstag, 2 Personen": "2026-04-02",
		"Oslo to Rome on Good Friday, 2 adults": "2026-04-03", "Von Oslo nach Rom am Karfreitag, 2 Personen": "2026-04-03",
		"Oslo to Rome on Easter Sunday, 2 adults": "2026-04-05", "Von Oslo nach Rom am Ostersonntag, 2 Personen": "2026-04-05",
		"Oslo to Rome on Easter Monday, 2 adults": "2026-04-06", "Von Oslo nach Rom am Ostermontag, 2 Personen": "2026-04-06",
		"Oslo to Rome on Whit Monday, 2 adults": "2026-05-25", "Von Oslo nach Rom am Pfingstmontag, 2 Personen": "2026-05-25",
		"Oslo to Rome on Ascension Day, 2 adults": "2026-05-14", "Von Oslo nach Rom an Christi Himmelfahrt, 2 Personen": "2026-05-14",
		"Oslo to Rome on Holy Saturday, 2 adults": "2026-04-04", "Oslo to Rome on Easter Saturday, 2 adults": "2026-04-04",
		"Oslo to Rome on St Patrick's Day, 2 adults":          "2026-03-17",
		"Oslo to Rome the day before Ascension Day, 2 adults": "2026-05-13", "Oslo to Rome the day after Whit Monday, 2 adults": "2026-05-26",
	} {
		if d := readFresh(message).TripIntent.Dates; d == nil || d.DepartureDate != day {
			t.Errorf("%q: %+v", message, d)
		}
	}
	for said, name := range map[string]string{
		"über Ostern": "Ostern", "über Pfingsten": "Pfingsten", "über Weihnachten": "Weihnachten",
	} {
		asked := readFresh("Von Oslo nach Rom " + said + ", 2 Erwachsene").Questions
		if len(asked) != 1 || !strings.HasPrefix(asked[0].Text, name+" ist am ") {
			t.Errorf("%s: %+v", said, asked)
		}
	}
}

// TestWeekdayWeek reads "Tuesday week" as the Tuesday after the next one.
// Rule: 6.7.day
func TestWeekdayWeek(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{"Monday": "2026-03-09", "Tuesday": "2026-03-10", "Sunday": "2026-03-15"} {
		for _, form := range []string{"Oslo to Rome on %s week, 2 adults", "%s week from Oslo to Rome, 2 adults"} {
			message := fmt.Sprintf(form, day)
			if d := readFresh(message).TripIntent.Dates; d == nil || d.DepartureDate != want {
				t.Errorf("%q: %+v", message, d)
			}
		}
	}
}
