package extract_test

import (
	"strings"
	"testing"
)

// TestWayOfSomebody: how one of several who travel goes, and when, is told and is of nobody else. Who joins on such
// terms travels all the same.
// Rule: 6.7.mood
func TestWayOfSomebody(t *testing.T) {
	t.Parallel()
	const of4 = "Leeds to Oslo on May 4, back on May 9, 4 adults"
	for _, who := range []string{"she", "my mother", "Tom", "one of us", "two of us", "grandma"} {
		for _, how := range []string{
			"prefers business", "wants first class", "wants to fly one way only", "returns a day later", "flies home on the 7th",
			"wants to stay until the 11th", "flies only on the way there",
		} {
			message := who + " " + how
			for _, tail := range []string{"", ", I don't", ", we can't"} {
				readTalks(t, []talkRead{{[]string{of4, message + tail}, "| " + message + tail}})
			}
		}
	}
	for _, who := range []string{"my mother joins us", "grandma joins us", "my uncle is flying with us"} {
		for _, how := range []string{
			"but one way only", "but only on the way there", "but flies home on the 7th", "but only from the 6th on", "but in business",
		} {
			readTalks(t, []talkRead{{[]string{of4, who + ", " + how}, "travelers.adults=5 | " + how}})
		}
	}
	for _, message := range []string{"business for my parents", "premium economy for his parents", "business on the long ones"} {
		readTalks(t, []talkRead{{[]string{of4, message}, "| " + message}})
	}
	for _, message := range []string{"business please", "we prefer business", "business for all of us", "business for my mother and me"} {
		if got := flat(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B"))); !strings.Contains(got, "cabin=business") {
			t.Errorf("%q: %s", message, got)
		}
	}
}
