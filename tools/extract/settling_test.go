package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestDaysOfSettling holds that a day or a time of deciding, paying or talking is none of the trip, while options are
// shown and while one is held.
// Rule: 6.8.put-off, 6.7.day
func TestDaysOfSettling(t *testing.T) {
	t.Parallel()
	whens := []string{"tomorrow", "later today", "tonight", "this evening", "tomorrow morning", "on Monday", "tomorrow evening"}
	for _, does := range []string{
		"I'll confirm %s", "we will decide %s", "I'll pay %s", "I'll let you know %s", "I'll ask my husband %s", "call me %s",
		"I'll tell you %s", "can I confirm %s?",
	} {
		for _, when := range whens {
			said := fmt.Sprintf(does, when)
			for _, ask := range []string{choose, "approve"} {
				res := extractFrom(t, said, after(planned, ask, "1. A", "2. B"))
				if got := flat(t, res); got != "" || len(res.Clears) > 0 {
					t.Errorf("%s, %q: %s changes", ask, said, got)
				}
				if len(res.Acts)+len(res.Unread) == 0 && res.Request.Kind == "plan" {
					t.Errorf("%s, %q: silent", ask, said)
				}
			}
		}
	}
	for _, said := range []string{"I'll confirm later today", "we will decide on Monday", "I'll let you know this evening", "I'll pay tomorrow"} {
		if got := saying(t, extractFrom(t, said, after(planned, choose, "1. A", "2. B"))); got != "show what=deadline" {
			t.Errorf("%q: %s", said, got)
		}
	}
	for said, want := range map[string]string{
		"leave tomorrow": "departure_date=2026-03-05", "make it tomorrow": "departure_date=2026-03-05",
		"we leave tomorrow evening": "departure_date=2026-03-05",
	} {
		if got := flat(t, extractFrom(t, said, after(planned, choose, "1. A", "2. B"))); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// TestBornIsNoJourney keeps the day of a birth out of the trip, also where it is the only day that is said.
// Rule: 6.7.day
func TestBornIsNoJourney(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"Boston to Lisbon for 2 adults and a child. She was born on 5 June 2020.", "our daughter was born on 5 June 2024",
		"Boston to Lisbon for 2 adults and a baby. He was born on the 5th of June 2025", "Boston to Lisbon, I was born on 5 May 1980",
	} {
		res := extractFrom(t, said, "{}")
		if got := flat(t, res); strings.Contains(got, "date=") || len(res.Unread) == 0 {
			t.Errorf("%q: %s, told %q", said, got, res.Unread)
		}
	}
}

// TestOneWayHasNoReturn keeps the day on which one has to be somewhere from becoming one of flying back.
// Rule: 6.7.day
func TestOneWayHasNoReturn(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"one way from Boston on 3 June, I have to be in Lisbon on 4 June", "Boston to Lisbon one way on 3 June, be there 4 June",
		"Boston to Lisbon, leaving 3 June, arriving by 14:00 on 4 June, one way",
	} {
		res := extractFrom(t, said, "{}")
		if got := flat(t, res); !strings.Contains(got, "trip_type=one_way") || strings.Contains(got, "return_date") || len(res.Unread) == 0 {
			t.Errorf("%q: %s, told %q", said, got, res.Unread)
		}
	}
}

// TestBothWaysByName: a time holds for both flights where both are named, and one "no" denies both of two hours.
// Rule: 6.7.time
func TestBothWaysByName(t *testing.T) {
	t.Parallel()
	const trip = "Brussels to Bilbao 25 March to 29 March, 2 adults, "
	for _, both := range []string{"both ways", "each way", "in both directions", "on both flights"} {
		for said, want := range map[string]string{
			"leaving after 2pm ": "depart_time_window.start=14:00", "landing before 8pm ": "arrive_time_window.end=20:00",
			"leaving after lunch ": "depart_time_window.start=12:00", "evening flights ": "depart_time_window.start=17:00",
		} {
			res := extractFrom(t, trip+said+both, "{}")
			if got := flat(t, res); strings.Count(got, want) != 2 || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q", said+both, got, res.Unread)
			}
		}
	}
	for _, said := range []string{
		"no flights that leave before 8 or get in after 10pm", "nothing that leaves before 8am or lands after 10pm",
		"I don't want to leave before 8am or land after 10pm", "never leaving before 8 or arriving after 10pm",
		"don't depart before 8am nor arrive later than 10pm",
	} {
		got := flat(t, extractFrom(t, "Atlanta to Lima on Oct 5, "+said, "{}"))
		if !strings.Contains(got, "arrive_time_window.end=22:00") || !strings.Contains(got, "depart_time_window.start=08:00") {
			t.Errorf("%q: %s", said, got)
		}
	}
}
