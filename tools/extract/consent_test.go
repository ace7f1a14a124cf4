package extract_test

import "testing"

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
	// asked whether it shall be held, to hold or to book it is a yes
	{"hold it", confirm, "confirm"},
	{"could you hold it please", confirm, "confirm"},
	{"fine, book it", confirm, "confirm"},
	{"hold it", startOver, "hold"},
	{"book it", startOver, "approve"},
	{"yes", startOver, "confirm"},
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
