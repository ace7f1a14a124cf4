package extract_test

import (
	"strings"
	"testing"
)

// TestBehindAMonth: a number that counts something is no day of the month before it.
func TestBehindAMonth(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"Leeds to Oslo in July 2 weeks"}, "destination.code=OSL lodging.nights=14 origin.code=LBA | Which day in July do you mean?"},
		{[]string{"Leeds to Oslo, july 2 adults 2"}, "dates.departure_date=2026-07-02 destination.code=OSL origin.code=LBA | 2"},
		{[]string{"Leeds to Oslo in July 2 adults"}, "destination.code=OSL origin.code=LBA travelers.adults=2 | Which day in July do you mean?"},
		{
			[]string{"Leeds to Oslo July 2nd for 2 nights"},
			"dates.departure_date=2026-07-02 dates.return_date=2026-07-04 destination.code=OSL inferred[0]=return_date " +
				"inferred[1]=check_out lodging.check_out=2026-07-04 lodging.nights=2 origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"Leeds to Oslo on May 4, back on May 9, 2 adults, 2 rooms", "the fair is postponed to May 11-14"},
			"dates.departure_date=2026-05-11 dates.return_date=2026-05-14",
		},
		{[]string{"Leeds to Oslo in October", "2 people"}, "travelers.adults=2"},
		{[]string{"Leeds to Oslo in October", "for 2"}, "travelers.adults=2"},
	})
}

// TestWholeDays: days that are said of no place to sleep are the whole trip's.
func TestWholeDays(t *testing.T) {
	t.Parallel()
	const known = "dates.departure_date=2026-12-20 dates.return_date=2027-01-05 trip_type=round_trip"
	readTalks(t, []talkRead{
		{[]string{"Delhi to Toronto on Dec 22, 2 adults", "Arrive on 20 December and stay until 5 January"}, known},
		{[]string{"Delhi to Toronto on Dec 22, 2 adults", "arriving on 20 December, staying until 5 January"}, known},
		{
			[]string{"Delhi to Toronto on Dec 22, 2 adults", "we arrive at the hotel on 23 December and stay until 5 January"},
			"lodging.check_in=2026-12-23 lodging.check_out=2027-01-05",
		},
		{
			[]string{"flights for my daughter's wedding in Lisbon on 15 August? from Leeds, arriving the 13th, leaving the 17th"},
			"dates.departure_date=2026-08-13 dates.return_date=2026-08-17 destination.code=LIS lodging.needed=false " +
				"origin.code=LBA trip_type=round_trip | on 15 August",
		},
		{
			[]string{"Leeds to Oslo on May 4, back the next day"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-05 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"Leeds to Oslo on May 4, returning the following day"},
			"dates.departure_date=2026-05-04 dates.return_date=2026-05-05 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"fly to Madrid there and back on the 3rd of December, from Leeds"},
			"dates.departure_date=2026-12-03 dates.return_date=2026-12-03 destination.code=MAD lodging.needed=false origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"a hotel in Oslo, I go next tuesday, back thursday, from Leeds"},
			"dates.departure_date=2026-03-10 dates.return_date=2026-03-12 destination.code=OSL inferred[0]=adults " +
				"inferred[1]=destination lodging.location_hint=Oslo origin.code=LBA travelers.adults=1 trip_type=round_trip",
		},
		{
			[]string{"to Oslo next tuesday, back thursday, from Leeds, with a hotel"},
			"dates.departure_date=2026-03-10 dates.return_date=2026-03-12 destination.code=OSL origin.code=LBA trip_type=round_trip",
		},
		{
			[]string{"Leeds to Oslo on June 18th, three nights", "what about going a day earlier"},
			"dates.departure_date=2026-06-17 dates.return_date=2026-06-20 lodging.check_out=2026-06-20",
		},
	})
}

// TestThereAt: a time at which one wants to be there is when to land, not when to leave.
func TestThereAt(t *testing.T) {
	t.Parallel()
	const known = "dates.departure_date=2026-12-07 destination.code=BRU origin.code=GVA"
	readTalks(t, []talkRead{
		{
			[]string{"I need to be in Brussels on Monday 7 December at 9am, coming from Geneva"},
			strings.Replace(known, "origin", "inferred[0]=adults origin", 1) +
				" segments[0].arrive_time_window.end=09:00 segments[0].arrive_time_window.start=<nil> travelers.adults=1",
		},
		{
			[]string{"Geneva to Brussels on December 7, leaving around 9am"},
			known + " segments[0].depart_time_window.end=10:00 segments[0].depart_time_window.start=08:00",
		},
	})
}

// TestEitherDay: of two days that would do one is to be chosen.
func TestEitherDay(t *testing.T) {
	t.Parallel()
	const (
		ends  = "destination.code=MAD origin.code=LIS"
		there = "Leeds to Oslo, Fri May 8 to Sun May 10, 1 adult"
	)
	readTalks(t, []talkRead{
		{
			[]string{"Lisbon to Madrid tonight or tomorrow"},
			ends + " segments[0].alternatives.depart_date[0]=2026-03-04 segments[0].alternatives.depart_date[1]=2026-03-05",
		},
		{[]string{"Lisbon to Madrid on May 4 or 5"}, ends + " segments[0].alternatives.depart_date[0]=2026-05-04 segments[0].alternatives.depart_date[1]=2026-05-05"},
		{
			[]string{"Lisbon to Madrid on the 4th or 5th of May"},
			ends + " segments[0].alternatives.depart_date[0]=2026-05-04 segments[0].alternatives.depart_date[1]=2026-05-05",
		},
		{
			[]string{"Lisbon to Madrid on Friday or maybe on Saturday"},
			ends + " segments[0].alternatives.depart_date[0]=2026-03-06 segments[0].alternatives.depart_date[1]=2026-03-07",
		},
		{
			[]string{"Lisbon to Madrid on May 4 or May 5, back on May 9"},
			"dates.return_date=2026-05-09 " + ends +
				" segments[0].alternatives.depart_date[0]=2026-05-04 segments[0].alternatives.depart_date[1]=2026-05-05 trip_type=round_trip",
		},
		{
			[]string{"Lisbon to Madrid on May 4, back on May 9 or 10"},
			"dates.departure_date=2026-05-04 " + ends +
				" segments[1].alternatives.depart_date[0]=2026-05-09 segments[1].alternatives.depart_date[1]=2026-05-10 trip_type=round_trip",
		},
		{[]string{there, "earliest on sunday you have?"}, "dates.return_date=2026-05-10"},
		{[]string{there, "on Sunday instead"}, "dates.departure_date=2026-05-10"},
	})
}

// TestNotThatDay reads bare numbers of days where one of them is a day of the trip.
func TestNotThatDay(t *testing.T) {
	t.Parallel()
	const there = "from Oslo to London Jan 13 to 20"
	readTalks(t, []talkRead{
		{[]string{there, "i meant 14 not 13"}, "dates.departure_date=2027-01-14"},
		{[]string{there, "14, not 13"}, "dates.departure_date=2027-01-14"},
		{[]string{there, "not the 20 but 21"}, "dates.return_date=2027-01-21"},
		{[]string{there, "not 20, 21"}, "dates.return_date=2027-01-21"},
		{[]string{there, "not 2, 3"}, "| not 2, 3"},
	})
}

// TestDaysOfAnErrand: an errand and what the sentences behind it say of it move no day of the trip, and are told.
// Rule: 6.7.other
func TestDaysOfAnErrand(t *testing.T) {
	t.Parallel()
	for _, errand := range []string{"I'd also like to reserve a car there", "we want to rent a car", "I need a rental car", "book me a massage as well"} {
		for _, more := range []string{"I'll need it from Friday to Sunday", "It should be for 3 days from Saturday", "Get it for the 9th"} {
			for _, known := range []string{"{" + planned + "}", "{}"} {
				res := extractFrom(t, errand+". "+more+".", known)
				if got := flat(t, res); got != "" || !strings.Contains(strings.Join(res.Unread, " "), more) {
					t.Errorf("%s. %s: %s, told %q", errand, more, got, res.Unread)
				}
			}
		}
	}
}
