package extract_test

import (
	"strings"
	"testing"
)

// TestWhatStandsBehindATrip reads a trip whatever stands behind it in the same sentence, and loses nothing of that in
// silence: it changes what is searched for, or is told.
// Rule: 6.7.other, 6.7.question, 6.7.anew
func TestWhatStandsBehindATrip(t *testing.T) {
	t.Parallel()
	const trip = "London to Rome 5 May"
	alone := flat(t, extractFrom(t, trip, "{}"))
	for _, behind := range []string{
		"no stop", "no red eye", "no Sundays", "no Sunday", "no Sunday flights", "no budget airlines", "no long layovers", "not before 9",
		"no train", "not on a weekend", "not basic economy", "without a stop", "direct both ways", "not Stansted",
		"home for dinner", "dinner at 8", "with a restaurant nearby", "good weather please", "need a visa?", "any good museums?",
		"rental car", "travel insurance", "museum tickets", "and a taxi to the hotel", "plus rental car", "and travel insurance",
		"fastest", "must be cancellable", "aisle seat", "with our dog", "wheelchair", "vegan meals", "with a baby", "two of us",
		"window seat please", "hand luggage only", "in business", "only BA", "anything but BA", "max 200 euros",
		"arriving by noon", "not too early", "one way", "for a week", "hotel near the station", "4 star hotel", "late check in",
		"no change of airport", "no small planes", "using miles", "same airline both ways", "weekdays only", "home before midnight",
	} {
		for _, said := range []string{trip + ", " + behind, trip + " and " + strings.TrimPrefix(behind, "and ")} {
			res := extractFrom(t, said, "{}")
			got := flat(t, res)
			for _, kept := range []string{"dates.departure_date=2026-05-05", "destination.code=FCO", "origin.code=L"} {
				if !strings.Contains(got, kept) {
					t.Errorf("%q: %s, want %s", said, got, kept)
				}
			}
			if got == alone && len(res.Unread) == 0 {
				t.Errorf("%q: nothing is made of %q, and nothing told", said, behind)
			}
		}
	}
}
