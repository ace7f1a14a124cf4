package extract_test

import (
	"strings"
	"testing"
)

// TestHowThingsStand asks in five states and in many forms whether something is booked, paid or held: the state is told,
// and nothing is changed, searched or left out.
// Rule: 6.8.how-it-stands
func TestHowThingsStand(t *testing.T) {
	t.Parallel()
	states := map[string]string{
		"choose": after(planned, choose, "1. A", "2. B"), "pick": after(planned, "confirm working_memory.selected"),
		"held":   after(planned, "approve working_memory.holds"),
		"open":   after(planned, "missing itinerary.segments[0].depart_date"),
		"booked": after(`"working_memory":{"bookings":[{"status":"confirmed","record_locator":"ABC123"}]},`+planned, ""),
	}
	words := map[string][]string{
		"show what=booking": {"booked", "paid", "charged", "bought", "confirmed"}, "show what=holds": {"held", "reserved"},
	}
	forms := []string{
		"is it %", "is anything %?", "is my hotel % yet?", "are the flights % already?", "was anything %?",
		"what is % so far?", "have you % it?", "has everything been %?", "so is it % or not?", "do we have anything %?",
	}
	for state, known := range states {
		for want, list := range words {
			for _, word := range list {
				for _, form := range forms {
					message := strings.ReplaceAll(form, "%", word)
					if got := saying(t, extractFrom(t, message, known)); got != want {
						t.Errorf("%s, %q: %q, want %q", state, message, got, want)
					}
				}
			}
		}
		for message, want := range map[string]string{
			"did you charge me?": "show what=booking", "did you book it?": "show what=booking",
			"what have I booked?": "show what=booking", "was my card charged?": "show what=booking",
			"how much have I paid so far?": "show what=booking", "what did you reserve?": "show what=holds",
			"do I have a reservation?": "show what=holds", "refund please": "cancel_booking",
			"I want my money back": "cancel_booking", "give us a refund": "cancel_booking",
		} {
			if got := saying(t, extractFrom(t, message, known)); got != want {
				t.Errorf("%s, %q: %q, want %q", state, message, got, want)
			}
		}
	}
}
