package extract

import "testing"

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
