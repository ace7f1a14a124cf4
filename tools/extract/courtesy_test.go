package extract_test

import (
	"strings"
	"testing"
)

// talkStates are what may be asked while somebody thanks, leaves or says no: the trip is known but for what is missing.
var talkStates = map[string]string{
	"choose": after(planned, choose, "1. A", "2. B", "3. C"), "confirm": after(planned, confirm),
	"approve": after(planned, approve), "rest": after(planned, ""),
	"missing": after(planned, "missing itinerary.segments[0].depart_date"),
}

// saysOnly reads what is said in each state: it is that and nothing else, and changes nothing.
func saysOnly(t *testing.T, said, want string) {
	t.Helper()
	for state, known := range talkStates {
		if got := saying(t, extractFrom(t, said, known)); got != want {
			t.Errorf("%q, asked %q: %q, want %q", said, state, got, want)
		}
	}
}

// TestThanks: who thanks for something is thanked, in each language.
// Rule: 6.8.thanks
func TestThanks(t *testing.T) {
	t.Parallel()
	for _, thanks := range []string{"thank you", "thanks", "many thanks", "I appreciate", "we appreciate", "I'm grateful for", "I am thankful for"} {
		for _, of := range []string{
			"your help", "the help", "your assistance", "all the assistance", "the info", "the information", "helping me", "helping us out",
		} {
			between := " for "
			if strings.HasSuffix(thanks, "for") || strings.HasSuffix(thanks, "appreciate") {
				between = " "
			}
			saysOnly(t, thanks+between+of+".", "thank")
		}
	}
	for _, said := range []string{"Gracias", "muchas gracias", "Merci beaucoup", "Merci", "Danke", "vielen Dank", "Grazie", "grazie mille", "Obrigado"} {
		saysOnly(t, said, "thank")
	}
}

// TestLeaving: who has all that is needed for now leaves. The day on which that is said is none of the trip.
// Rule: 6.8.goodbye
func TestLeaving(t *testing.T) {
	t.Parallel()
	for _, leaves := range []string{
		"that's all", "that is all", "that'd be all", "that would be all", "that will be all", "that was all", "that's enough", "that is enough",
		"that should be all", "nothing else", "nothing more",
	} {
		for _, now := range []string{
			"", " for now", " for today", " for tonight", " for the moment", " I need", " we needed today", " I needed at this point in time",
		} {
			saysOnly(t, leaves+now, "thank what=bye")
			saysOnly(t, "Thanks. "+strings.ToUpper(leaves[:1])+leaves[1:]+now+".", "thank what=bye")
		}
	}
	for _, said := range []string{
		"that's it for today", "we're done for today", "let's call it a day", "that'll do for tonight",
		"I think we'll leave it at that for today", "let's stop here for today",
		"that's all the assistance I need for now", "all I need for now, thanks", "nothing",
		"I don't need anything else", "I don't need anything else right now", "we don't need anything more for today",
	} {
		saysOnly(t, said, "thank what=bye")
	}
}

// TestNotNow: what shall not be now, or is not needed, is a no, and excludes no day.
// Rule: 6.8.no
func TestNotNow(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"not today", "not tonight", "not now", "not right now", "not just yet", "not yet", "not at this time", "not at the moment",
		"that is not necessary", "it's not required", "this is not needed",
	} {
		for _, form := range []string{"%", "no, %", "%, thank you", "%, thanks", "No. %."} {
			saysOnly(t, strings.ReplaceAll(form, "%", said), "decline")
		}
	}
	for _, said := range []string{"no thanks a lot", "no thanks so much"} {
		saysOnly(t, said, "decline")
	}
	for _, said := range []string{"not today, tomorrow", "not today but tomorrow", "the hotel is not necessary", "hotels are not required"} {
		if got := saying(t, extractFrom(t, said, talkStates["missing"])); got == "decline" {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// TestSlipsAreNoTowns: a slip behind what sounds good is not the town of that name.
func TestSlipsAreNoTowns(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"the flight sounds good to ome", "that's perfect for mee", "fine for em", "looks great to mne"} {
		if res := extractFrom(t, said, talkStates["missing"]); len(res.Unread)+len(res.TripIntent.Segments) > 0 || res.TripIntent.Destination != nil {
			t.Errorf("%q: %+v", said, res.TripIntent)
		}
	}
}
