package extract_test

import "testing"

// deciding is what people say over options and holds, what was asked then, and what it means.
var deciding = []struct{ message, ask, want string }{
	// which one
	{"which one gets in earliest?", choose, "ask by=earliest_arrival of=shown what=best"},
	{"which arrives first?", choose, "ask by=earliest_arrival what=best"},
	{"the one that lands earliest", choose, "select by=earliest_arrival"},
	{"sort them by arrival time", choose, "sort by=arrival"},
	{"which one leaves earliest?", choose, "ask by=earliest of=shown what=best"},
	{"the one with the first flight back", choose, "sort by=departure what=back"},
	{"the earliest flight home", choose, "sort by=departure what=back"},
	{"I'll take the last flight back", choose, "sort by=latest what=back"},
	{"which one gets us home earliest?", choose, "unread which one gets us home earliest?"},
	{"the one with the longest layover", choose, "sort by=longest_layover"},
	{"which has the shortest layover?", choose, "ask by=layover what=best"},
	{"the shortest flight please", choose, "select by=fastest"},
	{"which is closest to the centre?", choose, "extra what=where the hotel lies"},
	{"which one is nearest to the Colosseum", choose, "extra what=where the hotel lies"},
	{"which hotel has the best location?", choose, "extra what=where the hotel lies"},
	{"which ones are under 1400?", choose, "sort amount=1400 by=price"},
	{"are any of them below $900", choose, "sort amount=900 by=price"},
	{"which of these cost less than 1,300 dollars?", choose, "sort amount=1300 by=price"},
	{"which ones are under 130 a night?", choose, "sort amount=130 by=price what=night"},
	{"book the cheapest one if it is under 500", choose, "help what=on_condition; sort amount=500 by=price"},
	{"book the cheapest one if it is under 500", approve, "help what=on_condition; sort amount=500 by=price"},
	{"if it's less than 500 dollars, take the cheapest", choose, "help what=on_condition; sort amount=500 by=price"},
	{"take the fastest if it is refundable", choose, "help what=on_condition; sort by=duration"},
	{"whichever is best", choose, "select position=1"},
	{"you decide", choose, "select position=1"},
	{"surprise me", choose, "select position=1"},
	{"I'll leave it to you", choose, "select position=1"},
	{"your call", choose, "select position=1"},
	{"you decide", confirm, "show what=option"},
	{"you decide", approve, "show what=holds"},
	{"whatever", approve, "muse"},
	// holds
	{"hold option 1 too", choose, "help what=hold"},
	{"hold option 1 as well", approve, "help what=hold"},
	{"I also want to reserve a 4 star hotel for my trip", choose, ""},
	{"No, I need to check in on Saturday this week", choose, ""},
	{"I have to check out on Sunday", choose, ""},
	{"I need to check with my wife", choose, "show what=deadline"},
	{"how much for one person?", choose, "ask what=each"},
	{"for one person?", choose, "ask what=each"},
	{"it is for one person", choose, ""},
	{"can you also hold the second one?", approve, "help what=hold"},
	{"hold 1 and 2", choose, "select; hold"},
	{"can you extend the hold?", approve, "show what=deadline"},
	{"can you hold it longer?", approve, "show what=deadline"},
	{"hold on", choose, "show what=deadline"},
	{"hold on a second", confirm, "show what=deadline"},
	{"wait", approve, "show what=deadline"},
	{"one second", confirm, "show what=deadline"},
	{"hold option 2... no wait", choose, "decline"},
	{"yes, no, wait", confirm, "decline"},
	{"yes, wait", confirm, "show what=deadline"},
	// money
	{"is there a deposit?", choose, "show what=payment"},
	{"do I have to leave a deposit?", approve, "show what=payment"},
	{"can I get a refund later?", approve, "show what=holds"},
	{"will I get my money back if I don't go?", choose, "ask what=refund"},
	{"can I get a refund later?", choose, "show what=terms"},
	{"can I cancel for free?", missing, "show what=terms"},
	// what is not told
	{"is breakfast included?", confirm, "ask items[0]=hotel what=breakfast"},
	{"is breakfast included?", approve, "ask items[0]=hotel what=breakfast"},
	{"is there wifi on board?", choose, "extra what=wifi"},
	{"does it come with baggage?", approve, "ask items[0]=flight what=bags"},
	{"does the price include taxes?", choose, "ask what=taxes"},
	{"what's the phone number of the hotel?", approve, "extra what=phone number"},
	{"do you have something better?", choose, "show what=more_options"},
	// the talk
	{"what did I ask for?", choose, "show what=trip"},
	{"what did I ask for", missing, "show what=trip"},
	{"where are we?", choose, "show what=trip"},
	{"where are we?", approve, "show what=holds"},
	{"where do we stand", confirm, "show what=option"},
	{"where are we", "", "show what=booking"},
	{"change my flight", choose, "change_booking"},
	{"I want to change my booking", approve, "change_booking"},
	{"bye", choose, "thank what=bye"},
	{"thanks, goodbye", approve, "thank what=bye"},
	{"see you later", choose, "thank what=bye"},
	{"thanks", choose, "thank"},
	{"you are useless", choose, "complain"},
	{"you're an idiot", approve, "complain"},
	{"this bot is stupid", confirm, "complain"},
	{"🙂", choose, "muse"},
	{"Hmmm...", approve, "muse"},
	{"lol", choose, "muse"},
	{"hm?", choose, "help"},
	{"wait a sec", confirm, "show what=deadline"},
	{"cheers mate", approve, "thank"},
	{"😡😡", confirm, "muse"},
	{"👎", confirm, "decline"},
	// what is no yes
	{"fine, whatever, I don't care", confirm, "muse"},
	{"yes or no?", confirm, "show what=option"},
	{"ok?", confirm, "show what=option"},
}

// TestDeciding reads what is said over options, holds and money.
func TestDeciding(t *testing.T) {
	t.Parallel()
	readsAsked(t, deciding)
}

// TestCardNumbers reads nothing of the data of a card.
func TestCardNumbers(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"my card is 4111 1111 1111 1111, exp 04/29, cvv 123": "",
		"5500-0000-0000-0004 exp May 2029":                   "",
	} {
		if got := flat(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B"))); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// notAgreed is what has a yes in it, or a word of buying, and is no consent to what was asked.
var notAgreed = []struct{ message, ask, want string }{
	{"yes, what about the hotel?", confirm, ""},
	{"yes!!! just kidding", confirm, "unread yes!!! just kidding"},
	{"okay, another one", confirm, "unread okay, another one"},
	{"yes but not that hotel", confirm, ""},
	{"sounds good but expensive", confirm, "unread sounds good but expensive"},
	{"yeah right", confirm, "unread yeah right"},
	{"ok in a minute", confirm, "show what=deadline"},
	{"tomorrow", approve, "show what=deadline"},
	{"yes tomorrow", confirm, "show what=deadline"},
	{"yes, on Friday", approve, "show what=deadline"},
	{"book it tomorrow", approve, "show what=deadline"},
	{"hold it tomorrow", confirm, "show what=deadline"},
	{"yes if refundable", approve, "show what=holds"},
	{"yes if refundable", confirm, "show what=option"},
	{"yes unless it's not refundable", approve, "show what=holds"},
	{"only yes if nonstop", confirm, "show what=option"},
	{"book it if it is nonstop", choose, "show what=options"},
	{"can you confirm it's refundable?", approve, "ask what=refund"},
	{"please confirm that it is nonstop", confirm, "ask what=stops"},
	{"yes please, that's lovely, thank you so much", confirm, "confirm"},
	{"yes, hold it for us", confirm, "confirm"},
	{"ok great, go ahead, thanks!", confirm, "confirm"},
	{"yes, we love it", confirm, "confirm"},
	{"perfect, let's do it, I'm so excited", confirm, "confirm"},
	{"hold it until tomorrow", confirm, "show what=deadline; confirm"},
}

// TestNotAgreed holds and buys nothing that the words do not cover.
func TestNotAgreed(t *testing.T) {
	t.Parallel()
	readsAsked(t, notAgreed)
}
