package extract

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// TestWayBehindItsDay: a word for the way out or back that stands behind each of two days is of the day before it.
// Rule: 6.7.day
func TestWayBehindItsDay(t *testing.T) {
	t.Parallel()
	for _, out := range []string{"departure", "leaving", "departing", "out", "morning leaving"} {
		for _, back := range []string{"return", "returning", "back", "evening returning"} {
			for _, days := range [][2]string{{"12 June", "19 June"}, {"on the 12th of June", "on the 19th"}} {
				message := "Oslo to Rome, 2 adults, " + days[0] + " " + out + ", " + days[1] + " " + back
				res := readFresh(message)
				if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-06-12" || d.ReturnDate != "2026-06-19" {
					t.Errorf("%q: %+v, told %q", message, d, res.Unread)
				}
			}
		}
	}
}

// TestWeekdayOfADate: a weekday before or behind a date is that of the date, and told where the date has another one.
// Rule: 6.7.day
func TestWeekdayOfADate(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"% 12 June", "%, 12 June", "%, the 12th of June", "June 12th, a %", "June 12 (%)", "12 June, which is a %", "12 June %", "next %, June 12",
	} {
		for _, weekday := range []string{"Friday", "Tuesday", "Sunday"} {
			said := strings.ReplaceAll(form, "%", weekday)
			for message, back := range map[string]string{
				"Oslo to Rome on " + said: "", "Oslo to Rome on " + said + ", back on 16 June": "2026-06-16",
			} {
				res := readFresh(message)
				isTold := slices.ContainsFunc(res.Unread, func(u string) bool { return strings.Contains(u, weekday) })
				if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-06-12" || d.ReturnDate != back || isTold == (weekday == "Friday") {
					t.Errorf("%q: %+v, told %q", message, d, res.Unread)
				}
			}
		}
	}
}

// TestLeavesThen: of a trip that only begins, "and leave on the 11th" is the way back, unless the first day is changed or
// nothing comes back.
// Rule: 6.7.day
func TestLeavesThen(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]Dates{
		"and leave on the 11th": {ReturnDate: "2026-06-11"}, "and we leave on 11 June": {ReturnDate: "2026-06-11"},
		"and then leaving on the 11th": {ReturnDate: "2026-06-11"}, "and leave on the 11th instead": {DepartureDate: "2026-06-11"},
		"no, leave on the 11th": {DepartureDate: "2026-06-11"}, "leave on the 11th": {DepartureDate: "2026-06-11"},
		"and actually leave on the 11th": {DepartureDate: "2026-06-11"}, "and leave on the 5th": {DepartureDate: "2026-06-05"},
	} {
		if d := afterMessages(t, "Oslo to Rome on 6 June, 2 adults", message).TripIntent.Dates; d == nil || *d != want {
			t.Errorf("%q: %+v", message, d)
		}
	}
	if d := afterMessages(t, "Oslo to Rome one way on 6 June, 2 adults", "and leave on the 11th").TripIntent.Dates; d == nil || d.ReturnDate != "" {
		t.Errorf("of a journey one way: %+v", d)
	}
}

// TestOtherDeparture: who says when the departure is corrects the one that is known, which is then no way back.
// Rule: 6.7.day
func TestOtherDeparture(t *testing.T) {
	t.Parallel()
	for _, message := range []string{"Departure is on June 9", "the departure will be on 9 June", "my departure is set for June 9"} {
		if d := afterMessages(t, "Oslo to Rome round trip on 11 June, 2 adults", message).TripIntent.Dates; d == nil || *d != (Dates{DepartureDate: "2026-06-09"}) {
			t.Errorf("%q: %+v", message, d)
		}
	}
}

// TestReturnTickets: a return ticket is one of a round trip, in whatever number, and its day that of the way out; "the
// return flight" and what is said of a known departure are the way back.
// Rule: 6.7.wish
func TestReturnTickets(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"a return flight", "a return ticket", "return tickets", "2 return tickets", "two return flights", "some return flights", "2 returns",
		"a round trip", "round trips", "two round trips", "roundtrips", "2 round-trips", "a round tripper", "round trip tickets",
	} {
		for _, form := range []string{"Oslo to Rome, %s on 5 June", "%s Oslo to Rome on 5 June", "I need %s from Oslo to Rome for us on 5 June"} {
			message := strings.ReplaceAll(form, "%s", said)
			res := readFresh(message)
			if d := res.TripIntent.Dates; d == nil || *d != (Dates{DepartureDate: "2026-06-05"}) || res.TripIntent.TripType != trip.RoundTrip || len(res.Unread) > 0 {
				t.Errorf("%q: %+v %s, told %q", message, d, res.TripIntent.TripType, res.Unread)
			}
		}
	}
	for _, said := range []string{"one way", "one-way", "one-ways", "oneways", "two one-ways", "1 way"} {
		if res := readFresh("Oslo to Rome, " + said + " on 5 June"); res.TripIntent.TripType != trip.OneWay || len(res.Unread) > 0 {
			t.Errorf("%q: %s, told %q", said, res.TripIntent.TripType, res.Unread)
		}
	}
	for _, message := range []string{"the return flight on 9 June", "my return flight on 9 June", "a return flight on 9 June", "return on 9 June"} {
		if d := afterMessages(t, "Oslo to Rome on 5 June, 2 adults", message).TripIntent.Dates; d == nil || *d != (Dates{ReturnDate: "2026-06-09"}) {
			t.Errorf("%q: %+v", message, d)
		}
	}
}
