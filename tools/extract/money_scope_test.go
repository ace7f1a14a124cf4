package extract_test

import (
	"strings"
	"testing"
)

// TestScopeOfAnAmount: a limit of a night is one of a night however it is said; one of a room, of a person a night, or
// of a part of the trip is told and never taken for one of the whole trip; a number of changes is no money.
// Rule: 6.7.money
func TestScopeOfAnAmount(t *testing.T) {
	t.Parallel()
	const of2 = "Leeds to Oslo on May 4, back on May 9, 2 adults, with a hotel"
	for _, message := range []string{"incl. hotel max 1600 total", "including the hotel at most 1600", "max 1600 total incl. hotel"} {
		if got := flat(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B"))); !strings.Contains(got, "budget_total.amount=1600.00") {
			t.Errorf("%q: %s", message, got)
		}
	}
	for _, limit := range []string{"max %", "up to %", "at most %", "no more than %", "under %"} {
		for _, night := range []string{"120 a night", "120 per night", "120/night", "120 euros a night"} {
			message := strings.Replace(limit, "%", night, 1)
			if got := flat(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B"))); !strings.Contains(got,
				"max_price_per_night.amount=120.00") || strings.Contains(got, "budget_total") {
				t.Errorf("%q: %s", message, got)
			}
		}
		for _, way := range []string{"Leeds to Oslo on May 4", "from Leeds to Oslo on May 4", "Leeds-Oslo on May 4, back on May 9", "May 4 to Oslo from Leeds"} {
			message := way + ", 2 adults, a hotel " + strings.Replace(limit, "%", "500 euros", 1)
			if got := flat(t, extractFrom(t, message, "{}")); strings.Contains(got, "budget") {
				t.Errorf("%q limits the whole trip: %s", message, got)
			}
		}
		for _, scope := range []string{
			"90 euros per room", "90 euros a room", "90 euros per person per night", "90 euros per night per person", "500 euros for the flights",
			"500 euros for the hotel", "500 euros per person for the hotel",
		} {
			for _, before := range [][]string{{of2 + ", " + strings.Replace(limit, "%", scope, 1)}, {of2, strings.Replace(limit, "%", scope, 1)}} {
				in := newIntent(t)
				for _, message := range before {
					res, raw := say(t, in, message)
					in = merge(t, in, raw)
					if got := flat(t, res); strings.Contains(got, "budget_total") || strings.Contains(got, "max_price") ||
						message != of2 && len(res.Unread) == 0 {
						t.Errorf("%q: %s, told %q", message, got, res.Unread)
					}
				}
			}
		}
	}
	for _, stops := range []string{"good price, max 1 change", "lowest price, no more than 1 stopover", "cheap price, at most 2 changes"} {
		if got := flat(t, extractFrom(t, of2+", "+stops, "{}")); strings.Contains(got, "budget_total") {
			t.Errorf("%q: %s", stops, got)
		}
	}
}
