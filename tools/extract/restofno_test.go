package extract_test

import (
	"strings"
	"testing"
)

// TestWhatIsHeldIsWhatIsNamed: whoever chooses and holds in one message holds what is chosen, and an option that is named in
// words that nobody knows is never held as the one that was spoken of last: it is asked which.
//
// Rule: 6.8.hold
func TestWhatIsHeldIsWhatIsNamed(t *testing.T) {
	t.Parallel()
	listed := after(planned, choose, "1. A", "2. B", "3. C")
	for _, takes := range []string{
		"we'll take", "we'll go for", "I'll go for", "we'll go with", "I'll take", "let's take", "we'll have", "go for",
	} {
		for said, want := range map[string]string{"the second one": "2", "the third": "3", "option 2": "2"} {
			for _, hold := range []string{". Put it on hold.", ", hold it", " and hold it", ". Please hold it."} {
				message := takes + " " + said + hold
				if got := saying(t, extractFrom(t, message, listed)); got != "select position="+want+"; hold" {
					t.Errorf("%q: %q", message, got)
				}
			}
		}
	}
	for _, message := range []string{
		"the second appeals to us, hold it", "we are keen on option 2. Please hold it.", "the third tickles my fancy. Hold it.",
		"my heart says the second one. Hold it please",
	} {
		got := saying(t, extractFrom(t, message, listed))
		if strings.Contains(got, "hold") && !strings.Contains(got, "select position=") {
			t.Errorf("%q: %q", message, got)
		}
	}
	for _, message := range []string{"hold it", "hold it please", "ok hold it, we come back on the 3rd of June"} {
		if got := saying(t, extractFrom(t, message, listed)); got != "hold" {
			t.Errorf("%q: %q", message, got)
		}
	}
}

// TestTheRestOfANo: what stands beside a bare no is used or told.
//
// Rule: 6.8.no
func TestTheRestOfANo(t *testing.T) {
	t.Parallel()
	rooms := after(strings.ReplaceAll(plannedWithHotel, `"rooms":1`, `"rooms":3`), choose, "1. A", "2. B", "3. C")
	one := after(plannedWithHotel, choose, "1. A", "2. B", "3. C")
	four := after(strings.ReplaceAll(planned, `"adults":2`, `"adults":4`), choose, "1. A", "2. B", "3. C")
	held := after(planned, "approve working_memory.holds")
	changed := after(changedBefore+planned, choose, "1. A", "2. B", "3. C")
	premium := after(`"preferences":{"flight":{"cabin":"premium_economy"}},`+planned, choose, "1. A", "2. B")
	nonstop := after(`"preferences":{"flight":{"max_stops":0}},`+planned, choose, "1. A", "2. B")
	without := after(`"preferences":{"flight":{"excluded_airlines":["Ryanair","easyJet"]}},`+planned, choose, "1. A", "2. B")
	for _, c := range []struct{ known, message, want string }{
		{rooms, "no, one triple", `{"lodging":{"rooms":1}}`},
		{rooms, "no, just one double", `{"lodging":{"rooms":1}}`},
		{rooms, "add one double", `unread add one double {}`},
		{rooms, "at least one double", `unread at least one double {}`},
		{four, "get us 1 please", `select position=1 {}`},
		{four, "book us 3", `select position=3 {}`},
		{without, "any airline but Ryanair", `show what=airlines {"no_preference":["airline"]}`},
		{without, "I don't mind the airline as long as it isn't Ryanair", `show what=airlines; unread Ryanair {"no_preference":["airline"]}`},
		{rooms, "just one double espresso", `unread just one double espresso {}`},
		{rooms, "one twin please", `{"lodging":{"rooms":1}}`},
		{rooms, "make one a twin", `unread make one a twin {}`},
		{rooms, "one double bed", `{"requests":[{"kind":"room","text":"one double bed"}]}`},
		{changed, "Forget that, he'll make his own way.", `decline; unread he'll make his own way {}`},
		{changed, "scrap that", `undo {}`},
		{changed, "don't scrap that", `unread don't scrap that {}`},
		{held, "No wait, the other.", `decline; unread the other {}`},
		{four, "wait, it's only us two", `{"travelers":{"adults":2}}`},
		{four, "actually it's just us three", `{"travelers":{"adults":3}}`},
		{four, "just 2", `select position=2 {}`},
		{held, "decline", `decline {}`},
		{held, "let's decline", `decline {}`},
		{held, "shall I decline?", `unread shall I decline? {}`},
		{held, "I won't decline", `unread I won't decline {}`},
		{premium, "back to economy", `{"cabin":"economy"}`},
		{premium, "let's go back to economy class", `{"cabin":"economy"}`},
		{premium, "economy on the way back", `unread economy on the way back {}`},
		{four, "Take the return off again.", `{"trip_type":"one_way"}`},
		{four, "take the return out", `{"trip_type":"one_way"}`},
		{one, "We don't need the flights after all", `{"trip_type":"stay_only"}`},
		{one, "we can drop the flights", `{"trip_type":"stay_only"}`},
		{one, "no flights please", `{"trip_type":"stay_only"}`},
		{one, "no flights on Sunday", `{"excluded_days":[{"weekday":"sunday"}]}`},
		{one, "don't drop the flights", `unread don't drop the flights {}`},
		{one, "we don't need the flights to be direct", `unread we don't need the flights to be direct {}`},
		{nonstop, "any direct flights?", `ask what=stops {}`},
		{nonstop, "are there any nonstop flights?", `ask what=stops {}`},
		{nonstop, "I don't mind stops", `clears preferences.flight.max_stops {}`},
		{without, "any airline is fine", `{"constraints":{"excluded_airlines":[]},"no_preference":["airline"]}`},
		{without, "I don't mind the airline", `{"constraints":{"excluded_airlines":[]},"no_preference":["airline"]}`},
		{without, "otherwise any airline is fine", `show what=airlines {"no_preference":["airline"]}`},
		{four, "the cheapest with free cancellation", `select by=cheapest like.refundable=true {}`},
		{four, "what about the cheapest with free cancellation", `sort by=price like.refundable=true {}`},
		{four, "hold the cheapest with free cancellation", `select by=cheapest like.refundable=true; hold {}`},
		{four, "what about the cheapest?", `sort by=price {}`},
	} {
		res := extractFrom(t, c.message, c.known)
		if got := strings.TrimSpace(saying(t, res) + " " + flatPlan(t, res)); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}

// TestOnlyTheFlights plans no hotel for somebody who wants only flights and has a place to sleep, and one where it is
// asked for.
//
// Rule: 5.2.flight-only
func TestOnlyTheFlights(t *testing.T) {
	t.Parallel()
	const trip = "Oslo to Rome, 4-8 June, 2 adults"
	for _, said := range []string{
		". Flights only, we've sorted where to stay.", ", flights only, we have already found where to sleep",
		". Just the flights, we know where to stay.", ". Flights only. We'll stay with my sister.",
	} {
		if got := flatPlan(t, extractFrom(t, trip+said, "{}")); !strings.Contains(got, `"needed":false`) {
			t.Errorf("%q: %q", said, got)
		}
	}
	for _, said := range []string{
		". We have no idea where to stay.", ", and somewhere to stay", ". We've been wondering where to stay.",
		". I need flights and a place to stay.", ". We have not found where to stay yet.",
	} {
		if got := flatPlan(t, extractFrom(t, trip+said, "{}")); strings.Contains(got, `"needed":false`) {
			t.Errorf("%q: %q", said, got)
		}
	}
}
