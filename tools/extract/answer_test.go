package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// startOver is the question whether what is held shall be given back for another trip.
const startOver = "confirm "

// consent is what looks like a yes, what was asked then, and what it means. What is no yes is told as not used.
var consent = []struct{ message, ask, want string }{
	// another person is quoted
	{"she says Nice, fine", confirm, "unread she says Nice, fine"},
	{"my boss said ok, good", confirm, "unread my boss said ok, good"},
	{"he says it is too much, but yes", confirm, "confirm"},
	{"my husband says yes, go ahead", confirm, "confirm"},
	{"she said fine. Yes, do it", confirm, "confirm"},
	{"we both say yes", confirm, "confirm"},
	{"I say yes", confirm, "confirm"},
	{"we both say hold it", confirm, "confirm"},
	{"she says hold it", confirm, "unread she says hold it"},
	{"he says ok, but I say no", confirm, "decline"},
	// it is asked
	{"is it ok?", confirm, "show what=option"},
	{"is that good", confirm, "show what=option"},
	{"yes = hold?", confirm, "show what=option"},
	{"is it ok? it is reserve?", approve, "show what=holds"},
	// under a condition
	{"yes but only if it is central", confirm, "unread yes but only if it is central"},
	{"hold it, if she agrees", confirm, "unread hold it, if she agrees"},
	{"approve 1045.91, if she agrees", approve, "approve"},
	{"yes please, if you don't mind", confirm, "confirm"},
	// to be thought over
	{"ok let me think about it", confirm, "show what=deadline"},
	{"yes, hmm, not sure", confirm, "muse"},
	// a courtesy takes note, and consents to nothing
	{"ok thanks", confirm, "thank"},
	{"okay, great, thank you!", confirm, "thank"},
	{"great", confirm, "muse what=praise"},
	{"oh nice, lovely", confirm, "muse what=praise"},
	{"I'm good, thanks", confirm, "thank"},
	{"great", startOver, "muse what=praise"},
	{"ok", confirm, "confirm"},
	{"hmm ok", confirm, "confirm"},
	{"lol sure", confirm, "confirm"},
	{"sure, thanks", confirm, "confirm"},
	{"sounds great", confirm, "confirm"},
	{"perfect, go ahead", confirm, "confirm"},
	{"great, hold it", confirm, "confirm"},
	// what is not refundable is taken note of, agreed to, or asked about; it is no wish for another search
	{"yes, I understand it's not refundable", confirm, "confirm"},
	{"I know it's non-refundable, go ahead", confirm, "confirm"},
	{"I accept that it is not refundable", confirm, "confirm"},
	{"yes, it's ok that it isn't refundable", confirm, "confirm"},
	{"I don't mind that it's non-refundable", confirm, "confirm"},
	{"yes even though it's not refundable", approve, "confirm"},
	{"I understand it's not refundable", confirm, "muse"},
	{"I don't accept that it is not refundable", confirm, "unread I don't accept that it is not refundable"},
	{"it's not ok that it isn't refundable", approve, "unread it's not ok that it isn't refundable"},
	{"not refundable is a dealbreaker", approve, "unread not refundable is a dealbreaker"},
	// another day for the answer is no day of the trip
	{"yes but tomorrow", confirm, "show what=deadline"},
	{"ok, but only on Friday", approve, "show what=deadline"},
	{"so yes means hold?", confirm, "show what=option"},
	// what is put away is not taken
	{"forget the first one", "choose", "unread forget the first one"},
	{"forget the cheapest", "choose", "unread forget the cheapest"},
	{"forget option 1", "choose", "unread forget option 1"},
	{"forget it, the first one", "choose", "select position=1"},
	// asked whether it shall be held, to hold or to book it is a yes
	{"hold it", confirm, "confirm"},
	{"could you hold it please", confirm, "confirm"},
	{"fine, book it", confirm, "confirm"},
	{"hold it", startOver, "hold"},
	{"book it", startOver, "approve"},
	{"yes", startOver, "confirm"},
}

// givingUp is what has the words of giving back what is held, or of a new start, and what it means.
var givingUp = []struct{ message, want string }{
	{"release the hold", "release"},
	{"can you release it?", "release"},
	{"will you release the hold please?", "release"},
	{"I don't want the hold", "release"},
	{"no, cancel the hold", "release"},
	{"start over", "start_over"},
	{"could we start over?", "start_over"},
	{"let's start again", "start_over"},
	{"we are not going anymore cancel the hold", "release"},
	// refused
	{"I don't want the hold released", "unread I don't want the hold released"},
	{"don't release the hold", "unread don't release the hold"},
	{"please do not cancel the hold", "unread please do not cancel the hold"},
	{"never cancel my hold", "unread never cancel my hold"},
	{"I don't want to release the hold", "unread I don't want to release the hold"},
	{"I don't want to start over", "unread I don't want to start over"},
	// asked
	{"what happens when I release the hold", "cancel_booking"},
	{"should I cancel the hold?", "cancel_booking"},
	{"cancel?", "cancel_booking"},
	{"undo?", "cancel_booking"},
	{"start over?", "unread start over?"},
	{"do I have to start over", ""},
	// under a condition, in doubt, said by another
	{"release the hold if my wife says no", "unread release the hold if my wife says no"},
	{"maybe cancel the hold", "unread maybe cancel the hold"},
	{"my boss says to cancel the hold", "unread my boss says to cancel the hold"},
}

// TestGivingUp gives up nothing that is only asked about, refused, quoted or put under a condition.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	for _, c := range givingUp {
		if got := saying(t, extractFrom(t, c.message, after(planned, approve))); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}

// TestConsent tells a yes from what only has the words of one.
func TestConsent(t *testing.T) {
	t.Parallel()
	for _, c := range consent {
		if got := saying(t, extractFrom(t, c.message, after(planned, c.ask))); got != c.want {
			t.Errorf("%q, asked %q: %q, want %q", c.message, c.ask, got, c.want)
		}
	}
}

// TestAThoughtIsNoApproval says the amount that was shown in a thought or a question: it approves nothing, since only an
// amount that is approved buys in words.
//
// Rule: 6.8.approve-hedged
func TestAThoughtIsNoApproval(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"would you", "will you", "I would", "should I", "could we", "we might"} {
		for _, verb := range []string{"pay", "approve", "buy it for", "accept"} {
			for _, mark := range []string{"", "?"} {
				message := who + " " + verb + " 610.00 USD" + mark
				for _, a := range extractFrom(t, message, after(planned, approve)).Acts {
					if a.Amount != "" {
						t.Errorf("%q approves %s", message, a.Amount)
					}
				}
			}
		}
	}
}

// TestNoThatSaysMore does not take "one stop" and "not in the US" for a plain no.
// Rule: 6.8.no
func TestNoThatSaysMore(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"one stop": "max_stops=1", "one stop please": "max_stops=1", "1 stop": "max_stops=1", "one stop but not in Miami": "max_stops=1",
		"not in May": "not in May", "not in the US": "not in the US", "not in March": "not in March", "not in the UK": "not in the UK",
	} {
		for _, form := range []string{
			"London to Rome on 4 November, 1 adult, %s", "London to Rome on 4 November, %s, 1 adult", "1 adult, London to Rome on 4 November. %s",
		} {
			message := fmt.Sprintf(form, said)
			res := extractFrom(t, message, "{}")
			if got := flat(t, res) + strings.Join(res.Unread, " "); !strings.Contains(got, want) || len(res.Acts) > 0 {
				t.Errorf("%q: %s; %s", message, flat(t, res), saying(t, res))
			}
		}
	}
	for _, said := range []string{"NO", "No Thanks", "NO THANKS", "no, not that one", "stop"} {
		if got := saying(t, extractFrom(t, said, after(planned, choose, "1. A", "2. B"))); got != "decline" {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestWhatSuits: who says of what is shown that it sounds good, looks fine or will do says what "sounds great" says,
// whatever is asked: no word of it is told, and a hotel that is praised is not wished for. What is merely liked or
// praised consents to nothing.
// Rule: 6.8.suits
func TestWhatSuits(t *testing.T) {
	t.Parallel()
	states := map[string]string{
		choose: after(planned, choose, "1. A", "2. B", "3. C"), "one": after(planned, choose, "1. A"),
		confirm: after(planned, confirm), approve: after(planned, approve), "rest": after(planned, ""),
		"missing": after(planned, "missing itinerary.segments[0].depart_date"),
	}
	subjects := []string{"that", "it", "this", "that flight", "the hotel", "this house", "that place", "the price", "the option"}
	verbs := map[string]bool{ // whether they consent to what is proposed
		"sounds good": true, "seems fine": true, "looks great": true, "sounds awesome": true, "sounds like a plan": true,
		"will work": true, "would work": true, "works": true, "suits me well": true, "is acceptable": true,
		"seems nice": true, "is perfect": false, "is good": false,
	}
	tails := []string{"", " to me", " for me", " for us", ", thanks"}
	try := func(said, like string) {
		for state, known := range states {
			got, want := saying(t, extractFrom(t, said, known)), saying(t, extractFrom(t, like, known))
			if strings.Contains(like, "perfect") && state != confirm {
				want = saying(t, extractFrom(t, "sounds great"+strings.TrimPrefix(like, "perfect"), known))
			}
			if got != want {
				t.Errorf("%q, asked %q: %q, want %q as for %q", said, state, got, want, like)
			}
		}
	}
	for _, subject := range subjects {
		for verb, consents := range verbs {
			for _, tail := range tails {
				like := "sounds great"
				if !consents {
					like = "perfect"
				}
				if tail == ", thanks" {
					like += tail
				}
				try(subject+" "+verb+tail, like)
			}
		}
	}
	for _, said := range []string{
		"seems good to me", "I like the sound of that one", "you got it", "permission granted", "I accept this flight", "this house is what I want",
		"the details are correct",
	} {
		try(said, "sounds great")
	}
	for _, said := range []string{"I like that house", "I love it", "we really like this hotel", "terrific", "good job", "it is nice"} {
		for state, want := range map[string]string{confirm: "muse what=praise", approve: "muse what=praise", "missing": "muse what=praise"} {
			if got := saying(t, extractFrom(t, said, states[state])); got != want {
				t.Errorf("%q, asked %q: %q, want %q", said, state, got, want)
			}
		}
	}
}

// TestWhatSuitsNot has the words of praise, and is a wish, a question, a doubt or a denial.
// Rule: 6.8.suits
func TestWhatSuitsNot(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"a hotel would be great", "is that flight good?", "is the price good", "does that work for you", "that flight is not good for me",
		"that doesn't sound good", "that flight doesn't work", "my wife likes that one", "she says that flight sounds good",
		"that flight would work if it is refundable", "any time is fine", "a later flight would be great", "I will work",
		"not sure that works", "would that work for us?", "that hotel looks nice but too expensive", "that hotel sounds good but not the flight",
		"I like the hotel but not the flight",
		"I'd like that hotel to have a pool",
	} {
		for _, ask := range []string{confirm, approve} {
			if got := saying(t, extractFrom(t, said, after(planned, ask))); strings.Contains(got, "confirm") {
				t.Errorf("%q, asked %q: %q", said, ask, got)
			}
		}
	}
}
