package extract_test

import (
	"strings"
	"testing"
)

// inForms says each of some words in each of some forms.
func inForms(words, forms []string, each func(message string)) {
	for _, w := range words {
		for _, form := range forms {
			each(strings.ReplaceAll(form, "%", w))
		}
	}
}

// TestAConditionIsSeen takes an option on a condition in many forms: it is shown, and not taken.
// Rule: 6.8.select
func TestAConditionIsSeen(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	options := []string{"the second one", "option 2", "number 2", "the second option", "I'll take the second"}
	inForms(options, []string{
		"%, but only if bags are included", "%, if my wife can sit beside me", "%, unless it has a night flight",
		"%, provided it has breakfast", "%, but only if we get seats together",
	}, func(message string) {
		got := saying(t, extractFrom(t, message, known))
		if strings.Contains(got, "select") || !strings.Contains(got, "show") || !strings.Contains(got, "position=2") {
			t.Errorf("%q: %q", message, got)
		}
	})
	inForms(options, []string{"%", "% please", "%, if possible with a window seat", "%, thanks"}, func(message string) {
		if got := saying(t, extractFrom(t, message, known)); !strings.Contains(got, "select position=2") {
			t.Errorf("%q: %q", message, got)
		}
	})
}

// TestAYesWithAnAdditionAsksWhich agrees to none of several options and adds a request: both are heard.
// Rule: 6.8.yes
func TestAYesWithAnAdditionAsksWhich(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	wishes := []string{"window seats", "a bag as well", "vegetarian meals", "an extra suitcase", "aisle seats please"}
	inForms(wishes, []string{"yes but %", "sure, but add %", "ok, with %", "yes please, and %"}, func(message string) {
		res := extractFrom(t, message, known)
		if got := saying(t, res); got != "confirm" || len(res.TripIntent.Requests) != 1 {
			t.Errorf("%q: %q, %v", message, got, res.TripIntent.Requests)
		}
	})
}

// TestTwoDenialsAreAWish says in many forms that nothing is wanted that cannot be refunded, and that it does not matter.
// Rule: 6.7.wish
func TestTwoDenialsAreAWish(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	for _, message := range []string{
		"if it isn't refundable I don't want it", "if it's not refundable we won't take it", "nothing that isn't refundable",
		"no non-refundable fares please", "I don't want anything non-refundable", "nothing non-refundable",
		"don't show me what is not refundable",
	} {
		if got := flatPlan(t, extractFrom(t, message, known)); !strings.Contains(got, `"refundable_only":true`) {
			t.Errorf("%q: %s", message, got)
		}
	}
	for _, message := range []string{
		"non-refundable is fine", "I don't mind if it isn't refundable", "it doesn't have to be refundable",
		"non-refundable, no bags", "not before 9, non-refundable is ok", "no problem if it's not refundable",
	} {
		if got := flatPlan(t, extractFrom(t, message, known)); strings.Contains(got, `"refundable_only":true`) {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestALimitIsNoApproval says what one would pay at most, whatever waits: it is a budget, and buys nothing.
// Rule: 6.8.approve-amount
func TestALimitIsNoApproval(t *testing.T) {
	t.Parallel()
	amounts := []string{"350", "350 euros", "€350", "1,200 USD"}
	forms := []string{"I'd pay up to % for it", "we would pay % at most", "I can pay up to %", "I'd pay % max", "we'd pay no more than %"}
	for _, ask := range []string{choose, confirm, "missing itinerary.segments[0].depart_date"} {
		inForms(amounts, forms, func(message string) {
			res := extractFrom(t, message, after(planned, ask, "1. A", "2. B"))
			if got := saying(t, res); strings.Contains(got, "approve") || res.TripIntent.Constraints == nil ||
				res.TripIntent.Constraints.BudgetTotal == nil {
				t.Errorf("%s: %q: %q, %s", ask, message, got, flatPlan(t, res))
			}
		})
	}
}

// TestNotMindingIsSaidOfSomething chooses nothing where "I don't mind" stands beside a wish.
// Rule: 6.8.any-of-them
func TestNotMindingIsSaidOfSomething(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	inForms([]string{"me i don't mind", "I don't mind", "otherwise no preference", "the rest doesn't matter"},
		[]string{"legroom for him. %", "we need window seats, %", "a quiet room please. %", "business would be nice. %"},
		func(message string) {
			if got := saying(t, extractFrom(t, message, known)); strings.Contains(got, "select") {
				t.Errorf("%q: %q", message, got)
			}
		})
}

// TestAnOptionByItsTimeIsShown takes the one that leaves or lands at a time: those that do are shown, and nothing else is
// searched for.
// Rule: 6.8.sort
func TestAnOptionByItsTimeIsShown(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C")
	inForms([]string{"lands before 6pm", "leaves after 9 am", "arrives before 7pm", "leaves before 5 pm"},
		[]string{"book the one that %", "I'll take the flight that %", "hold the one which %", "we want the one that %"},
		func(message string) {
			res := extractFrom(t, message, known)
			if got := saying(t, res); !strings.HasPrefix(got, "sort") || flatPlan(t, res) != "{}" {
				t.Errorf("%q: %q, %s", message, got, flatPlan(t, res))
			}
		})
}

// TestTheFirstTwoAreTwo compares neighbours by one word for both.
// Rule: 6.8.compare-two
func TestTheFirstTwoAreTwo(t *testing.T) {
	t.Parallel()
	known := after(planned, choose, "1. A", "2. B", "3. C", "4. D")
	for which, want := range map[string]string{"first two": "position=1 show what=option position=2", "last 2": "position=3 show what=option position=4"} {
		inForms([]string{which}, []string{
			"what's the difference between the %?", "compare the %", "difference between the % please",
		}, func(message string) {
			got := saying(t, extractFrom(t, message, known))
			if a, b, _ := strings.Cut(want, " show what=option "); !strings.Contains(got, a) || !strings.Contains(got, b) {
				t.Errorf("%q: %q", message, got)
			}
		})
	}
}

// TestAnotherThingAnswersNoQuestion names a hotel or flight by its place while an airport is asked for: that is no choice of
// an airport.
// Rule: 6.7.answer
func TestAnotherThingAnswersNoQuestion(t *testing.T) {
	t.Parallel()
	known := after(planned, "clarify itinerary.segments[0].destination.code", "Tenerife South (ES)", "Tenerife North (ES)")
	inForms([]string{"the second hotel", "the 2nd flight", "the first hotel"}, []string{"%", "take %", "% please", "I'd like %"},
		func(message string) {
			if got := flatPlan(t, extractFrom(t, message, known)); strings.Contains(got, "Tenerife") {
				t.Errorf("%q: %s", message, got)
			}
		})
	for _, message := range []string{"the second one", "2", "the second please"} {
		if got := flatPlan(t, extractFrom(t, message, known)); !strings.Contains(got, "Tenerife North") {
			t.Errorf("%q: %s", message, got)
		}
	}
}
