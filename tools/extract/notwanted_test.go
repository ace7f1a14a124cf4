package extract

import (
	"slices"
	"strings"
	"testing"
)

// TestNotWantedIsNoWish says of stops, hotels and airlines that they are not wanted, in ways whose last words look like a
// wish: what is denied is stored so, and never as its opposite.
// Rule: 6.7.polarity
func TestNotWantedIsNoWish(t *testing.T) {
	t.Parallel()
	const notThere = ".constraints.excluded_connections=[{city DOH Doha QA  }]"
	for _, c := range []struct {
		kept string
		said []string
	}{
		{notThere, forms([]string{"I do not want to %s Doha", "I'd hate to have to %s Doha", "none of us wants to %s Doha", "we refuse to %s Doha"},
			"pass through", "go via", "travel through", "transit via", "stop in")},
		{notThere, forms([]string{"keep me away from flights %s Doha", "please keep us away from anything %s Doha"},
			"through", "via", "that goes via", "which connects in")},
		{notThere, forms([]string{"%s, but not in Doha", "%s but not Doha", "%s, not in Doha though"}, "one stop is fine", "max one stop")},
		{".constraints.excluded_airlines=[Jetstar]", forms([]string{"%s wants to fly with Jetstar", "%s wants to go with Jetstar"},
			"none of us", "neither of us", "nobody", "no one")},
		{".constraints.excluded_airlines=[United Airlines]", []string{
			"i dont want united", "I don't want United", "i dont want united and i am not picky", "we don't like United",
		}},
	} {
		for _, said := range c.said {
			res := afterMessages(t, "Lagos to Nairobi on 14 June, back 23 June, 2 adults", said)
			if got := changesOf(t, res); !slices.Contains(got, c.kept) {
				t.Errorf("%q: %q, want %s; told %q", said, got, c.kept, res.Unread)
			}
		}
	}
}

// TestAllowedIsTold reads places that will do where no search can know that: they are told, become no places of the trip,
// and lift nothing that was excluded for both ways.
// Rule: 6.7.polarity
func TestAllowedIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, said, told string }{
		{"not via Sydney", "%s is fine on the way back", "Sydney"},
		{"not from Gatwick", "%s is ok for coming home", "Gatwick"},
		{"anything but Heathrow", "%s would be fine for the return", "Heathrow"},
		{"2 adults", "not via Sydney. %s ok if you must", "Melbourne or Brisbane"},
		{"2 adults", "I'd rather not change in Sydney. %s is ok", "Brisbane"},
		{"2 adults", "No connection in Sydney. %s are fine", "Brisbane and Perth"},
		{"2 adults", "%s on the way back", "no red-eye"},
	} {
		said := strings.Replace(c.said, "%s", c.told, 1)
		res := afterMessages(t, "London to Tokyo on 14 June, back 23 June", c.before, said)
		isOther := func(change string) bool {
			return !strings.HasPrefix(change, ".constraints.excluded_connections=[{city SYD") && !strings.HasPrefix(change, ".nights.")
		}
		if got := changesOf(t, res); slices.ContainsFunc(got, isOther) || !strings.Contains(strings.Join(res.Unread, " "), c.told) {
			t.Errorf("%q, then %q: %q; told %q", c.before, said, got, res.Unread)
		}
	}
}

// TestThatWeekdayIsOne: who does not want that Sunday may want another one.
// Rule: 6.7.day
func TestThatWeekdayIsOne(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"no not that Sunday, the one before", "not that Sunday", "please not that Sunday"} {
		res := afterMessages(t, "Oslo to Rome on 3 June, back Sunday 9 June, 2 adults", said)
		if got := changesOf(t, res); len(got) > 0 || !strings.Contains(strings.Join(res.Unread, " "), "that Sunday") {
			t.Errorf("%q: %q; told %q", said, got, res.Unread)
		}
	}
}
