package extract_test

import (
	"testing"
)

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
	{"hmm, let me think", approve, "show what=deadline"},
	{"let me think", choose, "show what=deadline"},
	{"I need to ask my wife first", choose, "show what=deadline"},
	{"not sure", choose, "muse"},
	{"not sure", missing, "help"},
	{"how long do I have?", approve, "show what=deadline"},
	{"until when do I have to decide?", choose, "show what=deadline"},
	{"do I need to pay now?", choose, "show what=payment"},
	{"can i pay later?", approve, "show what=payment"},
	{"when do we have to pay", choose, "show what=payment"},
	{"can I pay now?", approve, "approve"},
	{"what mean nonstop", choose, "help what=nonstop"},
	{"what is a layover?", choose, "help what=layover"},
	{"What does refundable mean?", confirm, "help what=refundable"},
	{"what are the options?", choose, "show what=options"},
	{"what does that mean?", choose, "help"},
	{"He approves the amount.", approve, "approve"},
	{"my boss has approved it", confirm, "approve"},
	// what a change would cost: with nothing held it is a change, else it is told of
	{"what would it cost if we stay one night longer", choose, ""},
	{"how much is it for one more night", choose, ""},
	{"would it be cheaper if we left on the 4th?", choose, ""},
	{"how much is one more night?", approve, "change_booking"},
	{"what if we stay until the 12th?", approve, "change_booking"},
	{"my sister might join", approve, "change_booking"},
	{"we might stay until June 12", approve, "change_booking"},
	{"June 4 would be cheaper?", approve, "change_booking"},
	{"would 3 people be possible", approve, "change_booking"},
	{"would business be more expensive?", approve, "change_booking"},
	{"how much would it be for three?", approve, "change_booking"},
	{"how much without the hotel?", approve, "ask what=parts"},
	{"how much would option 2 be?", choose, "ask positions[0]=2 what=price"},
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
	{"ok thanks bye", confirm, "thank what=bye"},
	// giving back
	{"cancel", choose, "cancel_booking"},
	{"cancel", confirm, "decline"},
	{"cancel", approve, "release"},
	{"release", choose, "release"},
	{"can I cancel for free?", approve, "ask what=refund"},
	{"what happens if I cancel?", confirm, "ask what=refund"},
	{"what if I get sick and can't go?", choose, "show what=terms"},
	{"what if I have to cancel, do I get my money back?", choose, "ask what=refund"},
	{"are any of these refundable?", choose, "ask of=shown what=refund"},
	{"has anything been charged yet?", choose, "show what=booking"},
	{"is it booked now?", approve, "show what=booking"},
	{"ok so are we done", approve, "show what=booking"},
	{"what do I need to do to confirm the purchase?", approve, "approve"},
	{"is there anything else I must do?", choose, "help"},
	{"yes yes fine, pay it", approve, "approve"},
	{"how i pay", confirm, "approve"},
	{"would you be so kind as to keep it for me while I call my sister?", confirm, "confirm"},
	{"actually go back to the original dates", confirm, "undo"},
	{"actually go back to the original dates", approve, "undo"},
	// options
	{"well, I suppose the first one will do very nicely, dear, thank you", choose, "select position=1"},
	{"too $$$", choose, "sort by=price"},
	{"could we leave a little later in the day?", choose, "sort by=latest"},
	{"what would option 2 cost, flights and hotel apart?", choose, "ask positions[0]=2 what=parts"},
	{"the second please", "missing party.travelers.adults", "unread the second please"},
	{"what time is checkout?", choose, "ask items[0]=hotel what=check-in and check-out"},
	{"when can we check in at the hotel?", approve, "ask items[0]=hotel what=check-in and check-out"},
	{"what's the cancellation policy of the first one", choose, "ask positions[0]=1 what=refund"},
	{"how much is it?", approve, "ask what=price"},
	{"the one more cheap", choose, "select by=cheapest"},
	{"the most cheap please", choose, "select by=cheapest"},
	{"the best one", choose, "select position=1"},
	{"I'll take the one you recommend", choose, "select position=1"},
	{"the best price", choose, "select by=cheapest"},
	{"which is the best one?", choose, "show what=options"},
	{"the earliest you have", missing, "select by=earliest"},
	{"earliest flight out", missing, "select by=earliest"},
	{"is the hotel close to the castle?", choose, "extra what=close to the castle"},
	{"where is the hotel?", choose, "ask items[0]=hotel what=area"},
	{"how far is the hotel from the opera?", choose, "extra what=where the hotel lies"},
	{"is it in the centre?", choose, "extra what=in the centre"},
	{"does the hotel have a pool?", choose, "ask items[0]=hotel what=pool"},
	{"until when is this price valid?", choose, "show what=deadline"},
	{"can we think about it until tomorrow?", choose, "show what=deadline"},
	{"give me a minute", choose, "show what=deadline"},
	{"what would be the price for 3 people?", choose, ""},
	{"how much for one more person?", choose, ""},
	{"when do you charge my card?", choose, "show what=payment"},
	{"how much is it for 2 people?", choose, "show what=options"},
	{"are they near the beach?", choose, "extra what=near the beach"},
	{"too early", choose, "sort by=latest"},
	{"later please", choose, "sort by=latest"},
	{"earlier please", choose, "sort by=departure"},
	{"difference between 1 and 3", choose, "show position=1 what=option; show position=3 what=option"},
	{"the first or the second?", choose, "show position=1 what=option; show position=2 what=option"},
	{"which is faster, 2 or 3?", choose, "ask by=fastest positions[0]=2 positions[1]=3 what=best"},
	{"the cheapest, no, the fastest", choose, "select by=fastest"},
	{"option 1, actually option 2", choose, "select position=2"},
	{"the cheapest and the fastest", choose, "select"},
	{"both", choose, "select"},
	{"I prefer the first, she prefers the second", choose, "select"},
	{"I take option 2 provided it is refundable", choose, "help what=on_condition; show position=2 what=option"},
	{"take the second one if it is nonstop", choose, "help what=on_condition; show position=2 what=option"},
	{"1 and 2", choose, "select"},
	{"take 2, drop the hotel and make it 3 people", choose, "select position=2"},
	// what is not sold here
	{"add a bag", choose, ""},
	{"something with a pool", choose, "extra what=pool"},
	{"I want a window seat", approve, ""},
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
	readsAsked(t, plain)
}

// TestSupposedInThePast reads "what if we left a day earlier?" like "what if we leave a day earlier?".
// Rule: 6.7.mood
func TestSupposedInThePast(t *testing.T) {
	t.Parallel()
	for past, want := range map[string]string{
		"what if we left a day earlier?": "2026-06-03 2026-06-08", "what if we returned a day later?": "2026-06-04 2026-06-09",
		"what if we stayed until the 10th?": "2026-06-04 2026-06-10", "and if we flew on the 3rd?": "2026-06-03 2026-06-08",
		"what if I came back on the 9th?": "2026-06-04 2026-06-09", "what if we stayed two nights longer?": "2026-06-04 2026-06-10",
	} {
		in := newIntent(t)
		for _, message := range []string{"Oslo to Rome, 4-8 June, 2 adults, no hotel", past} {
			_, raw := say(t, in, message)
			in = merge(t, in, raw)
		}
		got := in.Itinerary.Segments[0].DepartDate.String() + " " + in.Itinerary.Segments[1].DepartDate.String()
		if got != want {
			t.Errorf("%q: %s, want %s", past, got, want)
		}
	}
}
