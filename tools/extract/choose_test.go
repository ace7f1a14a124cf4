package extract_test

import (
	"strings"
	"testing"
)

// TestAPartOfAnOptionIsNoDay names a part by the option that it is of: no day of the trip is moved.
// Rule: 6.8.pair
func TestAPartOfAnOptionIsNoDay(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for _, part := range []string{"the hotel", "the flights", "the flight", "the return", "that hotel"} {
		for _, form := range []string{"with % of the third", "% from the second please", "can we have % of the third?", "and % from the first"} {
			message := strings.ReplaceAll(form, "%", part)
			if got := flatPlan(t, extractFrom(t, message, known)); strings.Contains(got, "date") || strings.Contains(got, "check") {
				t.Errorf("%q: %s", message, got)
			}
		}
	}
}

// TestAnotherOptionIsMeant corrects a choice in many forms, before and while it is held.
// Rule: 6.8.select
func TestAnotherOptionIsMeant(t *testing.T) {
	t.Parallel()
	for _, ask := range []string{choose, confirm, "approve working_memory.holds"} {
		for _, form := range []string{"no I meant %", "I meant %", "oops, I wanted %", "sorry, I wanted %"} {
			for said, position := range map[string]string{"2": "2", "the third one": "3", "number 2": "2", "option 3": "3"} {
				message := strings.ReplaceAll(form, "%", said)
				got := saying(t, extractFrom(t, message, after(planned, ask, "1. A", "2. B", "3. C")))
				if got != "select position="+position {
					t.Errorf("%s: %q: %q", ask, message, got)
				}
			}
		}
	}
}

// TestTheOtherOneIsAskedFor leaves it open which of the options that are listed is another than the one told last.
// Rule: 6.8.select
func TestTheOtherOneIsAskedFor(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for _, message := range []string{"the other one", "no wait, the other one", "the other one please"} {
		if got := saying(t, extractFrom(t, message, known)); got != "select positions[0]=1 positions[1]=2 positions[2]=3" {
			t.Errorf("%q: %q", message, got)
		}
	}
}

// TestAConditionTakesNoOption shows the option that is wanted under a condition, and searches for nothing else.
// Rule: 6.8.select
func TestAConditionTakesNoOption(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for _, verb := range []string{"hold", "reserve", "take"} {
		for _, condition := range []string{"if it's refundable", "if it is nonstop", "provided it is refundable"} {
			message := verb + " 2 " + condition
			res := extractFrom(t, message, known)
			if got := saying(t, res); got != "show position=2 what=option" || flatPlan(t, res) != "{}" {
				t.Errorf("%q: %q, %s", message, got, flatPlan(t, res))
			}
		}
	}
}

// TestOptionsSideBySideAreNoWish asks whether two options have something in common: they are shown.
// Rule: 6.8.compare-two
func TestOptionsSideBySideAreNoWish(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for _, of := range []string{"hotel", "room", "seats", "flight out"} {
		for _, form := range []string{"the second has the same % as the first, right?", "do the second and the first have the same %?"} {
			message := strings.ReplaceAll(form, "%", of)
			res := extractFrom(t, message, known)
			if got := saying(t, res); !strings.Contains(got, "position") || flatPlan(t, res) != "{}" {
				t.Errorf("%q: %q, %s", message, got, flatPlan(t, res))
			}
		}
	}
}

// TestAPriceElsewhereIsNoOrder asks what another place or class would cost, or why an option is cheaper: what is shown
// is not put in another order.
// Rule: 6.8.sort
func TestAPriceElsewhereIsNoOrder(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for message, want := range map[string]string{
		"would Florence be cheaper?":      ` {"destination":{"type":"city","code":"FLR","city":"Florence","country":"IT","region":"Tuscany"}}`,
		"would Naples be dearer?":         ` {"destination":{"type":"city","code":"NAP","city":"Naples","country":"IT","region":"Campania"}}`,
		"would it be cheaper from Porto?": " OPO", "is it cheaper from Graz?": " GRZ", "what would business be?": ` {"cabin":"business"}`,
		"so why is it cheaper?": "show what=options {}", "why is that cheaper?": "show what=options {}", "how come it is cheaper?": " {}",
	} {
		res := extractFrom(t, message, known)
		got := saying(t, res) + " " + flatPlan(t, res)
		if from := res.TripIntent.Origin; from != nil {
			got = saying(t, res) + " " + from.Code
		}
		if got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
