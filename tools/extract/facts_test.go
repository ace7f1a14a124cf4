package extract_test

import "testing"

// offered are two options that are shown, and one that is not.
const offered = `{"status":{"ask":{"kind":"choose","id":"a","about":["working_memory.selected"],"text":"","choices":[
	{"id":"b1","label":"","key":"choice.option","refs":{"option":{"bundle_id":"b1","position":1}}},
	{"id":"b2","label":"","key":"choice.option","refs":{"option":{"bundle_id":"b2","position":2}}}]}},
	"working_memory":{"ranked_bundles":[
		{"bundle_id":"b1","flight_option_ids":["f1"],"hotel_option_ids":["h1"]},
		{"bundle_id":"b2","flight_option_ids":["f2","gone"],"hotel_option_ids":["h2","gone"]},
		{"bundle_id":"b3","flight_option_ids":["f3"],"hotel_option_ids":[]}],
	"flight_quotes_by_segment":[[
		{"option_id":"f1","total_price":{"amount":"9.00","currency":"EUR"},"segments":[{"airline":"Tamarind Airlines"}]},
		{"option_id":"f2","total_price":{"amount":"9.00","currency":"EUR"},"segments":[{"airline":"Halcyon Blue"}]},
		{"option_id":"f3","total_price":{"amount":"9.00","currency":"EUR"},"segments":[{"airline":"Quillfeather"}]}]],
	"hotel_quotes_by_stay":[[[
		{"option_id":"h1","total_price":{"amount":"9.00","currency":"EUR"},"hotel_name":"Olive Hotel Oslo"},
		{"option_id":"h2","total_price":{"amount":"9.00","currency":"EUR"},"hotel_name":"Elm House"}]]]},` +
	planned + `}`

// TestNamesOnOffer takes an option by a name that only the offers know, in whatever letters.
func TestNamesOnOffer(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"tamarind please":             "select like.airline=Tamarind Airlines",
		"I pick the one at Elm House": "select like.hotel_name=Elm House",
		"the halcyon blue one":        "select like.airline=Halcyon Blue",
		"the one with Halcyon Blue":   "select like.airline=Halcyon Blue",
		"the Quillfeather one":        "select like.airline=Quillfeather",
		"olive hotel looks nicest":    "select like.hotel_name=Olive Hotel Oslo",
		"not tamarind":                "",
		"quillfeather please":         "unread quillfeather please",
		"the hotel please":            "",
		"the blue one":                "unread the blue one",
		"olive oil museum tomorrow?":  "kind=assist",
	} {
		res := extractFrom(t, message, offered)
		if got := saying(t, res); got != want && !(want == "kind=assist" && got == "") {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// saidFacts is what is asked or said of money, airlines and what was booked, with what is waited for.
var saidFacts = []struct{ message, ask, want string }{
	{"in euros?", choose, "ask by=EUR what=currency"},
	{"how much is that in pounds", approve, "ask by=GBP what=currency"},
	{"what's the price in local currency?", "", "show what=currency"},
	{"I have 300 euros", choose, ""},
	{"don't care which airline", choose, "show what=airlines"},
	{"no budget limit", choose, "show what=budget"},
	{"when do I fly?", "", "show what=booking"},
	{"which hotel did I get?", "", "show what=booking"},
	{"what time do I land", "", "show what=booking"},
	{"can I choose my seat?", "", ""}, // a request, of which nobody here knows
	{"how long is it held for?", approve, "show what=deadline"},
	{"yes, the first one", approve, "show position=1 what=option"},
	{"no, the first one", approve, "select position=1"},
	{"order 2 pizzas for tonight", choose, "unread order 2 pizzas for tonight; other"},
	{"whichever gets there fastest", choose, "select by=fastest"},
	{"We shall take the third, thank you.", choose, "select position=3"},
	{"hmm I think number two looks the nicest", choose, "select position=2"},
	{"gimme the cheapest lol", choose, "select by=cheapest"},
	{"1 and 2", choose, "select "},
	{"go ahead with number 2", choose, "select position=2"},
	{"lowest price wins", choose, "select by=cheapest"},
	{"optoin 2", choose, "select position=2"},
	{"the middle one", choose, "select position=2"},
	{"which ones can I cancel?", choose, "ask of=shown what=refund"},
	{"does holding cost anything?", confirm, "help what=hold"},
	{"please do", confirm, "confirm"},
	{"yes sir!", confirm, "confirm"},
	{"charge my visa card", approve, "approve"},
	{"dont buy it yet", approve, "decline"},
	{"what happens if I do nothing?", approve, "show what=deadline"},
	{"who do I call to change it?", "", "change_booking"},
	{"is everything confirmed now?", "", "show what=booking"},
	{"why?", missing, "help"},
	{"buy 2 theatre tickets for June 6", choose, "unread buy 2 theatre tickets for June 6; other"},
	{"actually release everything", approve, "release"},
	{"hmm let me talk to my wife first", confirm, "show what=deadline"},
	{"thanks a million", "", "thank"},
	{"great, thanks for your help", "", "thank"},
	{"change the name to Maria Lopez", "", "change_booking"},
	{"book me a cab to the hotel on June 3", choose, "unread book me a cab to the hotel on June 3; other"},
	{"transfer 200 euro to my landlord", choose, "unread transfer 200 euro to my landlord; other"},
	{"We have decided for option 2.", choose, "select position=2"},
	{"What would I get back if I cancelled?", "", "show what=booking"},
	{"good. show me the others", confirm, "show what=more_options"},
	{"how hot does it get there in June?", choose, ""},
	{"price?", confirm, "ask what=price"},
	{"and the airline?", choose, "ask what=airline"},
	{"nice price!", confirm, "muse what=praise"},
	{"super", choose, "muse what=praise"},
	{"yesss", confirm, "confirm"},
	{"do you think it is a good choice?", confirm, "show what=option"},
	{"no, go back to the second", confirm, "select position=2"},
	{"the cheap one", choose, "select by=cheapest"},
	{"2nd plz", choose, "select position=2"},
	{"whichever is nonstop both ways", choose, "select like.max_stops=0"},
	{"pls list by departure time", choose, "sort by=departure"},
	{"Does any of them fly direct?", choose, "sort by=stops"},
	{"can I pay by paypal?", choose, "show what=payment"},
	{"Yes, kindly proceed with the reservation.", confirm, "confirm"},
	{"si", confirm, "confirm"},
	{"nein", confirm, "decline"},
	{"I see", confirm, "muse"},
	{"please give it back, we found something else", approve, "release"},
	{"refund me", "", "cancel_booking"},
	{"what hotel again?", "", "show what=booking"},
	{"rent me a bike for 2 days from June 4", choose, "unread rent me a bike for 2 days from June 4; other"},
	{"remind me on May 1 to pack", choose, "unread remind me on May 1 to pack; other"},
	{"rent an apartment from June 4", choose, ""},
}

// TestFacts tells them from wishes.
func TestFacts(t *testing.T) {
	t.Parallel()
	readsAsked(t, saidFacts)
}

// TestPlusParty reads "2+2" as people only where it is asked who travels.
func TestPlusParty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ message, ask, want string }{
		{"3+2", "missing party.travelers.adults", "travelers.adults=3 travelers.children=2"},
		{"we are 3 + 1 please", "missing party.travelers.adults", "travelers.adults=3 travelers.children=1"},
		{"2+2=4", "missing party.travelers.adults", "kind=assist"},
		{"2+2", "missing itinerary.segments[0].origin.code", "kind=assist"},
		{"ok then 8", "clarify party.travelers.adults party.travelers.children", "travelers.adults=8"},
		{"sorry, 9", "clarify party.travelers.adults party.travelers.children", "travelers.adults=9"},
		{"plus our two kids, 4 and 9", choose, "travelers.ages[0]=4 travelers.ages[1]=9 travelers.children=2"},
	} {
		if got := flat(t, extractFrom(t, c.message, after(planned, c.ask, "1. A", "2. B", "3. C"))); got != c.want {
			t.Errorf("%q, asked %q: %q, want %q", c.message, c.ask, got, c.want)
		}
	}
}
