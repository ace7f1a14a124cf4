package extract_test

import (
	"strings"
	"testing"
)

// TestWordsInTheirOtherSense reads sentences that have the words of a rule but mean something else: the rule must leave
// them alone.
// Rule: 6.7.traveller, 6.7.day, 6.7.time, 6.7.stays, 6.7.money
func TestWordsInTheirOtherSense(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ said, want, not string }{
		{"we're 2 kids and 2 adults, London to Rome 5 May", "travelers.adults=2 travelers.children=2", ""},
		{"we are 2 girls and our mum, London to Rome 5 May", "travelers.children=2", ""},
		{"we're 3 boys with their parents, London to Rome 5 May", "travelers.children=3", ""},
		{"we're 6 girls and 2 boys, London to Rome 5 May", "travelers.children=8", ""},
		{"London to Rome 5 December, next year Paris", "departure_date=2026-12-05", "2027"},
		{"London to Rome 5 to 9 May, either way I have to be there by 6pm", "segments[0].arrive_time_window.end=18:00", "segments[1]"},
		{"can we rent an apartment in Rome 5 to 9 May", "stays[0].check_in=2026-05-05", "lodging.needed=false"},
		{"London to Rome 5 to 9 May, can we get an airbnb there", "", "lodging.needed=false"},
		{"London to Rome 5 to 9 May, we could get an airbnb", "", "lodging.needed=false"},
		{"flights London to Rome 5 to 9 May, shall we get an airbnb", "requests[0].kind=room", "lodging.needed=false"},
		{"Please confirm 5 May London to Rome", "departure_date=2026-05-05", ""},
		{"London to Rome, please book it on 5 May", "departure_date=2026-05-05", ""},
		{"London to Rome 5 May, best rate under 500 euros", "budget_total.amount=500.00", "max_price_per_night"},
		{"flight on 5 May London to Rome, meeting starts on 10.12", "departure_date=2026-05-05", ""},
	} {
		got := flat(t, extractFrom(t, c.said, "{}"))
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%q: %s, want %s and no %s", c.said, got, c.want, c.not)
		}
	}
}
