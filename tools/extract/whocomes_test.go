package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhoJoinsAndLeaves: people are added and taken away by any noun or name, and a number that is said last is how many
// travel in all.
// Rule: 6.7.traveller
func TestWhoJoinsAndLeaves(t *testing.T) {
	t.Parallel()
	const trip = " Oslo to Rome, 4 May, back 8 May"
	for _, link := range []string{"plus", "and"} {
		for _, who := range []string{"her brother", "my boss", "a mate", "my ex", "our nan"} {
			for _, all := range []string{"two of us", "2 adults", "2 people", "two persons"} {
				readTalks(t, []talkRead{{[]string{"to Oslo: " + all + " " + link + " " + who}, "destination.code=OSL travelers.adults=3"}})
			}
		}
	}
	for _, who := range []string{"he", "she", "Priya", "my brother", "one"} {
		for _, away := range []string{"dropped out", "can't make it", "pulled out", "isn't coming", "can't come"} {
			for end, adults := range map[string]int{"": 3, ". 2 of us now": 2, ", so it's just two": 2, ", only two of us left": 2} {
				said := []string{"4 adults," + trip, who + " " + away + end}
				readTalks(t, []talkRead{{said, fmt.Sprint("travelers.adults=", adults)}})
			}
		}
	}
	readTalks(t, []talkRead{
		{[]string{"3 adults," + trip, "he's back in"}, "travelers.adults=4"},
		{[]string{"2 adults," + trip, "she's back in, and she's bringing her boyfriend"}, "travelers.adults=4"},
		{[]string{"me and Priya, to Oslo"}, "destination.code=OSL travelers.adults=2"},
		{[]string{"anna and ben and the twins. to oslo"}, "destination.code=OSL travelers.adults=2 travelers.children=2"},
		{[]string{"to Oslo, me, my brother and maybe my dad"}, "destination.code=OSL travelers.adults=2 | maybe my dad"},
		{[]string{"to Oslo, me and my dog"}, "destination.code=OSL requests[0].kind=pet requests[0].text=my dog travelers.adults=1"},
		{[]string{"1 Erwachsener, Berlin nach Rom am 4. Mai", "für meine Frau bitte auch, sie fliegt mit"}, "travelers.adults=2"},
		{[]string{"3 Erwachsene, Berlin nach Rom am 4. Mai", "einer kommt doch nicht mit, also nur noch zwei"}, "travelers.adults=2"},
	})
}

// TestOthersAddresses: the address of somebody else, or one that is not to be used, is told and is no contact.
// Rule: 6.7.contact
func TestOthersAddresses(t *testing.T) {
	t.Parallel()
	const mine, hers = "tomh82@outlook.com", "laura.b@gmail.co.uk"
	for _, form := range []string{
		"don't send anything to %s, that's hers. mine is %s", "not %s but %s", "her address is %s, mine is %s",
		"%s is my wife's, use %s", "her email: %s. mine: %s", "%s, that's her address, mine's %s",
	} {
		res := extractFrom(t, fmt.Sprintf(form, hers, mine), "{}")
		told := strings.Join(res.Unread, " ")
		if c := res.TripIntent.Contact; c == nil || c.Email != mine || !strings.Contains(told, hers) || strings.Contains(told, mine) {
			t.Errorf("%q: %+v, unread %q", form, c, res.Unread)
		}
	}
}

// TestMootRequests: what does not matter, stays at home or is refused in a list is no wish.
// Rule: 6.7.request
func TestMootRequests(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"the window seat doesn't matter", "I don't mind an aisle seat", "Fensterplatz ist mir egal", "the dog stays at home",
		"our cat isn't coming", "the skis stay home",
	} {
		if res := extractFrom(t, said, "{}"); len(res.TripIntent.Requests) > 0 || len(res.Unread) == 0 {
			t.Errorf("%q: %+v, unread %q", said, res.TripIntent.Requests, res.Unread)
		}
	}
	for _, list := range []string{"no hostel no airbnb", "no motel no villa", "not the same hotel", "no bunk beds"} {
		refused := extractFrom(t, "a hotel in Rome, "+list, "{}").TripIntent.Requests
		if len(refused) == 0 {
			t.Errorf("%q: nothing is noted", list)
		}
		for _, q := range refused {
			if q.Withdrawn || !strings.HasPrefix(q.Text, "no") {
				t.Errorf("%q: %+v", list, q)
			}
		}
	}
}

// TestTripBesideAside: a part that tells a trip is read, whatever the rest of its sentence is about.
// Rule: 6.7.question
func TestTripBesideAside(t *testing.T) {
	t.Parallel()
	for _, aside := range []string{
		"german passport, going", "my mum turns 70 in March and I'd like to send her", "do we need a visa, we go",
		"watch the price of flights", "tell me about vaccinations, we fly",
	} {
		res := extractFrom(t, aside+" from Frankfurt to Hanoi 3 May", "{}")
		if d := res.TripIntent.Destination; d == nil || d.City != "Hanoi" || res.TripIntent.Origin == nil {
			t.Errorf("%q: %+v, unread %q", aside, d, res.Unread)
		}
	}
}

// TestNobodyDropsOut: who only may drop out, and all together who do not fly, leave the party as it is.
// Rule: 6.7.traveller
func TestNobodyDropsOut(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"maybe Tom drops out", "if Tom drops out what does it cost?", "perhaps one drops out", "we're not flying, the kids hate it",
		"not the one at 6am, they'd never make it",
	} {
		for _, party := range []string{"3 adults", "3 adults and 2 children aged 7 and 9"} {
			in := newIntent(t)
			_, raw := say(t, in, "Leeds to Oslo on May 4, back on May 9, "+party)
			if got := flat(t, readIn(t, merge(t, in, raw), said)); strings.Contains(got, "travelers") {
				t.Errorf("%s, %q: %s", party, said, got)
			}
		}
	}
}

// TestOneOwnAddress: of two addresses of one's own the first is kept, and the other told; one may say "not" beside it.
// Rule: 6.7.contact
func TestOneOwnAddress(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"my mail is a@b.com or c@d.org", "a@b.com, my wife and I fly to Rome", "I can't phone so use a@b.com", "mail me: a@b.com, my wife's is c@d.org",
	} {
		res := extractFrom(t, form, "{}")
		told := strings.Join(res.Unread, " ")
		if c := res.TripIntent.Contact; c == nil || c.Email != "a@b.com" || strings.Contains(form, "c@d.org") != strings.Contains(told, "c@d.org") {
			t.Errorf("%q: %+v, told %q", form, c, told)
		}
	}
}
