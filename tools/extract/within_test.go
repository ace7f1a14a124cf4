package extract_test

import "testing"

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
