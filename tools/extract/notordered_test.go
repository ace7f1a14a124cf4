package extract_test

import (
	"strings"
	"testing"
)

// saysAndPlans shows the reading of a message: what it asks for, what was not used, and what it changes in the plan.
func saysAndPlans(t *testing.T, message, known string) string {
	t.Helper()
	res := extractFrom(t, message, known)
	return saying(t, res) + " " + flatPlan(t, res)
}

// TestGivingUpIsAnOrder: what gives something up does so where it is ordered, and not where it is denied, could be done, is
// asked about or was so: nothing that is held is given back by that, and nothing planned is taken out.
//
// Rule: 6.7.polarity
func TestGivingUpIsAnOrder(t *testing.T) {
	t.Parallel()
	held := after(plannedWithHotel, "approve working_memory.holds")
	listed := after(plannedWithHotel, choose, "1. A", "2. B")
	gives := func(message, known string) bool {
		said := saysAndPlans(t, message, known)
		return strings.Contains(said, "release") || strings.Contains(said, `false`) || strings.Contains(said, "excluded") ||
			strings.Contains(said, "stay_only") || strings.Contains(said, "one_way")
	}
	for _, verb := range []string{"cancel", "drop", "skip", "remove"} {
		for _, thing := range []string{"the hotel", "the flights"} {
			for _, form := range []string{
				"don't % it", "please don't %", "I don't want to %", "we do not want to %", "I'd like to be able to %",
				"I never asked you to %", "there is no need to %", "how do I %?", "do we have to % by Friday?",
				"we might have to %", "we may have to %", "last time I had to %", "I'm not going to %", "should we %?", "did you %?",
			} {
				message := strings.Replace(strings.Replace(form, "% it", "%", 1), "%", verb+" "+thing, 1)
				if gives(message, held) || gives(message, listed) {
					t.Errorf("%q, held %q, listed %q", message, saysAndPlans(t, message, held),
						saysAndPlans(t, message, listed))
				}
			}
		}
		for _, form := range []string{
			"%", "please %", "can you %?", "I want to %", "we need to %", "let's %", "no, %", "could you please %", "I have to %",
			"we can %", "we've got friends there, so we can %", "why don't we %", "please let us %", "let us %", "you should just %",
		} {
			message := strings.Replace(form, "%", verb+" the hotel", 1)
			if !gives(message, listed) {
				t.Errorf("%q: %q", message, saysAndPlans(t, message, listed))
			}
		}
	}
	for _, message := range []string{
		"can I cancel the hotel?", "I need to be sure we can cancel the hotel", "I want a hotel that we can cancel",
		"could we cancel the hotel later?", "is it possible to cancel the hotel?", "the hotel should let us cancel for free",
		"we want the option to cancel the hotel",
	} {
		if gives(message, held) || gives(message, listed) {
			t.Errorf("%q, held %q, listed %q", message, saysAndPlans(t, message, held),
				saysAndPlans(t, message, listed))
		}
	}
	for _, message := range []string{ // a wish, and no act
		"the hotel should let us cancel for free", "I want a hotel we can cancel", "a hotel we can cancel for free please",
		"I need to be sure we can cancel the hotel", "I'd want to be able to cancel the hotel",
	} {
		if got := saysAndPlans(t, message, listed); !strings.Contains(got, "refundable") {
			t.Errorf("%q: %q", message, got)
		}
	}
}

// TestWhichVerbOrders: the first of two verbs that give something up is the order, and no wish is read from a story or a
// question.
//
// Rule: 6.7.polarity
func TestWhichVerbOrders(t *testing.T) {
	t.Parallel()
	held := after(plannedWithHotel, "approve working_memory.holds")
	listed := after(plannedWithHotel, choose, "1. A", "2. B")
	for _, message := range []string{ // the first of two verbs is the order
		"release the hold on the hotel we can cancel", "cancel the hold on the hotel we can cancel for free", "cancel the hotel we can cancel for free",
		"feel free to cancel the hold", "release the hotel, I want to be able to cancel",
	} {
		if got := saysAndPlans(t, message, held); !strings.Contains(got, "release") {
			t.Errorf("%q: %q", message, got)
		}
	}
	for _, message := range []string{ // no wish: a story, a question
		"I was not able to cancel my flight last time", "sure I can cancel it later?", "I'm not able to cancel my booking", "can I cancel my booking?",
	} {
		if got := saysAndPlans(t, message, "{}") + saysAndPlans(t, message, listed); strings.Contains(got, "refundable") {
			t.Errorf("%q: %q", message, got)
		}
	}
	for _, message := range []string{"can I cancel my booking?", "how do I cancel my tickets?", "I'm not able to cancel my booking, please help"} {
		if got := saysAndPlans(t, message, "{}"); !strings.Contains(got, "cancel_booking") {
			t.Errorf("%q: %q", message, got)
		}
	}
	if got := saysAndPlans(t, "I don't want to skip breakfast", listed); strings.Contains(got, "skip") {
		t.Error(got)
	}
}
