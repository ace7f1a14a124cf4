package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNumbersThatAreBounded holds for all that is counted what words of a bound make of the number: the least or the most
// that keeps the bound, never the number that it keeps out; what no search knows is told with its bound.
// Rule: 6.7.count, 6.7.money
func TestNumbersThatAreBounded(t *testing.T) {
	t.Parallel()
	const (
		atLeast = iota
		upTo
		above
		below
	)
	forms := map[string]int{
		"at least %d %s": atLeast, "no fewer than %d %s": atLeast, "not less than %d %s": atLeast, "no less than %d %s": atLeast,
		"minimum %d %s": atLeast, "a minimum of %d %s": atLeast, "%d %s or more": atLeast, "%d or more %s": atLeast,
		"at most %d %s": upTo, "no more than %d %s": upTo, "not more than %d %s": upTo, "never more than %d %s": upTo,
		"max %d %s": upTo, "a maximum of %d %s": upTo, "up to %d %s": upTo, "%d %s or less": upTo, "%d or fewer %s": upTo,
		"%d %s at most": upTo, "%d %s max": upTo, "we don't want more than %d %s": upTo,
		"more than %d %s": above, "less than %d %s": below, "fewer than %d %s": below,
	}
	kinds := []struct {
		noun, before, path string
		n                  int
		holds              []int
	}{
		{"stops", "London to Rome 5 May", "constraints.max_stops=%d", 2, []int{upTo, below}},
		{"stars", "hotel in Rome 5 to 9 May", "lodging.hotel_star_min=%d", 3, []int{atLeast, above}},
		{"nights", "hotel in Rome from 5 May", "stays[0].nights=%d", 4, []int{atLeast, upTo, above, below}},
		{"rooms", "hotel in Rome 5 to 9 May", "lodging.rooms=%d", 3, []int{atLeast, upTo, above, below}},
		{"adults", "London to Rome 5 May", "travelers.adults=%d", 3, []int{atLeast, upTo}},
		{"euros", "London to Rome 5 May", "constraints.budget_total.amount=%d.00", 900, []int{upTo}},
	}
	for form, is := range forms {
		for _, k := range kinds {
			if k.noun == "euros" && (is == below || strings.Contains(form, "or fewer") || strings.Contains(form, "or more %s")) {
				continue // "less than 900" may be said of the most itself
			}
			said := k.before + ", " + fmt.Sprintf(form, k.n, k.noun)
			res := extractFrom(t, said, "{}")
			got, want := flat(t, res), fmt.Sprintf(k.path, k.n+map[int]int{above: 1, below: -1}[is])
			name, _, _ := strings.Cut(want, "=")
			switch isHeld := slices.Contains(k.holds, is); {
			case isHeld && (!strings.Contains(got, want) || len(res.Unread) > 0):
				t.Errorf("%q: %s, told %q; want %s", said, got, res.Unread, want)
			case !isHeld && (strings.Contains(got, name+"=") || len(res.Unread) == 0):
				t.Errorf("%q: %s, told %q; want it told", said, got, res.Unread)
			}
		}
	}
	if res := extractFrom(t, "London to Rome in May for less than a week", "{}"); len(res.Unread) == 0 || res.TripIntent.Nights != nil {
		t.Errorf("less than a week: %s, told %q", flat(t, res), res.Unread)
	}
	for said, want := range map[string]string{
		"London to Rome 5 May, more than one stop is too much":        "constraints.max_stops=1",
		"London to Rome 5 May, 2 stops or more is too much":           "constraints.max_stops=1",
		"London to Rome in May for at least a week":                   "nights.max=7",
		"London to Rome 5 May, six of us, two are under 12":           "travelers.children=2",
		"hotel in Rome from 5 May, over 3 nights":                     "stays[0].nights=3",
		"London to Rome 5 May, more than 900 euros is too much":       "constraints.budget_total.amount=900.00",
		"London to Rome 5 May, stops are fine, but not more than one": "constraints.max_stops=1",
	} {
		if got := flat(t, extractFrom(t, said, "{}")); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}
