package extract_test

import "testing"

const (
	choose  = "choose working_memory.selected"
	confirm = "confirm working_memory.selected"
	approve = "approve working_memory.holds"
	missing = "missing itinerary.segments[1].depart_date"
)

// plain is what is said of the talk itself, what was asked then, and what it means.
var plain = []struct{ message, ask, want string }{
	// the talk itself
	{"help", choose, "help"},
	{"what do you mean?", confirm, "help"},
	{"I don't understand", missing, "help"},
	{"hmm, let me think", approve, "help"},
	{"???", choose, "help"},
	{"are you sure?", choose, "show what=trip"},
	{"are you sure?", approve, "show what=holds"},
	{"is that right?", confirm, "show what=option"},
	{"what did you assume?", choose, "show what=trip"},
	{"show me", approve, "show what=holds"},
	// displeasure is a no
	{"these all suck", choose, "decline"},
	{"WTF is this crap", approve, "decline"},
	{"forget it", confirm, "decline"},
	{"ok thanks bye", confirm, "thank"},
	// giving back
	{"cancel", choose, "cancel_booking"},
	{"cancel", confirm, "decline"},
	{"cancel", approve, "release"},
	{"release", choose, "release"},
	{"can I cancel for free?", approve, "show what=holds"},
	{"what happens if I cancel?", confirm, "show what=option"},
	// options
	{"what's the cancellation policy of the first one", choose, "show position=1 what=option"},
	{"how much is it?", approve, "show what=holds"},
	{"too early", choose, "sort by=latest"},
	{"later please", choose, "sort by=latest"},
	{"earlier please", choose, "sort by=departure"},
	{"difference between 1 and 3", choose, "show position=1 what=option; show position=3 what=option"},
	{"the first or the second?", choose, "show position=1 what=option; show position=2 what=option"},
	{"which is faster, 2 or 3?", choose, "show position=2 what=option; show position=3 what=option"},
	{"the cheapest, no, the fastest", choose, "select by=fastest"},
	{"option 1, actually option 2", choose, "select position=2"},
	{"the cheapest and the fastest", choose, "select"},
	{"both", choose, "select"},
	{"I prefer the first, she prefers the second", choose, "select"},
	{"I take option 2 provided it is refundable", choose, "show position=2 what=option"},
	{"take the second one if it is nonstop", choose, "show position=2 what=option"},
	{"1 and 2", choose, "select"},
	{"take 2, drop the hotel and make it 3 people", choose, "select position=2"},
	// what is not sold here
	{"add a bag", choose, "extra what=bag"},
	{"something with a pool", choose, "extra what=pool"},
	{"I want a window seat", approve, "extra what=window seat"},
	{"could you send me an invoice", "", "extra what=invoice"},
	// what shall change, without to what
	{"change the date", choose, "asks itinerary.segments[0].depart_date"},
	{"we need a different return date", confirm, "asks itinerary.segments[1].depart_date"},
	{"wrong destination", choose, "asks itinerary.segments[0].destination.code"},
	{"I have to change the number of passengers", choose, "asks party.travelers.adults"},
	{"change the date", "", "change_booking"},
	{"cancel one passenger", "", "cancel_booking"},
	{"remove two adults", choose, "asks party.travelers.adults"},
}

// TestPlain reads what is said of the talk itself, in each place where the talk may stand.
func TestPlain(t *testing.T) {
	t.Parallel()
	for _, c := range plain {
		var choices []string
		if c.ask == choose {
			choices = []string{"1. A", "2. B", "3. C"}
		}
		if got := saying(t, extractFrom(t, c.message, after(planned, c.ask, choices...))); got != c.want {
			t.Errorf("%q, asked %q: %q, want %q", c.message, c.ask, got, c.want)
		}
	}
}
