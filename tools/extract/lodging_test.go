package extract_test

import (
	"fmt"
	"testing"
)

const hotelTrip = "Leeds to Oslo on May 4, back on May 9, 2 adults, with a hotel"

// TestMostStars: a search holds the least number of stars alone, so the most of them, or just so many, is told.
// Rule: 6.7.count
func TestMostStars(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"maximum %s", "max %s", "a maximum of %s", "at most %s", "up to %s", "not more than %s", "no more than %s",
		"exactly %s", "less than %s", "%s at most", "%s max", "%s maximum", "%s, not more", "%s, at most", "%s or less", "%s or fewer",
		"%s and no more", "%s is too expensive", "%s would be too much",
	} {
		for _, stars := range []string{"3 stars", "four stars"} {
			message := fmt.Sprintf(form, stars)
			readTalks(t, []talkRead{{[]string{hotelTrip, message}, "| " + message}})
		}
	}
	for form, least := range map[string]int{
		"%d stars": 3, "at least %d stars": 3, "%d stars or more": 3, "%d stars or better": 3, "no fewer than %d stars": 3,
		"no less than %d stars": 3, "%d or 4 stars": 3, "%d-4 stars": 3, "%d to 5 stars": 3, "4 or %d stars": 3, "more than %d stars": 4,
	} {
		readTalks(t, []talkRead{{[]string{hotelTrip, fmt.Sprintf(form, 3)}, fmt.Sprintf("lodging.hotel_star_min=%d", least)}})
	}
	for _, beside := range []string{"at most 1 stop", "max 1 stop"} {
		readTalks(t, []talkRead{{[]string{hotelTrip, "4 stars, " + beside}, "constraints.max_stops=1 lodging.hotel_star_min=4"}})
	}
}
