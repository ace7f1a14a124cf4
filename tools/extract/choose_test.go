package extract_test

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
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
			if got := saying(t, res); got != "help what=on_condition; show position=2 what=option" || flatPlan(t, res) != "{}" {
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

// heldOfThree is a plan of which the first of three options is picked and held.
var heldOfThree = after(`"turn":{"shown":["b1","b2","b3"]},"working_memory":{"ranked_bundles":[{"bundle_id":"b1"},`+
	`{"bundle_id":"b2"},{"bundle_id":"b3"}],"selected":{"bundle_id":"b2"}},`+planned, "approve working_memory.holds")

// TestOneIsExchangedForAnother swaps what is held for another of the list, in many words; days and people stay what they
// are.
// Rule: 6.8.select
func TestOneIsExchangedForAnother(t *testing.T) {
	t.Parallel()
	for verb := range strings.SplitSeq("swap|switch|change|exchange|replace|trade|please swap|can we switch|no, change", "|") {
		for what := range strings.SplitSeq("it ,that ,this one ,", ",") {
			for link := range strings.SplitSeq("to,for,with", ",") {
				for _, goal := range [][2]string{
					{"3", "position=3"},
					{"option 3", "position=3"},
					{"number 3 please", "position=3"},
					{"the third", "position=3"},
					{"the third one", "position=3"},
					{"the cheapest", "by=cheapest"},
				} {
					message := verb + " " + what + link + " " + goal[0]
					res := extractFrom(t, message, heldOfThree)
					if got := saying(t, res); got != "select "+goal[1] || flatPlan(t, res) != "{}" {
						t.Errorf("%q: %q %s", message, got, flatPlan(t, res))
					}
				}
			}
		}
	}
	for message, want := range map[string]string{
		"change it to 3 people": `{"travelers":{"adults":3}}`, "switch to the 14th": `{"dates":{"departure_date":"2026-06-14"}}`,
		"change it to 14 June": `{"dates":{"departure_date":"2026-06-14"}}`, "swap Oslo for Bergen": "",
	} {
		res := extractFrom(t, message, heldOfThree)
		if len(res.Acts) > 0 || want != "" && flatPlan(t, res) != want || flatPlan(t, res) == "{}" {
			t.Errorf("%q: %+v %s, want %s", message, res.Acts, flatPlan(t, res), want)
		}
	}
	for _, message := range []string{
		"please don't change it to 2", "never swap it for 3", "let's not switch to 3", "no need to switch to 3", "if the price drops, switch to 3",
		"don't exchange it for the cheapest", "we would be 3 instead", "do you hold the flights of 2?", "hold the flights for 2", "hold the room for two",
	} {
		if res := extractFrom(t, message, heldOfThree); len(res.Acts) > 0 && res.Acts[0].Act == trip.ActSelect {
			t.Errorf("%q: %+v", message, res.Acts)
		}
	}
	for message, want := range map[string]string{
		"not 1, 3": "select position=3", "hold that one instead": "select; hold", "actually the one before that": "select position=1",
		"the one after that": "select position=3",
	} {
		if got := saying(t, extractFrom(t, message, heldOfThree)); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// TestAPartOfOneIsHeld names an option and the part of it that is to be held.
// Rule: 6.1.hold
func TestAPartOfOneIsHeld(t *testing.T) {
	t.Parallel()
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	for _, form := range []string{
		"hold % of 2", "hold just % of 2", "hold 2, just %", "hold only % of the second one", "please reserve % of option 2",
		"hold 2 but only %", "hold % from 2", "hold 2, only %",
	} {
		for part, want := range map[string]string{"the flights": "flight", "the hotel": "hotel"} {
			message := strings.ReplaceAll(form, "%", part)
			res := extractFrom(t, message, known)
			if got := saying(t, res); got != "select position=2; hold items[0]="+want || flatPlan(t, res) != "{}" {
				t.Errorf("%q: %q %s", message, got, flatPlan(t, res))
			}
		}
	}
}

// TestAllButAPartIsHeld names an option and the part of it that is not to be held; the trip stays as it is.
// Rule: 6.1.hold
func TestAllButAPartIsHeld(t *testing.T) {
	t.Parallel()
	known := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	for _, form := range []string{"hold 2 without %", "hold option 2 except %", "please reserve the second one without %"} {
		for part, rest := range map[string]string{
			"the hotel": "items[0]=flight", "the flights": "items[0]=hotel", "the way back": "items[0]=out items[1]=hotel",
			"the return": "items[0]=out items[1]=hotel", "the way out": "items[0]=back items[1]=hotel",
		} {
			message := strings.ReplaceAll(form, "%", part)
			res := extractFrom(t, message, known)
			if got := saying(t, res); got != "select position=2; hold "+rest || flatPlan(t, res) != "{}" {
				t.Errorf("%q: %q %s", message, got, flatPlan(t, res))
			}
		}
	}
}

// TestAnOptionIsNoAnswerToDays picks an option where days or places are asked for: none of them is given by it.
// Rule: 6.8.select
func TestAnOptionIsNoAnswerToDays(t *testing.T) {
	t.Parallel()
	for _, about := range []string{
		"clarify itinerary.segments[0].depart_date", "missing itinerary.segments[0].depart_date",
		"clarify itinerary.segments[0].destination.code", "missing itinerary.segments[1].depart_date",
	} {
		for verb := range strings.SplitSeq("hold,book,please hold", ",") {
			for _, message := range []string{verb + " 1", verb + " two"} {
				res := extractFrom(t, message, after(planned, about, "Ostend (BE)", "Brussels (BE)"))
				if len(res.Acts) == 0 || res.Acts[0].Act != trip.ActSelect || flatPlan(t, res) != "{}" {
					t.Errorf("%q, asked %q: %+v %s", message, about, res.Acts, flatPlan(t, res))
				}
			}
		}
		for verb := range strings.SplitSeq("take,pick,choose", ",") {
			if res := extractFrom(t, verb+" 1", after(planned, about, "Ostend (BE)", "Brussels (BE)")); len(res.Acts) > 0 {
				t.Errorf("%q, asked %q: %+v", verb, about, res.Acts)
			}
			if res := extractFrom(t, verb+" 3", after(planned, about, "Ostend (BE)", "Brussels (BE)")); len(res.Acts) == 0 {
				t.Errorf("%q, asked %q: nothing is picked", verb+" 3", about)
			}
		}
		for _, day := range []string{"book it on the 3rd", "book that for the 8th please", "take the 12th", "reserve it for 3 June"} {
			if res := extractFrom(t, day, after(planned, about)); len(res.Acts) > 0 {
				t.Errorf("%q, asked %q: %+v", day, about, res.Acts)
			}
		}
		if res := extractFrom(t, "1", after(planned, about, "Ostend (BE)", "Brussels (BE)")); len(res.Acts) > 0 {
			t.Errorf("1, asked %q: %+v", about, res.Acts)
		}
	}
}

// TestUntilWhenCannotBeChosen wants something held until a day, or for some days: that is told, and what is held is
// held.
// Rule: 6.1.hold
func TestUntilWhenCannotBeChosen(t *testing.T) {
	t.Parallel()
	listed, picked := after(planned, choose, "1. A", "2. B", "3. C"), after(planned, confirm)
	for _, until := range []string{"until Sunday", "till Monday", "until 5 June", "for two days", "for 48 hours", "until tomorrow"} {
		for message, want := range map[string]string{
			"hold 2 %": "show what=deadline; select position=2; hold", "can you hold option 2 %?": "show what=deadline; select position=2; hold",
		} {
			message = strings.ReplaceAll(message, "%", until)
			if got := saying(t, extractFrom(t, message, listed)); got != want {
				t.Errorf("%q: %q, want %q", message, got, want)
			}
		}
		for _, form := range []string{"hold it %", "please keep it %", "yes, hold it %"} {
			message := strings.ReplaceAll(form, "%", until)
			if got := saying(t, extractFrom(t, message, picked)); got != "show what=deadline; confirm" {
				t.Errorf("%q: %q", message, got)
			}
		}
	}
}
