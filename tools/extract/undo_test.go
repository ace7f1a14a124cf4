package extract_test

import (
	"strings"
	"testing"
)

// changedBefore is of a trip whose plan the message before this one changed.
const changedBefore = `"turn":{"number":3},"earlier_plans":[{"turn":2,"party":{"travelers":{"adults":2}}}],`

// TestUndo takes the last change back; what is picked, held or booked is given up, or told, in its own way.
func TestUndo(t *testing.T) {
	t.Parallel()
	const choose = "choose working_memory.selected"
	for _, c := range []struct{ message, ask, want string }{
		{"undo", choose, "undo"},
		{"put it back", choose, "undo"},
		{"no, as it was before", choose, "undo"},
		{"please change it back", choose, "undo"},
		{"keep the original date", choose, "undo"},
		{"please keep the old dates", choose, "undo"},
		{"Oops, my mistake, undo that", choose, "undo"},
		{"I liked it better before, go back please", choose, "undo"},
		{"undo", "clarify itinerary.segments[0].destination.code", "undo"},
		{"undo that", "confirm working_memory.selected", "decline"},
		{"undo", "approve working_memory.holds", "release"},
		{"don't undo it", choose, "unread don't undo it"},
		{"put the dates back to June 5", choose, ""},
		{"I go back on the 10th", choose, ""},
	} {
		var choices []string
		if c.ask == choose {
			choices = []string{"1. A", "2. B"}
		}
		if got := saying(t, extractFrom(t, c.message, after(planned, c.ask, choices...))); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
	if got := saying(t, extractFrom(t, "undo", after("", "missing itinerary.segments"))); got != "undo" {
		t.Errorf("of a trip that was started over: %q", got)
	}
	if got := saying(t, extractFrom(t, "undo", "{}")); got != "unread undo" {
		t.Errorf("of no trip: %q", got)
	}
}

// TestClassIsTakenBackWhole takes back the class of the trip, by all the words that name it.
// Rule: 6.7.cabin
func TestClassIsTakenBackWhole(t *testing.T) {
	t.Parallel()
	for class, words := range map[string][]string{
		"business": {"business", "business class", "business class seats"}, "first": {"first class", "first class seats"},
		"premium_economy": {"premium economy", "premium economy class"}, "economy": {"economy", "economy class"},
	} {
		known := after(`"preferences":{"flight":{"cabin":"`+class+`"}},`+planned, choose, "1. A", "2. B")
		for _, said := range words {
			for _, denies := range []string{"forget ", "forget about ", "drop ", "no ", "we don't want ", "skip "} {
				if got := saying(t, extractFrom(t, denies+said, known)); got != "clears preferences.flight.cabin" {
					t.Errorf("%q: %q", denies+said, got)
				}
			}
		}
	}
	known := after(`"preferences":{"flight":{"cabin":"economy"}},`+planned, choose, "1. A", "2. B")
	if got := saying(t, extractFrom(t, "no premium economy", known)); got != "unread no premium economy" {
		t.Errorf("another class than that of the trip: %q", got)
	}
}

// TestNeverMindBehindAChange takes a change back right behind it, with the words that rethink it. A plain no answers what
// is asked, and where nothing was changed there is nothing to take back.
// Rule: 6.8.undo-change
func TestNeverMindBehindAChange(t *testing.T) {
	t.Parallel()
	changed := after(changedBefore+planned, choose, "1. A", "2. B")
	for _, said := range []string{
		"never mind", "nevermind", "forget it", "forget that", "forget about it", "changed my mind", "cancel that",
		"scratch that", "as before", "take that back",
	} {
		for _, form := range []string{"%", "%, sorry", "no, %", "oh, %", "hmm, actually %"} {
			message := strings.ReplaceAll(form, "%", said)
			if got := saying(t, extractFrom(t, message, changed)); got != "undo" {
				t.Errorf("%q: %q", message, got)
			}
		}
	}
	for message, want := range map[string]string{
		"hmm, no": "undo", "actually no": "undo", "oh no": "undo", "on second thought, no": "undo", "ah nope": "undo",
		"no": "decline", "no thanks": "decline", "2, actually no": "decline",
	} {
		if got := saying(t, extractFrom(t, message, changed)); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
	answered := after(`"turn":{"number":3},"earlier_plans":[{"turn":2}],`+planned, choose, "1. A", "2. B")
	if got := saying(t, extractFrom(t, "never mind", answered)); got != "decline" {
		t.Errorf("what was answered before there were options is no change: %q", got)
	}
	for _, message := range []string{"never mind", "forget it", "hmm, no"} {
		if got := saying(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B"))); got != "decline" {
			t.Errorf("%q, where nothing was changed: %q", message, got)
		}
	}
}
