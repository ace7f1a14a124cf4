package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLimitedDenials denies a thing of which something limits what is meant: the rest of it stays wanted, and what no slot
// can hold is told.
// Rule: 6.7.polarity
func TestLimitedDenials(t *testing.T) {
	t.Parallel()
	const base = "Cork to Rome, 6 June to 20 June, 2 adults"
	forms := []string{"no %s", "without %s", "I don't want %s", "please avoid %s", "no %s please"}
	for _, form := range forms {
		for _, thing := range []string{"stops", "layovers", "connections", "stopovers"} {
			for part, kept := range map[string]string{
				"on the way back": "", "on the way home": "", "on the return": "", "on the outbound": "", "going home": "",
				"in Germany": "", "in the US": "", "on the second flight": "", "in Istanbul": "IST",
			} {
				said := fmt.Sprintf(form, thing+" "+part)
				res := afterMessages(t, base, said)
				leaves := strings.Join(leavesOf(t, res), " ")
				if strings.Contains(leaves, "max_stops") || strings.Contains(leaves, "trip_type") {
					t.Errorf("%q: %s", said, leaves)
				}
				if kept == "" && len(res.Unread) == 0 || !strings.Contains(leaves, kept) {
					t.Errorf("%q: %s; told %q", said, leaves, res.Unread)
				}
			}
			for _, all := range []string{"", " at all", " on the way", " in total"} {
				said := fmt.Sprintf(form, thing+all)
				res := afterMessages(t, base, said)
				if s := res.TripIntent.Constraints; s == nil || s.MaxStops == nil || *s.MaxStops != 0 {
					t.Errorf("%q: %q; told %q", said, leavesOf(t, res), res.Unread)
				}
			}
		}
		for _, part := range []string{"morning", "early", "late", "evening"} {
			for _, way := range []string{"on the way back", "back", "home", "on the way home"} {
				said := fmt.Sprintf(form, part+" flights "+way)
				s := afterMessages(t, base, said).TripIntent
				if len(s.Segments) != 2 || s.Segments[0].DepartTimeWindow != nil || s.Segments[1].DepartTimeWindow == nil || s.TripType != "" {
					t.Errorf("%q: %+v", said, s)
				}
			}
		}
		for thing, told := range map[string]string{
			"hotels below 4 stars": "", "hotels far from the centre": "centre", "hotels near the airport": "airport",
			"hotels in the old town": "old town", "chain hotels": "chain", "kids hotels": "kids", "noisy hotels": "noisy",
		} {
			said := fmt.Sprintf(form, thing)
			for where, res := range map[string]Result{
				"alone":  readFresh(said + ". Rome, 6-20 June"),
				"first":  readFresh(base + ", " + said),
				"second": afterMessages(t, base+", with a hotel", said),
			} {
				l := res.TripIntent.Lodging
				isMost := told == "" && (l == nil || l.HotelStarMin == nil || *l.HotelStarMin != 4)
				isNone := l != nil && l.Needed != nil && !*l.Needed
				if isNone || isMost || !strings.Contains(strings.ToLower(strings.Join(res.Unread, " ")), told) {
					t.Errorf("%s %q: %q; told %q", where, said, leavesOf(t, res), res.Unread)
				}
			}
		}
	}
}

// TestWholeDenials denies a thing as a whole, beside what is wanted: none of that is lost.
// Rule: 6.7.polarity
func TestWholeDenials(t *testing.T) {
	t.Parallel()
	for said, want := range map[string][]string{
		"no flight just a hotel, Rome, 6-20 June":     {".trip_type=stay_only", ".stays[0].check_in=2026-06-06"},
		"hotel but no flight Rome 6 to 20 June":       {".trip_type=stay_only", ".stays[0].check_out=2026-06-20"},
		"just flights no hotel Lyon to Nice 3 June":   {".origin.code=LYS", ".destination.code=NCE", ".dates.departure_date=2026-06-03"},
		"no hotel just flights, Lyon to Nice, 3 June": {".origin.code=LYS", ".destination.code=NCE", ".lodging.needed=false"},
	} {
		res := readFresh(said)
		for _, leaf := range want {
			if got := leavesOf(t, res); !slices.Contains(got, leaf) {
				t.Errorf("%q: no %s in %q", said, leaf, got)
			}
		}
	}
	for _, said := range []string{"no return flight", "we don't need a flight back", "no flight on the way back", "cancel the return"} {
		if res := afterMessages(t, "Cork to Rome, 6 June to 20 June, 2 adults", said); res.TripIntent.TripType != "one_way" {
			t.Errorf("%q: %q; told %q", said, leavesOf(t, res), res.Unread)
		}
	}
}
