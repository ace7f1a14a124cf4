package extract_test

import (
	"strings"
	"testing"
)

// TestOnAConditionNothingIsTakenAndThatIsSaid shows the option that is meant, and says that it was not taken.
// Rule: 6.8.select
func TestOnAConditionNothingIsTakenAndThatIsSaid(t *testing.T) {
	t.Parallel()
	const want = "help what=on_condition; show position=2 what=option"
	for _, condition := range []string{"if", "provided", "as long as"} {
		for _, holds := range []string{"number 2 still has 4 seats", "the second is refundable", "option 2 lands before 6"} {
			for _, order := range []string{"take it", "book it"} {
				if said := condition + " " + holds + " " + order; saysOf(t, said, choose) != want {
					t.Errorf("%q: %q", said, saysOf(t, said, choose))
				}
			}
		}
	}
	readsAsked(t, []struct{ message, ask, want string }{
		{"if its under 300 take the direct one, otherwise the cheapest", choose, "help what=on_condition; sort amount=300 by=price"},
		{"option 3 looks good unless it has a stop", choose, "help what=on_condition; show position=3 what=option"},
		{
			"1, and put us in business if the difference is less than 200", choose,
			"select position=1; unread and put us in business if the difference is less than 200",
		},
		{
			"option 2 please, and premium economy if it's not much more", choose,
			"select position=2; unread and premium economy if it's not much more",
		},
	})
}

// TestAllIsCalledOff gives back what is held, or what is picked, however all of it is named.
// Rule: 6.8.release-it, 6.8.cancel-pick
func TestAllIsCalledOff(t *testing.T) {
	t.Parallel()
	for _, begin := range []string{"can we ", "please ", "we have to ", "oh no, "} {
		for _, all := range []string{"cancel the whole thing", "cancel the whole trip", "call it all off", "cancel everything"} {
			for ask, want := range map[string]string{approve: "release", confirm: "decline"} {
				if got := saysOf(t, begin+all, ask); !strings.Contains(got, want) {
					t.Errorf("%q, asked %q: %q", begin+all, ask, got)
				}
			}
		}
	}
	for _, not := range []string{
		"can I cancel everything for free?", "can we cancel the whole thing later?",
		"what happens if we cancel the whole thing?", "don't cancel everything", "cancel everything except the flight",
	} {
		if got := saysOf(t, not, approve); strings.Contains(got, "release") {
			t.Errorf("%q: %q", not, got)
		}
	}
}

// TestTheOneBesideAnother counts on from the option that is named, and a day stays a day.
// Rule: 6.8.select
func TestTheOneBesideAnother(t *testing.T) {
	t.Parallel()
	readsActs(t, map[string]string{
		"the one after the first": "select position=2", "the one before the third": "select position=2",
		"the one below the second": "select position=3", "not the first, the one after that": "select position=2",
		"the one above the first":     "unread the one above the first",
		"not the one after the first": "unread not the one after the first",
	})
}

// TestShowsEachThatIsNamed loses none of several options that somebody wants to see, nor their order by layover where a
// long one is not wanted.
// Rule: 6.8.details, 6.8.sort
func TestShowsEachThatIsNamed(t *testing.T) {
	t.Parallel()
	const both = "show position=1 what=option; show position=3 what=option"
	readsActs(t, map[string]string{
		"more about 1 and 3": both, "show me 1 and 3": both, "show me the first and the last": both, "tell me about 2": "show position=2 what=option",
		"no long layovers": "sort by=layover", "I don't want a long layover": "sort by=layover", "no tight connections": "sort by=longest_layover",
	})
}

// TestTakesWhatWasPicked reads a yes to what was asked. A question, a condition and what others would take are none.
// Rule: 6.8.book-pick
func TestTakesWhatWasPicked(t *testing.T) {
	t.Parallel()
	for _, yes := range []string{
		"ok fine, lets take that one then", "I'll take that one", "yes, take this one", "alright approved",
		"go", "erst mal reservieren bitte",
	} {
		if got := saysOf(t, yes, confirm); got != "confirm" {
			t.Errorf("%q: %q", yes, got)
		}
	}
	for _, no := range []string{
		"would you take that one?", "should I take that one?", "can I take it later?", "take the other one",
		"don't take that one", "approved?", "not approved", "yes, I'll let you know", "I would take this one but it's late",
		"would take that", "we take one", "ok hold it, I'll tell you friday", "take it away",
	} {
		if got := saysOf(t, no, confirm); strings.Contains(got, "confirm") || got == "" {
			t.Errorf("%q: %q", no, got)
		}
	}
}

// TestAskedBeforeATakeOrACancel reads questions about the terms of a fare and about waiting, which change nothing.
func TestAskedBeforeATakeOrACancel(t *testing.T) {
	t.Parallel()
	readsActs(t, map[string]string{
		"und was kostet das wenn wir stornieren müssen?": "ask what=refund", "what do we lose if we cancel?": "ask what=refund",
		"and what if we have to cancel": "ask what=refund", "wait, does that fare let me change the date later?": "ask what=changes",
		"will it let us change the dates?":                               "ask what=changes",
		"how long would we be sitting in the airport on the second one?": "ask positions[0]=2 what=layover",
		"how long are we stuck at the airport on option 1?":              "ask positions[0]=1 what=layover",
		"take the one with less waiting around":                          "sort by=layover", "the one with the shorter wait": "sort by=layover",
	})
	if got := flatPlan(t, extractFrom(t, "get me at 3:30 pm", after(planned, choose, "A", "B"))); strings.Contains(got, "arrive") {
		t.Errorf("get me at: %s", got)
	}
	for _, said := range []string{"whichever gets me there before lunch", "the one that gets us in by noon", "I need to be there by lunch"} {
		got := flatPlan(t, extractFrom(t, said, after(planned, choose, "A", "B")))
		if !strings.Contains(got, `"arrive_time_window":{"start":null,"end":"12:00"}`) {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// saysOf reads a message over the planned trip while the engine asks for something.
func saysOf(t *testing.T, message, ask string) string {
	t.Helper()
	choices := []string{"1. A", "2. B", "3. C"}
	if ask != choose {
		choices = nil
	}
	return saying(t, extractFrom(t, message, after(planned, ask, choices...)))
}
