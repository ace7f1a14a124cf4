package extract_test

import (
	"fmt"
	"testing"
)

const (
	tripOfTwo = "Leeds to Oslo on May 4, back on May 9, 2 adults"
	ofTwo     = "dates.departure_date=2026-05-04 dates.return_date=2026-05-09 destination.code=OSL " +
		"origin.code=LBA travelers.adults=2 trip_type=round_trip"
)

// TestDayOfSomebody: the day on which somebody else comes or goes is told, and is no day of those who travel.
func TestDayOfSomebody(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"my colleague", "my husband", "our friend", "my mother"} {
		for _, does := range []string{"returns", "leaves", "arrives", "flies", "comes back"} {
			said := fmt.Sprintf("%s %s on May 7", who, does)
			readTalks(t, []talkRead{
				{[]string{tripOfTwo + ", " + said}, ofTwo + " | " + said},
				{[]string{tripOfTwo, said}, "| " + said},
			})
		}
	}
	for _, we := range []string{"we follow", "we leave", "I fly", "we go"} {
		readTalks(t, []talkRead{{
			[]string{"Leeds to Oslo, 2 adults, my parents fly on May 2, " + we + " on May 4"},
			"dates.departure_date=2026-05-04 destination.code=OSL lodging.needed=false origin.code=LBA " +
				"travelers.adults=2 | my parents fly on May 2",
		}})
	}
}

// TestDaysOfThoseWhoTravel: who alone is spoken of is who travels, and stays until the day of the flight back.
func TestDaysOfThoseWhoTravel(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"my parents", "my mother", "my boss"} {
		for _, does := range []string{"fly on May 4 and stay until May 9", "flies on May 4 and is back on May 9"} {
			res, _ := say(t, newIntent(t), "Leeds to Oslo, "+who+" "+does)
			if d := res.TripIntent.Dates; d == nil || d.DepartureDate != "2026-05-04" || d.ReturnDate != "2026-05-09" {
				t.Errorf("%s %s: %s", who, does, flat(t, res))
			}
		}
	}
	for _, feast := range []string{"wedding", "conference", "ceremony"} {
		readTalks(t, []talkRead{{
			[]string{"Leeds to Oslo, 2 adults, arriving before the " + feast + " on 20 June, leaving on 22 June"},
			"dates.return_date=2026-06-22 destination.code=OSL origin.code=LBA travelers.adults=2 " +
				"trip_type=round_trip | Which day before Sat 20 Jun 2026 do you mean?",
		}})
	}
}

// TestOnlyThatDay: one day that is not wanted leaves out no other, nor does a day under a condition or any other day
// change the days of the trip.
func TestOnlyThatDay(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{tripOfTwo, "not this Friday"}, "excluded_days[0].from=2026-03-06 excluded_days[0].to=2026-03-06"},
		{[]string{tripOfTwo, "not next Friday"}, "excluded_days[0].from=2026-03-13 excluded_days[0].to=2026-03-13"},
		{[]string{tripOfTwo, "not on Fridays"}, "excluded_days[0].weekday=friday"},
		{[]string{tripOfTwo, "not Easter weekend"}, "| not Easter weekend"},
		{[]string{tripOfTwo, "the cheapest flights back on another day"}, "| the cheapest flights back on another day"},
	})
	for _, way := range []string{"if it rains, rather on %s", "if it is cheaper then on %s", "unless it rains, on %s"} {
		for _, day := range []string{"5 May", "May 6", "Friday"} {
			said := fmt.Sprintf(way, day)
			readTalks(t, []talkRead{{[]string{tripOfTwo, said}, "| " + said}})
		}
	}
}

// TestTimesOfOthers: early and late are hours and no halves of a day, a time of another way to travel is no time of a
// flight, and who goes to work has no day on which they are busy.
func TestTimesOfOthers(t *testing.T) {
	t.Parallel()
	for said, window := range map[string]string{
		"no early mornings": "end=<nil> %[1]s.start=08:00", "not early in the morning": "end=<nil> %[1]s.start=08:00",
		"no late evenings": "end=20:00 %[1]s.start=<nil>", "no late night": "end=20:00 %[1]s.start=<nil>",
	} {
		readTalks(t, []talkRead{{
			[]string{tripOfTwo, said},
			fmt.Sprintf("%[1]s."+window, "segments[0].depart_time_window") + " " +
				fmt.Sprintf("%[1]s."+window, "segments[1].depart_time_window"),
		}})
	}
	for _, of := range []string{"trains", "buses", "ferries"} {
		_, raw := say(t, newIntent(t), tripOfTwo)
		res, _ := say(t, merge(t, newIntent(t), raw), "no "+of+" before 9 am")
		if len(res.TripIntent.Segments) > 0 || len(res.Unread) == 0 {
			t.Errorf("%s: %s, told %q", of, flat(t, res), res.Unread)
		}
	}
	readTalks(t, []talkRead{
		{[]string{"from London to work on Monday"}, "dates.departure_date=2026-03-09 origin.code=LHR"},
		{[]string{tripOfTwo, "I have to work on Monday"}, "excluded_days[0].from=2026-03-09 excluded_days[0].to=2026-03-09"},
	})
}

// TestTwoTimes: each way has the time that is said of it, and of two that are said of one way the second is told.
func TestTwoTimes(t *testing.T) {
	t.Parallel()
	const morning, evening = "segments[0].depart_time_window.end=12:00 segments[0].depart_time_window.start=04:00",
		"segments[1].depart_time_window.end=<nil> segments[1].depart_time_window.start=17:00"
	readTalks(t, []talkRead{
		{[]string{tripOfTwo, "morning flight out, evening flight back"}, morning + " " + evening},
		{[]string{tripOfTwo, "morning flight out and evening flight back"}, morning + " " + evening},
	})
	for said, left := range map[string]string{
		"leave at 9 am or at 5 pm": "at 5 pm", "leaving at 9 am, leaving at 5 pm": "at 5 pm",
	} {
		readTalks(t, []talkRead{{
			[]string{tripOfTwo, said},
			"segments[0].depart_time_window.end=10:00 segments[0].depart_time_window.start=08:00 | " + left,
		}})
	}
}

// TestDaysBesideAGathering keeps the days of a conference out of the days of the trip.
// Rule: 6.7.day
func TestDaysBesideAGathering(t *testing.T) {
	t.Parallel()
	for _, runs := range []string{"conference runs 8-10 Sept", "the conference runs 8-10 Sept", "our congress is from 8 to 10 Sept"} {
		for _, back := range []string{"home on the 11th", "back on the 11th", "flying home on 11 September"} {
			message := "Austin to Berlin, arriving on 7 Sept, " + runs + ", " + back
			p := extractFrom(t, message, "{}").TripIntent
			if p.Dates == nil || p.Dates.DepartureDate != "2026-09-07" || p.Dates.ReturnDate != "2026-09-11" {
				t.Errorf("%q: %+v", message, p.Dates)
			}
		}
	}
}
