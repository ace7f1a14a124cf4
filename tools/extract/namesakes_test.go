package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestNamesakes: a country, its adjective or the rest of the name beside a town says which of its namesakes is meant, behind
// a mark and under "not" too.
// Rule: 6.7.place
func TestNamesakes(t *testing.T) {
	t.Parallel()
	for town, areas := range map[string][3]string{ // the code there, its country, and that of its own
		"London": {"YXU", "Canada", "Canadian"}, "Birmingham": {"BHM", "USA", "American"}, "Sydney": {"YQY", "Canada", "Canadian"},
		"Manchester": {"MHT", "USA", "American"}, "Newcastle": {"NTL", "Australia", "Australian"}, "Granada": {"GRX", "Spain", "Spanish"},
	} {
		for _, form := range []string{
			"Paris to %[1]s, %[2]s, on 5 May", "Paris to %[1]s? %[2]s on 5 May", "Paris to %[1]s, the %[3]s one, on 5 May",
			"Paris to %[1]s - the %[3]s one - on 5 May", "from Paris to the %[3]s %[1]s on 5 May", "Paris to %[1]s (%[2]s!) on 5 May",
			"Paris to %[1]s. The %[3]s one. 5 May", "Paris to %[1]s, I mean %[2]s, on 5 May",
		} {
			said := fmt.Sprintf(form, town, areas[1], areas[2])
			res := extractFrom(t, said, "{}")
			if got := flat(t, res); !strings.Contains(got, "destination.code="+areas[0]) || len(res.Unread) > 0 {
				t.Errorf("%q: %s, not used %q", said, got, res.Unread)
			}
		}
	}
	if got := flat(t, extractFrom(t, "Oslo to Santiago. De Compostela that is. 5 May", "{}")); !strings.Contains(got, "code=SCQ") {
		t.Error(got)
	}
}

// TestHomeFrom: "home from", "back from" and "return from" say where the way back begins, wherever the start is named.
// Rule: 6.7.place
func TestHomeFrom(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"to Rome on 5 May, %s Milan on 9 May, from Oslo", "from Oslo to Rome on 5 May, %s Milan on 9 May", "fly into Rome 5 May, %s Milan 9 May. from Oslo",
		"into Rome on 5 May and %s Milan on 9 May, we start in Oslo",
	} {
		for _, back := range []string{"home from", "back from", "return from", "back home from", "flying home from"} {
			var ends []string
			for _, s := range extractFrom(t, fmt.Sprintf(form, back), "{}").TripIntent.Segments {
				if s.Origin != nil && s.Destination != nil {
					ends = append(ends, s.Origin.Code+" "+s.Destination.Code)
				}
			}
			if len(ends) != 2 || ends[0] != "OSL FCO" || !strings.HasSuffix(ends[1], " OSL") || ends[1] == "FCO OSL" {
				t.Errorf("%q: %q", fmt.Sprintf(form, back), ends)
			}
		}
	}
}

// TestLengthOfAJourney: nights beside a flight are how long the journey is, and add no place to sleep; what names one does.
// Rule: 5.2.lodging-unsaid
func TestLengthOfAJourney(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"flights Leeds to Rome on 5 May, %s, 2 adults", "flight from Leeds to Rome on 5 May, %s", "%s in Rome from 5 May, flying from Leeds, just me",
		"we want to fly from Leeds to Rome on 5 May, %s, two of us",
	} {
		for _, length := range []string{"4 nights", "for four nights", "staying 4 nights", "staying for 4 nights", "4 night stay", "for about 4 nights"} {
			said := fmt.Sprintf(form, length)
			if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, "lodging.needed=false") || !strings.Contains(got, "2026-05-09") {
				t.Errorf("%q: %s", said, got)
			}
		}
		for _, bed := range []string{
			"4 nights in a hotel", "4 nights at a B&B", "4 nights with a hotel", "4 nights and somewhere to stay", "4 nights half board",
			"4 nights, breakfast included",
		} {
			if got := flat(t, extractFrom(t, fmt.Sprintf(form, bed), "{}")); strings.Contains(got, "lodging.needed=false") {
				t.Errorf("%q: %s", fmt.Sprintf(form, bed), got)
			}
		}
	}
	for _, said := range []string{
		"we both have a hotel already", "my company has booked the hotel", "hotel paid by my company", "ein Hotel haben wir schon", "wir haben beide schon ein Hotel",
	} {
		if got := flat(t, extractFrom(t, "Leeds to Rome on 5 May, 4 nights, "+said, "{}")); !strings.Contains(got, "lodging.needed=false") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestNamesThatAreNoTowns: a person behind who they are, a part of a town, islands called like a town, and a means that is only
// thought of change nothing.
// Rule: 6.7.place, 6.7.mode
func TestNamesThatAreNoTowns(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"aunt Mary wants an aisle seat", "uncle Jordan needs an aisle seat", "a hotel in the EU-Quarter", "hotel on the Rosario islands",
		"under 500 EUR or we'll drive",
		"we'll be at most 500 EUR or I drive",
	} {
		got := flat(t, extractFrom(t, "Leeds to Rome on 5 May, back 9 May, 2 adults, "+said, "{}"))
		if !strings.Contains(got, "origin.code=LBA") || !strings.Contains(got, "destination.code=FCO") || strings.Contains(got, "car") {
			t.Errorf("%q: %s", said, got)
		}
	}
}
