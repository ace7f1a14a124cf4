package extract_test

import (
	"strings"
	"testing"
)

// TestDoubtful: an airline or a stop beside a word that no rule knows is told, for it may be no wish; by a word of wishing
// it is one all the same.
// Rule: 6.7.polarity
func TestDoubtful(t *testing.T) {
	t.Parallel()
	const base = "Leeds to Rome on 5 May, 1 adult. "
	for _, thing := range []string{"Ryanair", "a stop in Dubai"} {
		for _, form := range []string{
			"I boycott X", "X scares me", "X would be a nightmare", "X gives me the creeps", "X would be ghastly", "blacklist X", "ban X",
			"X is dreadful", "X is the pits", "I loathe X", "God forbid X",
		} {
			message := base + strings.ReplaceAll(form, "X", thing) + "."
			res := extractFrom(t, message, "{}")
			got, told := flat(t, res), strings.Join(res.Unread, " ")
			name := thing[strings.LastIndex(thing, " ")+1:]
			if strings.Contains(got, "preferred_airlines") || strings.Contains(got, "DXB") || !strings.Contains(told, name) {
				t.Errorf("%q: %s; told %q", message, got, told)
			}
		}
	}
	for _, form := range []string{
		"my preferred airline is X", "I simply adore flying with X", "book us gorgeous seats on X", "I would greatly prefer X", "X pref.",
		"X is my absolute favourite", "I have a weird preference for X",
	} {
		message := base + strings.ReplaceAll(form, "X", "Lufthansa") + "."
		if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, "preferred_airlines[0]=Lufthansa") {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestDenialsThatEndAPhrase: what is not wanted may stand before the words that say so, and behind a word for it.
// Rule: 6.7.polarity
func TestDenialsThatEndAPhrase(t *testing.T) {
	t.Parallel()
	const base = "Leeds to Rome on 5 May, 1 adult. "
	for _, form := range []string{
		"X rather not", "X, rather not", "X I'd rather not", "X better not", "X preferably not", "X please no", "X? please don't",
		"X? anything but that", "X I could do without", "X only as a last resort", "I've had enough of X", "I'm done with X", "keep me off X",
		"I don't want it with X", "I don't like it with X", "we don't need this on X", "spare me X",
	} {
		message := base + strings.ReplaceAll(form, "X", "Ryanair") + "."
		if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, "excluded_airlines[0]=Ryanair") {
			t.Errorf("%q: %s", message, got)
		}
	}
	readTalks(t, []talkRead{
		{[]string{base, "I don't want it on Tuesday"}, "excluded_days[0].weekday=tuesday"},
		{[]string{base, "early flights rather not"}, "segments[0].depart_time_window.end=<nil> segments[0].depart_time_window.start=08:00"},
	})
}

// TestADenialKeepsTheTrip: "rather not" at the end of a long phrase denies its last part only, and the journey before it
// stays.
// Rule: 6.7.polarity
func TestADenialKeepsTheTrip(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"Berlin to Rome on 5 March 2 adults Ryanair rather not", "from Berlin to Rome on 5 March with Ryanair not really",
		"Berlin to Rome on 5 March with Lufthansa business class rather not", "we fly from Berlin to Rome on 5 March Ryanair please no",
		"Berlin to Rome 5 March anything but that", "leaving Berlin on 5 March for Rome with Ryanair rather not",
	} {
		got := flat(t, extractFrom(t, form, "{}"))
		for _, kept := range []string{"origin.code=BER", "destination.code=FCO", "departure_date="} {
			if !strings.Contains(got, kept) || strings.Contains(got, "excluded_days") || strings.Contains(got, "cabin") ||
				strings.Contains(form, "Ryanair") != strings.Contains(got, "excluded_airlines[0]=Ryanair") {
				t.Errorf("%q: %s", form, got)
				break
			}
		}
	}
}
