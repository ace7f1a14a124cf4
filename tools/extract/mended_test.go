package extract_test

import (
	"slices"
	"strings"
	"testing"
)

// TestBoundsOfNothing: a time that bounds nothing of a day holds nothing, and is told: "not after midnight" leaves all
// of it.
// Rule: 6.7.accounted
func TestBoundsOfNothing(t *testing.T) {
	t.Parallel()
	for _, denies := range []string{"I'd hate to", "I would hate to", "I don't want to", "we'd rather not"} {
		for _, lands := range []string{"arrive", "land", "leave"} {
			message := denies + " " + lands + " after midnight"
			for _, known := range []string{after(planned, choose, "1. A", "2. B", "3. C"), after(planned, "")} {
				res := extractFrom(t, message, known)
				said := strings.Join(res.Unread, " ")
				if len(res.TripIntent.Segments) > 0 || !strings.Contains(said, "midnight") {
					t.Errorf("%q: %+v, told %q", message, res.TripIntent.Segments, said)
				}
			}
		}
	}
}

// TestFirstOnTheWayBack orders options by the way back where that is what is asked: the best of the way out is no answer.
// Rule: 6.9.asked
func TestFirstOnTheWayBack(t *testing.T) {
	t.Parallel()
	for asked, by := range map[string]string{
		"leaves first": "departure", "leaves last": "latest", "departs first": "departure", "lands first": "arrival",
	} {
		for _, back := range []string{"on the way back", "on the return", "on the flight home", "coming back"} {
			for _, begins := range []string{"which one ", "and ", "which "} {
				message, want := begins+asked+" "+back+"?", "sort by="+by+" what=back"
				if got := saying(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))); got != want {
					t.Errorf("%q: %q, want %q", message, got, want)
				}
			}
		}
	}
}

// TestClassIsTakenBackWhole takes back the class of the trip, by all the words that name it.
// Rule: 6.7.cabin
func TestClassIsTakenBackWhole(t *testing.T) {
	t.Parallel()
	for class, words := range map[string][]string{
		"business": {"business", "business class", "business class seats"}, "first": {"first class", "first class seats"},
		"premium_economy": {"premium economy", "premium economy class"}, "economy": {"economy", "economy class"},
	} {
		known := after(`"preferences":{"flight":{"cabin":"`+class+`"}},`+planned, choose, "1. A", "2. B")
		for _, said := range words {
			for _, denies := range []string{"forget ", "forget about ", "drop ", "no ", "we don't want ", "skip "} {
				if got := saying(t, extractFrom(t, denies+said, known)); got != "clears preferences.flight.cabin" {
					t.Errorf("%q: %q", denies+said, got)
				}
			}
		}
	}
	known := after(`"preferences":{"flight":{"cabin":"economy"}},`+planned, choose, "1. A", "2. B")
	if got := saying(t, extractFrom(t, "no premium economy", known)); got != "unread no premium economy" {
		t.Errorf("another class than that of the trip: %q", got)
	}
}

// TestOneTravellerLess takes travellers away, and tells nothing of that as not used: not even where as many are left as
// are taken away.
// Rule: 6.7.count
func TestOneTravellerLess(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"remove", "drop", "cancel", "can I remove", "could we drop", "please remove"} {
		for _, who := range []string{"one person", "one passenger", "one adult"} {
			res := extractFrom(t, verb+" "+who, after(planned, approve+"[0]"))
			if got := flat(t, res); got != "travelers.adults=1" || len(res.Unread)+len(res.Acts) > 0 {
				t.Errorf("%q: %s, %s", verb+" "+who, got, saying(t, res))
			}
		}
	}
}

// TestWhatNoOptionCounts does not list the options once more for a question after so many of what none of them counts.
// Rule: 6.8.show-nothing
func TestWhatNoOptionCounts(t *testing.T) {
	t.Parallel()
	for _, asks := range []string{"do we all fit in", "would the five of us need", "does everybody sleep in"} {
		for _, what := range []string{"one room", "two rooms", "1 room"} {
			got := saying(t, extractFrom(t, asks+" "+what+"?", after(planned, choose, "1. A", "2. B", "3. C")))
			if slices.Contains(strings.Split(got, "; "), "show what=options") {
				t.Errorf("%q: %q", asks+" "+what, got)
			}
		}
	}
}
