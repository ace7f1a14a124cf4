package extract_test

import "testing"

// TestBehindAMonth: a number that counts something is no day of the month before it.
func TestBehindAMonth(t *testing.T) {
	t.Parallel()
	readTalks(t, []talkRead{
		{[]string{"Leeds to Oslo in July 2 weeks"}, "destination.code=OSL lodging.nights=14 origin.code=LBA | Which day in July do you mean?"},
		{[]string{"Leeds to Oslo, july 2 adults 2"}, "dates.departure_date=2026-07-02 destination.code=OSL origin.code=LBA"},
		{[]string{"Leeds to Oslo in July 2 adults"}, "destination.code=OSL origin.code=LBA travelers.adults=2 | Which day in July do you mean?"},
		{[]string{"Leeds to Oslo July 2nd for 2 nights"}, "dates.departure_date=2026-07-02 dates.return_date=2026-07-04 destination.code=OSL inferred[0]=return_date inferred[1]=check_out lodging.check_out=2026-07-04 lodging.nights=2 origin.code=LBA trip_type=round_trip"},
		{[]string{"Leeds to Oslo on May 4, back on May 9, 2 adults, 2 rooms", "the fair is postponed to May 11-14"}, "dates.departure_date=2026-05-11 dates.return_date=2026-05-14"},
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
		{[]string{"Delhi to Toronto on Dec 22, 2 adults", "we arrive at the hotel on 23 December and stay until 5 January"}, "lodging.check_in=2026-12-23 lodging.check_out=2027-01-05"},
		{[]string{"Leeds to Oslo on June 18th, three nights", "what about going a day earlier"}, "dates.departure_date=2026-06-17 dates.return_date=2026-06-20 lodging.check_out=2026-06-20"},
	})
}

// TestEitherDay: of two days that would do nobody knows which one is meant, so that is asked.
func TestEitherDay(t *testing.T) {
	t.Parallel()
	const (
		ends  = "destination.code=MAD origin.code=LIS"
		which = " | Which day do you mean?"
		there = "Leeds to Oslo, Fri May 8 to Sun May 10, 1 adult"
	)
	readTalks(t, []talkRead{
		{[]string{"Lisbon to Madrid tonight or tomorrow"}, ends + which},
		{[]string{"Lisbon to Madrid on May 4 or 5"}, ends + which},
		{[]string{"Lisbon to Madrid on the 4th or 5th of May"}, ends + which},
		{[]string{"Lisbon to Madrid on Friday or maybe on Saturday"}, ends + which},
		{[]string{"Lisbon to Madrid on May 4 or May 5, back on May 9"}, "dates.return_date=2026-05-09 " + ends + " trip_type=round_trip" + which},
		{[]string{"Lisbon to Madrid on May 4, back on May 9 or 10"}, "dates.departure_date=2026-05-04 " + ends + " trip_type=round_trip" + which},
		{[]string{there, "earliest on sunday you have?"}, "dates.return_date=2026-05-10"},
		{[]string{there, "on Sunday instead"}, "dates.departure_date=2026-05-10"},
	})
}
