package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// journey writes a plan as it stands after a talk: its kind, its legs and where one sleeps.
func journey(t *testing.T, talk ...string) string {
	t.Helper()
	in, _ := converse(t, talk)
	all := []string{string(in.Itinerary.TripType)}
	for _, s := range in.Itinerary.Segments {
		leg := fmt.Sprintf("%s>%s %d", s.Origin.Code, s.Destination.Code, s.DepartDate.Day())
		if !s.IsFlight() {
			leg += " " + s.TransportMode
		}
		all = append(all, leg)
	}
	return strings.Join(append(all, slept(t, talk...)), ", ")
}

// TestWhatStaysOfAJourney changes the stops of a journey of which a leg begins elsewhere, one goes by train or a stay
// has rooms of its own, and says what the whole plan is then: legs and stays that nobody spoke of are as they were.
// Rule: 6.7.place
func TestWhatStaysOfAJourney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ said, change, want string }{
		{"fly home from Rotterdam", "only Brussels", "round_trip, LHR>BRU 3, BRU>LHR 12, BRU 3-12"},
		{"fly home from Rotterdam", "only Amsterdam", "round_trip, LHR>AMS 3, AMS>LHR 12, AMS 3-12"},
		{"fly home from Rotterdam", "swap Paris and Amsterdam", "multi_city, LHR>AMS 3, AMS>BRU 6, BRU>CDG 9, CDG>LHR 12, AMS 3-6, BRU 6-9, CDG 9-12"},
		{"fly home from Rotterdam", "swap Paris and Brussels", "multi_city, LHR>BRU 3, BRU>CDG 6, CDG>AMS 9, RTM>LHR 12, BRU 3-6, CDG 6-9, AMS 9-12"},
		{"fly home from Rotterdam", "instead of Amsterdam go to Hamburg", "multi_city, LHR>CDG 3, CDG>BRU 6, BRU>HAM 9, HAM>LHR 12, CDG 3-6, BRU 6-9, HAM 9-12"},
		{"fly home from Rotterdam", "instead of Paris go to Marseille", "multi_city, LHR>MRS 3, MRS>BRU 6, BRU>AMS 9, RTM>LHR 12, MRS 3-6, BRU 6-9, AMS 9-12"},
		{"fly home from Rotterdam", "skip Brussels", "multi_city, LHR>CDG 3, CDG>AMS 6, RTM>LHR 12, CDG 3-6, AMS 6-12"},
		{
			"fly home from Rotterdam", "add 2 nights in Cologne before Amsterdam",
			"multi_city, LHR>CDG 3, CDG>BRU 6, BRU>CGN 9, CGN>AMS 11, RTM>LHR 14, CDG 3-6, BRU 6-9, CGN 9-11, AMS 11-14",
		},
		{"the second leg leaves from Lyon", "only Brussels", "round_trip, LHR>BRU 3, BRU>LHR 12, BRU 3-12"},
		{"the second leg leaves from Lyon", "swap Paris and Amsterdam", "multi_city, LHR>AMS 3, AMS>BRU 6, BRU>CDG 9, CDG>LHR 12, AMS 3-6, BRU 6-9, CDG 9-12"},
		{"the second leg leaves from Lyon", "swap Brussels and Amsterdam", "multi_city, LHR>CDG 3, CDG>AMS 6, AMS>BRU 9, BRU>LHR 12, CDG 3-6, AMS 6-9, BRU 9-12"},
		{
			"the second leg leaves from Lyon", "instead of Paris go to Marseille",
			"multi_city, LHR>MRS 3, MRS>BRU 6, BRU>AMS 9, AMS>LHR 12, MRS 3-6, BRU 6-9, AMS 9-12",
		},
		{
			"the second leg leaves from Lyon", "instead of Brussels go to Cologne",
			"multi_city, LHR>CDG 3, LYS>CGN 6, CGN>AMS 9, AMS>LHR 12, CDG 3-6, CGN 6-9, AMS 9-12",
		},
		{"the second leg leaves from Lyon", "skip Brussels", "multi_city, LHR>CDG 3, LYS>AMS 6, AMS>LHR 12, CDG 3-6, AMS 6-12"},
		{
			"the second leg leaves from Lyon", "make Paris 2 nights and Amsterdam 4",
			"multi_city, LHR>CDG 3, LYS>BRU 5, BRU>AMS 8, AMS>LHR 12, CDG 3-5, BRU 5-8, AMS 8-12",
		},
		{"train to Brussels", "only Paris", "round_trip, LHR>CDG 3, CDG>LHR 12, CDG 3-12"},
		{"train to Brussels", "only Amsterdam", "round_trip, LHR>AMS 3, AMS>LHR 12, AMS 3-12"},
		{"train to Brussels", "swap Paris and Brussels", "multi_city, LHR>BRU 3, BRU>CDG 6 train, CDG>AMS 9, AMS>LHR 12, BRU 3-6, CDG 6-9, AMS 9-12"},
		{"train to Brussels", "skip Brussels", "multi_city, LHR>CDG 3, CDG>AMS 6 train, AMS>LHR 12, CDG 3-6, AMS 6-12"},
		{"train to Brussels", "skip Amsterdam", "multi_city, LHR>CDG 3, CDG>BRU 6 train, BRU>LHR 9, CDG 3-6, BRU 6-9"},
		{
			"train to Brussels", "add 2 nights in Cologne before Amsterdam",
			"multi_city, LHR>CDG 3, CDG>BRU 6 train, BRU>CGN 9, CGN>AMS 11, AMS>LHR 14, CDG 3-6, BRU 6-9, CGN 9-11, AMS 11-14",
		},
		{"train from Amsterdam to London", "only Paris", "round_trip, LHR>CDG 3, CDG>LHR 12 train, CDG 3-12"},
		{"train from Amsterdam to London", "only Brussels", "round_trip, LHR>BRU 3, BRU>LHR 12 train, BRU 3-12"},
		{"train from Amsterdam to London", "skip Amsterdam", "multi_city, LHR>CDG 3, CDG>BRU 6, BRU>LHR 9, CDG 3-6, BRU 6-9"},
		{
			"train from Amsterdam to London", "swap Paris and Amsterdam",
			"multi_city, LHR>AMS 3, AMS>BRU 6, BRU>CDG 9, CDG>LHR 12 train, AMS 3-6, BRU 6-9, CDG 9-12",
		},
		{"2 rooms in Paris", "only Paris", "round_trip, LHR>CDG 3, CDG>LHR 12, CDG 3-12 x2"},
		{"2 rooms in Paris", "only Brussels", "round_trip, LHR>BRU 3, BRU>LHR 12, BRU 3-12"},
		{"2 rooms in Paris", "swap Paris and Amsterdam", "multi_city, LHR>AMS 3, AMS>BRU 6, BRU>CDG 9, CDG>LHR 12, AMS 3-6, BRU 6-9, CDG 9-12 x2"},
		{"2 rooms in Paris", "Brussels first", "multi_city, LHR>BRU 3, BRU>CDG 6, CDG>AMS 9, AMS>LHR 12, BRU 3-6, CDG 6-9 x2, AMS 9-12"},
		{"2 rooms in Paris", "skip Paris", "multi_city, LHR>BRU 3, BRU>AMS 9, AMS>LHR 12, BRU 3-9, AMS 9-12"},
		{
			"2 rooms in Paris", "add 2 nights in Cologne before Paris",
			"multi_city, LHR>CGN 3, CGN>CDG 5, CDG>BRU 8, BRU>AMS 11, AMS>LHR 14, CGN 3-5, CDG 5-8 x2, BRU 8-11, AMS 11-14",
		},
		{"2 rooms in Paris", "instead of Paris go to Marseille", "multi_city, LHR>MRS 3, MRS>BRU 6, BRU>AMS 9, AMS>LHR 12, MRS 3-6 x2, BRU 6-9, AMS 9-12"},
	} {
		if got := journey(t, threeCities, c.said, c.change); got != c.want {
			t.Errorf("%q, %q:\n got %s\nwant %s", c.said, c.change, got, c.want)
		}
	}
}

// TestTheNextStopLeavesAGap adds a stop to which one goes later than the stay before it ends: nobody has said where one
// sleeps between, so that the stay ends when it did.
// Rule: 6.7.place
func TestTheNextStopLeavesAGap(t *testing.T) {
	t.Parallel()
	talk := []string{"London to Paris on June 3, then Brussels on June 6, 2 adults, with hotels", "hotel in Brussels until June 9"}
	for onward, want := range map[string]string{
		"then on to Rome on June 12": "multi_city, LHR>CDG 3, CDG>BRU 6, BRU>FCO 12, CDG 3-6, BRU 6-9",
		"then on to Rome on June 9":  "multi_city, LHR>CDG 3, CDG>BRU 6, BRU>FCO 9, CDG 3-6, BRU 6-9",
		"then on to Rome on June 8":  "multi_city, LHR>CDG 3, CDG>BRU 6, BRU>FCO 8, CDG 3-6, BRU 6-8",
	} {
		if got := journey(t, append(slices.Clone(talk), onward)...); got != want {
			t.Errorf("%q:\n got %s\nwant %s", onward, got, want)
		}
	}
}
