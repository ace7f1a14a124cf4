package extract_test

import "testing"

// TestRecounts says a number anew that the message before had counted something with.
func TestRecounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, message, want string }{
		{"3 of us", "no wait, 2", "travelers.adults=2"},
		{"3 of us", "sorry, I meant four", "travelers.adults=4"},
		{"2 kids come along", "oops, 1", "travelers.children=1"},
		{"3 of us", "2", ""},
		{"3 of us and 2 kids", "no wait, 2", ""},
	} {
		if got := sayBehind(t, "Leeds to Oslo on May 4, back on May 9", c.before, c.message); got != c.want {
			t.Errorf("%q behind %q: %s, want %s", c.message, c.before, got, c.want)
		}
	}
}

// TestSpeaksOn: a short message is in the language in which the person wrote before, where its words are of it.
func TestSpeaksOn(t *testing.T) {
	t.Parallel()
	const lyon = "je voudrais aller de Lyon à Rome le 12 juin, retour le 16"
	for _, c := range []struct{ before, message, want string }{
		{lyon, "avec deux adultes svp", "travelers.adults=2"},
		{lyon, "sans hôtel", "lodging.needed=false"},
		{lyon, "I want to go with two adults", "travelers.adults=2"},
		{"we go to Rome in June", "si", ""},
	} {
		if got := sayBehind(t, "Leeds to Oslo on May 4, back on May 9", c.before, c.message); got != c.want {
			t.Errorf("%q behind %q: %s, want %s", c.message, c.before, got, c.want)
		}
	}
}

// sayBehind reads the last of several messages, with the one before it at hand.
func sayBehind(t *testing.T, first, before, message string) string {
	t.Helper()
	in := newIntent(t)
	for _, said := range []string{first, before} {
		_, raw := say(t, in, said)
		in = merge(t, in, raw)
	}
	in.Turn.Assist.Recent = []string{before}
	return flat(t, readIn(t, in, message))
}
