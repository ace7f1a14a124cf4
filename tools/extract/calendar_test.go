package extract

import (
	"fmt"
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
